"""12-5: paying the loss of a combat in stages: from the total, by damage, by forts (16.0).

Any combination that covers the loss is legal, wasteful ones included, but no damage is taken
once the loss is covered (N-11). The amount from the total is named once, at any stage; what is
left then must be within reach of damage. The total falls once, after the damages (A-27).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import AMOUNT, COUNTER
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    ask,
    ask_nobody,
    give_damage,
    is_aircraft,
    is_unit,
    offer_counter,
    remove,
)
from glory_env.games.glory.rules.forts import fort_can_pay
from glory_env.games.glory.rules.promises import is_bound, judge_payment
from glory_env.games.glory.rules.victory import lose_total
from glory_env.games.glory.state import ABSORB_IN_BOX, NAVY, NONE, PAY, SAY_OWN_LOSSES, STEP

SMALL_LOSS = 10  # from the total it breaks no word (docs/talk.md)


@rule
def begin_payment(g: Game, s: Tables, loss: int) -> None:
    """The service that fought settles the whole loss (R12-5a), also with support (R12-8-1c)."""
    g.loss = loss
    g.pool_paid = 0
    g.log_loss[g.turn, g.battle_service] += loss
    if loss > 0:
        g.pay_limit = max(SMALL_LOSS, loss - own_capacity(g, s))
        ask(g, PAY, g.battle_service)
    else:
        end_battle(g)


@rule
def end_battle(g: Game) -> None:
    g.loss = 0
    g.pool_paid = 0
    g.pay_limit = 0
    g.battle_hits = 0
    g.battle_alone = 0
    g.battle_box = NONE
    g.battle_service = NONE
    ask_nobody(g)


@rule
def can_absorb(g: Game, s: Tables, u: int) -> bool:
    """Units of the service that fought here and have a cost; with army, also its support.

    R12-5d, R12-5k, R12-8-1d, A-11, A-12; a DD with its provisional cost (R3-1j, R12-6-3a), a DE
    never (RFAQ-8a). The switch absorbers=box admits every own unit in the box.
    """
    if g.place[u] != g.battle_box or not is_unit(s, u) or is_aircraft(s, u):
        return False
    if g.printed_tonnage[u] == 0:
        return False
    if s.service[u] != g.battle_service:
        return g.battle_service != NAVY and g.supports[u] == 1
    if g.switch[ABSORB_IN_BOX]:
        return True
    return g.active[u] == 1 and not g.supports[u]


@rule
def damage_capacity(g: Game, s: Tables) -> int:
    """What all damage and forts here could pay: two damages a unit, up to its cost each.

    R12-5e, R12-5h.
    """
    tonnage = 0
    for u in range(s.counters):
        if can_absorb(g, s, u):
            tonnage += int(g.printed_tonnage[u]) * (2 - int(g.damage[u]))
        elif fort_can_pay(g, s, u):
            tonnage += int(s.fort_strength)
    return tonnage


@rule
def own_capacity(g: Game, s: Tables) -> int:
    """What units of the service that fought could absorb: neither forts nor lent ships."""
    tonnage = 0
    for u in range(s.counters):
        if can_absorb(g, s, u) and s.service[u] == g.battle_service:
            tonnage += int(g.printed_tonnage[u]) * (2 - int(g.damage[u]))
    return tonnage


@rule
def legal_pay(g: Game, s: Tables, mask: Array[int]) -> None:
    """From the total (R12-5b), by damage (R12-5c) or by forts, mixed at will (R12-5i).

    No fort has to be used (R16-0e, RFAQ-4a), and the shares of the turn cannot be (R12-5m).
    """
    if g.pool_paid == 0:
        least = max(STEP, int(g.loss) - damage_capacity(g, s))
        for tonnage in range(least, int(g.loss) + 1, STEP):
            mask[AMOUNT + tonnage // STEP] = 1
    for u in range(s.counters):
        if can_absorb(g, s, u) or fort_can_pay(g, s, u):
            offer_counter(g, s, mask, u)
    if is_bound(g, int(g.battle_service), SAY_OWN_LOSSES):
        keep_payment(g, s, mask)


@rule
def keep_payment(g: Game, s: Tables, mask: Array[int]) -> None:
    """Mask what would break the promise own_losses, unless nothing else is left."""
    other_way = False
    for k in range(AMOUNT + int(g.pay_limit) // STEP + 1):
        other_way = other_way or mask[k] == 1
    if other_way:
        for tonnage in range(int(g.pay_limit) + STEP, int(g.loss) + 1, STEP):
            mask[AMOUNT + tonnage // STEP] = 0


@rule
def apply_pay(g: Game, s: Tables, t: Trace, action: int) -> None:
    """One part of the payment; what a unit or fort pays too much is wasted (R12-5g, R16-0f)."""
    if action >= AMOUNT:
        g.pool_paid = (action - AMOUNT) * STEP
        g.loss -= g.pool_paid
    else:
        u = action - COUNTER
        if is_unit(s, u):
            g.loss -= min(g.loss, g.printed_tonnage[u])  # the excess is wasted (R12-5g)
            if s.service[u] != g.battle_service:
                g.log_lent_damage[g.turn] += 1
            give_damage(g, s, t, u)
        else:
            g.loss -= min(g.loss, s.fort_strength)
            remove(g, s, t, u)
    if g.loss == 0:
        paid = int(g.pool_paid)
        g.log_burnt[g.turn, g.battle_service] += paid
        judge_payment(g, t)
        end_battle(g)
        lose_total(g, s, t, paid)
