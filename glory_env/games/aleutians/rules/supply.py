"""S1: the depot, income, then who leaves, is exchanged, replaced and arrives (chapter 6).

In the first operation phase of each side only. Order: A-89. Recovery by supply belongs to the end
of S4 and is in `recovery.py`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NUMBER
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import recovery
from glory_env.games.aleutians.rules.arrivals import continue_exchange
from glory_env.games.aleutians.rules.bases import japan_holds_land
from glory_env.games.aleutians.rules.board import ask, clear_marks, end_phase, roll
from glory_env.games.aleutians.rules.replacements import any_replacement
from glory_env.games.aleutians.rules.schedule import note_strategy
from glory_env.games.aleutians.rules.strategy import income
from glory_env.games.aleutians.rules.withdrawals import has_date, withdraw_dated
from glory_env.games.aleutians.state import (
    ALLIES,
    ARRIVAL,
    INCOME,
    JAPAN,
    NO_DECISION,
    NONE,
    RECON_STAGE,
    REPLACE,
    ROLL_FIRE,
    WITHDRAW,
)

START, TAKING, LEAVING, EXCHANGING, REPLACING, ARRIVING, END = range(7)  # steps
FIRE_OUT = 3  # the fire is put out up to this face (R6-4h)
HIGHWAY_FROM, HIGHWAY_POINTS = 5, 2  # (R6-3f)

can_recover = recovery.can_recover
legal_recover = recovery.legal_recover
apply_recover = recovery.apply_recover


@rule
def continue_supply(g: Game, s: Tables, t: Trace) -> None:
    """One question after the other; arrivals are always asked, so that a delay is not seen.

    Order: RSQ-4a. The die for the fire falls here alone, so it can end once a turn (R6-4h, R6-4i,
    RDX-07).
    """
    side = int(g.side)
    if g.step == START:
        clear_marks(g)
        note_strategy(g, s, side)
        if side == ALLIES and g.depot_fire and roll(g, t, ROLL_FIRE) <= FIRE_OUT:
            g.depot_fire = 0
        g.step = TAKING
    if g.step == TAKING:
        if offered(g, s, side) > 0:
            ask(g, INCOME, side)
            return
        g.step = LEAVING
    if g.step == LEAVING:
        if side == ALLIES and has_date(g, s, 1):
            withdraw_dated(g, s, 1)
            if g.short_fleet == NONE:
                ask(g, WITHDRAW, ALLIES)
            return
        g.step = EXCHANGING
    if g.step == EXCHANGING:
        if continue_exchange(g, s):
            return
        g.step = REPLACING
    if g.step == REPLACING:
        if any_replacement(g, s):
            ask(g, REPLACE, side)
            return
        g.step = ARRIVING
    if g.step == ARRIVING:
        ask(g, ARRIVAL, side)
        return
    clear_marks(g)
    end_phase(g, RECON_STAGE)


@rule
def offered(g: Game, s: Tables, side: int) -> int:
    """SP of the strategy for this turn (R6-1a); none for Japan without Paramushiro (R6-2b)."""
    if side == JAPAN and g.holder[s.paramushiro] == ALLIES:
        return 0
    return income(g, s, side)


@rule
def highway_open(g: Game, s: Tables) -> bool:
    """From turn 5 while Japan does not hold Anchorage, fire or not (R6-3f, R6-3g, R6-3h)."""
    return g.turn >= HIGHWAY_FROM and not japan_holds_land(g, s, int(s.anchorage))


@rule
def legal_income(g: Game, s: Tables, mask: Array[int]) -> None:
    """NUMBER k: take k points; a side may forgo some (R5-5e)."""
    for k in range(offered(g, s, int(g.side)) + 1):
        mask[NUMBER + k] = 1


@rule
def apply_income(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Japan: onto the track; Allies: to Seattle, some by the highway onto the track (A-20).

    What lies in Seattle stays there for later turns and pays for nothing (R6-3b, R6-3c, R6-3e).
    """
    g.decision = NO_DECISION
    side = int(g.side)
    points = action - NUMBER
    room = int(s.supply_cap[side]) - int(g.supply[side])
    taken = min(points, room)
    if side == ALLIES:
        taken = min(taken, HIGHWAY_POINTS) if highway_open(g, s) else 0
        g.seattle += points - taken
    g.supply[side] += taken
    g.step = LEAVING
