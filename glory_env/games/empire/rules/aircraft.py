"""Air moves in legs from airfield to airfield (8.3).

A leg is a way over hexes of the map, outside Manchuria and Soviet ground, not longer than the
range (8.41, 13.91, E-003). All fields reached with the same number of legs start the next one
together. The record is fresh when these are asked.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import ALL_SIDES
from glory_env.games.empire.rules.bitmaps import (
    clear,
    holds,
    link,
    neighbours,
    put,
    take_out,
)
from glory_env.games.empire.rules.board import NAVAL_BIT, any_in, own_word
from glory_env.games.empire.rules.china_box import find_links, may_fly_in
from glory_env.games.empire.rules.kunming import LINK_FIELDS, link_hex
from glory_env.games.empire.rules.ships import hexes_within
from glory_env.games.empire.rules.supply import (
    BACK,
    BARRED,
    ENDS,
    FREE,
    FRONT,
    LATE,
    LATER,
    LINKS,
    REACHED,
)
from glory_env.games.empire.state import (
    AL,
    CHINA_BOX,
    COLUMNS,
    GROUND,
    JP,
    LOW,
    MAP,
    MAX_UNITS,
    NONE,
)


@rule
def open_air(s: Tables, w: np.ndarray) -> None:
    """Hexsides between hexes outside BARRED and open to aircraft (8.41-e, R8.3-a, R8.11-a)."""
    for c in range(COLUMNS):
        w[FREE, c] = s.exist[c] & ~w[BARRED, c] & ~s.no_flight[c]
    link(s, w, ALL_SIDES, FREE, LINKS)


@rule
def landing_fields(g: Game, s: Tables, w: np.ndarray, side: int, row: int) -> None:
    """Into a row: fields a leg may end on: own ones, and the ferry (R8.31-c, R8.35-a, R8.35-c)."""
    for c in range(COLUMNS):
        w[row, c] = s.field_bits[c] & own_word(g, s, side, c)
    take_out(s, w, row, s.ferry)
    if side == AL and not any_in(g, s, s.ferry, JP, NAVAL_BIT):
        put(s, w, row, s.ferry)


@rule
def fly(g: Game, s: Tables, w: np.ndarray, side: int, start: int, legs: int, far: int) -> None:
    """Into REACHED: fields reached in so many legs of so many hexes (R8.31-a to R8.31-c).

    Needs the links of `open_air`; battle hexes may be barred there (R8.31-g).
    """
    clear(w, REACHED)
    clear(w, LATE)
    put(s, w, REACHED, start)
    put(s, w, LATE, start)
    fly_on(g, s, w, side, legs, far)


@rule
def fly_on(g: Game, s: Tables, w: np.ndarray, side: int, legs: int, far: int) -> None:
    """The same from the fields of LATE and REACHED."""
    landing_fields(g, s, w, side, LATER)
    for _ in range(legs):
        leg(w, far)
        grown = 0
        for c in range(COLUMNS):
            new = w[LATE, c] & w[LATER, c] & ~w[REACHED, c]
            w[LATE, c] = new
            w[REACHED, c] |= new
            grown |= new
        if grown == 0:
            break


@rule
def leg(w: np.ndarray, far: int) -> None:
    """LATE grows by the hexes that one leg reaches (R1.3-bd)."""
    for c in range(COLUMNS):
        w[FRONT, c] = w[LATE, c]
    here, there = FRONT, BACK
    for _ in range(far):
        for c in range(COLUMNS):
            new = neighbours(w, here, LINKS, c) & LOW & ~w[LATE, c]
            w[there, c] = new
            w[LATE, c] |= new
        here, there = there, here


@rule
def fly_unit(
    g: Game, s: Tables, w: np.ndarray, unit: int, legs: int, far: int, unseen: int
) -> None:
    """Into REACHED: fields an air unit reaches; `unseen`: past enemy zones (R8.31-a, R6.4-k).

    From the China box its first leg leads to an eligible field of Northern India, whatever its
    range (R13.74-e, R13.74-h).
    """
    side, links = int(s.unit_side[unit]), 0
    from_box = g.place[unit] == CHINA_BOX
    if from_box:
        links = find_links(g, s, w)
    for c in range(COLUMNS):
        w[BARRED, c] = g.zone_reach[1 - side, c] if unseen else 0
    open_air(s, w)
    if not from_box:
        fly(g, s, w, side, int(g.hex[unit]), legs, far)
        return
    clear(w, REACHED)
    clear(w, LATE)
    for k in range(LINK_FIELDS):
        if (links >> k) & 1:
            put(s, w, REACHED, link_hex(s, k))
            put(s, w, LATE, link_hex(s, k))
    fly_on(g, s, w, side, legs - 1, far)


@rule
def reaches_box(
    g: Game, s: Tables, w: np.ndarray, unit: int, legs: int, far: int, unseen: int
) -> bool:
    """Whether the last leg may lead into the China box (R13.74-a, R13.74-e). ENDS stays."""
    if not may_fly_in(g, s, unit):
        return False
    links = find_links(g, s, w)
    if links == 0:
        return False
    fly_unit(g, s, w, unit, legs - 1, far, unseen)
    for k in range(LINK_FIELDS):
        if (links >> k) & 1 and holds(s, w, REACHED, link_hex(s, k)):
            return True
    return False


@rule
def air_range(s: Tables, unit: int, extended: int) -> int:
    """The range of each leg: the extended one, or the normal one alone (R1.3-bb)."""
    return int(s.extended[unit]) if extended and s.extended[unit] else int(s.range[unit])


@rule
def flies_to_china(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """Whether an active air unit may end its move in the China box (R13.74-e). ENDS stays."""
    return reaches_box(g, s, w, unit, int(g.ov), air_range(s, unit, 1), 0)


@rule
def field_ends(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into ENDS, of REACHED: no field with enemy ground units, not the ferry.

    R7.22-c, R8.31-d, R8.35-b.
    """
    for c in range(COLUMNS):
        fields = s.field_bits[c] & own_word(g, s, side, c)
        w[ENDS, c] = w[REACHED, c] & fields
    take_out(s, w, ENDS, s.ferry)
    for unit in range(MAX_UNITS):
        enemy = s.unit_side[unit] == 1 - side and s.kind[unit] == GROUND
        if enemy and g.place[unit] == MAP:
            take_out(s, w, ENDS, int(g.hex[unit]))


@rule
def air_ends(g: Game, s: Tables, w: np.ndarray, unit: int, legs: int, extended: int) -> None:
    """Into ENDS: fields where an air unit may end its move (R8.31-a, R1.3-ba).

    With the extended range, or the normal one alone: a unit whose extended range is in brackets
    and is used takes no part in battle (R1.3-bb, R8.1-c, R8.31-i).
    """
    fly_unit(g, s, w, unit, legs, air_range(s, unit, extended), 0)
    field_ends(g, s, w, int(s.unit_side[unit]))


@rule
def flies_unseen(
    g: Game, s: Tables, w: np.ndarray, unit: int, end: int, legs: int, far: int
) -> bool:
    """Whether the legs can keep out of enemy zones, neutralised or not (R6.4-k, R8.31-k).

    An end of NONE is the China box.
    """
    if end == NONE:
        return reaches_box(g, s, w, unit, legs, far, 1)
    fly_unit(g, s, w, unit, legs, far, 1)
    return holds(s, w, REACHED, end)


@rule
def emergency_fields(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: own fields within the range, the extended one too (R8.32-b, R8.32-c)."""
    far = max(int(s.extended[unit]), int(s.range[unit]))
    hexes_within(s, w, int(g.hex[unit]), far, REACHED)
    field_ends(g, s, w, int(s.unit_side[unit]))
