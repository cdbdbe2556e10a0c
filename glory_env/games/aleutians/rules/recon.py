"""S2: placing submarines, torpedo boats and recon aircraft (chapter 7).

Steps: 0 transport flights (Allied phases), 1 boats, 2 recon aircraft. In steps 1 and 2 the sides
place one unit a go or pass, until both pass in a row (R7-1e). A side with nothing to place passes
by itself (A-24). Where the unit comes upon enemy fleets, it searches them (rules/search.py).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NODE, PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import on_field
from glory_env.games.aleutians.rules.board import (
    area_of,
    ask,
    end_phase,
    first_node,
    in_range,
    is_barred,
    other,
)
from glory_env.games.aleutians.rules.boats import is_boat_base
from glory_env.games.aleutians.rules.search import begin_unit_search
from glory_env.games.aleutians.rules.submarines import can_evacuate, put_to_sea
from glory_env.games.aleutians.rules.task_forces import fleets_in_area
from glory_env.games.aleutians.rules.transport_flight import any_flight
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    BOAT,
    BOX,
    MAX_AREAS,
    MIDGET,
    NAVAL,
    NO_DECISION,
    NO_RECON,
    RECON_AIRCRAFT,
    RECON_BOAT,
    RECON_NODE,
    SEA,
    SPOT,
    SS,
    SUBMARINE_CARGO,
    TRANSPORT_FLIGHT,
)

FLIGHTS, BOATS, SCOUTS = 0, 1, 2  # steps


@rule
def boat_reaches(g: Game, s: Tables, u: int, n: int) -> bool:
    """Whether a boat that may go can be placed in or moved to a part of the sea.

    Submarines go anywhere, Japanese ones not into barred parts (R7-2a, R7-2b); the others go to
    another area in range (R7-5a, R7-6a). Others that are there do not matter (R7-1f).
    """
    if s.type[u] == SS:
        return not is_barred(g, s, int(s.side[u]), n)
    start = area_of(g, s, u)
    end = int(s.node_area[n])
    if end == start or not in_range(s, u, start, end):
        return False
    return s.type[u] != MIDGET or is_boat_base(g, s, u, n)


@rule
def boat_may_go(g: Game, s: Tables, u: int) -> bool:
    """A submarine off map (R7-1c), or a midget or torpedo boat at its base.

    One that has moved, and so has `flown`, must return before it moves again (R6-8e).
    """
    if s.kind[u] != BOAT:
        return False
    if s.type[u] == SS:
        return g.place[u] == BOX
    if g.place[u] != SEA or g.flown[u]:
        return False
    return is_boat_base(g, s, u, int(g.at[u]))


@rule
def boat_has_go(g: Game, s: Tables, u: int) -> bool:
    """Whether a boat may go and has somewhere to go to."""
    if not boat_may_go(g, s, u):
        return False
    for n in range(s.nodes):
        if boat_reaches(g, s, u, n):
            return True
    return False


@rule
def scout_reaches(g: Game, s: Tables, u: int, area: int) -> bool:
    """An area with sea in range of a recon aircraft, its own area too (R7-4a, R7-7a)."""
    return s.area_nodes[area] != 0 and in_range(s, u, area_of(g, s, u), area)


@rule
def scout_has_go(g: Game, s: Tables, u: int) -> bool:
    """A recon aircraft that has not flown, not on a disrupted airfield (R7-1a, R7-4a, c, d)."""
    if s.kind[u] != AIRCRAFT or s.recon[u] == NO_RECON or g.place[u] != SPOT or g.flown[u]:
        return False
    if on_field(g, s, u, int(g.at[u])) and g.field_disrupted[g.at[u]]:
        return False
    for area in range(MAX_AREAS):
        if scout_reaches(g, s, u, area):
            return True
    return False


@rule
def has_go(g: Game, s: Tables, u: int) -> bool:
    """Whether a unit may be placed in the present step."""
    if g.step == BOATS:
        return boat_has_go(g, s, u)
    return scout_has_go(g, s, u)


@rule
def any_go(g: Game, s: Tables, side: int) -> bool:
    for u in range(s.units):
        if s.side[u] == side and has_go(g, s, u):
            return True
    return False


@rule
def continue_recon(g: Game, s: Tables, t: Trace) -> None:
    """PP begins with the boats, NP with the aircraft (R7-1b, R7-1e, RSQ-5a).

    Who was last before does not matter.
    """
    if g.step == FLIGHTS:
        if g.passes == 0 and any_flight(g, s):
            ask(g, TRANSPORT_FLIGHT, ALLIES)
            return
        begin_step(g, BOATS, int(g.side))
    if g.step == BOATS:
        if asks_next(g, s, RECON_BOAT):
            return
        begin_step(g, SCOUTS, other(int(g.side)))
    if not asks_next(g, s, RECON_AIRCRAFT):
        end_phase(g, NAVAL)


@rule
def begin_step(g: Game, step: int, first: int) -> None:
    g.step = step
    g.passes = 0
    g.turns_to_move = first


@rule
def asks_next(g: Game, s: Tables, decision: int) -> bool:
    """The next side with something to place is asked; False when the step is over."""
    while g.passes < 2:
        if any_go(g, s, int(g.turns_to_move)):
            ask(g, decision, int(g.turns_to_move))
            return True
        g.passes += 1
        g.turns_to_move = other(int(g.turns_to_move))
    return False


@rule
def legal_recon(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[PASS] = 1
    for u in range(s.units):
        if s.side[u] == g.actor and has_go(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_recon(g: Game, s: Tables, action: int) -> None:
    """A pass, or a unit: then its place is asked for. The other side is next."""
    g.decision = NO_DECISION
    g.turns_to_move = other(int(g.actor))
    if action == PASS:
        g.passes += 1
    else:
        g.passes = 0
        g.chosen_unit = action - UNIT
        ask(g, RECON_NODE, int(g.actor))


@rule
def legal_recon_boat(g: Game, s: Tables, mask: Array[int]) -> None:
    legal_recon(g, s, mask)


@rule
def apply_recon_boat(g: Game, s: Tables, t: Trace, action: int) -> None:
    apply_recon(g, s, action)


@rule
def legal_recon_aircraft(g: Game, s: Tables, mask: Array[int]) -> None:
    legal_recon(g, s, mask)


@rule
def apply_recon_aircraft(g: Game, s: Tables, t: Trace, action: int) -> None:
    apply_recon(g, s, action)


@rule
def legal_recon_node(g: Game, s: Tables, mask: Array[int]) -> None:
    """Parts of the sea; for an aircraft the first one of each area, since it serves all (A-31)."""
    u = int(g.chosen_unit)
    for n in range(s.nodes):
        if s.kind[u] == AIRCRAFT:
            area = int(s.node_area[n])
            mask[NODE + n] = int(first_node(s, area) == n and scout_reaches(g, s, u, area))
        else:
            mask[NODE + n] = int(boat_reaches(g, s, u, n))


@rule
def apply_recon_node(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It is placed; then it searches, or a submarine may take a company off (RSQ-5b, R7-3b)."""
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    side = int(s.side[u])
    n = action - NODE
    if s.kind[u] == AIRCRAFT:
        g.place[u] = SEA
        g.at[u] = n
        g.flown[u] = 1
    else:
        put_to_sea(g, u, n)
    if fleets_in_area(g, s, other(side), int(s.node_area[n])) > 0:
        begin_unit_search(g, u)
    elif can_evacuate(g, s, u):
        ask(g, SUBMARINE_CARGO, side)
