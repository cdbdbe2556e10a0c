"""Ground movement hex by hex over land, in half movement points (8.11, 8.41, 8.42)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import OPEN_SIDES, ROUTE_SIDES
from glory_env.games.empire.rules.bitmaps import clear, link, neighbours
from glory_env.games.empire.rules.board import ANY_KIND, any_in
from glory_env.games.empire.rules.ships import enemy_word
from glory_env.games.empire.rules.supply import FREE, LEVELS, LINKS, REACHED, ROUTES, WITHIN
from glory_env.games.empire.state import ARMOUR, COLUMNS, HIGH, LAND_SHIFT, NAT_CHINESE, NONE

BLOCK = WITHIN  # row: hexes with enemy ground, air, HQ or garrison, where a move by land ends
MOST = 6  # half points of a move: three MP


@rule
def open_land(g: Game, s: Tables, c: int, unit: int) -> int:
    """The hexes of a column that a ground unit may ever enter (R8.41-a, -d to -g, E-079).

    Central India is closed to Japan, inner China to all but the Chinese, who enter nothing but it,
    Burma and the north of India; nobody enters Manchuria (R13.61-b, R13.61-c, R13.71-a, R13.71-b,
    R13.75-c, R13.91-a).

    R8.41-e, R8.41-f, R8.41-g.
    """
    if s.nat[unit] == NAT_CHINESE:
        return int(s.chinese_land[c])
    return int(s.land_bits[c] & ~s.no_entry[s.unit_side[unit], c])


@rule
def blocks(g: Game, s: Tables, c: int, side: int) -> int:
    """The hexes of a column with enemies that end a move by land (R8.11-d, R8.42-f, E-007)."""
    return int(g.holders[1 - side, c])


@rule
def route_joins(g: Game, s: Tables, hex_: int, direction: int) -> bool:
    """A built route crosses the hexside, no marker at either end (R8.42-c, R8.42-e, R13.79-a)."""
    c, r = int(s.column[hex_]), int(s.row[hex_])
    other = int(s.near[hex_, direction])
    there, row = int(s.column[other]), int(s.row[other])
    printed = (s.sides[ROUTE_SIDES + int(g.kwai), direction, c] >> (LAND_SHIFT + r)) & 1 == 1
    marker = ((g.closed[c] >> r) | (g.closed[there] >> row)) & 1 == 1
    return printed and not marker


@rule
def step_cost(g: Game, s: Tables, unit: int, hex_: int, direction: int) -> int:
    """Half points to enter the hex in that direction, NONE where it may not (R8.42-a to -d).

    Terrain 1, 2 or 3 MP; a route half a point where no enemy but ships is. The 7th Armoured enters
    mountains over routes alone (R8.49-b, E-065).

    R8.4-b.
    """
    other = int(s.near[hex_, direction])
    if other == NONE:
        return NONE
    column, row = int(s.column[hex_]), int(s.row[hex_])
    c, r = int(s.column[other]), int(s.row[other])
    if (s.sides[OPEN_SIDES, direction, column] >> (LAND_SHIFT + row)) & 1 == 0:
        return NONE
    if (open_land(g, s, c, unit) >> r) & 1 == 0:
        return NONE
    enemies = (blocks(g, s, c, int(s.unit_side[unit])) >> r) & 1
    if not enemies and route_joins(g, s, hex_, direction):
        return 1
    for kind in range(3):
        if (s.cost[kind, c] >> (LAND_SHIFT + r)) & 1:
            return NONE if kind == 2 and s.type[unit] == ARMOUR else 2 + 2 * kind
    return NONE  # pragma: no cover - land behind an open side has one of three terrains


@rule
def may_fall_back(g: Game, s: Tables, unit: int, direction: int) -> bool:
    """A hex next door over land, open to the unit and without enemies; its cost does not matter.

    For units that disengage or retreat (R8.43-a, R8.43-b, R9.5-c, R9.5-f, E-034, E-057). So a
    Chinese unit that is driven over its border is lost (R13.75-e).
    """
    here = int(g.hex[unit])
    other, c, r = int(s.near[here, direction]), int(s.column[here]), int(s.row[here])
    if other == NONE or (s.sides[OPEN_SIDES, direction, c] >> (LAND_SHIFT + r)) & 1 == 0:
        return False
    if (open_land(g, s, int(s.column[other]), unit) >> int(s.row[other])) & 1 == 0:
        return False
    return not any_in(g, s, other, 1 - int(s.unit_side[unit]), ANY_KIND)


@rule
def must_stop(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """Enemy ground or air units, an HQ or a garrison end the move here (R8.11-d, R8.42-f)."""
    return (blocks(g, s, int(s.column[hex_]), side) >> int(s.row[hex_])) & 1 == 1


@rule
def may_stop(g: Game, s: Tables, side: int, hex_: int, battle: int) -> bool:
    """Whether a unit may end here: no enemies, or a battle that is allowed (R7.24-e, R7.24-m)."""
    c, r = int(s.column[hex_]), int(s.row[hex_])
    if (enemy_word(g, s, side, c) >> r) & 1 == 0:
        return True
    return battle in (NONE, hex_)


@rule
def may_step(
    g: Game, s: Tables, unit: int, hex_: int, direction: int, points: int, battle: int
) -> bool:
    """Whether a ground unit with these half points may take the step (R8.42-b, R8.11-c, P-10).

    Into a hex with nothing but enemy ships it may go on where it cannot stay.
    """
    cost = step_cost(g, s, unit, hex_, direction)
    if cost == NONE or cost > points:
        return False
    side, other = int(s.unit_side[unit]), int(s.near[hex_, direction])
    if may_stop(g, s, side, other, battle):
        return True
    if must_stop(g, s, side, other):
        return False
    for further in range(6):
        onward = step_cost(g, s, unit, other, further)
        if onward == NONE or cost + onward > points:
            continue
        if may_stop(g, s, side, int(s.near[other, further]), battle):
            return True
    return False


@rule
def walk(g: Game, s: Tables, w: np.ndarray, unit: int, start: int, points: int, stops: int) -> None:
    """Into REACHED: hexes a ground unit reaches with so many half points (R8.42-a to R8.42-f).

    What enemies end a move is in it and left by nobody, and so are the hexes of the row `stops`, if
    it is not NONE; which battle is allowed is not asked.
    """
    side = int(s.unit_side[unit])
    for c in range(COLUMNS):
        w[FREE, c] = open_land(g, s, c, unit) << LAND_SHIFT
        routes = s.exist[c] & ~g.closed[c]
        block = blocks(g, s, c, side)
        if stops != NONE:
            block |= int(w[stops, c])
        w[BLOCK, c] = block << LAND_SHIFT
        w[REACHED, c] = w[FREE, c] & (routes << LAND_SHIFT)
    column = int(s.column[start])
    w[FREE, column] |= 1 << (LAND_SHIFT + int(s.row[start]))
    link(s, w, OPEN_SIDES, FREE, LINKS)
    link(s, w, ROUTE_SIDES + int(g.kwai), REACHED, ROUTES)
    clear(w, REACHED)
    for k in range(MOST + 1):
        clear(w, LEVELS + k)
    w[LEVELS, column] = 1 << (LAND_SHIFT + int(s.row[start]))
    for k in range(points + 1):
        here = LEVELS + k
        for c in range(COLUMNS):
            new = w[here, c] & ~w[REACHED, c]
            w[REACHED, c] |= new
            w[here, c] = new & ~w[BLOCK, c] if k else new
        for c in range(COLUMNS):
            if k < points:
                w[here + 1, c] |= neighbours(w, here, ROUTES, c) & ~w[BLOCK, c]
            step = neighbours(w, here, LINKS, c) & HIGH
            for kind in range(3):
                barred = kind == 2 and s.type[unit] == ARMOUR
                if step and not barred and k + 2 + 2 * kind <= points:
                    w[here + 2 + 2 * kind, c] |= step & s.cost[kind, c]
    for c in range(COLUMNS):
        w[REACHED, c] >>= LAND_SHIFT
