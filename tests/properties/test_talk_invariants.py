"""What breaks an invariant of talk is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from glory_env.core.trace import blank_trace
from glory_env.fuzz.codes import message
from glory_env.games.glory import state as st
from glory_env.games.glory.fuzz.promises import check_promises, check_talk, check_told
from glory_env.games.glory.rules.talk import is_speaking
from tests.properties.test_invariants import set_field
from tests.rules.kit import RuleGame
from tests.rules.talking import RANGOON, SAIL, promised, say, talks, write

TURN = 5
UNITS = {**SAIL, "nagato": "homeland", "ise": "homeland"}
FIRST, SECOND = (TURN, st.NAVY, 0), (TURN, st.NAVY, 1)
ESCORT, USE = (st.NAVY, st.SAY_ESCORT), (st.NAVY, st.SAY_USE)


def standing(talk: str = "cheap") -> RuleGame:
    """The navy has promised escorts and to use 20, and activates."""
    lines = [say("escort"), say("use", amount=20)]
    return promised("navy", *lines, talk=talk, units=UNITS, **RANGOON)


def speaking() -> RuleGame:
    return talks("navy", units=UNITS, **RANGOON)


def silent() -> RuleGame:
    game = talks("navy", "off", units=UNITS)
    assert not is_speaking(game.record)
    return game


def found(game: RuleGame) -> str:
    code = int(check_talk(game.record, game.scenario.tables[0]))
    return message(code) if code else ""


BROKEN: list[tuple[str, Callable[[], RuleGame], Any]] = [
    ("silence", silent, set_field("chosen_ask", 1)),
    ("silence", silent, set_field("line_count", 1, 0)),
    ("silence", silent, set_field("promised", 2, 1)),
    ("silence", silent, set_field("build_missed", 1, 1)),
    ("silence", silent, set_field("line_kind", 1, (0, 1))),
    ("silence", silent, set_field("promise_state", st.OPEN, FIRST)),
    ("silence", silent, set_field("promise_kind", 0, FIRST)),
    ("silence", silent, set_field("threat_state", st.OPEN, FIRST)),
    ("silence", silent, set_field("tally", 1, (0, 0, 0))),
    ("speaking", standing, set_field("chosen_statement", st.SAY_ESCORT)),
    ("speaking", standing, set_field("chosen_ask", 1)),
    ("speaking", speaking, set_field("chosen_statement", st.SAY_USE)),
    ("speaking", speaking, set_field("decision", st.SPEAK_ASK)),
    ("speaking", speaking, set_field("decision", st.SPEAK_BOX)),
    ("speaking", speaking, set_field("line_count", 2, st.NAVY)),
    ("line", standing, set_field("line_count", 3, st.NAVY)),
    ("line", standing, set_field("line_count", 1, st.NAVY)),
    ("line", standing, set_field("line_kind", len(st.STATEMENTS), (st.NAVY, 0))),
    ("line", standing, set_field("line_argument", 3, (st.NAVY, 0))),
    ("line", standing, set_field("line_argument", 22, (st.NAVY, 1))),
    ("line", standing, set_field("line_ask", 1, (st.NAVY, 0))),
    ("line", standing, set_field("line_ask", 2, (st.NAVY, 1))),
    ("promise", standing, set_field("promise_argument", 3, FIRST)),
    ("promise", standing, set_field("promise_argument", 0, SECOND)),
    ("promise", standing, set_field("promise_kind", st.THREAT_POOL, FIRST)),
    ("promise", standing, set_field("promise_state", st.VOID + 1, FIRST)),
    ("promise", standing, set_field("promise_state", st.NOT_MADE, FIRST)),
    ("promise", standing, set_field("turn", TURN - 1)),
    ("promise", standing, set_field("threat_state", st.VOID + 1, FIRST)),
    ("promise", standing, set_field("threat_state", st.VOID, (TURN + 1, st.ARMY, 0))),
    ("promise", standing, set_field("threat_state", st.KEPT, (TURN, st.ARMY, 1))),
    ("late", standing, set_field("turn", TURN + 1)),
    ("late", standing, set_field("phase", st.MOVEMENT)),
    ("late", standing, set_field("threat_state", st.OPEN, (TURN, st.NAVY, 2))),
    ("tally", standing, set_field("tally", 1, (*ESCORT, st.KEPT + 1))),
    ("tally", standing, set_field("tally", 2, (*ESCORT, st.MADE))),
    ("tally", standing, set_field("tally", 0, (*USE, st.OFFERED))),
    ("tally", standing, set_field("threat_state", st.KEPT, FIRST)),
    ("promised", standing, set_field("promised", 0, st.NAVY)),
    ("promised", standing, set_field("promised", 1 << st.THREAT_WALK, st.ARMY)),
]
LATE = [
    (st.SAY_PRESENT, st.CONVOY), (st.SAY_SUPPORT, st.CONVOY), (st.SAY_OWN_LOSSES, st.CONVOY),
    (st.SAY_LARGE, st.PRODUCTION), (st.SAY_ESCORT, st.COMBAT),
]  # fmt: skip


@pytest.mark.parametrize(("name", "begin", "change"), BROKEN)
def test_a_broken_position_is_noticed(name, begin, change):
    game = begin()
    assert found(game) == ""
    change(game.record)
    assert found(game).startswith(f"{name}:")


@pytest.mark.parametrize(("kind", "phase"), LATE)
def test_what_should_have_been_judged_is_noticed(kind, phase):
    """In the phase before nothing is wrong with it."""
    game = promised("navy", say("own_losses"), units=UNITS, **RANGOON)
    game.record.promise_kind[FIRST] = kind
    game.record.promise_argument[FIRST] = 6 if kind in (st.SAY_PRESENT, st.SAY_SUPPORT) else st.NONE
    game.record.phase = phase - 1
    assert not found(game).startswith("late")
    game.record.phase = phase
    assert found(game).startswith("late")


def test_a_sealed_request_is_noticed():
    game = talks(None, negotiation="sealed", units=UNITS, **RANGOON)
    write(game, say("own_losses"))
    assert found(game) == ""
    game.record.line_ask[st.ARMY, 0] = 1
    assert found(game).startswith("line")


# --- steps -----------------------------------------------------------------------------------
def stepped(game: RuleGame, before: np.ndarray, trace: np.ndarray | None = None) -> str:
    trace = blank_trace() if trace is None else trace
    code = int(check_promises(before[0], game.record, game.scenario.tables[0], trace[0]))
    return message(code) if code else ""


@pytest.mark.parametrize(
    "change",
    [
        set_field("tally", 0, (*ESCORT, st.MADE)),
        set_field("promise_kind", st.SAY_LARGE, FIRST),
        set_field("promise_argument", 30, SECOND),
    ],
)
def test_a_changed_promise_is_noticed(change):
    game = standing()
    before = game.games.copy()
    assert stepped(game, before) == ""
    change(game.record)
    assert stepped(game, before).startswith("judged")


def test_a_verdict_that_is_taken_back_is_noticed():
    game = standing()
    before = game.games.copy()
    before[0].promise_state[FIRST] = st.KEPT
    assert stepped(game, before).startswith("judged")


def breaking(seat: int, kind: int) -> np.ndarray:
    """A trace that tells of a broken promise."""
    trace = blank_trace()
    trace[0].entries = 1
    trace[0].entry[0] = (st.T_PROMISE, 16 * seat + kind, st.BROKEN, st.NONE)
    return trace


@pytest.mark.parametrize("talk", ["cheap", "binding"])
@pytest.mark.parametrize(
    ("kind", "breaks"),
    [
        (st.SAY_ESCORT, False), (st.SAY_OWN_LOSSES, False), (st.SAY_CIVIL, False),
        (st.SAY_BUILD, False), (st.SAY_LARGE, False), (st.SAY_NO_GRAB, False),
        (st.SAY_NO_TURN_13, False), (st.SAY_USE, False), (st.SAY_SUPPORT, True),
        (st.SAY_PRESENT, True), (st.SAY_AWAY, True), (st.THREAT_POOL, True),
    ],
)  # fmt: skip
def test_words_that_bind_are_not_broken(talk, kind, breaks):
    """While the navy can pay for a unit."""
    game = standing(talk)
    words = stepped(game, game.games.copy(), breaking(st.NAVY, kind))
    assert words.startswith("bound") is (talk == "binding" and not breaks)


def test_words_that_bind_may_be_broken_where_they_became_impossible():
    game = standing("binding")
    before = game.games.copy()
    before[0].left[st.NAVY] = 0  # nothing can be paid for
    assert stepped(game, before, breaking(st.NAVY, st.SAY_USE)) == ""
    before = game.games.copy()
    before[0].decision = st.SUPPORT
    assert stepped(game, before, breaking(st.NAVY, st.SAY_SUPPORT)).startswith("bound")
    game.record.promise_kind[TURN, st.NAVY] = st.SAY_BUILD
    game.record.promise_argument[TURN, st.NAVY] = (0, 1)
    assert stepped(game, game.games.copy(), breaking(st.NAVY, st.SAY_BUILD)) == ""


# --- the trace -------------------------------------------------------------------------------
def told(before: np.ndarray, game: RuleGame, trace: np.ndarray) -> str:
    code = int(check_told(before.copy()[0], game.record, trace[0]))
    return message(code) if code else ""


def test_what_the_trace_does_not_tell_is_noticed():
    game = talks("navy", units=UNITS, **RANGOON)
    write(game, say("escort"), say("threat_walk"))
    before = game.games.copy()
    game.play({"counter": True})
    assert told(before, game, game.trace) == ""
    unsaid = game.trace.copy()
    unsaid["entries"] = 0
    assert told(before, game, unsaid).startswith("trace")
    write(game)
    before = game.games.copy()
    game.play({"counter": True})  # the threat is not carried out
    assert game.record.threat_state[TURN, st.NAVY, 2] == st.BROKEN
    assert told(before, game, game.trace) == ""


@pytest.mark.parametrize(
    ("field", "value", "index"),
    [
        ("promise_state", st.KEPT, FIRST), ("promise_kind", st.SAY_LARGE, FIRST),
        ("promise_argument", 25, SECOND), ("threat_state", st.OPEN, FIRST),
        ("tally", 1, (*ESCORT, st.VOID + 1)),
    ],
)  # fmt: skip
def test_a_field_that_no_event_tells_of_is_noticed(field, value, index):
    game = standing()
    before = game.games.copy()
    assert told(before, game, blank_trace()) == ""
    set_field(field, value, index)(game.record)
    assert told(before, game, blank_trace()).startswith("trace")


def test_an_event_about_no_promise_is_noticed():
    game = standing()
    assert told(game.games, game, breaking(st.NAVY, st.SAY_LARGE)).startswith("trace")
