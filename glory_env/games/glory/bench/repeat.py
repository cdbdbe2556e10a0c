"""Games that strangers play again: their digests stand in the results, and are compared here.

`results.json` and the file beside a published page hold them under `repeat`. A planner's games
depend on the machine's speed, and those of ablated agents need more than their names, so none of
them is among these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from glory_agents.registry import check_listed
from glory_env.bench.digests import digests
from glory_env.core import json_file
from glory_env.core.errors import shown, unknown
from glory_env.envs.agent import AgentError
from glory_env.game.settings import make_settings
from glory_env.games import DEFAULT
from glory_env.games.glory import state as st
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.bench.submission import Finding
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import BY_KEY

GAMES = 20
KEY = "repeat"  # of a results document
PLACE = ("army", "navy", "angle", "deadlock", "talk", "variant", "solo")  # of a `Pairing`
NEEDED = ("package", "code", "scenario", "scenario_id", "options", "deterministic", KEY)


def games_to_repeat(store: ResultsStore[Any], pairings: Sequence[Pairing]) -> dict[str, Any]:
    """What `repeated` needs, as plain values: GAMES games, from pairings spread evenly.

    Of few pairings more games each. "agents": fingerprints by name; "games": their places and
    digests.
    """
    fixed = [pair for pair in pairings if not (pair.is_slow or pair.ablation)]
    chosen: Counter[Pairing] = Counter()
    games = []
    for k in range(GAMES if fixed else 0):
        pair = fixed[k * len(fixed) // GAMES]
        at, played = chosen[pair], store.games(pair)
        chosen[pair] += 1
        if at < len(played.seeds):
            place = {key: value for key, value in pair._asdict().items() if key in PLACE}
            seed_and_digest = {"seed": int(played.seeds[at]), "digest": str(played.digests[at])}
            games.append(place | seed_and_digest)
    names = sorted({name for pair in chosen for name in (pair.army, pair.navy)})
    return {"agents": {name: store.fingerprint(name)[:16] for name in names}, "games": games}


def read(path: Path) -> dict[str, Any]:
    """A file of results or the one beside a page; ValueError names what it lacks."""
    document = json_file.read(path)
    if missing := list(_missing(document if isinstance(document, dict) else {})):
        raise ValueError(f"{path}: expected the keys {', '.join(missing)} as well")
    make_settings(_Repeatable, document, path)
    if not document[KEY]["games"]:
        raise ValueError(f"{path}: has no games to repeat, those of planners are left out")
    checked: dict[str, Any] = document
    return checked


def _one_of(valid: Iterable[str]) -> AfterValidator:
    """Or empty: as configured."""
    names = ("", *valid)

    def check(name: str) -> str:
        if name not in names:
            raise ValueError(unknown("name", name, names[1:]))
        return name

    return AfterValidator(check)


class _Form(BaseModel):
    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class _Game(_Form):
    army: str
    navy: str
    angle: float = Field(ge=-180, le=180)
    deadlock: Annotated[str, _one_of(st.DEADLOCKS)]
    talk: Annotated[str, _one_of(st.TALKS)]
    variant: Annotated[str, _one_of(BY_KEY)]
    solo: bool
    seed: int = Field(ge=0, lt=2**62)
    digest: str


class _Played(_Form):
    agents: dict[str, str]
    games: list[_Game]


class _Repeatable(_Form):
    """What is read here, of the kinds it has to be."""

    package: str
    code: str
    scenario: str
    scenario_id: str
    options: dict[str, Any]
    deterministic: bool
    repeat: _Played


def _missing(document: Mapping[str, Any]) -> Iterator[str]:
    """Keys that are read here and a document does not have."""
    yield from (key for key in NEEDED if key not in document)
    section = document.get(KEY)
    games: Mapping[str, Any] = section if isinstance(section, dict) else {}
    kinds = {"agents": dict, "games": list}
    yield from (f"{KEY}.{key}" for key in kinds if not isinstance(games.get(key), kinds[key]))
    for k, each in enumerate(games.get("games") or []):
        game = each if isinstance(each, dict) else {}
        wanted = (*PLACE, "seed", "digest")
        yield from (f"{KEY}.games.{k}.{key}" for key in wanted if key not in game)


def repeated(path: Path, scenario: str = "", given: Collection[str] = ()) -> Iterator[Finding]:
    """Play the games of a file again, a finding for each.

    scenario: name or path, where the file's own name of it is not enough. given: agents that are
    made though they do not come with the project. ValueError, before anything is played, where the
    scenario or an agent is not there or is another one; before an agent is made, where the file
    names one that may be anything.
    """
    document = read(path)
    stored = {key: document[key] for key in ("scenario", "options", "deterministic")}
    if scenario:
        stored["scenario"] = scenario
    config = make_settings(PlayConfig, stored, path)
    _check_listed(path, document, given)
    _check_same(path, document, config)
    store = ResultsStore(config)
    for game in document[KEY]["games"]:
        pair = Pairing(**{key: game[key] for key in PLACE})
        (digest,) = digests(store.again(pair, game["seed"])).tolist()
        same = digest == game["digest"]
        says = f"{pair.key}, seed {game['seed']}"
        yield Finding(game["digest"], same, says if same else f"{says}: another game, {digest}")


def code_differs(path: Path) -> str:
    """A line for a file that other code has made, empty for this code."""
    document = read(path)
    here = code()[:16]
    if document["code"] == here:
        return ""
    return f"made by glory_env {document['package']} with code {document['code']}, this is {here}"


def _check_listed(path: Path, document: Mapping[str, Any], given: Collection[str]) -> None:
    """ValueError for an agent that is not made because a file names it."""
    agents = document[KEY]["agents"]
    for game in document[KEY]["games"]:
        for seat in st.SERVICES:
            name = game[seat]
            if name not in agents:
                raise ValueError(f"{path}: {shown(name)} plays, expected one of {KEY}.agents")
    for name in agents:
        try:
            check_listed(name, DEFAULT, given)
        except AgentError as error:
            raise ValueError(f"{path}: {error}: --agent NAME") from None


def _check_same(path: Path, document: Mapping[str, Any], config: PlayConfig) -> None:
    """ValueError where the scenario or an agent is another one."""
    here = load(config.scenario).id
    if here != document["scenario_id"]:
        raise ValueError(
            f"{path}: scenario {config.scenario} is another one here: {here[:12]}, expected "
            f"{document['scenario_id'][:12]}"
        )
    for name, wanted in document[KEY]["agents"].items():
        try:
            current = fingerprint(name)[:16]
        except AgentError as error:
            raise ValueError(f"{path}: {error}") from None
        if current != wanted:
            raise ValueError(
                f"{path}: agent {name!r} is another one here: fingerprint {current}, expected "
                f"{wanted}"
            )
