"""Hits, losses, retreats, and the answer to an enemy's offensive."""

from __future__ import annotations

from glory_agents.empire import forces
from glory_agents.empire.orders import choose_station, nearest_place
from glory_agents.empire.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import (
    BARGE,
    CARD,
    DONE,
    FLY,
    GARRISON_STEP,
    LANDING,
    ORGANIC_MOVE,
    PASS,
    PLACE,
    SAIL,
    STAND_OFF,
    STAY,
    UNIT,
    WALK,
)
from glory_env.games.empire.codes import OPEN_BATTLE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.headquarters import commands, in_command
from glory_env.games.empire.rules.hits import defence_of, left
from glory_env.games.empire.rules.participants import battle_at, reach_in_battle
from glory_env.games.empire.state import (
    AIR,
    GROUND,
    MAP,
    MAX_CARDS,
    NAVAL,
    NO_TASK,
    NONE,
)

LAST_STEP = 1.5  # a step whose loss ends a unit, against another one


# --- losses ------------------------------------------------------------------------------------
@rule
def step_value(g: Game, s: Tables, u: int) -> float:
    """What the next step of a unit is worth: the attack that goes with it."""
    steps = left(g, u)
    if steps <= 1:
        return LAST_STEP * (float(s.attack[u, 1]) + 2.0 * s.is_carrier[u])
    return float(s.attack[u, 0] - s.attack[u, 1]) + 2.0 * s.is_carrier[u]


@rule
def choose_hit(g: Game, s: Tables, mask: Array[int]) -> int:
    """The step that is worth most for the hits it takes."""
    best, most = -1, -1.0
    for u in range(s.units):
        if mask[UNIT + u]:
            value = step_value(g, s, u) / max(1, defence_of(g, s, u))
            if value > most:
                best, most = UNIT + u, value
    return GARRISON_STEP if best < 0 and mask[GARRISON_STEP] else best


@rule
def choose_loss(g: Game, s: Tables, mask: Array[int], most: bool) -> int:
    """The unit whose step is worth least, or most."""
    best, found = -1, 0.0
    for u in range(s.units):
        if mask[UNIT + u]:
            value = step_value(g, s, u) if most else 1000.0 - step_value(g, s, u)
            if best < 0 or value > found:
                best, found = UNIT + u, value
    return best


@rule
def choose_next_battle(g: Game, s: Tables, mask: Array[int]) -> int:
    """The battle with the fewest own ground units first: fleets clear the way."""
    best, least = -1, 1000
    for place in range(s.places):
        if not mask[PLACE + place]:
            continue
        count = 0
        for u in range(s.units):
            here = g.place[u] == MAP and g.hex[u] == s.place_hex[place]
            count += int(here and s.unit_side[u] == g.op_side and s.kind[u] == GROUND)
        if count < least:
            best, least = PLACE + place, count
    return best


# --- reaction ----------------------------------------------------------------------------------
@rule
def strength_there(g: Game, s: Tables, side: int, k: int) -> float:
    """Attack strength of a side's ships and aircraft that fight in battle k as it stands."""
    hex_, total = int(g.battle_hex[k]), 0.0
    for u in range(s.units):
        if g.place[u] != MAP or s.unit_side[u] != side or s.kind[u] not in (NAVAL, AIR):
            continue
        inside = g.hex[u] == hex_ and g.task[u] in (NO_TASK, k)
        if inside or g.task[u] == k:
            total += forces.attack_now(g, s, u)
    return total


@rule
def help_from(g: Game, s: Tables, hq: int, k: int) -> float:
    """Attack strength that an HQ may call to battle k, about."""
    side, total, count = int(s.unit_side[hq]), 0.0, 0
    sails = int(s.naval_move) * int(g.ov)
    for u in range(s.units):
        fit = g.place[u] == MAP and s.unit_side[u] == side and g.supply[u] != 0
        if not fit or s.kind[u] not in (NAVAL, AIR) or g.hex[u] == g.battle_hex[k]:
            continue
        if not commands(s, hq, u) or not in_command(g, s, hq, int(g.hex[u])):
            continue
        far = int(s.dist[g.hex[u], g.battle_hex[k]])
        near = far <= reach_in_battle(s, u) if s.kind[u] == AIR else far <= sails
        if near:
            total += forces.attack_now(g, s, u)
            count += 1
    most = int(s.efficiency[hq]) + int(g.ov)
    return total * most / max(most, count)


@rule
def choose_reaction_hq(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The HQ that can call most to the battle, where that is enough; else nobody."""
    side = int(g.actor)
    best, most = PASS, 0.0
    for k in range(int(g.battles)):
        if g.battle_state[k] != OPEN_BATTLE:
            continue
        there = strength_there(g, s, side, k)
        enemy = strength_there(g, s, 1 - side, k)
        for u in range(s.units):
            if not mask[UNIT + u] or not in_command(g, s, u, int(g.battle_hex[k])):
                continue
            value = there + help_from(g, s, u, k)
            if value >= p.odds * enemy and value > most:
                best, most = UNIT + u, value
    return best


@rule
def choose_reacting(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The strongest unit that may come; DONE when there is none."""
    best, most = DONE, 0.0
    for u in range(s.units):
        if mask[UNIT + u] and forces.attack_now(g, s, u) > most:
            best, most = UNIT + u, float(forces.attack_now(g, s, u))
    return best


@rule
def choose_reaction_kind(mask: Array[int]) -> int:
    """From where it stands, if it can; else the way that keeps carriers off."""
    for verb in (STAY, STAND_OFF, FLY, SAIL, WALK, LANDING, ORGANIC_MOVE, BARGE):
        if mask[verb]:
            return verb
    return -1


@rule
def choose_reaction_place(g: Game, s: Tables, mask: Array[int]) -> int:
    """The battle hex or the place nearest to it; aircraft stay out of it."""
    hex_ = forces.open_battle(g)
    if hex_ == NONE:
        return -1
    u = int(g.chosen_units[0])
    if s.kind[u] == AIR:
        best, least = -1, 1000
        for place in range(s.places):
            at = int(s.place_hex[place])
            if at == NONE or not mask[PLACE + place]:
                continue
            far = int(s.dist[at, hex_]) + (50 if battle_at(g, at) != NONE else 0)
            if far < least:
                best, least = PLACE + place, far
        return best
    return nearest_place(s, hex_, mask)


@rule
def choose_reaction_station(g: Game, s: Tables, mask: Array[int]) -> int:
    return choose_station(g, s, int(g.chosen_target), int(g.actor), mask)


@rule
def choose_card(g: Game, s: Tables, mask: Array[int]) -> int:
    """The card of the hand with the highest numbers, -1 if none is legal."""
    side = int(g.actor)
    best, most = -1, -1
    for card in range(MAX_CARDS):
        if mask[CARD + card]:
            value = 10 * int(s.card_lv[side, card]) + int(s.card_ov[side, card])
            if best < 0 or value > most:
                best, most = CARD + card, value
    return best


# --- after a lost battle -----------------------------------------------------------------------
@rule
def choose_refuge(g: Game, s: Tables, mask: Array[int]) -> int:
    """The place with most own units, or a unit if units are asked."""
    best, most = -1, -1
    side = int(g.actor)
    for place in range(s.places):
        if not mask[PLACE + place]:
            continue
        count = 0
        for u in range(s.units):
            here = g.place[u] == MAP and g.hex[u] == s.place_hex[place]
            count += int(here and s.unit_side[u] == side)
        if count > most:
            best, most = PLACE + place, count
    return best
