"""S2, step 0: a transport aircraft carries a ground unit to another airfield (10.10)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import PASS, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import depot_out, on_field, owns_field
from glory_env.games.aleutians.rules.board import ask, first_node, in_range, room_for
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    GROUND,
    HIDDEN_STACKS,
    MAX_NODES,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    SEA,
    SPOT,
    TRANSPORT_AIRCRAFT,
    TRANSPORT_FIELD,
)


@rule
def can_fly(g: Game, s: Tables, u: int) -> bool:
    """A transport aircraft on an undisrupted own field that has not flown (R10-10a)."""
    if s.kind[u] != AIRCRAFT or s.type[u] != TRANSPORT_AIRCRAFT or s.side[u] != ALLIES:
        return False
    if g.flown[u] or g.place[u] != SPOT:
        return False
    p = int(g.at[u])
    return on_field(g, s, u, p) and owns_field(g, s, ALLIES, p) and not g.field_disrupted[p]


@rule
def is_same_ground(g: Game, s: Tables, p: int, q: int) -> bool:
    """Two spots of one island or of the land of one area."""
    return p == q or (g.spot_area[p] == g.spot_area[q] and not s.island[p] and not s.island[q])


@rule
def is_destination(g: Game, s: Tables, p: int) -> bool:
    """An own undisrupted field with room for the unit (R10-10a, R10-10c)."""
    return owns_field(g, s, ALLIES, p) and not g.field_disrupted[p] and room_for(g, s, ALLIES, p)


@rule
def carrier_of(g: Game, s: Tables, u: int, p: int) -> int:
    """The transport aircraft that can bring a ground unit to a spot, or NONE.

    Disrupted units may be carried (R10-10b).
    """
    if s.kind[u] != GROUND or s.side[u] != ALLIES or g.place[u] != SPOT or s.home_spot[u] != NONE:
        return NONE
    if g.at[u] == p or not is_destination(g, s, p):
        return NONE
    for k in range(s.units):
        ready = can_fly(g, s, k) and is_same_ground(g, s, int(g.at[u]), int(g.at[k]))
        if ready and in_range(s, k, int(g.spot_area[g.at[k]]), int(g.spot_area[p])):
            return k
    return NONE


@rule
def has_flight(g: Game, s: Tables, u: int) -> bool:
    """Whether some transport aircraft can carry this ground unit somewhere."""
    for p in range(MAX_SPOTS):
        if carrier_of(g, s, u, p) != NONE:
            return True
    return False


@rule
def any_flight(g: Game, s: Tables) -> bool:
    """Only in Allied phases and while the depot is in use (R10-10e, R6-4c).

    With hidden stacks asked whatever stands there, so that the question tells nothing (R16-2a).
    """
    if g.side != ALLIES or depot_out(g, s):
        return False
    ready = False
    for u in range(s.units):
        ready = ready or can_fly(g, s, u)
    if not ready or g.opt_rules[HIDDEN_STACKS]:
        return ready
    for u in range(s.units):
        if has_flight(g, s, u):
            return True
    return False


@rule
def legal_transport_flight(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[PASS] = 1
    for u in range(s.units):
        if has_flight(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_transport_flight(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A pass ends the step; otherwise the field is asked for."""
    g.decision = NO_DECISION
    if action == PASS:
        g.passes = 1
    else:
        g.chosen_unit = action - UNIT
        ask(g, TRANSPORT_FIELD, ALLIES)


@rule
def legal_transport_field(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if carrier_of(g, s, int(g.chosen_unit), p) != NONE:
            mask[SPOT_ACTION + p] = 1


@rule
def apply_transport_field(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The unit is there at once; the aircraft lands in S8, in range of this place (A-50)."""
    g.decision = NO_DECISION
    p = action - SPOT_ACTION
    u = int(g.chosen_unit)
    aircraft = carrier_of(g, s, u, p)
    put(g, s, u, SPOT, p)
    area = int(g.spot_area[p])
    node = first_node(s, area)
    put(g, s, aircraft, SEA, node if node != NONE else MAX_NODES + area)
    g.flown[aircraft] = 1
