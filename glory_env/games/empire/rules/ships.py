"""Where ships may sail and end (8.2, 9.6).

A search puts the hexes reached into REACHED and those where the move may end into ENDS. `battle` is
the one battle hex that is allowed, or NONE if any is (P-10). The record is fresh when these are
asked.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import OPEN_SIDES
from glory_env.games.empire.rules.bitmaps import clear, holds, link, neighbours, put
from glory_env.games.empire.rules.board import own_word
from glory_env.games.empire.rules.supply import (
    BACK,
    BARRED,
    ENDS,
    FREE,
    FRONT,
    LINKS,
    REACHED,
    WITHIN,
)
from glory_env.games.empire.state import (
    COLUMNS,
    GROUND,
    JP,
    LANDED,
    LOW,
    MAP,
    MAX_HEXES,
    MAX_UNITS,
    NAVAL,
    NONE,
)

EMERGENCY = 10  # hexes, straight (R8.22-c)


@rule
def naval_allowance(g: Game, s: Tables) -> int:
    """Hexes ships may move in this offensive (R7.22-a, R7.22-b, R8.1-b, R9.6-b, R8.1-a).

    R1.3-di, R5.1-c.
    """
    return int(g.op_naval) if g.op_naval else int(s.naval_move) * int(g.ov)


@rule
def enemy_word(g: Game, s: Tables, side: int, c: int) -> int:
    """The hexes of a column with enemy units, HQs and garrisons among them (E-007)."""
    return int(g.own[1 - side, c] | g.holders[1 - side, c])


@rule
def open_sea(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Hexsides between hexes ships of a side may enter and that are not in BARRED (R8.21-b, -e).

    No Japanese ship enters Central India (E-514).

    R8.21-c, R8.21-d, R8.21-f.
    """
    for c in range(COLUMNS):
        free = s.exist[c] & ~w[BARRED, c]
        w[FREE, c] = free & ~s.central_india[c] if side == JP else free
    link(s, w, OPEN_SIDES, FREE, LINKS)


@rule
def sail(s: Tables, w: np.ndarray, start: int, far: int) -> None:
    """Into REACHED: hexes within so many hexes over the open hexsides (R8.21-a, R8.1-b)."""
    clear(w, FRONT)
    clear(w, BACK)
    clear(w, REACHED)
    first = last = int(s.column[start])
    w[FRONT, first] = w[REACHED, first] = 1 << int(s.row[start])
    here, there = FRONT, BACK
    for _ in range(far):
        first, last = max(first - 1, 0), min(last + 1, COLUMNS - 1)
        grown = 0
        for c in range(first, last + 1):
            new = neighbours(w, here, LINKS, c) & LOW & ~w[REACHED, c]
            w[there, c] = new
            w[REACHED, c] |= new
            grown |= new
        if grown == 0:
            break
        here, there = there, here


@rule
def sail_freely(g: Game, s: Tables, w: np.ndarray, side: int, start: int, far: int) -> None:
    """Into REACHED: normal movement, past enemies and through their zones (R8.2-a, R8.21-g).

    R8.11-a.
    """
    clear(w, BARRED)
    open_sea(g, s, w, side)
    sail(s, w, start, far)


@rule
def sails_unseen(
    g: Game, s: Tables, w: np.ndarray, side: int, start: int, end: int, far: int, escorted: int
) -> bool:
    """Whether a way to the end stays out of enemy zones, neutralised or not (R6.4-k, R7.25-h).

    Ground units without an escort of ships pass no enemy ships either (R8.45-j).
    """
    clear(w, BARRED)
    if not escorted:
        enemy_ships(g, s, w, side, BARRED)
    for c in range(COLUMNS):
        w[BARRED, c] |= g.zone_reach[1 - side, c]
    open_sea(g, s, w, side)
    sail(s, w, start, far)
    return start == end or holds(s, w, REACHED, end)


@rule
def battle_hexes(g: Game, s: Tables, w: np.ndarray, side: int, battle: int, row: int) -> None:
    """Into a row: land hexes with enemies where a battle is allowed (R7.24-d, -e, E-079, P-10)."""
    for c in range(COLUMNS):
        w[row, c] = enemy_word(g, s, side, c) & s.land_bits[c] & ~s.inland_china[c]
        if battle != NONE:
            w[row, c] &= 1 << int(s.row[battle]) if s.column[battle] == c else 0


@rule
def landing_hexes(g: Game, s: Tables, w: np.ndarray, side: int, row: int) -> None:
    """Into a row: enemy-controlled hexes with own units that have landed (R8.21-j E, R7.24-j)."""
    clear(w, row)
    for unit in range(MAX_UNITS):
        if s.unit_side[unit] == side and s.kind[unit] == GROUND and g.place[unit] == MAP:
            c, bit = int(s.column[g.hex[unit]]), 1 << int(s.row[g.hex[unit]])
            if g.unit_flags[unit] & LANDED and own_word(g, s, side, c) & bit == 0:
                w[row, c] |= bit


@rule
def ship_ends(g: Game, s: Tables, w: np.ndarray, side: int, battle: int) -> None:
    """Into ENDS, of REACHED: enemies, own ports, own landings (R8.21-j A, B, D, E, R8.21-k).

    R7.22-c. Cases C and E of carriers that stay off: `stand_off.py`.
    """
    battle_hexes(g, s, w, side, battle, WITHIN)
    landing_hexes(g, s, w, side, ENDS)
    for c in range(COLUMNS):
        enemies = enemy_word(g, s, side, c)
        ends = w[ENDS, c] | (s.port_bits[c] & own_word(g, s, side, c))
        w[ENDS, c] = w[REACHED, c] & ((ends & ~enemies) | w[WITHIN, c])


@rule
def port_ends(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into ENDS, of REACHED: own ports, whoever else is there (R8.21-l, R9.61-a, R9.62-d)."""
    for c in range(COLUMNS):
        w[ENDS, c] = w[REACHED, c] & s.port_bits[c] & own_word(g, s, side, c)


@rule
def hexes_within(s: Tables, w: np.ndarray, centre: int, far: int, row: int) -> None:
    """Into a row: hexes at most so far, straight (R1.3-fb, E-003)."""
    clear(w, row)
    for hex_ in range(MAX_HEXES):
        if s.dist[centre, hex_] <= far:
            put(s, w, row, hex_)


@rule
def offer_ends(s: Tables, w: np.ndarray, mask: Array[int]) -> None:
    """Offer the places of ENDS as actions."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and holds(s, w, ENDS, hex_):
            mask[PLACE + place] = 1


@rule
def emergency_ports(g: Game, s: Tables, w: np.ndarray, side: int, start: int) -> None:
    """Into ENDS: own ports within ten hexes, straight (R8.22-c, R8.22-d)."""
    hexes_within(s, w, start, EMERGENCY, REACHED)
    port_ends(g, s, w, side)


@rule
def way(s: Tables, w: np.ndarray, start: int, end: int, far: int, found: np.ndarray) -> int:
    """The shortest way over the open hexsides, lowest directions last (NX-01); its length or NONE.

    `found[k]` is the hex after k steps. The hexsides are those of the search before.
    """
    layers = np.zeros((far + 4, COLUMNS + 1), np.int64)  # the links are its last rows
    links = far + 1
    for k in range(3):
        for c in range(COLUMNS):
            layers[links + k, c] = w[LINKS + k, c]
    seen = np.zeros(COLUMNS, np.int64)
    put(s, layers, 0, start)
    seen[int(s.column[start])] = 1 << int(s.row[start])
    length = 0
    while not holds(s, layers, length, end):
        if length == far:
            return NONE
        for c in range(COLUMNS):
            new = neighbours(layers, length, links, c) & LOW & ~seen[c]
            layers[length + 1, c] = new
            seen[c] |= new
        length += 1
    at = end
    for k in range(length - 1, -1, -1):
        found[k + 1] = at
        for direction in range(6):
            before = int(s.near[at, direction])
            if before != NONE and holds(s, layers, k, before) and _joined(s, w, at, direction):
                at = before
                break
    found[0] = at
    return length


@rule
def _joined(s: Tables, w: np.ndarray, hex_: int, direction: int) -> bool:
    """Whether ships pass this hexside and both its hexes are in FREE."""
    c, r = int(s.column[hex_]), int(s.row[hex_])
    other = int(s.near[hex_, direction])
    open_ = (s.sides[OPEN_SIDES, direction, c] >> r) & 1 == 1
    return open_ and holds(s, w, FREE, hex_) and holds(s, w, FREE, other)


@rule
def enemy_ships(g: Game, s: Tables, w: np.ndarray, side: int, row: int) -> None:
    """Into a row: hexes with enemy naval units (R8.11-b, R8.45-j)."""
    clear(w, row)
    for unit in range(MAX_UNITS):
        if s.unit_side[unit] == 1 - side and s.kind[unit] == NAVAL and g.place[unit] == MAP:
            put(s, w, row, int(g.hex[unit]))
