"""The design of an offensive: which units go for which hex, and what that is worth.

A design depends on what the record says alone, so each question of an offensive makes it anew and
comes to the same one. Units that are active already cost nothing more.
"""

from __future__ import annotations

import numpy as np

from glory_agents.empire import forces
from glory_agents.empire.forces import (
    AN_ATTACK,
    AN_HITS,
    AN_STEPS,
    COLUMNS_OF_SUMMARY,
    GC_ATTACK,
    GC_HITS,
    GC_STEPS,
    LAST_ATTACK,
    LAST_HITS,
)
from glory_agents.empire.records import Script
from glory_agents.empire.worth import BASE, fill_worth
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.landing import asp_cost
from glory_env.games.empire.rules.stacks import asp_left
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    GROUND,
    LANDED,
    MAX_PLACES,
    MAX_UNITS,
    NAVAL,
    NONE,
)

MOST_GROUND = 3  # units of a landing or an attack by land
FIRST, ANSWER = 0.85, 0.62  # mean factor of the fire of a surprise, of the answer to it
SEEN = (0.65, 0.35)  # how often an operation of the side is seen, about
PER_UNIT, PER_POINT = 0.01, 0.03  # points given up for a unit, an ASP
DRAWN = 77  # sets what is drawn for a valuation apart


@rule
def mean_of_ground(s: Tables, modifier: int) -> float:
    """Mean factor of ground combat with a modifier of the die."""
    total = 0
    for die in range(10):
        total += int(s.gc_factor[min(15, max(0, die + modifier))])
    return total / 20.0


@rule
def cost_of(g: Game, u: int) -> int:
    """Activations that a unit takes."""
    return 0 if g.unit_flags[u] & ACTIVE else 1


@rule
def carrier_beside(g: Game, s: Tables, mine: np.ndarray, goal: np.ndarray, u: int) -> int:
    """A carrier that is free and begins in the hex of a ground unit, NONE if there is none."""
    for k in range(mine.shape[0]):
        one = int(mine[k])
        free = s.is_carrier[one] and goal[one] == NONE
        if free and forces.start_of(g, one) == forces.start_of(g, u):
            return one
    return NONE


@rule
def takes(
    g: Game, s: Tables, u: int, hex_: int, ov: int, asp: int, carrier: int
) -> bool:  # fmt: skip
    """Whether a ground unit can take a hex, by land or by sea."""
    if forces.walks_to(g, s, u, hex_, ov):
        return True
    return forces.lands_on(g, s, u, hex_, ov, asp, carrier != NONE)


@rule
def needs_carrier(g: Game, s: Tables, u: int, hex_: int, ov: int) -> bool:
    """Whether it comes over a sea that the enemy's zones close."""
    if forces.walks_to(g, s, u, hex_, ov) or g.unit_flags[u] & LANDED:
        return False
    side = int(s.unit_side[u])
    return is_live(g, s, side, forces.start_of(g, u)) or is_live(g, s, side, hex_)


@rule
def pick_taker(
    g: Game, s: Tables, mine: np.ndarray, goal: np.ndarray, hex_: int, ov: int, asp: int,
    weak: bool, left: int,
) -> int:  # fmt: skip
    """The weakest or the strongest unit that can take a hex, NONE if none can."""
    best, most = NONE, 0.0
    for k in range(mine.shape[0]):
        u = int(mine[k])
        if goal[u] != NONE or s.kind[u] != GROUND or cost_of(g, u) > left:
            continue
        if s.dist[forces.start_of(g, u), hex_] > int(s.naval_move) * ov:
            continue
        carrier = carrier_beside(g, s, mine, goal, u)
        if not takes(g, s, u, hex_, ov, asp, carrier):
            continue
        if needs_carrier(g, s, u, hex_, ov) and cost_of(g, u) + 1 > left:
            continue
        value = float(forces.attack_now(g, s, u))
        if weak:
            value = 100.0 - value
        if not cost_of(g, u):
            value += 1000.0
        if value > most:
            best, most = u, value
    return best


@rule
def pick_striker(
    g: Game, s: Tables, mine: np.ndarray, goal: np.ndarray, hex_: int, field: int, ov: int,
    left: int,
) -> int:  # fmt: skip
    """The strongest ship or air unit that comes to a battle, NONE if none does."""
    best, most = NONE, 0.0
    for k in range(mine.shape[0]):
        u = int(mine[k])
        if goal[u] != NONE or cost_of(g, u) > left:
            continue
        if s.kind[u] != NAVAL and s.kind[u] != AIR:
            continue
        value = forces.strike_of(g, s, u, hex_, field, ov)
        if value > 0.0 and not cost_of(g, u):
            value += 1000.0
        if value > most:
            best, most = u, value
    return best


@rule
def used_by(g: Game, mine: np.ndarray, goal: np.ndarray, hex_: int) -> int:
    """Activations that a design takes for a hex."""
    found = 0
    for k in range(mine.shape[0]):
        if goal[mine[k]] == hex_:
            found += cost_of(g, int(mine[k]))
    return found


@rule
def release(mine: np.ndarray, goal: np.ndarray, hex_: int) -> None:
    """Nobody goes for the hex any more."""
    for k in range(mine.shape[0]):
        if goal[mine[k]] == hex_:
            goal[mine[k]] = NONE


@rule
def send_ground(
    g: Game, s: Tables, mine: np.ndarray, goal: np.ndarray, hex_: int, ov: int, asp: int,
    weak: bool, left: int,
) -> int:  # fmt: skip
    """One more ground unit goes for a hex, with a carrier where it needs one; ASP that it takes.

    NONE: there is none.
    """
    u = pick_taker(g, s, mine, goal, hex_, ov, asp, weak, left)
    if u == NONE:
        return NONE
    by_sea = not forces.walks_to(g, s, u, hex_, ov) and not g.unit_flags[u] & LANDED
    if needs_carrier(g, s, u, hex_, ov):
        goal[carrier_beside(g, s, mine, goal, u)] = hex_
    goal[u] = hex_
    return asp_cost(g, s, u) if by_sea else 0


@rule
def value_of(
    g: Game, s: Tables, p: Script, side: int, place: int, mine: np.ndarray, goal: np.ndarray,
    worth: float, enemy: np.ndarray, field: int, ov: int,
) -> float:  # fmt: skip
    """What the units sent to a hex with enemies are worth: points, steps of theirs, steps of ours.

    The first fire is that of a surprise, the answer comes from who is left and, as often as
    operations are seen, from who may react. enemy: a row of `summarize`.
    """
    hex_ = int(s.place_hex[place])
    strike, hits, steps = 0.0, 0.0, 0
    ground, stands, landed, flying, sailing = 0.0, 0.0, False, False, False
    for k in range(mine.shape[0]):
        u = int(mine[k])
        if goal[u] != hex_:
            continue
        if s.kind[u] == GROUND:
            ground += forces.attack_now(g, s, u)
            walks = forces.walks_to(g, s, u, hex_, ov) and not g.unit_flags[u] & LANDED
            landed = landed or not walks
            one = float(forces.defence_now(g, s, u) * int(g.steps[u]))
            stands += one if walks else one / 2
        else:
            strike += forces.strike_of(g, s, u, hex_, field, ov)
            hits += float(forces.defence_now(g, s, u) * int(g.steps[u]))
            steps += int(g.steps[u])
            flying = flying or forces.fights_from_afar(s, u)
            sailing = sailing or s.kind[u] == NAVAL
    comes = SEEN[side] * forces.threat_to(g, s, side, hex_, ov)
    fire = strike * (FIRST + (0.1 if side == AL and flying else 0.0))
    gained, lost, win = 0.0, 0.0, 1.0
    gc, gc_hits = float(enemy[GC_ATTACK]), float(enemy[GC_HITS])
    if enemy[AN_HITS] > 0:
        part = min(1.0, fire / float(enemy[AN_HITS]))
        gained += part * float(enemy[AN_STEPS])
        rest = float(enemy[AN_ATTACK]) * (1.0 - part)
    else:
        rest = 0.0
        if gc_hits > 0.0 and strike > 0.0:
            kept = max(float(enemy[LAST_HITS]), gc_hits - fire)
            gained += (gc_hits - kept) / max(1.0, gc_hits) * float(enemy[GC_STEPS])
            gc = max(float(enemy[LAST_ATTACK]), gc * kept / gc_hits)
            gc_hits = kept
    answer = ANSWER * (rest + comes)
    if hits > 0.0:
        lost += min(1.0, answer / hits) * steps
        left = max(0.1, strike * (1.0 - min(1.0, answer / hits)))
    else:
        left = 0.1
    if rest + comes > 0.0:
        odds = left / (rest + 0.7 * comes + 0.1)
        win = odds * odds / (odds * odds + 1.0)
    if ground > 0.0:
        support = int(s.drm[s.terrain[hex_]])
        if flying:
            support += int(s.support_drm[1])
        if sailing:
            support += int(s.support_drm[0])
        against = int(s.landing_drm) if landed and enemy[GC_STEPS] > 0 else 0
        ours = ground * mean_of_ground(s, support)
        theirs = gc * mean_of_ground(s, against)
        killed = 1.0 if gc_hits <= 0.0 else min(1.0, ours / gc_hits)
        fallen = min(1.0, theirs / max(1.0, stands))
        taken = min(1.0, max(0.0, (killed - 0.4 * fallen - 0.2) / 0.6))
        if fallen >= 1.0 and gc_hits > 0.0:
            taken *= 0.3
        may_land = win if landed else 1.0
        gained += may_land * killed * float(enemy[GC_STEPS])
        lost += may_land * fallen * stands / 12.0
        worth *= may_land * taken
    else:
        worth *= 0.1 * gained / max(1.0, float(enemy[AN_STEPS] + enemy[GC_STEPS]))
    return worth + p.steps * gained - p.own * lost


@rule
def attack_on(
    g: Game, s: Tables, p: Script, side: int, place: int, mine: np.ndarray, goal: np.ndarray,
    worth: float, enemy: np.ndarray, field: int, ov: int, left: int, asp: int,
) -> float:  # fmt: skip
    """Send the best mix of units to a hex with enemies; what it is worth, 0 with nobody sent."""
    hex_ = int(s.place_hex[place])
    best, choice = 0.0, NONE
    for count in range(MOST_GROUND + 2):
        chosen = count if count <= MOST_GROUND else choice
        if chosen == NONE:
            break
        points, missing = asp, False
        for _ in range(chosen):
            room = left - used_by(g, mine, goal, hex_)
            spent = send_ground(g, s, mine, goal, hex_, ov, points, False, room)
            if spent == NONE:
                missing = True
                break
            points -= spent
        if missing and count <= MOST_GROUND:
            release(mine, goal, hex_)
            continue
        while True:
            room = left - used_by(g, mine, goal, hex_)
            u = pick_striker(g, s, mine, goal, hex_, field, ov, room)
            if u == NONE:
                break
            goal[u] = hex_
        if count > MOST_GROUND:
            break
        value = value_of(g, s, p, side, place, mine, goal, worth, enemy, field, ov)
        value -= PER_UNIT * used_by(g, mine, goal, hex_) + PER_POINT * (asp - points)
        if value > best:
            best, choice = value, count
        release(mine, goal, hex_)
    return best


@rule
def walk_in(
    g: Game, s: Tables, side: int, place: int, mine: np.ndarray, goal: np.ndarray, worth: float,
    ov: int, left: int, asp: int,
) -> float:  # fmt: skip
    """Send one unit to a hex without enemies; what it is worth, 0 with nobody sent."""
    hex_ = int(s.place_hex[place])
    spent = send_ground(g, s, mine, goal, hex_, ov, asp, True, left)
    if spent == NONE:
        return 0.0
    value = worth - PER_UNIT * used_by(g, mine, goal, hex_) - PER_POINT * spent
    if value <= 0.0:
        release(mine, goal, hex_)
        return 0.0
    return value


@rule
def design(
    g: Game, s: Tables, p: Script, side: int, mine: np.ndarray, ov: int, limit: int,
    goal: np.ndarray,
) -> float:  # fmt: skip
    """Fill the hex each unit goes for, int64 (MAX_UNITS,) or NONE; what all is worth.

    mine: numbers of the units there are for it. limit: activations that are left. At most one
    hex with enemies.
    """
    goal[:] = NONE
    worth = np.empty(MAX_PLACES)
    fill_worth(g, s, p, side, worth)
    enemies = np.empty((MAX_PLACES, COLUMNS_OF_SUMMARY), np.int64)
    forces.summarize(g, s, side, enemies)
    near = np.empty(MAX_PLACES, np.int64)
    forces.near_fields(g, s, side, near)
    done = np.zeros(MAX_PLACES, np.int8)
    battle, left, asp, total = forces.open_battle(g), limit, asp_left(g, side), 0.0
    while left >= 0:
        best, choice = 0.0, NONE
        for place in range(s.places):
            hex_ = int(s.place_hex[place])
            if hex_ == NONE or done[place]:
                continue
            held = enemies[place].sum() > 0
            if (held and battle != NONE and battle != hex_) or (not held and worth[place] < BASE):
                continue
            value = try_place(g, s, p, side, place, mine, goal, worth, enemies, near, ov, left, asp)
            release(mine, goal, hex_)
            if value > 0.0 and p.noise > 0.0:
                x = hash_key(DRAWN * int(g.turn) + int(g.action_no), side, hex_)
                value *= 1.0 + p.noise * (2.0 * x / 4294967296.0 - 1.0)
            if held and battle == hex_:
                value += 1.0
            if value > best:
                best, choice = value, place
        if choice == NONE:
            break
        before = asp
        total += best
        try_place(g, s, p, side, choice, mine, goal, worth, enemies, near, ov, left, asp)
        done[choice] = 1
        if enemies[choice].sum() > 0:
            battle = int(s.place_hex[choice])
        left -= used_by(g, mine, goal, int(s.place_hex[choice]))
        asp = before - asp_of(g, s, mine, goal, int(s.place_hex[choice]), ov)
        if p.noise > 0.0 and enemies[choice].sum() > 0 and left <= 0:
            break
    return total


@rule
def asp_of(g: Game, s: Tables, mine: np.ndarray, goal: np.ndarray, hex_: int, ov: int) -> int:
    """ASP that the units sent to a hex take."""
    total = 0
    for k in range(mine.shape[0]):
        u = int(mine[k])
        ours = goal[u] == hex_ and s.kind[u] == GROUND and not g.unit_flags[u] & LANDED
        if ours and not forces.walks_to(g, s, u, hex_, ov):
            total += asp_cost(g, s, u)
    return total


@rule
def try_place(
    g: Game, s: Tables, p: Script, side: int, place: int, mine: np.ndarray, goal: np.ndarray,
    worth: np.ndarray, enemies: np.ndarray, near: np.ndarray, ov: int, left: int, asp: int,
) -> float:  # fmt: skip
    """Send units to a place; what that is worth, 0 with nobody sent."""
    if enemies[place].sum() > 0:
        return attack_on(
            g, s, p, side, place, mine, goal, worth[place], enemies[place], int(near[place]),
            ov, left, asp,
        )  # fmt: skip
    return walk_in(g, s, side, place, mine, goal, worth[place], ov, left, asp)


@rule
def blank_goals() -> np.ndarray:
    """Nobody goes anywhere: int64 (MAX_UNITS,)."""
    return np.full(MAX_UNITS, NONE, np.int64)
