"""S4, step 2: the air operations, each first air combat, then the attack (10.6 to 10.8).

An operation is a group over an enemy target, with the group that the other side may have sent to
defend it. Its attacker is the side of the group (R10-7a). Against a fleet the attackers are first
assigned to ships, then each attacked ship has a combat of its own (A-42, N-82).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOMB_NOW, STAY, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_attack import anti_air, attack_ship, bomb
from glory_env.games.aleutians.rules.air_targets import (
    action_of,
    group_at,
    is_attack,
    kind_of,
    target_of,
    target_spot,
)
from glory_env.games.aleutians.rules.board import ask, lose, roll
from glory_env.games.aleutians.rules.events import asks_event, begin_battle
from glory_env.games.aleutians.rules.losses import air_sea
from glory_env.games.aleutians.rules.repair import repair_fleet
from glory_env.games.aleutians.rules.task_forces import in_fleet
from glory_env.games.aleutians.state import (
    AIM,
    AIR_LOSS,
    AIRCRAFT,
    AT_FLEET,
    AT_GROUND,
    BOMB,
    COVER,
    FIGHTER,
    FLOWN,
    MAX_GROUPS,
    NO_DECISION,
    NONE,
    OWNER_PICKS_AIR_LOSS,
    POOLED_AIR_COMBAT,
    RESOLVED,
    ROLL_AIR_COMBAT,
    SCOUT,
    SUPPORT,
    TARGET,
)

# air_step: assignments and the choice of a ship (fleets only), the fire of either side, the attack.
AIMS, COVERS, SHIPS, FIRE, DEFENDER_ANSWERS, ATTACKER_ANSWERS, HITS = range(7)


# --- order of the operations ---------------------------------------------------------------
@rule
def is_operation(g: Game, s: Tables, k: int) -> bool:
    return g.group_state[k] == FLOWN and is_attack(g, s, k)


@rule
def any_operation(g: Game, s: Tables) -> bool:
    """Whether a group over an enemy target is left; groups that found no enemy return (A-47)."""
    for k in range(MAX_GROUPS):
        if is_operation(g, s, k):
            return True
    return False


@rule
def legal_air_order(g: Game, s: Tables, mask: Array[int]) -> None:
    """Every target with an attack that is not resolved yet (R10-1d)."""
    for k in range(MAX_GROUPS):
        if is_operation(g, s, k):
            mask[action_of(int(g.group_kind[k]), int(g.group_target[k]), int(g.side))] = 1


@rule
def apply_air_order(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    kind = kind_of(s, action)
    target = target_of(action, int(g.side))
    for side in range(2):
        k = group_at(g, side, kind, target)
        if k != NONE and is_attack(g, s, k):
            g.operation = k
    begin_battle(g)
    g.losses[:] = 0
    g.air_ship = NONE
    g.air_step = AIMS if kind == AT_FLEET else FIRE


# --- who takes part ------------------------------------------------------------------------
@rule
def attacker_of(g: Game) -> int:
    return int(g.group_side[g.operation])


@rule
def is_here(g: Game, s: Tables, u: int, side: int) -> bool:
    """Whether an aircraft of a side has flown to the target of the operation."""
    if s.kind[u] != AIRCRAFT or s.side[u] != side or g.place[u] != TARGET:
        return False
    k = int(g.at[u])
    n = int(g.operation)
    same = g.group_kind[k] == g.group_kind[n] and g.group_target[k] == g.group_target[n]
    return same and g.group_state[k] == FLOWN


@rule
def fights(g: Game, s: Tables, u: int, side: int) -> bool:
    """Whether an aircraft of a side is in the combat in work."""
    return is_here(g, s, u, side) and (g.air_ship == NONE or g.aim[u] == g.air_ship)


@rule
def count_fighting(g: Game, s: Tables, side: int) -> int:
    count = 0
    for u in range(s.units):
        count += int(fights(g, s, u, side))
    return count


@rule
def air_strength(s: Tables, u: int, attacks: bool) -> int:
    """What an aircraft brings into air combat (R10-7b, R10-7c, N-80).

    Fighters their strength; other attackers 1, but R aircraft and other defenders nothing.
    """
    if s.type[u] == FIGHTER:
        return int(s.strength[u])
    return int(attacks and s.type[u] != SCOUT)


@rule
def total(g: Game, s: Tables, side: int) -> int:
    """The air strength of a side in the combat in work, the target's anti-air included."""
    attacks = side == attacker_of(g)
    points = 0 if attacks else anti_air_now(g, s)
    for u in range(s.units):
        if fights(g, s, u, side):
            points += air_strength(s, u, attacks)
    return points


@rule
def anti_air_now(g: Game, s: Tables) -> int:
    k = int(g.operation)
    return anti_air(g, s, int(g.group_kind[k]), int(g.group_target[k]), int(g.air_ship))


# --- course of an operation ----------------------------------------------------------------
@rule
def continue_operation(g: Game, s: Tables, t: Trace) -> None:
    """One piece of work, or a question; a fleet short of lifts comes in between."""
    if g.losses[0] > 0 or g.losses[1] > 0:
        take_losses(g, s)
    elif g.air_step == AIMS:
        ask_aim(g, s)
    elif g.air_step == COVERS:
        ask_cover(g, s)
    elif asks_event(g):  # 16.5
        return
    elif g.air_step == SHIPS:
        next_ship(g, s, t)
    elif g.air_step == FIRE:
        fire_first(g, s, t)
    elif g.air_step == DEFENDER_ANSWERS:
        fire(g, s, t, 1 - attacker_of(g))
        g.air_step = HITS
    elif g.air_step == ATTACKER_ANSWERS:
        fire(g, s, t, attacker_of(g))
        g.air_step = HITS
    else:
        hit(g, s, t)


@rule
def fire_first(g: Game, s: Tables, t: Trace) -> None:
    """The higher total fires first, equal ones together; the answer comes after losses.

    Who is lost does not answer (R10-7d, R10-7j). Without aircraft of the defender only anti-air
    fires (R10-7k).
    """
    side = attacker_of(g)
    lead = total(g, s, side) - total(g, s, 1 - side)
    if lead >= 0:
        fire(g, s, t, side)
    if lead <= 0:
        fire(g, s, t, 1 - side)
    if lead > 0:
        g.air_step = DEFENDER_ANSWERS
    else:
        g.air_step = ATTACKER_ANSWERS if lead < 0 else HITS


@rule
def fire(g: Game, s: Tables, t: Trace, side: int) -> None:
    """Every aircraft of a side rolls in the column of its strength, then anti-air in its own.

    Each hit costs the enemy one aircraft (R10-7e, RDX-12, A-40 b). Against nobody there are no
    rolls.
    """
    enemies = count_fighting(g, s, 1 - side)
    if enemies == 0:
        return
    attacks = side == attacker_of(g)
    hits = 0
    for u in range(s.units):
        if fights(g, s, u, side):
            column = air_strength(s, u, attacks)
            if column > 0:
                hits += int(air_sea(s, column, roll(g, t, ROLL_AIR_COMBAT)) > 0)
    column = 0 if attacks else anti_air_now(g, s)
    if column > 0:
        hits += int(air_sea(s, column, roll(g, t, ROLL_AIR_COMBAT)) > 0)
    g.losses[1 - side] = min(hits, enemies)


@rule
def take_losses(g: Game, s: Tables) -> None:
    """The defender says which aircraft fall, of both sides (A-41); with no choice all do."""
    side = 0 if g.losses[0] > 0 else 1
    if count_fighting(g, s, side) > g.losses[side]:
        ask(g, AIR_LOSS, side if g.switch[OWNER_PICKS_AIR_LOSS] else 1 - attacker_of(g))
        return
    for u in range(s.units):
        if fights(g, s, u, side):
            lose(g, s, u)
    g.losses[side] = 0


@rule
def legal_air_loss(g: Game, s: Tables, mask: Array[int]) -> None:
    side = 0 if g.losses[0] > 0 else 1
    for u in range(s.units):
        if fights(g, s, u, side):
            mask[UNIT + u] = 1


@rule
def apply_air_loss(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = action - UNIT
    g.losses[s.side[u]] -= 1
    lose(g, s, u)


# --- the attack ----------------------------------------------------------------------------
@rule
def hit(g: Game, s: Tables, t: Trace) -> None:
    """The survivors attack; over a ground unit they may stay for ground support (R10-8d)."""
    k = int(g.operation)
    side = attacker_of(g)
    if g.group_kind[k] == AT_FLEET:
        if g.air_ship != NONE:
            attack_ship(g, s, t, k, int(g.air_ship))
        g.air_step = SHIPS
    elif g.group_kind[k] == AT_GROUND and count_fighting(g, s, side) > 0:
        ask(g, BOMB, side)
    else:
        bomb(g, s, t, k)
        end_operation(g, s, RESOLVED)


@rule
def legal_bomb(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[BOMB_NOW] = 1
    mask[STAY] = 1


@rule
def apply_bomb(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Aircraft that stay wait at the spot, wherever the unit goes (A-65)."""
    g.decision = NO_DECISION
    k = int(g.operation)
    if action == BOMB_NOW:
        bomb(g, s, t, k)
        end_operation(g, s, RESOLVED)
    else:
        spot = target_spot(g, AT_GROUND, int(g.group_target[k]))
        end_operation(g, s, SUPPORT)
        g.group_target[k] = spot


@rule
def end_operation(g: Game, s: Tables, state: int) -> None:
    """Both groups have done their work and stay at the target until S8."""
    k = int(g.operation)
    guard = group_at(g, 1 - attacker_of(g), int(g.group_kind[k]), int(g.group_target[k]))
    if guard != NONE:
        g.group_state[guard] = RESOLVED
    g.group_state[k] = state
    g.operation = NONE
    g.air_ship = NONE
    for u in range(s.units):
        g.aim[u] = NONE


# --- fleets --------------------------------------------------------------------------------
@rule
def is_attacked(g: Game, s: Tables, ship: int) -> bool:
    """Whether an aircraft of the attacker is assigned to a ship."""
    for u in range(s.units):
        if g.aim[u] == ship and is_here(g, s, u, attacker_of(g)):
            return True
    return False


@rule
def ask_aim(g: Game, s: Tables) -> None:
    """The attacker assigns his aircraft to ships one by one (R10-7h)."""
    for u in range(s.units):
        if is_here(g, s, u, attacker_of(g)) and g.aim[u] == NONE:
            g.chosen_unit = u
            ask(g, AIM, attacker_of(g))
            return
    g.chosen_unit = NONE
    g.air_step = FIRE if g.switch[POOLED_AIR_COMBAT] else COVERS


@rule
def legal_aim(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any ship of the fleet."""
    for u in range(s.units):
        if in_fleet(g, s, u, int(g.group_target[g.operation])):
            mask[UNIT + u] = 1


@rule
def apply_aim(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.aim[g.chosen_unit] = action - UNIT


@rule
def ask_cover(g: Game, s: Tables) -> None:
    """The defender assigns each other ship and interceptor to an attacked ship (A-42, A-43)."""
    slot = int(g.group_target[g.operation])
    side = 1 - attacker_of(g)
    for u in range(s.units):
        if g.aim[u] != NONE:
            continue
        if is_here(g, s, u, side) or (in_fleet(g, s, u, slot) and not is_attacked(g, s, u)):
            g.chosen_unit = u
            ask(g, COVER, side)
            return
    g.chosen_unit = NONE
    g.air_step = SHIPS


@rule
def legal_cover(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any attacked ship."""
    for u in range(s.units):
        if in_fleet(g, s, u, int(g.group_target[g.operation])) and is_attacked(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_cover(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.aim[g.chosen_unit] = action - UNIT


@rule
def next_ship(g: Game, s: Tables, t: Trace) -> None:
    """The next attacked ship in the order of units, or the end: damaged ships leave (R10-9a, N-81).

    Each ship's combat comes right before the attack on it; in a pooled one (A-42) it is over.
    """
    slot = int(g.group_target[g.operation])
    for ship in range(s.units):
        if ship > g.air_ship and in_fleet(g, s, ship, slot) and is_attacked(g, s, ship):
            g.air_ship = ship
            g.air_step = HITS if g.switch[POOLED_AIR_COMBAT] else FIRE
            return
    end_operation(g, s, RESOLVED)
    repair_fleet(g, s, t, slot)
