"""Talk beside the offers, an option of the environment (docs/talk.md).

Before it writes its split, a seat may attach up to two lines to an offer: a statement about
itself, or a request for a statement of the other seat. Nothing that is true already, or that no
unit could do, may be said. What comes of it is `promises`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import AMOUNT, ASK, BOX, END, KIND, TALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price, is_idle
from glory_env.games.glory.rules.board import ask, contested_boxes
from glory_env.games.glory.rules.carriers import can_convert
from glory_env.games.glory.rules.convoy import LARGE
from glory_env.games.glory.rules.feasible import can_fight, in_reach, is_possible
from glory_env.games.glory.rules.promises import is_open, is_threatened, settle, settle_threat
from glory_env.games.glory.state import (
    ALTERNATING,
    AMPHIBIOUS,
    ARMY,
    ASKED,
    DD,
    FORT,
    GROUND,
    MADE,
    MAX_LINES,
    NAVY,
    NO_TALK,
    NONE,
    OFFER_CIVIL,
    OFFERED,
    OPEN,
    POOL,
    ROW_BCV,
    ROWS,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_ESCORT,
    SAY_LARGE,
    SAY_NO_GRAB,
    SAY_OWN_LOSSES,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    SPEAK,
    SPEAK_AMOUNT,
    SPEAK_ASK,
    SPEAK_BOX,
    SPEAK_KIND,
    STATEMENTS,
    STEP,
    THREAT_ESCORTS,
    THREAT_POOL,
    THREAT_WALK,
    TRACK,
    VOID,
)


# --- the decisions -------------------------------------------------------------------------
@rule
def legal_speak(g: Game, s: Tables, mask: Array[int]) -> None:
    """A statement, a request for one, or no more lines."""
    writer = int(g.actor)
    mask[END] = 1
    for kind in range(len(STATEMENTS)):
        mask[TALK + kind] = may_say(g, s, writer, kind)
        if may_ask(g, s, kind):
            mask[ASK] = 1


@rule
def apply_speak(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action == END:
        ask(g, OFFER_CIVIL, g.actor)
    elif action == ASK:
        g.chosen_ask = 1
        ask(g, SPEAK_ASK, g.actor)
    else:
        begin_statement(g, action - TALK)


@rule
def legal_speak_ask(g: Game, s: Tables, mask: Array[int]) -> None:
    for kind in range(len(STATEMENTS)):
        mask[TALK + kind] = may_ask(g, s, kind)


@rule
def apply_speak_ask(g: Game, s: Tables, t: Trace, action: int) -> None:
    begin_statement(g, action - TALK)


@rule
def begin_statement(g: Game, kind: int) -> None:
    """A statement is chosen: ask for its argument, if it has one."""
    g.chosen_statement = kind
    if kind in (SAY_SUPPORT, SAY_PRESENT, SAY_AWAY):
        ask(g, SPEAK_BOX, g.actor)
    elif kind in (SAY_USE, SAY_CIVIL):
        ask(g, SPEAK_AMOUNT, g.actor)
    elif kind == SAY_BUILD:
        ask(g, SPEAK_KIND, g.actor)
    else:
        add_line(g, NONE)


@rule
def legal_speak_box(g: Game, s: Tables, mask: Array[int]) -> None:
    boxes = boxes_for(g, s, speaker_of(g), int(g.chosen_statement))
    for b in range(s.boxes):
        mask[BOX + b] = (boxes >> b) & 1


@rule
def apply_speak_box(g: Game, s: Tables, t: Trace, action: int) -> None:
    add_line(g, action - BOX)


@rule
def legal_speak_amount(g: Game, s: Tables, mask: Array[int]) -> None:
    """From 5 on, in steps of the offers' grid."""
    most = most_for(g, s, speaker_of(g), int(g.chosen_statement))
    for tonnage in range(int(g.opt_grid), most + 1, int(g.opt_grid)):
        mask[AMOUNT + tonnage // STEP] = 1


@rule
def apply_speak_amount(g: Game, s: Tables, t: Trace, action: int) -> None:
    add_line(g, (action - AMOUNT) * STEP)


@rule
def legal_speak_kind(g: Game, s: Tables, mask: Array[int]) -> None:
    rows = rows_for(g, s, speaker_of(g))
    for row in range(len(ROWS)):
        mask[KIND + row] = (rows >> row) & 1


@rule
def apply_speak_kind(g: Game, s: Tables, t: Trace, action: int) -> None:
    add_line(g, action - KIND)


@rule
def is_speaking(g: Game) -> bool:
    """Whether lines of an offer are being written."""
    return SPEAK <= g.decision <= SPEAK_KIND


@rule
def speaker_of(g: Game) -> int:
    """Whose statement is being chosen: the writer's, or the other seat's that is asked for."""
    return NAVY + ARMY - int(g.actor) if g.chosen_ask else int(g.actor)


@rule
def add_line(g: Game, argument: int) -> None:
    """The line is complete; after the last one comes the split."""
    writer = int(g.actor)
    i = int(g.line_count[writer])
    g.line_ask[writer, i] = g.chosen_ask
    g.line_kind[writer, i] = g.chosen_statement
    g.line_argument[writer, i] = argument
    g.line_count[writer] = i + 1
    g.chosen_ask = 0
    g.chosen_statement = NONE
    ask(g, SPEAK if i + 1 < MAX_LINES else OFFER_CIVIL, writer)


@rule
def count_lines(g: Game, writer: int) -> None:
    """The other seat has been shown the offer: count its lines."""
    for i in range(int(g.line_count[writer])):
        column = ASKED if g.line_ask[writer, i] else OFFERED
        g.tally[writer, g.line_kind[writer, i], column] += 1


# --- the split is in force ---------------------------------------------------------------
@rule
def end_talks(g: Game, s: Tables, t: Trace) -> None:
    """The split is in force: what can be judged no more, and what cannot be kept any more."""
    if g.opt_talk == NO_TALK:
        return
    for seat in range(2):
        settle_threat(g, t, seat, THREAT_WALK, VOID)
        for i in range(MAX_LINES):
            if is_open(g, g.turn - 1, seat, i, SAY_CIVIL):
                settle(g, t, g.turn - 1, seat, i, VOID)  # no offer was made
            if g.promise_state[g.turn, seat, i] == OPEN:
                kind = int(g.promise_kind[g.turn, seat, i])
                if not is_possible(g, s, seat, kind, int(g.promise_argument[g.turn, seat, i])):
                    settle(g, t, g.turn, seat, i, VOID)


# --- what may be said ----------------------------------------------------------------------
@rule
def may_ask(g: Game, s: Tables, kind: int) -> bool:
    """Nobody accepts a sealed offer, so it asks for nothing; nor does anyone ask for a threat."""
    other = NAVY + ARMY - int(g.actor)
    return g.opt_protocol == ALTERNATING and kind < THREAT_POOL and may_say(g, s, other, kind)


@rule
def may_say(g: Game, s: Tables, speaker: int, kind: int) -> bool:
    """Whether the acting seat may write that statement of a speaker's into its offer."""
    if kind in (SAY_SUPPORT, SAY_PRESENT, SAY_AWAY):
        return boxes_for(g, s, speaker, kind) != 0
    if kind in (SAY_USE, SAY_CIVIL):
        return most_for(g, s, speaker, kind) >= g.opt_grid
    if kind == SAY_BUILD:
        return rows_for(g, s, speaker) != 0
    if has_line(g, speaker, kind):
        return False
    if kind == SAY_ESCORT:
        return speaker == NAVY and can_be_escorted(g, s)
    if kind == SAY_OWN_LOSSES:
        return can_fight(g, s, speaker)
    if kind == SAY_LARGE:
        return speaker == NAVY and g.convoy_method != LARGE
    if kind < THREAT_POOL:  # no grab, no turn 13: once a game
        is_over = kind == SAY_NO_GRAB and g.turn >= s.last_turn  # no offer follows
        return bool(g.tally[speaker, kind, MADE] == 0 and not is_over)
    if g.opt_protocol != ALTERNATING or is_threatened(g, speaker, kind):
        return False
    if kind == THREAT_ESCORTS:
        return speaker == NAVY and can_be_escorted(g, s)
    if kind == THREAT_WALK:  # there has to be an answer to come
        return g.offers + 1 < g.opt_max_offers
    return can_fight(g, s, speaker)


@rule
def has_line(g: Game, speaker: int, kind: int) -> bool:
    """Whether the offer being written has that statement of the speaker's already."""
    writer = int(g.actor)
    for i in range(int(g.line_count[writer])):
        if g.line_kind[writer, i] == kind and (g.line_ask[writer, i] == 1) == (speaker != writer):
            return True
    return False


@rule
def said(g: Game, speaker: int, kind: int) -> int:
    """Arguments of such lines in the offer being written, as bits (boxes and rows)."""
    writer = int(g.actor)
    bits = 0
    for i in range(int(g.line_count[writer])):
        if g.line_kind[writer, i] == kind and (g.line_ask[writer, i] == 1) == (speaker != writer):
            bits |= 1 << int(g.line_argument[writer, i])
    return bits


@rule
def can_be_escorted(g: Game, s: Tables) -> bool:
    """A ground unit or fort that might sail, and a destroyer squadron, are on the map."""
    sails = False
    escorts = False
    for u in range(s.counters):
        if g.place[u] >= 0:
            sails = sails or s.kind[u] == GROUND or s.kind[u] == FORT
            escorts = escorts or s.kind[u] == DD
    return sails and escorts


@rule
def boxes_for(g: Game, s: Tables, speaker: int, kind: int) -> int:
    """Contested boxes within reach that a statement may name, as bits; none named already."""
    boxes = contested_boxes(g, s)
    if kind == SAY_SUPPORT:
        if speaker == ARMY:
            return 0
        for b in range(s.boxes):
            if s.box_kind[b] != AMPHIBIOUS:
                boxes &= ~(1 << b)
        boxes &= in_reach(g, s, ARMY, 1)
    boxes &= in_reach(g, s, speaker, 2 if kind == SAY_SUPPORT else 1)
    taken = said(g, speaker, kind)
    if kind == SAY_PRESENT:
        taken |= said(g, speaker, SAY_AWAY)
    elif kind == SAY_AWAY:
        taken |= said(g, speaker, SAY_PRESENT)
    return boxes & ~taken


@rule
def most_for(g: Game, s: Tables, speaker: int, kind: int) -> int:
    """The greatest amount a statement may name: of civil, or what activation could cost."""
    if has_line(g, speaker, kind) or (kind == SAY_CIVIL and g.turn >= s.last_turn):
        return 0
    if kind == SAY_CIVIL:
        return int(g.total)
    contested = contested_boxes(g, s)
    price = 0
    for u in range(s.counters):
        if s.service[u] == speaker and is_idle(g, s, u):
            price += activation_price(g, u, contested)
    return min(price, int(g.total))


@rule
def rows_for(g: Game, s: Tables, speaker: int) -> int:
    """Production rows that might be started or advanced this turn, as bits."""
    rows = 0
    for u in range(s.counters):
        row = int(s.row[u])
        if row != NONE and (g.place[u] == TRACK or (g.place[u] == POOL and row != ROW_BCV)):
            rows |= 1 << row
    if can_convert(g, s):
        rows |= 1 << ROW_BCV
    return rows & ~said(g, speaker, SAY_BUILD)
