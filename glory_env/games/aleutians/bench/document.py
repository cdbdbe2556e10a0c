"""What all results of the Aleutians Campaign have in common, as plain values for JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env import __version__
from glory_env.bench.statistics import INTERVALS, bootstrap

FORMAT = 1
DIGITS = 5

Columns = dict[str, np.ndarray]
Estimates = dict[str, list[float | None]]


def head(board: Any, first: int, games: int) -> dict[str, Any]:
    """Package, scenario, seeds from `first` on, kind of intervals."""
    return {
        "format": FORMAT,
        "package": __version__,
        "scenario": board.name,
        "scenario_id": board.id,
        "seeds": {"first": first, "games": games},
        "intervals": INTERVALS,
    }


def estimates(columns: Columns, seeds: np.ndarray) -> Estimates:
    """Column (N,) -> mean with the ends of its interval; seeds: int64 (N,)."""
    return {name: found.rounded(DIGITS) for name, found in bootstrap(columns, seeds).items()}
