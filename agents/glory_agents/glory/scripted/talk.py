"""Negotiators: offers, answers, and what follows a deadlock.

An offer names civil, army and navy. A negotiator is a claim that falls from `top` to `bottom` as
the talks go on (time-dependent tactics: Faratin, Sierra and Jennings 1998). What makes it cross is
in `temper`, what it says beside its offers in `words`.
"""

from __future__ import annotations

from glory_agents.glory.scripted.plan import need_once
from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import SPLITTER
from glory_agents.glory.scripted.temper import carries_out, has_word, is_hard
from glory_agents.glory.scripted.words import amount, heard, speak
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.actions import ACCEPT, COUNTER_OFFER, MIDPOINT, OWN, WALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.promises import promised_amount
from glory_env.games.glory.rules.talk import is_speaking
from glory_env.games.glory.rules.tonnage import in_fives
from glory_env.games.glory.state import (
    ANSWER,
    ARMY,
    CIVIL,
    CONCEDE,
    JANKEN,
    NAVY,
    NONE,
    OFFER_CIVIL,
    SAY_CIVIL,
    SAY_NO_GRAB,
    STEP,
    THREAT_WALK,
)


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
    if is_speaking(g):
        army, navy = proposal(g, s, p, int(g.actor), memo)
        return speak(g, s, p, mask, army, navy)
    if d == CONCEDE:
        return OWN if is_hard(g, p, int(g.actor)) or p.concession < 0.5 else MIDPOINT
    if d == ANSWER:
        return answer(g, s, p, mask, memo)
    if g.opt_solo:
        army, navy = split_of_one_mind(g, s, rows[ARMY], rows[NAVY], memo)
    elif d == OFFER_CIVIL or is_splitting(g, p, int(g.actor)) or owed_civil(g, p, int(g.actor)):
        army, navy = proposal(g, s, p, int(g.actor), memo)
    else:  # the second half of the same offer: the civil share says what is left for both
        own = claim(g, s, p, int(g.actor), int(g.offers), memo)
        army = own if g.actor == ARMY else int(g.total) - int(g.chosen_civil) - own
    if d == OFFER_CIVIL:
        return amount(mask, int(g.total) - army - navy)
    return amount(mask, army)


# --- claims --------------------------------------------------------------------------------
@rule
def room(g: Game, p: Script) -> int:
    """What both services may share by this seat's lights."""
    return in_fives(int(g.total) - int(p.civil * g.total))


@rule
def claim(g: Game, s: Tables, p: Script, seat: int, offers: int, memo: Array[int]) -> int:
    """The own share the seat asks for when that many offers have been made."""
    most = in_fives(int(0.9 * g.total)) if is_hard(g, p, seat) else room(g, p)
    if has_word(g, p, seat, SAY_NO_GRAB):
        most = min(most, in_fives(int(g.total) // 2))
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
def is_splitting(g: Game, p: Script, seat: int) -> bool:
    return p.negotiator == SPLITTER and not is_hard(g, p, seat)


@rule
def proposal(g: Game, s: Tables, p: Script, seat: int, memo: Array[int]) -> tuple[int, int]:
    """Army and navy share of the seat's next offer, by its kind and its word.

    A civil share that it has promised and means to keep comes off its own share first.
    """
    if is_splitting(g, p, seat):
        army, navy = split_by_need(g, s, p, seat, memo)
    else:
        army, navy = offer(g, s, p, seat, memo)
    lacking = owed_civil(g, p, seat) - (int(g.total) - army - navy)
    if lacking > 0:
        lacking = in_fives(lacking + STEP - 1)
        own, theirs = (army, navy) if seat == ARMY else (navy, army)
        theirs -= min(theirs, max(0, lacking - own))
        own -= min(own, lacking)
        army, navy = (own, theirs) if seat == ARMY else (theirs, own)
    return army, navy


@rule
def owed_civil(g: Game, p: Script, seat: int) -> int:
    """The civil share it owes in the first offer of this turn; 0 for none."""
    if not has_word(g, p, seat, SAY_CIVIL) or g.log_claim[g.turn, seat] != NONE:
        return 0
    owed = promised_amount(g, seat, SAY_CIVIL, int(g.turn) - 1)
    return owed if owed <= g.total else 0


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
    """What its army, p, and its navy, q, need, each in its own view."""
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
    """Accept what is no worse than the own next claim; walk only from a bad last offer.

    Words beside the offer make it better or worse (`heard`). Who has threatened to walk away does.
    """
    seat = int(g.actor)
    other = NAVY + ARMY - seat
    own = int(g.offer[other, seat])
    if is_splitting(g, p, seat):
        army, navy = split_by_need(g, s, p, seat, memo)
        wanted = int(0.9 * (army if seat == ARMY else navy))
    else:
        wanted = claim(g, s, p, seat, int(g.offers) + 1, memo)
    enough_civil = g.offer[other, CIVIL] >= 0.8 * p.civil * g.total or is_hard(g, p, seat)
    if own + heard(g, s, p, seat) >= wanted and enough_civil:
        return ACCEPT
    if carries_out(g, p, seat, THREAT_WALK):
        return WALK
    if mask[COUNTER_OFFER]:
        return COUNTER_OFFER
    fair = 0.7 * min(need_once(g, s, p, seat, seat, memo), room(g, p) // 2)
    return WALK if own < fair or not enough_civil or is_hard(g, p, seat) else ACCEPT
