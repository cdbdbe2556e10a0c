"""Statements in force, and how the rules judge them (option `talk`, docs/talk.md).

A promise is a statement that an accepted offer has brought into force. It is open until its
chapter calls the function here that judges it. It is void only where its speaker could not have
kept it in any way. A threat comes into force when its offer is refused. Words cost nothing in
play; with `talk="binding"` the chapters mask what would break a promise.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import active_boxes, contested_boxes, is_unit
from glory_env.games.glory.state import (
    ARMY,
    BINDING,
    BROKEN,
    CIVIL,
    COMPLETED,
    KEPT,
    MADE,
    MAX_LINES,
    NAVY,
    NO_TALK,
    NONE,
    NOT_MADE,
    OPEN,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_ESCORT,
    SAY_NO_GRAB,
    SAY_NO_TURN_13,
    SAY_OWN_LOSSES,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    T_PROMISE,
    THREAT_ESCORTS,
    THREAT_POOL,
    THREAT_WALK,
    VOID,
)


@rule
def clear_talk(g: Game) -> None:
    """Nothing said, at the start of a game."""
    for seat in range(2):
        clear_lines(g, seat)
    g.promised[:] = 0
    g.promise_kind[:] = NONE
    g.promise_argument[:] = NONE
    g.promise_state[:] = NOT_MADE
    g.threat_state[:] = NOT_MADE
    g.tally[:] = 0
    g.pay_limit = 0
    g.build_missed[:] = 0


@rule
def clear_lines(g: Game, seat: int) -> None:
    """The seat's offer carries no lines."""
    g.line_count[seat] = 0
    for i in range(MAX_LINES):
        g.line_ask[seat, i] = 0
        g.line_kind[seat, i] = NONE
        g.line_argument[seat, i] = NONE


# --- what is in force ----------------------------------------------------------------------
@rule
def is_promised(g: Game, seat: int, kind: int) -> bool:
    """Whether the seat has an open promise of that kind."""
    return (int(g.promised[seat]) >> kind) & 1 == 1


@rule
def is_open(g: Game, turn: int, seat: int, i: int, kind: int) -> bool:
    """Whether promise i of that turn and seat is of a kind and open."""
    return bool(g.promise_state[turn, seat, i] == OPEN and g.promise_kind[turn, seat, i] == kind)


@rule
def is_bound(g: Game, seat: int, kind: int) -> bool:
    """Whether such a promise masks what would break it."""
    return g.opt_talk == BINDING and is_promised(g, seat, kind)


@rule
def promises_now(g: Game, seat: int, kind: int, argument: int) -> bool:
    """Whether one made this turn, with that argument, is open."""
    for i in range(MAX_LINES):
        if is_open(g, g.turn, seat, i, kind) and g.promise_argument[g.turn, seat, i] == argument:
            return True
    return False


@rule
def promised_amount(g: Game, seat: int, kind: int, turn: int) -> int:
    """The greatest amount of the open promises of that kind and turn; 0 without one."""
    most = 0
    for i in range(MAX_LINES):
        if is_open(g, turn, seat, i, kind):
            most = max(most, int(g.promise_argument[turn, seat, i]))
    return most


@rule
def make(g: Game, t: Trace, seat: int, kind: int, argument: int) -> None:
    """A statement of the seat comes into force."""
    for i in range(MAX_LINES):
        if g.promise_kind[g.turn, seat, i] == NONE:
            g.promise_kind[g.turn, seat, i] = kind
            g.promise_argument[g.turn, seat, i] = argument
            g.promise_state[g.turn, seat, i] = OPEN
            g.promised[seat] |= 1 << kind
            g.tally[seat, kind, MADE] += 1
            write(t, T_PROMISE, 16 * seat + kind, OPEN, argument)
            return


@rule
def settle(g: Game, t: Trace, turn: int, seat: int, i: int, state: int) -> None:
    """Judge promise i of that turn and seat."""
    kind = int(g.promise_kind[turn, seat, i])
    g.promise_state[turn, seat, i] = state
    g.tally[seat, kind, state + 1] += 1
    write(t, T_PROMISE, 16 * seat + kind, state, int(g.promise_argument[turn, seat, i]))
    g.promised[seat] &= ~(1 << kind)
    for k in range(1, g.turn + 1):  # another of the kind may be open
        for j in range(MAX_LINES):
            if is_open(g, k, seat, j, kind):
                g.promised[seat] |= 1 << kind


@rule
def settle_kind(g: Game, t: Trace, seat: int, kind: int, state: int) -> None:
    """Judge all open promises of a kind alike."""
    if is_promised(g, seat, kind):
        for turn in range(1, g.turn + 1):
            for i in range(MAX_LINES):
                if is_open(g, turn, seat, i, kind):
                    settle(g, t, turn, seat, i, state)


# --- threats -------------------------------------------------------------------------------
@rule
def is_threatened(g: Game, seat: int, kind: int) -> bool:
    """Whether that threat of the seat is in force."""
    return bool(g.threat_state[g.turn, seat, kind - THREAT_POOL] == OPEN)


@rule
def threaten(g: Game, t: Trace, seat: int) -> None:
    """The threats beside the seat's offer come into force: it was refused."""
    for i in range(int(g.line_count[seat])):
        kind = int(g.line_kind[seat, i])
        if kind >= THREAT_POOL and not is_threatened(g, seat, kind):
            g.threat_state[g.turn, seat, kind - THREAT_POOL] = OPEN
            g.tally[seat, kind, MADE] += 1
            write(t, T_PROMISE, 16 * seat + kind, OPEN, NONE)


@rule
def settle_threat(g: Game, t: Trace, seat: int, kind: int, state: int) -> None:
    """Judge a threat if it is in force: KEPT = carried out, BROKEN = not carried out."""
    if is_threatened(g, seat, kind):
        g.threat_state[g.turn, seat, kind - THREAT_POOL] = state
        g.tally[seat, kind, state + 1] += 1
        write(t, T_PROMISE, 16 * seat + kind, state, NONE)


# --- the talks -----------------------------------------------------------------------------
@rule
def agree(g: Game, t: Trace, writer: int) -> None:
    """An offer is accepted: its writer's words stand, and the acceptor gives what it asked for."""
    take(g, t, writer)
    other = NAVY + ARMY - writer
    for i in range(int(g.line_count[writer])):
        if g.line_ask[writer, i]:
            make(g, t, other, int(g.line_kind[writer, i]), int(g.line_argument[writer, i]))
    for seat in range(2):
        for kind in range(THREAT_POOL, THREAT_WALK + 1):
            settle_threat(g, t, seat, kind, VOID)


@rule
def take(g: Game, t: Trace, writer: int) -> None:
    """An offer stands without the other's consent: its writer's words do, its requests do not."""
    for i in range(int(g.line_count[writer])):
        kind = int(g.line_kind[writer, i])
        if not g.line_ask[writer, i] and kind < THREAT_POOL:
            make(g, t, writer, kind, int(g.line_argument[writer, i]))


@rule
def judge_offer(g: Game, t: Trace, seat: int, is_first: bool) -> None:
    """A complete offer: civil share of the first one of the turn, no offer above half."""
    if g.opt_talk == NO_TALK:
        return
    if is_promised(g, seat, SAY_NO_GRAB) and 2 * int(g.offer[seat, seat]) > g.total:
        settle_kind(g, t, seat, SAY_NO_GRAB, BROKEN)
    if is_first and is_promised(g, seat, SAY_CIVIL):
        for i in range(MAX_LINES):
            if is_open(g, g.turn - 1, seat, i, SAY_CIVIL):
                amount = int(g.promise_argument[g.turn - 1, seat, i])
                state = KEPT if g.offer[seat, CIVIL] >= amount else BROKEN
                settle(g, t, g.turn - 1, seat, i, VOID if amount > g.total else state)


# --- the phases ----------------------------------------------------------------------------
@rule
def judge_use(g: Game, t: Trace, seat: int) -> None:
    """End of a seat's activation: an amount that its share allowed has been spent or not."""
    for i in range(MAX_LINES):
        if is_open(g, g.turn, seat, i, SAY_USE):
            kept = g.log_spent[g.turn, seat] >= g.promise_argument[g.turn, seat, i]
            settle(g, t, g.turn, seat, i, KEPT if kept else BROKEN)


@rule
def judge_refusal(g: Game, t: Trace) -> None:
    """The navy has refused an escort that was asked for."""
    settle_kind(g, t, NAVY, SAY_ESCORT, BROKEN)
    settle_threat(g, t, NAVY, THREAT_ESCORTS, KEPT)


@rule
def judge_movement(g: Game, t: Trace) -> None:
    """End of the movement phase."""
    settle_kind(g, t, NAVY, SAY_ESCORT, KEPT)
    state = BROKEN if g.log_asked[g.turn] > 0 else VOID
    settle_threat(g, t, NAVY, THREAT_ESCORTS, state)


@rule
def judge_presence(g: Game, s: Tables, t: Trace) -> None:
    """Start of the combat phase: where the seats have Active units, and whether support can be."""
    contested = contested_boxes(g, s)
    army = active_boxes(g, s, ARMY)
    for seat in range(2):
        active = active_boxes(g, s, seat)
        for i in range(MAX_LINES):
            if g.promise_state[g.turn, seat, i] != OPEN:
                continue
            kind = int(g.promise_kind[g.turn, seat, i])
            box = int(g.promise_argument[g.turn, seat, i])
            if kind in (SAY_PRESENT, SAY_AWAY):
                there = (active >> box) & 1 == 1
                settle(g, t, g.turn, seat, i, KEPT if there == (kind == SAY_PRESENT) else BROKEN)
            elif kind == SAY_SUPPORT:
                if not ((contested & army) >> box) & 1:
                    settle(g, t, g.turn, seat, i, VOID)
                elif count_active(g, s, seat, box) < 2:  # one has to fight for the navy (12-8c)
                    settle(g, t, g.turn, seat, i, BROKEN)


@rule
def count_active(g: Game, s: Tables, seat: int, box: int) -> int:
    n = 0
    for u in range(s.counters):
        if g.place[u] == box and g.active[u] and s.service[u] == seat and is_unit(s, u):
            n += 1
    return n


@rule
def count_lent(g: Game, s: Tables, box: int) -> int:
    n = 0
    for u in range(s.counters):
        if g.place[u] == box and g.supports[u]:
            n += 1
    return n


@rule
def judge_support(g: Game, s: Tables, t: Trace) -> None:
    """The navy has said how many units it lends in a battle that allowed it."""
    state = KEPT if count_lent(g, s, int(g.battle_box)) > 0 else BROKEN
    for i in range(MAX_LINES):
        here = g.promise_argument[g.turn, NAVY, i] == g.battle_box
        if here and is_open(g, g.turn, NAVY, i, SAY_SUPPORT):
            settle(g, t, g.turn, NAVY, i, state)


@rule
def judge_payment(g: Game, t: Trace) -> None:
    """A loss has been paid: `pool_paid` of it from the total, `pay_limit` at most was needed."""
    seat = int(g.battle_service)
    breach = int(g.pool_paid) - int(g.pay_limit)
    g.log_breach[g.turn, seat] = max(int(g.log_breach[g.turn, seat]), breach)
    if breach > 0:
        settle_kind(g, t, seat, SAY_OWN_LOSSES, BROKEN)


@rule
def judge_combat(g: Game, t: Trace) -> None:
    """End of the combat phase."""
    settle_kind(g, t, NAVY, SAY_SUPPORT, VOID)
    for seat in range(2):
        settle_kind(g, t, seat, SAY_OWN_LOSSES, KEPT)
        lost = int(g.log_loss[g.turn, seat])
        carried_out = 2 * int(g.log_burnt[g.turn, seat]) > lost
        state = KEPT if carried_out else BROKEN
        settle_threat(g, t, seat, THREAT_POOL, state if lost > 0 else VOID)


@rule
def judge_built(g: Game, t: Trace, seat: int, row: int) -> None:
    """The seat has started or advanced something of a production row."""
    g.log_built[g.turn, seat] |= 1 << row
    settle_builds(g, t, seat, 1 << row, KEPT)


@rule
def judge_other(g: Game, t: Trace, seat: int, rows: int, passed: bool) -> None:
    """The seat could have built the rows (bits) and picks something else, or passes."""
    missed = rows & promised_rows(g, seat)
    g.build_missed[seat] |= missed
    if passed:
        settle_builds(g, t, seat, missed, BROKEN)


@rule
def settle_builds(g: Game, t: Trace, seat: int, rows: int, state: int) -> None:
    """Judge the seat's open promises to build one of the rows."""
    for i in range(MAX_LINES):
        is_one = is_open(g, g.turn, seat, i, SAY_BUILD)
        if is_one and (rows >> int(g.promise_argument[g.turn, seat, i])) & 1:
            settle(g, t, g.turn, seat, i, state)


@rule
def judge_production(g: Game, t: Trace) -> None:
    """End of the phase: broken by who had another thing built instead, void for all others."""
    for seat in range(2):
        settle_builds(g, t, seat, int(g.build_missed[seat]), BROKEN)
        settle_kind(g, t, seat, SAY_BUILD, VOID)
    g.build_missed[:] = 0


@rule
def promised_rows(g: Game, seat: int) -> int:
    """Production rows of the seat's open promises, as bits."""
    rows = 0
    for i in range(MAX_LINES):
        if is_open(g, g.turn, seat, i, SAY_BUILD):
            rows |= 1 << int(g.promise_argument[g.turn, seat, i])
    return rows


@rule
def judge_end(g: Game, t: Trace, outcome: int) -> None:
    """The game is over: what held to its end was kept."""
    if g.opt_talk != NO_TALK:
        for seat in range(2):
            settle_kind(g, t, seat, SAY_NO_GRAB, KEPT)
            state = KEPT if outcome == COMPLETED else VOID  # nobody could declare turn 13
            settle_kind(g, t, seat, SAY_NO_TURN_13, state)
