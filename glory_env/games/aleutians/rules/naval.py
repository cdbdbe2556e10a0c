"""S3: fleets sail, one after the other, from one part of the sea to the next (8.5).

A fleet steps; the enemy's recon units there react one by one (R9-2b); beside an enemy fleet it
stops (R8-5e). When it stops it searches (rules/search.py), and supply from Seattle is delivered.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, NODE, OWN_FLEET, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import can_use_port
from glory_env.games.aleutians.rules.board import area_of, ask, end_phase, other, spot_at
from glory_env.games.aleutians.rules.formation import SAILING, continue_formation
from glory_env.games.aleutians.rules.search import begin_fleet_search, begin_unit_search
from glory_env.games.aleutians.rules.submarines import can_sail_submarine
from glory_env.games.aleutians.rules.task_forces import fleet_at, fleet_to_box, slot_side
from glory_env.games.aleutians.state import (
    AIR,
    ALLIES,
    BOAT,
    FLEETS,
    MAX_NODES,
    MAX_UNITS,
    NO_DECISION,
    NO_RECON,
    NONE,
    SAIL,
    SAIL_STEP,
    SEA,
    SUBMARINE_NODE,
)

UNDER_WAY, REACTION, STOPPED = 0, 1, 2  # values of `entered`
MAX_VISITS = 2  # of one part of the sea in one move (N-60)


@rule
def continue_naval(g: Game, s: Tables, t: Trace) -> None:
    """Forming, then one fleet after the other, searches and reactions in between (RSQ-6a)."""
    if g.step < SAILING:
        continue_formation(g, s)
    elif g.sailing == NONE:
        clear_visits(g)
        if any_sail(g, s):
            ask(g, SAIL, int(g.side))
        else:
            end_phase(g, AIR)
    elif not g.fleet_used[g.sailing]:  # all its ships were sunk on the way
        end_move(g)
    elif g.entered == REACTION:
        react(g, s)
    elif g.entered == STOPPED:
        deliver(g, s, int(g.sailing))
        end_move(g)
    else:
        ask(g, SAIL_STEP, int(g.side))


# --- which fleet -------------------------------------------------------------------------------


@rule
def is_closed(g: Game, s: Tables, n: int) -> bool:
    """Ice in winter (R8-5g)."""
    return s.winter[g.turn] == 1 and s.ice[n] == 1


@rule
def can_step(g: Game, s: Tables, slot: int, n: int) -> bool:
    """A neighbouring part of the sea, or from off map one of the entry line (R8-5a, c, A-92)."""
    node = int(g.fleet_node[slot])
    if is_closed(g, s, n) or g.visits[n] >= MAX_VISITS:
        return False
    if node == NONE:
        written = int(g.fleet_entry[slot])  # of a free set-up (RFS-1c, A-108)
        return int(s.entry[slot_side(slot), n]) == 1 and written in (NONE, n)
    return (int(s.sea_links[node]) >> n) & 1 == 1


@rule
def can_exit(g: Game, s: Tables, slot: int) -> bool:
    """Off map over the entry line (R8-5d, A-92)."""
    node = int(g.fleet_node[slot])
    return node != NONE and int(s.entry[slot_side(slot), node]) == 1


@rule
def can_sail(g: Game, s: Tables, slot: int) -> bool:
    """A fleet moves once in S3; one that has left the map stays out (R8-5b, R8-5d)."""
    if not g.fleet_used[slot] or g.fleet_moved[slot] or g.fleet_off[slot]:
        return False
    node = int(g.fleet_node[slot])
    if node != NONE and (is_closed(g, s, node) or can_exit(g, s, slot)):
        return True
    for n in range(s.nodes):
        if can_step(g, s, slot, n):
            return True
    return False


@rule
def any_sail(g: Game, s: Tables) -> bool:
    for f in range(FLEETS):
        if can_sail(g, s, int(g.side) * FLEETS + f):
            return True
    for u in range(s.units):
        if s.side[u] == g.side and can_sail_submarine(g, s, u):
            return True
    return False


@rule
def clear_visits(g: Game) -> None:
    for n in range(MAX_NODES):
        g.visits[n] = 0


@rule
def legal_sail(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[DONE] = 1
    for f in range(FLEETS):
        if can_sail(g, s, int(g.side) * FLEETS + f):
            mask[OWN_FLEET + f] = 1
    for u in range(s.units):
        if s.side[u] == g.side and can_sail_submarine(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_sail(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A fleet in ice is lifted off the map at once (R8-5g, A-70, N-67)."""
    g.decision = NO_DECISION
    if action == DONE:
        end_phase(g, AIR)
        return
    if action < UNIT + MAX_UNITS:
        g.chosen_unit = action - UNIT
        ask(g, SUBMARINE_NODE, int(g.side))
        return
    slot = int(g.side) * FLEETS + action - OWN_FLEET
    g.sailing = slot
    g.entered = UNDER_WAY
    g.sail_from = g.fleet_node[slot]
    for u in range(MAX_UNITS):
        g.hit_by[u] = 0
    if g.sail_from != NONE and is_closed(g, s, int(g.sail_from)):
        leave_map(g, s, slot)
    else:
        ask(g, SAIL_STEP, int(g.side))


# --- the move ----------------------------------------------------------------------------------


@rule
def legal_sail_step(g: Game, s: Tables, mask: Array[int]) -> None:
    """Step, leave the map, or stop; a fleet that has not moved yet cannot stop (A-38)."""
    slot = int(g.sailing)
    for n in range(s.nodes):
        if can_step(g, s, slot, n):
            mask[NODE + n] = 1
    if can_exit(g, s, slot):
        mask[BOX_ACTION] = 1
    if g.fleet_moved[slot]:
        mask[DONE] = 1


@rule
def apply_sail_step(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    slot = int(g.sailing)
    if action == DONE:
        stop(g)
    elif action == BOX_ACTION:
        leave_map(g, s, slot)
    else:
        enter(g, s, slot, action - NODE)


@rule
def enter(g: Game, s: Tables, slot: int, n: int) -> None:
    """A fleet comes into a part of the sea; whether it came to Anchorage by Cook Inlet is kept."""
    came_by_cook = g.fleet_node[slot] == s.cook_node and n == s.anchorage_node
    g.fleet_via_cook[slot] = int(came_by_cook)
    g.fleet_node[slot] = n
    g.fleet_entry[slot] = NONE
    g.fleet_moved[slot] = 1
    g.visits[n] += 1
    g.entered = REACTION
    g.react_next = 0


@rule
def leave_map(g: Game, s: Tables, slot: int) -> None:
    """It may not come back in this stage (R8-5d)."""
    fleet_to_box(g, s, slot)
    g.fleet_moved[slot] = 1
    g.fleet_off[slot] = 1
    end_move(g)


@rule
def reacts(g: Game, s: Tables, u: int, boats: bool) -> bool:
    """A recon unit at sea of the other side, in the area of the moving fleet (R9-2b)."""
    if s.side[u] == g.side or g.place[u] != SEA or (s.kind[u] == BOAT) != boats:
        return False
    if not boats and s.recon[u] == NO_RECON:
        return False
    return area_of(g, s, u) == s.node_area[g.fleet_node[g.sailing]]


@rule
def react(g: Game, s: Tables) -> None:
    """The next enemy recon unit searches: boats by number, then aircraft (N-69).

    After them the fleet goes on (R8-5f), or stops where an enemy fleet is, found or not (R8-5e,
    RSQ-6b).
    """
    while g.react_next < 2 * s.units:
        k = int(g.react_next)
        g.react_next += 1
        u = k % int(s.units)
        if reacts(g, s, u, k < s.units):
            begin_unit_search(g, u)
            return
    g.entered = UNDER_WAY
    if fleet_at(g, other(int(g.side)), int(g.fleet_node[g.sailing]), 0) != NONE:
        stop(g)


@rule
def stop(g: Game) -> None:
    """The fleet ends its move and searches, cases 3 and 4 (R9-2c, R9-2d)."""
    g.entered = STOPPED
    begin_fleet_search(g, int(g.sailing))


@rule
def end_move(g: Game) -> None:
    g.sailing = NONE
    g.entered = UNDER_WAY


@rule
def deliver(g: Game, s: Tables, slot: int) -> None:
    """SP of a fleet that came from Seattle in this stage, at an own printed port (R6-3d, A-21).

    They go to the track as far as it has room (R6-1c, R8-4b); each uses a lift (R8-4k).
    """
    if slot_side(slot) != ALLIES or g.sail_from != NONE or g.fleet_supply[slot] == 0:
        return
    for p in range(s.sites):
        if spot_at(g, s, p, int(g.fleet_node[slot])) and can_use_port(g, s, ALLIES, p):
            room = int(s.supply_cap[ALLIES]) - int(g.supply[ALLIES])
            points = max(0, min(room, int(g.fleet_supply[slot])))
            g.supply[ALLIES] += points
            g.fleet_supply[slot] -= points
            g.fleet_lifts_used[slot] += points
            return
