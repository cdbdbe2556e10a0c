"""Situations of chapters 8 to 11: invasion, talks, activation, movement."""

from __future__ import annotations

from glory_env.core.actions import COUNTER, END, NO, REFUSE, WALK
from glory_env.core.compile import rule
from glory_env.core.state import (
    AMPHIBIOUS,
    ANSWER,
    ARMY,
    ARMY_AIRCRAFT,
    DD,
    DE,
    EMBARK,
    ESCORT_GRANT,
    ESCORT_REQUEST,
    FORT,
    JANKEN,
    LAND,
    MOVE_PIECE,
    NAVY,
    NAVY_AIRCRAFT,
    NONE,
    OFFER_ARMY,
    POOL,
    REMOVED,
    ROLL_BREAK_OFF,
    ROLL_DEADLOCK_DICE,
    ROLL_LOT,
    ROLL_SEA_CHECK,
    SEALED,
    T_DIE,
    T_SHARES,
)
from glory_env.fuzz.reading import find, markers_in, rolled, saw, saw_if, units_in
from glory_env.fuzz.situations import IS
from glory_env.rules.activation import activation_price, is_idle
from glory_env.rules.board import contested_boxes, is_aircraft, is_ship, is_unit, marker_box
from glory_env.rules.negotiation import NAMING


@rule
def note_invasion(b, g, s, t, c):
    called = int(s.invasion[b.turn, t.entry[find(t, T_DIE, 0), 1]])
    saw_if(c, called == 0, IS.no_invasion)
    saw_if(c, called & (called - 1) != 0, IS.several_bases_invade)
    for m in range(s.markers):
        if (called >> m) & 1:
            note_call(b, g, s, m, c)


@rule
def note_call(b, g, s, m, c):
    """Marker m was called to advance."""
    old = marker_box(b, s, m)
    new = marker_box(g, s, m)
    if b.marker_step[m] == 0:
        saw(c, IS.marker_leaves_base)
        saw_if(c, c.marker_home[m], IS.marker_leaves_base_again)
        saw_if(c, units_in(b, s, new) > 0, IS.marker_lands_among_units)
    elif b.marker_step[m] == s.route_length[m]:
        saw(c, IS.marker_at_the_end_of_its_route)
    elif new != old:
        saw(c, IS.marker_advances)
        saw_if(c, units_in(b, s, new) > 0, IS.marker_advances_among_units)
        saw_if(c, markers_in(g, s, old) > 0, IS.marker_leaves_another_behind)
        for u in range(s.counters):
            saw_if(c, b.place[u] == old and s.kind[u] == FORT, IS.marker_passes_a_fort)
    else:
        saw(c, IS.marker_held)
        idle = 0
        aircraft = 0
        for u in range(s.counters):
            if b.place[u] == old and is_unit(s, u):
                idle += 0 if b.active[u] else 1
                aircraft += 1 if is_aircraft(s, u) else 0
        units = units_in(b, s, old)
        saw_if(c, idle == units, IS.marker_held_by_idle_units)
        saw_if(c, aircraft == 1 and units == 1, IS.marker_held_by_one_aircraft)


@rule
def note_talks(b, g, s, t, action, c):
    shares = find(t, T_SHARES, 0) != NONE
    saw_if(c, shares, IS.shares_set)
    saw_if(c, shares and b.turn > 1, IS.shares_set_again)
    if g.opt_solo or action < 0:
        saw_if(c, shares and g.opt_solo, IS.split_of_one_mind)
        saw_if(c, shares and not g.opt_solo, IS.fixed_split)
        return
    offered = b.decision == OFFER_ARMY
    naming = offered and b.step == NAMING
    saw_if(c, naming, IS.offer_named_at_a_deadlock)
    broken = rolled(t, ROLL_BREAK_OFF) != NONE and g.decision != ANSWER
    saw_if(c, broken, IS.talks_broken_off)
    clash = False
    if offered and not naming and g.opt_protocol == SEALED and b.actor == NAVY:
        clash = int(g.offer[ARMY, ARMY]) + int(g.offer[NAVY, NAVY]) > g.total
        saw_if(c, not clash, IS.claims_fit)
    walked = b.decision == ANSWER and action == WALK
    saw_if(c, broken or clash or walked, IS.deadlock)
    lot = rolled(t, ROLL_LOT) != NONE
    dice = rolled(t, ROLL_DEADLOCK_DICE)
    saw_if(c, lot or dice != NONE, IS.deadlock_by_lot_or_dice)
    if dice != NONE:
        third = dice + 3
        saw_if(c, third < t.entries and t.entry[third, 0] == T_DIE, IS.dice_rolled_again)
    saw_if(c, g.replays > b.replays, IS.janken_played_again)
    saw_if(c, b.decision == JANKEN and lot, IS.janken_ends_in_a_lot)


@rule
def note_activation(b, g, s, action, c):
    if action < 0:
        return
    contested = contested_boxes(b, s)
    if action == END:
        for u in range(s.counters):
            if s.service[u] == b.actor and is_idle(b, s, u):
                price = activation_price(b, u, contested)
                saw_if(c, price > b.left[b.actor], IS.activation_too_dear)
        lapse = b.actor == ARMY and (b.left[ARMY] > 0 or b.left[NAVY] > 0)
        saw_if(c, lapse, IS.shares_left_over_lapse)
        return
    u = action - COUNTER
    box = int(b.place[u])
    saw(c, IS.activated)
    saw_if(c, b.damage[u], IS.activated_with_damage)
    if (contested >> box) & 1:
        saw(c, IS.activated_at_double_price)
        saw_if(c, s.box_kind[box] == LAND, IS.activated_at_double_price_on_land)
        saw_if(c, markers_in(b, s, box) > 1, IS.activated_beside_two_markers)


@rule
def note_movement(b, g, s, t, action, c):
    if action < 0:
        return
    if b.decision != MOVE_PIECE:
        if g.chosen_counter == NONE:  # the move is complete
            note_move(b, g, s, t, action, c)
        return
    if action != END:
        box = int(b.place[action - COUNTER])
        lines = int(s.sea_lines[box]) | int(s.land_lines[box])
        if (contested_boxes(b, s) >> box) & 1 and int(s.ahead[box]) & lines:
            navy = b.actor == NAVY
            saw_if(c, navy, IS.way_ahead_barred_to_the_navy)
            saw_if(c, not navy, IS.way_ahead_barred_to_the_army)
        return
    for u in range(s.counters):
        if s.service[u] == b.actor and b.place[u] >= 0:
            saw_if(c, is_idle(b, s, u), IS.idle_units_stay)
            if s.kind[u] == FORT and b.actor == ARMY and b.place[u] != s.home:
                saw_if(c, g.place[u] == POOL, IS.lone_fort_lost)
                saw_if(c, g.place[u] >= 0, IS.fort_kept_by_a_unit)


@rule
def note_move(b, g, s, t, action, c):
    u = int(b.chosen_counter)
    kind = int(s.kind[u])
    start = int(b.place[u])
    to = int(g.place[u])
    if b.decision == EMBARK and action == NO:
        saw(c, IS.stopped_after_a_refusal)
        return
    by_sea = rolled(t, ROLL_SEA_CHECK) != NONE
    if by_sea:
        note_sea_leg(b, g, s, action, c)
    if to < 0:
        return
    contested = contested_boxes(g, s)
    from_marker = (contested >> start) & 1
    to_marker = (contested >> to) & 1
    lines = int(s.sea_lines[start]) | int(s.land_lines[start])
    saw(c, IS.moved)
    saw_if(c, not (lines >> to) & 1, IS.moved_far)
    saw_if(c, to_marker, IS.stopped_by_a_marker)
    saw_if(c, from_marker, IS.left_a_marker)
    saw_if(c, from_marker and to_marker, IS.from_marker_to_marker)
    saw_if(c, kind == FORT, IS.fort_moved)
    saw_if(c, not is_ship(s, u) and not is_aircraft(s, u) and not by_sea, IS.moved_over_land)
    land = s.box_kind[to] == LAND
    saw_if(c, kind == NAVY_AIRCRAFT and land, IS.navy_aircraft_in_a_land_box)
    sea = s.box_kind[to] == AMPHIBIOUS
    saw_if(c, kind == ARMY_AIRCRAFT and sea, IS.army_aircraft_in_a_sea_box)
    if to == s.convoy:
        saw_if(c, kind == DD, IS.ship_joins_the_convoys)
        saw_if(c, kind == DE, IS.coastal_escort_joins_the_convoys)
        saw_if(c, kind == NAVY_AIRCRAFT, IS.aircraft_joins_the_convoys)
        ships = 0
        for v in range(s.counters):
            if g.place[v] == s.convoy and is_ship(s, v):
                ships += 1
        saw_if(c, ships == s.convoy_ships and is_ship(s, u), IS.convoy_box_full)


@rule
def note_sea_leg(b, g, s, action, c):
    u = int(b.chosen_counter)
    to = int(g.place[u])
    fort = s.kind[u] == FORT
    saw(c, IS.sea_transport)
    saw_if(c, to == POOL and fort, IS.sea_check_removes_a_fort)
    saw_if(c, to == REMOVED or (to == POOL and not fort), IS.sea_check_removes_a_unit)
    saw_if(c, g.damage[u] > b.damage[u], IS.sea_check_damages)
    if b.decision != ESCORT_REQUEST and b.decision != ESCORT_GRANT and b.decision != EMBARK:
        saw(c, IS.no_escort_left_to_ask_for)
        return
    went_on = to >= 0 and to != b.chosen_landing
    saw_if(c, b.chosen_embark != b.place[u], IS.embarked_after_a_land_leg)
    saw_if(c, went_on, IS.went_on_over_land)
    if b.decision == ESCORT_GRANT and action != REFUSE:
        v = action - COUNTER
        saw(c, IS.escorted)
        saw_if(c, fort, IS.escorted_fort)
        saw_if(c, went_on, IS.escort_stays_where_the_sea_leg_ends)
        leaves = (contested_boxes(b, s) >> int(b.place[v])) & 1
        saw_if(c, leaves, IS.escort_leaves_a_marker)
        saw_if(c, g.opt_solo, IS.escort_of_one_mind)
        for other in range(s.counters):
            saw_if(c, b.escorted[other], IS.second_escort_in_a_phase)
