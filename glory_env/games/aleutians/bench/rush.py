"""How often Japan wins by turn 2 with the script `rush`, against each script of the Allies.

What is reported is of other games than what the search and the choice among candidates saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from glory_agents.aleutians.agent import CompiledAgent
from glory_agents.aleutians.rows import NAMED
from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games, estimates
from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.bench.study import SECONDS, Start
from glory_env.envs.agent import Agent
from glory_env.games.aleutians.bench.early import Early
from glory_env.games.aleutians.respond import space_of
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Rush
from glory_env.training.script_search import GAMES as SEARCHED
from glory_env.training.script_search import ScriptSearch

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
    """Try the candidates, search against the best Allied script, and play what is reported."""
    if not asked.minutes >= 0:
        raise ValueError(f"--minutes {asked.minutes:g}: expected at least 0")
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    minutes = 0.0 if asked.quick else asked.minutes
    early = Early(load(asked.scenario))
    finished = progress(len(ALLIED)) if progress else None
    japan = {name: _script(name) for name in (*CANDIDATES, *asked.plans)}
    allied = {name: _script(name) for name in ALLIED}

    def won(name: str, allies: str, first: int = SELECTION) -> np.ndarray:
        return early.wins(japan[name], allied[allies], games, first)

    tried = {allies: {name: float(won(name, allies).mean()) for name in japan} for allies in ALLIED}
    least = min(ALLIED, key=lambda allies: max(tried[allies].values()))
    if minutes > 0:
        found = _searched(early, allied[least], _strongest(tried[least]), asked.seed, minutes)
        japan[found] = _script(found)
        tried[least][found] = float(won(found, least).mean())
    pairs = []
    for allies in ALLIED:
        strongest = _strongest(tried[allies])
        played = [won(name, allies, REPORTING) for name in (RUSH, strongest)]
        pairs.append(Pair(allies, strongest, *played))
        if finished:
            finished(1)
    return pairs


def _strongest(shares: Mapping[str, float]) -> str:
    return max(shares, key=lambda name: shares[name])


def _searched(early: Early, allies: Agent, start: str, seed: int, minutes: float) -> str:
    """The plan that a search for early victories over the scripts' parameters favours."""

    def share(agent: Agent, first: int) -> float:
        return float(early.wins(agent, allies, SEARCHED, first).mean())

    return ScriptSearch(start, share, seed, space_of(0)).run(minutes * 60)


def _script(name: str) -> Agent:
    agent = make_agent(name, game="aleutians")
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"--plans {name}: expected a script")
    return agent


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
        "plans": list(asked.plans),
        "seed": asked.seed,
        "pairs": rows,
        "least": least.allies,
        "within": bool(least.best.mean() <= MOST),
        SECONDS: 0.0,
    }
