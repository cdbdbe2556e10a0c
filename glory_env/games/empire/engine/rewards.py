"""The reward: the level of victory as a number between the two sides, zero-sum (17.VP).

Japan gets `OUTCOMES[level]`, the Allies the negative, once at the end. Shaping is potential-based
(Ng et al. 1999) on the victory points, off by default.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.codes import BY_POINTS, PLAYING
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.victory import vp
from glory_env.games.empire.state import JP, SIDES

LEVELS = ("allied_decisive", "allied_tactical", "japanese_tactical", "japanese_decisive")
OUTCOMES = (-1.0, -0.4, 0.4, 1.0)  # of Japan, by LEVELS
SHAPING = len(LEVELS)  # columns of the parameters after those of the levels
BY_VP = SHAPING + 1
N_PARAMS = BY_VP + 1
MIDDLE, SPREAD = 5.5, 8.0  # of the victory points: where both are equal, what is a reward of 1


def params(reward: Any, shaping: float | None, survival: float | None) -> np.ndarray:
    """Reward parameters, float64 (2, N_PARAMS).

    reward: None or "outcome": by level; "vp": clip((VP - 5.5) / 8, -1, 1) where the scenario ends
    by points; or four numbers of Japan, one for each level from the Allied decisive victory on.
    shaping: weight of (VP - 5.5) / 8 as potential. survival: there is none in this game.
    ValueError.
    """
    by_points = isinstance(reward, str) and reward == "vp"
    values: Any = OUTCOMES if by_points or reward is None or reward == "outcome" else reward
    try:
        row = [float(value) for value in values]
    except (TypeError, ValueError):
        row = []
    if len(row) != len(LEVELS) or not all(math.isfinite(value) for value in row):
        words = f'expected "outcome", "vp" or {len(LEVELS)} numbers, got {reward!r}'
        raise ValueError(f"reward: {words}")
    if survival:
        raise ValueError(f"survival: this game has no reward for survival, got {survival!r}")
    weight = float(shaping or 0.0)
    if not math.isfinite(weight):
        raise ValueError(f"shaping: expected a number, got {shaping!r}")
    japan = [*row, weight, float(by_points)]
    return np.array([japan, [-value for value in japan]], np.float64)[: len(SIDES)]


@rule
def column_of(level: int) -> int:
    """The column of a level -2, -1, 1 or 2."""
    return level + 2 if level < 0 else level + 1


@rule
def points_value(g: Game, s: Tables) -> float:
    """The victory points as a reward of Japan."""
    return float((vp(g, s) - MIDDLE) / SPREAD)


@rule
def terminal_reward(g: Game, s: Tables, params: np.ndarray, seat: int) -> float:
    """Of a finished game for a seat; 0 while it is in play."""
    if g.outcome == PLAYING:
        return 0.0
    if params[JP, BY_VP] != 0.0 and g.cause == BY_POINTS:
        return float(params[seat, BY_VP] * max(-1.0, min(1.0, points_value(g, s))))
    return float(params[seat, column_of(int(g.level))])


@rule
def potential(g: Game, s: Tables, params: np.ndarray, seat: int) -> float:
    """Shaping potential of a seat; 0 in a finished game."""
    if g.outcome != PLAYING or params[JP, SHAPING] == 0.0:
        return 0.0
    return float(params[seat, SHAPING] * points_value(g, s))


@rule
def survival_reward(params: np.ndarray, seat: int, turns: int) -> float:
    """What a seat is paid for turns that have begun: nothing in this game."""
    return 0.0
