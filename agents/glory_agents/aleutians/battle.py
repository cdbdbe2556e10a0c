"""Surface battles and combats ashore, as the script fights them."""

from __future__ import annotations

from glory_agents.aleutians.choice import first_legal
from glory_agents.aleutians.goals import guns
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import (
    DONE,
    ENEMY_FLEET,
    GUN,
    OWN_FLEET,
    PASS,
    SPOT_ACTION,
    TORPEDO,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.ground_combat import force
from glory_env.games.aleutians.rules.surface import may_declare, shift_action
from glory_env.games.aleutians.rules.task_forces import cargo_in
from glory_env.games.aleutians.state import FLEETS, JAPAN, LAST_CARRIER, MAX_SHIPS, MAX_SPOTS, NONE

WITH_TROOPS = 2.0  # how much bolder it would have to be to fight with troops aboard


@rule
def enemy_for(g: Game, s: Tables, row: Script, own: int) -> int:
    """The found fleet an own one should attack, or NONE: the weakest, if it is weak enough."""
    side = own // FLEETS
    power = float(guns(g, s, own))
    if cargo_in(g, s, own) > 0:
        power /= WITH_TROOPS
    best = NONE
    for f in range(FLEETS):
        enemy = (1 - side) * FLEETS + f
        if not may_declare(g, own, enemy, int(g.battle_node)):
            continue
        strong = power > 0.0 and power >= row.boldness * guns(g, s, enemy)
        if strong and (best == NONE or guns(g, s, enemy) < guns(g, s, best)):
            best = enemy
    return best


@rule
def choose_declare(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    best = PASS
    most = 0
    for f in range(FLEETS):
        slot = int(g.actor) * FLEETS + f
        if mask[OWN_FLEET + f] and enemy_for(g, s, row, slot) != NONE and guns(g, s, slot) > most:
            most = guns(g, s, slot)
            best = OWN_FLEET + f
    return best


@rule
def choose_enemy(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    enemy = enemy_for(g, s, row, int(g.battle_fleet[g.actor]))
    if enemy != NONE and mask[ENEMY_FLEET + enemy % FLEETS]:
        return ENEMY_FLEET + enemy % FLEETS
    return first_legal(mask)


@rule
def choose_line(g: Game, s: Tables, mask: Array[int]) -> int:
    """The strongest guns lead; carriers and transports come last."""
    best = NONE
    most = -100
    for u in range(s.units):
        if mask[UNIT + u]:
            value = int(s.strength[u]) + int(s.torpedo[u]) - 5 * int(s.type[u] <= LAST_CARRIER)
            value -= 3 * int(s.lift[u]) + 2 * int(g.damaged[u])
            if value > most:
                most = value
                best = u
    return UNIT + best


@rule
def choose_shift(g: Game, s: Tables) -> int:
    """The stronger line closes, the weaker one draws away."""
    side = int(g.actor)
    own = guns(g, s, int(g.battle_fleet[side]))
    enemy = guns(g, s, int(g.battle_fleet[1 - side]))
    squares = int(g.lead) if own >= enemy else -int(g.lead)
    return shift_action(squares)


@rule
def choose_weapon(g: Game, s: Tables, mask: Array[int]) -> int:
    """Japanese torpedoes sink; where most ships have them they are fired."""
    side = int(g.actor)
    armed = 0
    big = 0
    for k in range(MAX_SHIPS):
        u = int(g.line[side, k])
        if k < g.line_length[side] and u >= 0:
            armed += int(s.torpedo[u])
            big += int(s.strength[u] >= 3)
    if mask[TORPEDO] and side == JAPAN and armed >= big:
        return TORPEDO
    return GUN


@rule
def choose_gunfire(g: Game, s: Tables, mask: Array[int]) -> int:
    """All ships at the strongest unit."""
    best = NONE
    for u in range(s.units):
        if mask[UNIT + u] and (best == NONE or s.strength[u] > s.strength[best]):
            best = u
    return PASS if best == NONE else UNIT + best


@rule
def choose_battle(g: Game, s: Tables, mask: Array[int]) -> int:
    """Islands have to be fought over; on land only with the greater strength."""
    side = int(g.side)
    for p in range(MAX_SPOTS):
        if not mask[SPOT_ACTION + p]:
            continue
        if not mask[DONE] or force(g, s, side, p, False, False) > force(
            g, s, 1 - side, p, False, False
        ) + force(g, s, 1 - side, p, False, True):
            return SPOT_ACTION + p
    return DONE
