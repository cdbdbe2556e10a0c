"""Fire in a surface battle (11.5): which ships lie abreast, torpedoes, guns."""

from __future__ import annotations

import numpy as np

from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules.board import roll
from glory_env.aleutians.rules.losses import air_sea, damage, torpedo
from glory_env.aleutians.state import (
    FLEET,
    JAPAN,
    MAX_SHIPS,
    NONE,
    ROLL_SURFACE_GUN,
    ROLL_SURFACE_TORPEDO,
)
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.records import Trace

TORPEDOES, GUNS = 1, 2  # fire_mode


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
    if u == NONE or g.fire_mode[side] != GUNS or done[side, k] or abreast(g, s, side, k) == NONE:
        return 0
    return gun_strength(g, s, u)


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
                done[side, k] = 1
                die = roll(g, t, ROLL_SURFACE_GUN) + int(s.defence[abreast(g, s, side, k)])
                results[side, k] = air_sea(s, strength, die)
    take(g, s, results)


@rule
def take(g: Game, s: Tables, results: Array[int]) -> None:
    """Results on the ships abreast, by firing side and square; then sunk ships leave gaps."""
    for side in range(2):
        for k in range(g.line_length[side]):
            if results[side, k] > 0:
                damage(g, s, abreast(g, s, side, k), int(results[side, k]))
    for side in range(2):
        for k in range(g.line_length[side]):
            if g.line[side, k] != NONE and g.place[g.line[side, k]] != FLEET:
                g.line[side, k] = NONE
