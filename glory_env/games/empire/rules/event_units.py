"""Units that an event brings, exchanges or hits at once, and the questions about them (5.31, 5.33).

The questions "event_unit" and "event_place" are about the effect in work.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE, UNIT
from glory_env.games.empire.codes import EVENT_PLACE, EVENT_UNIT
from glory_env.games.empire.events import FX_EVACUATE, FX_LOSE_STEP, FX_REDEPLOY
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import place_unit, remove_unit
from glory_env.games.empire.rules.card_effects import card_in_use, side_in_use, slot_in_use
from glory_env.games.empire.rules.event_moves import (
    apply_evacuation_place,
    apply_evacuation_unit,
    apply_fuel_port,
    apply_redeployed,
    legal_evacuation_place,
    legal_evacuation_unit,
    legal_fuel_port,
    legal_redeployed,
)
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.headquarters import in_command
from glory_env.games.empire.rules.losses import lose_steps
from glory_env.games.empire.rules.placing import place_ends, survey
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.rules.where import HOME_ISLANDS, lies_in
from glory_env.games.empire.state import (
    ABSENT,
    AIR,
    DELAY_BOX,
    HQ,
    JP,
    MAP,
    NAT_US,
    NO_DECISION,
    NONE,
    OUT,
    TRACK,
)


@rule
def word_in_use(g: Game, s: Tables) -> int:
    """What the effect in work does, by `events.CARD_EFFECTS`."""
    return int(s.fx[side_in_use(g), card_in_use(g), slot_in_use(g)])


# --- a unit that comes -------------------------------------------------------------------------
@rule
def takes_new(s: Tables, w: np.ndarray, side: int, card: int, slot: int, hex_: int) -> bool:
    """A hex of ENDS in the area the card names."""
    return holds(s, w, ENDS, hex_) and lies_in(s, int(s.fx_where[side, card, slot]), hex_)


@rule
def find_places(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: where a reinforcement could be placed (R5.33-b)."""
    survey(g, s, w, int(s.unit_side[unit]))
    place_ends(g, s, w, unit)


@rule
def bring_unit(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """The card's unit comes, if there is a place; else it is out (R5.33-e, E-585, DK-59)."""
    unit = int(s.fx_unit[side, card, slot])
    if g.place[unit] != ABSENT:
        return
    w = scratch()
    find_places(g, s, w, unit)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and takes_new(s, w, side, card, slot, hex_):
            ask(g, EVENT_PLACE, side)
            return
    remove_unit(g, s, unit, OUT, 0)


@rule
def legal_new_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """Where it may come to."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    w = scratch()
    find_places(g, s, w, int(s.fx_unit[side, card, slot]))
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and takes_new(s, w, side, card, slot, hex_):
            mask[PLACE + place] = 1


@rule
def apply_new_place(g: Game, s: Tables, action: int) -> None:
    unit = int(s.fx_unit[side_in_use(g), card_in_use(g), slot_in_use(g)])
    place_unit(g, s, unit, MAP, int(s.place_hex[action - PLACE]), int(g.steps[unit]))


@rule
def send_for(g: Game, s: Tables, unit: int) -> None:
    """The card's unit arrives next turn without delay, if it has not come yet (AL22)."""
    if g.place[unit] == ABSENT:
        remove_unit(g, s, unit, TRACK, int(g.turn) + 1)
        g.delayable[unit] = 0


# --- HQs ---------------------------------------------------------------------------------------
@rule
def exchange_hq(g: Game, s: Tables, leaver: int, comer: int) -> None:
    """Another HQ takes the place of one, on the map or while it is to come back (AL27)."""
    place, hex_, when = int(g.place[leaver]), int(g.hex[leaver]), int(g.when[leaver])
    remove_unit(g, s, leaver, OUT, 0)
    if place == MAP:
        place_unit(g, s, comer, MAP, hex_, int(s.arrives_full[comer]))
    elif place in (TRACK, DELAY_BOX):
        remove_unit(g, s, comer, place, when)
        g.steps[comer] = s.arrives_full[comer]


# --- a raid ------------------------------------------------------------------------------------
@rule
def is_raided(g: Game, s: Tables, unit: int) -> bool:
    """A Japanese air unit outside the home islands in the range of a US HQ (AL16)."""
    if g.place[unit] != MAP or s.unit_side[unit] != JP or s.kind[unit] != AIR:
        return False
    if s.region[g.hex[unit]] in HOME_ISLANDS:
        return False
    for hq in range(s.units):
        american = s.kind[hq] == HQ and s.nat[hq] == NAT_US and g.place[hq] == MAP
        if american and in_command(g, s, hq, int(g.hex[unit])):
            return True
    return False


@rule
def any_raided(g: Game, s: Tables) -> bool:
    """Whether there is such a unit."""
    for unit in range(s.units):
        if is_raided(g, s, unit):
            return True
    return False


@rule
def raid(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """The side that the card names chooses a unit that loses a step (DK-52)."""
    if any_raided(g, s):
        ask(g, EVENT_UNIT, int(s.fx_side[side, card, slot]))


# --- the questions -----------------------------------------------------------------------------
@rule
def legal_event_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit the effect in work is about."""
    word = word_in_use(g, s)
    if word == FX_EVACUATE:
        legal_evacuation_unit(g, s, mask)
    elif word == FX_REDEPLOY:
        legal_redeployed(g, s, mask)
    elif word == FX_LOSE_STEP:
        for unit in range(s.units):
            if is_raided(g, s, unit):
                mask[UNIT + unit] = 1


@rule
def apply_event_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    word = word_in_use(g, s)
    if word == FX_EVACUATE:
        apply_evacuation_unit(g, s, action)
    elif word == FX_REDEPLOY:
        apply_redeployed(g, s, action)
    else:
        lose_steps(g, s, action - UNIT, 1)


@rule
def legal_event_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """A hex the effect in work is about."""
    word = word_in_use(g, s)
    if word == FX_EVACUATE:
        legal_evacuation_place(g, s, mask)
    elif word == FX_REDEPLOY:
        legal_fuel_port(g, s, mask)
    else:
        legal_new_place(g, s, mask)


@rule
def apply_event_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    word = word_in_use(g, s)
    if word == FX_EVACUATE:
        apply_evacuation_place(g, s, action)
    elif word == FX_REDEPLOY:
        apply_fuel_port(g, s, action)
    else:
        apply_new_place(g, s, action)
