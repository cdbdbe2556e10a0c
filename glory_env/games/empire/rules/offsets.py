"""The 37 hexes within three of a hex, in the order of the action table."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.state import COLUMNS, NONE, ROWS

RINGS = 3


@rule
def hex_across(s: Tables, hex_: int, right: int, down: int) -> int:
    """The hex so many columns east and, along the slant, so many rows south; NONE off the map.

    `down` counts in axes that run south and south-east, so it does not depend on the column.
    """
    column = int(s.column[hex_])
    slant = int(s.row[hex_]) - (column - (column & 1)) // 2 + down
    column += right
    if column < 0 or column >= COLUMNS:
        return NONE
    row = slant + (column - (column & 1)) // 2
    return int(s.hex_at[column, row]) if 0 <= row < ROWS else NONE


@rule
def offset_hex(s: Tables, hex_: int, offset: int) -> int:
    """Hex `offset` of 37: 0 = the hex, then rings 1, 2, 3, each clockwise from its northern end."""
    if offset == 0:
        return hex_
    left, ring = offset - 1, 1
    while left >= 6 * ring:
        left -= 6 * ring
        ring += 1
    side, step = left // ring, left % ring
    # corners of the ring and the way from each to the next, clockwise from the north
    if side == 0:
        right, down = step, -ring
    elif side == 1:
        right, down = ring, -ring + step
    elif side == 2:
        right, down = ring - step, step
    elif side == 3:
        right, down = -step, ring
    elif side == 4:
        right, down = -ring, ring - step
    else:
        right, down = -ring + step, -step
    return hex_across(s, hex_, right, down)
