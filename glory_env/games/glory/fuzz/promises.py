"""What holds of talk: lines, statements in force, their count, and what the trace tells of them."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import T_LINE, Trace
from glory_env.fuzz.codes import BAD, DETAIL
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import could_spend
from glory_env.games.glory.state import (
    ACTIVATE,
    ACTIVATION,
    BINDING,
    BROKEN,
    COMBAT,
    CONVOY,
    KEPT,
    MADE,
    MAX_LINES,
    MAX_TURNS,
    MOVEMENT,
    NAVY,
    NO_TALK,
    NONE,
    NOT_MADE,
    OFFERED,
    OPEN,
    OVER,
    PRODUCTION,
    ROWS,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_ESCORT,
    SAY_LARGE,
    SAY_NO_GRAB,
    SAY_NO_TURN_13,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    SEALED,
    SPEAK,
    SPEAK_AMOUNT,
    SPEAK_ASK,
    SPEAK_BOX,
    SPEAK_KIND,
    STATEMENTS,
    STEP,
    SUPPORT,
    T_PROMISE,
    THREAT_ESCORTS,
    THREAT_POOL,
    THREAT_WALK,
    TONNAGE,
    VOID,
)

_TURNS = MAX_TURNS + 2  # rows of the promises


# --- one position --------------------------------------------------------------------------
@rule
def check_talk(g: Game, s: Tables) -> int:
    """A code of what is wrong with the talk in a position, 0 where all holds."""
    if g.opt_talk == NO_TALK and has_spoken(g):
        return BAD.silence * DETAIL
    code = check_writing(g, s)
    for seat in range(2):
        if not code:
            code = check_seat(g, s, seat)
    return code


@rule
def has_spoken(g: Game) -> bool:
    """Whether anything of talk is not as at the start of a game."""
    spoken = g.chosen_ask != 0 or g.chosen_statement != NONE
    for seat in range(2):
        spoken = spoken or g.line_count[seat] != 0
        spoken = spoken or g.promised[seat] != 0 or g.build_missed[seat] != 0
        for i in range(MAX_LINES):
            spoken = spoken or g.line_kind[seat, i] != NONE
            for turn in range(_TURNS):
                spoken = spoken or g.promise_state[turn, seat, i] != NOT_MADE
                spoken = spoken or g.promise_kind[turn, seat, i] != NONE
        for k in range(THREAT_WALK - THREAT_POOL + 1):
            for turn in range(_TURNS):
                spoken = spoken or g.threat_state[turn, seat, k] != NOT_MADE
        for kind in range(len(STATEMENTS)):
            for column in range(OFFERED, VOID + 2):
                spoken = spoken or g.tally[seat, kind, column] != 0
    return bool(spoken)


@rule
def check_writing(g: Game, s: Tables) -> int:
    """The line that is being written, and those with each seat's last offer."""
    d = int(g.decision)
    kind = int(g.chosen_statement)
    if (kind != NONE) != (SPEAK_BOX <= d <= SPEAK_KIND) or not NONE <= kind < len(STATEMENTS):
        return BAD.speaking * DETAIL
    if kind != NONE and argument_of(kind) != d:
        return BAD.speaking * DETAIL + 1
    if (g.chosen_ask and not SPEAK_ASK <= d <= SPEAK_KIND) or (d == SPEAK_ASK and not g.chosen_ask):
        return BAD.speaking * DETAIL + 2
    if SPEAK <= d <= SPEAK_KIND and g.line_count[g.actor] >= MAX_LINES:
        return BAD.speaking * DETAIL + 3
    for seat in range(2):
        if not 0 <= g.line_count[seat] <= MAX_LINES:
            return BAD.line * DETAIL + seat
        for i in range(MAX_LINES):
            kind = int(g.line_kind[seat, i])
            argument = int(g.line_argument[seat, i])
            asks = int(g.line_ask[seat, i])
            if i >= g.line_count[seat]:
                if asks != 0 or kind != NONE or argument != NONE:
                    return BAD.line * DETAIL + seat
                continue
            speaker = 1 - seat if asks else seat
            if not (may_speak(speaker, kind) and fits(g, s, kind, argument)):
                return BAD.line * DETAIL + seat
            is_threat = kind >= THREAT_POOL
            if asks not in (0, 1) or ((asks or is_threat) and g.opt_protocol == SEALED):
                return BAD.line * DETAIL + seat
            if asks and is_threat:
                return BAD.line * DETAIL + seat
    return 0


@rule
def argument_of(kind: int) -> int:
    """The decision that asks for a statement's argument; SPEAK where it has none."""
    if kind in (SAY_SUPPORT, SAY_PRESENT, SAY_AWAY):
        return SPEAK_BOX
    if kind in (SAY_USE, SAY_CIVIL):
        return SPEAK_AMOUNT
    return SPEAK_KIND if kind == SAY_BUILD else SPEAK


@rule
def may_speak(speaker: int, kind: int) -> bool:
    """Whether there is such a statement, and a service may make it of itself."""
    own = kind in (SAY_ESCORT, SAY_SUPPORT, SAY_LARGE, THREAT_ESCORTS)
    return 0 <= kind < len(STATEMENTS) and (speaker == NAVY or not own)


@rule
def fits(g: Game, s: Tables, kind: int, argument: int) -> bool:
    """Whether the argument is one of the statement's."""
    d = argument_of(kind)
    if d == SPEAK_BOX:
        return bool(0 <= argument < s.boxes and argument != s.home and argument != s.convoy)
    if d == SPEAK_AMOUNT:
        return bool(STEP <= argument <= s.cap and argument % int(g.opt_grid) == 0)
    return 0 <= argument < len(ROWS) if d == SPEAK_KIND else argument == NONE


@rule
def check_seat(g: Game, s: Tables, seat: int) -> int:
    """The promises and threats of a seat, and their count."""
    for turn in range(_TURNS):
        for i in range(MAX_LINES):
            kind = int(g.promise_kind[turn, seat, i])
            state = int(g.promise_state[turn, seat, i])
            argument = int(g.promise_argument[turn, seat, i])
            if state == NOT_MADE:
                if kind != NONE or argument != NONE:
                    return BAD.promise * DETAIL + turn
                continue
            if not may_speak(seat, kind) or kind >= THREAT_POOL or not OPEN <= state <= VOID:
                return BAD.promise * DETAIL + turn
            if not fits(g, s, kind, argument) or not 1 <= turn <= g.turn:
                return BAD.promise * DETAIL + turn
            if state == OPEN and is_late(g, kind, turn):
                return BAD.late * DETAIL + 16 * seat + kind
        for kind in range(THREAT_POOL, THREAT_WALK + 1):
            state = int(g.threat_state[turn, seat, kind - THREAT_POOL])
            if not NOT_MADE <= state <= VOID:
                return BAD.promise * DETAIL + turn
            if state != NOT_MADE and not (may_speak(seat, kind) and 1 <= turn <= g.turn):
                return BAD.promise * DETAIL + turn
            if state == OPEN and is_late(g, kind, turn):
                return BAD.late * DETAIL + 16 * seat + kind
    return check_count(g, seat)


@rule
def is_late(g: Game, kind: int, turn: int) -> bool:
    """Whether a statement of that turn should have been judged; none is where the game has ended.

    The first is judged when the combat phase begins, the others at latest when a phase ends.
    """
    if g.phase == OVER or kind in (SAY_NO_GRAB, SAY_NO_TURN_13):
        return bool(g.phase == OVER and kind == SAY_NO_GRAB)
    if kind == SAY_CIVIL:
        return bool(turn < g.turn - 1 or (turn == g.turn - 1 and g.phase > TONNAGE))
    if turn < g.turn:
        return True
    if kind in (SAY_PRESENT, SAY_AWAY):
        return bool(g.phase > COMBAT or (g.phase == COMBAT and g.step > 0))
    last = COMBAT  # support, own_losses, threat_pool
    if kind == SAY_USE:
        last = ACTIVATION
    elif kind in (SAY_ESCORT, THREAT_ESCORTS):
        last = MOVEMENT
    elif kind == SAY_BUILD:
        last = PRODUCTION
    elif kind == SAY_LARGE:
        last = CONVOY
    elif kind == THREAT_WALK:
        last = TONNAGE
    return bool(g.phase > last)


@rule
def check_count(g: Game, seat: int) -> int:
    """made = kept + broken + void + open, and what was made had been written before."""
    for kind in range(len(STATEMENTS)):
        judged = 0
        for state in range(KEPT, VOID + 1):
            count = int(g.tally[seat, kind, state + 1])
            stand = count_in(g, seat, kind, state)
            if stand > count or (stand < count and kind < THREAT_POOL):
                return BAD.tally * DETAIL + 16 * seat + kind
            judged += count
        opened = count_in(g, seat, kind, OPEN)
        made = int(g.tally[seat, kind, MADE])
        written = int(g.tally[seat, kind, OFFERED]) + int(g.tally[1 - seat, kind, OFFERED + 1])
        if made != judged + opened or made > written:
            return BAD.tally * DETAIL + 16 * seat + kind
        is_bit = (int(g.promised[seat]) >> kind) & 1 == 1
        if is_bit != (opened > 0 and kind < THREAT_POOL):
            return BAD.promised * DETAIL + 16 * seat + kind
    return 0


@rule
def count_in(g: Game, seat: int, kind: int, state: int) -> int:
    """Promises of that kind in that state, of all turns; of threats the last one of each turn."""
    n = 0
    for turn in range(_TURNS):
        if kind >= THREAT_POOL:
            n += g.threat_state[turn, seat, kind - THREAT_POOL] == state
            continue
        for i in range(MAX_LINES):
            is_kind = g.promise_kind[turn, seat, i] == kind
            n += is_kind and g.promise_state[turn, seat, i] == state
    return n


# --- one step ------------------------------------------------------------------------------
@rule
def check_promises(b: Game, g: Game, s: Tables, t: Trace) -> int:
    """A code of what is wrong between a game before (b) and after a call of the engine."""
    for seat in range(2):
        for kind in range(len(STATEMENTS)):
            for column in range(OFFERED, VOID + 2):
                if g.tally[seat, kind, column] < b.tally[seat, kind, column]:
                    return BAD.judged * DETAIL + 16 * seat + kind
        for turn in range(_TURNS):
            for i in range(MAX_LINES):
                was = int(b.promise_state[turn, seat, i])
                same = g.promise_kind[turn, seat, i] == b.promise_kind[turn, seat, i]
                same = (
                    same and g.promise_argument[turn, seat, i] == b.promise_argument[turn, seat, i]
                )
                if was != NOT_MADE and not same:
                    return BAD.judged * DETAIL + 16 * seat
                if was > OPEN and g.promise_state[turn, seat, i] != was:
                    return BAD.judged * DETAIL + 16 * seat
    if g.opt_talk == BINDING:
        for k in range(t.entries):
            code, x, y, _ = t.entry[k]
            if code == T_PROMISE and y == BROKEN and not may_break(b, g, s, x // 16, x % 16):
                return BAD.bound * DETAIL + int(x)
    return 0


@rule
def may_break(b: Game, g: Game, s: Tables, seat: int, kind: int) -> bool:
    """Whether a word may be broken although words bind, in the step from b to g.

    Threats, present and away bind nobody. The others mask the choice that breaks them, but a seat
    may make it impossible before: its ships are elsewhere when combat begins, what it has spent
    leaves too little for the rest, and of two rows promised it has built the one instead of the
    other.
    """
    if kind >= THREAT_POOL or kind in (SAY_PRESENT, SAY_AWAY):
        return True
    if kind == SAY_SUPPORT:
        return bool(b.decision != SUPPORT)
    if kind == SAY_USE:
        ends = b.decision == ACTIVATE and b.actor == seat
        ends = ends and g.log_spent[b.turn, seat] == b.log_spent[b.turn, seat]
        return bool(not ends or not could_spend(b, s))
    if kind == SAY_BUILD:
        rows = 0
        for i in range(MAX_LINES):
            rows += b.promise_kind[b.turn, seat, i] == SAY_BUILD
        return rows == 2
    return False


@rule
def check_told(b: Game, g: Game, t: Trace) -> int:
    """A code where the trace's events, carried out on the game before, lead to other promises.

    `b` is changed.
    """
    turn = int(b.turn)
    for k in range(t.entries):
        code, x, y, z = t.entry[k]
        if code == T_LINE:
            turn = int(z)
        elif code == T_PROMISE and not carry_out(b, turn, x // 16, x % 16, y, z):
            return BAD.trace * DETAIL + T_PROMISE
    for seat in range(2):
        for turn in range(_TURNS):
            for i in range(MAX_LINES):
                same = g.promise_kind[turn, seat, i] == b.promise_kind[turn, seat, i]
                same = (
                    same and g.promise_argument[turn, seat, i] == b.promise_argument[turn, seat, i]
                )
                if not same or g.promise_state[turn, seat, i] != b.promise_state[turn, seat, i]:
                    return BAD.trace * DETAIL + T_PROMISE
            for i in range(THREAT_WALK - THREAT_POOL + 1):
                if g.threat_state[turn, seat, i] != b.threat_state[turn, seat, i]:
                    return BAD.trace * DETAIL + T_PROMISE
        for kind in range(len(STATEMENTS)):
            for column in range(MADE, VOID + 2):
                if g.tally[seat, kind, column] != b.tally[seat, kind, column]:
                    return BAD.trace * DETAIL + T_PROMISE
    return 0


@rule
def carry_out(b: Game, turn: int, seat: int, kind: int, state: int, argument: int) -> bool:
    """Do what an event of the trace says; False where there is nothing it can be about."""
    b.tally[seat, kind, MADE if state == OPEN else state + 1] += 1
    if kind >= THREAT_POOL:  # one that was judged may be spoken again
        is_open = b.threat_state[turn, seat, kind - THREAT_POOL] == OPEN
        b.threat_state[turn, seat, kind - THREAT_POOL] = state
        return bool(is_open != (state == OPEN))
    for k in range(turn if state == OPEN else 1, turn + 1):
        for i in range(MAX_LINES):
            if state == OPEN and b.promise_state[k, seat, i] == NOT_MADE:
                b.promise_kind[k, seat, i] = kind
                b.promise_argument[k, seat, i] = argument
                b.promise_state[k, seat, i] = OPEN
                return True
            same = b.promise_kind[k, seat, i] == kind and b.promise_argument[k, seat, i] == argument
            if state != OPEN and same and b.promise_state[k, seat, i] == OPEN:
                b.promise_state[k, seat, i] = state
                return True
    return False
