"""What aircraft fly to in S4: targets (10.4) and the groups sent to them (10.1).

A target is a kind and a number: the spot of an airfield, port or depot, a ground unit, or a fleet's
slot. A group belongs to one side; at one target each side has one group at most (R10-1b).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import ENEMY_FLEET, FIELD, OWN_FLEET, PORT, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ground_count, in_play
from glory_env.games.aleutians.rules.flags import is_under_flag
from glory_env.games.aleutians.rules.task_forces import is_on_map, slot_side
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    AT_DEPOT,
    AT_FIELD,
    AT_FLEET,
    AT_GROUND,
    AT_PORT,
    FLEETS,
    FLOWN,
    GROUND,
    JAPAN,
    MAX_GROUPS,
    MAX_SPOTS,
    NO_FIELD,
    NONE,
    SLOTS,
    SPOT,
    TARGET,
)


@rule
def targets_of(s: Tables, kind: int) -> int:
    """How many numbers a kind of target has."""
    if kind == AT_GROUND:
        return int(s.units)
    return SLOTS if kind == AT_FLEET else MAX_SPOTS


@rule
def is_target(g: Game, s: Tables, kind: int, target: int) -> bool:
    """Whether there is such a target (R9-1a, R10-4a, R10-4b).

    Soviet ground is closed before entry (A-72); an unfound fleet is no target of any side (A-48),
    nor is a ground unit under a flag: nobody can name it (R16-2a).
    """
    if kind == AT_FLEET:
        return is_on_map(g, target) and g.fleet_found[target] == 1
    if kind == AT_GROUND:
        on_land = s.kind[target] == GROUND and g.place[target] == SPOT
        return on_land and in_play(g, s, int(g.at[target])) and not is_under_flag(g, s, target)
    if not in_play(g, s, target):
        return False
    if kind == AT_FIELD:
        return g.field[target] != NO_FIELD
    return s.port[target] == 1 if kind == AT_PORT else target == s.depot


@rule
def target_spot(g: Game, kind: int, target: int) -> int:
    """The spot of a target on land."""
    return int(g.at[target]) if kind == AT_GROUND else target


@rule
def target_area(g: Game, s: Tables, kind: int, target: int) -> int:
    if kind == AT_FLEET:
        return int(s.node_area[g.fleet_node[target]])
    return int(g.spot_area[target_spot(g, kind, target)])


@rule
def target_side(g: Game, s: Tables, kind: int, target: int) -> int:
    """Whose target it is; the depot is Allied unless Japan alone has ground units there (A-22)."""
    if kind == AT_FLEET:
        return slot_side(target)
    if kind == AT_GROUND:
        return int(s.side[target])
    if kind == AT_FIELD:
        return int(g.field_owner[target])
    if kind == AT_PORT:
        return int(g.port_owner[target])
    japanese = ground_count(g, s, JAPAN, target) > 0 and ground_count(g, s, ALLIES, target) == 0
    return JAPAN if japanese else ALLIES


@rule
def action_of(kind: int, target: int, side: int) -> int:
    """The action with which a side names a target."""
    if kind == AT_FLEET:
        block = OWN_FLEET if slot_side(target) == side else ENEMY_FLEET
        return block + target % FLEETS
    if kind == AT_GROUND:
        return UNIT + target
    return FIELD + target if kind == AT_FIELD else PORT + target


@rule
def kind_of(s: Tables, action: int) -> int:
    """The kind of target an action names."""
    if action >= OWN_FLEET:
        return AT_FLEET
    if action >= PORT:
        return AT_DEPOT if action - PORT == s.depot else AT_PORT
    return AT_FIELD if action >= FIELD else AT_GROUND


@rule
def target_of(action: int, side: int) -> int:
    """The number of the target that an action of a side names."""
    if action >= ENEMY_FLEET:
        return (1 - side) * FLEETS + action - ENEMY_FLEET
    if action >= OWN_FLEET:
        return side * FLEETS + action - OWN_FLEET
    if action >= PORT:
        return action - PORT
    return action - FIELD if action >= FIELD else action - UNIT


@rule
def group_at(g: Game, side: int, kind: int, target: int) -> int:
    """The group a side has flown to a target, not resolved yet, or NONE."""
    for k in range(MAX_GROUPS):
        same = g.group_kind[k] == kind and g.group_target[k] == target
        if same and g.group_state[k] == FLOWN and g.group_side[k] == side:
            return k
    return NONE


@rule
def is_attack(g: Game, s: Tables, k: int) -> bool:
    """Whether a group has flown to an enemy target (R10-4c)."""
    return target_side(g, s, int(g.group_kind[k]), int(g.group_target[k])) != g.group_side[k]


@rule
def in_group(g: Game, s: Tables, u: int, k: int) -> bool:
    return s.kind[u] == AIRCRAFT and g.place[u] == TARGET and g.at[u] == k
