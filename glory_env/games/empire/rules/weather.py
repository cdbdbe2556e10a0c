"""S4: weather and persons after the moves (5.32; DK-31, DK-53, DK-58).

With a weather card on the table (`weather`) the offensive is called off as soon as it goes on.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import CARD, PASS, UNIT
from glory_env.games.empire.codes import (
    DROPPED_BATTLE,
    EVENT_FRAME,
    OPEN_BATTLE,
    SEND_BACK,
    WEATHER,
    WEATHER_AT_ONCE,
)
from glory_env.games.empire.events import (
    AT_WEATHER,
    FX_NO_WEATHER,
    IN_HOME_ISLANDS,
    OF_US_CARRIER,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import move_unit, touch
from glory_env.games.empire.rules.card_effects import op_effect, repeat_effect
from glory_env.games.empire.rules.frames import ask, next_step, push, top
from glory_env.games.empire.rules.intelligence import asks_cards, in_reach, play_reaction
from glory_env.games.empire.rules.needs import any_from_burma, is_from_burma, is_met
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.subjects import is_of
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    ACTIVE,
    BOMBED,
    MAP,
    NO_DECISION,
    NO_TASK,
    NONE,
    REACTION_CARD,
    SUB_PERSON,
    SUB_WEATHER,
)

WEATHER_ONLY, ANY_SUCH = 1 << SUB_WEATHER, (1 << SUB_WEATHER) | (1 << SUB_PERSON)


# --- the card ----------------------------------------------------------------------------------
@rule
def may_call_off(g: Game, s: Tables, side: int, card: int, subs: int) -> bool:
    """A reaction card of these kinds that may be played now (R5.32-j, R5.32-p, R5.32-q, E-044)."""
    fit = s.card_kind[side, card] == REACTION_CARD and (subs >> s.card_sub[side, card]) & 1
    return bool(fit) and in_reach(g, side, card) and is_met(g, s, side, card)


@rule
def continue_weather(g: Game, s: Tables) -> None:
    """S4: after the moves a card may call the offensive off, battle hexes or not.

    R7.2-d, R5.32-c, R5.32-j, R5.32-q, DK-31, E-582: one event of the Allies cannot be called off.
    """
    if op_effect(g, s, FX_NO_WEATHER) == NONE and asks_cards(g, s, ANY_SUCH):
        ask(g, WEATHER, 1 - int(g.op_side))
    else:
        next_step(g)


@rule
def legal_weather(g: Game, s: Tables, mask: Array[int]) -> None:
    """A card, or none."""
    side = int(g.actor)
    mask[PASS] = 1
    for card in range(int(s.cards[side])):
        if may_call_off(g, s, side, card, ANY_SUCH):
            mask[CARD + card] = 1


@rule
def apply_weather(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    next_step(g)
    if action != PASS:
        play_reaction(g, s, int(g.actor), action - CARD)


# --- weather against the loss of a card --------------------------------------------------------
@rule
def carrier_at_home(g: Game, s: Tables) -> bool:
    """A US carrier of the offensive fights in a battle hex of the home islands."""
    for unit in range(s.units):
        active = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE != 0
        if not active or not is_of(s, OF_US_CARRIER, unit):
            continue
        for k in range(int(g.battles)):
            hex_ = int(g.battle_hex[k])
            ours = g.hex[unit] == hex_ or g.task[unit] == k
            if ours and g.battle_state[k] == OPEN_BATTLE and lies_in(s, IN_HOME_ISLANDS, hex_):
                return True
    return False


@rule
def is_spared(g: Game, s: Tables) -> bool:
    """Whether Japan loses no card to the effect in work, or not yet (DK-58).

    It is asked for weather first, whatever it holds (GD-06); then the effect comes once more.
    """
    if not carrier_at_home(g, s):
        return True
    f = top(g)
    if g.frame_2[f] == 0 and asks_cards(g, s, WEATHER_ONLY):
        g.frame_2[f] = 1
        ask(g, WEATHER_AT_ONCE, 1 - int(g.op_side))
        return True
    g.frame_2[f] = 0
    return False


@rule
def legal_weather_at_once(g: Game, s: Tables, mask: Array[int]) -> None:
    """A weather card, or none (DK-58)."""
    side = int(g.actor)
    mask[PASS] = 1
    for card in range(int(s.cards[side])):
        if may_call_off(g, s, side, card, WEATHER_ONLY):
            mask[CARD + card] = 1


@rule
def apply_weather_at_once(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The card acts at once, and the offensive is called off; else the loss comes."""
    g.decision = NO_DECISION
    if action == PASS:
        repeat_effect(g)
    else:
        play_reaction(g, s, int(g.actor), action - CARD)
        push(g, EVENT_FRAME, int(g.op_side), AT_WEATHER, 0)


# --- a unit is sent back -----------------------------------------------------------------------
@rule
def begin_send_back(g: Game, s: Tables, side: int) -> None:
    """Ask which unit, if there is any."""
    if any_from_burma(g, s):
        ask(g, SEND_BACK, side)


@rule
def legal_send_back(g: Game, s: Tables, mask: Array[int]) -> None:
    """An active ground unit that started in Burma or the north of India (DK-53)."""
    for unit in range(s.units):
        if is_from_burma(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_send_back(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The unit stands where it started, no longer active; hexes it took stay taken."""
    g.decision = NO_DECISION
    unit = action - UNIT
    k = battle_at(g, int(g.hex[unit]))
    move_unit(g, s, unit, int(g.home[unit]))
    g.unit_flags[unit] &= BOMBED
    g.home[unit] = NONE
    g.entry[unit] = NONE
    g.task[unit] = NO_TASK
    g.carrier[unit] = NONE
    touch(g, s, unit)
    if k != NONE and not is_attacked(g, s, k):
        g.battle_state[k] = DROPPED_BATTLE


@rule
def is_attacked(g: Game, s: Tables, k: int) -> bool:
    """A unit of the offensive player stands in the battle hex, or is to fight there (E-581)."""
    for unit in range(s.units):
        active = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE != 0
        fights = g.hex[unit] == g.battle_hex[k] or g.task[unit] == k
        if active and fights and s.unit_side[unit] == g.op_side:
            return True
    return False
