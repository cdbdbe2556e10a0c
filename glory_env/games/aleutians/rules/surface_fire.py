"""Fire in a surface battle (11.5): which ships lie abreast, torpedoes, guns."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, roll
from glory_env.games.aleutians.rules.losses import air_sea, damage, torpedo
from glory_env.games.aleutians.state import (
    FAIR_WEATHER,
    FLEET,
    JAPAN,
    LONG_SHOT,
    MAX_SHIPS,
    NO_DECISION,
    NONE,
    ROLL_SURFACE_GUN,
    ROLL_SURFACE_TORPEDO,
)

TORPEDOES, GUNS = 1, 2  # fire_mode
FAR_STRENGTH = 3  # of ships that can fire at a diagonal enemy in fair weather (R16-5b)


@rule
def in_line(g: Game, side: int, u: int) -> bool:
    for k in range(MAX_SHIPS):
        if g.line[side, k] == u:
            return True
    return False


@rule
def ships_left(g: Game, side: int) -> int:
    """Ships in a line; the squares of sunk ones are gaps (A-52)."""
    count = 0
    for k in range(g.line_length[side]):
        count += int(g.line[side, k] != NONE)
    return count


@rule
def abreast(g: Game, s: Tables, side: int, k: int) -> int:
    """The enemy ship beside square k of a line (0 = the leader's), or NONE.

    The lines lie head to head: after start_gap + 1 squares the leaders are abreast, after one more
    each leader is beside the second enemy square, and so on (A-52, R11-5a).
    """
    square = int(g.line_shift) - int(s.start_gap) - 1 - k
    if square < 0 or square >= g.line_length[1 - side]:
        return NONE
    return int(g.line[1 - side, square])


@rule
def any_abreast(g: Game, s: Tables) -> bool:
    for k in range(g.line_length[0]):
        if g.line[0, k] != NONE and abreast(g, s, 0, k) != NONE:
            return True
    return False


@rule
def has_torpedoes(g: Game, s: Tables, side: int) -> bool:
    for k in range(g.line_length[side]):
        if g.line[side, k] != NONE and s.torpedo[g.line[side, k]]:
            return True
    return False


@rule
def gun_strength(g: Game, s: Tables, u: int) -> int:
    """The strength a ship fires with: 1 less when damaged (R10-9e, R11-5h); 0 is no fire (A-55)."""
    return max(0, int(s.strength[u]) - int(g.damaged[u]))


@rule
def exchange_fire(g: Game, s: Tables, t: Trace) -> None:
    """The fire of one round: torpedoes take effect before guns (R11-5c).

    Torpedoes of both sides are simultaneous; a side with torpedoes has no guns this round (R11-5b).
    """
    fire_torpedoes(g, s, t)
    fire_all_guns(g, s, t)


@rule
def fire_all_guns(g: Game, s: Tables, t: Trace) -> None:
    """Volley by volley, the strongest first (R11-5f)."""
    done = np.zeros((2, MAX_SHIPS), np.int8)
    while True:
        strength = next_strength(g, s, done)
        if strength == 0:
            return
        fire_guns(g, s, t, strength, done)


@rule
def fire_torpedoes(g: Game, s: Tables, t: Trace) -> None:
    """Every ship with torpedoes of a side that chose them, at the ship abreast (R11-5d, RDX-16).

    One die each; -1 for Japan, no other modifier. Results come together.
    """
    results = np.zeros((2, MAX_SHIPS), np.int8)
    for side in range(2):
        if g.fire_mode[side] != TORPEDOES:
            continue
        for k in range(g.line_length[side]):
            u = int(g.line[side, k])
            if u != NONE and s.torpedo[u] and abreast(g, s, side, k) != NONE:
                die = roll(g, t, ROLL_SURFACE_TORPEDO) - int(side == JAPAN)
                results[side, k] = torpedo(s, die)
    take(g, s, results)


@rule
def can_gun(g: Game, s: Tables, side: int, k: int, done: Array[int]) -> int:
    """The strength with which the ship on a square is still to fire its guns, 0 if it does not."""
    u = int(g.line[side, k])
    if u == NONE or g.fire_mode[side] != GUNS or done[side, k] or target_of(g, s, side, k) == NONE:
        return 0
    if abreast(g, s, side, k) != NONE:
        return gun_strength(g, s, u)
    total = 0  # ships that fire far at one target fire together (R16-5b)
    for j in range(g.line_length[side]):
        with_it = g.line[side, j] != NONE and not done[side, j] and abreast(g, s, side, j) == NONE
        if with_it and far_target(g, s, side, j) == far_target(g, s, side, k):
            total += gun_strength(g, s, int(g.line[side, j]))
    return total


@rule
def next_strength(g: Game, s: Tables, done: Array[int]) -> int:
    """The highest strength still to fire, over both sides; 0 = none."""
    best = 0
    for side in range(2):
        for k in range(g.line_length[side]):
            best = max(best, can_gun(g, s, side, k, done))
    return best


@rule
def fire_guns(g: Game, s: Tables, t: Trace, strength: int, done: Array[int]) -> None:
    """All ships of one strength fire together, a die each (R11-5e, RDX-17).

    The target's defence is added. What a stronger ship has damaged or sunk fires weaker or not at
    all (R11-5f, A-55).
    """
    results = np.zeros((2, MAX_SHIPS), np.int8)
    for side in range(2):
        for k in range(g.line_length[side]):
            if can_gun(g, s, side, k, done) == strength:
                target = target_of(g, s, side, k)
                die = roll(g, t, ROLL_SURFACE_GUN) + int(s.defence[target])
                results[side, k] = air_sea(s, strength, die)
                far = abreast(g, s, side, k) == NONE
                done[side, k] = 1
                for j in range(g.line_length[side]):
                    if far and abreast(g, s, side, j) == NONE:
                        done[side, j] |= int(far_target(g, s, side, j) == target)
    take(g, s, results)


@rule
def take(g: Game, s: Tables, results: Array[int]) -> None:
    """Results on the targets, by firing side and square; then sunk ships leave gaps."""
    targets = np.zeros((2, MAX_SHIPS), np.int16)
    for side in range(2):
        for k in range(g.line_length[side]):
            targets[side, k] = target_of(g, s, side, k)
    for side in range(2):
        for k in range(g.line_length[side]):
            if results[side, k] > 0:
                damage(g, s, int(targets[side, k]), int(results[side, k]))
    for side in range(2):
        for k in range(g.line_length[side]):
            if g.line[side, k] != NONE and g.place[g.line[side, k]] != FLEET:
                g.line[side, k] = NONE


# --- long-range fire (16.5) ------------------------------------------------------------------
@rule
def diagonal(g: Game, s: Tables, side: int, k: int, step: int) -> int:
    """The enemy ship one square before (-1) or behind (1) the square beside square k, or NONE."""
    square = int(g.line_shift) - int(s.start_gap) - 1 - k + step
    if square < 0 or square >= g.line_length[1 - side]:
        return NONE
    return int(g.line[1 - side, square])


@rule
def can_fire_far(g: Game, s: Tables, side: int, k: int) -> bool:
    """In fair weather a ship of strength 3 or more, with no enemy abreast but one diagonally."""
    u = int(g.line[side, k])
    if g.event != FAIR_WEATHER or u == NONE or abreast(g, s, side, k) != NONE:
        return False
    if gun_strength(g, s, u) < FAR_STRENGTH:
        return False
    return diagonal(g, s, side, k, -1) != NONE or diagonal(g, s, side, k, 1) != NONE


@rule
def any_long_shot(g: Game, s: Tables) -> bool:
    for side in range(2):
        for k in range(g.line_length[side]):
            if can_fire_far(g, s, side, k):
                return True
    return False


@rule
def far_target(g: Game, s: Tables, side: int, k: int) -> int:
    """The ship that the one on a square fires at over a distance, or NONE."""
    u = int(g.line[side, k])
    if g.event != FAIR_WEATHER or u == NONE or g.aim[u] == NONE:
        return NONE
    return int(g.aim[u]) if in_line(g, 1 - side, int(g.aim[u])) else NONE


@rule
def target_of(g: Game, s: Tables, side: int, k: int) -> int:
    """The ship abreast of the one on a square, else the one it fires far at, or NONE."""
    beside = abreast(g, s, side, k)
    return beside if beside != NONE else far_target(g, s, side, k)


@rule
def asks_long_shot(g: Game, s: Tables) -> bool:
    """Ask the next ship that can fire far, PP first, for its target (DK-59)."""
    for turn in range(2):
        side = int(g.side) if turn == 0 else 1 - int(g.side)
        if g.fire_mode[side] != GUNS:
            continue
        for k in range(g.line_length[side]):
            if can_fire_far(g, s, side, k) and g.aim[g.line[side, k]] == NONE:
                g.chosen_unit = g.line[side, k]
                ask(g, LONG_SHOT, side)
                return True
    g.chosen_unit = NONE
    return False


@rule
def legal_long_shot(g: Game, s: Tables, mask: Array[int]) -> None:
    """A diagonal enemy ship, or PASS (R16-5b)."""
    mask[PASS] = 1
    side = int(g.actor)
    for k in range(g.line_length[side]):
        if g.line[side, k] == g.chosen_unit:
            for step in (-1, 1):
                if diagonal(g, s, side, k, step) != NONE:
                    mask[UNIT + diagonal(g, s, side, k, step)] = 1


@rule
def apply_long_shot(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A ship that does not fire is its own target: it has been asked."""
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.aim[u] = u if action == PASS else action - UNIT


@rule
def clear_long_shots(g: Game, s: Tables) -> None:
    for side in range(2):
        for k in range(g.line_length[side]):
            if g.line[side, k] != NONE:
                g.aim[g.line[side, k]] = NONE
