"""Producers: what civil tonnage builds."""

from __future__ import annotations

from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import DECEIVING, NO_WORKS, TRANSPORTS
from glory_agents.glory.scripted.temper import is_cross
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.actions import COUNTER, END, KIND, NO, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.production import step_cost
from glory_env.games.glory.rules.promises import promised_rows
from glory_env.games.glory.state import (
    CIVIL,
    DD,
    NAVY,
    PRODUCE,
    ROW_ARMY_AIR,
    ROW_BCV,
    ROW_CV,
    ROW_DD,
    ROW_DE,
    ROW_FORT,
    ROW_GROUND,
    ROW_NAVY_AIR,
    ROW_TRANSPORT,
    ROWS,
    TRACK,
    VOTE,
)

BEGUN = 1.0  # what is on the track comes before anything new


@rule
def build(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """An action for a producer's decision, or -1 where any will do."""
    if g.decision == VOTE:
        return NO if is_cross(g, p, int(g.actor)) else YES
    if g.decision != PRODUCE:
        return -1
    if p.voice != DECEIVING or not mask[END]:
        promised = build_promised(g, s, mask)
        if promised >= 0:
            return promised
    if p.producer == NO_WORKS:
        return END
    best = END
    most = 0.0
    for u in range(s.counters):
        if mask[COUNTER + u]:
            value = appeal(g, s, p, int(s.row[u]), int(g.space[u]))
            if value > 0.0 and value + BEGUN > most:
                most = value + BEGUN
                best = COUNTER + u
    running = running_cost(g, s)
    for row in range(len(ROWS)):
        if mask[KIND + row]:
            spaces = int(s.period[row, g.convoy_method])
            value = appeal(g, s, p, row, spaces + 1)
            # What is begun has to be paid for every turn: only what next turn's civil can bear.
            if value > most and running + s.cost[row] <= g.allotment[CIVIL]:
                most = value
                best = KIND + row
    return best


@rule
def build_promised(g: Game, s: Tables, mask: Array[int]) -> int:
    """What advances or starts something of a row the seat has promised; -1 if there is nothing."""
    rows = promised_rows(g, int(g.actor))
    if rows:
        for u in range(s.counters):
            if mask[COUNTER + u] and (rows >> int(s.row[u])) & 1:
                return COUNTER + u
        for row in range(len(ROWS)):
            if mask[KIND + row] and (rows >> row) & 1:
                return KIND + row
    return -1


@rule
def running_cost(g: Game, s: Tables) -> int:
    """What all items on the track cost together in a turn."""
    cost = 0
    for u in range(s.counters):
        if g.place[u] == TRACK:
            cost += step_cost(g, s, u)
    return cost


@rule
def appeal(g: Game, s: Tables, p: Script, row: int, spaces: int) -> float:
    """How much an item is wanted, 0 not at all; done after that many more payments."""
    left = int(s.last_turn) - int(g.turn) - spaces + 1  # turns it would still serve
    if left <= 0:
        return 0.0
    if row == ROW_TRANSPORT:
        return 1.0 - p.taste if g.total < s.cap else 0.0
    if p.producer == TRANSPORTS:
        return 0.0
    shipping = convoy_lacks(g, s, row) if row in (ROW_DE, ROW_NAVY_AIR) else 0.0
    return (1.0 - p.taste) * shipping + p.taste * arms(g, row)


@rule
def convoy_lacks(g: Game, s: Tables, row: int) -> float:
    """1.1 where the convoy box lacks escorts, or an aircraft, that nothing on its way will be."""
    lacking = int(s.convoy_ships) if row == ROW_DE else int(s.convoy_aircraft)
    for u in range(s.counters):
        coming = s.row[u] == row and (g.place[u] >= 0 or g.place[u] == TRACK)
        if coming or (row == ROW_DE and s.kind[u] == DD and g.place[u] == s.convoy):
            lacking -= 1
    return 1.1 if lacking > 0 else 0.0


@rule
def arms(g: Game, row: int) -> float:
    """The service's own arms, best first."""
    if g.actor == NAVY:
        if row == ROW_DD:
            return 1.0
        if row == ROW_NAVY_AIR:
            return 0.8
        if row == ROW_CV:
            return 0.6
        return 0.3 if row == ROW_BCV else 0.0
    if row == ROW_GROUND:
        return 1.0
    if row == ROW_ARMY_AIR:
        return 0.8
    return 0.6 if row == ROW_FORT else 0.0
