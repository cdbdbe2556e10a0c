"""A card withdraws an HQ, or brings one back before its time (6.13, 6.15)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE, UNIT
from glory_env.games.empire.codes import RETURN_PORT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.rules.board import (
    HQ_BIT,
    any_in,
    controls,
    in_bitmap,
    place_unit,
    remove_unit,
)
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.headquarters import reached_hq
from glory_env.games.empire.rules.supply import (
    LIVE,
    free_hexes,
    scratch,
    supply_hqs,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import HQ, JP, MAP, NO_DECISION, NONE, OUT, TRACK

HONSHU, HOKKAIDO, KYUSHU = (REGIONS.index(name) for name in ("honshu", "hokkaido", "kyushu"))
MAINLAND, INDIA_NORTH, INDIA_CENTRAL, CEYLON = (
    REGIONS.index(name) for name in ("australia", "india_north", "india_central", "ceylon")
)


@rule
def is_own_hq(s: Tables, unit: int, side: int) -> bool:
    return s.kind[unit] == HQ and s.unit_side[unit] == side


@rule
def any_on_map(g: Game, s: Tables, side: int) -> bool:
    """Whether a side has an HQ to withdraw."""
    for unit in range(s.units):
        if is_own_hq(s, unit, side) and g.place[unit] == MAP:
            return True
    return False


@rule
def withdraw(g: Game, s: Tables, unit: int) -> None:
    """To the track for the next turn, with a dot out of the game (R6.13-c, R6.14-b, R6.0-i)."""
    if s.dotted[unit]:
        remove_unit(g, s, unit, OUT, 0)
    else:
        remove_unit(g, s, unit, TRACK, int(g.turn) + 1)


@rule
def legal_withdraw_hq(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any HQ on the map, in supply or not (R6.13-a, R6.13-b)."""
    for unit in range(s.units):
        if is_own_hq(s, unit, int(g.actor)) and g.place[unit] == MAP:
            mask[UNIT + unit] = 1


@rule
def apply_withdraw_hq(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    withdraw(g, s, action - UNIT)


# --- early return ----------------------------------------------------------------------------
@rule
def is_home(s: Tables, hex_: int, side: int) -> bool:
    """Where an HQ may come back: the home islands; Australia, India, Oahu (R6.15-b, E-018)."""
    region = s.region[hex_]
    if side == JP:
        return region in (HONSHU, HOKKAIDO, KYUSHU)
    return region in (MAINLAND, INDIA_NORTH, INDIA_CENTRAL, CEYLON) or hex_ == s.oahu


@rule
def find_sources(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Where an HQ of the side would be supplied (P-4); asked with `reached_hq`."""
    live_zones(g, w, side, LIVE)
    free_hexes(g, s, w, side)
    supply_hqs(g, s, w, side, 0)


@rule
def may_take_hq(g: Game, s: Tables, w: np.ndarray, hex_: int, side: int) -> bool:
    """An own supplied port at home without another HQ and without enemies (R6.11-f, R6.11-g)."""
    if not s.has_port[hex_] or not is_home(s, hex_, side) or not controls(g, s, hex_, side):
        return False
    if not reached_hq(s, w, hex_) or in_bitmap(s, g.own[1 - side], hex_):
        return False
    return not any_in(g, s, hex_, side, HQ_BIT)


@rule
def any_return(g: Game, s: Tables, side: int) -> bool:
    """Whether a side has an HQ on the track and a port for it."""
    waiting = False
    for unit in range(s.units):
        waiting = waiting or (is_own_hq(s, unit, side) and g.place[unit] == TRACK)
    if not waiting:
        return False
    w = scratch()
    find_sources(g, s, w, side)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_take_hq(g, s, w, hex_, side):
            return True
    return False


@rule
def legal_return_hq(g: Game, s: Tables, mask: Array[int]) -> None:
    """An HQ on the track (R6.15-a)."""
    for unit in range(s.units):
        if is_own_hq(s, unit, int(g.actor)) and g.place[unit] == TRACK:
            mask[UNIT + unit] = 1


@rule
def apply_return_hq(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.chosen_units[0] = action - UNIT
    ask(g, RETURN_PORT, int(g.actor))


@rule
def legal_return_port(g: Game, s: Tables, mask: Array[int]) -> None:
    """A port at home (R6.15-b)."""
    w = scratch()
    side = int(g.actor)
    find_sources(g, s, w, side)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_take_hq(g, s, w, hex_, side):
            mask[PLACE + place] = 1


@rule
def apply_return_port(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It leads from there in this turn (R6.15-a, R6.15-c)."""
    g.decision = NO_DECISION
    place_unit(g, s, int(g.chosen_units[0]), MAP, int(s.place_hex[action - PLACE]), 1)
