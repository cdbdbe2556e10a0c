"""The Burma Road and the routes that have to be built (13.77, 13.78; DK-17)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import NO, PLACE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import ROUTE_SIDES
from glory_env.games.empire.rules.bitmaps import flood, holds, link
from glory_env.games.empire.rules.board import controls, hex_of, own_word
from glory_env.games.empire.rules.kunming import road_known, road_now
from glory_env.games.empire.rules.supply import (
    DONE,
    FLOOD,
    LIVE,
    NOTHING,
    PORTS,
    ROUTES,
    eligible_ports,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AL,
    COLUMNS,
    DIRTY_LAND,
    DIRTY_ROADS,
    JP,
    LAND_SHIFT,
    NO_DECISION,
    NO_ROUTE_HEXES,
)

JARHAT, LEDO, IMPHAL = range(NO_ROUTE_HEXES)  # of `no_route_hex`
AKYAB = 2006  # printed number


# --- the road ----------------------------------------------------------------------------------
@rule
def road_state(g: Game, s: Tables) -> int:
    """Open, closed with the Hump, or closed: always from the position (R13.78-b to -g).

    E-525. The record is fresh.
    """
    if road_known(g):
        return int(g.road)
    w = scratch()
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    eligible_ports(g, s, w, AL)
    return road_now(g, s, w)


# --- routes ------------------------------------------------------------------------------------
@rule
def holds_border(g: Game, s: Tables) -> bool:
    """The Allies hold all Northern India and Akyab (R13.77-b)."""
    for c in range(COLUMNS):
        if s.india_north[c] & g.ctrl[c]:
            return False
    return controls(g, s, hex_of(s, AKYAB), AL)


@rule
def imphal_joined(g: Game, s: Tables) -> bool:
    """Japan holds Imphal, Rangoon as an eligible port, and a route between them (R13.77-d, E-523).

    What the marker on Imphal itself closes is not asked.
    """
    imphal, rangoon = int(s.no_route_hex[IMPHAL]), int(s.rangoon)
    if not controls(g, s, imphal, JP) or not controls(g, s, rangoon, JP):
        return False
    w = scratch()
    live_zones(g, w, JP, LIVE)
    free_hexes(g, s, w, JP)
    eligible_ports(g, s, w, JP)
    if not holds(s, w, PORTS, rangoon):
        return False
    for c in range(COLUMNS):
        closed = g.closed[c]
        if c == s.column[imphal]:
            closed &= ~(1 << int(s.row[imphal]))
        fit = (own_word(g, s, JP, c) | (s.exist[c] & ~g.holders[AL, c])) & ~closed
        w[FLOOD, c] = (fit & ~g.held[JP, c]) << LAND_SHIFT
    link(s, w, ROUTE_SIDES + int(g.kwai), FLOOD, ROUTES)
    w[DONE, int(s.column[rangoon])] = 1 << (LAND_SHIFT + int(s.row[rangoon]))
    flood(w, DONE, ROUTES, NOTHING)
    return bool((w[DONE, int(s.column[imphal])] >> (LAND_SHIFT + int(s.row[imphal]))) & 1)


@rule
def may_build(g: Game, s: Tables, k: int, side: int) -> bool:
    """Whether a side may build route k: Jarhat first, Imphal alone for Japan (R13.77-a to -d).

    Free ones of events too (E-570).
    """
    if not g.no_route[k]:
        return False
    if side == JP:
        return k == IMPHAL and imphal_joined(g, s)
    return (k == JARHAT or not g.no_route[JARHAT]) and holds_border(g, s)


@rule
def any_route(g: Game, s: Tables, side: int) -> bool:
    """Whether a side has a route to build."""
    for k in range(NO_ROUTE_HEXES):
        if may_build(g, s, k, side):
            return True
    return False


@rule
def build_route(g: Game, k: int) -> None:
    """The marker is gone for good; a bridge on the Kwai is another thing (R13.77-c, R13.79-a)."""
    g.no_route[k] = 0
    g.dirty |= DIRTY_LAND | DIRTY_ROADS


@rule
def legal_route_hex(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hexes whose route may be built; an event need not (E-570)."""
    if g.as_ec:
        mask[NO] = 1
    for k in range(NO_ROUTE_HEXES):
        if may_build(g, s, k, int(g.actor)):
            mask[PLACE + int(s.hex_place[s.no_route_hex[k]])] = 1


@rule
def apply_route_hex(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It activates nobody (R13.77-c)."""
    g.decision = NO_DECISION
    if action == NO:
        return
    for k in range(NO_ROUTE_HEXES):
        if s.no_route_hex[k] == s.place_hex[action - PLACE]:
            build_route(g, k)
