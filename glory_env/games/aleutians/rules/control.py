"""Control of facilities and islands (chapter 3)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import (
    colour_of,
    ground_count,
    ground_in_land,
    in_play,
    landed_at,
    lose,
    spot_at,
)
from glory_env.games.aleutians.rules.task_forces import is_on_map, slot_side
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    GROUND,
    JAPAN,
    MAX_SPOTS,
    NO_FIELD,
    NONE,
    ON_WATER,
    SLOTS,
    SPOT,
)


@rule
def capture(g: Game, s: Tables, p: int) -> None:
    """After ground units have come to or left a spot: what is captured at once (R3-2k, R3-3a).

    Aircraft on a captured airfield are eliminated (R3-3c), floatplanes likewise (R3-3e, A-02); on
    land those stay while their side has a ground unit in the area (N-88). A side whose last ground
    unit has left has no temporary port there any more (A-88).
    """
    if not in_play(g, s, p):
        return
    island = is_island(s, p)
    for side in range(2):
        if ground_count(g, s, side, p) == 0:
            g.beach[p, side] = 0
            continue
        if ground_count(g, s, 1 - side, p) > 0:
            continue
        give(g, s, p, side)
        for u in range(s.units):
            if s.side[u] != side and landed_at(g, s, u, p) and (island or s.lands[u] != ON_WATER):
                lose(g, s, u)
    if not island:
        lose_floatplanes(g, s, int(g.spot_area[p]))


@rule
def is_island(s: Tables, p: int) -> bool:
    """Whether a spot is an island; fields built later are on land."""
    return p < s.spots and s.island[p] == 1


@rule
def give(g: Game, s: Tables, p: int, side: int) -> None:
    """The facilities of a spot, and the island itself, pass to a side; land does not (R3-2f)."""
    if g.field[p] != NO_FIELD:
        g.field_owner[p] = side
    if s.port[p]:
        g.port_owner[p] = side
    if is_island(s, p):
        g.holder[p] = side


@rule
def lose_floatplanes(g: Game, s: Tables, area: int) -> None:
    """On land held by enemy ground units only, floatplanes are eliminated (A-02, N-88)."""
    for side in range(2):
        own, enemy = ground_in_land(g, s, side, area), ground_in_land(g, s, 1 - side, area)
        if own > 0 or enemy == 0:
            continue
        for u in range(s.units):
            if s.kind[u] != AIRCRAFT or s.side[u] != side or s.lands[u] != ON_WATER:
                continue
            if g.place[u] == SPOT and g.spot_area[g.at[u]] == area and not is_island(s, g.at[u]):
                lose(g, s, u)


@rule
def put(g: Game, s: Tables, u: int, place: int, at: int) -> None:
    """Move a unit; captures where ground units come to or leave a spot."""
    left = int(g.at[u]) if g.place[u] == SPOT else NONE
    g.place[u] = place
    g.at[u] = at
    if s.kind[u] == GROUND:
        if left != NONE:
            capture(g, s, left)
        if place == SPOT:
            capture(g, s, at)


# --- the start of an operation phase ---------------------------------------------------------
@rule
def standing(g: Game, s: Tables, side: int) -> int:
    """Spots where a side has a ground unit or a landed aircraft (R3-2h, A-02), as bits."""
    spots = 0
    for u in range(s.units):
        if s.side[u] == side and g.place[u] == SPOT:
            spots |= 1 << int(g.at[u])
    return spots


@rule
def fleet_holds(g: Game, s: Tables, p: int) -> bool:
    """A fleet of the side that has an island with a printed port lies there (R3-2i)."""
    if not is_island(s, p) or not s.port[p]:
        return False
    for slot in range(SLOTS):
        if not is_on_map(g, slot) or slot_side(slot) != g.holder[p]:
            continue
        if spot_at(g, s, p, int(g.fleet_node[slot])):
            return True
    return False


@rule
def reset_control(g: Game, s: Tables) -> None:
    """Where nobody stands, facilities and islands go back to the owner of the ground.

    At the start of every operation phase that is played (R3-2c, R3-2d, A-01, N-38).
    """
    held = standing(g, s, JAPAN) | standing(g, s, ALLIES)
    for p in range(MAX_SPOTS):
        if not in_play(g, s, p):
            continue
        for side in range(2):
            if ground_count(g, s, side, p) == 0:
                g.beach[p, side] = 0
        if (held >> p) & 1 == 0 and not fleet_holds(g, s, p):
            give(g, s, p, colour_of(g, s, p))
