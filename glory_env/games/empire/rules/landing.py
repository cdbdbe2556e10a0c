"""Amphibious assault: who may land, at what cost, over which sea and where (8.45 to 8.47)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import OPEN_SIDES
from glory_env.games.empire.rules.bitmaps import clear, put, take_out
from glory_env.games.empire.rules.board import NAVAL_BIT, any_in, own_word
from glory_env.games.empire.rules.ships import (
    battle_hexes,
    enemy_ships,
    enemy_word,
    open_sea,
    sail,
)
from glory_env.games.empire.rules.supply import BARRED, ENDS, REACHED, WITHIN
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AL,
    ARMY,
    CARGO,
    COLUMNS,
    JP,
    LAND_SHIFT,
    LANDED,
    LIFT,
    MAP,
    MARINE,
    MAX_UNITS,
    NO_LANDING,
    NONE,
    ONE_POINT,
    TWO_A_STEP,
)
from glory_env.games.empire.switches import MARINES_EVERYWHERE


@rule
def asp_cost(g: Game, s: Tables, unit: int) -> int:
    """ASP a landing of the unit takes (R8.45-f, R8.45-g)."""
    if s.landing[unit] == ONE_POINT:
        return 1
    each = 2 if s.landing[unit] == TWO_A_STEP else 1
    return each * int(g.steps[unit])


@rule
def may_embark(g: Game, s: Tables, unit: int) -> bool:
    """A unit able to land, in an own-controlled coastal hex (R1.3-cb, R8.45-a, R8.45-b, E-002).

    R8.4-d.
    """
    c, r = int(s.column[g.hex[unit]]), int(s.row[g.hex[unit]])
    coast = s.coast_bits[c] & own_word(g, s, int(s.unit_side[unit]), c)
    return s.landing[unit] != NO_LANDING and (coast >> r) & 1 == 1


@rule
def may_carry(g: Game, s: Tables, ship: int, unit: int) -> bool:
    """A Japanese ship takes along a brigade that starts with it, one each (R8.46-a, -b, -d)."""
    fit = s.organic[ship] == LIFT and s.organic[unit] == CARGO
    return fit and g.place[ship] == MAP and g.hex[ship] == g.hex[unit]


@rule
def landing_sea(g: Game, s: Tables, w: np.ndarray, side: int, ships: int, carrier: int) -> None:
    """The sea for a stack with landing units (R6.4-i, R8.11-b, R8.21-h, R8.45-j to R8.45-l).

    Without a carrier live zones are barred, without ships hexes with enemy ships: neither left nor
    entered (R7.23-c). `carrier`: one with a zone of its own that sails in the stack.
    """
    clear(w, BARRED)
    if not ships:
        enemy_ships(g, s, w, side, BARRED)
    if not carrier:
        live_zones(g, w, side, WITHIN)
        for c in range(COLUMNS):
            w[BARRED, c] |= w[WITHIN, c]
    open_sea(g, s, w, side)


@rule
def landing_ends(g: Game, s: Tables, w: np.ndarray, unit: int, battle: int, free_army: int) -> None:
    """Into ENDS, of REACHED: coasts where the unit may land (R8.45-b, -d, -r, -s, E-004, E-036).

    `free_army`: no Marines are asked of the US Army: in reaction, or Marines are in the stack. Else
    it follows them to islands with Japanese units, by a switch to all that Japan controls.
    """
    side = int(s.unit_side[unit])
    battle_hexes(g, s, w, side, battle, WITHIN)
    for c in range(COLUMNS):
        open_ = s.landable[c] & ~s.no_entry[side, c]
        w[ENDS, c] = w[REACHED, c] & open_ & (w[WITHIN, c] | ~enemy_word(g, s, side, c))
    if s.service[unit] == ARMY and side == AL and not free_army:
        marines_landed(g, s, w, WITHIN)
        for c in range(COLUMNS):
            island = s.islet_bits[c] & g.ctrl[c]
            if not g.switch[MARINES_EVERYWHERE]:
                island &= g.own[JP, c]
            w[ENDS, c] &= ~island | w[WITHIN, c]


@rule
def marines_landed(g: Game, s: Tables, w: np.ndarray, row: int) -> None:
    """Into a row: hexes where US Marines have landed in this offensive (R8.45-r)."""
    clear(w, row)
    for unit in range(MAX_UNITS):
        if s.type[unit] == MARINE and g.place[unit] == MAP and g.unit_flags[unit] & LANDED:
            put(s, w, row, int(g.hex[unit]))


@rule
def landing(
    g: Game,
    s: Tables,
    w: np.ndarray,
    unit: int,
    far: int,
    ships: int,
    carrier: int,
    battle: int,
    free_army: int,
) -> None:
    """Into ENDS: where the unit may land from where it stands (R8.45-c); REACHED is its sea."""
    start = int(g.hex[unit])
    landing_sea(g, s, w, int(s.unit_side[unit]), ships, carrier)
    sail(s, w, start, far)
    landing_ends(g, s, w, unit, battle, free_army)
    take_out(s, w, ENDS, start)


@rule
def barge_ends(g: Game, s: Tables, w: np.ndarray, unit: int, battle: int) -> None:
    """Into ENDS: coasts over one all-water hexside (R8.47-b, E-037); zones and ships bar it."""
    start = int(g.hex[unit])
    landing_sea(g, s, w, JP, 0, 0)
    sail(s, w, start, 1)
    landing_ends(g, s, w, unit, battle, 1)
    column, row = int(s.column[start]), int(s.row[start])
    clear(w, WITHIN)
    for direction in range(6):
        other = int(s.near[start, direction])
        mixed = (s.sides[OPEN_SIDES, direction, column] >> (LAND_SHIFT + row)) & 1
        if other != NONE and not mixed:
            put(s, w, WITHIN, other)
    for c in range(COLUMNS):
        w[ENDS, c] &= w[WITHIN, c]


@rule
def is_escorted(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """An own naval unit stands with those that land (R8.45-o, E-035)."""
    return any_in(g, s, hex_, side, NAVAL_BIT)
