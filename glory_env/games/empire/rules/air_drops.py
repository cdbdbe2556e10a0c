"""Hexes that events take out of the air, and a group of islands that falls together (5.31 D).

Japanese parachute troops before the moves, the US airborne division after them, and the islands
beside one that was landed on.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import NO, PLACE
from glory_env.games.empire.codes import AIR_HEX
from glory_env.games.empire.events import FX_TAKE_HEX
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import enemies_in
from glory_env.games.empire.rules.board import (
    ANY_KIND,
    controls,
    count_in,
    in_bitmap,
    move_unit,
    next_in,
    set_control,
)
from glory_env.games.empire.rules.card_effects import card_in_use, side_in_use, slot_in_use
from glory_env.games.empire.rules.event_limits import is_active_of
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    B29,
    GROUND,
    JP,
    LANDED,
    LRB,
    MAP,
    NAT_DUTCH,
    NAT_US,
    NO_DECISION,
    NONE,
    REGIMENT,
)


# --- Japan: before the moves -------------------------------------------------------------------
@rule
def far_range(s: Tables, unit: int) -> int:
    """Extended range of an air unit; the normal one of a long range bomber."""
    if s.type[unit] in (LRB, B29):
        return int(s.range[unit])
    return max(int(s.range[unit]), int(s.extended[unit]))


@rule
def lone_regiment(g: Game, s: Tables, hex_: int) -> int:
    """The Dutch regiment that holds a hex alone, or NONE."""
    unit = next_in(g, s, hex_, AL, ANY_KIND, NONE)
    if unit == NONE or count_in(g, s, hex_, AL, ANY_KIND) > 1:
        return NONE
    return unit if s.nat[unit] == NAT_DUTCH and s.unit_size[unit] == REGIMENT else NONE


@rule
def may_be_seized(g: Game, s: Tables, hex_: int) -> bool:
    """An Allied hex, empty or held by such a regiment, in reach of an active air unit (E-583).

    No live enemy zone is over it, and Japanese ground units may enter it.
    """
    if not controls(g, s, hex_, AL) or in_bitmap(s, s.no_entry[JP], hex_):
        return False
    if is_live(g, s, JP, hex_):
        return False
    if enemies_in(g, s, hex_, JP) and lone_regiment(g, s, hex_) == NONE:
        return False
    for unit in range(s.units):
        flies = s.kind[unit] == AIR and g.place[unit] == MAP and is_active_of(g, s, unit, JP)
        if flies and s.dist[g.hex[unit], hex_] <= far_range(s, unit):
            return True
    return False


@rule
def seize(g: Game, s: Tables, hex_: int) -> None:
    """The hex is Japan's; the regiment is lost."""
    unit = lone_regiment(g, s, hex_)
    if unit != NONE:
        eliminate(g, s, unit)
    set_control(g, s, hex_, JP)


# --- the Allies: after the moves ---------------------------------------------------------------
@rule
def drop_range(g: Game, s: Tables, unit: int) -> int:
    """How far the idle airborne division jumps: with a supplied US air unit of its airfield.

    NONE: it cannot jump.
    """
    if g.place[unit] != MAP or g.unit_flags[unit] & ACTIVE or not s.has_field[g.hex[unit]]:
        return NONE
    far = NONE
    for one in range(s.units):
        here = g.place[one] == MAP and g.hex[one] == g.hex[unit] and s.kind[one] == AIR
        if here and s.nat[one] == NAT_US and g.supply[one]:
            far = max(far, far_range(s, one))
    return far


@rule
def may_be_dropped(g: Game, s: Tables, unit: int, hex_: int) -> bool:
    """A hex in range without enemies and their live zones, with room for it (E-575)."""
    far = drop_range(g, s, unit)
    if hex_ == g.hex[unit] or s.dist[g.hex[unit], hex_] > far:
        return False
    if in_bitmap(s, s.no_entry[AL], hex_) or is_live(g, s, AL, hex_):
        return False
    return not enemies_in(g, s, hex_, AL) and room_for(g, s, unit, hex_)


@rule
def drop(g: Game, s: Tables, unit: int, hex_: int) -> None:
    """It comes down; this is no activation, and the hex passes at once (E-575, R6.5-a)."""
    move_unit(g, s, unit, hex_)
    set_control(g, s, hex_, AL)


# --- the question ------------------------------------------------------------------------------
@rule
def may_be_air_hex(g: Game, s: Tables, hex_: int) -> bool:
    """Whether the effect in work may take the hex."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    if s.fx[side, card, slot] == FX_TAKE_HEX:
        return may_be_seized(g, s, hex_)
    return may_be_dropped(g, s, int(s.fx_unit[side, card, slot]), hex_)


@rule
def offer_air_hex(g: Game, s: Tables) -> None:
    """Ask for a hex if there is one (DK-54)."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_be_air_hex(g, s, hex_):
            ask(g, AIR_HEX, side_in_use(g))
            return


@rule
def legal_air_hex(g: Game, s: Tables, mask: Array[int]) -> None:
    """One of the hexes, or none."""
    mask[NO] = 1
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_be_air_hex(g, s, hex_):
            mask[PLACE + place] = 1


@rule
def apply_air_hex(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == NO:
        return
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    hex_ = int(s.place_hex[action - PLACE])
    if s.fx[side, card, slot] == FX_TAKE_HEX:
        seize(g, s, hex_)
    else:
        drop(g, s, int(s.fx_unit[side, card, slot]), hex_)


# --- islands -----------------------------------------------------------------------------------
@rule
def take_islands(g: Game, s: Tables, side: int) -> None:
    """Empty one-hex islands beside an empty one that ground units landed on fall with it."""
    for unit in range(s.units):
        if s.kind[unit] != GROUND or g.place[unit] != MAP or not is_active_of(g, s, unit, side):
            continue
        here = int(g.hex[unit])
        landed = g.unit_flags[unit] & LANDED != 0 and s.islet[here]
        if not landed or enemies_in(g, s, here, side):
            continue
        for direction in range(6):
            other = int(s.near[here, direction])
            if other != NONE and s.islet[other] and not enemies_in(g, s, other, side):
                set_control(g, s, other, side)
