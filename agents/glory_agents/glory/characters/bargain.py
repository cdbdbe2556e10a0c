"""What a character never does without a reason: to offer less than a quarter of a need.

The need of a service is what activating all its idle units costs. A reason is a wrong that the
character remembers, or an offer of the other seat in this turn that is as low. Without a reason the
offer is raised.
"""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.temper import wronged
from glory_env.games.glory.actions import AMOUNT
from glory_env.games.glory.engine import odds
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.tonnage import in_fives
from glory_env.games.glory.state import ARMY, NAVY, NONE, OFFER_ARMY, OFFER_CIVIL, STEP

PART = 4  # the least that is offered is 1 / PART of the need


def need(g: Game, s: Tables, seat: int) -> int:
    """What activating all idle units of a service costs, in units of 10,000 tons."""
    return int(odds.survey(g, s)[seat, :, odds.PRICE].sum())


def least(g: Game, s: Tables, seat: int) -> int:
    """The least share that a seat is offered without a reason, on the grid of the offers."""
    grid = int(g.opt_grid)
    quarter = -(-need(g, s, seat) // PART)
    return min(-(-quarter // grid) * grid, int(g.total) // grid * grid)


def remembered_wrong(g: Game, seat: int, memory: int) -> int:
    """The last turn within so many turns in which the other seat did a wrong; 0: none."""
    for turn in range(int(g.turn) - 1, max(0, int(g.turn) - 1 - memory), -1):
        if wronged(g, seat, turn):
            return turn
    return 0


def was_offered_little(g: Game, s: Tables, seat: int) -> bool:
    """Whether the other seat's last offer of this turn gives the seat less than that part."""
    share = int(g.offer[1 - seat, seat])
    return share != NONE and PART * share < need(g, s, seat)


def raised(g: Game, s: Tables, mask: np.ndarray, action: int) -> int:
    """The action of half an offer, changed so that the other seat gets at least `least`.

    It stays as it is where that seat has offered little itself, and where rules or promises leave
    no such action. mask: int8 (N_ACTIONS,).
    """
    grid, seat = int(g.opt_grid), int(g.actor)
    if was_offered_little(g, s, seat):
        return action
    room, floor = int(g.total) // grid * grid, least(g, s, 1 - seat)
    amount = (action - AMOUNT) * STEP
    if g.decision == OFFER_CIVIL:
        amount = min(amount, room - floor)
    else:
        rest = room - int(g.chosen_civil)
        amount = max(amount, min(floor, rest)) if seat == NAVY else min(amount, rest - floor)
    wanted = AMOUNT + max(0, amount) // STEP
    return wanted if mask[wanted] else action


OFFERS = (OFFER_CIVIL, OFFER_ARMY)


def by_needs(g: Game, s: Tables) -> tuple[int, int]:
    """Army and navy share that the rule "fixed by needs" would put in force."""
    army, navy = need(g, s, ARMY), need(g, s, NAVY)
    room = in_fives(int(g.total) * (100 - int(g.opt_civil_floor)) // 100)
    if army + navy > room:
        army, navy = in_fives(army * room // (army + navy)), in_fives(navy * room // (army + navy))
    return army, navy
