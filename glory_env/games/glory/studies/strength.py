"""How strong the networks that come with the project are: their pairings, measured."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from glory_agents.glory.scripted.named import NAMED
from glory_agents.learned.shipped import PRETRAINED
from glory_env import __version__
from glory_env.bench.statistics import Among, Figure, derive
from glory_env.bench.study import Start
from glory_env.core import json_file
from glory_env.core.files import write_whole
from glory_env.games.glory.bench.config import COOPERATIVE, SELFISH, ZERO_SUM, PlayConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import families
from glory_env.games.glory.bench.store import ResultsStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Strength
from glory_env.games.glory.studies.statements import SOLO

FORMAT = 1
PLAYERS = "players-*.json"  # of `glory study partners`, one file a family
RESULTS = "results.json"  # beside the networks
SOLO_GAMES = 50  # of the planner, which thinks a second a turn
COOPERATORS = ("cooperative", "cooperative-long", "cooperative-macro")  # families with aims
# Macro families, by the angle of what they are paid for. The other families do not look at it.
ANGLES = {
    "cooperative-macro": COOPERATIVE,
    "dial-macro": SELFISH,
    "selfish-macro": SELFISH,
    "zero_sum-macro": ZERO_SUM,
}
# The mixed pairs of scripts that complete most games in the matrix of docs/results/agents.md.
MIXED = (
    ("civil_first", "never_activate"),
    ("withdraw_in_time", "civil_first"),
    ("tit_for_tat", "civil_first"),
    ("needs_splitter", "civil_first"),
    ("civil_first", "needs_splitter"),
)
FIGURES: dict[str, Figure] = {
    "completion": "completed",
    "solo_victory": "solo_victory",
    "reward": lambda m: (m["reward_army"] + m["reward_navy"]) / 2,
    "turns": "turns",
    **{f"{name}_{seat}": f"{name}_{seat}" for seat in SERVICES for name in ("utility", "win")},
    "ahead_army": lambda m: m["utility_army"] - m["utility_navy"],
    **{f"gp_{seat}": Among(f"gp_{seat}", "completed") for seat in SERVICES},
}


def key_of(pair: Pairing) -> str:
    """A pairing's key in the stored results."""
    return f"{pair.army} | {pair.navy} @ {pair.angle:g}{' solo' if pair.solo else ''}"


def scripted_pairs() -> list[tuple[str, str]]:
    """Every script with itself, and the mixed pairs that stood out in the matrix."""
    return [*((name, name) for name in NAMED), *MIXED]


def with_itself(family: str, name: str) -> Pairing:
    """The games of a network of a family that show how strong it is."""
    return Pairing(name, name, ANGLES.get(family, SELFISH))


def alone(name: str) -> Pairing:
    """Its solo games."""
    return Pairing(name, name, COOPERATIVE, solo=True)


def pairings() -> list[Pairing]:
    """Every pairing the tables need, those of the planner last."""
    groups = families()
    pairs = [with_itself(family, name) for family, names in groups.items() for name in names]
    pairs += [Pairing(*pair, COOPERATIVE) for pair in scripted_pairs()]
    cooperative = [name for family in COOPERATORS for name in groups.get(family, [])]
    pairs += [alone(name) for name in cooperative]
    return pairs + [alone(SOLO)] * bool(cooperative)


def plan(asked: Strength, _: Start | None = None) -> None:
    """Play what is missing and keep its figures with the networks; planners by games alone."""
    if asked.page_only:
        return
    wanted = [
        pair
        for pair in pairings()
        if asked.only in key_of(pair) and not (asked.no_search and pair.is_slow)
    ]
    kept = store(asked, asked.games, search_games=SOLO_GAMES, search_minutes=0.0)
    measure_all(PRETRAINED / RESULTS, wanted, kept, partial(print, flush=True))


def judge(_: Strength, __: None) -> dict[str, Any]:
    """All that has been measured, in this run and before."""
    return read(PRETRAINED / RESULTS)


def measure(store: ResultsStore[PlayConfig], pair: Pairing) -> dict[str, Any]:
    """Means and 95 % intervals of a pairing that has been played."""
    games = store.games(pair)
    estimates = derive(FIGURES, games.columns, games.seeds)
    figures = {name: value.rounded(4) for name, value in estimates.items() if value}
    return {"games": len(games.seeds), "seconds": round(games.seconds, 1), "figures": figures}


def cache_key(pair: Pairing, games: int) -> str:
    """Changes when one of the networks, the package's version, the scenario or the games do.

    As that of the results store, but with the version in place of the code: these results are
    published with the networks.
    """
    parts = [__version__, load("glory").id, str(games)]
    for name in (pair.army, pair.navy):
        file = PRETRAINED / name / "policy.safetensors"
        parts.append(hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else name)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read(path: Path) -> dict[str, Any]:
    """What has been measured so far; ValueError for a file of another kind."""
    if not path.exists():
        return {"format": FORMAT, "pairings": {}}
    results: Any = json_file.read(path)
    if not isinstance(results, dict) or results.get("format") != FORMAT:
        raise ValueError(f"{path}: expected format {FORMAT}")
    return results


def measure_all(
    path: Path,
    pairings: Iterable[Pairing],
    store: ResultsStore[PlayConfig],
    tell: Callable[[str], object],
) -> dict[str, Any]:
    """Play what is missing or out of date; the file is written after every pairing."""
    results = read(path)
    stored = results["pairings"]
    keys = {pair: cache_key(pair, store.config.games) for pair in pairings}
    order = [*stored, *map(key_of, keys)]

    def add(pair: Pairing) -> None:
        entry = measure(store, pair)
        stored[key_of(pair)] = {"cache_key": keys[pair], **entry}
        # However they finish, they stand in the order of the plan.
        results["pairings"] = {
            name: stored[name] for name in dict.fromkeys(order) if name in stored
        }
        write_whole(path, json.dumps(results, indent=1) + "\n")
        completion = entry["figures"]["completion"][0]
        tell(f"{key_of(pair)}: {entry['games']} games, {entry['seconds']} s, {completion:.1%}")

    stale = [p for p, key in keys.items() if stored.get(key_of(p), {}).get("cache_key") != key]
    store.play_missing(stale, kept=add)
    return results


def figures_of(results: Mapping[str, Any], pair: Pairing) -> dict[str, Any] | None:
    """The measured figures of a pairing, [mean, low, high] each; None where not measured."""
    entry = results["pairings"].get(key_of(pair))
    return entry["figures"] if entry else None


def middle(results: Mapping[str, Any], family: str, names: list[str]) -> str:
    """The seed with the median reward in self-play; of two the lesser, unmeasured ones first."""

    def reward(name: str) -> float:
        figures = figures_of(results, with_itself(family, name))
        return figures["reward"][0] if figures else float("-inf")

    ranked = sorted(names, key=reward)
    return ranked[(len(ranked) - 1) // 2]


def players(folder: Path) -> dict[str, dict[str, Any]]:
    """Family -> what `glory study partners` measured of it, from the files players-FAMILY.json."""
    return {
        file.stem.partition("-")[2]: json_file.read(file) for file in sorted(folder.glob(PLAYERS))
    }


def network_names() -> dict[str, str]:
    """The network that each name without a seed means: of macro policies the seed in the middle of
    what was measured, of all others the first one.
    """
    stored = read(PRETRAINED / RESULTS)
    return {
        family: middle(stored, family, names) if family in ANGLES else names[0]
        for family, names in families().items()
    }
