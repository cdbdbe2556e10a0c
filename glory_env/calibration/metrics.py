"""Figures of finished games: columns over GAME arrays, and means with 95 % intervals.

Columns are pure functions of GAME (N,), N games on one scenario, and give one value a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.bench.statistics import CONFIDENCE, RESAMPLES, Estimate, bootstrap
from glory_env.core.state import ARMY, COMPLETED, NAVY

_SEED = 20_240_802  # of the resamples
_BLOCK = 4_000_000  # weights held in memory at once


# --- columns -------------------------------------------------------------------------------
def completed(finals: np.ndarray) -> np.ndarray:
    """bool (N,)."""
    return finals["outcome"] == COMPLETED


def lasted(finals: np.ndarray, tables: Any) -> np.ndarray:
    """bool (N,): the last turn was reached, whether it was survived or not."""
    return finals["turn"] >= tables["last_turn"]


def lead(finals: np.ndarray, seat: int, turn: int | None = None) -> np.ndarray:
    """GP a seat is ahead at the end of a turn (None: of the game), int64 (N,)."""
    gp = (finals["gp"] if turn is None else finals["log_gp"][:, turn]).astype(np.int64)
    return gp[:, seat] - gp[:, NAVY + ARMY - seat]


def mean_gp(finals: np.ndarray) -> np.ndarray:
    """GP at the end, mean of the two services, float64 (N,)."""
    return finals["gp"].mean(axis=1)


def turn_13_available(finals: np.ndarray, tables: Any) -> np.ndarray:
    """bool (N,): after the last turn somebody could declare turn 13, and may have done so.

    Turn 13 changes the points, so they are those logged for the turn before; it moves no marker.
    """
    gap = np.abs(lead(finals, ARMY, int(tables["last_turn"]))) >= tables["turn_13_gap"]
    return completed(finals) & gap & markers_in(finals, tables, tables["home_islands"] > 0)


def markers_in(finals: np.ndarray, tables: Any, boxes: np.ndarray) -> np.ndarray:
    """bool (N,): a marker stands in one of the boxes, bool (MAX_BOXES,)."""
    found = np.zeros(len(finals), np.bool_)
    steps = finals["marker_step"]
    for m in range(int(tables["markers"])):
        box = tables["route"][m, steps[:, m] - 1]
        found |= (steps[:, m] > 0) & boxes[box]
    return found


def solo_victory(finals: np.ndarray, tables: Any) -> np.ndarray:
    """bool (N,): completed with both services above the scenario's mark."""
    return completed(finals) & (finals["gp"].min(axis=1) > tables["solo_gp"])


# --- means with intervals ------------------------------------------------------------------
def mean(values: np.ndarray, seeds: np.ndarray, among: np.ndarray | None = None) -> Estimate | None:
    """Mean of a column over the games `among`, bool (N,), by default all; None without any."""
    if among is not None:
        values, seeds = values[among], seeds[among]
    return bootstrap({"": values}, seeds)[""] if len(seeds) else None


def difference_of_means(
    a: np.ndarray, among_a: np.ndarray, b: np.ndarray, among_b: np.ndarray
) -> Estimate | None:
    """Mean of a over `among_a` minus mean of b over `among_b`, all (N,); row k is one seed.

    Resamples take seeds, so that what the two pairings share through the dice drops out. None
    where one of the two has no game.
    """
    if not among_a.any() or not among_b.any():
        return None
    n = len(a)
    columns = np.column_stack([a * among_a, among_a, b * among_b, among_b]).astype(np.float64)
    rng = np.random.default_rng(_SEED)
    block = max(1, _BLOCK // n)
    found = []
    for start in range(0, RESAMPLES, block):
        rows = min(block, RESAMPLES - start)
        sums = rng.multinomial(n, np.full(n, 1 / n), size=rows) @ columns
        whole = sums[(sums[:, 1] > 0) & (sums[:, 3] > 0)]
        found.append(whole[:, 0] / whole[:, 1] - whole[:, 2] / whole[:, 3])
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(found), [tail, 1 - tail])
    middle = a[among_a].mean() - b[among_b].mean()
    return Estimate(float(middle), float(low), float(high))
