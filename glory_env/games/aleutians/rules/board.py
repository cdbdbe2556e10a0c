"""The board: what stands where on sea and land.

Slots are fleets by number: fleet f (0 = A) of a side is `side * FLEETS + f`. Units, nodes (parts of
the sea), spots (places on land) and areas are numbers of the scenario.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die_of
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    CARRIER,
    COLUMNS,
    FLEET,
    GROUND,
    JAPAN,
    LOST,
    MAX_NODES,
    MAX_UNITS,
    NO_DECISION,
    NONE,
    OPEN_WATERS,
    SEA,
    SPOT,
    SUBMARINE,
)


@rule
def ask(g: Game, decision: int, side: int) -> None:
    """The game stops at this decision of a side."""
    g.decision = decision
    g.actor = side


@rule
def end_phase(g: Game, phase: int) -> None:
    """The next phase begins with its step 0; nobody is asked."""
    g.phase = phase
    g.step = 0
    g.passes = 0
    g.decision = NO_DECISION


@rule
def roll(g: Game, t: Trace, purpose: int) -> int:
    """One die, 1 to 6 (RSQ-9b).

    Its face depends on the key, the purpose and how many came before.
    """
    begin_roll(t, purpose)
    face = die_of(g, t, purpose, 0, 0, int(g.rolled[purpose]), 6)
    g.rolled[purpose] += 1
    return face


@rule
def other(side: int) -> int:
    return 1 - side


@rule
def distance(start: int, end: int, star: int) -> int:
    """Areas counted orthogonally, without the first and with the last (R7-7a).

    star: the first step may be diagonal.
    """
    rows = abs(start // COLUMNS - end // COLUMNS)
    columns = abs(start % COLUMNS - end % COLUMNS)
    steps = rows + columns
    if star and rows > 0 and columns > 0:
        steps -= 1
    return steps


@rule
def in_range(s: Tables, u: int, start: int, end: int) -> bool:
    """Whether a unit reaches area `end` from area `start`, on any flight or return (R7-7b)."""
    return distance(start, end, int(s.star[u])) <= s.range[u]


@rule
def spot_area(g: Game, s: Tables, p: int) -> int:
    """The area of a spot; fields built on open land have theirs in the game."""
    return int(g.spot_area[p])


@rule
def spot_at(g: Game, s: Tables, p: int, n: int) -> bool:
    """Whether a spot lies at this part of the sea."""
    nodes = int(s.spot_nodes[p])
    if p >= s.spots:  # a built field lies where the open country of its area does (N-34)
        nodes = int(s.area_nodes[g.spot_area[p]]) if s.area_coast[g.spot_area[p]] else 0
    return (nodes >> n) & 1 == 1


@rule
def first_node(s: Tables, area: int) -> int:
    """The lowest-numbered part of the sea in an area, or NONE; aircraft on recon stand there."""
    for n in range(MAX_NODES):
        if (int(s.area_nodes[area]) >> n) & 1:
            return n
    return NONE


@rule
def colour_of(g: Game, s: Tables, p: int) -> int:
    """Default owner of a spot's ground (R3-2b); Soviet ground is Allied after entry (R15-2b)."""
    colour = int(s.colour[p]) if p < s.spots else int(s.area_colour[g.spot_area[p]])
    if colour == 2 and g.soviet:
        return 1
    return colour


@rule
def in_play(g: Game, s: Tables, p: int) -> bool:
    """Whether a spot may be used: it exists, and is not Soviet before entry (R15-3b, A-72)."""
    if not g.spot_used[p]:
        return False
    return colour_of(g, s, p) < 2


@rule
def is_barred(g: Game, s: Tables, side: int, n: int) -> bool:
    """Whether submarines of a side may not be placed here (R7-2a, R7-2b, R16-6a)."""
    return side == JAPAN and s.barred[n] == 1 and not g.opt_rules[OPEN_WATERS]


@rule
def sea_area(s: Tables, at: int) -> int:
    """The area of a part of the sea; aircraft over an area without sea have MAX_NODES + area."""
    return at - MAX_NODES if at >= MAX_NODES else int(s.node_area[at])


@rule
def area_of(g: Game, s: Tables, u: int) -> int:
    """The area a unit is in, or NONE off the map."""
    place = g.place[u]
    at = int(g.at[u])
    if place == SPOT:
        return int(g.spot_area[at])
    if place == SEA:
        return sea_area(s, at)
    if place == FLEET:
        return int(s.node_area[g.fleet_node[at]]) if g.fleet_node[at] != NONE else NONE
    if place in (CARRIER, SUBMARINE):
        return area_of_ship(g, s, at)
    return NONE


@rule
def area_of_ship(g: Game, s: Tables, u: int) -> int:
    """The area of a ship in a fleet or of a boat at sea, or NONE."""
    if g.place[u] == SEA:
        return int(s.node_area[g.at[u]])
    if g.place[u] == FLEET and g.fleet_node[g.at[u]] != NONE:
        return int(s.node_area[g.fleet_node[g.at[u]]])
    return NONE


@rule
def ground_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether a unit is a ground unit that stands at this spot."""
    return s.kind[u] == GROUND and g.place[u] == SPOT and g.at[u] == p


@rule
def ground_count(g: Game, s: Tables, side: int, p: int) -> int:
    count = 0
    for u in range(s.units):
        count += int(s.side[u] == side and ground_at(g, s, u, p))
    return count


@rule
def is_defended(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether a landing of a side at a spot is opposed: enemies on an island or at a facility.

    In open country it never is, also beside enemies (R12-2d, R12-2f, N-44).
    """
    if p < s.spots and s.open[p]:
        return False
    return ground_count(g, s, 1 - side, p) > 0


@rule
def fresh_count(g: Game, s: Tables, side: int, p: int) -> int:
    """Undisrupted ground units of a side at a spot."""
    count = 0
    for u in range(s.units):
        count += int(s.side[u] == side and ground_at(g, s, u, p) and not g.disrupted[u])
    return count


@rule
def ground_in_land(g: Game, s: Tables, side: int, area: int) -> int:
    """Ground units of a side on the land of an area (islands left out)."""
    count = 0
    for u in range(s.units):
        if s.side[u] == side and s.kind[u] == GROUND and g.place[u] == SPOT:
            p = int(g.at[u])
            count += int(g.spot_area[p] == area and not s.island[p])
    return count


@rule
def room_for(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether one more ground unit of the side may stand there (R13-1a)."""
    return ground_count(g, s, side, p) < 4


@rule
def landed_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether a unit is a landed aircraft at this spot."""
    return s.kind[u] == AIRCRAFT and g.place[u] == SPOT and g.at[u] == p


@rule
def lose(g: Game, s: Tables, u: int) -> None:
    """A unit is eliminated or sunk, this turn. Use `sink` for ships."""
    g.place[u] = LOST
    g.at[u] = NONE
    g.when[u] = g.turn
    g.damaged[u] = 0
    g.disrupted[u] = 0
    g.aim[u] = NONE


@rule
def clear_marks(g: Game) -> None:
    """Nobody has used a go of the stage that begins."""
    for u in range(MAX_UNITS):
        g.done[u] = 0
