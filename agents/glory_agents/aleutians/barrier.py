"""The fleets of the guard: they close the way out of Paramushiro, hunt, carry, and lie in port.

A fleet that enters a part of the sea with an enemy fleet has to stop (R8-5e). Two Allied fleets
before Paramushiro so hold up all that leaves it; as a fleet may end one phase at sea and not the
next one, others relieve them.
"""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians.goals import column_of, guns, has_carrier, is_open, node_of
from glory_agents.aleutians.plans import fleet_goal
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, NODE, OWN_FLEET, PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import has_port
from glory_env.games.aleutians.rules.board import ground_count, spot_at
from glory_env.games.aleutians.rules.task_forces import (
    cargo_in,
    fleet_at,
    lifts_in,
    ships_in,
)
from glory_env.games.aleutians.state import (
    ALLIES,
    FLEET,
    FLEETS,
    JAPAN,
    MAX_NODES,
    NONE,
    SHIP,
    SLOTS,
)


@rule
def barrier(g: Game, s: Tables, k: int) -> int:
    """The k-th part of the sea (from 0) by which Japan leaves Paramushiro, or NONE.

    Who meets a fleet there has to stop (R8-5e).
    """
    home = int(s.kurile_node)
    column = column_of(int(s.node_area[home]))
    for n in range(s.nodes):
        ahead = column_of(int(s.node_area[n])) < column
        if ahead and (int(s.sea_links[home]) >> n) & 1:
            if k == 0:
                return n
            k -= 1
    return NONE


@rule
def hunted_by(g: Game, s: Tables, row: Script, slot: int) -> int:
    """Where warships find an enemy fleet at sea that they may attack, or NONE."""
    if lifts_in(g, s, slot) > 0:
        return NONE
    goal = fleet_goal(g, s, row, slot)
    return NONE if goal == s.kurile_node else goal


@rule
def may_block(g: Game, s: Tables, row: Script, slot: int) -> bool:
    """Whether a fleet can lie before Paramushiro: no troops, not due in port, nothing to hunt."""
    if not g.fleet_used[slot] or g.fleet_node[slot] == NONE or g.fleet_deadline[slot]:
        return False
    if cargo_in(g, s, slot) + int(g.fleet_supply[slot]) > 0 or has_carrier(g, s, slot):
        return False
    return hunted_by(g, s, row, slot) == NONE


@rule
def barrier_of(g: Game, s: Tables, row: Script, slot: int) -> int:
    """The part of the sea before Paramushiro that a fleet is to close, or NONE.

    The strongest fleet takes the first one, while fleets of Japan lie at home; one fleet alone
    would close nothing.
    """
    if not may_block(g, s, row, slot) or fleet_at(g, JAPAN, int(s.kurile_node), 0) == NONE:
        return NONE
    stronger = 0
    count = 0
    for other in range(FLEETS, SLOTS):
        if other != slot and may_block(g, s, row, other):
            more = guns(g, s, other) - guns(g, s, slot)
            stronger += int(more > 0 or (more == 0 and other < slot))
            count += 1
    return NONE if count == 0 else barrier(g, s, stronger)


@rule
def goal_of(g: Game, s: Tables, row: Script, slot: int) -> int:
    """Where a fleet sails to; NONE to stay.

    Warships to an enemy fleet at sea that is found, else to a barrier; transports with their load.
    """
    goal = hunted_by(g, s, row, slot)
    if goal != NONE:
        return goal
    goal = barrier_of(g, s, row, slot)
    if goal != NONE:
        return goal
    if cargo_in(g, s, slot) > 0 or g.fleet_supply[slot] > 0:
        return fleet_goal(g, s, row, slot)
    return NONE


@rule
def is_barrier(g: Game, s: Tables, n: int) -> bool:
    return n != NONE and (n == barrier(g, s, 0) or n == barrier(g, s, 1))


@rule
def to_split(g: Game, s: Tables, row: Script, u: int) -> bool:
    """Whether a warship in port gets a marker of its own, as its fleet alone could block."""
    slot = int(g.at[u])
    if s.kind[u] != SHIP or g.place[u] != FLEET or s.lift[u]:
        return False
    if g.fleet_node[slot] == NONE or ships_in(g, s, slot) < 2:
        return False
    count = 0
    for other in range(FLEETS, SLOTS):
        count += int(may_block(g, s, row, other))
    return count == 1 and may_block(g, s, row, slot)


@rule
def choose_form(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """A warship for a second marker; -1 if none is needed."""
    for u in range(s.units):
        if mask[UNIT + u] and to_split(g, s, row, u):
            return UNIT + u
    return -1


@rule
def choose_form_fleet(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """A new marker for a warship that leaves its fleet."""
    for f in range(FLEETS):
        new = mask[OWN_FLEET + f] and not g.fleet_used[ALLIES * FLEETS + f]
        if new and to_split(g, s, row, int(g.chosen_unit)):
            return OWN_FLEET + f
    return -1


@rule
def choose_sail(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Warships, then supply before troops, which may need it."""
    for loaded in range(2):
        for f in range(FLEETS):
            slot = ALLIES * FLEETS + f
            if not mask[OWN_FLEET + f] or (cargo_in(g, s, slot) > 0) != (loaded == 1):
                continue
            goal = goal_of(g, s, row, slot)
            if goal != NONE and goal != g.fleet_node[slot]:
                return OWN_FLEET + f
    return DONE


@rule
def port_of(g: Game, s: Tables, mask: Array[int], node: int) -> int:
    """Where warships lie: at an island's port with VP, by the way to Anchorage first; -1 if none.

    On that way they stay though the port is lost. node: where they are.
    """
    if mask[PASS] and (int(s.sea_links[s.cook_node]) >> node) & 1:
        return PASS
    dist = np.zeros(MAX_NODES)
    best = -1
    most = 0.0
    for p in range(s.sites):
        if not s.port[p] or s.vp[p] == 0 or not s.island[p] or g.port_owner[p] != ALLIES:
            continue
        n = node_of(s, p, dist)
        legal = mask[PASS] if n == node else mask[NODE + n]
        value = 1.0 + int(is_open(g, s, p)) + 2 * int((int(s.sea_links[s.cook_node]) >> n) & 1)
        if legal and value > most:
            most = value
            best = PASS if n == node else NODE + n
    return best


@rule
def without_lift(g: Game, s: Tables, slot: int, n: int) -> int:
    """Own ground units at ports of a part of the sea for which other fleets there have no lift."""
    waiting = 0
    for p in range(s.sites):
        if spot_at(g, s, p, n) and has_port(g, s, ALLIES, p):
            waiting += ground_count(g, s, ALLIES, p)
    for other in range(FLEETS, SLOTS):
        if other != slot and g.fleet_used[other] and g.fleet_node[other] == n:
            waiting -= lifts_in(g, s, other) - cargo_in(g, s, other)
    return waiting


@rule
def choose_return(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Empty transports: to Anchorage while units there have no lift, the others to Seattle."""
    slot = int(g.chosen_fleet)
    if has_carrier(g, s, slot) or cargo_in(g, s, slot) > 0:
        return -1
    here = int(g.fleet_node[slot])
    if mask[PASS] and may_block(g, s, row, slot) and is_barrier(g, s, here):
        return PASS
    if lifts_in(g, s, slot) == 0:
        return port_of(g, s, mask, here)
    if mask[PASS] and without_lift(g, s, slot, here) > 0:
        return PASS
    n = int(s.anchorage_node)
    if mask[NODE + n] and without_lift(g, s, slot, n) > 0:
        return NODE + n
    return BOX_ACTION if mask[BOX_ACTION] else -1
