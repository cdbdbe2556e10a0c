"""The bridge on the Kwai: what it does to the efficiency of Japanese HQs (13.79)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.rules.bitmaps import clear, neighbours
from glory_env.games.empire.rules.board import controls, hex_of
from glory_env.games.empire.rules.supply import (
    BACK,
    DONE,
    FREE,
    FRONT,
    LINKS,
    LIVE,
    NEAR,
    PORTS,
    eligible_ports,
    free_hexes,
    near_hexes,
    usable_routes,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import COLUMNS, HIGH, JP, LAND_SHIFT, NONE
from glory_env.games.empire.switches import KWAI_PATH_TEST, SWITCHES

BURMA, NORTH_INDIA, CEYLON = (REGIONS.index(name) for name in ("burma", "india_north", "ceylon"))
BANGKOK_END, RANGOON_END = 2109, 2108  # hexes of the bridge's route, printed numbers
UNTESTED = SWITCHES["kwai_path_test"].index("no")


@rule
def starts_beyond_kwai(s: Tables, hex_: int) -> bool:
    """A hex of Burma, Northern India or Ceylon (R13.79-b, R13.79-c)."""
    return s.region[hex_] in (BURMA, NORTH_INDIA, CEYLON)


@rule
def spread(w: np.ndarray, media: int) -> int:
    """One step of FRONT over LINKS in these media, past DONE; whether anything is new."""
    grown = 0
    for c in range(COLUMNS):
        new = neighbours(w, FRONT, LINKS, c) & media & ~w[DONE, c]
        w[BACK, c] = new
        grown |= new
    for c in range(COLUMNS):
        w[FRONT, c] = w[BACK, c]
        w[DONE, c] |= w[BACK, c]
    return grown


@rule
def by_land(s: Tables, w: np.ndarray, row: int, hex_: int) -> bool:
    """Whether the hex is in the set, by land."""
    return bool((w[row, int(s.column[hex_])] >> (LAND_SHIFT + int(s.row[hex_]))) & 1)


@rule
def land_way(s: Tables, w: np.ndarray, start: int, end: int, far: int) -> int:
    """Steps of the shortest supply path by land, NONE if there is none that short (P-3)."""
    for row in (FRONT, BACK, DONE):
        clear(w, row)
    bit = 1 << (LAND_SHIFT + int(s.row[start]))
    w[FRONT, int(s.column[start])] = w[DONE, int(s.column[start])] = bit
    for k in range(far + 1):
        if by_land(s, w, DONE, end):
            return k
        if spread(w, HIGH) == 0:
            break
    return NONE


@rule
def kwai_bonus(g: Game, s: Tables, w: np.ndarray, hq: int, unit: int) -> bool:
    """A path of supply from the HQ over the bridge through Rangoon to the unit (R13.79-b, E-526).

    By land from the HQ over the bridge to Rangoon, from there with what is left of the range.
    PATHS stays as it is. By a switch the bridge and Rangoon are enough.
    """
    rangoon = int(s.rangoon)
    bangkok_end, rangoon_end = hex_of(s, BANGKOK_END), hex_of(s, RANGOON_END)
    if not g.kwai or not controls(g, s, rangoon, JP):
        return False
    if g.switch[KWAI_PATH_TEST] == UNTESTED:
        return True
    live_zones(g, w, JP, LIVE)
    free_hexes(g, s, w, JP)
    eligible_ports(g, s, w, JP)
    usable_routes(g, s, w, JP)
    near_hexes(s, w, PORTS)
    far = int(s.command_range[hq])
    length = land_way(s, w, int(g.hex[hq]), bangkok_end, far)
    if length == NONE or not by_land(s, w, FREE, rangoon_end) or not by_land(s, w, FREE, rangoon):
        return False
    left = far - length - 2
    if left < 0:
        return False
    for row in (FRONT, BACK, DONE):
        clear(w, row)
    c, r = int(s.column[rangoon]), int(s.row[rangoon])
    w[FRONT, c] = 1 << (LAND_SHIFT + r)
    if (w[PORTS, c] >> r) & 1:
        w[FRONT, c] |= 1 << r
    w[DONE, c] = w[FRONT, c]
    for _ in range(left):
        if spread(w, HIGH | ((1 << LAND_SHIFT) - 1)) == 0:
            break
    c, r = int(s.column[g.hex[unit]]), int(s.row[g.hex[unit]])
    word = w[DONE, c]
    return bool(((word >> r) | ((word & w[NEAR, c]) >> (LAND_SHIFT + r))) & 1)
