"""What is known about the balance of scenarios of one year, as targets for play.

Tournaments and reports of play are of other editions and of few games, so the bands are wide: they
show a direction. The chances of dice and tables are known exactly (`chances`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games
from glory_env.bench.pairs import play_pairs
from glory_env.bench.results import Results
from glory_env.bench.seeds import REPORTING
from glory_env.bench.study import SECONDS, Start
from glory_env.bench.targets import Target, judged, measure
from glory_env.core.errors import unknown
from glory_env.games.empire.bench.chances import chances
from glory_env.games.empire.envs import Vector
from glory_env.games.empire.scenario.load import load
from glory_env.games.empire.studies.settings import Calibrate

GAMES, QUICK_GAMES = 200, 20
DICE, QUICK_DICE = 10_000, 200  # of each closed form
_SHOWN = (
    Target("all", "VP at the end", "number", figure="vp"),
    Target("all", "will of the US at the end", "number", figure="will"),
    Target("all", "Japan wins decisively", "share", figure="level_japanese_decisive"),
    Target("all", "the Allies win decisively", "share", figure="level_allied_decisive"),
)
# Scenario -> targets.
TARGETS = {
    "year_1942": (Target("1942", "Japan wins", "share", 0.45, 0.7, "japan_wins"), *_SHOWN),
    "year_1943": (
        Target("1943", "Japan wins", "share", 0.4, 0.6, "japan_wins"),
        Target("1943", "VP from -4 to 14", "share", 0.8, 1, "usual"),
        Target("1943", "VP 3 to 8: a bid of 3 would decide", "share", 0.3, 1, "close"),
        *_SHOWN,
    ),
    "year_1944": (Target("1944", "VP of 8 or less", "share", 0.4, 0.6, "pushed_back"), *_SHOWN),
}


def columns_of(results: Results) -> dict[str, np.ndarray]:
    """What the targets are made of, (N,)."""
    columns = results.columns()
    points = columns["vp"]
    return {
        **columns,
        "usual": (points >= -4) & (points <= 14),
        "close": (points >= 3) & (points <= 8),
        "pushed_back": points <= 8,
    }


def plan(asked: Calibrate, progress: Start | None = None) -> Results:
    """Play the agent against itself."""
    if asked.scenario not in TARGETS:
        raise ValueError("--scenario: " + unknown("scenario", asked.scenario, TARGETS))
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    japan, allies = (make_agent(asked.agent, game="empire") for _ in range(2))
    return play_pairs(
        japan, allies, games, REPORTING, load(asked.scenario), vector_class=Vector,
        progress=progress(games) if progress else None,
    )  # fmt: skip


def judge(asked: Calibrate, played: Results) -> dict[str, Any]:
    """The targets and what these games say of them, after the closed forms of single dice."""
    targets = measure(TARGETS[asked.scenario], columns_of(played), played.seeds)
    dice = QUICK_DICE if asked.quick else DICE
    return {
        **about_games(load(asked.scenario), int(played.seeds[0]), len(played.seeds)),
        "agent": asked.agent,
        "targets": judged([*chances(dice, REPORTING), *targets]),
        SECONDS: 0.0,
    }
