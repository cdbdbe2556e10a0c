"""Numbers as the observation shows them: scaled, and cut off at the ends of their range."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.sections import CROWD
from glory_env.games.glory.state import MAX_TONNAGE

FULL: Any = np.float32(CROWD)  # of the observation's own type: nothing is converted


@rule
def clip(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


@rule
def share(x: int, whole: int) -> float:
    """x over whole in 0..1; 0 of nothing."""
    if whole <= 0:
        return 0.0
    return clip(int(x) / int(whole), 0.0, 1.0)


@rule
def tons(x: int) -> float:
    """Tonnage over the most there can be."""
    return clip(int(x) / MAX_TONNAGE, -1.0, 1.0)


@rule
def flag(out: Array[float], start: int, size: int, k: int) -> None:
    """One of `size` flags; none where k is outside (NONE, SYSTEM)."""
    if 0 <= k < size:
        out[start + int(k)] = 1.0


@rule
def add(out: np.ndarray, j: int, x: Any) -> None:
    """Count at j, up to CROWD."""
    out[j] = min(out[j] + x, FULL)
