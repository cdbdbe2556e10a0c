"""Supply of one side against given zones: HQs, ports, airfields and units (6.2, P-3 to P-7).

Rows of the scratch array `w` have names here; `bitmaps.py` tells what a row is. `mutual.py` asks
for both sides and keeps what comes out.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import (
    NORTH_EAST,
    OPEN_SIDES,
    PATH_SIDES,
    ROUTE_SIDES,
    SOUTH,
    SOUTH_EAST,
)
from glory_env.games.empire.rules.bitmaps import clear, flood, link, neighbours
from glory_env.games.empire.rules.board import own_word
from glory_env.games.empire.state import (
    COLUMNS,
    GROUPS,
    HIGH,
    HQ,
    JAPAN_HQS,
    JP,
    LAND_SHIFT,
    LOW,
    MAP,
    NEW,
)
from glory_env.games.empire.switches import (
    PORT_OVER_LAND,
    WIDE_JP_SOURCES,
    ZONES_ON_MIXED_SIDES_FREE,
)

# --- rows of the scratch array -----------------------------------------------------------------
LIVE, FREE, OWN_PORTS, PORTS, NOTHING = range(5)
LINKS, ROUTES = 5, 8  # three rows each
FLOOD, NEAR = 11, 12
FRONT, BACK, LATE, LATER, DONE, DONE_CHANGED = 13, 14, 15, 16, 17, 18
LEVELS = 19  # and 8 more
BARRED, REACHED, ENDS, WITHIN, BATTLES, PATHS = 28, 29, 30, 31, 32, 33  # of moves and their askers
BLOCKED = 34
GOALS, STOPS = 35, 36  # of reactions: battle hexes a unit may come to; all of them
ROWS = 37

LIMIT = 8  # half points of the land logistics limit (R6.21-o)


@rule
def scratch() -> np.ndarray:
    """An empty scratch array: int64 (ROWS, COLUMNS + 1); the last column stays 0."""
    return np.zeros((ROWS, COLUMNS + 1), np.int64)


@rule
def free_hexes(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Hexes a supply path may use, by sea and by land, and the hexsides between them (P-3).

    R6.21-g, R6.4-j, R6.4-m, R6.21-e, R6.21-f.
    """
    for c in range(COLUMNS):
        w[FREE, c] = (s.exist[c] & ~w[LIVE, c]) | ((s.exist[c] & ~g.held[side, c]) << LAND_SHIFT)
        w[OWN_PORTS, c] = s.port_bits[c] & own_word(g, s, side, c)
    link(s, w, OPEN_SIDES, FREE, LINKS)
    if g.switch[ZONES_ON_MIXED_SIDES_FREE]:
        free_mixed(s, w, OPEN_SIDES)


@rule
def free_mixed(s: Tables, w: np.ndarray, kind: int) -> None:
    """Open LINKS by sea at hexsides with land and water, zones or not: a switch (E-010)."""
    for c in range(COLUMNS):
        dry = s.sides[PATH_SIDES, SOUTH, c] >> LAND_SHIFT
        w[LINKS, c] |= s.sides[kind, SOUTH, c] & dry
        dry = s.sides[PATH_SIDES, NORTH_EAST, c] >> LAND_SHIFT
        w[LINKS + 1, c] |= s.sides[kind, NORTH_EAST, c] & dry
        dry = s.sides[PATH_SIDES, SOUTH_EAST, c] >> LAND_SHIFT
        w[LINKS + 2, c] |= s.sides[kind, SOUTH_EAST, c] & dry


@rule
def supply_hqs(g: Game, s: Tables, w: np.ndarray, side: int, east: int) -> None:
    """Into FLOOD: hexes with a path from an ultimate source (R6.21-b, R6.22-a, R6.22-b, P-4).

    Japan's are the cities of Honshu, by a switch those of Hokkaido and Kyushu too (D-02).

    R6.21-n, R6.21-zb.
    """
    wide = side == JP and g.switch[WIDE_JP_SOURCES] != 0
    for c in range(COLUMNS):
        found = s.east_sources[c] if east else s.sources[side, c]
        if wide:
            found |= s.wide_sources[c]
        if side == JP:
            found &= g.ctrl[c] | (g.ctrl[c] << LAND_SHIFT)
        else:
            found &= ~(s.port_bits[c] & g.ctrl[c])
        w[FLOOD, c] = found
    flood(w, FLOOD, LINKS, OWN_PORTS)


@rule
def eligible_ports(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into PORTS: own ports joined by sea to an own HQ, supplied or not (R1.3-eu, E-012, P-5).

    By a switch those within the land logistics limit of such an HQ as well; this writes FLOOD,
    ROUTES, NEAR and LEVELS.
    """
    clear(w, PORTS)
    clear(w, NOTHING)
    for number in range(int(s.hqs)):
        unit = int(s.hq_unit[number])
        if serves(g, s, unit, side):
            at = int(g.hex[unit])
            w[PORTS, int(s.column[at])] |= 1 << int(s.row[at])
    over_land = g.switch[PORT_OVER_LAND] != 0
    if over_land:
        usable_routes(g, s, w, side)
        near_hexes(s, w, PORTS)
    flood(w, PORTS, LINKS, NOTHING)
    if over_land:
        for c in range(COLUMNS):
            w[PORTS, c] |= w[NEAR, c] >> LAND_SHIFT
    for c in range(COLUMNS):
        w[PORTS, c] &= w[OWN_PORTS, c]


@rule
def serves(g: Game, s: Tables, unit: int, side: int) -> bool:
    """An HQ of the side on the map that did not arrive this turn (E-501)."""
    here = s.kind[unit] == HQ and s.unit_side[unit] == side and g.place[unit] == MAP
    return here and g.unit_flags[unit] & NEW == 0


@rule
def in_group(g: Game, s: Tables, unit: int, side: int, group: int) -> bool:
    """A supplied HQ of the group that supplies units (R6.12-a, R6.21-c)."""
    return serves(g, s, unit, side) and s.group[unit] == group and g.supply[unit] != 0


@rule
def usable_routes(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into ROUTES: built routes between hexes of the side or without holders (E-014, R6.21-q).

    R6.21-p.
    """
    for c in range(COLUMNS):
        fit = (own_word(g, s, side, c) | (s.exist[c] & ~g.holders[1 - side, c])) & ~g.closed[c]
        w[ROUTES, c] = w[FREE, c] & (fit << LAND_SHIFT)
        w[FLOOD, c] = w[ROUTES, c]
    link(s, w, ROUTE_SIDES + int(g.kwai), FLOOD, ROUTES)


@rule
def near_hexes(s: Tables, w: np.ndarray, row: int) -> None:
    """Into NEAR: hexes within the land logistics limit of the hexes of a row (R6.21-o, P-7).

    R6.21-r.
    """
    clear(w, NEAR)
    for k in range(LIMIT + 1):
        clear(w, LEVELS + k)
    for c in range(COLUMNS):
        w[LEVELS, c] = w[row, c] << LAND_SHIFT
    for k in range(LIMIT + 1):
        here, columns = LEVELS + k, 0
        for c in range(COLUMNS):
            w[here, c] &= ~w[NEAR, c]
            if w[here, c]:
                w[NEAR, c] |= w[here, c]
                columns |= 1 << c
        columns |= (columns << 1) | (columns >> 1)
        for c in range(COLUMNS):
            if (columns >> c) & 1 and k < LIMIT:
                w[here + 1, c] |= neighbours(w, here, ROUTES, c)
                step = neighbours(w, here, LINKS, c) & HIGH
                for kind in range(3):  # 2, 4 or 6 half points to enter
                    if k + 2 + 2 * kind <= LIMIT:
                        w[here + 2 + 2 * kind, c] |= step & s.cost[kind, c]


@rule
def reach_of(g: Game, s: Tables, w: np.ndarray, side: int, group: int) -> None:
    """Into DONE and DONE_CHANGED: what paths from a group's HQs reach (R6.21-c, -d, -s, P-6).

    DONE without, DONE_CHANGED with one change of medium, which has no length and needs a port of
    PORTS. A state with a change may be met before the one without, so both are kept apart. An HQ
    whose range is shorter by k enters k steps later: what is met early has most steps left.

    R6.21-h, R6.21-k, R6.21-l, R6.21-m, R6.21-i.
    """
    for row in range(FRONT, DONE_CHANGED + 1):
        clear(w, row)
    left = 0
    for number in range(int(s.hqs)):
        unit = int(s.hq_unit[number])
        if in_group(g, s, unit, side, group):
            left = max(left, int(s.command_range[unit]))
    here, there, late, later = FRONT, BACK, LATE, LATER
    columns, changed = 0, 0  # with a front
    while True:
        for number in range(int(s.hqs)):
            unit = int(s.hq_unit[number])
            if s.command_range[unit] == left and in_group(g, s, unit, side, group):
                c = int(s.column[g.hex[unit]])
                bits = (1 + (1 << LAND_SHIFT)) << int(s.row[g.hex[unit]])
                w[here, c] |= bits & ~w[DONE, c]
                w[DONE, c] |= bits
                columns |= 1 << c
        if left == 0:
            break
        left -= 1
        at, columns = columns | (columns << 1) | (columns >> 1), 0
        also, changed = changed | (changed << 1) | (changed >> 1), 0
        for c in range(COLUMNS):
            if ((at | also) >> c) & 1 == 0:
                w[there, c] = w[later, c] = 0
                continue
            new = neighbours(w, here, LINKS, c) & ~w[DONE, c]
            w[there, c] = new
            w[DONE, c] |= new
            at_port = new & (w[PORTS, c] | (w[PORTS, c] << LAND_SHIFT))
            more = (at_port >> LAND_SHIFT) | ((at_port & LOW) << LAND_SHIFT)
            if (also >> c) & 1:
                more |= neighbours(w, late, LINKS, c)
            more &= ~(w[DONE, c] | w[DONE_CHANGED, c])
            w[later, c] = more
            w[DONE_CHANGED, c] |= more
            columns |= (new != 0) << c
            changed |= (more != 0) << c
        here, there = there, here
        late, later = later, late


@rule
def supply_side(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Supply of a side against the zones in LIVE: its HQs and what they serve (P-4 to P-7).

    Sets `supply` of HQs and the rows of `served` of the side: hexes in which a unit of a class is
    supplied.

    R6.21-a.
    """
    free_hexes(g, s, w, side)
    supply_hqs(g, s, w, side, 0)
    for number in range(int(s.hqs)):
        unit = int(s.hq_unit[number])
        if s.unit_side[unit] == side and g.place[unit] == MAP:
            c, r = int(s.column[g.hex[unit]]), int(s.row[g.hex[unit]])
            word = w[FLOOD, c] | (w[FLOOD, c] >> LAND_SHIFT)
            g.supply[unit] = (word >> r) & 1
    eligible_ports(g, s, w, side)
    usable_routes(g, s, w, side)
    near_hexes(s, w, PORTS)
    for group in range(GROUPS):
        if (group == JAPAN_HQS) == (side == JP):
            serve(g, s, w, side, group)


@rule
def serve(g: Game, s: Tables, w: np.ndarray, side: int, group: int) -> None:
    """Into `served`: what a group's HQs reach by sea, or by land and near a port (P-6, P-7)."""
    reach_of(g, s, w, side, group)
    for c in range(COLUMNS):
        word = w[DONE, c] | w[DONE_CHANGED, c]
        g.served[group, c] = (word & LOW) | ((word & w[NEAR, c]) >> LAND_SHIFT)
    for number in range(int(s.hqs)):  # what has just arrived serves its own hex only (E-501)
        unit = int(s.hq_unit[number])
        here = s.group[unit] == group and g.place[unit] == MAP
        if here and g.unit_flags[unit] & NEW and g.supply[unit]:
            at = int(g.hex[unit])
            g.served[group, int(s.column[at])] |= 1 << int(s.row[at])


@rule
def eligible_fields(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into FLOOD: own airfields joined to an own HQ (R1.3-et, E-013, P-5).

    At most one change of medium. Needs LINKS and PORTS of the side.
    """
    clear(w, NOTHING)
    clear(w, FLOOD)
    for number in range(int(s.hqs)):
        unit = int(s.hq_unit[number])
        if serves(g, s, unit, side):
            c, bit = int(s.column[g.hex[unit]]), 1 << int(s.row[g.hex[unit]])
            w[FLOOD, c] |= bit | (bit << LAND_SHIFT)
    flood(w, FLOOD, LINKS, NOTHING)
    for c in range(COLUMNS):
        at_port = w[FLOOD, c] & (w[PORTS, c] | (w[PORTS, c] << LAND_SHIFT))
        w[FRONT, c] = (at_port >> LAND_SHIFT) | ((at_port & LOW) << LAND_SHIFT)
    flood(w, FRONT, LINKS, NOTHING)
    for c in range(COLUMNS):
        found = w[FLOOD, c] | w[FRONT, c]
        found |= found >> LAND_SHIFT
        w[FLOOD, c] = found & s.field_bits[c] & own_word(g, s, side, c)
