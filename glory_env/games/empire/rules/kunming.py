"""Kunming as a source of supply, and the road that keeps it one (13.75, 13.78)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import ROUTE_SIDES
from glory_env.games.empire.rules.bitmaps import clear, flood, holds, link
from glory_env.games.empire.rules.board import own_word
from glory_env.games.empire.rules.supply import (
    DONE,
    FLOOD,
    LINKS,
    NEAR,
    NOTHING,
    PORTS,
    ROUTES,
    eligible_fields,
    near_hexes,
    usable_routes,
)
from glory_env.games.empire.state import (
    AL,
    COLUMNS,
    JP,
    LAND_SHIFT,
    LOW,
    ROAD_CLOSED,
    ROAD_HUMP,
    ROAD_OPEN,
    ROAD_TO_MADRAS,
    ROAD_TO_RANGOON,
)
from glory_env.games.empire.switches import HUMP_AT_LEDO

LEDO_LINK, LINK_FIELDS = 2, 3


@rule
def look_at_road(g: Game, s: Tables, w: np.ndarray) -> None:
    """Which ends the built, Allied routes join to Kunming (R13.78-b, -c, E-524)."""
    usable_routes(g, s, w, AL)
    clear(w, PORTS)
    kunming = int(s.kunming)
    w[PORTS, int(s.column[kunming])] = 1 << int(s.row[kunming])
    near_hexes(s, w, PORTS)
    for c in range(COLUMNS):
        g.near_kunming[c] = w[NEAR, c] >> LAND_SHIFT
        fit = own_word(g, s, AL, c) & ~g.holders[JP, c] & ~g.closed[c]
        w[FLOOD, c] = fit << LAND_SHIFT
        w[DONE, c] = w[PORTS, c] << LAND_SHIFT
    link(s, w, ROUTE_SIDES + int(g.kwai), FLOOD, ROUTES)
    clear(w, NOTHING)
    flood(w, DONE, ROUTES, NOTHING)
    g.road_ends = 0
    if (w[DONE, int(s.column[s.madras])] >> (LAND_SHIFT + int(s.row[s.madras]))) & 1:
        g.road_ends |= ROAD_TO_MADRAS
    if (w[DONE, int(s.column[s.rangoon])] >> (LAND_SHIFT + int(s.row[s.rangoon]))) & 1:
        g.road_ends |= ROAD_TO_RANGOON


@rule
def road_is_open(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Routes to Madras, or to Rangoon and from there by sea (R13.78-b, -c, -g, E-525).

    Needs FREE and LINKS of the Allies.
    """
    if g.road_ends & ROAD_TO_MADRAS:
        return True
    return g.road_ends & ROAD_TO_RANGOON != 0 and sea_line(g, s, w)


@rule
def any_near(g: Game) -> bool:
    """Whether an Allied unit is where Kunming supplies."""
    found = 0
    for c in range(COLUMNS):
        found |= g.near_kunming[c] & g.own[AL, c]
    return found != 0


@rule
def road_known(g: Game) -> bool:
    """Whether `road` is what `road_now` would say: nothing has changed since, nor the Hump."""
    return g.dirty == 0 and (g.road == ROAD_OPEN or (g.road == ROAD_HUMP) == (g.hump != 0))


@rule
def road_now(g: Game, s: Tables, w: np.ndarray) -> int:
    """The road by BURMA_ROADS; Kunming is a source unless it is closed (R13.75-a, R13.78-b, -c).

    E-524. Needs FREE, LINKS and PORTS of the Allies.
    """
    if road_is_open(g, s, w):
        return ROAD_OPEN
    return ROAD_HUMP if hump_serves(g, s, w) else ROAD_CLOSED


@rule
def china_open(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Kunming is a source, the China box in supply: by road or by the Hump (R13.74-b, R13.75-a).

    Needs LINKS and PORTS of the Allies.
    """
    return road_is_open(g, s, w) or hump_serves(g, s, w)


@rule
def hump_serves(g: Game, s: Tables, w: np.ndarray) -> bool:
    """The Hump is flown, from an eligible field of Northern India (R13.78-e, E-521b, R6.23-a).

    R6.23-b.
    """
    return g.hump != 0 and north_fields(g, s, w) != 0


@rule
def link_hex(s: Tables, k: int) -> int:
    """The fields one leg from China: two, and Ledo."""
    return int(s.field_hex[s.box_links[k]]) if k < LEDO_LINK else int(s.field_hex[s.ledo])


@rule
def north_fields(g: Game, s: Tables, w: np.ndarray) -> int:
    """Those that are Allied and eligible, as bits; Ledo by a switch alone (R13.74-b, E-521b).

    Needs LINKS and PORTS of the Allies.
    """
    eligible_fields(g, s, w, AL)
    found = 0
    for k in range(LINK_FIELDS):
        if holds(s, w, FLOOD, link_hex(s, k)) and (k < LEDO_LINK or g.switch[HUMP_AT_LEDO]):
            found |= 1 << k
    return found


@rule
def sea_line(g: Game, s: Tables, w: np.ndarray) -> bool:
    """From Rangoon by sea to Madras or the edge of the map (R13.78-b, E-524)."""
    clear(w, FLOOD)
    clear(w, NOTHING)
    w[FLOOD, int(s.column[s.rangoon])] = 1 << int(s.row[s.rangoon])
    flood(w, FLOOD, LINKS, NOTHING)
    found = 0
    for c in range(COLUMNS):
        goal = s.sources[AL, c] | (s.sources[AL, c] >> LAND_SHIFT)
        if c == s.column[s.madras]:
            goal |= (1 << int(s.row[s.madras])) & ~g.ctrl[c]
        found |= w[FLOOD, c] & goal & LOW
    return found != 0
