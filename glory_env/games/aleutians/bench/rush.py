"""How often Japan wins by turn 2 with the script `rush`, against each script of the Allies.

What is reported is of other games than what the search and the choice among candidates saw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glory_agents.aleutians.rows import NAMED
from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games, estimates
from glory_env.bench.pairs import Progress
from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.bench.study import SECONDS, Start
from glory_env.envs.agent import Agent
from glory_env.games.aleutians.bench.early import Early
from glory_env.games.aleutians.respond import space_of
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Rush
from glory_env.training.script_search import GAMES as SEARCHED
from glory_env.training.script_search import ScriptSearch, Utility

RUSH = "rush"
CANDIDATES = (RUSH, "rush:linger=1")  # the search begins with the better one
ALLIED = tuple(name for name in NAMED if name != RUSH)  # as the Allies it is `aggressive`
GAMES, QUICK_GAMES = 300, 20
MOST = 0.15  # what the best Allied script should let pass


class Pair(NamedTuple):
    """An Allied script, who wins most against it, and the games of both, bool (N,) each."""

    allies: str
    strongest: str
    rush: np.ndarray
    best: np.ndarray


def plan(asked: Rush, progress: Start | None = None) -> list[Pair]:
    """Search against every Allied script, choose, and play the games that are reported."""
    if not asked.minutes >= 0:
        raise ValueError(f"--minutes {asked.minutes:g}: expected at least 0")
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    minutes = 0.0 if asked.quick else asked.minutes
    early = Early(load(asked.scenario))
    finished = progress(len(ALLIED)) if progress else None
    return [_pair(early, name, games, minutes, asked.seed, finished) for name in ALLIED]


def _pair(
    early: Early, allies: str, games: int, minutes: float, seed: int, finished: Progress
) -> Pair:
    enemy = _script(allies)

    def share(count: int) -> Utility:
        return lambda agent, first: float(early.wins(agent, enemy, count, first).mean())

    chosen = {name: share(games)(_script(name), SELECTION) for name in CANDIDATES}
    if minutes > 0:
        start = max(chosen, key=lambda name: chosen[name])
        found = ScriptSearch(start, share(SEARCHED), seed, space_of(0)).run(minutes * 60)
        chosen[found] = share(games)(_script(found), SELECTION)
    strongest = max(chosen, key=lambda name: chosen[name])
    played = [early.wins(_script(name), enemy, games, REPORTING) for name in (RUSH, strongest)]
    if finished:
        finished(1)
    return Pair(allies, strongest, *played)


def _script(name: str) -> Agent:
    return make_agent(name, game="aleutians")


def judge(asked: Rush, pairs: list[Pair]) -> dict[str, Any]:
    """The share of games that Japan has won by turn 2, and which Allied script lets least pass."""
    games = len(pairs[0].best)
    seeds = np.arange(REPORTING, REPORTING + games)
    least = min(pairs, key=lambda pair: float(pair.best.mean()))
    rows = []
    for pair in pairs:
        columns = {"rush": pair.rush.astype(float), "best": pair.best.astype(float)}
        figures = estimates(columns, seeds)
        rows.append({"allies": pair.allies, "strongest": pair.strongest, **figures})
    return {
        **about_games(load(asked.scenario), REPORTING, games),
        "selection": {"first": SELECTION, "games": games},
        "minutes": 0.0 if asked.quick else asked.minutes,
        "seed": asked.seed,
        "pairs": rows,
        "least": least.allies,
        "within": bool(least.best.mean() <= MOST),
        SECONDS: 0.0,
    }
