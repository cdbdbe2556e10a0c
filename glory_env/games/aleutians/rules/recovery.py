"""Supply clears disruption at the end of the own S4 (6.5.3)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, FIELD, PORT, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field, owns_port
from glory_env.games.aleutians.rules.board import ground_at, in_play, spot_at
from glory_env.games.aleutians.rules.submarines import can_carry
from glory_env.games.aleutians.rules.task_forces import cargo_in, is_on_map, lifts_in
from glory_env.games.aleutians.state import FLEETS, MAX_SPOTS, NO_DECISION, NONE, SEA


@rule
def stack_hurt(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether a disrupted own ground unit stands there; a stack is cleared as one (R6-5d)."""
    if not in_play(g, s, p):
        return False
    for u in range(s.units):
        if s.side[u] == side and ground_at(g, s, u, p) and g.disrupted[u]:
            return True
    return False


@rule
def field_hurt(g: Game, s: Tables, side: int, p: int) -> bool:
    return owns_field(g, s, side, p) and g.field_disrupted[p] == 1


@rule
def port_hurt(g: Game, s: Tables, side: int, p: int) -> bool:
    """A printed port; the fuel depot is none and cannot be cleared (R6-4d)."""
    return owns_port(g, s, side, p) and g.port_disrupted[p] == 1


@rule
def is_hurt(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether supply can clear something there; Soviet ground is served like any other (R15-3a)."""
    return stack_hurt(g, s, side, p) or field_hurt(g, s, side, p) or port_hurt(g, s, side, p)


@rule
def fleet_free(g: Game, s: Tables, slot: int) -> int:
    """Lifts of a fleet that carry nothing and have brought nothing in this phase (A-23, BV-71).

    Where it came from does not matter (R8-4c).
    """
    load = cargo_in(g, s, slot) + int(g.fleet_supply[slot]) + int(g.fleet_lifts_used[slot])
    return max(0, lifts_in(g, s, slot) - load)


@rule
def fleet_near(g: Game, s: Tables, slot: int, p: int) -> bool:
    """Whether a fleet lies in a part of the sea that the spot touches (R6-5c)."""
    return is_on_map(g, slot) and spot_at(g, s, p, int(g.fleet_node[slot]))


@rule
def boat_near(g: Game, s: Tables, side: int, p: int, loaded: bool) -> int:
    """A transport submarine there, or NONE; a loaded one counts as 1 SP brought (R7-3e)."""
    for u in range(s.units):
        if s.side[u] != side or g.place[u] != SEA or not can_carry(s, u):
            continue
        if spot_at(g, s, p, int(g.at[u])) and (g.boat_supply[u] == 1 or not loaded):
            return u
    return NONE


@rule
def is_supplied(g: Game, s: Tables, side: int, p: int) -> bool:
    """A free lift at the place: that of a fleet or a transport submarine (R6-5g)."""
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if fleet_near(g, s, slot, p) and fleet_free(g, s, slot) > 0:
            return True
    return boat_near(g, s, side, p, True) != NONE


@rule
def can_recover(g: Game, s: Tables, side: int) -> bool:
    """Asked with SP, something disrupted, and an own fleet or transport submarine at it.

    Whether it has a free lift or an SP aboard is hidden from the enemy, so it is not looked at, nor
    whether a stack under a flag is disrupted (R16-2a).
    """
    if g.supply[side] <= 0:
        return False
    for p in range(MAX_SPOTS):
        if not is_hurt(g, s, side, p) and not g.flag[p, side]:
            continue
        if boat_near(g, s, side, p, False) != NONE:
            return True
        for f in range(FLEETS):
            if fleet_near(g, s, side * FLEETS + f, p):
                return True
    return False


@rule
def legal_recover(g: Game, s: Tables, mask: Array[int]) -> None:
    """SPOT: the ground units there; FIELD, PORT: that facility; each 1 SP and one lift (R6-5e)."""
    mask[DONE] = 1
    side = int(g.side)
    for p in range(MAX_SPOTS):
        if not is_hurt(g, s, side, p) or not is_supplied(g, s, side, p):
            continue
        mask[SPOT_ACTION + p] = int(stack_hurt(g, s, side, p))
        mask[FIELD + p] = int(field_hurt(g, s, side, p))
        mask[PORT + p] = int(port_hurt(g, s, side, p))


@rule
def use_lift(g: Game, s: Tables, side: int, p: int) -> None:
    """The submarine's point first: it serves for nothing else."""
    u = boat_near(g, s, side, p, True)
    if u != NONE:
        g.boat_supply[u] = 0
        return
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if fleet_near(g, s, slot, p) and fleet_free(g, s, slot) > 0:
            g.fleet_lifts_used[slot] += 1
            return


@rule
def apply_recover(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
        return
    side = int(g.side)
    p = (action - SPOT_ACTION) % MAX_SPOTS  # the three blocks follow each other
    use_lift(g, s, side, p)
    g.supply[side] -= 1
    if action < FIELD:
        for u in range(s.units):
            if s.side[u] == side and ground_at(g, s, u, p):
                g.disrupted[u] = 0
    elif action < PORT:
        g.field_disrupted[p] = 0
    else:
        g.port_disrupted[p] = 0
