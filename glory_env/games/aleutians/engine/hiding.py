"""Determinising: a world that agrees with what one side knows, in place of the true one.

A planner of that side gets it. First all that the side does not know is taken out or brought into
one order (`veiling.forget`); then it is drawn from the key: ships of unfound fleets, the troops
aboard and under flags, loaded SP, waiting floatplanes, the strategy, which of like counters the
schedule means, where fleets come in after a free set-up, and a line of battle or a choice of weapon
not shown yet. So the world depends on the key and on what the side knows alone. While a free set-up
goes on, that of the other side is played anew.

What is open stays: fleets and their numbers of ships. With the ruling `closed_fleet_size` these are
drawn as well, but for a fleet in battle. How many ships out of sight are damaged stays, too: they
were hit in plain sight. No hidden ground unit is disrupted.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.core.dealing import draw
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.engine.alike import (
    DUTIES,
    ENTRY,
    LINE,
    SET_UP_CHOICE,
    STRATEGY,
    WEAPON,
    look_alike,
)
from glory_env.games.aleutians.engine.fleets import (
    draw_floatplanes,
    draw_ships,
    draw_supply,
    draw_troops,
    settle_withdrawn,
)
from glory_env.games.aleutians.engine.pending import renew_choice
from glory_env.games.aleutians.engine.veiling import forget
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.forces import LATE, STAYS_AWAY, is_called
from glory_env.games.aleutians.rules.free_setup import (
    STEPS,
    continue_free_set_up,
    is_secret,
    legal_set_up_fleet,
    legal_set_up_unit,
    place_fleet,
    place_unit,
    take_up,
)
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.rules.task_forces import in_fleet, ships_in
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    FLEETS,
    FREE,
    JAPAN,
    L4,
    MAX_SHIPS,
    NO_DECISION,
    NO_STRATEGY,
    NONE,
    SET_UP_UNIT,
)
from glory_env.games.aleutians.state import LINE as LINE_DECISION

TRIES = 64  # drawings while nothing is legal that the other side is asked


@rule
def redraw(g: Game, s: Tables, seat: int, key: int) -> None:
    """Draw anew what a seat does not see of the other one; key: of the drawing, any number.

    Where the other side is asked, what its choice has named so far is drawn, too. If after TRIES
    drawings nothing fits, the last one is left, in which that side has nothing to choose; the seat
    itself can always choose what it could.
    """
    enemy = 1 - seat
    if is_secret(g):
        forget(g, s, seat)
        sort_duties(g, s, enemy)
        redraw_set_up(g, s, enemy, key)
        return
    for attempt in range(TRIES):
        draw_world(g, s, seat, key + attempt)
        if g.actor != enemy or g.decision == NO_DECISION or renew_choice(g, s, enemy, key):
            return


@rule
def draw_world(g: Game, s: Tables, seat: int, key: int) -> None:
    """One drawing of all that is hidden; it does not depend on how that was before."""
    enemy = 1 - seat
    forget(g, s, seat)
    sort_duties(g, s, enemy)
    draw_ships(g, s, seat, key)
    draw_troops(g, s, enemy, key)
    shuffle_duties(g, s, enemy, key)
    settle_withdrawn(g, s, seat)
    if enemy == ALLIES:
        draw_supply(g, s, key)
    draw_floatplanes(g, s, enemy, key)
    if g.strategy[enemy] != NO_STRATEGY:
        draw_strategy(g, s, enemy, key)
    if g.fire_mode[enemy] != 0 and g.fire_mode[seat] == 0:
        g.fire_mode[enemy] = 1 + draw(key, WEAPON, 0, 2) if can_torpedo(g, s, enemy) else 2
    for f in range(FLEETS):
        slot = enemy * FLEETS + f
        waits = g.fleet_used[slot] == 1 and g.fleet_node[slot] == NONE and g.turn == 1
        bound = waits and enemy == JAPAN and g.opt_setup == FREE  # RFS-1c
        g.fleet_entry[slot] = draw_entry(s, enemy, f, key) if bound else NONE
    slot = int(g.battle_fleet[enemy])
    if slot != NONE and not is_shown(g, slot):
        draw_line(g, s, enemy, slot, key)


@rule
def draw_strategy(g: Game, s: Tables, enemy: int, key: int) -> None:
    """By the chances of the first roll, and what hangs on it in secret."""
    die = 1 + draw(key, STRATEGY, 0, 6) + int(s.midway_modifier[g.midway])
    strategy = int(s.strategy_of[enemy, max(1, min(6, die))])
    g.strategy[enemy] = strategy
    g.last_strategy[enemy] = strategy
    if enemy == ALLIES:
        g.railway_real = g.railway if strategy == L4 else 0
        # Under L4 fleet D stays away only where it comes late.
        if g.turn == 1 and g.fleet_d == STAYS_AWAY and strategy == L4 and is_called(g):
            g.fleet_d = LATE


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
def sort_duties(g: Game, s: Tables, side: int) -> None:
    """What the schedule says of like counters that can have changed numbers, in one order."""
    for u in range(s.units):
        if s.side[u] != side or not s.alike[u] or not has_come(g, u):
            continue
        for v in range(u + 1, s.units):
            if look_alike(s, u, v) and has_come(g, v) and g.duty[v] < g.duty[u]:
                g.duty[u], g.duty[v] = g.duty[v], g.duty[u]


@rule
def has_come(g: Game, u: int) -> bool:
    """In a free set-up that is secret nobody knows who has come."""
    return bool(g.place[u] != ABSENT or is_secret(g))


@rule
def can_torpedo(g: Game, s: Tables, side: int) -> bool:
    """Whether a line has a ship with torpedoes."""
    for k in range(g.line_length[side]):
        if g.line[side, k] >= 0 and s.torpedo[g.line[side, k]]:
            return True
    return False


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
    """An order of the ships of a line that is not shown yet; of one not laid out a part."""
    ships = ships_in(g, s, slot)
    laid = int(g.line_length[side])
    if laid == 0 and g.decision == LINE_DECISION and g.actor == side:
        laid = draw(key, LINE, MAX_SHIPS, ships)
    g.line[side, :] = NONE
    count = 0
    for u in range(s.units):
        if in_fleet(g, s, u, slot):
            place = draw(key, LINE, count, count + 1)
            g.line[side, count] = g.line[side, place]
            g.line[side, place] = u
            count += 1
    for k in range(laid, MAX_SHIPS):
        g.line[side, k] = NONE


# --- a free set-up -----------------------------------------------------------------------------
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
