"""Soviet entry (chapter 15)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import NO, YES
from glory_env.games.aleutians.rules import soviet, turn
from glory_env.games.aleutians.rules.bases import owns_field, owns_port
from glory_env.games.aleutians.rules.board import in_play
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.forces import appear
from glory_env.games.aleutians.rules.victory import vp
from tests.covers import covers

from .at_sea import bare, throw
from .positions import spot, unit

J, AL = st.JAPAN, st.ALLIES


def position(turn_number=7, points=5):
    """The start of a turn; Japan has so many VP (two of them for Paramushiro)."""
    g, s, t = bare(st.TURN_START, J, turn_number)
    g.strategy[:] = st.J3, st.L3
    g.points = points - 2
    assert vp(g, s) == points
    return g, s, t


def railway(g):
    """A finished railway under L4."""
    g.strategy[AL] = st.L4
    g.railway = g.railway_real = g.turn


@pytest.mark.parametrize(
    ("number", "tried", "asked"), [(6, 0, False), (7, 0, True), (12, 0, True), (9, 1, False)]
)
@covers("BV-20", "R15-1a", "RSQ-2b")
def test_bv_20_when(number, tried, asked):
    """From turn 7 on, at the start of a turn, once per game."""
    g, s, t = position(number)
    g.soviet_tried = tried
    turn.continue_turn_start(g, s, t)
    if asked:
        assert g.decision == st.SOVIET_ENTRY
        assert g.actor == AL
        turn.apply_soviet_entry(g, s, t, NO)
        assert not g.soviet_tried
        turn.continue_turn_start(g, s, t)
    assert (g.phase, g.op, g.decision) == (st.PHASE_START, 0, st.NO_DECISION)


@pytest.mark.parametrize(
    ("points", "with_railway", "lowest"),
    [(3, True, 5), (3, False, 6), (4, True, 6), (4, False, 7), (6, True, 7), (6, False, 7)],
)
@covers("BV-20", "R15-1b", "R15-1c", "RDX-22")
def test_bv_20_roll(points, with_railway, lowest):
    """The lowest die that brings the Soviets in; 7 is never."""
    for face in range(1, 7):
        g, s, t = position(points=points)
        if with_railway:
            railway(g)
        throw(t, face)
        turn.continue_turn_start(g, s, t)
        turn.apply_soviet_entry(g, s, t, YES)
        assert g.soviet_tried
        assert g.soviet == (face >= lowest)


@pytest.mark.parametrize(("number", "strategy"), [(10, st.L4), (11, st.L3)])
@covers("BV-19", "A-104")
def test_bv_19_railway_must_work(number, strategy):
    """Not before its turn, and only under L4."""
    g, s, t = position(number, points=4)
    g.strategy[AL], g.railway, g.railway_real = strategy, 11, 11
    throw(t, 6)
    soviet.attempt(g, s, t)
    assert not g.soviet


@covers("A-05")
def test_points_of_strategy_do_not_count():
    """Japan's J1 makes no 3 of 4 VP, unless the switch says so."""
    for switched in (0, 1):
        g, s, t = position(points=4)
        g.strategy[J] = st.J1
        g.switch[st.POINTS_COUNT_STRATEGY] = switched
        throw(t, 6)
        soviet.attempt(g, s, t)
        assert g.soviet == switched


@covers("R15-2a", "R15-2b", "R15-2c", "A-72")
def test_ground_becomes_allied():
    """Ports, airfields, the Commanders, all of Kamchatka."""
    g, s, _ = position()
    places = ("petropavlovsk", "anadyr", "commander", "open_B14", "open_B15", "open_C14")
    assert not any(in_play(g, s, spot(name)) for name in places)
    soviet.enter(g, s)
    assert all(in_play(g, s, spot(name)) for name in places)
    for name in ("petropavlovsk", "anadyr"):
        assert owns_field(g, s, AL, spot(name))
    assert owns_port(g, s, AL, spot("petropavlovsk"))
    assert g.holder[spot("commander")] == AL
    assert s.home_spot[unit("soviet_div")] == spot("petropavlovsk")
    assert s.side[unit("soviet_div")] == AL


@covers("N-50", "R15-2e")
def test_paramushiro_in_allied_hands_at_entry():
    """The game is over with the roll."""
    g, s, t = position(points=3)
    put(g, s, unit("inf_4"), st.SPOT, spot("paramushiro"))
    g.points = 3
    throw(t, 6)
    turn.continue_turn_start(g, s, t)
    turn.apply_soviet_entry(g, s, t, YES)
    assert (g.outcome, g.cause, g.level) == (st.COMPLETED, st.BY_PARAMUSHIRO, 0)
    assert (g.phase, g.decision) == (st.OVER, st.NO_DECISION)


@covers("R15-2d", "R6-10b")
def test_conditional_forces_are_harder():
    """-1 on their rolls, so Truk comes on 3."""
    for entered in (0, 1):
        g, s, t = position(9)
        g.phase, g.soviet = st.PHASE_START, entered
        throw(t, 3)
        assert appear(g, s, t, 0) == bool(entered)
