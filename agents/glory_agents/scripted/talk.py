"""Negotiators: offers, answers, and what follows a deadlock.

An offer names civil, army and navy. A negotiator is a claim that falls from `top` to `bottom` as
the talks go on (time-dependent tactics: Faratin, Sierra and Jennings 1998), and what makes it
cross: a partner that claimed, burnt or refused too much (Axelrod 1984).
"""

from __future__ import annotations

from glory_agents.scripted.compiled import rule
from glory_agents.scripted.plan import need_once
from glory_agents.scripted.records import Script
from glory_agents.scripted.rows import DECEIVER, GRAB, GRIM, SPLITTER, STONEWALLER
from glory_env.core.actions import ACCEPT, AMOUNT, COUNTER_OFFER, END, MIDPOINT, OWN, WALK
from glory_env.core.arrays import Array
from glory_env.core.dice import mix
from glory_env.core.records import Game, Tables
from glory_env.core.state import (
    ANSWER,
    ARMY,
    CIVIL,
    CONCEDE,
    JANKEN,
    NAVY,
    OFFER_CIVIL,
    SPEAK,
    STEP,
)
from glory_env.rules.tonnage import in_fives

GRABS_FROM = 12  # the turn with nothing left to save for
DECEIVES_FROM = 9
# What is a wrong: a claim beyond MUCH of the total, a loss of MATTERS or more paid from the total
# to more than the share BURNS, REFUSED requests for an escort and not one granted.
MUCH, MATTERS, BURNS, REFUSED = 0.5, 30, 0.7, 2


@rule
def negotiate(
    g: Game, s: Tables, rows: Array[Script], mask: Array[int], x: int, memo: Array[int]
) -> int:
    """An action for a negotiator's decision, or -1 where any will do.

    rows: SCRIPT (2,), army and navy; memo: see `need_once`.
    """
    d = g.decision
    p = rows[g.actor]
    if d == JANKEN:
        return -1
    if d == SPEAK:
        return END
    if d == CONCEDE:
        return OWN if is_hard(g, p, int(g.actor)) or p.concession < 0.5 else MIDPOINT
    if d == ANSWER:
        return answer(g, s, p, mask, memo)
    if g.opt_solo:
        army, navy = split_of_one_mind(g, s, rows[ARMY], rows[NAVY], memo)
    elif p.negotiator == SPLITTER and not is_hard(g, p, int(g.actor)):
        army, navy = split_by_need(g, s, p, int(g.actor), memo)
    elif d == OFFER_CIVIL:
        army, navy = offer(g, s, p, int(g.actor), memo)
    else:  # the second half of the same offer: the civil share says what is left for both
        own = claim(g, s, p, int(g.actor), int(g.offers), memo)
        army = own if g.actor == ARMY else int(g.total) - int(g.chosen_civil) - own
    if d == OFFER_CIVIL:
        return amount(mask, int(g.total) - army - navy)
    return amount(mask, army)


@rule
def amount(mask: Array[int], tonnage: int) -> int:
    """The legal amount nearest below; -1 if there is none."""
    for k in range(max(tonnage, 0) // STEP, -1, -1):
        if mask[AMOUNT + k]:
            return AMOUNT + k
    return -1


# --- temper --------------------------------------------------------------------------------
@rule
def wronged(g: Game, seat: int, turn: int) -> bool:
    """Whether the other seat claimed, burnt or refused too much in that turn."""
    other = NAVY + ARMY - seat
    total = 0
    for k in range(CIVIL + 1):
        total += int(g.log_shares[turn, k])
    if g.log_claim[turn, other] > MUCH * total:
        return True
    lost, burnt = int(g.log_loss[turn, other]), int(g.log_burnt[turn, other])
    if lost >= MATTERS and burnt > BURNS * lost:
        return True
    return seat == ARMY and g.log_asked[turn] >= REFUSED and g.log_granted[turn] == 0


@rule
def has_been_wronged(g: Game, seat: int) -> bool:
    for turn in range(1, g.turn):  # noqa: SIM110 (any() with a generator does not compile)
        if wronged(g, seat, turn):
            return True
    return False


@rule
def is_cross(g: Game, p: Script, seat: int) -> bool:
    """Whether the seat answers a wrong in this turn; one draw a turn decides."""
    if p.retaliation <= 0.0 or g.turn < 2:
        return False
    if p.negotiator == GRIM:
        return has_been_wronged(g, seat)
    last = int(g.turn) - 1
    if not wronged(g, seat, last):
        return False
    draw = mix(mix(int(g.turn) * 2 + seat, int(g.log_total[last])), int(g.log_gp[last, seat]))
    return draw < p.retaliation * 4294967296.0


@rule
def is_hard(g: Game, p: Script, seat: int) -> bool:
    """Whether the seat claims all it can and yields nothing."""
    if p.negotiator == STONEWALLER:
        return True
    if p.negotiator == GRAB and g.turn >= GRABS_FROM:
        return True
    if p.negotiator == DECEIVER and g.turn >= DECEIVES_FROM:
        return True
    return is_cross(g, p, seat)


# --- claims --------------------------------------------------------------------------------
@rule
def room(g: Game, p: Script) -> int:
    """What both services may share by this seat's lights."""
    return in_fives(int(g.total) - int(p.civil * g.total))


@rule
def claim(g: Game, s: Tables, p: Script, seat: int, offers: int, memo: Array[int]) -> int:
    """The own share the seat asks for when that many offers have been made."""
    most = in_fives(int(0.9 * g.total)) if is_hard(g, p, seat) else room(g, p)
    if is_hard(g, p, seat):
        return max(most - STEP, 0)
    wants = need_once(g, s, p, seat, seat, memo)
    bottom = min(wants, most)
    named = min(int(wants * (2.0 - p.honesty)), most)
    top = named + p.claim * (most - named)
    time = offers / max(1.0, float(g.opt_max_offers))
    yielded = time ** (10.0 ** (1.0 - 2.0 * p.concession))
    return in_fives(int(top - yielded * (top - bottom)))


@rule
def offer(g: Game, s: Tables, p: Script, seat: int, memo: Array[int]) -> tuple[int, int]:
    """Army and navy share of the seat's next offer."""
    other = NAVY + ARMY - seat
    own = claim(g, s, p, seat, int(g.offers), memo)
    rest = max(0, max(room(g, p), own) - own)
    theirs = min(in_fives(need_once(g, s, p, seat, other, memo)), rest)
    if seat == ARMY:
        return own, theirs
    return theirs, own


@rule
def split_by_need(g: Game, s: Tables, p: Script, seat: int, memo: Array[int]) -> tuple[int, int]:
    """What both services need in the view of p, the script of that seat."""
    army = need_once(g, s, p, seat, ARMY, memo)
    navy = need_once(g, s, p, seat, NAVY, memo)
    return fitted(army, navy, room(g, p))


@rule
def split_of_one_mind(
    g: Game, s: Tables, p: Script, q: Script, memo: Array[int]
) -> tuple[int, int]:
    """What its army, p, and its navy, q, need by their own lights."""
    army = need_once(g, s, p, ARMY, ARMY, memo)
    navy = need_once(g, s, q, NAVY, NAVY, memo)
    return fitted(army, navy, (room(g, p) + room(g, q)) // 2)


@rule
def fitted(army: int, navy: int, fits: int) -> tuple[int, int]:
    """Both needs, scaled by one factor where they do not fit beside the civil share."""
    wanted = army + navy
    if wanted > fits:
        army = army * fits // wanted
        navy = navy * fits // wanted
    return in_fives(army), in_fives(navy)


@rule
def answer(g: Game, s: Tables, p: Script, mask: Array[int], memo: Array[int]) -> int:
    """Accept what is no worse than the own next claim; walk only from a bad last offer."""
    seat = int(g.actor)
    other = NAVY + ARMY - seat
    own = int(g.offer[other, seat])
    if p.negotiator == SPLITTER and not is_hard(g, p, seat):
        army, navy = split_by_need(g, s, p, seat, memo)
        wanted = int(0.9 * (army if seat == ARMY else navy))
    else:
        wanted = claim(g, s, p, seat, int(g.offers) + 1, memo)
    enough_civil = g.offer[other, CIVIL] >= 0.8 * p.civil * g.total or is_hard(g, p, seat)
    if own >= wanted and enough_civil:
        return ACCEPT
    if mask[COUNTER_OFFER]:
        return COUNTER_OFFER
    fair = 0.7 * min(need_once(g, s, p, seat, seat, memo), room(g, p) // 2)
    return WALK if own < fair or not enough_civil or is_hard(g, p, seat) else ACCEPT
