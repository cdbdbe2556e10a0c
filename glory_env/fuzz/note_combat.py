"""Situations of chapters 12, 16 and 17: combat, payment, forts, the hybrid."""

from __future__ import annotations

from glory_env.core.actions import AMOUNT, COUNTER, END, YES
from glory_env.core.compile import rule
from glory_env.core.state import (
    AMPHIBIOUS,
    ARMY,
    BASE,
    BATTLE,
    COMBAT,
    DD,
    DR,
    FORT,
    HYBRID_MODIFIER,
    LAND,
    LATE_SIX,
    NAVY,
    NONE,
    PAY,
    ROLL_COMBAT,
    STEP,
    SUPPORT,
    T_DAMAGE,
    T_DIE,
    T_DOUBLED,
    T_RESULT,
)
from glory_env.fuzz.reading import find, markers_in, rolled, saw, saw_if, units_in
from glory_env.fuzz.situations import IS
from glory_env.rules.activation import is_idle
from glory_env.rules.board import (
    active_boxes,
    contested_boxes,
    is_aircraft,
    is_always_active,
    is_unit,
    marker_box,
)
from glory_env.rules.combat import count_own_fighters
from glory_env.rules.losses import damage_capacity
from glory_env.rules.options import lowest_hit


@rule
def note_combat(b, g, s, t, action, c):
    if g.phase != COMBAT:
        contested = contested_boxes(g, s)
        for u in range(s.counters):
            idle = is_idle(g, s, u) and (contested >> int(g.place[u])) & 1
            saw_if(c, idle, IS.idle_units_do_not_fight)
    if action < 0:
        return
    result = find(t, T_RESULT, 0)
    if result != NONE:
        note_battle(b, g, s, t, result, c)
    if b.decision == SUPPORT:
        if action == END:
            saw_if(c, count_own_fighters(b, s) == 1, IS.support_at_its_limit)
        else:
            saw(c, IS.support_lent)
            saw_if(c, not b.asked, IS.support_unasked)
    elif b.decision == HYBRID_MODIFIER:
        saw_if(c, action == YES, IS.hybrid_used)
    elif b.decision == PAY:
        note_payment(b, g, s, action, c)
    if g.decision != PAY:
        c.paid[:] = 0


@rule
def note_battle(b, g, s, t, result, c):
    box = int(t.entry[result, 1])
    hits = int(t.entry[result, 2])
    loss = int(t.entry[result, 3])
    service = int(b.actor) if b.decision == BATTLE else int(b.battle_service)
    saw(c, IS.battle)
    saw_if(c, service == ARMY and (int(b.fought[NAVY]) >> box) & 1, IS.second_service_fights)
    saw_if(c, markers_in(b, s, box) > 1, IS.battle_with_two_markers)
    saw_if(c, hits == 0, IS.no_hit)
    for u in range(s.counters):
        if b.place[u] == box and b.active[u]:
            fights = s.service[u] == service and not b.supports[u]
            saw_if(c, fights and b.damage[u], IS.damaged_unit_fights)
            if service == ARMY and b.supports[u]:
                saw(c, IS.support_fights)
                saw_if(c, s.modifier[u], IS.support_lends_its_bonus)
    note_combat_dice(b, s, t, hits, c)
    if loss == DR:
        note_retreat(b, g, s, box, service, c)
    elif loss > 0:
        note_doubling(b, s, t, box, service, c)
    k = find(t, T_DAMAGE, result)
    while k != NONE:
        if is_aircraft(s, int(t.entry[k, 1])):
            saw_if(c, t.entry[k, 2] == 1, IS.aircraft_turned)
            saw_if(c, t.entry[k, 2] == 2, IS.aircraft_lost)
        k = find(t, T_DAMAGE, k + 1)


@rule
def note_combat_dice(b, s, t, hits, c):
    k = rolled(t, ROLL_COMBAT)
    if k == NONE:
        return
    natural = 0
    fives = 0
    k += 1
    while k < t.entries and t.entry[k, 0] == T_DIE:
        natural += 1 if t.entry[k, 1] >= lowest_hit(b, s) else 0
        fives += 1 if t.entry[k, 1] == lowest_hit(b, s) - 1 else 0
        k += 1
    saw_if(c, hits > natural, IS.carrier_bonus_hits)
    late = b.switch[LATE_SIX] and b.turn >= s.late_from
    saw_if(c, late and fives > 0, IS.late_five_misses)


@rule
def note_retreat(b, g, s, box, service, c):
    if service == NAVY:
        saw(c, IS.navy_ignores_retreat)
        return
    saw(c, IS.army_drives_a_marker_back)
    saw_if(c, markers_in(b, s, box) > 1, IS.army_drives_two_markers_back)
    for m in range(s.markers):
        if marker_box(b, s, m) == box:
            to = marker_box(g, s, m)
            if to == BASE:
                saw(c, IS.army_drives_a_marker_to_its_base)
                c.marker_home[m] = 1
            else:
                saw_if(c, units_in(b, s, to) > 0, IS.marker_retreats_among_units)


@rule
def note_doubling(b, s, t, box, service, c):
    """Why a loss was doubled, or was not (12-7)."""
    other = NAVY + ARMY - service
    alone = not (active_boxes(b, s, other) >> box) & 1
    always = True  # the other service has nothing but always-active units here
    idle = False
    for u in range(s.counters):
        if b.place[u] == box and s.service[u] == other and is_unit(s, u):
            idle = idle or not b.active[u]
            always = always and (not b.active[u] or is_always_active(s, u))
    if find(t, T_DOUBLED, 0) != NONE:
        saw(c, IS.loss_doubled)
        saw_if(c, idle, IS.loss_doubled_beside_idle_units)
    elif s.box_kind[box] == LAND:
        saw_if(c, alone, IS.loss_not_doubled_on_land)
    elif s.box_kind[box] == AMPHIBIOUS:
        saw(c, IS.loss_not_doubled_with_both)
        saw_if(c, always, IS.loss_not_doubled_by_always_active)


@rule
def note_payment(b, g, s, action, c):
    box = int(b.battle_box)
    army = b.battle_service == ARMY
    if action >= AMOUNT:
        whole = (action - AMOUNT) * STEP == b.loss
        saw_if(c, whole, IS.paid_from_the_total)
        saw_if(c, not whole, IS.paid_in_part_from_the_total)
        saw_if(c, whole and damage_capacity(b, s) > 0, IS.damage_declined)
    for u in range(s.counters):
        if b.place[u] == box and s.service[u] == b.battle_service:
            saw_if(c, is_aircraft(s, u), IS.units_that_cannot_pay)
            saw_if(c, s.kind[u] == FORT and army and g.place[u] == box, IS.fort_spared)
    if action >= AMOUNT:
        return
    u = action - COUNTER
    if s.kind[u] == FORT:
        saw(c, IS.fort_pays)
        saw_if(c, s.fort_strength > b.loss, IS.fort_pays_more_than_due)
        return
    lost = g.place[u] < 0
    saw(c, IS.paid_by_damage)
    saw_if(c, b.printed_tonnage[u] > b.loss, IS.paid_more_than_due)
    saw_if(c, lost, IS.unit_lost_in_payment)
    saw_if(c, c.paid[u], IS.unit_paid_twice)
    saw_if(c, s.kind[u] == DD, IS.destroyer_pays)
    saw_if(c, s.kind[u] == DD and lost, IS.destroyer_lost_in_payment)
    saw_if(c, army and s.service[u] == NAVY, IS.navy_unit_pays_for_the_army)
    c.paid[u] = 1
