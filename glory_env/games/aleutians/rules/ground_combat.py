"""Ground combat (13.3), in S7 and after a landing (12.4)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_attack import support
from glory_env.games.aleutians.rules.board import ask, lose, roll
from glory_env.games.aleutians.rules.control import capture
from glory_env.games.aleutians.state import (
    ANTI_AIR,
    GROUND,
    GROUND_LOSS,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    ROLL_GROUND,
    SPOT,
    SUPPLY_SHORTAGE,
)

QUIET, IN_SEVENTH, IN_LANDING = range(3)  # ground_step: no combat, one of S7, one after a landing


@rule
def takes_part(g: Game, s: Tables, u: int, p: int, landing: bool) -> bool:
    """Island or landing: the stacks of the spot; land: all units of the area (A-62)."""
    if s.kind[u] != GROUND or g.place[u] != SPOT:
        return False
    at = int(g.at[u])
    if landing or s.island[p]:
        return at == p
    return g.spot_area[at] == g.spot_area[p] and not s.island[at]


@rule
def strength_of(g: Game, s: Tables, u: int) -> int:
    """Printed strength; half of it, rounded up, where the scenario says so of disrupted units."""
    if g.disrupted[u] and s.half_disrupted:
        return (int(s.strength[u]) + 1) // 2
    return int(s.strength[u])


@rule
def force(g: Game, s: Tables, side: int, p: int, landing: bool, anti_air: bool) -> int:
    """Strength of a side's units in a combat: those that are AA units, or those that are not."""
    total = 0
    for u in range(s.units):
        counts = s.side[u] == side and (s.type[u] == ANTI_AIR) == anti_air
        if counts and takes_part(g, s, u, p, landing):
            total += strength_of(g, s, u)
    return total


@rule
def attacker_at(g: Game, s: Tables, p: int, landing: bool) -> int:
    """The side with the higher total; the phasing one at equal totals or after a landing."""
    pp = int(g.side)
    own = force(g, s, pp, p, landing, False) + support(g, s, pp, p)
    enemy = force(g, s, 1 - pp, p, landing, False) + support(g, s, 1 - pp, p)
    return 1 - pp if enemy > own and not landing else pp


@rule
def fight(g: Game, s: Tables, t: Trace, p: int, landing: bool) -> None:
    """One combat up to its result; `continue_losses` asks who is disrupted.

    The higher total attacks, at equal totals and after a landing the phasing side (R13-3b, R12-4a);
    only then the defender's AA units count (R13-3c, A-63). A disrupted defender moves the column
    right, a landing left (R13-3d); the attacker rolls (R13-3e, RDX-19).
    """
    attacker = attacker_at(g, s, p, landing)
    defender = 1 - attacker
    difference = force(g, s, attacker, p, landing, False) + support(g, s, attacker, p)
    difference -= force(g, s, defender, p, landing, False) + support(g, s, defender, p)
    difference -= force(g, s, defender, p, landing, True)
    column = 0
    while column < s.ground_columns - 1 and difference > s.ground_up_to[column]:
        column += 1
    if any_disrupted(g, s, defender, p, landing):
        column += 1
    if landing:
        column -= 1
    column = max(0, min(int(s.ground_columns) - 1, column))
    face = roll(g, t, ROLL_GROUND)
    if g.event == SUPPLY_SHORTAGE:  # REV-1e
        face = max(1, face - 1)
    g.ground_left[attacker] = s.ground_attacker[column, face]
    g.ground_left[defender] = s.ground_defender[column, face]
    g.ground_step = IN_LANDING if landing else IN_SEVENTH
    g.landing_spot = p
    for u in range(s.units):
        if s.kind[u] == GROUND:
            g.done[u] = 0  # has taken a loss of this combat


@rule
def any_disrupted(g: Game, s: Tables, side: int, p: int, landing: bool) -> bool:
    for u in range(s.units):
        if s.side[u] == side and g.disrupted[u] and takes_part(g, s, u, p, landing):
            return True
    return False


@rule
def may_lose(g: Game, s: Tables, u: int, side: int, disrupted: bool) -> bool:
    """Whether a unit may take one of the losses of its side; each takes one at most (A-61)."""
    landing = g.ground_step == IN_LANDING
    return (
        s.side[u] == side
        and not g.done[u]
        and (g.disrupted[u] == 1) == disrupted
        and takes_part(g, s, u, int(g.landing_spot), landing)
    )


@rule
def candidates(g: Game, s: Tables, side: int, disrupted: bool) -> int:
    count = 0
    for u in range(s.units):
        count += int(may_lose(g, s, u, side, disrupted))
    return count


@rule
def continue_losses(g: Game, s: Tables) -> bool:
    """Ask the owners for the losses of the combat in work; False when it is over."""
    for side in range(2):
        if g.ground_left[side] > 0:
            if candidates(g, s, side, False) + candidates(g, s, side, True) > 0:
                ask(g, GROUND_LOSS, side)
                return True
            g.ground_left[side] = 0  # N-48: each unit at most once
    for p in range(MAX_SPOTS):
        if g.spot_used[p] and g.spot_area[p] == g.spot_area[g.landing_spot]:
            capture(g, s, p)
    g.ground_step = QUIET
    g.landing_spot = NONE
    for u in range(s.units):
        if s.kind[u] == GROUND:
            g.done[u] = 0
    return False


@rule
def legal_ground_loss(g: Game, s: Tables, mask: Array[int]) -> None:
    """Undisrupted units first; where there are none, disrupted ones are eliminated (A-61)."""
    side = int(g.actor)
    disrupted = candidates(g, s, side, False) == 0
    for u in range(s.units):
        if may_lose(g, s, u, side, disrupted):
            mask[UNIT + u] = 1


@rule
def apply_ground_loss(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = action - UNIT
    side = int(s.side[u])
    g.ground_left[side] -= 1
    g.done[u] = 1
    if g.disrupted[u]:
        lose(g, s, u)
    else:
        g.disrupted[u] = 1
