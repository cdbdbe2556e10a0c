"""A handicap: numbers of the scenario that a game plays with other values. No rule of the rulebook.

Whatever needs one of these numbers asks here. `engine.handicaps` checks what a game is given; a
record of zeros has no handicap.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import (
    DR,
    H_BATTLE_LOSSES,
    H_CONVOY_LOSSES,
    H_ESCORTS,
    H_FLOOR,
    H_LEAD,
    H_OCCUPATION_LOSSES,
    H_START,
    STEP,
)


@rule
def floor_of(g: Game, s: Tables) -> int:
    """The total below which the game is lost; never below 0, never above the cap."""
    return min(max(int(s.floor[g.opt_solo]) + int(g.opt_handicap[H_FLOOR]), 0), int(s.cap))


@rule
def start_of(g: Game, s: Tables) -> int:
    """The total at the start; never below the floor, never above the cap."""
    return min(max(int(s.start_total) + int(g.opt_handicap[H_START]), floor_of(g, s)), int(s.cap))


@rule
def margin_of(g: Game, s: Tables, seat: int) -> int:
    """The lead in GP that wins for a seat."""
    own = int(g.opt_handicap[H_LEAD + seat])
    return own if own > 0 else int(s.margin)


@rule
def convoy_loss_of(g: Game, s: Tables, method: int, ships: int, roll: int) -> int:
    """Tonnage that the convoys lose; where a handicap changes it, rounded down to fives."""
    return scaled_loss(
        int(s.convoy_loss[method, ships, roll]), int(g.opt_handicap[H_CONVOY_LOSSES])
    )


@rule
def battle_loss_of(g: Game, s: Tables, nation: int, hits: int) -> int:
    """Tonnage of a row of this turn's results table, not doubled; DR stays DR."""
    loss = int(s.crt_loss[g.turn, nation, hits])
    return loss if loss == DR else scaled_loss(loss, int(g.opt_handicap[H_BATTLE_LOSSES]))


@rule
def occupation_loss_of(g: Game, s: Tables, b: int) -> int:
    """Tonnage that a turn costs in which an Allied marker stands in box b (15-2)."""
    return scaled_loss(-int(s.box_tonnage[b]), int(g.opt_handicap[H_OCCUPATION_LOSSES]))


@rule
def scaled_loss(loss: int, change: int) -> int:
    """A loss with so many per cent more, rounded down to fives where any are."""
    return loss if change == 0 else loss * (100 + change) // 100 // STEP * STEP


@rule
def is_granted_unasked(g: Game, s: Tables) -> bool:
    """Whether the next escort asked for sails without a question to the navy.

    That holds for the first ones of a turn, counted by the squadrons that have escorted.
    """
    sailed = 0
    for u in range(s.counters):
        sailed += int(g.escorted[u])
    return sailed < g.opt_handicap[H_ESCORTS]
