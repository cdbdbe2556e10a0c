"""What a character bargains by: needs, what civil tonnage can buy, wrongs, and a fair split.

The need of a service is what activating all its idle units costs. All amounts are in units of
10,000 tons.
"""

from __future__ import annotations

from typing import NamedTuple

from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.talk import fitted
from glory_agents.glory.scripted.temper import BURNS, MATTERS, MUCH, REFUSED, judged_so
from glory_agents.glory.scripted.works import appeal, running_cost
from glory_env.core.compile import rule
from glory_env.games.glory.engine import odds
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.production import rows_to_start, step_cost
from glory_env.games.glory.rules.tonnage import in_fives, to_grid
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    CIVIL,
    NAVY,
    NO_TALK,
    NONE,
    ROW_TRANSPORT,
    ROWS,
    TRACK,
)

PART = 4  # an offer below 1 / PART of the need is a low one, and a reason is given
BEYOND = 2.5  # a claim of more than half that is so many times what it leaves the other
LATE = 2  # last turns, in which little that is begun gets ready
# Most of the total that is left civil, in the last turns and before; the least where it can be used
MOST_CIVIL, MOST_LATE, LEAST_CIVIL = 0.48, 0.35, 0.3


class Split(NamedTuple):
    """Shares of the total; civil is the rest."""

    army: int
    navy: int


@rule
def need(g: Game, s: Tables, seat: int) -> int:
    """What activating all idle units of a service costs."""
    return int(odds.survey(g, s)[seat, :, odds.PRICE].sum())


def cover(g: Game, s: Tables, split: Split, seat: int) -> float:
    """The share of its need that a seat gets; 1 where it has none."""
    wanted = need(g, s, seat)
    return split[seat] / wanted if wanted else 1.0


def by_needs(g: Game, s: Tables) -> Split:
    """Army and navy share that the rule "fixed by needs" would put in force."""
    room = in_fives(int(g.total) * (100 - int(g.opt_civil_floor)) // 100)
    return Split(*fitted(need(g, s, ARMY), need(g, s, NAVY), room))


# --- the civil share -----------------------------------------------------------------------
@rule
def rows_to_begin(g: Game, s: Tables) -> int:
    """Rows of which something can be started this turn if there is tonnage enough, as bits."""
    left, started, refused = int(g.left[CIVIL]), int(g.started), int(g.refused)
    g.left[CIVIL] = g.total
    g.started = 0
    g.refused = 0
    rows = rows_to_start(g, s)
    g.left[CIVIL] = left
    g.started = started
    g.refused = refused
    return int(rows)


@rule
def spendable(g: Game, s: Tables) -> int:
    """The most that civil tonnage can buy this turn: every advance and every start (14-1, 14-2)."""
    rows, cost = rows_to_begin(g, s), running_cost(g, s)
    for row in range(len(ROWS)):
        if (rows >> row) & 1:
            cost += int(s.cost[row])
    return cost


@rule
def useful(g: Game, s: Tables, p: Script) -> int:
    """What a builder with those script parameters would buy with it this turn."""
    rows, cost = rows_to_begin(g, s), 0
    for row in range(len(ROWS)):
        spaces = int(s.period[row, g.convoy_method])
        if (rows >> row) & 1 and appeal(g, s, p, row, spaces + 1) > 0.0:
            cost += int(s.cost[row])
    for u in range(s.counters):
        row = int(s.row[u])
        if g.place[u] == TRACK and row != NONE and appeal(g, s, p, row, int(g.space[u])) > 0.0:
            cost += step_cost(g, s, u)
    return cost


@rule
def armed(g: Game, s: Tables, seat: int) -> int:
    """What a seat's items of the turn before cost, at most, transports left out."""
    cost = 0
    for row in range(len(ROWS)):
        if row != ROW_TRANSPORT and (int(g.log_built[g.turn - 1, seat]) >> row) & 1:
            cost += int(s.cost[row])
    return cost


@rule
def fair_civil(g: Game, s: Tables, p: Script) -> int:
    """The civil share by its use, no more than can be spent, and a part of the total.

    Both seats build from it: what the other one takes for its arms would else be missing.
    """
    most = MOST_LATE if g.turn > s.last_turn - LATE else MOST_CIVIL
    wanted = useful(g, s, p) + armed(g, s, 1 - g.actor)
    part = min(max(float(wanted), LEAST_CIVIL * g.total), most * g.total)
    return min(int(part), spendable(g, s))


@rule
def fair_shares(g: Game, s: Tables, p: Script) -> tuple[int, int]:
    """Army and navy of a fair split: see `fair`."""
    room = to_grid(g, int(g.total) - fair_civil(g, s, p))
    needs = need(g, s, ARMY), need(g, s, NAVY)
    army, navy = fitted(needs[ARMY], needs[NAVY], room)
    spare = min(room, int(g.total) - spendable(g, s)) - army - navy
    if spare > 0 and needs[ARMY] + needs[NAVY] > 0:
        more = spare * needs[ARMY] // (needs[ARMY] + needs[NAVY])
        army += more
        navy += spare - more
    return to_grid(g, army), to_grid(g, navy)


def fair(g: Game, s: Tables, p: Script) -> Split:
    """Shares by needs beside such a civil share; what nobody can use is shared by needs as well."""
    return Split(*fair_shares(g, s, p))


# --- wrongs --------------------------------------------------------------------------------
def remembered_wrong(g: Game, seat: int, memory: int) -> int:
    """The last turn within so many turns in which the other seat did a wrong; 0: none."""
    for turn in range(int(g.turn) - 1, max(0, int(g.turn) - 1 - memory), -1):
        if did_wrong(g, seat, turn):
            return turn
    return 0


def did_wrong(g: Game, seat: int, turn: int) -> bool:
    """Whether the other seat burnt a loss, refused escorts or broke a word in that turn.

    What it claimed is no wrong: that is what talks are for.
    """
    other = 1 - seat
    if burnt_much(g, other, turn):
        return True
    if g.opt_talk != NO_TALK and judged_so(g, other, turn, BROKEN):
        return True
    return bool(seat == ARMY and g.log_asked[turn] >= REFUSED and g.log_granted[turn] == 0)


def burnt_much(g: Game, seat: int, turn: int) -> bool:
    """Whether a seat let the total pay most of its losses in that turn, and these were large."""
    lost, burnt = int(g.log_loss[turn, seat]), int(g.log_burnt[turn, seat])
    return lost >= MATTERS and burnt > BURNS * lost


def claimed_too_much(g: Game, seat: int, turn: int) -> bool:
    """Whether a seat's first claim was more than half and far more than it left the other."""
    claim, left = int(g.log_claim[turn, seat]), int(g.log_first_other[turn, seat])
    total = int(g.log_shares[turn].sum()) if turn < g.turn else int(g.total)
    return claim > MUCH * total and claim > BEYOND * left
