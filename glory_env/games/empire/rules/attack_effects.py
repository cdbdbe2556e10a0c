"""Effects of reaction cards, and losses by events (5.32; DK-32, DK-41, DK-52)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import UNIT
from glory_env.games.empire.codes import EVENT_LOSS
from glory_env.games.empire.events import (
    FX_CANCEL,
    FX_KAMIKAZE,
    FX_LOSE_STEP,
    FX_SEND_BACK,
    FX_SUBMARINE,
    IN_HOME_ISLANDS,
    OF_AL_AIR_WITH_BB,
    OF_CA_CL_APD,
    OF_FULL_CA_OR_DD,
    OF_FULL_INDIAN_CORPS,
    OF_IDLE_IN_PORT,
    OF_JP_AIR_IN_OFFENSIVE,
    OF_NO_KILL_BY_ONE,
    OF_PASSED_CA_CL_APD,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_effects import helped
from glory_env.games.empire.rules.card_effects import card_in_use, side_in_use, slot_in_use
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.kamikaze import begin_kamikaze
from glory_env.games.empire.rules.losses import strike
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.subjects import is_of
from glory_env.games.empire.rules.weather import begin_send_back
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    BB,
    CA,
    CORPS,
    DD,
    GROUND,
    JP,
    MAP,
    NAT_INDIAN,
    NAVAL,
    NO_DECISION,
    NONE,
    PASSED_AIR,
    ROLL_SUBMARINE_CARD,
)


@rule
def do_attack_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `cancel` to `kamikaze_more`; those of battles are asked for there."""
    word = s.fx[side, card, slot]
    if word == FX_CANCEL:
        g.weather = 1
    elif word == FX_SEND_BACK:
        begin_send_back(g, s, side)
    elif word in (FX_LOSE_STEP, FX_SUBMARINE):
        begin_loss(g, s, t, side, card, slot)
    elif word == FX_KAMIKAZE:
        begin_kamikaze(g, s, int(s.fx_m[side, card, slot]))


# --- who may be struck -------------------------------------------------------------------------
@rule
def is_struck(g: Game, s: Tables, side: int, card: int, slot: int, unit: int) -> bool:
    """Whether an effect of a side's card may take a step of the unit."""
    if g.place[unit] != MAP:
        return False
    named, of = int(s.fx_unit[side, card, slot]), int(s.fx_of[side, card, slot])
    active = g.unit_flags[unit] & ACTIVE != 0
    if named != NONE:
        return unit == named
    if of == OF_AL_AIR_WITH_BB:
        return s.kind[unit] == AIR and s.unit_side[unit] == AL and meets_battleships(g, s, unit)
    if of == OF_FULL_INDIAN_CORPS:
        corps = s.nat[unit] == NAT_INDIAN and s.unit_size[unit] == CORPS
        return corps and s.kind[unit] == GROUND and g.steps[unit] == 2
    if of == OF_FULL_CA_OR_DD:
        ship = active and s.unit_side[unit] == AL and s.type[unit] in (CA, DD)
        return ship and g.steps[unit] == 2
    if of == OF_PASSED_CA_CL_APD:
        passed = active and g.unit_flags[unit] & PASSED_AIR != 0
        return passed and is_of(s, OF_CA_CL_APD, unit)
    if of == OF_JP_AIR_IN_OFFENSIVE:
        near = active or battle_at(g, int(g.hex[unit])) != NONE
        return near and s.kind[unit] == AIR and s.unit_side[unit] == JP
    if of == OF_IDLE_IN_PORT:
        return not active and lies_in_port(g, s, unit, 1 - side)
    return active and s.kind[unit] == NAVAL and s.unit_side[unit] == 1 - side


@rule
def meets_battleships(g: Game, s: Tables, unit: int) -> bool:
    """A Japanese battleship and no Allied one is in the battle hex of the unit (E-569)."""
    hex_, found = int(g.hex[unit]), False
    if battle_at(g, hex_) == NONE:
        return False
    for ship in range(s.units):
        if s.type[ship] == BB and g.place[ship] == MAP and g.hex[ship] == hex_:
            if s.unit_side[ship] == AL:
                return False
            found = True
    return found


@rule
def lies_in_port(g: Game, s: Tables, unit: int, side: int) -> bool:
    """A ship of the side in a port outside the home islands."""
    hex_ = int(g.hex[unit])
    ship = s.kind[unit] == NAVAL and s.unit_side[unit] == side
    return ship and s.has_port[hex_] != 0 and not lies_in(s, IN_HOME_ISLANDS, hex_)


@rule
def any_struck(g: Game, s: Tables, side: int, card: int, slot: int) -> bool:
    """Whether there is such a unit."""
    for unit in range(s.units):
        if is_struck(g, s, side, card, slot, unit):
            return True
    return False


# --- the loss ----------------------------------------------------------------------------------
@rule
def begin_loss(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """The side named chooses the unit, else the owner of the card; a named unit loses at once.

    A card whose target is gone has no effect (E-077).
    """
    if not any_struck(g, s, side, card, slot):
        return
    if s.fx_unit[side, card, slot] != NONE:
        strike(g, s, t, int(s.fx_unit[side, card, slot]), 1)
        return
    ask(g, EVENT_LOSS, helped(s, side, card, slot))


@rule
def legal_event_loss(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit the effect in work may strike."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    for unit in range(s.units):
        if is_struck(g, s, side, card, slot, unit):
            mask[UNIT + unit] = 1


@rule
def apply_event_loss(g: Game, s: Tables, t: Trace, action: int) -> None:
    """After weather the step goes when all are back (E-582)."""
    g.decision = NO_DECISION
    side, card, slot, unit = side_in_use(g), card_in_use(g), slot_in_use(g), action - UNIT
    if s.fx[side, card, slot] == FX_SUBMARINE:
        strike(g, s, t, unit, torpedo(g, s, t, side, card, slot, unit))
    elif g.weather:
        g.struck = unit
    else:
        strike(g, s, t, unit, 1)


@rule
def torpedo(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int, unit: int) -> int:
    """Steps a submarine takes by its die: one up to n, two up to m, else none.

    One card cannot sink with the lower numbers (E-572).
    """
    die = roll(g, t, ROLL_SUBMARINE_CARD, card, side)
    if die <= s.fx_n[side, card, slot]:
        spared = s.fx_of[side, card, slot] == OF_NO_KILL_BY_ONE and g.steps[unit] == 1
        return 0 if spared else 1
    return 2 if die <= s.fx_m[side, card, slot] else 0
