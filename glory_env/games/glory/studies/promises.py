"""What are promises worth to those who were trained with them?

Three families were trained alike but for the option `talk` of their games: without words, with
words that bind nobody, with words that are kept by rule. The members of a family play each other in
the games that they were trained in; those that speak also in the other ones, where the same
networks lose their words or are bound otherwise. Utilities are those of a payoff level
(`bench.levels`).
"""

from __future__ import annotations

from typing import Any

from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import INTERVALS, Figure, Share
from glory_env.bench.study import COMMAND, SECONDS, Start, head, less
from glory_env.core.errors import unknown
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench import repeat
from glory_env.games.glory.bench.behaviour import deadlocks
from glory_env.games.glory.bench.cells import check
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, Part, across, derive
from glory_env.games.glory.bench.levels import LEVELS, paid
from glory_env.games.glory.bench.pairing import Pairing, Source, pairing
from glory_env.games.glory.bench.participants import check as check_agents
from glory_env.games.glory.bench.participants import members
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.bench.store import PlayStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES, TALKS
from glory_env.games.glory.studies.aims import Aim, verdict
from glory_env.games.glory.studies.settings import Promises

FORMAT = 1
OFF, CHEAP, BINDING = TALKS
Game = tuple[str, str]  # the talk that a family was trained with, and that of the games
WHOLE = (
    "completed", "welfare", "agreements", "talks", "promises", "promises_kept", "promises_judged",
)  # fmt: skip
GAMES: tuple[Game, ...] = (
    (OFF, OFF), *((own, talk) for own in (CHEAP, BINDING) for talk in TALKS)
)  # fmt: skip
COMPARED = ("completed", "welfare", *SERVICES)
DIFFERENCES: tuple[tuple[Game, Game], ...] = (
    ((CHEAP, CHEAP), (OFF, OFF)),
    ((BINDING, BINDING), (OFF, OFF)),
    ((BINDING, BINDING), (CHEAP, CHEAP)),
    ((CHEAP, CHEAP), (CHEAP, OFF)),
    ((BINDING, BINDING), (BINDING, OFF)),
)
AIM = Aim("binding", "welfare with binding promises, less without words", low=0.10)
AIM_IS = (*DIFFERENCES[1], "welfare")
Played = tuple[PlayStore, dict[str, Family]]


def plan(asked: Promises, progress: Start | None = None) -> Played:
    """Play what is missing. ValueError (AgentError for an agent) names the wrong argument."""
    if asked.level not in LEVELS:
        raise ValueError(unknown("level", asked.level, tuple(LEVELS)))
    board, families = load(asked.scenario), {}
    for talk in TALKS:
        name = getattr(asked, talk)
        try:
            families[talk] = members(name)
            check_agents(families[talk], board)
        except AgentError as error:
            said = str(error).removeprefix("agents: ")
            raise AgentError(f"{talk}: {said}; --{talk} names another family") from None
    check(families)
    kept = store(asked, asked.games, scenario=asked.scenario)
    kept.play_all(pairings(asked, families), progress)
    return kept, families


def judge(asked: Promises, played: Played) -> dict[str, Any]:
    """All figures. Estimates are [mean, low, high], None where one means nothing."""
    kept, families = played
    found = figures(kept, asked, families)
    (value,) = (row[-1] for row in found["differences"] if tuple(row[:-1]) == AIM_IS)
    return {
        **head(FORMAT, load(asked.scenario), code()[:16]),
        "options": kept.config.options.as_dict(),
        "deterministic": kept.config.deterministic,
        "seeds": {"first": REPORTING, "games": asked.games},
        "intervals": INTERVALS,
        "level": asked.level,
        "utilities": LEVELS[asked.level],
        "families": {
            talk: {name: fingerprint(name)[:16] for name in family}
            for talk, family in families.items()
        },
        "verdicts": [verdict(AIM, value)],
        **found,
        repeat.KEY: repeat.games_to_repeat(kept, pairings(asked, families)),
        SECONDS: 0.0,
        COMMAND: "",
    }


def column(game: Game, name: str) -> str:
    """A column of `parts`."""
    return " ".join((*game, name))


def parts(asked: Promises, families: dict[str, Family]) -> dict[str, Part]:
    """All columns, by `column`; that of a utility is called by its seat."""
    names = {name: name for name in WHOLE} | {seat: paid(asked.level, seat) for seat in SERVICES}

    def part(family: Family, talk: str, name: str) -> Part:
        def of(army: str, navy: str) -> list[Source]:
            return [(pairing(army, navy, talk=talk), name)]

        return across(family, family, of)

    return {
        column((own, talk), name): part(families[own], talk, source)
        for own, talk in GAMES
        for name, source in names.items()
    }


def pairings(asked: Promises, families: dict[str, Family]) -> list[Pairing]:
    """The games of all columns, none twice."""
    found = (s for part in parts(asked, families).values() for s in part.sources.values())
    return list(dict.fromkeys(pair for sources in found for pair, _ in sources))


def figures(
    kept: PlayStore, asked: Promises, families: dict[str, Family]
) -> dict[str, list[list[Any]]]:
    """Rows of [game, figure, estimate] as "games", of [game, less game, figure, estimate] as
    "differences".
    """
    tables: dict[str, dict[tuple[Any, ...], Figure]] = {"games": {}, "differences": {}}
    for game in GAMES:
        at = {name: column(game, name) for name in (*WHOLE, *SERVICES)}
        tables["games"] |= {(game, name): at[name] for name in (*COMPARED, "promises")}
        tables["games"][game, "deadlocks"] = deadlocks(at["agreements"], at["talks"])
        tables["games"][game, "kept"] = Share(at["promises_kept"], at["promises_judged"])
    for one, other in DIFFERENCES:
        for name in COMPARED:
            figure = less(column(one, name), column(other, name))
            tables["differences"][one, other, name] = figure
    wanted = {f"{name} {key}": f for name, of in tables.items() for key, f in of.items()}
    derived = derive(kept, wanted, parts(asked, families))
    return {
        name: [[*key, plain(derived[f"{name} {key}"])] for key in of] for name, of in tables.items()
    }
