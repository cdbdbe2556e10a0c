"""The log: what each turn of the game saw, in the record itself.

Agents that answer in kind read it, and so does every statistic about bargaining and sharing. All
of it is public, and no rule looks at it.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.state import ARMY, CIVIL, NAVY, NONE


@rule
def clear_log(g: Game) -> None:
    """An empty log, at the start of a game."""
    g.log_claim[:] = NONE
    g.log_first_other[:] = NONE
    g.log_first_civil[:] = NONE
    g.log_last_claim[:] = NONE
    g.log_offers[:] = 0
    g.log_deadlock[:] = 0
    g.log_shares[:] = 0
    g.log_spent[:] = 0
    g.log_battles[:] = 0
    g.log_together[:] = 0
    g.log_loss[:] = 0
    g.log_burnt[:] = 0
    g.log_breach[:] = 0
    g.log_doubled[:] = 0
    g.log_asked[:] = 0
    g.log_granted[:] = 0
    g.log_support_asked[:] = 0
    g.log_lent[:] = 0
    g.log_lent_damage[:] = 0
    g.log_built[:] = 0
    g.log_convoy_loss[:] = 0
    g.log_total[:] = 0
    g.log_gp[:] = 0


@rule
def log_offer(g: Game, seat: int) -> None:
    """An offer of a seat is complete; the first of the turn is its claim."""
    g.log_offers[g.turn] += 1
    if g.log_claim[g.turn, seat] == NONE:
        g.log_claim[g.turn, seat] = g.offer[seat, seat]
        g.log_first_other[g.turn, seat] = g.offer[seat, NAVY + ARMY - seat]
        g.log_first_civil[g.turn, seat] = g.offer[seat, CIVIL]
    g.log_last_claim[g.turn, seat] = g.offer[seat, seat]


@rule
def log_shares(g: Game) -> None:
    """The split is in force."""
    for k in range(CIVIL + 1):
        g.log_shares[g.turn, k] = g.allotment[k]


@rule
def log_standing(g: Game) -> None:
    """Total and glory points, at the end of a turn or of the game."""
    g.log_total[g.turn] = g.total
    for seat in range(ARMY, NAVY + 1):
        g.log_gp[g.turn, seat] = g.gp[seat]
