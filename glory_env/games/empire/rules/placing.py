"""Where reinforcements and units that come back may be placed (10.1, 11.0, 13.74, PX-4).

`survey` looks once for a side; then `place_ends` tells the hexes of one unit after the other.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import clear, count, holds, put, take_out
from glory_env.games.empire.rules.board import own_word, place_unit
from glory_env.games.empire.rules.china_box import china_supplied, fits_box
from glory_env.games.empire.rules.headquarters import can_lead
from glory_env.games.empire.rules.hq_moves import find_sources
from glory_env.games.empire.rules.kunming import road_is_open, road_known
from glory_env.games.empire.rules.paths import begin_paths, enter_paths, path_links, step_paths
from glory_env.games.empire.rules.ships import enemy_word, offer_ends
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.rules.supply import (
    ENDS,
    FLOOD,
    LEVELS,
    LIVE,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AIR,
    AL,
    CHINA_BOX,
    COLUMNS,
    GROUND,
    GROUPS,
    HQ,
    LAND_SHIFT,
    LOW,
    MAP,
    MAX_HEXES,
    NAT_CHINESE,
    NAVAL,
    NEW,
    NONE,
    ROAD_OPEN,
)

COMMANDED = LEVELS  # and 3 more rows, one for each group of HQs
KUNMING = LEVELS + GROUPS  # hexes that Kunming would supply, though nobody is there yet
FULL_PORTS, FULL_BASES = KUNMING + 1, KUNMING + 2
NO_BOX, BOX_OPEN = 0, 1  # what `survey` says of the China box


@rule
def survey(g: Game, s: Tables, w: np.ndarray, side: int) -> int:
    """Into LIVE, FLOOD and COMMANDED what placing looks at; whether aircraft may go to China.

    LIVE: enemy zones; FLOOD: where an HQ would be supplied; COMMANDED: where a supplied HQ of each
    group may activate units, of those that were there at the start of the turn. Others count in
    their own hex alone (R10.11-b, R10.11-f, E-501). KUNMING: what it supplies without an HQ.
    """
    box = BOX_OPEN if side == AL and box_takes_more(g, s, w) else NO_BOX
    serves = side == AL and china_supplied(g, s)
    for c in range(COLUMNS):
        w[KUNMING, c] = g.near_kunming[c] if serves else 0
    find_sources(g, s, w, side)
    path_links(g, s, w, side, NONE)
    for group in range(GROUPS):
        command_of(g, s, w, side, group)
    fill_up(g, s, w, side)
    return box


@rule
def leads_in(g: Game, s: Tables, unit: int, side: int, group: int) -> bool:
    """A supplied HQ of the group, not one that has just been placed."""
    old = g.unit_flags[unit] & NEW == 0
    return can_lead(g, s, unit, side) and s.group[unit] == group and old


@rule
def command_of(g: Game, s: Tables, w: np.ndarray, side: int, group: int) -> None:
    """Into a row of COMMANDED: where the supplied HQs of a group may activate units.

    All of them in one search: an HQ whose range is shorter by k enters k steps later.
    """
    row, far = COMMANDED + group, 0
    for k in range(int(s.hqs)):
        hq = int(s.hq_unit[k])
        if leads_in(g, s, hq, side, group):
            far = max(far, int(s.command_range[hq]))
    begin_paths(w, row)
    while True:
        for k in range(int(s.hqs)):
            hq = int(s.hq_unit[k])
            if s.command_range[hq] == far and leads_in(g, s, hq, side, group):
                enter_paths(s, w, row, int(g.hex[hq]))
        if far == 0:
            break
        step_paths(w, row, 0, COLUMNS - 1)
        far -= 1
    for k in range(int(s.hqs)):
        hq = int(s.hq_unit[k])
        if s.group[hq] == group and can_lead(g, s, hq, side):
            put(s, w, row, int(g.hex[hq]))


@rule
def fill_up(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into FULL_PORTS and FULL_BASES: hexes of the side that take no more ships, or no others."""
    ships, bases = np.zeros(MAX_HEXES, np.int8), np.zeros(MAX_HEXES, np.int8)
    clear(w, FULL_PORTS)
    clear(w, FULL_BASES)
    for unit in range(s.units):
        if s.unit_side[unit] != side or g.place[unit] != MAP:
            continue
        hex_, other = int(g.hex[unit]), int(s.pair[unit])
        if s.kind[unit] == NAVAL:
            ships[hex_] += 1
            if ships[hex_] >= s.stack[0]:
                put(s, w, FULL_PORTS, hex_)
        elif s.kind[unit] in (AIR, GROUND):
            # The second of a pair counts nothing (R8.34-f).
            if other == NONE or other > unit or g.place[other] != MAP or g.hex[other] != hex_:
                bases[hex_] += 1
            if bases[hex_] >= s.stack[1]:
                put(s, w, FULL_BASES, hex_)


@rule
def place_ends(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: hexes that take the unit (R10.11-b to -e, R10.11-j, PX-4).

    Own ports, for aircraft own airfields, without enemies or their live zones; those of Allied
    aircraft that came before count for Japan (R10.11-i).
    """
    side = int(s.unit_side[unit])
    for c in range(COLUMNS):
        bases = s.field_bits[c] if s.kind[unit] == AIR else s.port_bits[c]
        fit = bases & own_word(g, s, side, c) & ~w[LIVE, c] & ~enemy_word(g, s, side, c)
        w[ENDS, c] = fit & fit_for(g, s, w, unit, c) & LOW
    if s.nat[unit] == NAT_CHINESE:
        clear(w, ENDS)
        if holds(s, w, KUNMING, int(s.kunming)) and not holds(s, w, LIVE, int(s.kunming)):
            put(s, w, ENDS, int(s.kunming))  # R10.11-k, R11.34-b
    elif s.kind[unit] == AIR:
        take_out(s, w, ENDS, int(s.ferry))
    leave_room(g, s, w, unit)


@rule
def fit_for(g: Game, s: Tables, w: np.ndarray, unit: int, c: int) -> int:
    """Hexes of a column where the unit is supplied and may be activated, or an HQ is supplied.

    R10.11-b, R10.11-d: HQs that may supply and activate it, not always one for both.
    """
    if s.kind[unit] == HQ:
        return int(w[FLOOD, c] | (w[FLOOD, c] >> LAND_SHIFT))
    supplied, commanded = w[KUNMING, c], 0
    for group in range(GROUPS):
        if (s.served_by[unit] >> group) & 1:
            supplied |= g.served[group, c]
            commanded |= w[COMMANDED + group, c]
    barred = 0
    if s.kind[unit] == GROUND:
        barred = s.no_entry[s.unit_side[unit], c]
    elif s.kind[unit] == AIR:
        barred = s.no_flight[c]
    return int(supplied & commanded & ~barred)


@rule
def leave_room(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Take full hexes out of ENDS: six ships, three others, one HQ (R10.11-j, R6.11-f, R6.11-g)."""
    if s.kind[unit] == HQ:
        for k in range(int(s.hqs)):
            hq = int(s.hq_unit[k])
            if g.place[hq] == MAP:
                take_out(s, w, ENDS, int(g.hex[hq]))
        return
    full, other = FULL_PORTS if s.kind[unit] == NAVAL else FULL_BASES, int(s.pair[unit])
    joins = s.kind[unit] != NAVAL and other != NONE and g.place[other] == MAP
    joins = joins and holds(s, w, ENDS, int(g.hex[other]))
    for c in range(COLUMNS):
        w[ENDS, c] &= ~w[full, c]
    if joins and room_for(g, s, unit, int(g.hex[other])):
        put(s, w, ENDS, int(g.hex[other]))


@rule
def may_place(g: Game, s: Tables, w: np.ndarray, unit: int, box: int) -> bool:
    """Whether there is a place for the unit; ENDS has the hexes."""
    place_ends(g, s, w, unit)
    return count(w, ENDS) > 0 or (box == BOX_OPEN and fits_box(g, s, unit))


@rule
def offer_places(g: Game, s: Tables, unit: int, mask: Array[int]) -> None:
    """The hexes that take the unit, and the China box where it may go there."""
    w = scratch()
    box = survey(g, s, w, int(s.unit_side[unit]))
    place_ends(g, s, w, unit)
    offer_ends(s, w, mask)
    if box == BOX_OPEN and fits_box(g, s, unit):
        mask[PLACE + int(s.places) - 1] = 1


@rule
def put_down(g: Game, s: Tables, unit: int, place: int, steps: int) -> None:
    """The unit comes into a hex or the China box, new in this segment (R10.11-h, R11.0-e)."""
    hex_ = int(s.place_hex[place])
    place_unit(g, s, unit, CHINA_BOX if hex_ == NONE else MAP, hex_, steps)
    g.unit_flags[unit] |= NEW
    g.delayable[unit] = 0


# --- China -----------------------------------------------------------------------------------
@rule
def box_takes_more(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Aircraft may come straight into the China box: the road is open (R13.74-d, E-521, E-591)."""
    if g.china_surrendered or g.road_ends == 0:
        return False
    if road_known(g):
        return bool(g.road == ROAD_OPEN)
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    return road_is_open(g, s, w)
