"""Temper: what a seat remembers of the other, what makes it cross, and which words it keeps.

All of it is read from the game record, so nothing is kept between decisions. A wrong is a claim, a
payment or a refusal beyond measure (Axelrod 1984), and with the option `talk` a broken word.
"""

from __future__ import annotations

from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import DECEIVER, DECEIVING, FORGIVING, GRAB, GRIM, STONEWALLER
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import mix
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.rules.promises import is_promised, is_threatened
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    CIVIL,
    KEPT,
    MAX_LINES,
    NAVY,
    NO_TALK,
    OPEN,
    SAY_CIVIL,
    SAY_NO_GRAB,
)

GRABS_FROM = 12  # the turn with nothing left to save for
DECEIVES_FROM = 9
# What is a wrong: a claim beyond MUCH of the total, a loss of MATTERS or more paid from the total
# to more than the share BURNS, REFUSED requests for an escort and not one granted.
MUCH, MATTERS, BURNS, REFUSED = 0.5, 30, 0.7, 2
MEMORY = 4  # turns of which the words count


# --- wrongs --------------------------------------------------------------------------------
@rule
def wronged(g: Game, seat: int, turn: int) -> bool:
    """Whether the other seat claimed, burnt or refused too much in that turn, or broke a word."""
    other = NAVY + ARMY - seat
    if took_too_much(g, other, turn):
        return True
    if g.opt_talk != NO_TALK and judged_so(g, other, turn, BROKEN):
        return True
    return seat == ARMY and g.log_asked[turn] >= REFUSED and g.log_granted[turn] == 0


@rule
def took_too_much(g: Game, seat: int, turn: int) -> bool:
    """Whether the seat claimed too much in that turn, or let the total pay too much of a loss."""
    total = 0
    for k in range(CIVIL + 1):
        total += int(g.log_shares[turn, k])
    if g.log_claim[turn, seat] > MUCH * total:
        return True
    lost, burnt = int(g.log_loss[turn, seat]), int(g.log_burnt[turn, seat])
    return lost >= MATTERS and burnt > BURNS * lost


@rule
def find_wronged(games: Array[Game], found: Array[bool]) -> None:
    """Whether the seat that does not act took too much last turn, in many games: bool (M,)."""
    for i in range(games.shape[0]):
        g = games[i]
        found[i] = g.turn > 1 and took_too_much(g, NAVY + ARMY - g.actor, int(g.turn) - 1)


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


# --- the other seat's words ----------------------------------------------------------------
@rule
def judged_so(g: Game, seat: int, turn: int, state: int) -> bool:
    """Whether a word of the seat was judged so (KEPT, BROKEN) in that turn.

    A civil share is judged in the turn after it was promised. Words for the whole game do not
    count: the record has no turn for them, and a claim beyond half is a wrong anyway.
    """
    for i in range(MAX_LINES):
        kind = int(g.promise_kind[turn, seat, i])
        if g.promise_state[turn, seat, i] == state and kind < SAY_NO_GRAB and kind != SAY_CIVIL:
            return True
        was_civil = g.promise_kind[turn - 1, seat, i] == SAY_CIVIL
        if was_civil and g.promise_state[turn - 1, seat, i] == state:
            return True
    return False


@rule
def is_wary(g: Game, seat: int) -> bool:
    """Whether the other seat, when its words were last judged, broke one."""
    other = NAVY + ARMY - seat
    for turn in range(int(g.turn) - 1, 0, -1):
        if judged_so(g, other, turn, BROKEN):
            return True
        if judged_so(g, other, turn, KEPT):
            return False
    return False


@rule
def trust(g: Game, p: Script, seat: int) -> float:
    """What the other seat's word is worth, 0 to 1: (kept + 1) / (kept + broken + 1).

    Of the words of the last MEMORY turns and this one. Who forgives only once words are kept again
    trusts nothing before.
    """
    if p.voice == FORGIVING and is_wary(g, seat):
        return 0.0
    other = NAVY + ARMY - seat
    kept = 0
    broken = 0
    for turn in range(max(1, int(g.turn) - MEMORY), int(g.turn) + 1):
        for i in range(MAX_LINES):
            kept += 1 if g.promise_state[turn, other, i] == KEPT else 0
            broken += 1 if g.promise_state[turn, other, i] == BROKEN else 0
    return (kept + 1) / (kept + broken + 1)


# --- its own -------------------------------------------------------------------------------
@rule
def has_word(g: Game, p: Script, seat: int, kind: int) -> bool:
    """Whether the seat has an open promise of that kind and means to keep it."""
    return p.voice != DECEIVING and is_promised(g, seat, kind)


@rule
def boxes_promised(g: Game, p: Script, seat: int, kind: int) -> int:
    """Boxes of such promises of this turn, as bits."""
    boxes = 0
    if has_word(g, p, seat, kind):
        for i in range(MAX_LINES):
            is_kind = g.promise_kind[g.turn, seat, i] == kind
            if is_kind and g.promise_state[g.turn, seat, i] == OPEN:
                boxes |= 1 << int(g.promise_argument[g.turn, seat, i])
    return boxes


@rule
def carries_out(g: Game, p: Script, seat: int, kind: int) -> bool:
    """Whether the seat has that threat in force and means it."""
    return p.voice != DECEIVING and is_threatened(g, seat, kind)
