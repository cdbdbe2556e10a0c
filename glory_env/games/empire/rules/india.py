"""India: its unrest, its surrender, and who leaves it then (13.6; DK-57)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE, UNIT
from glory_env.games.empire.codes import INDIA_LEAVES, INDIA_PLACE, INDIA_UNIT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import (
    NAVAL_BIT,
    controls,
    count_in,
    in_bitmap,
    move_unit,
    own_word,
)
from glory_env.games.empire.rules.frames import ask, pop, push, top
from glory_env.games.empire.rules.hq_moves import withdraw
from glory_env.games.empire.rules.nations import leave_game, lose_nation, remove_units
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.rules.supply import (
    FLOOD,
    LIVE,
    PORTS,
    eligible_fields,
    eligible_ports,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AIR,
    AL,
    COLUMNS,
    COMMONWEALTH,
    GROUND,
    HQ,
    INDIA,
    INDIA_BOXES,
    JP,
    MAP,
    NAT_JOINT,
    NAT_US,
    NAVAL,
    NO_DECISION,
    NONE,
)
from glory_env.games.empire.switches import INDIA_EVENT_REVOLTS, INDIA_RESET, SWITCHES

STABLE, REVOLTS = INDIA_BOXES.index("stable"), INDIA_BOXES.index("revolts")
MAY_ENTER, NEXT_NSS, STOP_BEFORE = range(len(SWITCHES["india_event_revolts"]))
EACH_SEGMENT = SWITCHES["india_reset"].index("each_nss")


# --- the track ---------------------------------------------------------------------------------
@rule
def move_india(g: Game, boxes: int) -> None:
    """An event moves the marker toward Revolts, never further (R13.62-d, E-515).

    It stops a box before by one of the readings. India does not surrender by it.
    """
    if g.surrendered[INDIA]:
        return
    last = REVOLTS - 1 if g.switch[INDIA_EVENT_REVOLTS] == STOP_BEFORE else REVOLTS
    g.india = max(min(int(g.india) + boxes, last), int(g.india))


@rule
def holds_north(g: Game, s: Tables, side: int) -> bool:
    """Whether a side controls all five hexes of Northern India (R13.61-a)."""
    for c in range(COLUMNS):
        if s.india_north[c] & ~own_word(g, s, side, c):
            return False
    return True


@rule
def look_at_india(g: Game, s: Tables) -> None:
    """One box while Japan holds all the north; in Revolts India surrenders (R13.62-b, R13.62-c).

    A marker that an event put there waits for that, by another reading it does not (E-515); by
    another reading the marker is Stable while the Allies hold a hex of the north (E-516).
    """
    if g.surrendered[INDIA]:  # R13.62-f
        return
    if holds_north(g, s, JP):
        g.india = min(int(g.india) + 1, REVOLTS)
        if g.india == REVOLTS:
            surrender_india(g, s)
    elif g.india == REVOLTS and g.switch[INDIA_EVENT_REVOLTS] == NEXT_NSS:
        surrender_india(g, s)
    elif g.switch[INDIA_RESET] == EACH_SEGMENT:
        g.india = STABLE


@rule
def surrender_india(g: Game, s: Tables) -> None:
    """Indian units and HQs go, others of the Commonwealth leave (R13.63-a to -c).

    Control of Central India does not change (R13.63-g, E-517). HQs on Ceylon stay: that is where
    the others go.
    """
    remove_units(g, s, INDIA)
    for unit in range(s.units):
        if s.kind[unit] == HQ and is_commonwealth(s, unit) and g.place[unit] == MAP:
            hex_ = int(g.hex[unit])
            if in_bitmap(s, s.central_india, hex_) or in_bitmap(s, s.india_north, hex_):
                withdraw(g, s, unit)
    lose_nation(g, s, INDIA)
    push(g, INDIA_LEAVES, AL, 0, 0)


# --- who leaves --------------------------------------------------------------------------------
@rule
def is_commonwealth(s: Tables, unit: int) -> bool:
    return s.nat[unit] in COMMONWEALTH or s.nat[unit] == NAT_JOINT


@rule
def stands_in_central(g: Game, s: Tables, unit: int) -> bool:
    """An Allied unit, no HQ, in Central India."""
    if g.place[unit] != MAP or s.kind[unit] not in (GROUND, NAVAL, AIR):
        return False
    return s.unit_side[unit] == AL and in_bitmap(s, s.central_india, int(g.hex[unit]))


@rule
def has_to_leave(g: Game, s: Tables, unit: int) -> bool:
    """A unit of the Commonwealth has to go from Central India (R13.63-b)."""
    return stands_in_central(g, s, unit) and is_commonwealth(s, unit)


@rule
def may_leave(g: Game, s: Tables, unit: int) -> bool:
    """One of the US may go with them (R13.63-d)."""
    return stands_in_central(g, s, unit) and s.nat[unit] == NAT_US


@rule
def find_refuges(g: Game, s: Tables, w: np.ndarray) -> None:
    """Into LIVE, PORTS and FLOOD: Japan's zones, Allied ports and airfields that are eligible."""
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)
    eligible_ports(g, s, w, AL)
    eligible_fields(g, s, w, AL)


@rule
def takes_unit(g: Game, s: Tables, w: np.ndarray, unit: int, hex_: int) -> bool:
    """A base on Ceylon or the Maldives that takes the unit (R13.63-b, R13.63-e, R13.63-f).

    A port for ships, an airfield for aircraft, either for ground units; after `find_refuges`.
    """
    if not in_bitmap(s, s.refuge, hex_) or not controls(g, s, hex_, AL):
        return False
    if holds(s, w, LIVE, hex_):
        return False
    if s.kind[unit] == NAVAL:
        return holds(s, w, PORTS, hex_) and count_in(g, s, hex_, AL, NAVAL_BIT) < s.stack[0]
    fit = holds(s, w, FLOOD, hex_) or (s.kind[unit] == GROUND and holds(s, w, PORTS, hex_))
    return fit and room_for(g, s, unit, hex_)


@rule
def has_refuge(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """Whether some base takes the unit."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and takes_unit(g, s, w, unit, hex_):
            return True
    return False


@rule
def any_leaves(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Whether a unit that has to leave has somewhere to go."""
    for unit in range(s.units):
        if has_to_leave(g, s, unit) and has_refuge(g, s, w, unit):
            return True
    return False


@rule
def continue_india_leaves(g: Game, s: Tables) -> None:
    """Ask who goes where; who is left without a place leaves the game (R13.63-f)."""
    w = scratch()
    find_refuges(g, s, w)
    if g.frame_1[top(g)] == 0:
        for unit in range(s.units):
            goes = has_to_leave(g, s, unit) or may_leave(g, s, unit)
            if goes and has_refuge(g, s, w, unit):
                ask(g, INDIA_UNIT, AL)
                return
    for unit in range(s.units):
        if has_to_leave(g, s, unit):
            leave_game(g, s, unit)
    pop(g)


@rule
def legal_india_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit with a place to go to; DONE when only those remain that may stay."""
    w = scratch()
    find_refuges(g, s, w)
    for unit in range(s.units):
        goes = has_to_leave(g, s, unit) or may_leave(g, s, unit)
        if goes and has_refuge(g, s, w, unit):
            mask[UNIT + unit] = 1
    if not any_leaves(g, s, w):
        mask[DONE] = 1


@rule
def apply_india_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.frame_1[top(g)] = 1
    else:
        g.chosen_units[0] = action - UNIT
        ask(g, INDIA_PLACE, AL)


@rule
def legal_india_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The bases that take it."""
    w = scratch()
    find_refuges(g, s, w)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and takes_unit(g, s, w, int(g.chosen_units[0]), hex_):
            mask[PLACE + place] = 1


@rule
def apply_india_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    move_unit(g, s, int(g.chosen_units[0]), int(s.place_hex[action - PLACE]))
