"""Random choices that are no dice: for hidden pieces that are drawn or dealt anew.

Each is a function of a key and of what is drawn, a number of the game's own.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, mix


@rule
def draw(key: int, what: int, count: int, below: int) -> int:
    """A number in 0 .. below - 1."""
    return (mix(hash_key(key, what, count), below) * below) >> 32


@rule
def shuffle(pieces: Array[int], count: int, key: int, what: int) -> None:
    """Put the first pieces of a list into a random order (Fisher and Yates)."""
    for k in range(count):
        pick = draw(key, what, k, k + 1)
        pieces[k], pieces[pick] = pieces[pick], pieces[k]
