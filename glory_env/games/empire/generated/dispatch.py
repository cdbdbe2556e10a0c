"""Which chapter answers for a decision.

Generated, do not edit. Write it again with
`python -m glory_env.core.generate glory_env.games.empire`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules import (
    activation,
    afterwards,
    air_drops,
    arrivals,
    attack_cards,
    attack_effects,
    battle_hexes,
    bombing,
    carrier_shift,
    coming_units,
    emergency,
    event_cards,
    event_clauses,
    event_units,
    express,
    first_hands,
    hits,
    hq_moves,
    india,
    initiative,
    intelligence,
    kamikaze,
    moves,
    offensive,
    raids,
    reaction,
    reaction_moves,
    replacements,
    retreat,
    roads,
    special_reaction,
    stacking,
    walk,
    weather,
)


@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when nobody has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == 1:
        initiative.legal_card(g, s, mask)
    elif d == 2:
        initiative.legal_card_use(g, s, mask)
    elif d == 3:
        hq_moves.legal_withdraw_hq(g, s, mask)
    elif d == 4:
        hq_moves.legal_return_hq(g, s, mask)
    elif d == 5:
        hq_moves.legal_return_port(g, s, mask)
    elif d == 6:
        activation.legal_headquarters(g, s, mask)
    elif d == 7:
        activation.legal_activate(g, s, mask)
    elif d == 8:
        moves.legal_move_unit(g, s, mask)
    elif d == 9:
        moves.legal_move_stack(g, s, mask)
    elif d == 10:
        moves.legal_move_kind(g, s, mask)
    elif d == 11:
        moves.legal_move_place(g, s, mask)
    elif d == 12:
        moves.legal_move_target(g, s, mask)
    elif d == 13:
        moves.legal_move_offset(g, s, mask)
    elif d == 14:
        walk.legal_walk_step(g, s, mask)
    elif d == 15:
        walk.legal_leave_unit(g, s, mask)
    elif d == 16:
        walk.legal_leave_place(g, s, mask)
    elif d == 17:
        battle_hexes.legal_task_unit(g, s, mask)
    elif d == 18:
        battle_hexes.legal_task_place(g, s, mask)
    elif d == 19:
        offensive.legal_next_battle(g, s, mask)
    elif d == 20:
        hits.legal_hit(g, s, mask)
    elif d == 21:
        hits.legal_survivor(g, s, mask)
    elif d == 22:
        hits.legal_weak_critical(g, s, mask)
    elif d == 23:
        carrier_shift.legal_shift_from(g, s, mask)
    elif d == 24:
        carrier_shift.legal_shift_to(g, s, mask)
    elif d == 25:
        retreat.legal_retreat(g, s, mask)
    elif d == 26:
        afterwards.legal_move_after_unit(g, s, mask)
    elif d == 27:
        afterwards.legal_move_after_place(g, s, mask)
    elif d == 28:
        emergency.legal_emergency(g, s, mask)
    elif d == 29:
        stacking.legal_over_stack(g, s, mask)
    elif d == 30:
        arrivals.legal_arrival_unit(g, s, mask)
    elif d == 31:
        arrivals.legal_arrival_place(g, s, mask)
    elif d == 32:
        replacements.legal_divisions(g, s, mask)
    elif d == 33:
        replacements.legal_replace_unit(g, s, mask)
    elif d == 34:
        replacements.legal_replace_steps(g, s, mask)
    elif d == 35:
        replacements.legal_replace_place(g, s, mask)
    elif d == 36:
        bombing.legal_bomber(g, s, mask)
    elif d == 37:
        weather.legal_weather(g, s, mask)
    elif d == 38:
        special_reaction.legal_special_reaction(g, s, mask)
    elif d == 39:
        intelligence.legal_intelligence_card(g, s, mask)
    elif d == 40:
        intelligence.legal_intelligence_roll(g, s, mask)
    elif d == 41:
        intelligence.legal_late_card(g, s, mask)
    elif d == 42:
        reaction.legal_reaction_hq(g, s, mask)
    elif d == 43:
        reaction.legal_react_unit(g, s, mask)
    elif d == 44:
        reaction.legal_react_stack(g, s, mask)
    elif d == 45:
        reaction_moves.legal_react_kind(g, s, mask)
    elif d == 46:
        reaction_moves.legal_react_place(g, s, mask)
    elif d == 47:
        reaction_moves.legal_react_target(g, s, mask)
    elif d == 48:
        reaction_moves.legal_react_offset(g, s, mask)
    elif d == 49:
        reaction_moves.legal_react_step(g, s, mask)
    elif d == 50:
        attack_cards.legal_attack_card(g, s, mask)
    elif d == 51:
        india.legal_india_unit(g, s, mask)
    elif d == 52:
        india.legal_india_place(g, s, mask)
    elif d == 53:
        roads.legal_route_hex(g, s, mask)
    elif d == 54:
        initiative.legal_seize(g, s, mask)
    elif d == 55:
        event_units.legal_event_unit(g, s, mask)
    elif d == 56:
        event_units.legal_event_place(g, s, mask)
    elif d == 57:
        event_cards.legal_swap_give(g, s, mask)
    elif d == 58:
        event_cards.legal_swap_take(g, s, mask)
    elif d == 59:
        first_hands.legal_first_card(g, s, mask)
    elif d == 60:
        first_hands.legal_exchange_card(g, s, mask)
    elif d == 61:
        first_hands.legal_free_ship(g, s, mask)
    elif d == 62:
        attack_effects.legal_event_loss(g, s, mask)
    elif d == 63:
        weather.legal_send_back(g, s, mask)
    elif d == 64:
        kamikaze.legal_kamikaze_battle(g, s, mask)
    elif d == 65:
        kamikaze.legal_kamikaze_unit(g, s, mask)
    elif d == 66:
        kamikaze.legal_kamikaze_step(g, s, mask)
    elif d == 67:
        weather.legal_weather_at_once(g, s, mask)
    elif d == 68:
        event_clauses.legal_take_back(g, s, mask)
    elif d == 69:
        air_drops.legal_air_hex(g, s, mask)
    elif d == 70:
        express.legal_express_hex(g, s, mask)
    elif d == 71:
        raids.legal_raided_unit(g, s, mask)
    elif d == 72:
        coming_units.legal_coming_place(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask."""
    d = g.decision
    if d == 1:
        initiative.apply_card(g, s, t, action)
    elif d == 2:
        initiative.apply_card_use(g, s, t, action)
    elif d == 3:
        hq_moves.apply_withdraw_hq(g, s, t, action)
    elif d == 4:
        hq_moves.apply_return_hq(g, s, t, action)
    elif d == 5:
        hq_moves.apply_return_port(g, s, t, action)
    elif d == 6:
        activation.apply_headquarters(g, s, t, action)
    elif d == 7:
        activation.apply_activate(g, s, t, action)
    elif d == 8:
        moves.apply_move_unit(g, s, t, action)
    elif d == 9:
        moves.apply_move_stack(g, s, t, action)
    elif d == 10:
        moves.apply_move_kind(g, s, t, action)
    elif d == 11:
        moves.apply_move_place(g, s, t, action)
    elif d == 12:
        moves.apply_move_target(g, s, t, action)
    elif d == 13:
        moves.apply_move_offset(g, s, t, action)
    elif d == 14:
        walk.apply_walk_step(g, s, t, action)
    elif d == 15:
        walk.apply_leave_unit(g, s, t, action)
    elif d == 16:
        walk.apply_leave_place(g, s, t, action)
    elif d == 17:
        battle_hexes.apply_task_unit(g, s, t, action)
    elif d == 18:
        battle_hexes.apply_task_place(g, s, t, action)
    elif d == 19:
        offensive.apply_next_battle(g, s, t, action)
    elif d == 20:
        hits.apply_hit(g, s, t, action)
    elif d == 21:
        hits.apply_survivor(g, s, t, action)
    elif d == 22:
        hits.apply_weak_critical(g, s, t, action)
    elif d == 23:
        carrier_shift.apply_shift_from(g, s, t, action)
    elif d == 24:
        carrier_shift.apply_shift_to(g, s, t, action)
    elif d == 25:
        retreat.apply_retreat(g, s, t, action)
    elif d == 26:
        afterwards.apply_move_after_unit(g, s, t, action)
    elif d == 27:
        afterwards.apply_move_after_place(g, s, t, action)
    elif d == 28:
        emergency.apply_emergency(g, s, t, action)
    elif d == 29:
        stacking.apply_over_stack(g, s, t, action)
    elif d == 30:
        arrivals.apply_arrival_unit(g, s, t, action)
    elif d == 31:
        arrivals.apply_arrival_place(g, s, t, action)
    elif d == 32:
        replacements.apply_divisions(g, s, t, action)
    elif d == 33:
        replacements.apply_replace_unit(g, s, t, action)
    elif d == 34:
        replacements.apply_replace_steps(g, s, t, action)
    elif d == 35:
        replacements.apply_replace_place(g, s, t, action)
    elif d == 36:
        bombing.apply_bomber(g, s, t, action)
    elif d == 37:
        weather.apply_weather(g, s, t, action)
    elif d == 38:
        special_reaction.apply_special_reaction(g, s, t, action)
    elif d == 39:
        intelligence.apply_intelligence_card(g, s, t, action)
    elif d == 40:
        intelligence.apply_intelligence_roll(g, s, t, action)
    elif d == 41:
        intelligence.apply_late_card(g, s, t, action)
    elif d == 42:
        reaction.apply_reaction_hq(g, s, t, action)
    elif d == 43:
        reaction.apply_react_unit(g, s, t, action)
    elif d == 44:
        reaction.apply_react_stack(g, s, t, action)
    elif d == 45:
        reaction_moves.apply_react_kind(g, s, t, action)
    elif d == 46:
        reaction_moves.apply_react_place(g, s, t, action)
    elif d == 47:
        reaction_moves.apply_react_target(g, s, t, action)
    elif d == 48:
        reaction_moves.apply_react_offset(g, s, t, action)
    elif d == 49:
        reaction_moves.apply_react_step(g, s, t, action)
    elif d == 50:
        attack_cards.apply_attack_card(g, s, t, action)
    elif d == 51:
        india.apply_india_unit(g, s, t, action)
    elif d == 52:
        india.apply_india_place(g, s, t, action)
    elif d == 53:
        roads.apply_route_hex(g, s, t, action)
    elif d == 54:
        initiative.apply_seize(g, s, t, action)
    elif d == 55:
        event_units.apply_event_unit(g, s, t, action)
    elif d == 56:
        event_units.apply_event_place(g, s, t, action)
    elif d == 57:
        event_cards.apply_swap_give(g, s, t, action)
    elif d == 58:
        event_cards.apply_swap_take(g, s, t, action)
    elif d == 59:
        first_hands.apply_first_card(g, s, t, action)
    elif d == 60:
        first_hands.apply_exchange_card(g, s, t, action)
    elif d == 61:
        first_hands.apply_free_ship(g, s, t, action)
    elif d == 62:
        attack_effects.apply_event_loss(g, s, t, action)
    elif d == 63:
        weather.apply_send_back(g, s, t, action)
    elif d == 64:
        kamikaze.apply_kamikaze_battle(g, s, t, action)
    elif d == 65:
        kamikaze.apply_kamikaze_unit(g, s, t, action)
    elif d == 66:
        kamikaze.apply_kamikaze_step(g, s, t, action)
    elif d == 67:
        weather.apply_weather_at_once(g, s, t, action)
    elif d == 68:
        event_clauses.apply_take_back(g, s, t, action)
    elif d == 69:
        air_drops.apply_air_hex(g, s, t, action)
    elif d == 70:
        express.apply_express_hex(g, s, t, action)
    elif d == 71:
        raids.apply_raided_unit(g, s, t, action)
    elif d == 72:
        coming_units.apply_coming_place(g, s, t, action)
