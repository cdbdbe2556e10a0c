"""Kunming as a source of supply, and the road that keeps it one (13.75, 13.78)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import clear, flood, link
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
    ROAD_TO_MADRAS,
    ROAD_TO_RANGOON,
    ROUTE_SIDES,
)


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
def kunming_open(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Kunming is a source: the road is open, or the Hump serves (R13.75-a, R13.78-b, -c, E-524).

    Needs FREE, LINKS and ROUTES of the Allies. Asked only where an Allied unit is near Kunming.
    """
    wanted = 0
    for c in range(COLUMNS):
        wanted |= g.near_kunming[c] & g.own[AL, c]
    if wanted == 0:
        return False
    if road_is_open(g, s, w):
        return True
    if g.hump == 0:
        return False
    eligible_fields(g, s, w, AL)
    fields = 0
    for c in range(COLUMNS):
        fields |= w[FLOOD, c] & s.hump_fields[c]
    return fields != 0


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
