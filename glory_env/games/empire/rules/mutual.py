"""Supply of both sides at once, as the record keeps it (R6.21-za, P-8).

`refresh` makes it anew when something changed and somebody asks. Without enemy zones supply depends
on HQs, control, ground units and routes alone; this is kept as well (`served_free`), and from it
both sides mostly need one pass each.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import clear
from glory_env.games.empire.rules.kunming import any_near, look_at_road, road_now
from glory_env.games.empire.rules.supply import (
    BACK,
    FRONT,
    LIVE,
    free_hexes,
    scratch,
    supply_side,
)
from glory_env.games.empire.rules.zones import is_flyer, lay_zones, live_zones, occupy
from glory_env.games.empire.state import (
    ACTIVE,
    AL,
    COLUMNS,
    DIRTY_HQS,
    DIRTY_LAND,
    DIRTY_ROADS,
    DIRTY_ZONES,
    GROUPS,
    HQ,
    JAPAN_HQS,
    JOINT_HQS,
    JP,
    MAP,
    MAX_UNITS,
    NO_ROUTE_HEXES,
    NO_UNIT,
    ROAD_CLOSED,
    ROAD_HUMP,
    ROAD_OPEN,
)

# Rows of what `keep` keeps
OLD_LIVE, OLD_SERVED, OLD_HQS = 0, 2, 2 + GROUPS
OLD_ROWS = OLD_HQS + 1


@rule
def supply_and_kunming(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """One pass of a side; Kunming serves every Allied class without an HQ (R13.75-b, P-6).

    R6.21-x.
    """
    supply_side(g, s, w, side)
    if side == AL:
        g.road = road_now(g, s, w)
    if side == AL and g.road != ROAD_CLOSED and any_near(g):
        for c in range(COLUMNS):
            g.served[JOINT_HQS, c] |= g.near_kunming[c]


@rule
def supplied_at(g: Game, s: Tables, unit: int, hex_: int) -> bool:
    """Whether a unit, not an HQ, is supplied in a hex, by the zones as they are (R6.21-c, P-6)."""
    c, r = int(s.column[hex_]), int(s.row[hex_])
    word = 0
    for group in range(GROUPS):
        if (s.served_by[unit] >> group) & 1:
            word |= g.served[group, c]
    return (word >> r) & 1 == 1


@rule
def is_supplied(g: Game, s: Tables, unit: int) -> bool:
    """A unit on the map, not an HQ: served, active, or where the Express is (R6.0-f, R6.23-d)."""
    if g.unit_flags[unit] & ACTIVE:
        return True
    hex_ = int(g.hex[unit])
    return supplied_at(g, s, unit, hex_) or (s.unit_side[unit] == JP and hex_ == g.express_hex)


@rule
def judge(g: Game, s: Tables, side: int, only_drop: int) -> int:
    """Set `supply` of the aircraft and carriers of a side by `served`; how many lost it."""
    lost = 0
    for unit in range(MAX_UNITS):
        if s.unit_side[unit] != side or g.place[unit] != MAP or not is_flyer(s, unit):
            continue
        if g.supply[unit] or not only_drop:
            after = is_supplied(g, s, unit)
            lost += g.supply[unit] and not after
            g.supply[unit] = after
    return lost


@rule
def is_of(group: int, side: int) -> bool:
    """Whether HQs of a group are a side's."""
    return (group == JAPAN_HQS) == (side == JP)


@rule
def keep(g: Game, s: Tables, old: np.ndarray) -> None:
    """Into `old`: live zones, what is served, supplied HQs and the road, as they were.

    old: int64 (OLD_ROWS, COLUMNS + 1).
    """
    for side in range(2):
        live_zones(g, old, side, OLD_LIVE + side)
    for group in range(GROUPS):
        for c in range(COLUMNS):
            old[OLD_SERVED + group, c] = g.served[group, c]
    for k in range(int(s.hqs)):
        old[OLD_HQS, k] = g.supply[s.hq_unit[k]]
    old[OLD_HQS, COLUMNS] = g.road


@rule
def as_before(g: Game, s: Tables, w: np.ndarray, old: np.ndarray, side: int) -> bool:
    """Where the live zones are what they were: take what is served from `old`; False elsewhere."""
    for c in range(COLUMNS):
        if w[LIVE, c] != old[OLD_LIVE + side, c]:
            return False
    for group in range(GROUPS):
        if is_of(group, side):
            for c in range(COLUMNS):
                g.served[group, c] = old[OLD_SERVED + group, c]
    for k in range(int(s.hqs)):
        unit = int(s.hq_unit[k])
        if s.unit_side[unit] == side:
            g.supply[unit] = old[OLD_HQS, k]
    if side == AL:
        g.road = old[OLD_HQS, COLUMNS]
    return True


@rule
def most_supplied(g: Game, s: Tables, w: np.ndarray, old: np.ndarray, moved: int, side: int) -> int:
    """From the flyers that are on, drop the unsupplied until none drops; how many (R6.21-za).

    `old` as `keep` leaves it; it tells nothing of the sides whose bits are in `moved`.
    """
    dropped = 0
    while True:
        lay_zones(g, s, side)
        live_zones(g, w, side, LIVE)
        if (moved >> side) & 1 or not as_before(g, s, w, old, side):
            supply_and_kunming(g, s, w, side)
        lost = judge(g, s, side, 1)
        dropped += lost
        if lost == 0:
            return dropped


@rule
def start_from_free(g: Game, s: Tables, side: int) -> None:
    """On are all flyers that are supplied while the enemy has no zone: none other ever is (P-8)."""
    for group in range(GROUPS):
        if is_of(group, side):
            for c in range(COLUMNS):
                g.served[group, c] = g.served_free[group, c]
    judge(g, s, side, 0)


@rule
def settle(g: Game, s: Tables, w: np.ndarray, old: np.ndarray, moved: int) -> None:
    """Both sides at once, the Allies first (R6.21-y, R6.21-z, R6.21-za, E-016, P-8).

    More enemy zone never helps and more own zone never hurts: the Allied set only shrinks and the
    Japanese one only grows from round to round.
    """
    start_from_free(g, s, AL)
    lay_zones(g, s, AL)
    for _ in range(MAX_UNITS):
        start_from_free(g, s, JP)
        most_supplied(g, s, w, old, moved, JP)
        if most_supplied(g, s, w, old, moved, AL) == 0:
            break


@rule
def judge_others(g: Game, s: Tables) -> None:
    """Set `supply` of ships without aircraft and of ground units; off the map there is none."""
    for unit in range(MAX_UNITS):
        if g.place[unit] != MAP:
            g.supply[unit] = 0
        elif s.kind[unit] != HQ and s.kind[unit] != NO_UNIT and not is_flyer(s, unit):
            g.supply[unit] = is_supplied(g, s, unit)


@rule
def look_at_land(g: Game, s: Tables, w: np.ndarray) -> int:
    """Who holds what land (P-2); bits of the sides whose supply without zones may be another now.

    Such supply hangs on the hexes that the enemy holds, alone or not, on Allied units near Kunming,
    and on what other marks tell of: HQs, control and routes.
    """
    moved, asked = 0, any_near(g)
    for c in range(COLUMNS):
        g.closed[c] = 0
    for k in range(NO_ROUTE_HEXES):
        if g.no_route[k]:
            at = int(s.no_route_hex[k])
            g.closed[s.column[at]] |= 1 << int(s.row[at])
    for side in range(2):
        occupy(g, s, w, side, FRONT + 2 * side, BACK + 2 * side, 1)
    for side in range(2):
        for c in range(COLUMNS):
            own, holders = w[FRONT + 2 * side, c], w[BACK + 2 * side, c]
            held = w[BACK + 2 * (1 - side), c] & ~own
            if g.holders[side, c] != holders:
                moved |= 1 << (1 - side)
            if g.held[side, c] != held:
                moved |= 1 << side
            g.own[side, c], g.holders[side, c], g.held[side, c] = own, holders, held
    if asked != any_near(g):
        moved |= 1 << AL
    return moved


@rule
def renew_free(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """What a side's HQs serve while the enemy has no zone, and the road to Kunming."""
    clear(w, LIVE)
    if side == AL:
        free_hexes(g, s, w, AL)
        look_at_road(g, s, w)
    supply_and_kunming(g, s, w, side)
    for group in range(GROUPS):
        if is_of(group, side):
            for c in range(COLUMNS):
                g.served_free[group, c] = g.served[group, c]


@rule
def refresh(g: Game, s: Tables) -> None:
    """Make `supply`, `served` and the zones true again, if something changed (R6.0-e).

    The functions of `board.py` that move, place and remove units and set control leave the marks.

    Where ships and ground units alone have moved and nobody holds other land, they are judged anew
    and all else stays (R6.4-e).
    """
    if g.dirty == 0:
        return
    w = scratch()
    moved = look_at_land(g, s, w)
    if g.dirty & (DIRTY_LAND | DIRTY_ROADS):
        moved = 3
    for side in range(2):
        if g.dirty & (DIRTY_HQS << side):
            moved |= 1 << side
    if g.road != ROAD_OPEN and (g.road == ROAD_HUMP) != (g.hump != 0):
        moved |= 1 << AL  # the Hump has been opened or closed
    if moved or g.dirty & DIRTY_ZONES:
        old = np.zeros((OLD_ROWS, COLUMNS + 1), np.int64)
        keep(g, s, old)
        for side in range(2):
            if (moved >> side) & 1:
                renew_free(g, s, w, side)
        settle(g, s, w, old, moved)
    judge_others(g, s)
    g.dirty = 0
