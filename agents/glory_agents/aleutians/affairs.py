"""What the script answers at the turn's start and end: supply, arrivals, strategy."""

from __future__ import annotations

from glory_agents.aleutians.air import best_base, strikers
from glory_agents.aleutians.choice import first_legal
from glory_agents.aleutians.goals import in_reach, loads
from glory_agents.aleutians.plans import has_work
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import (
    BOX_ACTION,
    DONE,
    NO,
    NODE,
    PASS,
    SPOT_ACTION,
    UNIT,
    YES,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ground_count
from glory_env.games.aleutians.rules.task_forces import fleets_in_area
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    GROUND,
    JAPAN,
    MAX_SPOTS,
    NO_FIELD,
    NONE,
    SEA,
)

ENOUGH = 3  # bombers for a phase of raids
LAST_CHANCE = 10  # turn in which conditional forces may be tried for the last time


@rule
def choose_second_phase(g: Game, s: Tables, row: Script) -> int:
    """With supply to spare and something to do: for its fleets, or for its bombers."""
    side = int(g.side)
    if g.turn > 1 and g.supply[side] - 1 < row.reserve:
        return NO
    if has_work(g, s, row, side):
        return YES
    for p in range(s.sites):
        wanted = s.vp[p] > 0 and in_reach(g, row, side, p) and ground_count(g, s, 1 - side, p) > 0
        if wanted and strikers(g, s, side, int(g.spot_area[p])) >= ENOUGH:
            return YES
    return NO


@rule
def choose_force(g: Game, s: Tables) -> int:
    """Wait for a better die: an Allied fleet off the Kuriles; in the last turn try anyway."""
    near = fleets_in_area(g, s, ALLIES, int(s.node_area[s.kurile_node])) > 0
    return YES if near or g.turn == LAST_CHANCE else NO


@rule
def choose_withdraw(g: Game, s: Tables, mask: Array[int]) -> int:
    """Nobody who may stay leaves; of a group the damaged and the weak leave."""
    if mask[NO]:
        return NO
    best = NONE
    least = 1.0e9
    for u in range(s.units):
        if mask[UNIT + u]:
            value = float(s.strength[u] + s.range[u] - 2 * g.damaged[u])
            if value < least:
                least = value
                best = u
    return UNIT + best


@rule
def choose_replace(s: Tables, mask: Array[int]) -> int:
    for u in range(s.units):
        if mask[UNIT + u]:
            return UNIT + u
    return DONE


@rule
def choose_arrival_place(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Aircraft to the base that serves best, troops where transports fetch them."""
    u = int(g.chosen_unit)
    if s.kind[u] == AIRCRAFT:
        best = best_base(g, s, row, u, mask)
        if best != NONE:
            return SPOT_ACTION + best
    if s.kind[u] == GROUND and s.side[u] == JAPAN and mask[SPOT_ACTION + int(s.paramushiro)]:
        return SPOT_ACTION + int(s.paramushiro)
    if mask[BOX_ACTION]:
        return BOX_ACTION
    return first_legal(mask)


@rule
def choose_flight(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """The transport aircraft brings a guard to an own place that has none."""
    best = NONE
    most = 0.0
    for u in range(s.units):
        if not mask[UNIT + u]:
            continue
        here = int(g.at[u])
        if ground_count(g, s, ALLIES, here) < 2 or flight_goal(g, s) == NONE:
            continue
        value = 10.0 - loads(s, u)
        if value > most:
            most = value
            best = u
    return PASS if best == NONE else UNIT + best


@rule
def flight_goal(g: Game, s: Tables) -> int:
    """The own airfield at a place with VP, or with aircraft, that no ground unit guards."""
    best = NONE
    most = 0
    for p in range(s.sites):
        open_field = g.field[p] != NO_FIELD and g.field_owner[p] == ALLIES
        empty = open_field and not g.field_disrupted[p] and ground_count(g, s, ALLIES, p) == 0
        if empty and s.vp[p] > most:
            most = int(s.vp[p])
            best = p
    return best


@rule
def choose_flight_field(g: Game, s: Tables, mask: Array[int]) -> int:
    p = flight_goal(g, s)
    if p != NONE and mask[SPOT_ACTION + p]:
        return SPOT_ACTION + p
    best = NONE
    most = -1
    for q in range(MAX_SPOTS):
        if mask[SPOT_ACTION + q]:
            value = 2 * int(s.vp[q]) if q < s.sites else 0
            value += int(ground_count(g, s, ALLIES, q) == 0)
            if value > most:
                most = value
                best = q
    return SPOT_ACTION + best


@rule
def place_submarine(g: Game, s: Tables, mask: Array[int]) -> int:
    """At set-up on the way from Seattle to the Allied ports, one here and one there."""
    best = first_legal(mask)
    most = -1.0
    for n in range(s.nodes):
        if mask[NODE + n]:
            column = int(s.node_area[n]) % 15 + 1
            value = 10.0 - abs(column - 5)
            for u in range(s.units):
                if s.side[u] == JAPAN and g.place[u] == SEA and g.at[u] == n:
                    value -= 3.0
            if value > most:
                most = value
                best = NODE + n
    return best
