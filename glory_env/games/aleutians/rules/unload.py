"""The end of S4: troops leave their ships, then supply clears disruption (8.4, 6.5.3, A-107)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.armed_recon import asks_submarines
from glory_env.games.aleutians.rules.bases import has_port
from glory_env.games.aleutians.rules.board import ask, end_phase, room_for, spot_at
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.supply import can_recover
from glory_env.games.aleutians.rules.task_forces import is_on_map, slot_side
from glory_env.games.aleutians.state import (
    DISEMBARK,
    DISEMBARK_SPOT,
    FLEET,
    FLEETS,
    GROUND,
    JAPAN,
    LANDING,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    RECOVER,
    SEA,
    SPOT,
    SUBMARINE,
)

TROOPS, COMPANIES, RECOVERY, END = range(4)  # steps


@rule
def continue_unload(g: Game, s: Tables, t: Trace) -> None:
    """Disembarking, then companies off transport submarines, then recovery."""
    if g.step == TROOPS:
        if has_fleet_at_quay(g, s):
            ask(g, DISEMBARK, g.side)
            return
        g.step = COMPANIES
    if g.step == COMPANIES:
        if asks_submarines(g, s):  # R16-2c
            return
        land_companies(g, s)
        g.step = RECOVERY
    if g.step == RECOVERY and can_recover(g, s, g.side):
        ask(g, RECOVER, g.side)
        return
    end_phase(g, LANDING)


@rule
def quay(g: Game, s: Tables, side: int, n: int, p: int) -> bool:
    """Whether a unit may step ashore at a spot from this part of the sea (R8-4e, A-95)."""
    return spot_at(g, s, p, n) and has_port(g, s, side, p) and room_for(g, s, side, p)


@rule
def quays(g: Game, s: Tables, side: int, n: int) -> int:
    count = 0
    for p in range(MAX_SPOTS):
        count += int(quay(g, s, side, n, p))
    return count


@rule
def first_quay(g: Game, s: Tables, side: int, n: int) -> int:
    for p in range(MAX_SPOTS):
        if quay(g, s, side, n, p):
            return p
    return NONE


@rule
def may_disembark(g: Game, s: Tables, u: int) -> bool:
    """A ground unit aboard a fleet of the phasing side that lies at an own port."""
    if s.kind[u] != GROUND or g.place[u] != FLEET:
        return False
    return slot_side(int(g.at[u])) == g.side and at_quay(g, s, int(g.at[u]))


@rule
def at_quay(g: Game, s: Tables, slot: int) -> bool:
    """Whether a fleet lies where a unit may step ashore."""
    if not is_on_map(g, slot):
        return False
    return first_quay(g, s, slot_side(slot), int(g.fleet_node[slot])) != NONE


@rule
def has_fleet_at_quay(g: Game, s: Tables) -> bool:
    """The phasing side is asked in any case: whether there are troops aboard is hidden (RHI-1a)."""
    for f in range(FLEETS):
        if at_quay(g, s, int(g.side) * FLEETS + f):
            return True
    return False


@rule
def legal_disembark(g: Game, s: Tables, mask: Array[int]) -> None:
    """DONE, or a unit that goes ashore."""
    mask[DONE] = 1
    for u in range(s.units):
        if may_disembark(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_disembark(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = COMPANIES
        return
    u = action - UNIT
    node = int(g.fleet_node[g.at[u]])
    if quays(g, s, g.side, node) == 1:
        go_ashore(g, s, u, first_quay(g, s, g.side, node))
    else:
        g.chosen_unit = u
        ask(g, DISEMBARK_SPOT, g.side)


@rule
def legal_disembark_spot(g: Game, s: Tables, mask: Array[int]) -> None:
    node = int(g.fleet_node[g.at[g.chosen_unit]])
    for p in range(MAX_SPOTS):
        if quay(g, s, g.side, node, p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_disembark_spot(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    go_ashore(g, s, int(g.chosen_unit), action - SPOT_ACTION)
    g.chosen_unit = NONE


@rule
def go_ashore(g: Game, s: Tables, u: int, p: int) -> None:
    """A unit leaves its fleet; the lift that carried it stays used in this phase (R6-5f)."""
    g.fleet_lifts_used[g.at[u]] += 1
    put(g, s, u, SPOT, p)


@rule
def land_companies(g: Game, s: Tables) -> None:
    """Companies aboard Japanese transport submarines go ashore where they can (R7-3c).

    Where no port is left they stay aboard and leave the map with the submarine.
    """
    for u in range(s.units):
        if g.place[u] == SUBMARINE and g.side == JAPAN and g.place[g.at[u]] == SEA:
            p = first_quay(g, s, g.side, int(g.at[g.at[u]]))
            if p != NONE:
                put(g, s, u, SPOT, p)
