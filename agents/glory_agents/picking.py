"""A random legal action out of a range of the action table."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule


@rule
def pick(mask: Array[int], first: int, last: int, x: int) -> int:
    """A random legal action in first..last-1, drawn by the 32-bit number x; -1 if none is."""
    legal = 0
    for a in range(first, last):
        legal += int(mask[a])
    if legal == 0:
        return -1
    k = (x * legal) >> 32
    for a in range(first, last):
        if mask[a]:
            if k == 0:
                return a
            k -= 1
    return -1
