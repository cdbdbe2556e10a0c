"""Japan lands its carrier aircraft for good (16.8)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask
from glory_env.games.aleutians.rules.schedule import CONVERSION_TURN
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    CONVERT,
    JAPAN,
    L4,
    LANDED_CARRIER_AIRCRAFT,
    NO_DECISION,
    NONE,
)

COST = 2  # VP


@rule
def asks_conversion(g: Game) -> bool:
    """At the start of turn 9, whatever the Allied strategy is: that is secret (R16-8a, A-81)."""
    if not g.opt_rules[LANDED_CARRIER_AIRCRAFT] or g.turn != CONVERSION_TURN:
        return False
    ask(g, CONVERT, JAPAN)
    return True


@rule
def legal_convert(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_convert(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Under Allied strategy 4 all of them come as land planes, and Truk does not (R16-8a).

    Under another one nothing happens and nothing is paid (A-81).
    """
    g.decision = NO_DECISION
    if action == NO or g.strategy[ALLIES] != L4:
        return
    g.points -= COST
    g.force_tried[0] = 1
    g.aircraft_landed = 1
    for u in range(s.units):
        if s.side[u] == JAPAN and s.mother[u] != NONE:
            g.place[u] = ABSENT
            g.at[u] = NONE
            g.flown[u] = 0
