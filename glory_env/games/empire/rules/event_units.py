"""Units that an event moves or hits at once, and the questions about them (5.33).

The questions "event_unit" and "event_place" are about the effect in work.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import UNIT
from glory_env.games.empire.codes import EVENT_UNIT
from glory_env.games.empire.events import FX_EVACUATE, FX_LOSE_STEP, FX_REDEPLOY
from glory_env.games.empire.generated.records import Game, Tables
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
from glory_env.games.empire.rules.where import HOME_ISLANDS
from glory_env.games.empire.state import (
    AIR,
    HQ,
    JP,
    MAP,
    NAT_US,
    NO_DECISION,
)


@rule
def word_in_use(g: Game, s: Tables) -> int:
    """What the effect in work does, by `events.CARD_EFFECTS`."""
    return int(s.fx[side_in_use(g), card_in_use(g), slot_in_use(g)])


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
    else:
        legal_fuel_port(g, s, mask)


@rule
def apply_event_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    word = word_in_use(g, s)
    if word == FX_EVACUATE:
        apply_evacuation_place(g, s, action)
    else:
        apply_fuel_port(g, s, action)
