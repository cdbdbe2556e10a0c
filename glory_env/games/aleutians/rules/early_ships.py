"""Some ships come a turn early, in the second Allied phase (16.9)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.arrivals import place_at
from glory_env.games.aleutians.rules.board import ask
from glory_env.games.aleutians.rules.schedule import due_turn
from glory_env.games.aleutians.state import ALLIES, EARLY_SHIP, EARLY_SHIPS, NO_DECISION

FIRST_TURN = 3  # the first due turn is 7, at the earliest 5 by strategy 4 (RAS-1d)


@rule
def asks_early(g: Game) -> bool:
    """In every second Allied phase, so that the question does not tell the strategy."""
    if not g.opt_rules[EARLY_SHIPS] or g.side != ALLIES or g.op < 2 or g.turn < FIRST_TURN:
        return False
    ask(g, EARLY_SHIP, ALLIES)
    return True


@rule
def legal_early_ship(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT: a ship that is due in the next turn, by the strategy (A-105); DONE."""
    mask[DONE] = 1
    for u in range(s.units):
        if s.early[u] and due_turn(g, s, u) == g.turn + 1:
            mask[UNIT + u] = 1


@rule
def apply_early_ship(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It comes to Seattle (R16-9a)."""
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
    else:
        place_at(g, s, action - UNIT, BOX_ACTION)
