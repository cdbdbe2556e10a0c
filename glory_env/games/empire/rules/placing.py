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
from glory_env.games.empire.rules.board import NAVAL_BIT, count_in, own_word, place_unit
from glory_env.games.empire.rules.china_box import china_supplied, fits_box
from glory_env.games.empire.rules.headquarters import can_lead
from glory_env.games.empire.rules.hq_moves import find_sources
from glory_env.games.empire.rules.kunming import road_is_open
from glory_env.games.empire.rules.paths import activation_paths
from glory_env.games.empire.rules.ships import enemy_word, offer_ends
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.rules.supply import (
    ENDS,
    FLOOD,
    LEVELS,
    LIVE,
    PATHS,
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
    NAT_CHINESE,
    NAVAL,
    NEW,
    NONE,
)

COMMANDED = LEVELS  # and 3 more rows, one for each group of HQs
KUNMING = LEVELS + GROUPS  # hexes that Kunming would supply, though nobody is there yet
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
    for group in range(GROUPS):
        clear(w, COMMANDED + group)
    for hq in range(s.units):
        if not can_lead(g, s, hq, side):
            continue
        row = COMMANDED + int(s.group[hq])
        if g.unit_flags[hq] & NEW:
            put(s, w, row, int(g.hex[hq]))
            continue
        activation_paths(g, s, w, hq, int(s.command_range[hq]), NONE, PATHS)
        for c in range(COLUMNS):
            w[row, c] |= w[PATHS, c]
    return box


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
    side = int(s.unit_side[unit])
    if s.kind[unit] == HQ:
        for hq in range(s.units):
            if s.kind[hq] == HQ and g.place[hq] == MAP:
                take_out(s, w, ENDS, int(g.hex[hq]))
        return
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not holds(s, w, ENDS, hex_):
            continue
        c, r = int(s.column[hex_]), int(s.row[hex_])
        if (g.own[side, c] >> r) & 1 == 0:
            continue
        if s.kind[unit] == NAVAL:
            full = count_in(g, s, hex_, side, NAVAL_BIT) >= s.stack[0]
        else:
            full = not room_for(g, s, unit, hex_)
        if full:
            take_out(s, w, ENDS, hex_)


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
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    return road_is_open(g, s, w)
