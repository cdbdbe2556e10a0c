"""Positions and the flow of stage 1 and of the end of a turn, without the rest of the game."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, NUMBER
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import arrivals, cargo, forces, supply
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    CARRIER,
    J3,
    JAPAN,
    L3,
    LOST,
    NO_DECISION,
    NONE,
    RECOVER,
    SUPPLY,
    UNLOAD,
    VICTORY,
)

from .driver import choose, options
from .positions import blank, unit


def at(side: int, turn: int, strategy: int = 0) -> tuple[Game, Tables, Trace]:
    """The set-up at stage 1 of a side; both strategies 3 but for the one given, Midway won."""
    g, s, t = blank()
    g.turn, g.phase, g.side, g.op, g.step = turn, SUPPLY, side, side, 0
    g.decision = NO_DECISION
    g.strategy[JAPAN], g.strategy[ALLIES] = J3, L3
    if strategy:
        g.strategy[side] = strategy
    g.last_strategy[:] = g.strategy
    g.midway = 2
    g.fleet_d = forces.STAYS_AWAY
    for u in range(s.units):  # free pieces of the set-up
        if g.place[u] == ABSENT and s.enter[u] == 0:
            g.place[u], g.at[u] = arrivals.BOX, NONE
    return g, s, t


def play_on(g: Game, s: Tables, t: Trace) -> None:
    """To the next decision or the end of stage 1, of the recoveries, or of the withdrawals."""
    while g.decision == NO_DECISION:
        if g.short_fleet != NONE:
            cargo.continue_cargo(g, s, t)
        elif g.phase == SUPPLY:
            supply.continue_supply(g, s, t)
        elif g.phase == VICTORY:
            if not forces.leave(g, s, t):
                return
        elif g.phase == UNLOAD and g.step == 0 and supply.can_recover(g, s, int(g.side)):
            g.decision, g.actor = RECOVER, g.side
        else:
            return


def act(g: Game, s: Tables, t: Trace, *actions: int) -> None:
    """Take legal actions, one after the other, and play on after each."""
    for action in actions:
        choose(g, s, t, action)
        play_on(g, s, t)


def to(g: Game, s: Tables, t: Trace, decision: int) -> None:
    """Play on to a decision of stage 1: all income, else the shortest way."""
    play_on(g, s, t)
    while g.decision != decision:
        legal = options(g, s)
        numbers = [a for a in legal if NUMBER <= a < NUMBER + 8]
        act(g, s, t, max(numbers) if numbers else DONE if DONE in legal else min(legal))


def lost(g: Game, turn: int, *names: str) -> None:
    for name in names:
        g.place[unit(name)], g.at[unit(name)], g.when[unit(name)] = LOST, NONE, turn


def places(g: Game, *names: str) -> set[int]:
    return {int(g.place[unit(name)]) for name in names}


def on_deck(g: Game, aircraft: str, ship: str) -> bool:
    return bool(g.place[unit(aircraft)] == CARRIER and g.at[unit(aircraft)] == unit(ship))
