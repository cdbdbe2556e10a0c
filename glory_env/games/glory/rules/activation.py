"""Chapter 10: the activation phase, navy first, then army (N-10)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import COUNTER, END
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    ask,
    can_be_inactive,
    contested_boxes,
    end_phase,
    offer_counter,
    set_active,
)
from glory_env.games.glory.rules.promises import is_bound, is_promised, judge_use, promised_amount
from glory_env.games.glory.state import ACTIVATE, ARMY, MOVEMENT, NAVY, SAY_USE


@rule
def continue_activation(g: Game, s: Tables, t: Trace) -> None:
    ask(g, ACTIVATE, NAVY)


@rule
def activation_price(g: Game, u: int, contested: int) -> int:
    """The printed cost, twice that in any box with an Allied marker (R10-1a, R10-2a, R3-1h).

    Twice however many markers there are (R10-2c, A-39), on land too (R10-2b, RFAQ-5a), by where
    they stand in this phase (R10-2e). Damage changes nothing (R10-1c).
    """
    return int(g.printed_tonnage[u]) * (1 + ((contested >> int(g.place[u])) & 1))


@rule
def is_idle(g: Game, s: Tables, u: int) -> bool:
    """An ordinary unit on the map that is not Active: the only ones with a price."""
    return g.place[u] >= 0 and not g.active[u] and can_be_inactive(s, u)


@rule
def legal_activate(g: Game, s: Tables, mask: Array[int]) -> None:
    """Own units the unspent share can pay for; activation is voluntary (R10-0a, R10-1b)."""
    mask[END] = 1
    contested = contested_boxes(g, s)
    for u in range(s.counters):
        if can_activate(g, s, u, contested):
            offer_counter(g, s, mask, u)
    seat = int(g.actor)
    if is_bound(g, seat, SAY_USE):
        promised = promised_amount(g, seat, SAY_USE, g.turn)
        mask[END] = 1 if g.log_spent[g.turn, seat] >= promised or not could_spend(g, s) else 0


@rule
def can_activate(g: Game, s: Tables, u: int, contested: int) -> bool:
    """Whether the acting service has the unit idle on the map and can pay for it."""
    return (
        is_idle(g, s, u)
        and s.service[u] == g.actor
        and activation_price(g, u, contested) <= g.left[g.actor]
    )


@rule
def could_spend(g: Game, s: Tables) -> bool:
    """Whether the acting service can pay for one of its idle units."""
    contested = contested_boxes(g, s)
    for u in range(s.counters):
        if can_activate(g, s, u, contested):
            return True
    return False


@rule
def apply_activate(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action == END:
        if is_promised(g, int(g.actor), SAY_USE):
            judge_use(g, t, int(g.actor))
        if g.actor == NAVY:
            ask(g, ACTIVATE, ARMY)
        else:
            g.left[ARMY] = 0  # what is unspent lapses (R10-3a)
            g.left[NAVY] = 0
            end_phase(g, t, MOVEMENT)
        return
    u = action - COUNTER
    price = activation_price(g, u, contested_boxes(g, s))
    g.left[g.actor] -= price
    g.log_spent[g.turn, g.actor] += price
    set_active(g, t, u, 1)
