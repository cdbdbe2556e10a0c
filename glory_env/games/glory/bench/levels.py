"""The payoff levels of the benchmark, and how far each pulls a seat away from cooperation.

A level is the reward preset of the same name (`engine.rewards`): utilities of win, draw, loss and
joint loss. The games are the same at every level; only what they pay differs. A level's *pressure*
on a seat is 1 - r, where r is the correlation of its payoff with that of the reward `cooperative`,
over games of cooperative networks with each other: 0 where both rank the games alike, 1 where they
have nothing in common, 2 where one is the other turned round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from glory_env.bench.families import Grid, estimate
from glory_env.bench.statistics import Apart, Estimate, Formula
from glory_env.games.glory.state import SERVICES

# Level -> its payoff in words: win, draw, loss, joint loss.
LEVELS = {
    "assurance": "1, 0.5, 0, -1",
    "rivalry": "1, 0.5, 0, -0.05",
    "spite": "own score minus the other's; a joint loss counts as a draw",
}
COOPERATIVE = "cooperative"  # the reward that pressure is measured against
PAID = (*LEVELS, COOPERATIVE)  # rewards with a column for each seat: `paid`


def paid(reward: str, seat: str) -> str:
    """The column of the games that has what a reward pays a seat."""
    return f"{reward}_{seat}"


def pressures(columns: Mapping[str, Grid]) -> dict[str, dict[str, Estimate | None]]:
    """By level and seat, with intervals over training seeds and dice; None where one does not vary.

    columns: those of PAID for both seats, over the same games.
    """
    grids: dict[str, Grid] = {}
    formulas: dict[str, Formula] = {}
    for seat in SERVICES:
        other = columns[paid(COOPERATIVE, seat)]
        for level in LEVELS:
            own, key = columns[paid(level, seat)], paid(level, seat)
            values = {
                "x": own.values, "y": other.values, "xy": own.values * other.values,
                "xx": own.values**2, "yy": other.values**2,
            }  # fmt: skip
            grids |= {f"{key} {name}": replace(own, values=v) for name, v in values.items()}
            formulas[key] = _pressure(key)
    found = estimate(formulas, grids)
    return {level: {seat: found[paid(level, seat)] for seat in SERVICES} for level in LEVELS}


def _pressure(key: str) -> Formula:
    def formula(m: Mapping[str, np.ndarray]) -> np.ndarray:
        x, y, xy, xx, yy = (m[f"{key} {name}"] for name in ("x", "y", "xy", "xx", "yy"))
        spread = np.maximum(xx - x * x, 0.0) * np.maximum(yy - y * y, 0.0)
        pressure: np.ndarray = 1.0 - (xy - x * y) / np.sqrt(spread)
        return pressure

    # No single game has a correlation: both payoffs have to vary by themselves.
    return Apart(formula, (lambda m: m[f"{key} x"], lambda m: m[f"{key} y"]))
