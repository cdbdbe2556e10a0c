"""Commanders: activation, movement, combat, losses, escorts. The plan is in `plan`."""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.plan import first_order, make_plan, way
from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import PLAN
from glory_agents.glory.scripted.temper import boxes_promised, carries_out, has_word, is_cross
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import mix
from glory_env.games.glory.actions import AMOUNT, BOX, COUNTER, END, NO, REFUSE, YES
from glory_env.games.glory.engine.odds import convoy_escorts, mean_convoy_loss
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price
from glory_env.games.glory.rules.board import contested_boxes, is_ship, is_unit, looks_the_same
from glory_env.games.glory.rules.combat import count_own_fighters
from glory_env.games.glory.rules.handicap import floor_of
from glory_env.games.glory.rules.paths import destinations
from glory_env.games.glory.rules.promises import promised_amount
from glory_env.games.glory.state import (
    ACTIVATE,
    BATTLE,
    CONVOY_DAMAGE,
    CONVOY_METHOD,
    CONVOY_REQUEST,
    DD,
    DECLARE_TURN_13,
    ESCORT_GRANT,
    MOVE_EMBARK,
    MOVE_LAND,
    MOVE_PIECE,
    MOVE_TO,
    NAVY,
    NONE,
    PAY,
    SAY_ESCORT,
    SAY_LARGE,
    SAY_NO_TURN_13,
    SAY_OWN_LOSSES,
    SAY_SUPPORT,
    SAY_USE,
    STEP,
    SUPPORT,
    THREAT_ESCORTS,
    THREAT_POOL,
)

SMALL_LOSS = 15  # up to here the total pays: no unit is worth so little
RESERVE = 40  # tonnage above the floor that a payment leaves if it can
LENDS_FROM = 3  # navy units in a fight before one of them is lent to the army


@rule
def command(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """An action for a commander's decision, or -1 where any will do."""
    d = g.decision
    if d == ACTIVATE:
        return activate(g, s, p, mask)
    if d == MOVE_PIECE:
        return move_piece(g, s, p, mask)
    if d == MOVE_TO:
        return move_to(g, s, p, mask)
    if d == MOVE_EMBARK:
        return box_or_first(s, mask, int(g.place[g.chosen_counter]))
    if d == MOVE_LAND:
        return box_or_first(s, mask, int(g.chosen_box))
    if d == BATTLE:
        return -1  # in any order
    if d == ESCORT_GRANT:
        return grant_escort(g, s, p, mask, x)
    if d == SUPPORT:
        return lend(g, s, p, mask)
    if d == PAY:
        return pay(g, s, p, mask)
    if d == DECLARE_TURN_13:
        return NO if has_word(g, p, int(g.actor), SAY_NO_TURN_13) else YES
    if d == CONVOY_METHOD and has_word(g, p, NAVY, SAY_LARGE):
        return YES
    if d in (CONVOY_REQUEST, CONVOY_METHOD):
        return YES if large_convoys_pay(g, s) else NO
    if d == CONVOY_DAMAGE:
        return least_hurt(g, s, mask)
    return YES  # escorts and support asked for, sailing, the hybrid's die


@rule
def box_or_first(s: Tables, mask: Array[int], box: int) -> int:
    """That box, or the first legal one."""
    if mask[BOX + box]:
        return BOX + box
    for b in range(s.boxes):
        if mask[BOX + b]:
            return BOX + b
    return -1


@rule
def offered(g: Game, s: Tables, mask: Array[int], u: int) -> int:
    """The action for counter u, or for the one offered in its place because it looks the same."""
    for v in range(u + 1):
        if mask[COUNTER + v] and (v == u or looks_the_same(g, s, v, u)):
            return COUNTER + v
    return -1


@rule
def activate(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The next order of the plan, which falls short of no promised amount; the end without one."""
    plan = np.zeros(1, PLAN)
    seat = int(g.actor)
    make_plan(plan, g, s, p, seat, int(g.left[seat]))
    if has_word(g, p, seat, SAY_USE) or not mask[END]:
        lacking = promised_amount(g, seat, SAY_USE, int(g.turn)) - int(g.log_spent[g.turn, seat])
        if plan[0].spent < lacking:
            return spend(g, s, mask, lacking)
    best = first_order(plan, s)
    return END if best == NONE else offered(g, s, mask, best)


@rule
def spend(g: Game, s: Tables, mask: Array[int], lacking: int) -> int:
    """The cheapest unit that costs so much, else the dearest; the end where there is none."""
    contested = contested_boxes(g, s)
    best = END
    least = 0
    for u in range(s.counters):
        if mask[COUNTER + u]:
            price = activation_price(g, u, contested)
            is_nearer = price < least if least >= lacking else price > least
            if best == END or (is_nearer and (price >= lacking or least < lacking)):
                best = COUNTER + u
                least = price
    return best


@rule
def move_piece(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """A piece the plan wants elsewhere."""
    plan = np.zeros(1, PLAN)
    make_plan(plan, g, s, p, int(g.actor), 0)
    for u in range(s.counters):
        box = way(plan, g, u)
        if box != NONE and (destinations(g, s, u) >> box) & 1:
            action = offered(g, s, mask, u)
            if action >= 0:
                return action
    return END


@rule
def move_to(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Where the plan wants the chosen piece, or one that looks the same."""
    plan = np.zeros(1, PLAN)
    make_plan(plan, g, s, p, int(g.actor), 0)
    chosen = int(g.chosen_counter)
    for u in range(chosen, s.counters):
        box = way(plan, g, u)
        if box != NONE and mask[BOX + box] and looks_the_same(g, s, chosen, u):
            return BOX + box
    return BOX + int(s.home)


@rule
def grant_escort(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """A squadron that is free, for the share of requests the temperament grants.

    Any squadron, and always, where the seat keeps its word or has no other choice.
    """
    has_to = has_word(g, p, NAVY, SAY_ESCORT) or not mask[REFUSE]
    is_angry = not g.opt_solo and is_cross(g, p, NAVY)
    is_angry = is_angry or carries_out(g, p, NAVY, THREAT_ESCORTS)
    if not has_to and (is_angry or mix(x, 7) >= p.escort * 4294967296.0):
        return REFUSE
    contested = contested_boxes(g, s)
    best = REFUSE
    for u in range(s.counters):
        if mask[COUNTER + u] and g.place[u] != s.convoy:
            if g.place[u] == s.home:
                return COUNTER + u
            if not (contested >> int(g.place[u])) & 1:
                best = COUNTER + u
    if best == REFUSE and has_to:
        for u in range(s.counters):
            if mask[COUNTER + u]:
                return COUNTER + u
    return best


@rule
def lend(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """One ship of a strong force, by who also grants escorts; any unit by who keeps its word."""
    has_to = (boxes_promised(g, p, NAVY, SAY_SUPPORT) >> int(g.battle_box)) & 1 or not mask[END]
    willing = (
        p.escort >= 0.5 and not is_cross(g, p, NAVY) and count_own_fighters(g, s) >= LENDS_FROM
    )
    lent = 0
    for u in range(s.counters):
        lent += int(g.supports[u])
    if lent > 0 or not (has_to or willing):
        return END
    other = END
    for u in range(s.counters):
        if mask[COUNTER + u]:
            if is_ship(s, u) and s.kind[u] != DD:
                return COUNTER + u
            other = COUNTER + u
    return other if has_to else END


@rule
def pay(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Part from the total, by the temperament; the rest from the units that waste least."""
    loss = int(g.loss)
    if g.pool_paid == 0:
        spare = int(g.total) - floor_of(g, s) - RESERVE
        seat = int(g.actor)
        burns = is_cross(g, p, seat) or carries_out(g, p, seat, THREAT_POOL)
        share = 1.0 if burns else p.burn
        amount = int(share * loss) // STEP * STEP
        if loss <= SMALL_LOSS:
            amount = loss
        amount = min(amount, spare // STEP * STEP)
        if has_word(g, p, seat, SAY_OWN_LOSSES):
            amount = min(amount, int(g.pay_limit) // STEP * STEP)
        if amount > 0:
            for k in range(amount // STEP, loss // STEP + 1):
                if mask[AMOUNT + k]:
                    return AMOUNT + k
    best = -1
    most = -1e9
    for u in range(s.counters):
        if mask[COUNTER + u]:
            worth = int(g.printed_tonnage[u]) if is_unit(s, u) else int(s.fort_strength)
            paid = min(worth, loss)
            value = 2.0 * paid - worth - (10.0 if g.damage[u] else 0.0)
            if value > most:
                most = value
                best = COUNTER + u
    if best >= 0:
        return best
    for k in range(loss // STEP + 1):
        if mask[AMOUNT + k]:
            return AMOUNT + k
    return -1


@rule
def large_convoys_pay(g: Game, s: Tables) -> bool:
    """Whether the large convoys' table loses less with the escorts there are."""
    ships, aircraft = convoy_escorts(g, s)
    return mean_convoy_loss(g, s, ships, aircraft, 1) < mean_convoy_loss(g, s, ships, aircraft, 0)


@rule
def least_hurt(g: Game, s: Tables, mask: Array[int]) -> int:
    """An undamaged escort, if there is one."""
    best = -1
    for u in range(s.counters):
        if mask[COUNTER + u] and (best < 0 or g.damage[u] < g.damage[best - COUNTER]):
            best = COUNTER + u
    return best
