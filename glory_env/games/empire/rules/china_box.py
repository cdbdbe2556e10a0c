"""Aircraft in the China box: who is there, who leads them, how they fly there and back (13.74)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import move_unit, place_unit
from glory_env.games.empire.rules.headquarters import commands
from glory_env.games.empire.rules.kunming import (
    LINK_FIELDS,
    china_open,
    link_hex,
    north_fields,
    road_known,
)
from glory_env.games.empire.rules.supply import (
    LIVE,
    PATHS,
    eligible_ports,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import ACTIVE, AIR, AL, B29, CHINA_BOX, MAP, NONE, ROAD_CLOSED


@rule
def fits_box(g: Game, s: Tables, unit: int) -> bool:
    """An Allied air unit, while the box holds less than two, and no second B-29 (R13.74-a)."""
    if s.kind[unit] != AIR or s.unit_side[unit] != AL:
        return False
    inside, bombers = 0, 0
    for one in range(s.units):
        if g.place[one] == CHINA_BOX:
            inside += 1
            bombers += s.type[one] == B29
    if s.type[unit] == B29 and bombers >= s.box_b29:
        return False
    return inside < s.box_capacity


@rule
def china_supplied(g: Game, s: Tables) -> bool:
    """The China box is in supply, and Kunming a source (R13.74-b, R13.75-a, R11.34-c).

    The road is open, or the Hump serves from an airfield of Northern India. The record is fresh.
    """
    if g.road_ends == 0 and g.hump == 0:
        return False
    if road_known(g):
        return bool(g.road != ROAD_CLOSED)
    w = scratch()
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    eligible_ports(g, s, w, AL)
    return china_open(g, s, w)


@rule
def may_fly_in(g: Game, s: Tables, unit: int) -> bool:
    """An Allied air unit on the map the box has room for, China not surrendered (R13.74-i, E-591).

    R13.71-c.
    """
    return g.place[unit] == MAP and g.china_surrendered == 0 and fits_box(g, s, unit)


@rule
def find_links(g: Game, s: Tables, w: np.ndarray) -> int:
    """Fields one leg from the box: eligible ones of Northern India, as bits (R13.74-e, E-521b).

    PATHS and ENDS stay. The record is fresh.
    """
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    eligible_ports(g, s, w, AL)
    return north_fields(g, s, w)


@rule
def may_call(g: Game, s: Tables, w: np.ndarray, hq: int, unit: int) -> bool:
    """An HQ activates a supplied air unit in the box (R13.74-c, R13.74-g).

    Over a path of PATHS to Kunming or, with the Hump, to an eligible field of Northern India.
    """
    if g.place[unit] != CHINA_BOX or not commands(s, hq, unit) or g.unit_flags[unit] & ACTIVE:
        return False
    if not china_supplied(g, s):
        return False
    if holds(s, w, PATHS, int(s.kunming)):
        return True
    if g.hump == 0:
        return False
    links = find_links(g, s, w)
    for k in range(LINK_FIELDS):
        if (links >> k) & 1 and holds(s, w, PATHS, link_hex(s, k)):
            return True
    return False


@rule
def fly_to(g: Game, s: Tables, unit: int, hex_: int) -> None:
    """An air unit goes into a hex, or into the box (NONE), from either."""
    if hex_ != NONE and g.place[unit] == MAP:
        move_unit(g, s, unit, hex_)
    else:
        place_unit(g, s, unit, CHINA_BOX if hex_ == NONE else MAP, hex_, int(g.steps[unit]))
