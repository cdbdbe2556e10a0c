"""Hexes, who stands in them and who holds them; the only functions that change this.

What the caches of zones and supply depend on changes here and nowhere else: `move_unit`,
`place_unit`, `remove_unit` and `set_control` set the bits in `dirty`. A rule that makes a unit
active or inactive, or cancels zones, calls `touch` or sets the bit itself.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import HOME_GARRISON
from glory_env.games.empire.state import (
    AIR,
    CHINA_BOX,
    DIRTY_HOLDERS,
    DIRTY_HQS,
    DIRTY_LAND,
    DIRTY_ROADS,
    DIRTY_ZONES,
    FIRST_COLUMN,
    GROUND,
    HQ,
    INDIA,
    JP,
    MAP,
    NAVAL,
    NONE,
)
from glory_env.games.empire.switches import INDIA_RESET

# Kinds of units as a set of bits, 1 << kind
NAVAL_BIT, AIR_BIT, GROUND_BIT, HQ_BIT = 1 << NAVAL, 1 << AIR, 1 << GROUND, 1 << HQ
ANY_KIND = NAVAL_BIT | AIR_BIT | GROUND_BIT | HQ_BIT


# --- hexes ---------------------------------------------------------------------------------
@rule
def hex_of(s: Tables, number: int) -> int:
    """The hex of a printed number CCRR; NONE if there is none (R1.3-fa)."""
    column, row = number // 100 - FIRST_COLUMN, number % 100
    if column < 0 or column >= s.hex_at.shape[0] or row >= s.hex_at.shape[1]:
        return NONE
    return int(s.hex_at[column, row])


@rule
def beside(s: Tables, h: int, other: int) -> int:
    """The direction from a hex to a neighbour 0..5; NONE if they are no neighbours."""
    for d in range(6):
        if s.near[h, d] == other:
            return d
    return NONE


@rule
def distance(s: Tables, h: int, other: int) -> int:
    """Hexes from one to the other, over hexes there are; the first is not counted (R1.3-fb).

    R1.3-de.
    """
    return int(s.dist[h, other])


@rule
def in_bitmap(s: Tables, words: Array[int], h: int) -> bool:
    """Whether a hex is in a bitmap of 51 words (of the low half)."""
    return (words[s.column[h]] >> s.row[h]) & 1 != 0


# --- who stands where ----------------------------------------------------------------------
@rule
def stands(g: Game, s: Tables, u: int, h: int, side: int, kinds: int) -> bool:
    """Whether a unit is one of a side and of these kinds, in a hex on the map."""
    if g.hex[u] != h or g.place[u] != MAP or s.unit_side[u] != side:
        return False
    return (kinds >> int(s.kind[u])) & 1 != 0


@rule
def count_in(g: Game, s: Tables, h: int, side: int, kinds: int) -> int:
    """Units of a side and of these kinds in a hex."""
    total = 0
    for u in range(s.units):
        if stands(g, s, u, h, side, kinds):
            total += 1
    return total


@rule
def next_in(g: Game, s: Tables, h: int, side: int, kinds: int, after: int) -> int:
    """The unit with the lowest number above `after` that stands so in a hex, or NONE."""
    for u in range(after + 1, s.units):
        if stands(g, s, u, h, side, kinds):
            return u
    return NONE


@rule
def any_in(g: Game, s: Tables, h: int, side: int, kinds: int) -> bool:
    """Whether a unit of a side and of these kinds stands in a hex."""
    return next_in(g, s, h, side, kinds, NONE) != NONE


# --- control -------------------------------------------------------------------------------
@rule
def holder_of(g: Game, s: Tables, h: int) -> int:
    """The side that controls a hex; at sea the Allies, which means nothing (R1.3-cf)."""
    return 1 - ((g.ctrl[s.column[h]] >> s.row[h]) & 1)


@rule
def controls(g: Game, s: Tables, h: int, side: int) -> bool:
    """Whether a side controls a hex."""
    return holder_of(g, s, h) == side


@rule
def own_word(g: Game, s: Tables, side: int, c: int) -> int:
    """The hexes of a column that a side controls (R1.3-cf)."""
    return int(g.ctrl[c]) if side == JP else int(s.exist[c] & ~g.ctrl[c])


# --- changes -------------------------------------------------------------------------------
@rule
def touch(g: Game, s: Tables, u: int) -> None:
    """Note that what a unit does to zones and supply may have changed (R6.4-a, P-2).

    Aircraft and carriers make zones, HQs serve supply; any unit holds land, or opens a hex that the
    enemy holds (E-011).
    """
    g.dirty |= DIRTY_HOLDERS
    if s.kind[u] == AIR or s.is_carrier[u]:
        g.dirty |= DIRTY_ZONES
    elif s.kind[u] == HQ:
        g.dirty |= DIRTY_HQS << int(s.unit_side[u])


@rule
def move_unit(g: Game, s: Tables, u: int, h: int) -> None:
    """A unit on the map goes to another hex."""
    if g.hex[u] != h:
        g.hex[u] = h
        touch(g, s, u)


@rule
def place_unit(g: Game, s: Tables, u: int, place: int, h: int, steps: int) -> None:
    """A unit comes onto the map (place MAP, a hex) or into the China box, with so many steps."""
    g.place[u] = place
    g.hex[u] = h if place == MAP else NONE
    g.steps[u] = steps
    g.when[u] = 0
    touch(g, s, u)


@rule
def remove_unit(g: Game, s: Tables, u: int, place: int, when: int) -> None:
    """A unit leaves the map or a box for another place; `when`: turn of its return, or 0."""
    was_out = g.place[u] != MAP and g.place[u] != CHINA_BOX
    g.place[u] = place
    g.hex[u] = NONE
    g.when[u] = when
    g.carrier[u] = NONE
    if not was_out:
        touch(g, s, u)


@rule
def retake(g: Game, s: Tables, h: int) -> None:
    """The Allies take a hex back: India is quiet if it lies in the north (R13.62-e, E-516).

    Alaska and Hawaii are no longer held without a break (R16.42-a, E-539).
    """
    if in_bitmap(s, s.india_north, h) and not g.surrendered[INDIA]:
        if g.switch[INDIA_RESET] == 0:
            g.india = 0
    elif in_bitmap(s, s.alaska, h):
        break_run(g, s, h, s.alaska, g.alaska_runs)
    elif in_bitmap(s, s.hawaii, h):
        break_run(g, s, h, s.hawaii, g.hawaii_runs)


@rule
def break_run(g: Game, s: Tables, h: int, hexes: Array[int], runs: Array[int]) -> None:
    """The count of a hex starts anew; the counts are in the order of places."""
    k = 0
    for place in range(int(s.hex_place[h])):
        if s.place_hex[place] != NONE and in_bitmap(s, hexes, int(s.place_hex[place])):
            k += 1
    runs[k] = 0


@rule
def set_control(g: Game, s: Tables, h: int, side: int) -> None:
    """A side takes control of a hex (R1.3-ci); a home garrison that falls is gone (R13.94-b)."""
    if holder_of(g, s, h) == side:
        return
    bit = 1 << int(s.row[h])  # uncompiled, a shift of int8 would stay int8
    if side == JP:
        g.ctrl[s.column[h]] |= bit
    else:
        g.ctrl[s.column[h]] &= ~bit
        if s.garrison[h] == HOME_GARRISON:
            g.fallen[s.column[h]] |= bit
        if h == g.express_hex:  # R6.23-e
            g.express_hex = NONE
        retake(g, s, h)
    g.dirty |= DIRTY_LAND | DIRTY_ROADS
