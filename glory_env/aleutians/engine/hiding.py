"""Determinising: a world that agrees with what one side knows, in place of the true one.

A planner of that side gets it. Drawn anew are ships in unfound fleets, their cargo, units under
flags, loaded SP, the strategy, which of like counters the schedule means, and a line of battle or a
choice of weapon not shown yet; what is open stays. The number of ships of each fleet and its troops
stay as they are, so fleets always have the lifts they need; so does the number of units under a
flag. While a free set-up goes on, that of the other side is played anew.
"""

from __future__ import annotations

import numpy as np

from glory_env.aleutians.actions import N_ACTIONS
from glory_env.aleutians.engine.alike import (
    DUTIES,
    ENTRY,
    LINE,
    SET_UP_CHOICE,
    STRATEGY,
    WEAPON,
    draw,
    look_alike,
)
from glory_env.aleutians.engine.visible import is_hidden
from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules.flags import is_under_flag
from glory_env.aleutians.rules.free_setup import (
    STEPS,
    continue_free_set_up,
    is_secret,
    legal_set_up_fleet,
    legal_set_up_unit,
    place_fleet,
    place_unit,
    take_up,
)
from glory_env.aleutians.rules.surface import is_shown
from glory_env.aleutians.rules.task_forces import cargo_in, in_fleet, lifts_in
from glory_env.aleutians.state import (
    ABSENT,
    ALLIES,
    FLEET,
    FLEETS,
    GROUND,
    L4,
    MAX_SHIPS,
    NO_DECISION,
    NO_STRATEGY,
    NONE,
    SET_UP_UNIT,
    SHIP,
)
from glory_env.core.compile import rule

TRIES = 16  # drawings of ships without regard to lifts, before only like lifts are exchanged


@rule
def redraw(g: Game, s: Tables, seat: int, key: int) -> None:
    """Draw anew what a seat does not see of the other one; key: of the drawing, any number."""
    enemy = 1 - seat
    if is_secret(g):
        redraw_set_up(g, s, enemy, key)
        return
    for attempt in range(TRIES + 1):
        shuffle(g, s, seat, SHIP, key + attempt, attempt == TRIES)
        if has_lifts(g, s, enemy):
            break
    shuffle(g, s, seat, GROUND, key, False)
    shuffle_duties(g, s, enemy, key)
    if g.strategy[enemy] != NO_STRATEGY:
        die = 1 + draw(key, STRATEGY, 0, 6) + int(s.midway_modifier[g.midway])
        strategy = int(s.strategy_of[enemy, max(1, min(6, die))])
        g.strategy[enemy] = strategy
        g.last_strategy[enemy] = strategy
        for u in range(s.units):
            if s.side[u] == enemy:
                g.struck[u] = 0
        if enemy == ALLIES:
            g.railway_real = g.railway if strategy == L4 else 0
    if g.fire_mode[enemy] != 0 and g.fire_mode[seat] == 0:
        g.fire_mode[enemy] = 1 + draw(key, WEAPON, 0, 2) if can_torpedo(g, s, enemy) else 2
    for f in range(FLEETS):
        if g.fleet_entry[enemy * FLEETS + f] != NONE:
            g.fleet_entry[enemy * FLEETS + f] = draw_entry(s, enemy, f, key)
    slot = int(g.battle_fleet[enemy])
    if slot != NONE and not is_shown(g, slot):
        draw_line(g, s, enemy, slot, key)


@rule
def draw_entry(s: Tables, side: int, f: int, key: int) -> int:
    """A part of the sea by which a side's fleets come onto the map."""
    count = 0
    for n in range(s.nodes):
        count += int(s.entry[side, n])
    pick = draw(key, ENTRY, f, count)
    for n in range(s.nodes):
        if s.entry[side, n]:
            if pick == 0:
                return n
            pick -= 1
    return NONE


@rule
def redraw_set_up(g: Game, s: Tables, side: int, key: int) -> None:
    """A secret set-up of a side played anew at random if it is over, else begun again (RFS-1a)."""
    step, decision, actor = int(g.step), int(g.decision), int(g.actor)
    unit, fleet = int(g.chosen_unit), int(g.chosen_fleet)
    first = 0 if side == ALLIES else STEPS
    if step < first:
        return
    take_up(g, s, side)
    g.step = first
    g.decision = NO_DECISION
    continue_free_set_up(g, s)
    if step < first + STEPS:
        return
    mask = np.zeros(N_ACTIONS, np.int8)
    count = 0
    while g.actor == side and g.step < first + STEPS:
        mask[:] = 0
        if g.decision == SET_UP_UNIT:
            legal_set_up_unit(g, s, mask)
        else:
            legal_set_up_fleet(g, s, mask)
        options = 0
        for action in range(N_ACTIONS):
            options += int(mask[action])
        pick = draw(key, SET_UP_CHOICE, count, options)
        count += 1
        action = 0
        while pick > 0 or not mask[action]:
            pick -= int(mask[action])
            action += 1
        if g.decision == SET_UP_UNIT:
            place_unit(g, s, action)
        else:
            place_fleet(g, s, action)
        continue_free_set_up(g, s)
    g.step, g.decision, g.actor = step, decision, actor
    g.chosen_unit, g.chosen_fleet = unit, fleet


@rule
def has_lifts(g: Game, s: Tables, side: int) -> bool:
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if g.fleet_used[slot] and cargo_in(g, s, slot) > lifts_in(g, s, slot):
            return False
    return True


@rule
def can_torpedo(g: Game, s: Tables, side: int) -> bool:
    """Whether a line has a ship with torpedoes."""
    for k in range(g.line_length[side]):
        if g.line[side, k] >= 0 and s.torpedo[g.line[side, k]]:
            return True
    return False


@rule
def in_draw(g: Game, s: Tables, u: int, seat: int, kind: int) -> bool:
    """Whether a unit's place is one of those that are drawn: hidden, and of this kind."""
    if s.kind[u] != kind or s.side[u] == seat:
        return False
    if kind == GROUND:
        return g.place[u] == FLEET or (is_under_flag(g, s, u) and s.home_spot[u] == NONE)
    return is_hidden(g, s, u, seat)


@rule
def shuffle(g: Game, s: Tables, seat: int, kind: int, key: int, alike: bool) -> None:
    """Exchange the places of hidden units at random (Fisher and Yates).

    alike: only of units with the same lift.
    """
    count = 0
    for u in range(s.units):
        if not in_draw(g, s, u, seat, kind):
            continue
        count += 1
        pick = draw(key, kind, u, count)
        for v in range(u + 1):
            if in_draw(g, s, v, seat, kind):
                if pick == 0:
                    if not alike or s.lift[u] == s.lift[v]:
                        exchange(g, u, v)
                    break
                pick -= 1


@rule
def exchange(g: Game, u: int, v: int) -> None:
    """Two units change places and states."""
    place, at, when = g.place[u], g.at[u], g.when[u]
    damaged, disrupted = g.damaged[u], g.disrupted[u]
    g.place[u], g.at[u], g.when[u] = g.place[v], g.at[v], g.when[v]
    g.damaged[u], g.disrupted[u] = g.damaged[v], g.disrupted[v]
    g.place[v], g.at[v], g.when[v] = place, at, when
    g.damaged[v], g.disrupted[v] = damaged, disrupted


@rule
def shuffle_duties(g: Game, s: Tables, side: int, key: int) -> None:
    """What the schedule says of like counters of a side that have come, exchanged at random."""
    for u in range(s.units):
        if s.side[u] != side or not s.alike[u] or g.place[u] == ABSENT:
            continue
        count = 0
        for v in range(u + 1):
            count += int(look_alike(s, u, v) and g.place[v] != ABSENT)
        pick = draw(key, DUTIES, u, count)
        for v in range(u + 1):
            if look_alike(s, u, v) and g.place[v] != ABSENT:
                if pick == 0:
                    g.duty[u], g.duty[v] = g.duty[v], g.duty[u]
                    break
                pick -= 1


@rule
def draw_line(g: Game, s: Tables, side: int, slot: int, key: int) -> None:
    """Another order of the ships of a line that is not shown yet, as many as have been laid."""
    laid = 0
    for k in range(MAX_SHIPS):
        laid += int(g.line[side, k] != NONE)
    count = 0
    for u in range(s.units):
        if in_fleet(g, s, u, slot):
            place = draw(key, LINE, count, count + 1)
            if count < MAX_SHIPS:
                g.line[side, count] = g.line[side, place]
                g.line[side, place] = u
                count += 1
    for k in range(laid, MAX_SHIPS):
        g.line[side, k] = NONE
