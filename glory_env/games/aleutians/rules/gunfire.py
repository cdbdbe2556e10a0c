"""Ship gunfire before a landing (12.3)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, ground_at, is_defended, roll
from glory_env.games.aleutians.rules.losses import is_disrupting
from glory_env.games.aleutians.state import (
    BB,
    FLEET,
    GUNFIRE,
    NO_DECISION,
    NONE,
    ROLL_SHIP_GUNFIRE,
    SHIP,
)


@rule
def gun_power(s: Tables, u: int) -> int:
    """A battleship its strength, any other ship with guns 1 (R12-3c)."""
    if s.type[u] == BB:
        return int(s.strength[u])
    return 1 if s.strength[u] > 0 else 0


@rule
def landing_of(g: Game, s: Tables, u: int) -> int:
    """The spot that a ship of a landing fleet of the phasing side may fire at, or NONE (R12-3a).

    It may have fought at sea before (R12-3b).
    """
    if s.kind[u] != SHIP or g.place[u] != FLEET or s.side[u] != g.side:
        return NONE
    return int(g.fleet_landing[g.at[u]])


@rule
def is_aimed_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """An undisrupted enemy ground unit at the landing place, which is no open country (N-44)."""
    enemy = s.side[u] != g.side and not g.disrupted[u] and ground_at(g, s, u, p)
    return enemy and is_defended(g, s, g.side, p)


@rule
def next_gunner(g: Game, s: Tables) -> int:
    """The next ship that has a target and has not been asked, or NONE.

    In an unfound fleet ships without guns are asked, too: the enemy must not learn from the number
    of questions what ships there are.
    """
    for u in range(s.units):
        p = landing_of(g, s, u)
        if p == NONE or g.done[u]:
            continue
        if gun_power(s, u) > 0 or not g.fleet_found[g.at[u]]:
            for v in range(s.units):
                if is_aimed_at(g, s, v, p):
                    return u
    return NONE


@rule
def ask_gunfire(g: Game, s: Tables) -> bool:
    """Ask for the next ship's target; False when all have been asked."""
    u = next_gunner(g, s)
    if u == NONE:
        return False
    g.chosen_unit = u
    ask(g, GUNFIRE, g.side)
    return True


@rule
def legal_gunfire(g: Game, s: Tables, mask: Array[int]) -> None:
    """PASS, or for a ship with guns the enemy unit it fires at."""
    mask[PASS] = 1
    if gun_power(s, int(g.chosen_unit)) == 0:
        return
    p = landing_of(g, s, int(g.chosen_unit))
    for v in range(s.units):
        if is_aimed_at(g, s, v, p):
            mask[UNIT + v] = 1


@rule
def apply_gunfire(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.done[u] = 1
    g.aim[u] = NONE if action == PASS else action - UNIT
    g.chosen_unit = NONE


@rule
def fire_guns(g: Game, s: Tables, t: Trace) -> None:
    """One roll for each target, with the sum of the ships that fire at it (R12-3c, RDX-18)."""
    for v in range(s.units):
        power = 0
        for u in range(s.units):
            if landing_of(g, s, u) != NONE and g.done[u] and g.aim[u] == v:
                power += gun_power(s, u)
        if power > 0 and is_disrupting(s, power, roll(g, t, ROLL_SHIP_GUNFIRE)):
            g.disrupted[v] = 1
    for u in range(s.units):
        if landing_of(g, s, u) != NONE:
            g.aim[u] = NONE
            g.done[u] = 0
