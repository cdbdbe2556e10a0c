"""Which chapter answers for a decision.

Generated, do not edit. Write it again with
`python -m glory_env.core.generate glory_env.games.glory`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
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

    All zeros when nobody has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == 1:
        negotiation.legal_offer_civil(g, s, mask)
    elif d == 2:
        negotiation.legal_offer_army(g, s, mask)
    elif d == 3:
        negotiation.legal_answer(g, s, mask)
    elif d == 4:
        negotiation.legal_concede(g, s, mask)
    elif d == 5:
        negotiation.legal_janken(g, s, mask)
    elif d == 6:
        activation.legal_activate(g, s, mask)
    elif d == 7:
        movement.legal_move_piece(g, s, mask)
    elif d == 8:
        movement.legal_move_to(g, s, mask)
    elif d == 9:
        transport.legal_move_embark(g, s, mask)
    elif d == 10:
        transport.legal_move_land(g, s, mask)
    elif d == 11:
        transport.legal_escort_request(g, s, mask)
    elif d == 12:
        transport.legal_escort_grant(g, s, mask)
    elif d == 13:
        transport.legal_embark(g, s, mask)
    elif d == 14:
        combat.legal_battle(g, s, mask)
    elif d == 15:
        combat.legal_support_request(g, s, mask)
    elif d == 16:
        combat.legal_support(g, s, mask)
    elif d == 17:
        combat.legal_hybrid_modifier(g, s, mask)
    elif d == 18:
        losses.legal_pay(g, s, mask)
    elif d == 19:
        convoy.legal_convoy_request(g, s, mask)
    elif d == 20:
        convoy.legal_convoy_method(g, s, mask)
    elif d == 21:
        convoy.legal_convoy_damage(g, s, mask)
    elif d == 22:
        production.legal_produce(g, s, mask)
    elif d == 23:
        production.legal_produce_counter(g, s, mask)
    elif d == 24:
        production.legal_vote(g, s, mask)
    elif d == 25:
        turn13.legal_turn_13(g, s, mask)
    elif d == 26:
        talk.legal_speak(g, s, mask)
    elif d == 27:
        talk.legal_speak_ask(g, s, mask)
    elif d == 28:
        talk.legal_speak_box(g, s, mask)
    elif d == 29:
        talk.legal_speak_amount(g, s, mask)
    elif d == 30:
        talk.legal_speak_kind(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask."""
    d = g.decision
    if d == 1:
        negotiation.apply_offer_civil(g, s, t, action)
    elif d == 2:
        negotiation.apply_offer_army(g, s, t, action)
    elif d == 3:
        negotiation.apply_answer(g, s, t, action)
    elif d == 4:
        negotiation.apply_concede(g, s, t, action)
    elif d == 5:
        negotiation.apply_janken(g, s, t, action)
    elif d == 6:
        activation.apply_activate(g, s, t, action)
    elif d == 7:
        movement.apply_move_piece(g, s, t, action)
    elif d == 8:
        movement.apply_move_to(g, s, t, action)
    elif d == 9:
        transport.apply_move_embark(g, s, t, action)
    elif d == 10:
        transport.apply_move_land(g, s, t, action)
    elif d == 11:
        transport.apply_escort_request(g, s, t, action)
    elif d == 12:
        transport.apply_escort_grant(g, s, t, action)
    elif d == 13:
        transport.apply_embark(g, s, t, action)
    elif d == 14:
        combat.apply_battle(g, s, t, action)
    elif d == 15:
        combat.apply_support_request(g, s, t, action)
    elif d == 16:
        combat.apply_support(g, s, t, action)
    elif d == 17:
        combat.apply_hybrid_modifier(g, s, t, action)
    elif d == 18:
        losses.apply_pay(g, s, t, action)
    elif d == 19:
        convoy.apply_convoy_request(g, s, t, action)
    elif d == 20:
        convoy.apply_convoy_method(g, s, t, action)
    elif d == 21:
        convoy.apply_convoy_damage(g, s, t, action)
    elif d == 22:
        production.apply_produce(g, s, t, action)
    elif d == 23:
        production.apply_produce_counter(g, s, t, action)
    elif d == 24:
        production.apply_vote(g, s, t, action)
    elif d == 25:
        turn13.apply_turn_13(g, s, t, action)
    elif d == 26:
        talk.apply_speak(g, s, t, action)
    elif d == 27:
        talk.apply_speak_ask(g, s, t, action)
    elif d == 28:
        talk.apply_speak_box(g, s, t, action)
    elif d == 29:
        talk.apply_speak_amount(g, s, t, action)
    elif d == 30:
        talk.apply_speak_kind(g, s, t, action)
