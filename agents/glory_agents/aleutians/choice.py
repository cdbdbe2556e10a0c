"""Picking one action out of a mask."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule


@rule
def first_legal(mask: Array[int]) -> int:
    """The lowest legal action; -1 if none is."""
    for a in range(mask.shape[0]):
        if mask[a]:
            return a
    return -1
