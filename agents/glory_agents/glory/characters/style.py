"""How a character offers, answers and gives way: a pure function of the position.

Every character begins with a fair split (`bargain.fair`) and a claim of its own. Each further offer
of a turn lies between its last one and the last one of the other seat. It never makes an offer
twice: where it has nothing more to give it accepts or walks away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glory_agents.glory.characters.bargain import (
    LEAST_CIVIL,
    MOST_CIVIL,
    Split,
    by_needs,
    cover,
    fair,
    fair_civil,
    need,
    useful,
)
from glory_agents.glory.characters.words import SPEAKS, Speaker, Trades, exchanged, worth
from glory_agents.glory.scripted.plan import need as planned
from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.talk import owed_civil
from glory_agents.glory.scripted.temper import MUCH, carries_out
from glory_agents.glory.scripted.words import amount
from glory_agents.glory.scripted.works import appeal
from glory_env.games.glory.actions import ACCEPT, COUNTER_OFFER, END, KIND, OWN, WALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.tonnage import to_grid
from glory_env.games.glory.state import (
    ANSWER,
    CONCEDE,
    NAVY,
    NONE,
    OFFER_ARMY,
    OFFER_CIVIL,
    ROW_TRANSPORT,
    THREAT_WALK,
)

LOPSIDED = 1.5  # an offer that covers the other's need so many times as well is not taken
MORE = 1.25  # what is claimed in answer to a wrong, times what is claimed otherwise
MOST_WANTED = 1.4  # what a plan would spend counts up to so many times the fair share
LEFT = 0.31  # part of its need that a high claim leaves the other, where that is fair


class Style(NamedTuple):
    """A character's way to bargain, in parts of its share of a fair split.

    opens: its first claim. yields: of the way to the other's last offer with the second, third ..
    own offer. takes: the least it accepts, of a first offer and of a last one. trades: what its
    promises and requests are worth to it.
    """

    opens: float
    yields: tuple[float, ...]
    takes: tuple[float, float]
    trades: Trades


class Mind(NamedTuple):
    """What the acting seat bargains with. row: the script parameters of its turn."""

    style: Style
    row: Script
    is_cross: bool


# --- offers --------------------------------------------------------------------------------
def offered(g: Game, seat: int) -> Split | None:
    """The last offer of a seat in this turn."""
    army, navy = int(g.offer[seat, 0]), int(g.offer[seat, 1])
    return None if army == NONE else Split(army, navy)


def next_split(g: Game, s: Tables, mind: Mind) -> Split | None:
    """The next offer of the acting seat; None where it has nothing more to give."""
    seat = int(g.actor)
    last, theirs = offered(g, seat), offered(g, 1 - seat)
    if last is None:
        return opening(g, s, mind)
    if theirs is None:
        return None
    split = _nearer(g, s, mind, last, theirs)
    return None if split == last else split


def opening(g: Game, s: Tables, mind: Mind) -> Split:
    """The first offer: its base, with a claim of its own that the other pays.

    It claims no more than half of the total: beyond that the talks begin with a wrong.
    """
    seat = int(g.actor)
    split = base(g, s, mind)
    factor = mind.style.opens * (MORE if mind.is_cross else 1.0)
    factor += exchanged(g, seat, mind.style.trades)
    own = min(int(factor * split[seat]), max(split[seat], need(g, s, seat)), int(MUCH * g.total))
    return _claiming(g, s, split, seat, own)


def base(g: Game, s: Tables, mind: Mind) -> Split:
    """A fair split, in which the seat has at least what its own plan would spend."""
    seat = int(g.actor)
    split = fair(g, s, mind.row)
    wants = min(planned(g, s, mind.row, seat), int(MOST_WANTED * split[seat]))
    return _claiming(g, s, split, seat, max(split[seat], wants))


def _claiming(g: Game, s: Tables, split: Split, seat: int, own: int) -> Split:
    """The split with that share of its own; the other pays what it is more, as far as it can."""
    grid = int(g.opt_grid)
    floor = min(split[1 - seat], int(LEFT * need(g, s, 1 - seat)))
    more = min(own - split[seat], split[1 - seat] - floor)
    more = more // grid * grid
    return _split(seat, split[seat] + more, split[1 - seat] - more)


def _nearer(g: Game, s: Tables, mind: Mind, last: Split, theirs: Split) -> Split:
    """A step from the own last offer towards the other's, no lower than the least it takes."""
    seat, grid = int(g.actor), int(g.opt_grid)
    style = mind.style
    part = style.yields[min(int(g.offers) // 2, len(style.yields)) - 1]
    if is_lopsided(g, s, theirs, seat):
        part = 0.0  # one step of the grid
    least = min(last[seat], -(-int(style.takes[1] * base(g, s, mind)[seat]) // grid) * grid)
    own = max(least, _step(last[seat], theirs[seat], part, grid))
    other = _step(last[1 - seat], theirs[1 - seat], part, grid)
    room = to_grid(g, int(g.total)) - own
    civil = min(int(g.total) - sum(last), fair_civil(g, s, mind.row))
    other = max(min(other, last[1 - seat]), min(other, (room - civil) // grid * grid))
    return _split(seat, own, max(0, min(other, room)))


def _step(start: int, end: int, part: float, grid: int) -> int:
    """That part of the way, at least one step of the grid where there is a way."""
    way = abs(end - start)
    size = min(way, max(grid, int(part * way) // grid * grid))
    return start + size if end > start else start - size


def _split(seat: int, own: int, other: int) -> Split:
    return Split(other, own) if seat == NAVY else Split(own, other)


def _one_step(g: Game, s: Tables, mind: Mind) -> Split:
    """The own last offer with one step of the grid less; the answer has promised another offer.

    The row may be another one than in the answer: a network sees which decision it is.
    """
    seat, grid = int(g.actor), int(g.opt_grid)
    last = offered(g, seat)
    if last is None or last[seat] < grid:
        return opening(g, s, mind)
    return _split(seat, last[seat] - grid, last[1 - seat] + grid)


def is_lopsided(g: Game, s: Tables, split: Split, seat: int) -> bool:
    """Whether it covers the other's need much better than the seat's, and hardly half of that."""
    own = cover(g, s, split, seat)
    return own < 0.5 and cover(g, s, split, 1 - seat) > LOPSIDED * own


# --- decisions -----------------------------------------------------------------------------
def act(g: Game, s: Tables, mind: Mind, mask: np.ndarray) -> int:
    """The action of an offer's two halves, of its lines, an answer or a concession.

    mask: int8 (N_ACTIONS,). NONE where the script decides.
    """
    if g.decision == CONCEDE:  # its own offer has won: nothing is given for a lopsided one
        theirs = offered(g, 1 - int(g.actor))
        return OWN if theirs and is_lopsided(g, s, theirs, int(g.actor)) else NONE
    if g.decision == ANSWER:
        return _answer(g, s, mind, mask)
    split = next_split(g, s, mind) or _one_step(g, s, mind)
    if g.decision in SPEAKS:
        last = offered(g, int(g.actor))
        is_lower = last is not None and split[int(g.actor)] < last[int(g.actor)]
        deal = mind.style.trades, *split, is_lower, mind.is_cross
        return Speaker(g, s, mind.row, *deal).act(mask)
    if g.decision == OFFER_CIVIL:
        owed = int(owed_civil(g, mind.row, int(g.actor)))
        civil = max(int(g.total) - sum(split), owed)
        return int(amount(mask, to_grid(g, civil)))
    rest = to_grid(g, int(g.total)) - int(g.chosen_civil)
    army = split.army if sum(split) == rest else split.army * rest // max(1, sum(split))
    return int(amount(mask, army))


def _answer(g: Game, s: Tables, mind: Mind, mask: np.ndarray) -> int:
    seat = int(g.actor)
    theirs = offered(g, 1 - seat)
    assert theirs is not None, "an answer has an offer"
    can_counter = bool(mask[COUNTER_OFFER])
    following = next_split(g, s, mind) if can_counter else None
    is_fair = not is_lopsided(g, s, theirs, seat) and leaves_civil(g, theirs)
    least = least_taken(g, s, mind, is_last=following is None)
    own = theirs[seat] + worth(g, s, mind.row, seat) * least
    if is_fair and own >= least:
        return ACCEPT
    if following is not None and is_fair and own >= following[seat]:
        return ACCEPT
    if following is None or carries_out(g, mind.row, seat, THREAT_WALK):
        return WALK
    return COUNTER_OFFER


def least_taken(g: Game, s: Tables, mind: Mind, is_last: bool) -> float:
    """The share that it accepts now: less with every offer of the turn."""
    seat = int(g.actor)
    share = min(base(g, s, mind)[seat], by_needs(g, s)[seat])
    first, last = mind.style.takes
    time = 1.0 if is_last else (int(g.offers) - 1) / max(1, int(g.opt_max_offers) - 1)
    return (first + time * (last - first)) * share


def build(g: Game, s: Tables, p: Script, mask: np.ndarray) -> int:
    """One more transport where a builder with those parameters would end; END where there is none.

    The script does not begin what the civil share could not bear beside all that is on the track;
    what nobody means to advance counts there too, and here it does not.
    """
    start = KIND + ROW_TRANSPORT
    spaces = int(s.period[ROW_TRANSPORT, g.convoy_method])
    if not mask[start] or appeal(g, s, p, ROW_TRANSPORT, spaces + 1) <= 0.0:
        return END
    return start if useful(g, s, p) <= MOST_CIVIL * g.total else END


def leaves_civil(g: Game, split: Split) -> bool:
    """Whether an offer leaves more than a little for the yards; the last turn needs nothing."""
    civil = int(g.total) - sum(split)
    return civil >= 0.5 * LEAST_CIVIL * g.total


TALKS = (OFFER_CIVIL, OFFER_ARMY, ANSWER, CONCEDE, *SPEAKS)
