"""Aircraft of the script: what they attack, where they land."""

from __future__ import annotations

from glory_agents.aleutians.choice import first_legal
from glory_agents.aleutians.goals import in_reach
from glory_agents.aleutians.plans import landing_planned
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import (
    BOMB_NOW,
    DONE,
    N_ACTIONS,
    PASS,
    SPOT_ACTION,
    STAY,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_movement import can_fly, may_fly_to
from glory_env.games.aleutians.rules.air_targets import kind_of, target_area, target_of, target_side
from glory_env.games.aleutians.rules.board import distance, ground_count, in_range
from glory_env.games.aleutians.rules.rebase import may_rebase_to
from glory_env.games.aleutians.rules.task_forces import in_fleet
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    AK,
    ALLIES,
    AT_FIELD,
    AT_FLEET,
    AT_GROUND,
    BOX,
    FIGHTER,
    LAST_CARRIER,
    MAX_SPOTS,
    NONE,
    ON_LARGE,
    SCOUT,
    SPOT,
    TRANSPORT_AIRCRAFT,
)


@rule
def is_bomber(s: Tables, u: int) -> bool:
    """An aircraft whose attack counts."""
    kind = s.type[u]
    return s.strength[u] > 0 and kind != FIGHTER and kind != SCOUT and kind != TRANSPORT_AIRCRAFT


@rule
def strikers(g: Game, s: Tables, side: int, area: int) -> int:
    """Bombers of a side that have not flown and reach an area from where they stand."""
    count = 0
    for u in range(s.units):
        if s.kind[u] == AIRCRAFT and s.side[u] == side and is_bomber(s, u) and can_fly(g, s, u):
            at = int(g.at[u])
            if g.place[u] == SPOT and in_range(s, u, int(g.spot_area[at]), area):
                count += 1
    return count


# --- attacks -----------------------------------------------------------------------------------
@rule
def ship_value(s: Tables, u: int) -> float:
    """What a hit on a ship is worth; carriers count VP."""
    if s.type[u] <= LAST_CARRIER:
        return 5.0
    if s.type[u] == AK or s.lift[u]:
        return 4.0
    return 1.0 + 0.4 * s.strength[u]


@rule
def target_value(g: Game, s: Tables, row: Script, side: int, kind: int, target: int) -> float:
    """What a group over a target is worth; 0 = let it be."""
    area = target_area(g, s, kind, target)
    own = target_side(g, s, kind, target) == side
    power = 0
    fighters = 0
    for u in range(s.units):
        if s.kind[u] != AIRCRAFT or s.side[u] != side or not can_fly(g, s, u):
            continue
        if may_fly_to(g, s, u, kind, target):
            if is_bomber(s, u):
                power += int(s.strength[u])
            fighters += int(s.type[u] == FIGHTER)
    if own:
        if fighters == 0 or strikers(g, s, 1 - side, area) == 0:
            return 0.0
        if kind == AT_FLEET:
            return 4.0
        return 1.0 if kind == AT_FIELD else 0.0
    if kind == AT_FLEET:
        if power == 0:
            return 0.0
        value = 8.0
        for u in range(s.units):
            if in_fleet(g, s, u, target):
                value += 0.5 * ship_value(s, u)
        return value
    if power == 0:
        return 0.0
    if kind == AT_GROUND:
        p = int(g.at[target])
        if landing_planned(g, s, row, int(g.side), p) and not g.disrupted[target]:
            return 6.0 + 0.1 * s.strength[target]
        if power < row.raids or g.disrupted[target] or not in_reach(g, row, side, p):
            return 0.0
        return 1.0 + 0.1 * s.strength[target] - 0.5 * s.aa[target]
    if power < row.raids or is_hurt_target(g, kind, target):
        return 0.0
    return 2.0 if kind == AT_FIELD else 1.5


@rule
def is_hurt_target(g: Game, kind: int, p: int) -> bool:
    """An airfield or port that is disrupted already."""
    return (g.field_disrupted[p] if kind == AT_FIELD else g.port_disrupted[p]) == 1


@rule
def choose_air_target(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    side = int(g.actor)
    best = PASS
    most = 0.0
    for action in range(N_ACTIONS):
        if action == PASS or not mask[action]:
            continue
        value = target_value(g, s, row, side, kind_of(s, action), target_of(action, side))
        if value > most:
            most = value
            best = action
    return best


@rule
def choose_air_group(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Bombers and their escort against the enemy, fighters over an own target; no scouts."""
    own = target_side(g, s, int(g.chosen_kind), int(g.chosen_target)) == g.actor
    best = NONE
    most = 0.0
    for u in range(s.units):
        if not mask[UNIT + u]:
            continue
        value = float(s.strength[u])
        if s.type[u] == FIGHTER:
            value = value if own or g.chosen_kind == AT_FLEET or mask[DONE] else 0.0
        elif own or not is_bomber(s, u):
            value = 0.0
        if value > most:
            most = value
            best = u
    if best != NONE:
        return UNIT + best
    return DONE if mask[DONE] else first_legal(mask)


@rule
def choose_aim(g: Game, s: Tables, mask: Array[int]) -> int:
    """The ship whose loss hurts most for the strength that is aimed at it already."""
    best = NONE
    most = -1.0e9
    for ship in range(s.units):
        if not mask[UNIT + ship]:
            continue
        aimed = 0
        for u in range(s.units):
            aimed += int(s.strength[u]) if g.aim[u] == ship else 0
        value = ship_value(s, ship) * (4.0 - s.defence[ship]) - 3.0 * max(0, aimed - 4)
        value += 2.0 * min(aimed, 4) + 3.0 * g.damaged[ship]
        if value > most:
            most = value
            best = ship
    return UNIT + best


@rule
def choose_cover(g: Game, s: Tables, mask: Array[int]) -> int:
    """The attacked ship that is worth most."""
    best = NONE
    most = -1.0
    for u in range(s.units):
        if mask[UNIT + u] and ship_value(s, u) > most:
            most = ship_value(s, u)
            best = u
    return UNIT + best


@rule
def choose_air_loss(g: Game, s: Tables, mask: Array[int]) -> int:
    """The strongest aircraft of the enemy, or the weakest of its own."""
    best = NONE
    most = -1.0e9
    for u in range(s.units):
        if mask[UNIT + u]:
            value = 2.0 * s.strength[u] + 0.5 * int(is_bomber(s, u))
            if s.side[u] == g.actor:
                value = -value
            if value > most:
                most = value
                best = u
    return UNIT + best


@rule
def choose_bomb(g: Game, s: Tables, row: Script) -> int:
    """Wait for the landing or for the ground combat of this phase, else bomb."""
    p = int(g.at[g.group_target[g.operation]])
    side = int(g.actor)
    fights = ground_count(g, s, 0, p) > 0 and ground_count(g, s, 1, p) > 0
    if fights or (g.side == side and landing_planned(g, s, row, side, p)):
        return STAY
    return BOMB_NOW


@rule
def choose_spot_attack(g: Game, s: Tables, mask: Array[int]) -> int:
    """A found fleet is attacked: a transport or a carrier first."""
    best = NONE
    most = 0.0
    for u in range(s.units):
        if mask[UNIT + u]:
            value = ship_value(s, u) * (5.0 - s.defence[u])
            if value > most:
                most = value
                best = u
    return PASS if best == NONE else UNIT + best


# --- bases -------------------------------------------------------------------------------------
@rule
def base_value(g: Game, s: Tables, row: Script, u: int, p: int) -> float:
    """How good a base is for an aircraft: places and ways of the enemy that it reaches."""
    side = int(s.side[u])
    area = int(g.spot_area[p])
    value = 0.0
    for q in range(s.sites):
        if s.vp[q] == 0:
            continue
        there = int(g.spot_area[q])
        steps = distance(area, there, int(s.star[u]))
        if steps <= s.range[u]:
            value += 0.6 * s.vp[q]
            if ground_count(g, s, 1 - side, q) > 0 and in_reach(g, row, side, q):
                value += 2.0 * s.vp[q]
            if ground_count(g, s, side, q) > 0 and s.type[u] == FIGHTER:
                value += 1.0
        elif ground_count(g, s, 1 - side, q) > 0:
            value -= 0.05 * (steps - s.range[u])
    if g.field_disrupted[p]:
        value -= 2.0
    if ground_count(g, s, side, p) == 0 and s.island[p]:
        value -= 1.0  # a landing there takes the aircraft
    if s.lands[u] != ON_LARGE and g.field[p] == 2:
        value -= 0.1
    return value


@rule
def best_base(g: Game, s: Tables, row: Script, u: int, mask: Array[int]) -> int:
    """The legal spot that serves an aircraft best, NONE where no spot is legal."""
    best = NONE
    most = -1.0e9
    for p in range(MAX_SPOTS):
        if mask[SPOT_ACTION + p]:
            value = base_value(g, s, row, u, p)
            if value > most:
                most = value
                best = p
    return best


@rule
def choose_base(g: Game, s: Tables, row: Script, u: int, mask: Array[int]) -> int:
    best = best_base(g, s, row, u, mask)
    return first_legal(mask) if best == NONE else SPOT_ACTION + best


@rule
def choose_rebase(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """An aircraft off the map, or one that stands far from what it could do elsewhere."""
    for u in range(s.units):
        if mask[UNIT + u] and g.place[u] == BOX:
            return UNIT + u
    for u in range(s.units):
        if not mask[UNIT + u] or s.type[u] == TRANSPORT_AIRCRAFT:
            continue
        here = base_value(g, s, row, u, int(g.at[u]))
        for p in range(s.sites):
            if may_rebase_to(g, s, u, p) and base_value(g, s, row, u, p) > here + 1.5:
                return UNIT + u
    return DONE


@rule
def place_flying_boat(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """At set-up: away from the islands Japan lands on, in reach of them; each somewhere else."""
    u = int(g.chosen_unit)
    best = NONE
    most = -1.0e9
    for p in range(MAX_SPOTS):
        if not mask[SPOT_ACTION + p]:
            continue
        column = int(g.spot_area[p]) % 15 + 1
        value = base_value(g, s, row, u, p)
        if column >= 10 or ground_count(g, s, ALLIES, p) == 0:
            value -= 20.0
        if value > most:
            most = value
            best = p
    return SPOT_ACTION + best
