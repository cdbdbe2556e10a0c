"""What a side wants: how far it goes, and what each place is worth to it.

Everything is a function of the record as it stands, so a plan needs no memory.
"""

from __future__ import annotations

from glory_agents.aleutians.records import Script
from glory_agents.aleutians.sea import FAR
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ground_count, in_play, spot_at
from glory_env.games.aleutians.rules.ground_combat import strength_of
from glory_env.games.aleutians.rules.task_forces import in_fleet, is_on_map
from glory_env.games.aleutians.state import (
    ALLIES,
    ANTI_AIR,
    COLUMNS,
    CONSTRUCTION,
    ENGINEER,
    FLEETS,
    GROUND,
    J1,
    J2,
    JAPAN,
    L1,
    L2,
    L4,
    LAST_CARRIER,
    MAX_STACK,
    NO_FIELD,
    NO_STRATEGY,
    NONE,
    SPOT,
)

STEPPING_STONE = 0.4  # prize of an island without VP from which an enemy place can be reached
NEAR = 2  # columns
QUIET_FROM = 4  # after that turn no guards are sent to places far from the enemy


@rule
def column_of(area: int) -> int:
    """1 in the east (Annette) to 15 in the west (Paramushiro)."""
    return area % COLUMNS + 1


@rule
def reach_of(g: Game, row: Script, side: int) -> int:
    """The column up to which a side goes; a plan that follows its strategy goes as far as that.

    Japan: strategy 1 as far as Kodiak, 2 as far as Dutch Harbor. Allies: 1 stays east of Adak, 2 of
    Attu, 4 goes to the Kuriles.
    """
    strategy = int(g.strategy[side]) if row.by_strategy else NO_STRATEGY
    if side == JAPAN:
        further = 6 if strategy == J1 else 3 if strategy == J2 else 0
        return max(1, int(row.japan_reach) - further)
    further = -3 if strategy == L1 else -1 if strategy == L2 else 3 if strategy == L4 else 0
    return min(COLUMNS, int(row.allied_reach) + further)


@rule
def area_in_reach(g: Game, row: Script, side: int, area: int) -> bool:
    """Whether the plan of a side goes as far away as that."""
    if side == JAPAN:
        return column_of(area) >= reach_of(g, row, side)
    return column_of(area) <= reach_of(g, row, side)


@rule
def in_reach(g: Game, row: Script, side: int, p: int) -> bool:
    """The same for a place."""
    return area_in_reach(g, row, side, int(g.spot_area[p]))


@rule
def answering(g: Game, row: Script, side: int) -> bool:
    """Whether a side's plan is the guard (`guard.py`) in this turn."""
    return side == ALLIES and g.turn <= row.answer


@rule
def is_open(g: Game, s: Tables, p: int) -> bool:
    """A place with VP, Paramushiro apart, where no unit of either side stands."""
    if s.vp[p] == 0 or not in_play(g, s, p) or p == s.paramushiro:
        return False
    return ground_count(g, s, JAPAN, p) + ground_count(g, s, ALLIES, p) == 0


@rule
def strength_at(g: Game, s: Tables, side: int, p: int) -> int:
    """Ground strength of a side at a place."""
    total = 0
    for u in range(s.units):
        if s.side[u] == side and s.kind[u] == GROUND and g.place[u] == SPOT and g.at[u] == p:
            total += strength_of(g, s, u)
    return total


@rule
def defence_at(g: Game, s: Tables, side: int, p: int) -> int:
    """Strength a landing of `side` at a place meets."""
    return strength_at(g, s, 1 - side, p)


@rule
def holds(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether a place with VP counts for a side while nothing stands there, or by its units."""
    if ground_count(g, s, side, p) > 0:
        return True
    if p < s.spots and s.island[p]:
        return g.holder[p] == side
    if s.port[p]:
        return g.port_owner[p] == side and g.field_owner[p] == side
    return g.field[p] != NO_FIELD and g.field_owner[p] == side


@rule
def prize(g: Game, s: Tables, row: Script, side: int, p: int) -> float:
    """What a side gains by bringing ground units to a place, in VP; 0 = nothing.

    A place of the enemy counts most, one of its own that nobody guards less.
    """
    if p >= s.sites or not in_play(g, s, p) or p == s.petropavlovsk:
        return 0.0
    own = ground_count(g, s, side, p)
    enemy = ground_count(g, s, 1 - side, p)
    if own >= MAX_STACK or (own == 0 and not in_reach(g, row, side, p)):
        return 0.0
    worth = float(s.vp[p])
    if enemy > 0:
        return 1.5 * worth + 0.3
    if not holds(g, s, side, p):
        return 1.3 * worth
    guard = guard_of(g, s, row, side, p)
    missing = float(guard - strength_at(g, s, side, p))
    threatened = side == JAPAN or (own == 0 and g.turn <= QUIET_FROM)
    if missing > 0.0 and (threatened or near_enemy(g, s, side, p)):
        return (0.4 if own == 0 else 0.25) * worth * missing / float(guard)
    if worth == 0.0 and side == ALLIES and own == 0 and near_enemy(g, s, side, p):
        return 0.0 if has_base_near(g, s, side, p) else STEPPING_STONE
    return 0.0


@rule
def guard_of(g: Game, s: Tables, row: Script, side: int, p: int) -> int:
    """Strength that should stand at a place of a side; half of it where the ground is its own."""
    guard = row.guard * int(s.vp[p])
    return (guard + 1) // 2 if s.colour[p] == side else guard


@rule
def near_enemy(g: Game, s: Tables, side: int, p: int) -> bool:
    """An island within a few columns of a place with VP that the enemy holds, his home aside."""
    if not s.island[p]:
        return False
    here = column_of(int(g.spot_area[p]))
    for q in range(s.sites):
        near = abs(column_of(int(g.spot_area[q])) - here) <= NEAR
        if s.vp[q] and near and q != s.paramushiro and holds(g, s, 1 - side, q):
            return True
    return False


@rule
def has_base_near(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether a side has an airfield in the column of a place or the next one."""
    here = column_of(int(g.spot_area[p]))
    for q in range(s.sites):
        near = abs(column_of(int(g.spot_area[q])) - here) <= 1
        if near and g.field[q] != NO_FIELD and g.field_owner[q] == side:
            return True
    return False


@rule
def node_of(s: Tables, p: int, dist: Array[float]) -> int:
    """The part of the sea nearest by `dist` at which a site lies, or NONE."""
    best = NONE
    for n in range(s.nodes):
        here = (int(s.spot_nodes[p]) >> n) & 1 == 1 and dist[n] < FAR
        if here and (best == NONE or dist[n] < dist[best]):
            best = n
    return best


@rule
def loads(s: Tables, u: int) -> int:
    """What a unit counts in a landing; anti-air units nothing."""
    return 0 if s.type[u] == ANTI_AIR else int(s.strength[u])


@rule
def builds(s: Tables, u: int) -> bool:
    """Whether a unit may build airfields best: construction troops, engineers."""
    return s.type[u] == (CONSTRUCTION if s.side[u] == JAPAN else ENGINEER)


@rule
def guns(g: Game, s: Tables, slot: int) -> int:
    """Summed gun strength of the ships of a fleet, as far as they are seen."""
    total = 0
    for u in range(s.units):
        if in_fleet(g, s, u, slot):
            total += max(0, int(s.strength[u]) - int(g.damaged[u]))
    return total


@rule
def guns_at(g: Game, s: Tables, side: int, p: int) -> int:
    """Guns of a side's fleets off a place."""
    total = 0
    for slot in range(side * FLEETS, side * FLEETS + FLEETS):
        if is_on_map(g, slot) and spot_at(g, s, p, int(g.fleet_node[slot])):
            total += guns(g, s, slot)
    return total


@rule
def has_carrier(g: Game, s: Tables, slot: int) -> bool:
    for u in range(s.units):
        if in_fleet(g, s, u, slot) and s.type[u] <= LAST_CARRIER:
            return True
    return False
