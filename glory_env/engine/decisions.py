"""The dispatch: every pending decision to its `legal_...` and `apply_...`, chapter by chapter."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.state import (
    ACTIVATE,
    ANSWER,
    BATTLE,
    CONCEDE,
    CONVOY_DAMAGE,
    CONVOY_METHOD,
    CONVOY_REQUEST,
    DECLARE_TURN_13,
    EMBARK,
    ESCORT_GRANT,
    ESCORT_REQUEST,
    HYBRID_MODIFIER,
    JANKEN,
    MOVE_EMBARK,
    MOVE_LAND,
    MOVE_PIECE,
    MOVE_TO,
    OFFER_ARMY,
    OFFER_CIVIL,
    PAY,
    PRODUCE,
    PRODUCE_COUNTER,
    SUPPORT,
    SUPPORT_REQUEST,
    VOTE,
)
from glory_env.rules.activation import (
    apply_activate,
    legal_activate,
)
from glory_env.rules.combat import (
    apply_battle,
    apply_hybrid_modifier,
    apply_support,
    apply_support_request,
    legal_battle,
    legal_hybrid_modifier,
    legal_support,
    legal_support_request,
)
from glory_env.rules.convoy import (
    apply_convoy_damage,
    apply_convoy_method,
    apply_convoy_request,
    legal_convoy_damage,
    legal_convoy_method,
    legal_convoy_request,
)
from glory_env.rules.losses import (
    apply_pay,
    legal_pay,
)
from glory_env.rules.movement import (
    apply_move_piece,
    apply_move_to,
    legal_move_piece,
    legal_move_to,
)
from glory_env.rules.negotiation import (
    apply_answer,
    apply_concede,
    apply_janken,
    apply_offer_army,
    apply_offer_civil,
    legal_answer,
    legal_concede,
    legal_janken,
    legal_offer_army,
    legal_offer_civil,
)
from glory_env.rules.production import (
    apply_produce,
    apply_produce_counter,
    apply_vote,
    legal_produce,
    legal_produce_counter,
    legal_vote,
)
from glory_env.rules.transport import (
    apply_embark,
    apply_escort_grant,
    apply_escort_request,
    apply_move_embark,
    apply_move_land,
    legal_embark,
    legal_escort_grant,
    legal_escort_request,
    legal_move_embark,
    legal_move_land,
)
from glory_env.rules.turn13 import (
    apply_turn_13,
    legal_turn_13,
)


@rule
def legal(g, s, mask):
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when no service has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == OFFER_CIVIL:
        legal_offer_civil(g, s, mask)
    elif d == OFFER_ARMY:
        legal_offer_army(g, s, mask)
    elif d == ANSWER:
        legal_answer(g, s, mask)
    elif d == CONCEDE:
        legal_concede(g, s, mask)
    elif d == JANKEN:
        legal_janken(g, s, mask)
    elif d == ACTIVATE:
        legal_activate(g, s, mask)
    elif d == MOVE_PIECE:
        legal_move_piece(g, s, mask)
    elif d == MOVE_TO:
        legal_move_to(g, s, mask)
    elif d == MOVE_EMBARK:
        legal_move_embark(g, s, mask)
    elif d == MOVE_LAND:
        legal_move_land(g, s, mask)
    elif d == ESCORT_REQUEST:
        legal_escort_request(g, s, mask)
    elif d == ESCORT_GRANT:
        legal_escort_grant(g, s, mask)
    elif d == EMBARK:
        legal_embark(g, s, mask)
    elif d == BATTLE:
        legal_battle(g, s, mask)
    elif d == SUPPORT_REQUEST:
        legal_support_request(g, s, mask)
    elif d == SUPPORT:
        legal_support(g, s, mask)
    elif d == HYBRID_MODIFIER:
        legal_hybrid_modifier(g, s, mask)
    elif d == PAY:
        legal_pay(g, s, mask)
    elif d == CONVOY_REQUEST:
        legal_convoy_request(g, s, mask)
    elif d == CONVOY_METHOD:
        legal_convoy_method(g, s, mask)
    elif d == CONVOY_DAMAGE:
        legal_convoy_damage(g, s, mask)
    elif d == PRODUCE:
        legal_produce(g, s, mask)
    elif d == PRODUCE_COUNTER:
        legal_produce_counter(g, s, mask)
    elif d == VOTE:
        legal_vote(g, s, mask)
    elif d == DECLARE_TURN_13:
        legal_turn_13(g, s, mask)


@rule
def apply(g, s, t, action):
    """Carry out one legal micro-step; the caller has checked it against the mask.

    What is done stays done: no decision takes another one back (R6-1d).
    """
    d = g.decision
    if d == OFFER_CIVIL:
        apply_offer_civil(g, s, t, action)
    elif d == OFFER_ARMY:
        apply_offer_army(g, s, t, action)
    elif d == ANSWER:
        apply_answer(g, s, t, action)
    elif d == CONCEDE:
        apply_concede(g, s, t, action)
    elif d == JANKEN:
        apply_janken(g, s, t, action)
    elif d == ACTIVATE:
        apply_activate(g, s, t, action)
    elif d == MOVE_PIECE:
        apply_move_piece(g, s, t, action)
    elif d == MOVE_TO:
        apply_move_to(g, s, t, action)
    elif d == MOVE_EMBARK:
        apply_move_embark(g, s, t, action)
    elif d == MOVE_LAND:
        apply_move_land(g, s, t, action)
    elif d == ESCORT_REQUEST:
        apply_escort_request(g, s, t, action)
    elif d == ESCORT_GRANT:
        apply_escort_grant(g, s, t, action)
    elif d == EMBARK:
        apply_embark(g, s, t, action)
    elif d == BATTLE:
        apply_battle(g, s, t, action)
    elif d == SUPPORT_REQUEST:
        apply_support_request(g, s, t, action)
    elif d == SUPPORT:
        apply_support(g, s, t, action)
    elif d == HYBRID_MODIFIER:
        apply_hybrid_modifier(g, s, t, action)
    elif d == PAY:
        apply_pay(g, s, t, action)
    elif d == CONVOY_REQUEST:
        apply_convoy_request(g, s, t, action)
    elif d == CONVOY_METHOD:
        apply_convoy_method(g, s, t, action)
    elif d == CONVOY_DAMAGE:
        apply_convoy_damage(g, s, t, action)
    elif d == PRODUCE:
        apply_produce(g, s, t, action)
    elif d == PRODUCE_COUNTER:
        apply_produce_counter(g, s, t, action)
    elif d == VOTE:
        apply_vote(g, s, t, action)
    elif d == DECLARE_TURN_13:
        apply_turn_13(g, s, t, action)
