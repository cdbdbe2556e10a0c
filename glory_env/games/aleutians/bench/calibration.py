"""The calibration of the Aleutians Campaign: the historical plan by itself, and the targets."""

from __future__ import annotations

import time
from typing import Any

from glory_env.aleutians_v0 import Vector
from glory_env.bench.pairs import Progress
from glory_env.bench.statistics import Estimate, derive
from glory_env.envs.agent import Agent
from glory_env.games.aleutians.bench.document import DIGITS, head
from glory_env.games.aleutians.bench.play import Played, play_games
from glory_env.games.aleutians.bench.targets import LINE, TARGETS, Target

WITHIN, OUTSIDE, SHOWN, NOT_MEASURED = "within", "outside", "", "not measured"


def measure(played: Played) -> list[tuple[Target, Estimate | None]]:
    """Every target with its figure over these games; None where there is none."""
    formulas = {str(k): t.figure for k, t in enumerate(TARGETS) if t.figure is not None}
    found = derive(formulas, played.columns, played.seeds)
    return [(target, found.get(str(k))) for k, target in enumerate(TARGETS)]


def verdict(target: Target, estimate: Estimate | None) -> str:
    """Whether the measured mean lies in the band; the interval is for the reader to weigh."""
    if estimate is None:
        return NOT_MEASURED
    if target.is_open:
        return SHOWN
    return WITHIN if target.low <= estimate.mean <= target.high else OUTSIDE


def calibrate(
    japan: Agent,
    allies: Agent,
    names: tuple[str, str],
    games: int,
    seed: int = 0,
    scenario: Any = None,
    progress: Progress = None,
    **options: Any,
) -> dict[str, Any]:
    """Play and measure: plain values for JSON. names: of the agents, as they are shown."""
    start = time.perf_counter()
    board = Vector.definition.scenario(scenario)
    played = play_games(japan, allies, games, seed, board, progress=progress, **options)
    return document(played, names, board, time.perf_counter() - start)


def document(played: Played, names: tuple[str, str], board: Any, seconds: float) -> dict[str, Any]:
    """The targets and what these games say of them; seconds: wall time of play."""
    rows = measure(played)
    return {
        **head(board, int(played.seeds[0]), len(played.seeds)),
        "agents": list(names),
        "line": int(played.columns[LINE].sum()),
        "targets": [
            {
                "id": target.id,
                "name": target.name,
                "form": target.form,
                "band": target.band,
                "measured": None if estimate is None else estimate.rounded(DIGITS),
                "verdict": verdict(target, estimate),
                "why": target.why,
            }
            for target, estimate in rows
        ],
        "wall_time_s": round(seconds, 3),
    }
