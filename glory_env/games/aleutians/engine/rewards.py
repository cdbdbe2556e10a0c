"""The reward: the level of victory as a number between the two sides, zero-sum (4.2).

Japan gets `OUTCOMES[level]`, the Allies the negative. Shaping is potential-based (Ng et al. 1999)
on the victory points, off by default.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.state import JAPAN, LEVELS, PLAYING, SIDES

OUTCOMES = (-1.0, -0.5, 0.35, 0.7, 1.0)  # of Japan, by LEVELS
SHAPING = len(LEVELS)  # column of the parameters after those of the levels
N_PARAMS = SHAPING + 1
POINTS = 7  # VP of a decisive victory


def params(reward: Any, shaping: float | None, survival: float | None) -> np.ndarray:
    """Reward parameters, float64 (2, N_PARAMS).

    reward: None, "outcome", or five numbers of Japan, one for each level from the Allied decisive
    victory on. shaping: weight of VP / 7 as potential. survival: there is none in this game.
    ValueError.
    """
    values: Any = OUTCOMES if reward is None or reward == "outcome" else reward
    try:
        row = [float(value) for value in values]
    except (TypeError, ValueError):
        row = []
    if len(row) != len(LEVELS) or not all(math.isfinite(value) for value in row):
        raise ValueError(f'reward: expected "outcome" or {len(LEVELS)} numbers, got {reward!r}')
    if survival:
        raise ValueError(f"survival: this game has no reward for survival, got {survival!r}")
    weight = float(shaping or 0.0)
    if not math.isfinite(weight):
        raise ValueError(f"shaping: expected a number, got {shaping!r}")
    japan = [*row, weight]
    return np.array([japan, [-value for value in japan]], np.float64)[: len(SIDES)]


@rule
def terminal_reward(g: Game, s: Tables, params: np.ndarray, seat: int) -> float:
    """Of a finished game for a seat; 0 while it is in play."""
    if g.outcome == PLAYING:
        return 0.0
    return float(params[seat, g.level])


@rule
def potential(g: Game, s: Tables, params: np.ndarray, seat: int) -> float:
    """Shaping potential of a seat; 0 in a finished game."""
    if g.outcome != PLAYING or params[JAPAN, SHAPING] == 0.0:
        return 0.0
    return float(params[seat, SHAPING] * vp(g, s) / POINTS)


@rule
def survival_reward(params: np.ndarray, seat: int, turns: int) -> float:
    """What a seat is paid for turns that have begun: nothing in this game."""
    return 0.0
