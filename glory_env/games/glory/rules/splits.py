"""Chapter 6 and its gaps: splits that nobody names, for the protocol and two deadlock rules."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price, is_idle
from glory_env.games.glory.rules.board import contested_boxes
from glory_env.games.glory.rules.tonnage import allot, in_fives
from glory_env.games.glory.state import ARMY, NAVY, NONE


@rule
def allot_status_quo(g: Game, s: Tables, t: Trace) -> None:
    """Last turn's shares, scaled down where the total has shrunk; turn 1: nothing."""
    army = int(g.allotment[ARMY])
    navy = int(g.allotment[NAVY])
    before = int(g.allotted_total)
    total = int(g.total)
    if before > total:
        army = in_fives(army * total // before)
        navy = in_fives(navy * total // before)
    allot(g, s, t, army, navy)


@rule
def allot_within(g: Game, s: Tables, t: Trace, army: int, navy: int) -> None:
    """Claims scaled to fit beside the civil floor, fractions down to fives."""
    room = in_fives(int(g.total) * (100 - int(g.opt_civil_floor)) // 100)
    wanted = army + navy
    if wanted > room:
        army = in_fives(army * room // wanted)
        navy = in_fives(navy * room // wanted)
    allot(g, s, t, army, navy)


@rule
def allot_fixed(g: Game, s: Tables, t: Trace) -> None:
    """Protocol fixed: given fractions of the total, or the price of activating everything."""
    if g.opt_fixed[ARMY] != NONE:
        total = int(g.total)
        army = in_fives(total * int(g.opt_fixed[ARMY]) // 100)
        navy = in_fives(total * int(g.opt_fixed[NAVY]) // 100)
        allot(g, s, t, army, navy)
        return
    contested = contested_boxes(g, s)
    army = 0
    navy = 0
    for u in range(s.counters):
        if is_idle(g, s, u):
            if s.service[u] == ARMY:
                army += activation_price(g, u, contested)
            else:
                navy += activation_price(g, u, contested)
    allot_within(g, s, t, army, navy)
