"""Bombing, attacks on ships and ground support (10.8); the anti-air fire of targets (10.7)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_targets import in_group, target_side, target_spot
from glory_env.games.aleutians.rules.board import ground_at, roll
from glory_env.games.aleutians.rules.losses import air_sea, damage, is_disrupting
from glory_env.games.aleutians.rules.task_forces import fleet_anti_air, in_fleet
from glory_env.games.aleutians.state import (
    ANTI_AIR,
    AT_DEPOT,
    AT_FIELD,
    AT_FLEET,
    AT_GROUND,
    BOMBER,
    DIVE_BOMBER,
    MAX_GROUPS,
    NONE,
    ROLL_AIR_ATTACK,
    ROLL_BOMBING,
    SCOUT,
    SUPPORT,
    TORPEDO_BOMBER,
)


# --- anti-air fire -------------------------------------------------------------------------
@rule
def has_guns(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether a side has an AA unit at a spot, disrupted or not (R10-7f, R10-7g)."""
    for u in range(s.units):
        if s.side[u] == side and ground_at(g, s, u, p) and s.type[u] == ANTI_AIR:
            return True
    return False


@rule
def ship_anti_air(g: Game, s: Tables, slot: int, ship: int) -> int:
    """A ship's own value and those of the ships that cover it (R10-7h)."""
    total = int(s.aa[ship])
    for u in range(s.units):
        if in_fleet(g, s, u, slot) and g.aim[u] == ship:
            total += int(s.aa[u])
    return total


@rule
def anti_air(g: Game, s: Tables, kind: int, target: int, ship: int) -> int:
    """Anti-air value of a target; ship: the one attacked, NONE = the whole fleet at once (A-42)."""
    if kind == AT_FLEET:
        if ship == NONE:
            return fleet_anti_air(g, s, target)
        return ship_anti_air(g, s, target, ship)
    side = target_side(g, s, kind, target)
    return 2 if has_guns(g, s, side, target_spot(g, kind, target)) else 1


# --- bombing -------------------------------------------------------------------------------
@rule
def bomb_load(s: Tables, u: int) -> int:
    """Against a facility or ground unit: B and D their strength, F and T 1 (R10-8a, N-80)."""
    if s.type[u] == BOMBER or s.type[u] == DIVE_BOMBER:
        return int(s.strength[u])
    return 0 if s.type[u] == SCOUT else 1


@rule
def bomb(g: Game, s: Tables, t: Trace, k: int) -> None:
    """A group bombs its target on land: one roll may disrupt it (R10-8a, RDX-13).

    A unit that is disrupted already stays so (R10-8e).
    """
    power = 0
    for u in range(s.units):
        if in_group(g, s, u, k):
            power += bomb_load(s, u)
    if power == 0 or not is_disrupting(s, power, roll(g, t, ROLL_BOMBING)):
        return
    kind = int(g.group_kind[k])
    target = int(g.group_target[k])
    if kind == AT_GROUND:
        g.disrupted[target] = 1
    elif kind == AT_FIELD:
        g.field_disrupted[target] = 1
    elif kind == AT_DEPOT:
        g.depot_fire = 1  # R6-4e
    else:
        g.port_disrupted[target] = 1


# --- ships ---------------------------------------------------------------------------------
@rule
def ship_load(s: Tables, u: int) -> int:
    """Against a ship: T and D their strength, F and B 1 (R10-8c, N-80)."""
    if s.type[u] == TORPEDO_BOMBER or s.type[u] == DIVE_BOMBER:
        return int(s.strength[u])
    return 0 if s.type[u] == SCOUT else 1


@rule
def attack_ship(g: Game, s: Tables, t: Trace, k: int, ship: int) -> None:
    """The aircraft of a group that were assigned to a ship attack it (R10-8b, R10-8c).

    One roll (RDX-14). -1 to the die where torpedo and dive bombers come together. Fighters attack
    too (A-44).
    """
    power = 0
    torpedoes = False
    dives = False
    for u in range(s.units):
        if in_group(g, s, u, k) and g.aim[u] == ship:
            power += ship_load(s, u)
            torpedoes = torpedoes or s.type[u] == TORPEDO_BOMBER
            dives = dives or s.type[u] == DIVE_BOMBER
    if power > 0:
        die = roll(g, t, ROLL_AIR_ATTACK) + int(s.defence[ship]) - int(torpedoes and dives)
        damage(g, s, ship, air_sea(s, power, die))


# --- ground support ------------------------------------------------------------------------
@rule
def same_ground(g: Game, s: Tables, p: int, q: int) -> bool:
    """Whether two spots are one island, or on the same land (R10-8d)."""
    if p == q:
        return True
    return not s.island[p] and not s.island[q] and g.spot_area[p] == g.spot_area[q]


@rule
def support(g: Game, s: Tables, side: int, p: int) -> int:
    """Aircraft of a side that wait for ground support at a spot's island or land.

    1 each, whatever its strength (A-65); R aircraft count nothing (N-80). It counts in S5 and
    again in S7 (N-85). Waiting groups have the spot as target: the enemy unit may have moved on.
    """
    count = 0
    for k in range(MAX_GROUPS):
        if g.group_state[k] != SUPPORT or g.group_side[k] != side:
            continue
        if same_ground(g, s, int(g.group_target[k]), p):
            for u in range(s.units):
                count += int(in_group(g, s, u, k) and s.type[u] != SCOUT)
    return count
