"""Where a commander wants its units: one greedy assignment, from which all its orders follow.

`make_plan` gives every unit the seat can use, those it could activate included, the box where it
adds most. What a unit adds depends on the units already there, so posts, fronts and escorts fill
up. It is made at every decision from the position alone: nothing is remembered.
"""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.records import Plan, Script
from glory_agents.glory.scripted.rows import MAX_CLASSES, NO_MOVES, PLAN
from glory_agents.glory.scripted.temper import boxes_promised
from glory_agents.glory.scripted.value import SEA_LEG, at_rest, foresee, note, worth
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price, is_idle
from glory_env.games.glory.rules.board import (
    contested_boxes,
    is_aircraft,
    is_always_active,
    is_ship,
    is_unit,
    looks_the_same,
)
from glory_env.games.glory.rules.paths import (
    ANY,
    destinations,
    first_steps,
    flood,
    land_destinations,
)
from glory_env.games.glory.state import GROUND, NONE, SAY_AWAY, SAY_PRESENT, SAY_SUPPORT

ALL = 1 << 30  # a budget without limit
OUT, FREE, IDLE = range(3)  # part of a unit in a plan: none, may go, may be activated and go
STAY = 0.02  # all else equal, nothing moves


@rule
def reach(g: Game, s: Tables, u: int) -> int:
    """Boxes unit u may come to, its own included; sea legs of ground units are not counted."""
    here = 1 << int(g.place[u])
    if s.kind[u] != GROUND:
        return here | destinations(g, s, u)
    never = here | (1 << int(s.convoy))
    return here | flood(s, first_steps(g, s, u) & ~never, contested_boxes(g, s), ANY, never)


@rule
def make_plan(plan: Array[Plan], g: Game, s: Tables, p: Script, service: int, budget: int) -> None:
    """Fill a blank PLAN array (1,) with orders that cost at most `budget`, and targets.

    The caller keeps the array: a record alone does not keep its memory alive in compiled code.
    """
    w = plan[0]
    foresee(w, g, s, p)
    w.promised = boxes_promised(g, p, service, SAY_PRESENT)
    w.lending = boxes_promised(g, p, service, SAY_SUPPORT)
    w.avoided = boxes_promised(g, p, service, SAY_AWAY)
    w.target[:] = NONE
    if p.commander == NO_MOVES:
        return
    for u in range(s.counters):
        if g.place[u] >= 0 and is_unit(s, u):
            if s.service[u] == service and g.active[u] and not g.moved[u]:
                w.part[u] = FREE
            else:
                note(w, s, g, u, int(g.place[u]), g.active[u], 1)
                if s.service[u] == service and budget > 0 and is_idle(g, s, u):
                    w.part[u] = IDLE
    assign(w, g, s, p, FREE, budget)
    assign(w, g, s, p, IDLE, budget)


@rule
def assign(w: Plan, g: Game, s: Tables, p: Script, part: int, budget: int) -> None:
    """Give the units of one part their boxes, the one that gains most first."""
    for u in range(s.counters):
        if w.part[u] == part:
            weigh_first(w, g, s, p, u)
    while True:
        best = NONE
        for u in range(s.counters):
            if w.part[u] == part and (best == NONE or w.gain[u] > w.gain[best]):
                price = activation_price(g, u, w.contested) if part == IDLE else 0
                if w.spent + price <= budget:
                    best = u
        if best == NONE or (part == IDLE and w.gain[best] <= 0.0):
            break
        w.part[best] = OUT
        place = int(g.place[best])
        box = int(w.target[best])
        if part == IDLE:
            w.order[best] = ALL - w.spent  # falls with every price paid
            w.spent += activation_price(g, best, w.contested)
            note(w, s, g, best, place, 0, -1)
        note(w, s, g, best, box, 1, 1)
        for u in range(s.counters):
            touched = w.target[u] == box or g.place[u] == place
            if w.part[u] == part and touched and has_changed(w, g, s, p, u):
                weigh(w, g, s, p, u)
    for u in range(s.counters):
        if w.part[u] == part:
            w.target[u] = NONE


@rule
def has_changed(w: Plan, g: Game, s: Tables, p: Script, u: int) -> bool:
    return gain_in(w, g, s, p, u, int(w.target[u])) != w.gain[u]


@rule
def weigh_first(w: Plan, g: Game, s: Tables, p: Script, u: int) -> None:
    """Where unit u can go, and where it gains most; what looks the same fares the same."""
    for v in range(u):
        if w.part[v] == w.part[u] and looks_the_same(g, s, v, u):
            w.like[u] = w.like[v]
            w.reach[u] = w.reach[v]
            w.dry[u] = w.dry[v]
            w.gain[u] = w.gain[v]
            w.target[u] = w.target[v]
            return
    w.like[u] = find_class(w, g, s, u)
    w.reach[u] = reach(g, s, u)
    w.dry[u] = land_destinations(g, s, u) if s.kind[u] == GROUND else w.reach[u]
    weigh(w, g, s, p, u)


@rule
def find_class(w: Plan, g: Game, s: Tables, u: int) -> int:
    """Number of the class of units that `worth` cannot tell from unit u."""
    for k in range(w.classes):
        v = int(w.first[k])
        if (
            s.service[v] == s.service[u]
            and is_ship(s, v) == is_ship(s, u)
            and is_aircraft(s, v) == is_aircraft(s, u)
            and is_always_active(s, v) == is_always_active(s, u)
            and g.printed_dice[v] == g.printed_dice[u]
        ):
            return k
    k = int(w.classes)
    if k < MAX_CLASSES:
        w.first[k] = u
        w.classes += 1
    return k


@rule
def worth_in(w: Plan, g: Game, s: Tables, p: Script, u: int, b: int) -> float:
    """`worth`, remembered until something in the box changes."""
    k = int(w.like[u])
    if k == MAX_CLASSES:
        return worth(w, g, s, p, u, b)
    if not w.known[k, b]:
        w.worth[k, b] = worth(w, g, s, p, u, b)
        w.known[k, b] = 1
    return float(w.worth[k, b])


@rule
def weigh(w: Plan, g: Game, s: Tables, p: Script, u: int) -> None:
    """The best box for unit u as things stand, and what it gains there."""
    w.gain[u] = -1e9
    for b in range(s.boxes):
        if (w.reach[u] >> b) & 1:
            value = gain_in(w, g, s, p, u, b)
            if value > w.gain[u]:
                w.gain[u] = value
                w.target[u] = b


@rule
def gain_in(w: Plan, g: Game, s: Tables, p: Script, u: int, b: int) -> float:
    """What unit u gains in box b: an idle one against staying idle, less its price."""
    value = worth_in(w, g, s, p, u, b)
    if b != g.place[u]:
        value -= STAY
        if not (w.dry[u] >> b) & 1:
            value -= SEA_LEG
    if w.part[u] == IDLE:
        value -= at_rest(w, g, s, p, u)
        value -= 0.1 * p.thrift * activation_price(g, u, w.contested)
    return value


@rule
def first_order(plan: Array[Plan], s: Tables) -> int:
    """The unit to be activated first, or NONE."""
    w = plan[0]
    best = NONE
    for u in range(s.counters):
        if w.order[u] > 0 and (best == NONE or w.order[u] > w.order[best]):
            best = u
    return best


@rule
def way(plan: Array[Plan], g: Game, u: int) -> int:
    """The box the plan sends unit u to, or NONE where it stays."""
    box = int(plan[0].target[u])
    return NONE if box == g.place[u] else box


@rule
def need(g: Game, s: Tables, p: Script, service: int) -> int:
    """Tonnage the commander would spend on activation if it had all it wants."""
    plan = np.zeros(1, PLAN)
    make_plan(plan, g, s, p, service, ALL)
    return int(plan[0].spent)


@rule
def forget(memo: Array[int]) -> None:
    """Empty the memo of `need_once`, int64 (MEMO,), for another game."""
    memo[:] = NONE


@rule
def need_once(g: Game, s: Tables, p: Script, seat: int, service: int, memo: Array[int]) -> int:
    """`need` in the view of p in that seat, computed once a turn: talks move nothing."""
    if memo[0] != g.turn:
        forget(memo)
        memo[0] = g.turn
    k = 1 + 2 * seat + service
    if memo[k] == NONE:
        memo[k] = need(g, s, p, service)
    return int(memo[k])
