"""The game as one NumPy record: how its dtype is laid out and how it is copied."""

from __future__ import annotations

from typing import Any

import numpy as np


def record(fields: list[tuple[Any, ...]]) -> np.dtype:
    """An aligned record; np.record lets the same rule text run uncompiled (g.turn).

    Largest items first and the end filled up: padding would leave some bytes of a copy to chance.
    """
    ordered = sorted(fields, key=lambda f: -np.dtype(f[1]).itemsize)
    spare = -np.dtype(ordered).itemsize % np.dtype("i8").itemsize
    return np.dtype((np.record, np.dtype([*ordered, ("spare", "i1", (spare,))], align=True)))


def copy_games(games: np.ndarray) -> np.ndarray:
    """A copy of an array of games, as bytes: NumPy's own goes field by field and takes 30 us."""
    return games.view(np.uint8).copy().view(games.dtype)
