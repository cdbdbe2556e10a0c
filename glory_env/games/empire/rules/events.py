"""Events of cards: when one may be played, and its effects one after the other (5.31 to 5.37).

What an event does is data: up to four effects a card, by the words of `events.py`, each with its
time. When a time comes, the frame EVENT goes through the cards in use, the one of the side on turn
and then the reaction cards in the order they were played, and does their effects of this time.
Effects that only hold while the offensive lasts are not done: who asks for them looks at the card
(`op_effect`, `counter_effect`, `battle_effects.py`).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import EVENT_FRAME
from glory_env.games.empire.events import (
    AT_PLAY,
    FX_AIRBORNE,
    FX_ASP_MORE,
    FX_NO_WEATHER,
    MAX_CARD_EFFECTS,
    OF_CARRIER_AT_HOME,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.attack_effects import do_attack_effect
from glory_env.games.empire.rules.card_effects import card_in_use, side_in_use, slot_in_use
from glory_env.games.empire.rules.frames import next_step, pop, push, top
from glory_env.games.empire.rules.needs import is_met
from glory_env.games.empire.rules.offensive_effects import (
    do_offensive_effect,
    may_lead_event,
)
from glory_env.games.empire.rules.track_effects import do_track_effect
from glory_env.games.empire.rules.weather import is_spared
from glory_env.games.empire.state import MAX_PLAYED, MILITARY, NONE, POLITICAL, RESOURCE

SLOTS = (1 + MAX_PLAYED) * MAX_CARD_EFFECTS


@rule
def begin_event(g: Game, time: int) -> None:
    """A time has come: the effects of the cards in use that act now are done."""
    push(g, EVENT_FRAME, int(g.op_side), time, 0)


@rule
def continue_event(g: Game, s: Tables, t: Trace) -> None:
    """The next effect of this time; a question of one is asked before the next comes (R5.3-a)."""
    time = int(g.frame_1[top(g)])
    while g.frame_step[top(g)] < SLOTS:
        next_step(g)
        side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
        if card != NONE and s.fx[side, card, slot] and s.fx_at[side, card, slot] == time:
            do_effect(g, s, t, side, card, slot)
            return
    pop(g)


@rule
def do_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect, by the chapter its word belongs to."""
    word = int(s.fx[side, card, slot])
    if s.fx_of[side, card, slot] == OF_CARRIER_AT_HOME and is_spared(g, s):
        return
    if word >= FX_ASP_MORE or s.fx_at[side, card, slot] == AT_PLAY:
        do_track_effect(g, s, t, side, card, slot)
    elif word > FX_AIRBORNE:
        do_attack_effect(g, s, t, side, card, slot)
    elif word > FX_NO_WEATHER:
        do_offensive_effect(g, s, t, side, card, slot)


@rule
def may_be_event(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether the side on turn may play a card as its event (R5.0-g, R5.31-c, R5.33-a, E-043).

    What would do nothing may be played, too (R5.31-i). In one-year scenarios some cards may not be
    (R17.26-b).
    """
    kind = int(s.card_kind[side, card])
    if s.one_year and not s.card_year_event[side, card]:
        return False
    if kind == MILITARY:
        return may_lead_event(g, s, side, card)
    return kind in (RESOURCE, POLITICAL) and is_met(g, s, side, card)
