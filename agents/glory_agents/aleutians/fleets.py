"""Fleets of the script: forming, loading, sailing, landing, going home."""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians.choice import first_legal
from glory_agents.aleutians.goals import builds, has_carrier, prize
from glory_agents.aleutians.plans import (
    claim_goals,
    fleet_goal,
    next_operation,
    troop_wanted,
    value_of_harbour,
)
from glory_agents.aleutians.records import Script
from glory_agents.aleutians.sea import step_to
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import (
    BOX_ACTION,
    DONE,
    NODE,
    NUMBER,
    OWN_FLEET,
    PASS,
    SPOT_ACTION,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ground_count, spot_at
from glory_env.games.aleutians.rules.formation import ship_node, ship_slot
from glory_env.games.aleutians.rules.ground_combat import strength_of
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in
from glory_env.games.aleutians.state import (
    ALLIES,
    BOX,
    FLEETS,
    GROUND,
    MAX_NODES,
    MAX_SHIPS,
    MAX_SPOTS,
    NONE,
    SHIP,
)

AT_SEA = -2.0  # value of ending a phase there


# --- forming -----------------------------------------------------------------------------------
@rule
def gathers(g: Game, s: Tables, row: Script, u: int) -> int:
    """The fleet that a ship should join, or NONE to stay.

    A ship in no fleet joins transports, or any fleet there. With `mass` transports of two empty
    fleets in one harbour come together.
    """
    side = int(s.side[u])
    old = ship_slot(g, u)
    n = ship_node(g, u)
    if old != NONE and (not row.mass or not s.lift[u] or cargo_in(g, s, old) > 0):
        return NONE
    best = NONE
    most = -1
    for f in range(FLEETS):
        slot = side * FLEETS + f
        fits = g.fleet_used[slot] and g.fleet_node[slot] == n and ships_in(g, s, slot) < MAX_SHIPS
        if not fits or slot == old:
            continue
        if old != NONE and (slot > old or lifts_in(g, s, slot) == 0):
            continue
        value = 2 * lifts_in(g, s, slot) + 1
        if value > most:
            most = value
            best = slot
    return best


@rule
def choose_form(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Ships first, then troops for the operation a fleet can start."""
    side = int(g.side)
    for u in range(s.units):
        is_ship = mask[UNIT + u] and s.kind[u] == SHIP
        if is_ship and (g.place[u] == BOX or gathers(g, s, row, u) != NONE):
            return UNIT + u
    unit = NONE
    claimed = np.zeros(MAX_SPOTS, np.int64)
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if g.fleet_used[slot]:
            unit = next_troop(g, s, row, slot, claimed)
            if unit != NONE and mask[UNIT + unit]:
                return UNIT + unit
    return DONE


@rule
def next_troop(g: Game, s: Tables, row: Script, slot: int, claimed: Array[int]) -> int:
    """The ground unit a fleet should take aboard now, or NONE.

    The operation is chosen by all it could have aboard, not by what is aboard already.
    """
    side = slot // FLEETS
    if lifts_in(g, s, slot) == 0:
        return NONE
    own = claim_goals(g, s, row, side, slot % FLEETS, claimed)
    claim_goals(g, s, row, side, FLEETS, claimed)
    if own != NONE:
        claimed[own] -= 1
    p = next_operation(g, s, row, slot, claimed)
    return NONE if p == NONE else troop_wanted(g, s, row, slot, p)


@rule
def choose_form_fleet(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    side = int(g.side)
    u = int(g.chosen_unit)
    if s.kind[u] == GROUND:
        claimed = np.zeros(MAX_SPOTS, np.int64)
        for f in range(FLEETS):
            slot = side * FLEETS + f
            if mask[OWN_FLEET + f] and next_troop(g, s, row, slot, claimed) == u:
                return OWN_FLEET + f
        return first_legal(mask)
    slot = gathers(g, s, row, u)
    if slot != NONE and mask[OWN_FLEET + slot % FLEETS]:
        return OWN_FLEET + slot % FLEETS
    for f in range(FLEETS):
        if mask[OWN_FLEET + f]:
            return OWN_FLEET + f
    return first_legal(mask)


@rule
def choose_load(g: Game, s: Tables, mask: Array[int]) -> int:
    """SP into a fleet without troops, while the track has room."""
    if g.supply[ALLIES] < s.supply_cap[ALLIES]:
        for f in range(FLEETS):
            if mask[OWN_FLEET + f] and cargo_in(g, s, ALLIES * FLEETS + f) == 0:
                return OWN_FLEET + f
    return DONE


@rule
def choose_amount(mask: Array[int]) -> int:
    """As much as there is."""
    best = first_legal(mask)
    for k in range(8):
        if mask[NUMBER + k]:
            best = NUMBER + k
    return best


# --- sailing -----------------------------------------------------------------------------------
@rule
def choose_sail(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Fleets without troops first: they may clear the way. Submarines stay on patrol."""
    for loaded in range(2):
        for f in range(FLEETS):
            slot = int(g.side) * FLEETS + f
            if not mask[OWN_FLEET + f] or (cargo_in(g, s, slot) > 0) != (loaded == 1):
                continue
            goal = fleet_goal(g, s, row, slot)
            if goal != NONE and goal != g.fleet_node[slot]:
                return OWN_FLEET + f
    return DONE


@rule
def choose_step(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    return step_toward(g, s, fleet_goal(g, s, row, int(g.sailing)), mask)


@rule
def step_toward(g: Game, s: Tables, goal: int, mask: Array[int]) -> int:
    """The next step of the fleet that sails, to a part of the sea; NONE: it stops."""
    slot = int(g.sailing)
    if goal == NONE or goal == g.fleet_node[slot]:
        if mask[DONE]:
            return DONE
        return BOX_ACTION if mask[BOX_ACTION] else first_legal(mask)
    n = step_to(g, s, int(g.side), slot, goal, mask, NODE)
    if n != NONE:
        return NODE + n
    return DONE if mask[DONE] else first_legal(mask)


# --- ashore ------------------------------------------------------------------------------------
@rule
def goal_here(g: Game, s: Tables, row: Script, slot: int) -> int:
    """The site a fleet with troops is bound for, if it lies there; else NONE."""
    if cargo_in(g, s, slot) == 0 or g.fleet_node[slot] == NONE:
        return NONE
    claimed = np.zeros(MAX_SPOTS, np.int64)
    p = claim_goals(g, s, row, slot // FLEETS, slot % FLEETS, claimed)
    if p == NONE or not spot_at(g, s, p, int(g.fleet_node[slot])):
        return NONE
    return p


@rule
def choose_disembark(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    for u in range(s.units):
        if mask[UNIT + u] and goal_here(g, s, row, int(g.at[u])) != NONE:
            return UNIT + u
    return DONE


@rule
def choose_spot(g: Game, s: Tables, row: Script, goal: int, mask: Array[int]) -> int:
    """The place it was bound for, else the one that is worth most."""
    if goal != NONE and mask[SPOT_ACTION + goal]:
        return SPOT_ACTION + goal
    best = NONE
    most = -1.0
    for p in range(MAX_SPOTS):
        if mask[SPOT_ACTION + p]:
            value = prize(g, s, row, int(g.side), p)
            if value > most:
                most = value
                best = p
    return SPOT_ACTION + best


@rule
def choose_land_fleet(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """A fleet at its goal; a goal already captured or too strong now is let be."""
    for f in range(FLEETS):
        slot = int(g.side) * FLEETS + f
        if mask[OWN_FLEET + f] and goal_here(g, s, row, slot) != NONE:
            return OWN_FLEET + f
    return DONE


@rule
def choose_land_units(g: Game, s: Tables, mask: Array[int]) -> int:
    """All of them."""
    for u in range(s.units):
        if mask[UNIT + u]:
            return UNIT + u
    return DONE


@rule
def choose_march(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """A unit on the mainland that can step into a place that is worth more than where it stands."""
    for u in range(s.units):
        if mask[UNIT + u] and march_goal(g, s, row, u) != NONE:
            return UNIT + u
    return DONE


@rule
def march_goal(g: Game, s: Tables, row: Script, u: int) -> int:
    """A site of the same area with a prize where nobody of its side stands, or NONE."""
    side = int(s.side[u])
    here = int(g.at[u])
    if here < s.sites and s.vp[here] and ground_count(g, s, side, here) == 1:
        return NONE
    for p in range(s.sites):
        same = g.spot_area[p] == g.spot_area[here] and p != here and not s.island[p]
        empty = ground_count(g, s, 0, p) + ground_count(g, s, 1, p) == 0
        if same and s.vp[p] and empty and prize(g, s, row, side, p) > 0.0:
            return p
    return NONE


@rule
def choose_recover(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Troops at a place with VP, then fields and ports while there is supply to spare."""
    for p in range(s.sites):
        if mask[SPOT_ACTION + p] and s.vp[p] > 0:
            return SPOT_ACTION + p
    if g.supply[g.side] > row.reserve + 1:
        for a in range(SPOT_ACTION, OWN_FLEET):
            if mask[a]:
                return a
    return DONE


# --- home --------------------------------------------------------------------------------------
@rule
def choose_return(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Transports go where there is most to fetch, warships to a port, carriers stay by aircraft.

    Troops that could not land go back to a port.
    """
    slot = int(g.chosen_fleet)
    here = int(g.fleet_node[slot])
    if has_carrier(g, s, slot) and mask[PASS]:
        return PASS
    carries = lifts_in(g, s, slot) > 0
    best = BOX_ACTION
    most = value_of_harbour(g, s, row, slot, NONE) if carries else -0.5
    if cargo_in(g, s, slot) > 0:
        most -= 0.5
    if mask[PASS]:
        at_port = is_home(g, s, slot, here)
        value = value_of_harbour(g, s, row, slot, here) if carries and at_port else 0.0
        value += 0.1 if at_port else AT_SEA
        if value > most:
            most = value
            best = PASS
    for n in range(MAX_NODES):
        if mask[NODE + n]:
            value = value_of_harbour(g, s, row, slot, n) if carries else 0.0
            if value > most:
                most = value
                best = NODE + n
    return best


@rule
def is_home(g: Game, s: Tables, slot: int, n: int) -> bool:
    """Whether an own printed port lies there."""
    for p in range(s.sites):
        if s.port[p] and spot_at(g, s, p, n) and g.port_owner[p] == slot // FLEETS:
            return True
    return False


@rule
def choose_build(g: Game, s: Tables, mask: Array[int]) -> int:
    """A field on an island, then a larger one; none on open land."""
    for p in range(s.sites):
        if mask[SPOT_ACTION + p] and s.island[p]:
            return SPOT_ACTION + p
    for p in range(s.sites):
        if mask[SPOT_ACTION + MAX_SPOTS + p] and s.island[p]:
            return SPOT_ACTION + MAX_SPOTS + p
    return DONE


@rule
def choose_loss(g: Game, s: Tables, mask: Array[int]) -> int:
    """The own ground unit that is worth least in what follows; building troops before fighters."""
    best = NONE
    least = 1.0e9
    for u in range(s.units):
        if mask[UNIT + u]:
            value = strength_of(g, s, u) - 0.5 * int(builds(s, u))
            if value < least:
                least = value
                best = u
    return UNIT + best
