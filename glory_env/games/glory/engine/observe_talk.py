"""The observation of talk: lines with the offers, promises in force, and the ledger."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.glory.engine.scaling import add, flag, share
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.rules.negotiation import is_sealed_now, is_writing
from glory_env.games.glory.sections import AT, BY_SECTION, PAST, PER_WORD, SAID_OF_BOX
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    KEPT,
    MAX_BOXES,
    MAX_LINES,
    MAX_TONNAGE,
    NAVY,
    NO_TALK,
    OPEN,
    ROWS,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    STATEMENTS,
    TALLY,
    THREAT_POOL,
    TONNAGE,
)

N_SAID = len(BY_SECTION["said"].columns)
N_PROMISES = len(BY_SECTION["promises"].columns)
N_STATEMENTS, N_TALLY, N_SAID_OF_BOX = len(STATEMENTS), len(TALLY), len(SAID_OF_BOX)
N_ROWS = len(ROWS)
SUPPORT, PRESENT, AWAY = 0, 1, 3  # columns of SAID_OF_BOX: the last two once a service


@rule
def encode_talk(g: Game, seat: int, out: np.ndarray) -> None:
    """Everything said; nothing of it without talk."""
    if g.opt_talk == NO_TALK:
        return
    for writer in range(2):
        if writer == seat or not is_hidden(g, writer):
            encode_lines(g, writer, out)
    if g.actor == seat:
        out[AT.said_so_far] = g.chosen_ask
        if g.chosen_statement >= 0:
            out[AT.said_so_far + 1 + int(g.chosen_statement)] = 1.0
    encode_promises(g, out)
    encode_ledger(g, out)
    for who in range(2):
        for kind in range(N_STATEMENTS):
            is_threat = 1 if kind >= THREAT_POOL else 0
            for k in range(N_TALLY):
                count = int(g.tally[who, kind, k])
                if count:
                    add(out, AT.words + (2 * who + is_threat) * N_TALLY + k, count * PER_WORD)


@rule
def is_hidden(g: Game, writer: int) -> bool:
    """Whether the other seat has not been shown the writer's lines yet."""
    return (is_writing(g) and g.actor == writer) or is_sealed_now(g)


@rule
def mark_box(out: np.ndarray, kind: int, speaker: int, box: int) -> None:
    """A statement about a box."""
    j = AT.box_said + box * N_SAID_OF_BOX
    if not 0 <= box < MAX_BOXES:
        return
    if kind == SAY_SUPPORT:
        out[j + SUPPORT] = 1.0
    elif kind == SAY_PRESENT:
        out[j + PRESENT + speaker] = 1.0
    elif kind == SAY_AWAY:
        out[j + AWAY + speaker] = 1.0


@rule
def encode_lines(g: Game, writer: int, out: np.ndarray) -> None:
    for i in range(int(g.line_count[writer])):
        j = AT.said + (MAX_LINES * writer + i) * N_SAID
        kind = int(g.line_kind[writer, i])
        argument = int(g.line_argument[writer, i])
        asks = g.line_ask[writer, i] == 1
        out[j] = 1.0 if asks else 0.0
        out[j + 1 + kind] = 1.0
        if kind in (SAY_USE, SAY_CIVIL):
            out[j + 1 + N_STATEMENTS] = share(argument, MAX_TONNAGE)
        elif kind == SAY_BUILD:
            flag(out, j + 2 + N_STATEMENTS, N_ROWS, argument)
        elif g.phase == TONNAGE:
            mark_box(out, kind, NAVY + ARMY - writer if asks else writer, argument)


@rule
def encode_promises(g: Game, out: np.ndarray) -> None:
    for seat in range(2):
        start = AT.promises + seat * N_PROMISES
        for kind in range(N_STATEMENTS):
            out[start + kind] = (int(g.promised[seat]) >> kind) & 1
        for k in range(N_STATEMENTS - THREAT_POOL):
            if g.threat_state[g.turn, seat, k] == OPEN:
                out[start + THREAT_POOL + k] = 1.0
        for turn in range(max(int(g.turn) - 1, 1), int(g.turn) + 1):
            for i in range(MAX_LINES):
                if g.promise_state[turn, seat, i] != OPEN:
                    continue
                kind = int(g.promise_kind[turn, seat, i])
                argument = int(g.promise_argument[turn, seat, i])
                if kind == SAY_USE:
                    out[start + N_STATEMENTS] = share(argument, MAX_TONNAGE)
                elif kind == SAY_CIVIL:
                    out[start + N_STATEMENTS + 1] = share(argument, MAX_TONNAGE)
                elif kind == SAY_BUILD:
                    flag(out, start + N_STATEMENTS + 2, N_ROWS, argument)
                elif g.phase != TONNAGE:  # in the talks the section shows the lines
                    mark_box(out, kind, seat, argument)


@rule
def encode_ledger(g: Game, out: np.ndarray) -> None:
    """What was kept or broken of the statements made in this turn and in those before."""
    for back in range(PAST):
        turn = int(g.turn) - back
        if turn < 1:
            return
        for seat in range(2):
            j = AT.ledger + (2 * back + seat) * N_STATEMENTS
            for i in range(MAX_LINES):
                judged(out, j + int(g.promise_kind[turn, seat, i]), g.promise_state[turn, seat, i])
            for k in range(N_STATEMENTS - THREAT_POOL):
                judged(out, j + THREAT_POOL + k, g.threat_state[turn, seat, k])


@rule
def judged(out: np.ndarray, j: int, state: int) -> None:
    """Half up for a statement that was kept, half down for one that was broken."""
    if state == KEPT:
        out[j] += 0.5
    elif state == BROKEN:
        out[j] -= 0.5
