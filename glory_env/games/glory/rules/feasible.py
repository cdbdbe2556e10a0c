"""What a service could do of what it says (option `talk`): reach a box, lend, spend.

Nothing idle may be said, and a promise that cannot be kept in any way is void.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price, is_idle
from glory_env.games.glory.rules.board import contested_boxes, is_unit
from glory_env.games.glory.rules.paths import destinations
from glory_env.games.glory.state import (
    MAX_TONNAGE,
    SAY_AWAY,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    STEP,
)


@rule
def is_own(g: Game, s: Tables, u: int, service: int) -> bool:
    """Whether counter u is a unit of the service on the map."""
    return bool(g.place[u] >= 0 and s.service[u] == service and is_unit(s, u))


@rule
def reach_of(g: Game, s: Tables, u: int) -> int:
    """The boxes where a unit may be when combat begins, as bits."""
    return int(destinations(g, s, u)) | 1 << int(g.place[u])


@rule
def in_reach(g: Game, s: Tables, service: int, count: int) -> int:
    """Boxes that at least 1 or 2 units of the service could come to, whatever it cost; bits."""
    once = 0
    twice = 0
    for u in range(s.counters):
        if is_own(g, s, u, service):
            boxes = reach_of(g, s, u)
            twice |= once & boxes
            once |= boxes
    return once if count == 1 else twice


@rule
def can_fight(g: Game, s: Tables, service: int) -> bool:
    """Whether a unit of the service could come into a battle."""
    return bool(contested_boxes(g, s) & in_reach(g, s, service, 1))


# --- once the shares are known -------------------------------------------------------------
@rule
def is_possible(g: Game, s: Tables, seat: int, kind: int, argument: int) -> bool:
    """Whether the seat can keep that promise with the share it has got."""
    if kind == SAY_PRESENT:
        return can_gather(g, s, seat, argument, 1)
    if kind == SAY_SUPPORT:
        return can_gather(g, s, seat, argument, 2)
    if kind == SAY_AWAY:
        return can_leave(g, s, seat, argument)
    if kind == SAY_USE:
        return can_spend(g, s, seat, argument)
    return True


@rule
def can_gather(g: Game, s: Tables, seat: int, box: int, count: int) -> bool:
    """Whether 1 or 2 units of the seat can be Active in a box when combat begins."""
    contested = contested_boxes(g, s)
    first = MAX_TONNAGE + 1  # the two lowest prices of idle units that reach it
    second = MAX_TONNAGE + 1
    for u in range(s.counters):
        if is_own(g, s, u, seat) and (reach_of(g, s, u) >> box) & 1:
            if g.active[u]:
                count -= 1
            else:
                price = activation_price(g, u, contested)
                second = min(second, max(first, price))
                first = min(first, price)
    if count <= 0:
        return True
    return (first if count == 1 else first + second) <= g.left[seat]


@rule
def can_leave(g: Game, s: Tables, seat: int, box: int) -> bool:
    """Whether every Active unit of the seat in a box can move out of it."""
    for u in range(s.counters):
        here = g.place[u] == box and is_own(g, s, u, seat)
        if here and g.active[u] and reach_of(g, s, u) == 1 << box:
            return False
    return True


@rule
def can_spend(g: Game, s: Tables, seat: int, amount: int) -> bool:
    """Whether prices of idle units add up to at least the amount and at most the share."""
    contested = contested_boxes(g, s)
    most = int(g.left[seat]) // STEP
    sums = np.zeros(MAX_TONNAGE // STEP + 1, np.int8)  # what can be spent, in fives
    sums[0] = 1
    for u in range(s.counters):
        if s.service[u] == seat and is_idle(g, s, u):
            price = activation_price(g, u, contested) // STEP
            for spent in range(most, price - 1, -1):
                if sums[spent - price]:
                    sums[spent] = 1
    for spent in range(amount // STEP, most + 1):
        if sums[spent]:
            return True
    return False
