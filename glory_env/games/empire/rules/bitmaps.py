"""Sets of hexes as bitmaps, and how such a set grows over hexsides.

A set is a row of `w`, one int64 word a column of the map, and a last word that is always 0: what
lies beyond the map. Bit r of a word is the hex in row r; bits
0-28 say "here by sea" and bits 32-60 "here by land", so that one operation moves both media of a
column. A set of hexes without a medium uses the low half alone. Words stay below 2^61.

Links are the hexsides that may be crossed, three rows from `at`: `at` holds the sides to the
south, `at + 1` those to the north-east, `at + 2` to the south-east, each at the bit of the hex they
leave (of the western one). They open both ways, so these three are all six. Odd columns lie half
a hex lower.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.geography import NORTH_EAST, SOUTH, SOUTH_EAST
from glory_env.games.empire.state import COLUMNS, LAND_SHIFT


@rule
def clear(w: np.ndarray, row: int) -> None:
    """Make the set empty."""
    for c in range(COLUMNS):
        w[row, c] = 0


@rule
def holds(s: Tables, w: np.ndarray, row: int, hex_: int) -> bool:
    """Whether the hex is in the set, by sea."""
    return bool((w[row, int(s.column[hex_])] >> int(s.row[hex_])) & 1)


@rule
def put(s: Tables, w: np.ndarray, row: int, hex_: int) -> None:
    """Add the hex to the set, by sea."""
    w[row, int(s.column[hex_])] |= 1 << int(s.row[hex_])


@rule
def take_out(s: Tables, w: np.ndarray, row: int, hex_: int) -> None:
    """Take the hex out of the set, by sea."""
    w[row, int(s.column[hex_])] &= ~(1 << int(s.row[hex_]))


@rule
def count(w: np.ndarray, row: int) -> int:
    """How many hexes are in a set."""
    found = 0
    for c in range(COLUMNS):
        word = w[row, c]
        while word:
            word &= word - 1
            found += 1
    return found


@rule
def link(s: Tables, w: np.ndarray, kind: int, free: int, at: int) -> None:
    """The open hexsides of a kind between two hexes of the set `free`, medium by medium."""
    for c in range(COLUMNS):
        here, there, odd = w[free, c], w[free, c + 1], c & 1
        w[at, c] = s.sides[kind, SOUTH, c] & here & (here >> 1)
        w[at + 1, c] = s.sides[kind, NORTH_EAST, c] & here & (there << (1 - odd))
        w[at + 2, c] = s.sides[kind, SOUTH_EAST, c] & here & (there >> odd)


@rule
def neighbours(w: np.ndarray, row: int, at: int, c: int) -> int:
    """What one step over these links from the set reaches in column c."""
    here, west, east = w[row, c], w[row, c - 1], w[row, c + 1]
    down, odd = w[at, c], c & 1
    found = (down & (here >> 1)) | ((down & here) << 1)
    found |= ((west & w[at + 1, c - 1]) >> odd) | ((west & w[at + 2, c - 1]) << (1 - odd))
    found |= ((east << (1 - odd)) & w[at + 1, c]) | ((east >> odd) & w[at + 2, c])
    return int(found)


@rule
def fill_column(w: np.ndarray, row: int, at: int, change: int, c: int) -> None:
    """All that the set reaches inside column c; the medium changes at the hexes of `change`."""
    found = w[row, c]
    down = w[at, c]
    swap = w[change, c]
    while True:
        # South by a carry that runs through the open sides, north by doubling.
        seeds = found & down
        found |= (((down + seeds) ^ down) & down | seeds) << 1
        way = down
        for shift in (1, 2, 4, 8, 16):
            found |= way & (found >> shift)
            way &= way >> shift
        after = found | ((found >> LAND_SHIFT) & swap) | ((found & swap) << LAND_SHIFT)
        if after == found:
            break
        found = after
    w[row, c] = found


@rule
def flood(w: np.ndarray, row: int, at: int, change: int) -> None:
    """All that the set reaches over these links, however far."""
    waiting = 0
    for c in range(COLUMNS):
        if w[row, c]:
            waiting |= 1 << c
    while waiting:
        for c in range(COLUMNS):
            if (waiting >> c) & 1:
                waiting = _pour(w, row, at, change, c, waiting)
        for c in range(COLUMNS - 1, -1, -1):
            if (waiting >> c) & 1:
                waiting = _pour(w, row, at, change, c, waiting)


@rule
def _pour(w: np.ndarray, row: int, at: int, change: int, c: int, waiting: int) -> int:
    """Fill a column and its neighbours' borders; the columns that wait then."""
    fill_column(w, row, at, change, c)
    here, odd = w[row, c], c & 1
    more = ((here & w[at + 1, c]) >> (1 - odd)) | ((here & w[at + 2, c]) << odd)
    if more & ~w[row, c + 1]:
        w[row, c + 1] |= more
        waiting |= 1 << (c + 1)
    more = ((here << odd) & w[at + 1, c - 1]) | ((here >> (1 - odd)) & w[at + 2, c - 1])
    if more & ~w[row, c - 1]:
        w[row, c - 1] |= more
        waiting |= 1 << (c - 1)
    return waiting & ~(1 << c)
