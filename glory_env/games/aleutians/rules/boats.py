"""S8: submarines, the midget submarine and the torpedo boat of the other side return (14.5)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NODE
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field, owns_port
from glory_env.games.aleutians.rules.board import ask, ground_count, in_range, lose, spot_at
from glory_env.games.aleutians.state import (
    ALLIES,
    BOAT,
    BOX,
    JAPAN,
    MAX_SPOTS,
    MIDGET,
    NO_DECISION,
    NONE,
    RETURN_BOAT,
    SEA,
    SS,
    SUBMARINE,
)


@rule
def is_boat_base(g: Game, s: Tables, u: int, n: int) -> bool:
    """A part of the sea where the boat could arrive as a reinforcement (R6-8d).

    Midget: an island Japan holds, or coast with a Japanese ground unit. PT: an Allied airfield or
    port.
    """
    for p in range(MAX_SPOTS):
        if not g.spot_used[p] or not spot_at(g, s, p, n):
            continue
        if s.type[u] == MIDGET:
            island = p < s.spots and s.island[p] == 1
            if island and g.holder[p] == JAPAN:
                return True
            if not island and ground_count(g, s, JAPAN, p) > 0:
                return True
        elif owns_field(g, s, ALLIES, p) or owns_port(g, s, ALLIES, p):
            return True
    return False


@rule
def may_return_boat(g: Game, s: Tables, u: int, n: int) -> bool:
    """Within range of where it is; the place it stands at is no distance away (R6-8e)."""
    start = int(s.node_area[g.at[u]])
    return in_range(s, u, start, int(s.node_area[n])) and is_boat_base(g, s, u, n)


@rule
def continue_boats(g: Game, s: Tables) -> bool:
    """Submarines of NP go off map; its midget or PT goes back to a base, or is lost (R14-5a).

    Returns True where its owner has to choose the base. They have stayed since the own phase or
    this one (R7-1h); boats of PP stay on (R14-5b). A base that was captured is missed only now
    (R3-3d).
    """
    side = 1 - int(g.side)
    for u in range(s.units):
        if s.kind[u] != BOAT or s.side[u] != side or g.place[u] != SEA or g.done[u]:
            continue
        g.done[u] = 1
        if s.type[u] == SS:
            g.place[u] = BOX
            g.at[u] = NONE
            g.flown[u] = 0
            for k in range(s.units):  # R7-3b: an evacuated company leaves with it
                if g.place[k] == SUBMARINE and g.at[k] == u:
                    g.place[k] = BOX
                    g.at[k] = NONE
            continue
        if not g.flown[u] and is_boat_base(g, s, u, int(g.at[u])):
            continue
        for n in range(s.nodes):
            if may_return_boat(g, s, u, n):
                g.chosen_unit = u
                ask(g, RETURN_BOAT, side)
                return True
        lose(g, s, u)  # R6-8e
    return False


@rule
def legal_return_boat(g: Game, s: Tables, mask: Array[int]) -> None:
    for n in range(s.nodes):
        if may_return_boat(g, s, int(g.chosen_unit), n):
            mask[NODE + n] = 1


@rule
def apply_return_boat(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.at[u] = action - NODE
    g.flown[u] = 0
    g.chosen_unit = NONE
