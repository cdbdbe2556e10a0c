"""Chapter 6 and its gaps: protocols of the tonnage negotiation and rules for a deadlock.

An offer is always a full split (army, navy, civil), written in two micro-steps: civil, then
army; the navy takes the rest. The rulebook leaves a failed negotiation open (R0-2c). Lot, dice
and janken are its suggestions (6-2); zero, status_quo and pro_rata are variants. No rule looks
at the score (R6-2d).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, begin_roll, die, die_of
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import (
    ACCEPT,
    AMOUNT,
    COUNTER_OFFER,
    MIDPOINT,
    OTHER,
    OWN,
    PAPER,
    ROCK,
    SCISSORS,
    WALK,
)
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import ask
from glory_env.games.glory.rules.promises import (
    agree,
    clear_lines,
    is_bound,
    judge_offer,
    promised_amount,
    settle_threat,
    take,
    threaten,
)
from glory_env.games.glory.rules.splits import allot_fixed, allot_status_quo, allot_within
from glory_env.games.glory.rules.talk import count_lines, is_speaking
from glory_env.games.glory.rules.tonnage import allot, in_fives, to_grid
from glory_env.games.glory.state import (
    ANSWER,
    ARMY,
    BROKEN,
    CIVIL,
    CONCEDE,
    DICE,
    FIXED,
    JANKEN,
    JANKEN_RULE,
    KEPT,
    LINE_OPENER,
    LOT,
    NAVY,
    NO_TALK,
    NONE,
    OFFER_ARMY,
    OFFER_CIVIL,
    ROLL_BREAK_OFF,
    ROLL_DEADLOCK_DICE,
    ROLL_LOT,
    ROLL_OPENER,
    SAY_CIVIL,
    SAY_NO_GRAB,
    SEALED,
    SPEAK,
    STATUS_QUO,
    STEP,
    SYSTEM,
    THREAT_WALK,
    ZERO,
)
from glory_env.games.glory.turn_log import log_offer

TALKING, NAMING = 0, 1  # steps of the phase: NAMING = deadlock, a seat still owes an offer
JANKEN_REPLAYS = 3


@rule
def continue_tonnage(g: Game, s: Tables, t: Trace) -> None:
    """Start of the phase: forget last turn's talk and ask for the first offer.

    Solo, the first offer is the split (R9-0g).
    """
    g.offers = 0
    g.offer[:] = NONE
    g.hand[:] = NONE
    g.replays = 0
    g.winner = NONE
    g.opener = ARMY
    for seat in range(2):
        clear_lines(g, seat)
    if g.opt_solo:
        ask(g, OFFER_CIVIL, ARMY)
    elif g.opt_protocol == FIXED:
        allot_fixed(g, s, t)
    elif g.opt_protocol == SEALED:
        begin_offer(g, ARMY)
    else:
        begin_line(g, t, LINE_OPENER)
        begin_roll(t, ROLL_OPENER)
        if die(g, t, ROLL_OPENER, SYSTEM, NONE, 0) > 3:
            g.opener = NAVY
        begin_offer(g, int(g.opener))


# --- offers --------------------------------------------------------------------------------
@rule
def begin_offer(g: Game, seat: int) -> None:
    """The seat writes an offer: its lines, where there is talk, then the split."""
    clear_lines(g, seat)
    can_talk = g.opt_talk != NO_TALK and g.step != NAMING
    ask(g, SPEAK if can_talk else OFFER_CIVIL, seat)


@rule
def legal_offer_civil(g: Game, s: Tables, mask: Array[int]) -> None:
    """Civil share on the grid; what the grid cannot hold stays civil on top."""
    for tonnage in range(0, to_grid(g, int(g.total)) + 1, int(g.opt_grid)):
        mask[AMOUNT + tonnage // STEP] = 1
    seat = int(g.actor)
    if is_bound(g, seat, SAY_CIVIL) and g.log_claim[g.turn, seat] == NONE:
        promised = promised_amount(g, seat, SAY_CIVIL, g.turn - 1)
        if promised <= g.total:
            on_top = int(g.total) - to_grid(g, int(g.total))
            for tonnage in range(0, promised - on_top, STEP):
                mask[AMOUNT + tonnage // STEP] = 0


@rule
def apply_offer_civil(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.chosen_civil = (action - AMOUNT) * STEP
    ask(g, OFFER_ARMY, g.actor)


@rule
def legal_offer_army(g: Game, s: Tables, mask: Array[int]) -> None:
    for tonnage in range(0, to_grid(g, int(g.total)) - int(g.chosen_civil) + 1, int(g.opt_grid)):
        mask[AMOUNT + tonnage // STEP] = 1
    if is_bound(g, int(g.actor), SAY_NO_GRAB):
        rest = to_grid(g, int(g.total)) - int(g.chosen_civil)
        for tonnage in range(0, rest + 1, STEP):
            own = tonnage if g.actor == ARMY else rest - tonnage
            if 2 * own > g.total:
                mask[AMOUNT + tonnage // STEP] = 0


@rule
def apply_offer_army(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The offer is complete: who answers depends on the protocol."""
    seat = int(g.actor)
    army = (action - AMOUNT) * STEP
    navy = to_grid(g, int(g.total)) - int(g.chosen_civil) - army
    g.offer[seat, ARMY] = army
    g.offer[seat, NAVY] = navy
    g.offer[seat, CIVIL] = g.total - army - navy
    g.chosen_civil = NONE
    g.offers += 1
    judge_offer(g, t, seat, g.log_claim[g.turn, seat] == NONE)
    log_offer(g, seat)
    if g.opt_protocol != SEALED:
        count_lines(g, seat)
    if g.opt_solo:
        allot(g, s, t, army, navy)
    elif g.step == NAMING:
        resolve_deadlock(g, s, t)
    elif g.opt_protocol == SEALED:
        if seat == ARMY:
            begin_offer(g, NAVY)
        else:
            compare_claims(g, s, t)
    elif breaks_off(g, t):
        begin_deadlock(g, s, t)
    else:
        ask(g, ANSWER, NAVY + ARMY - seat)


@rule
def compare_claims(g: Game, s: Tables, t: Trace) -> None:
    """Sealed: own-share claims that fit the total both stand, the residue is civil."""
    for seat in range(2):
        count_lines(g, seat)
    army = int(g.offer[ARMY, ARMY])
    navy = int(g.offer[NAVY, NAVY])
    if army + navy <= g.total:
        for seat in range(2):
            take(g, t, seat)
        allot(g, s, t, army, navy)
    else:
        begin_deadlock(g, s, t)


@rule
def breaks_off(g: Game, t: Trace) -> bool:
    """The talks may break off after any offer (option): a die of a hundred faces."""
    if g.opt_break_off == 0:
        return False
    begin_roll(t, ROLL_BREAK_OFF)
    return die_of(g, t, ROLL_BREAK_OFF, SYSTEM, NONE, int(g.offers), 100) <= g.opt_break_off


@rule
def legal_answer(g: Game, s: Tables, mask: Array[int]) -> None:
    """The last offer can only be accepted or refused."""
    mask[ACCEPT] = 1
    mask[WALK] = 1
    if g.offers < g.opt_max_offers:
        mask[COUNTER_OFFER] = 1


@rule
def apply_answer(g: Game, s: Tables, t: Trace, action: int) -> None:
    own = int(g.actor)
    other = NAVY + ARMY - own
    if action == ACCEPT:
        agree(g, t, other)
        allot(g, s, t, int(g.offer[other, ARMY]), int(g.offer[other, NAVY]))
        return
    settle_threat(g, t, own, THREAT_WALK, BROKEN if action == COUNTER_OFFER else KEPT)
    threaten(g, t, other)
    if action == COUNTER_OFFER:
        begin_offer(g, own)
    else:
        begin_deadlock(g, s, t)


@rule
def is_writing(g: Game) -> bool:
    """Whether an offer is being written, its lines or its split."""
    return g.decision == OFFER_CIVIL or g.decision == OFFER_ARMY or is_speaking(g)


@rule
def is_sealed_now(g: Game) -> bool:
    """Whether an offer that has been written is still hidden from the other seat."""
    return g.opt_protocol == SEALED and is_writing(g)


@rule
def hide_unseen(g: Game, seat: int) -> None:
    """Forget what `seat` has not been shown yet: a sealed offer or hand of the other."""
    other = NAVY + ARMY - seat
    if is_sealed_now(g):
        g.offer[other, :] = NONE
        g.log_claim[g.turn, other] = NONE
        g.log_first_other[g.turn, other] = NONE
        g.log_first_civil[g.turn, other] = NONE
        g.log_last_claim[g.turn, other] = NONE
        clear_lines(g, other)
    if g.decision == JANKEN:
        g.hand[other] = NONE


# --- deadlock ------------------------------------------------------------------------------
@rule
def begin_deadlock(g: Game, s: Tables, t: Trace) -> None:
    """A rule that weighs offers needs one of each seat; who has none names it now.

    Talks without end (R6-2a) have no place in a program: a deadlock rule ends them (A-62).
    """
    if g.opt_deadlock != ZERO and g.opt_deadlock != STATUS_QUO:
        for seat in range(2):
            if g.offer[seat, ARMY] == NONE:
                g.step = NAMING
                begin_offer(g, seat)
                return
    resolve_deadlock(g, s, t)


@rule
def resolve_deadlock(g: Game, s: Tables, t: Trace) -> None:
    g.log_deadlock[g.turn] = 1
    if g.opt_deadlock == LOT:
        draw_lot(g, t)
    elif g.opt_deadlock == DICE:
        roll_off(g, t)
    elif g.opt_deadlock == JANKEN_RULE:
        ask(g, JANKEN, ARMY)
    elif g.opt_deadlock == ZERO:
        allot(g, s, t, 0, 0)
    elif g.opt_deadlock == STATUS_QUO:
        allot_status_quo(g, s, t)
    else:
        army = int(g.offer[ARMY, ARMY])
        navy = int(g.offer[NAVY, NAVY])
        allot_within(g, s, t, army, navy)


@rule
def win(g: Game, seat: int) -> None:
    """The winner's offer stands, but the winner may still concede."""
    g.winner = seat
    ask(g, CONCEDE, seat)


@rule
def draw_lot(g: Game, t: Trace) -> None:
    begin_roll(t, ROLL_LOT)
    win(g, ARMY if die(g, t, ROLL_LOT, SYSTEM, NONE, 0) <= 3 else NAVY)


@rule
def roll_off(g: Game, t: Trace) -> None:
    """Both roll, army first; ties are rolled again, at last settled by lot."""
    begin_roll(t, ROLL_DEADLOCK_DICE)
    for i in range(50):
        army = die(g, t, ROLL_DEADLOCK_DICE, ARMY, NONE, i)
        navy = die(g, t, ROLL_DEADLOCK_DICE, NAVY, NONE, i)
        if army != navy:
            win(g, ARMY if army > navy else NAVY)
            return
    draw_lot(g, t)


@rule
def legal_janken(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[ROCK] = 1
    mask[PAPER] = 1
    mask[SCISSORS] = 1


@rule
def apply_janken(g: Game, s: Tables, t: Trace, action: int) -> None:
    """One sealed hand each; ties are played again up to three times, then a lot."""
    g.hand[g.actor] = action - ROCK
    if g.actor == ARMY:
        ask(g, JANKEN, NAVY)
        return
    lead = (int(g.hand[ARMY]) - int(g.hand[NAVY])) % 3  # rock < paper < scissors < rock
    g.hand[:] = NONE
    if lead == 1:
        win(g, ARMY)
    elif lead == 2:
        win(g, NAVY)
    elif g.replays < JANKEN_REPLAYS:
        g.replays += 1
        ask(g, JANKEN, ARMY)
    else:
        draw_lot(g, t)


@rule
def legal_concede(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[OWN] = 1
    mask[OTHER] = 1
    mask[MIDPOINT] = 1


@rule
def apply_concede(g: Game, s: Tables, t: Trace, action: int) -> None:
    own = int(g.actor)
    other = NAVY + ARMY - own
    if action == MIDPOINT:
        army = in_fives((int(g.offer[own, ARMY]) + int(g.offer[other, ARMY])) // 2)
        navy = in_fives((int(g.offer[own, NAVY]) + int(g.offer[other, NAVY])) // 2)
        allot(g, s, t, army, navy)
    else:
        seat = own if action == OWN else other
        take(g, t, seat)
        allot(g, s, t, int(g.offer[seat, ARMY]), int(g.offer[seat, NAVY]))
