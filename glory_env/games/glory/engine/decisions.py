"""The dispatch: every pending decision to its `legal_...` and `apply_...`, chapter by chapter.

Numba compiles a chain of calls, not a table of functions: it is written by hand, and a test
compares it with the objects of `core.decisions`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory import state as st
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules import (
    activation,
    combat,
    convoy,
    losses,
    movement,
    negotiation,
    production,
    talk,
    transport,
    turn13,
)


@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when no service has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == st.OFFER_CIVIL:
        negotiation.legal_offer_civil(g, s, mask)
    elif d == st.OFFER_ARMY:
        negotiation.legal_offer_army(g, s, mask)
    elif d == st.ANSWER:
        negotiation.legal_answer(g, s, mask)
    elif d == st.CONCEDE:
        negotiation.legal_concede(g, s, mask)
    elif d == st.JANKEN:
        negotiation.legal_janken(g, s, mask)
    elif d == st.ACTIVATE:
        activation.legal_activate(g, s, mask)
    elif d == st.MOVE_PIECE:
        movement.legal_move_piece(g, s, mask)
    elif d == st.MOVE_TO:
        movement.legal_move_to(g, s, mask)
    elif d == st.MOVE_EMBARK:
        transport.legal_move_embark(g, s, mask)
    elif d == st.MOVE_LAND:
        transport.legal_move_land(g, s, mask)
    elif d == st.ESCORT_REQUEST:
        transport.legal_escort_request(g, s, mask)
    elif d == st.ESCORT_GRANT:
        transport.legal_escort_grant(g, s, mask)
    elif d == st.EMBARK:
        transport.legal_embark(g, s, mask)
    elif d == st.BATTLE:
        combat.legal_battle(g, s, mask)
    elif d == st.SUPPORT_REQUEST:
        combat.legal_support_request(g, s, mask)
    elif d == st.SUPPORT:
        combat.legal_support(g, s, mask)
    elif d == st.HYBRID_MODIFIER:
        combat.legal_hybrid_modifier(g, s, mask)
    elif d == st.PAY:
        losses.legal_pay(g, s, mask)
    elif d == st.CONVOY_REQUEST:
        convoy.legal_convoy_request(g, s, mask)
    elif d == st.CONVOY_METHOD:
        convoy.legal_convoy_method(g, s, mask)
    elif d == st.CONVOY_DAMAGE:
        convoy.legal_convoy_damage(g, s, mask)
    elif d == st.PRODUCE:
        production.legal_produce(g, s, mask)
    elif d == st.PRODUCE_COUNTER:
        production.legal_produce_counter(g, s, mask)
    elif d == st.VOTE:
        production.legal_vote(g, s, mask)
    elif d == st.DECLARE_TURN_13:
        turn13.legal_turn_13(g, s, mask)
    elif d == st.SPEAK:
        talk.legal_speak(g, s, mask)
    elif d == st.SPEAK_ASK:
        talk.legal_speak_ask(g, s, mask)
    elif d == st.SPEAK_BOX:
        talk.legal_speak_box(g, s, mask)
    elif d == st.SPEAK_AMOUNT:
        talk.legal_speak_amount(g, s, mask)
    elif d == st.SPEAK_KIND:
        talk.legal_speak_kind(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask.

    What is done stays done: no decision takes another one back (R6-1d).
    """
    d = g.decision
    if d == st.OFFER_CIVIL:
        negotiation.apply_offer_civil(g, s, t, action)
    elif d == st.OFFER_ARMY:
        negotiation.apply_offer_army(g, s, t, action)
    elif d == st.ANSWER:
        negotiation.apply_answer(g, s, t, action)
    elif d == st.CONCEDE:
        negotiation.apply_concede(g, s, t, action)
    elif d == st.JANKEN:
        negotiation.apply_janken(g, s, t, action)
    elif d == st.ACTIVATE:
        activation.apply_activate(g, s, t, action)
    elif d == st.MOVE_PIECE:
        movement.apply_move_piece(g, s, t, action)
    elif d == st.MOVE_TO:
        movement.apply_move_to(g, s, t, action)
    elif d == st.MOVE_EMBARK:
        transport.apply_move_embark(g, s, t, action)
    elif d == st.MOVE_LAND:
        transport.apply_move_land(g, s, t, action)
    elif d == st.ESCORT_REQUEST:
        transport.apply_escort_request(g, s, t, action)
    elif d == st.ESCORT_GRANT:
        transport.apply_escort_grant(g, s, t, action)
    elif d == st.EMBARK:
        transport.apply_embark(g, s, t, action)
    elif d == st.BATTLE:
        combat.apply_battle(g, s, t, action)
    elif d == st.SUPPORT_REQUEST:
        combat.apply_support_request(g, s, t, action)
    elif d == st.SUPPORT:
        combat.apply_support(g, s, t, action)
    elif d == st.HYBRID_MODIFIER:
        combat.apply_hybrid_modifier(g, s, t, action)
    elif d == st.PAY:
        losses.apply_pay(g, s, t, action)
    elif d == st.CONVOY_REQUEST:
        convoy.apply_convoy_request(g, s, t, action)
    elif d == st.CONVOY_METHOD:
        convoy.apply_convoy_method(g, s, t, action)
    elif d == st.CONVOY_DAMAGE:
        convoy.apply_convoy_damage(g, s, t, action)
    elif d == st.PRODUCE:
        production.apply_produce(g, s, t, action)
    elif d == st.PRODUCE_COUNTER:
        production.apply_produce_counter(g, s, t, action)
    elif d == st.VOTE:
        production.apply_vote(g, s, t, action)
    elif d == st.DECLARE_TURN_13:
        turn13.apply_turn_13(g, s, t, action)
    elif d == st.SPEAK:
        talk.apply_speak(g, s, t, action)
    elif d == st.SPEAK_ASK:
        talk.apply_speak_ask(g, s, t, action)
    elif d == st.SPEAK_BOX:
        talk.apply_speak_box(g, s, t, action)
    elif d == st.SPEAK_AMOUNT:
        talk.apply_speak_amount(g, s, t, action)
    elif d == st.SPEAK_KIND:
        talk.apply_speak_kind(g, s, t, action)
