"""Where fleets are to go, and what they are to take aboard.

A fleet that has troops aboard has the goal that they were taken aboard for.
"""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians.goals import (
    answering,
    area_in_reach,
    builds,
    defence_at,
    guard_of,
    guns,
    has_carrier,
    loads,
    node_of,
    prize,
    strength_at,
)
from glory_agents.aleutians.records import Script
from glory_agents.aleutians.sea import FAR, ways_from
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import can_use_port, depot_out, has_port
from glory_env.games.aleutians.rules.board import ground_count, spot_at
from glory_env.games.aleutians.rules.ground_combat import strength_of
from glory_env.games.aleutians.rules.recovery import is_hurt, stack_hurt
from glory_env.games.aleutians.rules.task_forces import cargo_in, fleet_at, lifts_in
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.state import (
    ALLIES,
    BOX,
    FLEET,
    FLEETS,
    GROUND,
    MAX_NODES,
    MAX_SPOTS,
    MAX_STACK,
    NO_FIELD,
    NONE,
    SPOT,
)

ALARM = 7  # VP of Japan from which no garrison of the Allies stays where it could retake a place
PER_STEP = 0.03  # prize given up for each step of the way


@rule
def is_spare(g: Game, s: Tables, row: Script, u: int) -> bool:
    """Whether a ground unit can be taken from where it is: its place stays guarded.

    A building unit stays where a field can be built.
    """
    if g.place[u] != SPOT:
        return g.place[u] == BOX
    p = int(g.at[u])
    side = int(s.side[u])
    if s.home_spot[u] != NONE or ground_count(g, s, 1 - side, p) > 0:
        return False
    if p >= s.sites:
        return True
    if answering(g, row, side) and s.vp[p] > 0:
        return vp(g, s) >= ALARM
    left = strength_at(g, s, side, p) - strength_of(g, s, u)
    guard = guard_of(g, s, row, side, p)
    if ground_count(g, s, side, p) == 1 and (s.vp[p] > 0 or g.field[p] != NO_FIELD):
        return False
    return left >= guard or (strength_of(g, s, u) <= 1 and s.vp[p] > 0)


@rule
def can_take(g: Game, s: Tables, row: Script, slot: int, u: int) -> bool:
    """Whether a fleet of the phasing side could take a ground unit aboard where both are."""
    side = slot // FLEETS
    if s.kind[u] != GROUND or s.side[u] != side or g.done[u] or not is_spare(g, s, row, u):
        return False
    n = int(g.fleet_node[slot])
    if g.place[u] == BOX:
        return n == NONE
    p = int(g.at[u])
    return n != NONE and spot_at(g, s, p, n) and has_port(g, s, side, p)


@rule
def free_lifts(g: Game, s: Tables, slot: int) -> int:
    return lifts_in(g, s, slot) - cargo_in(g, s, slot) - int(g.fleet_supply[slot])


@rule
def available(g: Game, s: Tables, row: Script, slot: int) -> int:
    """The largest strength a fleet could have aboard: what is there, and what it can load."""
    taken = np.zeros(s.units, np.int8)
    total = 0
    room = MAX_STACK
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
            total += loads(s, u)
            room -= 1
    for _ in range(min(room, free_lifts(g, s, slot))):
        best = NONE
        for u in range(s.units):
            fits = not taken[u] and can_take(g, s, row, slot, u)
            if fits and (best == NONE or loads(s, u) > loads(s, best)):
                best = u
        if best == NONE:
            break
        taken[best] = 1
        total += loads(s, best)
    return total


@rule
def count_cargo_or_spare(g: Game, s: Tables, row: Script, slot: int) -> int:
    """Units aboard a fleet or that it could load, as far as there are lifts."""
    count = cargo_in(g, s, slot)
    free = free_lifts(g, s, slot)
    for u in range(s.units):
        if free > 0 and can_take(g, s, row, slot, u):
            count += 1
            free -= 1
    return count


@rule
def supply_soon(g: Game, s: Tables, row: Script, side: int) -> int:
    """SP a landing of this phase can use; an answer counts on what its fleets bring."""
    total = int(g.supply[side])
    if not answering(g, row, side):
        return total
    for f in range(FLEETS):
        slot = side * FLEETS + f
        total += int(g.fleet_supply[slot])
        if g.fleet_used[slot] and g.fleet_node[slot] == NONE:
            total += min(int(g.seattle), free_lifts(g, s, slot))
    return total


@rule
def target_of(
    g: Game, s: Tables, row: Script, slot: int, power: int, claimed: Array[int], dist: Array[float]
) -> int:
    """The best place for troops of that strength aboard a fleet, or NONE.

    claimed: int64 (S,), how many fleets already have each site as their goal; dist: ways of the
    fleet.
    """
    side = slot // FLEETS
    best = NONE
    most = 0.0
    for p in range(s.sites):
        value = prize(g, s, row, side, p)
        if value <= 0.0:
            continue
        node = node_of(s, p, dist)
        if node == NONE:
            continue
        if answering(g, row, side):
            if fleet_at(g, 1 - side, node, 0) != NONE:
                continue
            value -= 0.03 * defence_at(g, s, side, p)
        enemy = defence_at(g, s, side, p)
        landed = ground_count(g, s, side, p) > 0
        if ground_count(g, s, 1 - side, p) > 0 and not landed:
            if power < row.odds * enemy or supply_soon(g, s, row, side) < 1:
                continue
        elif claimed[p] > 0:
            value *= 0.3
        value -= PER_STEP * dist[node]
        if value > most:
            most = value
            best = p
    return best


@rule
def claim_goals(g: Game, s: Tables, row: Script, side: int, upto: int, claimed: Array[int]) -> int:
    """The goal of fleet `upto` with troops (a site, or NONE); those before it claim theirs first.

    claimed: int64 (MAX_SPOTS,), filled. Pass FLEETS for the claims of all.
    """
    claimed[:] = 0
    dist = np.empty(MAX_NODES)
    for f in range(FLEETS):
        slot = side * FLEETS + f
        goal = NONE
        if g.fleet_used[slot] and cargo_in(g, s, slot) > 0:
            power = 0
            for u in range(s.units):
                if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
                    power += loads(s, u)
            ways_from(g, s, side, int(g.fleet_node[slot]), dist)
            goal = target_of(g, s, row, slot, power, claimed, dist)
            if goal != NONE:
                claimed[goal] += 1
        if f == upto:
            return goal
    return NONE


@rule
def next_operation(g: Game, s: Tables, row: Script, slot: int, claimed: Array[int]) -> int:
    """The place a fleet should load troops for, or NONE; claimed: of all fleets with troops."""
    if count_cargo_or_spare(g, s, row, slot) == 0:
        return NONE
    dist = np.empty(MAX_NODES)
    ways_from(g, s, slot // FLEETS, int(g.fleet_node[slot]), dist)
    return target_of(g, s, row, slot, available(g, s, row, slot), claimed, dist)


@rule
def troop_wanted(g: Game, s: Tables, row: Script, slot: int, p: int) -> int:
    """The unit a fleet should take aboard next for an operation at a place, or NONE.

    Against defenders the strongest first; to an empty place a building unit where it can build,
    else one that is strong enough for the guard.
    """
    side = slot // FLEETS
    aboard = 0
    builders = 0
    units = 0
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
            aboard += loads(s, u)
            units += 1
            builders += int(builds(s, u))
    if free_lifts(g, s, slot) <= 0 or units + ground_count(g, s, side, p) >= MAX_STACK:
        return NONE
    enemy = defence_at(g, s, side, p)
    opposed = ground_count(g, s, 1 - side, p) > 0
    guard = max(1, guard_of(g, s, row, side, p))
    goal = 1.3 * row.odds * enemy if opposed else float(guard)
    if not opposed:
        goal -= strength_at(g, s, side, p)
    needs_field = s.island[p] == 1 and g.field[p] == NO_FIELD and not opposed
    for u in range(s.units):
        here = s.kind[u] == GROUND and s.side[u] == side and g.place[u] == SPOT and g.at[u] == p
        if here and builds(s, u):
            needs_field = False
    best = NONE
    most = -1.0
    for u in range(s.units):
        if not can_take(g, s, row, slot, u):
            continue
        value = float(loads(s, u))
        if builds(s, u):
            if needs_field and builders == 0:
                value += 20.0
        elif aboard >= goal:
            continue
        elif not opposed and value > 2.0 * goal:
            value = 0.5
        if builds(s, u) and not (needs_field and builders == 0) and aboard >= goal:
            continue
        if value > most:
            most = value
            best = u
    return best


@rule
def supply_port(g: Game, s: Tables, side: int, dist: Array[float]) -> int:
    """The part of the sea with the nearest printed port of the side in use, or NONE."""
    best = NONE
    for p in range(s.sites):
        if can_use_port(g, s, side, p):
            n = node_of(s, p, dist)
            if n != NONE and (best == NONE or dist[n] < dist[best]):
                best = n
    return best


@rule
def recovery_place(g: Game, s: Tables, side: int, dist: Array[float]) -> int:
    """The part of the sea at a place of the side that has VP and troops to clear, or NONE."""
    for p in range(s.sites):
        if is_hurt(g, s, side, p) and stack_hurt(g, s, side, p) and s.vp[p] > 0:
            n = node_of(s, p, dist)
            if n != NONE:
                return n
    return NONE


@rule
def fleet_goal(g: Game, s: Tables, row: Script, slot: int) -> int:
    """The part of the sea a fleet of the phasing side should sail to in S3, or NONE to stay."""
    side = slot // FLEETS
    claimed = np.zeros(MAX_SPOTS, np.int64)
    dist = np.empty(MAX_NODES)
    ways_from(g, s, side, int(g.fleet_node[slot]), dist)
    if cargo_in(g, s, slot) > 0:
        p = claim_goals(g, s, row, side, slot % FLEETS, claimed)
        return NONE if p == NONE else node_of(s, p, dist)
    if g.fleet_supply[slot] > 0:
        return supply_port(g, s, side, dist)
    if lifts_in(g, s, slot) > 0:
        if g.supply[side] > row.reserve:
            return recovery_place(g, s, side, dist)
        return NONE
    if has_carrier(g, s, slot):
        return NONE
    power = guns(g, s, slot)
    for f in range(FLEETS):
        enemy = (1 - side) * FLEETS + f
        if g.fleet_used[enemy] and g.fleet_found[enemy] and g.fleet_node[enemy] != NONE:
            n = int(g.fleet_node[enemy])
            if not area_in_reach(g, row, side, int(s.node_area[n])):
                continue
            if dist[n] < FAR and power > 0 and power >= row.boldness * guns(g, s, enemy):
                return n
    return NONE


@rule
def landing_planned(g: Game, s: Tables, row: Script, side: int, p: int) -> bool:
    """Whether a fleet of the side with troops lies at a place, to land there in this phase."""
    claimed = np.zeros(MAX_SPOTS, np.int64)
    for f in range(FLEETS):
        slot = side * FLEETS + f
        afloat = g.fleet_used[slot] and g.fleet_node[slot] != NONE and cargo_in(g, s, slot) > 0
        here = afloat and spot_at(g, s, p, int(g.fleet_node[slot]))
        if here and claim_goals(g, s, row, side, f, claimed) == p:
            return True
    return False


@rule
def value_of_harbour(g: Game, s: Tables, row: Script, slot: int, node: int) -> float:
    """What there is to fetch for a fleet in a harbour (NONE = off map): troops, supply."""
    side = slot // FLEETS
    lifts = lifts_in(g, s, slot)
    value = 0.0
    fetches = node == NONE and side == ALLIES and not depot_out(g, s)
    if fetches and g.supply[side] < s.supply_cap[side]:
        value += float(min(lifts, int(g.seattle)))
    for u in range(s.units):
        if s.kind[u] != GROUND or s.side[u] != side or not is_spare(g, s, row, u):
            continue
        if g.place[u] == BOX:
            value += int(node == NONE)
        elif node != NONE and spot_at(g, s, int(g.at[u]), node):
            value += int(has_port(g, s, side, int(g.at[u])))
    return min(value, float(lifts))


@rule
def has_work(g: Game, s: Tables, row: Script, side: int) -> bool:
    """Whether a side's fleets have something to do in a phase: a landing, supply, a recovery."""
    claimed = np.zeros(MAX_SPOTS, np.int64)
    claim_goals(g, s, row, side, FLEETS, claimed)
    dist = np.empty(MAX_NODES)
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if not g.fleet_used[slot] or lifts_in(g, s, slot) == 0:
            continue
        if cargo_in(g, s, slot) > 0 or next_operation(g, s, row, slot, claimed) != NONE:
            return True
        off_map = g.fleet_node[slot] == NONE
        if side == ALLIES and off_map and g.seattle > 1 and g.supply[side] < s.supply_cap[side]:
            return True
        ways_from(g, s, side, int(g.fleet_node[slot]), dist)
        if g.supply[side] > 1 and recovery_place(g, s, side, dist) != NONE:
            return True
    return False
