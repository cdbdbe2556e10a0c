"""The calibration of the Aleutians Campaign: the historical plan by itself, and the targets."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games
from glory_env.bench.pairs import Progress, play_pairs
from glory_env.bench.seeds import REPORTING
from glory_env.bench.study import SECONDS, Start
from glory_env.bench.targets import judged, measure
from glory_env.envs.agent import Agent
from glory_env.games.aleutians.bench.results import watched
from glory_env.games.aleutians.bench.targets import LINE, TARGETS
from glory_env.games.aleutians.bench.watch import Watch
from glory_env.games.aleutians.envs import Vector
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Calibrate

PLAN = "historical"  # against itself
GAMES, QUICK_GAMES = 1000, 20


class Played(NamedTuple):
    """seeds: int64 (N,), of the dice; columns: of `watched`, (N,)."""

    seeds: np.ndarray
    columns: dict[str, np.ndarray]


def play_watched(
    japan: Agent,
    allies: Agent,
    games: int,
    seed: int,
    scenario: Any = None,
    progress: Progress = None,
    **options: Any,
) -> Played:
    """Play `games` games and count what happens in them. As `play_pairs`."""
    board = load(scenario or "aleutians")
    watch = Watch(games, board)
    results = play_pairs(
        japan, allies, games, seed, board, vector_class=Vector, progress=progress, observer=watch,
        forced=False, **options,
    )  # fmt: skip
    watch.look(results.finals)
    return Played(results.seeds, watched(results, watch, board))


def plan(asked: Calibrate, progress: Start | None = None) -> Played:
    """Play the historical plan against itself."""
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    japan, allies = (make_agent(PLAN, game="aleutians") for _ in range(2))
    finished = progress(games) if progress else None
    return play_watched(japan, allies, games, REPORTING, asked.scenario, finished)


def judge(asked: Calibrate, played: Played) -> dict[str, Any]:
    """The targets and what these games say of them."""
    return {
        **about_games(load(asked.scenario), int(played.seeds[0]), len(played.seeds)),
        "agents": [PLAN, PLAN],
        "line": int(played.columns[LINE].sum()),
        "targets": judged(measure(TARGETS, played.columns, played.seeds)),
        SECONDS: 0.0,
    }
