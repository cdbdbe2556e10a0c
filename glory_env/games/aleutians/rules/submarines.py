"""Japanese submarines that carry a company or supply (7.3)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import (
    CARRY_COMPANY,
    CARRY_SUPPLY,
    EVACUATE,
    NODE,
    PASS,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import has_port
from glory_env.games.aleutians.rules.board import ask, is_barred, spot_at
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.flags import flag_at
from glory_env.games.aleutians.rules.task_forces import fleets_in_area
from glory_env.games.aleutians.state import (
    ALLIES,
    BOAT,
    BOX,
    GROUND,
    HIDDEN_STACKS,
    JAPAN,
    MAX_NODES,
    MAX_SPOTS,
    MAX_UNITS,
    NO_DECISION,
    NONE,
    RECON_STAGE,
    SEA,
    SPECIAL,
    SPOT,
    SS,
    SUBMARINE,
    SUBMARINE_CARGO,
)


@rule
def can_carry(s: Tables, u: int) -> bool:
    """A Japanese submarine with a lift (R7-3a, A-28)."""
    return s.side[u] == JAPAN and s.kind[u] == BOAT and s.type[u] == SS and s.lift[u] > 0


@rule
def japanese_port_at(g: Game, s: Tables, n: int) -> bool:
    """A Japanese port or temporary port at a part of the sea."""
    for p in range(MAX_SPOTS):
        if spot_at(g, s, p, n) and has_port(g, s, JAPAN, p):
            return True
    return False


@rule
def is_mission_node(g: Game, s: Tables, side: int, n: int) -> bool:
    """Where a transport submarine may be placed in S3: not in barred parts either (R7-2a).

    Enemy fleets there do not matter (A-29). An Allied one brings scouts to a flag (R16-2c).
    """
    if side == ALLIES:
        return flag_at(g, s, JAPAN, n) != NONE
    return not is_barred(g, s, JAPAN, n) and japanese_port_at(g, s, n)


@rule
def can_sail_submarine(g: Game, s: Tables, u: int) -> bool:
    """Whether a submarine off map may be sent with a company or supply (R7-3c, R7-3e).

    An Allied one with a special force that waits off map, too (R16-2c).
    """
    if g.place[u] != BOX or not (can_carry(s, u) or carries_scouts(g, s, u)):
        return False
    for n in range(s.nodes):
        if is_mission_node(g, s, int(s.side[u]), n):
            return True
    return False


@rule
def is_waiting_scout(g: Game, s: Tables, u: int) -> bool:
    """An Allied special force off map."""
    special = s.kind[u] == GROUND and s.type[u] == SPECIAL
    return special and s.side[u] == ALLIES and g.place[u] == BOX


@rule
def carries_scouts(g: Game, s: Tables, u: int) -> bool:
    """Whether an Allied submarine has a special force to take along (R16-2c)."""
    if not g.opt_rules[HIDDEN_STACKS] or s.side[u] != ALLIES or s.type[u] != SS:
        return False
    for k in range(s.units):
        if is_waiting_scout(g, s, k):
            return s.kind[u] == BOAT
    return False


@rule
def waiting_company(g: Game, s: Tables) -> int:
    """The first company in the Japanese box, or NONE."""
    for u in range(s.units):
        if s.company[u] and s.side[u] == JAPAN and g.place[u] == BOX:
            return u
    return NONE


@rule
def company_at(g: Game, s: Tables, n: int) -> int:
    """The first company that can board a submarine in a part of the sea, or NONE (R7-3b)."""
    for u in range(s.units):
        if s.company[u] and s.side[u] == JAPAN and g.place[u] == SPOT:
            p = int(g.at[u])
            if spot_at(g, s, p, n) and has_port(g, s, JAPAN, p):
                return u
    return NONE


@rule
def can_evacuate(g: Game, s: Tables, u: int) -> bool:
    """In an Allied S2: a company can board there and no enemy fleet is in the area (R7-3b).

    Whether there is one in a hidden stack is not looked at (R16-2a).
    """
    if g.side != ALLIES or g.phase != RECON_STAGE or not can_carry(s, u) or g.place[u] != SEA:
        return False
    n = int(g.at[u])
    if fleets_in_area(g, s, ALLIES, int(s.node_area[n])) > 0:
        return False
    p = flag_at(g, s, JAPAN, n)
    return company_at(g, s, n) != NONE or (p != NONE and has_port(g, s, JAPAN, p))


@rule
def put_to_sea(g: Game, u: int, n: int) -> None:
    """A boat is placed or moved; it stays until S8 of the enemy's phase (R7-1g, R6-8e)."""
    g.place[u] = SEA
    g.at[u] = n
    g.flown[u] = 1
    g.placed_by[u] = g.side


@rule
def clear_missions(g: Game) -> None:
    """The supply that submarines brought in an earlier stage counts no more (R7-3e)."""
    for u in range(MAX_UNITS):
        g.boat_supply[u] = 0


@rule
def legal_submarine_node(g: Game, s: Tables, mask: Array[int]) -> None:
    for n in range(MAX_NODES):
        if n < s.nodes and is_mission_node(g, s, int(g.side), n):
            mask[NODE + n] = 1


@rule
def apply_submarine_node(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It is at sea, does not search now (R7-3f), and what it brings is asked for."""
    put_to_sea(g, int(g.chosen_unit), action - NODE)
    ask(g, SUBMARINE_CARGO, int(g.side))


@rule
def legal_submarine_cargo(g: Game, s: Tables, mask: Array[int]) -> None:
    """In S2 evacuate a company or not; in S3 bring a company from the box, or 1 SP.

    An Allied submarine: the special force that goes with it.
    """
    if g.phase == RECON_STAGE:
        mask[EVACUATE] = int(company_at(g, s, int(g.at[g.chosen_unit])) != NONE)
        mask[PASS] = 1
        return
    if g.actor == ALLIES:
        for u in range(s.units):
            mask[UNIT + u] = int(is_waiting_scout(g, s, u))
        return
    mask[CARRY_SUPPLY] = 1
    if waiting_company(g, s) != NONE:
        mask[CARRY_COMPANY] = 1


@rule
def apply_submarine_cargo(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    if action < UNIT + MAX_UNITS:
        put(g, s, action - UNIT, SUBMARINE, u)
    elif action == EVACUATE:
        put(g, s, company_at(g, s, int(g.at[u])), SUBMARINE, u)
    elif action == CARRY_COMPANY:
        put(g, s, waiting_company(g, s), SUBMARINE, u)
    elif action == CARRY_SUPPLY:
        g.boat_supply[u] = 1
