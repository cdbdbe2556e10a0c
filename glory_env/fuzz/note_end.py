"""Situations of chapters 13 to 15 and 18 to 20: convoys, production, turn update, endings."""

from __future__ import annotations

from glory_env.core.actions import COUNTER, END, YES
from glory_env.core.compile import rule
from glory_env.core.state import (
    ARMY,
    BY_HOME_BOXES,
    CIVIL,
    COMBAT,
    COMPLETED,
    CONVOY,
    CONVOY_DAMAGE,
    CONVOY_METHOD,
    FORT,
    GAME_OVER,
    GROUND,
    LATE_FLOOR,
    LATE_SIX,
    NAVY,
    NAVY_AIRCRAFT,
    NONE,
    PLAYING,
    POOL,
    PRODUCTION,
    ROLL_CONVOY,
    ROW_ARMY_AIR,
    ROW_BCV,
    ROW_NAVY_AIR,
    ROWS,
    T_ACTIVE,
    T_DAMAGE,
    T_PLACE,
    T_TOTAL,
    TRACK,
    TRANSPORT,
    TURN_13,
)
from glory_env.fuzz.reading import find, rolled, saw, saw_if, units_in
from glory_env.fuzz.situations import IS
from glory_env.rules.board import contested_boxes, is_always_active, is_ship, marker_box
from glory_env.rules.production import step_cost
from glory_env.rules.victory import count_lost_home_boxes, is_solo_victory, winner


@rule
def note_convoy(b, g, s, t, action, c):
    ships = 0
    damaged = False
    aircraft = False
    for u in range(s.counters):
        if b.place[u] == s.convoy:
            ships += 1 if is_ship(s, u) else 0
            damaged = damaged or b.damage[u] != 0
            aircraft = aircraft or s.kind[u] == NAVY_AIRCRAFT
    if rolled(t, ROLL_CONVOY) != NONE:
        saw(c, IS.convoys_attacked)
        saw_if(c, ships == 0, IS.convoys_without_escort)
        saw_if(c, aircraft, IS.convoys_with_aircraft)
        saw_if(c, damaged, IS.convoys_with_damaged_escort)
        saw_if(c, g.total < b.total, IS.convoys_lose_tonnage)
        saw_if(c, g.convoy_method == 0, IS.method_unchanged)
    saw_if(c, action < 0 and b.convoy_method == 1, IS.method_not_asked_again)
    if b.decision == CONVOY_METHOD and action == YES:
        saw(c, IS.method_changed)
        saw_if(c, g.opt_solo, IS.method_of_one_mind)
    if b.decision == CONVOY_DAMAGE:
        u = action - COUNTER
        saw(c, IS.escort_damaged)
        saw_if(c, g.place[u] != s.convoy, IS.escort_lost)
        saw_if(c, aircraft, IS.convoy_aircraft_unhurt)
        saw_if(c, c.hit == u, IS.two_damages_on_one_escort)
        saw_if(c, c.hit != NONE and c.hit != u, IS.two_damages_spread)
        c.hit = u if g.decision == CONVOY_DAMAGE else NONE


# --- production (14.0) ---------------------------------------------------------------------
@rule
def note_production(b, g, s, t, action, c):
    if action == END:
        note_production_end(b, g, s, c)
    k = find(t, T_PLACE, 0)
    while k != NONE:
        u = int(t.entry[k, 1])
        if t.entry[k, 2] == TRACK and b.place[u] != TRACK:
            saw(c, IS.started)
            saw_if(c, b.convoy_method == 1, IS.started_under_large_convoys)
            saw_if(c, c.returned[u], IS.rebuilt)
            if u == s.hybrid_to:
                saw(c, IS.converted)
                saw_if(c, b.place[s.hybrid_from] != s.home, IS.converted_away_from_home)
        elif b.place[u] == TRACK:
            saw(c, IS.advanced)
            saw_if(c, s.row[u] == NONE, IS.advanced_at_printed_cost)
            if t.entry[k, 2] == s.home:
                fort = s.kind[u] == FORT
                saw_if(c, fort, IS.fort_completed)
                saw_if(c, not fort, IS.unit_completed)
                saw_if(c, u == s.hybrid_to, IS.hybrid_completed)
            elif s.kind[u] == TRANSPORT and t.entry[k, 2] == POOL:
                gain = t.entry[find(t, T_TOTAL, 0), 1]
                saw(c, IS.transport_completed)
                saw_if(c, gain < s.transport_yield, IS.transport_meets_the_cap)
        k = find(t, T_PLACE, k + 1)


@rule
def note_production_end(b, g, s, c):
    """A service is done: what could not, or could no longer, be picked."""
    civil = int(b.left[CIVIL])
    saw_if(c, g.phase != PRODUCTION and civil > 0, IS.civil_left_over_lapses)
    for u in range(s.counters):
        if b.place[u] == TRACK:
            dear = step_cost(b, s, u) > civil
            saw_if(c, not dear and b.handled[u], IS.one_step_a_turn)
            saw_if(c, dear and not b.handled[u], IS.item_waits)
    started = int(b.started)
    both = (1 << ROW_ARMY_AIR) | (1 << ROW_NAVY_AIR)
    saw_if(c, started & both == both, IS.both_aircraft_started)
    for row in range(len(ROWS)):
        if row != ROW_BCV and s.cost[row] <= civil:
            pool = 0
            for u in range(s.counters):
                if s.row[u] == row and b.place[u] == POOL:
                    pool += 1
            saw_if(c, pool == 0, IS.kind_used_up)
            saw_if(c, pool > 0 and (started >> row) & 1, IS.one_start_a_turn)


# --- turn update (15.0) --------------------------------------------------------------------
@rule
def note_turn_end(b, g, s, t, c):
    note_scores(b, s, c)
    note_occupation(b, g, s, c)
    k = find(t, T_DAMAGE, 0)
    while k != NONE:
        saw_if(c, t.entry[k, 2] == 1, IS.idle_unit_damaged)
        saw_if(c, t.entry[k, 2] == 2, IS.idle_unit_lost)
        k = find(t, T_DAMAGE, k + 1)
    saw_if(c, find(t, T_ACTIVE, 0) != NONE, IS.deactivated)
    contested = contested_boxes(b, s)
    for u in range(s.counters):
        if b.place[u] >= 0 and is_always_active(s, u):
            saw_if(c, (contested >> int(b.place[u])) & 1, IS.always_active_spared)
        saw_if(c, b.place[u] == TRACK, IS.track_untouched)
    saw_if(c, g.turn > b.turn, IS.turn_advances)
    if b.switch[LATE_FLOOR] and b.total < s.floor[b.opt_solo]:
        saw_if(c, g.outcome == PLAYING, IS.late_floor_passed)
        saw_if(c, g.outcome != PLAYING, IS.late_floor_missed)
    last = g.phase == TURN_13 and g.turn > s.home_loss_until
    saw_if(c, last and count_lost_home_boxes(g, s) >= 2, IS.two_home_boxes_on_the_last_turn)


@rule
def note_scores(b, s, c):
    contested = contested_boxes(b, s)
    for box in range(s.boxes):
        for service in range(2):
            if not s.box_gp[box, service]:
                continue
            scorers = 0
            damaged = 0
            others = 0
            for u in range(s.counters):
                if b.place[u] == box and b.active[u] and s.service[u] == service:
                    if s.kind[u] == GROUND or is_ship(s, u):
                        scorers += 1
                        damaged += b.damage[u]
                    elif is_always_active(s, u):
                        others += 1
            saw_if(c, scorers == 0 and others > 0, IS.aircraft_score_nothing)
            if scorers > 0:
                saw_if(c, service == NAVY, IS.navy_scores_a_box)
                saw_if(c, service == ARMY, IS.army_scores_a_box)
                saw_if(c, (contested >> box) & 1, IS.box_scored_beside_a_marker)
                saw_if(c, damaged == scorers, IS.box_scored_by_damaged_unit)
                saw_if(c, scorers > 1, IS.box_scored_once_by_many)


@rule
def note_occupation(b, g, s, c):
    contested = contested_boxes(b, s)
    nth = 0
    for box in range(s.boxes):
        if s.box_tonnage[box] < 0:
            if (contested >> box) & 1 and g.total < b.total:
                saw_if(c, nth == 0, IS.first_penalty)
                saw_if(c, nth == 1, IS.second_penalty)
                saw_if(c, nth == 2, IS.third_penalty)
                saw_if(c, units_in(b, s, box) > 0, IS.penalty_among_units)
            nth += 1
    for m in range(s.markers):
        if marker_box(b, s, m) < 0:
            saw_if(c, m != s.bonus_marker, IS.other_bases_pay_nothing)
            if m == s.bonus_marker and g.bonus_paid:
                saw(c, IS.base_bonus)
                saw_if(c, g.total == s.cap, IS.base_bonus_meets_the_cap)


# --- endings (18.0, 19.0) ------------------------------------------------------------------
@rule
def note_turn_13(b, g, s, action, c):
    if action >= 0:
        if action == YES:
            saw(c, IS.turn_13_fought)
            saw_if(c, g.opt_solo, IS.turn_13_of_one_mind)
            saw_if(c, g.switch[LATE_SIX] and g.turn >= s.late_from, IS.turn_13_with_sixes_only)
    elif g.outcome == PLAYING:
        saw(c, IS.turn_13_offered)
    elif abs(int(g.gp[ARMY]) - int(g.gp[NAVY])) < s.turn_13_gap:
        saw(c, IS.turn_13_gap_too_small)
    else:
        saw(c, IS.turn_13_without_marker)


@rule
def note_ending(b, g, s, c):
    if g.outcome == GAME_OVER:
        if g.cause == BY_HOME_BOXES:
            saw(c, IS.game_over_by_home_boxes)
            return
        saw(c, IS.game_over_by_tonnage)
        saw_if(c, b.phase == COMBAT, IS.game_over_by_tonnage_in_combat)
        saw_if(c, b.phase == CONVOY, IS.game_over_by_tonnage_at_sea)
        saw_if(c, g.opt_solo and g.total >= s.floor[0], IS.game_over_between_the_floors)
    elif g.outcome == COMPLETED:
        saw(c, IS.completed)
        saw_if(c, not g.opt_solo and winner(g, s) != NONE, IS.won)
        saw_if(c, not g.opt_solo and winner(g, s) == NONE, IS.drawn)
        saw_if(c, g.opt_solo and is_solo_victory(g, s), IS.won_alone)
        saw_if(c, g.opt_solo and not is_solo_victory(g, s), IS.completed_alone)
