"""The invariants hold in random games, and what breaks one is noticed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from glory_env.fuzz.codes import INVARIANTS, message
from glory_env.games.glory import state as st
from glory_env.games.glory.fuzz.fuzzer import Fuzzer
from glory_env.games.glory.fuzz.invariants import check_position
from glory_env.games.glory.fuzz.transitions import check_step, check_trace
from glory_env.games.glory.scenario import load
from tests.properties.playing import NUMBERS, SCENARIOS, Table, bounded, played


# --- invariants ----------------------------------------------------------------------------
@pytest.mark.parametrize("scenario", SCENARIOS)
@bounded(300)
@given(number=NUMBERS, auto_forced=some.booleans())
def test_random_games_keep_every_invariant(scenario: str, number: int, auto_forced: bool) -> None:
    played(scenario, number, auto_forced)


def test_random_games_reach_late_turns_and_every_ending() -> None:
    fuzzer = Fuzzer(load("teaching"))
    for number in range(250):
        assert fuzzer.play(fuzzer.random_header(2, number, 0.5)), fuzzer.failure
    assert set(fuzzer.endings) == {"completed", "game_over by tonnage", "game_over by home_boxes"}


def set_field(field: str, value: int, index: int | None = None) -> Callable[[np.record], None]:
    def change(g: np.record) -> None:
        if index is None:
            setattr(g, field, value)
        else:
            getattr(g, field)[index] = value

    return change


def in_glory(counter: str) -> int:
    return load("glory").counters.index(counter)


def box(name: str) -> int:
    return load("glory").boxes.index(name)


# One broken thing each, at the first activation decision of a game.
BROKEN = [
    ("place", set_field("place", box("henan"), in_glory("yamato"))),
    ("place", set_field("place", box("marshalls"), in_glory("de_1"))),
    ("place", set_field("place", box("convoy"), in_glory("fd_3"))),
    ("place", set_field("place", st.POOL, in_glory("yamato"))),
    ("place", set_field("place", st.REMOVED, in_glory("dd_1"))),
    ("place", set_field("place", box("homeland"), in_glory("transport_1"))),
    ("place", set_field("place", st.ABSENT, in_glory("fuso"))),
    ("place", set_field("place", st.ASIDE, in_glory("fuso"))),
    ("space", set_field("space", 3, in_glory("yamato"))),
    ("space", set_field("space", 0, in_glory("taiho"))),
    ("damage", set_field("damage", 2, in_glory("yamato"))),
    ("damage", set_field("damage", 1, in_glory("dd_7"))),
    ("active", set_field("active", 0, in_glory("dd_1"))),
    ("active", set_field("active", 1, in_glory("taiho"))),
    ("hybrid", set_field("place", box("homeland"), in_glory("ise_bcv"))),
    ("hybrid", set_field("place", st.ASIDE, in_glory("ise"))),
    ("shares", set_field("allotment", -5, st.ARMY)),
    ("shares", set_field("allotted_total", 0)),
    ("left", set_field("left", 700, st.NAVY)),
    ("total", set_field("total", 735)),
    ("total", set_field("total", 601)),
    ("floor", set_field("total", 95)),
    ("marker", set_field("marker_step", 5, 1)),
    ("marker", set_field("marker_step", 1, 7)),
    ("mask", set_field("decision", st.NO_DECISION)),
    ("decision", set_field("decision", st.BATTLE)),
    ("decision", set_field("actor", st.SYSTEM)),
    ("over", set_field("outcome", st.COMPLETED)),
    ("over", set_field("cause", st.BY_TONNAGE)),
    ("choice", set_field("chosen_counter", 3)),
    ("choice", set_field("chosen_box", 3)),
    ("choice", set_field("chosen_civil", 3)),
    ("battle", set_field("battle_box", 3)),
    ("battle", set_field("loss", 5)),
    ("marks", set_field("convoy_hits", 1)),
    ("marks", set_field("moved", 1, 4)),
    ("marks", set_field("supports", 1, 4)),
]


def activation() -> Table:
    header = {"options": {"negotiation": "fixed"}, "seed": 1, "scattered": False}
    return Table(load("glory"), header)


@pytest.mark.parametrize(("name", "change"), BROKEN)
def test_a_broken_position_is_noticed(name: str, change: Callable[[np.record], None]) -> None:
    table = activation()
    s = table.tables[0]
    assert check_position(table.games[0], s, table.mask) == 0
    change(table.games[0])
    words = message(int(check_position(table.games[0], s, table.mask)))
    assert words.startswith(name), words


def test_five_ships_in_the_convoy_box_are_noticed() -> None:
    table = activation()
    for k in range(5):
        table.games[0].place[in_glory("dd_1") + k] = box("convoy")
    code = int(check_position(table.games[0], table.tables[0], table.mask))
    assert message(code).startswith("convoy_box")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("gp", set_field("gp", 9, 0), set_field("gp", 8, 0)),
        ("method", set_field("convoy_method", 1), set_field("convoy_method", 0)),
        ("turn", set_field("turn", 3), set_field("turn", 5)),
        ("turn", set_field("turn", 3), set_field("turn", 2)),
        ("china", set_field("marker_step", 0, 5), set_field("marker_step", 1, 5)),
        ("repaired", set_field("damage", 1, 0), set_field("damage", 0, 0)),
        ("removed", set_field("place", st.REMOVED, 0), set_field("place", st.POOL, 0)),
        ("moved", set_field("place", 0, 0), set_field("place", 1, 0)),
    ],
)
def test_a_broken_step_is_noticed(name: str, before: Callable, after: Callable) -> None:
    table = activation()
    old = table.games.copy()
    before(old[0])
    table.games[:] = old
    assert check_step(old[0], table.games[0], table.tables[0]) == 0
    after(table.games[0])
    words = message(int(check_step(old[0], table.games[0], table.tables[0])))
    assert words.startswith(name), words


def test_what_the_trace_does_not_report_is_noticed() -> None:
    s = load("glory").tables[0]
    table = activation()
    old = table.games.copy()
    counter = int(table.legal()[0])
    table.step(counter)
    assert check_trace(old.copy()[0], table.games[0], s, table.trace[0]) == 0
    table.trace["entries"] = 0
    words = message(int(check_trace(old.copy()[0], table.games[0], s, table.trace[0])))
    assert words.startswith("trace"), words


def test_every_invariant_has_words() -> None:
    assert len({message(256 * (k + 1)) for k in range(len(INVARIANTS))}) == len(INVARIANTS)
