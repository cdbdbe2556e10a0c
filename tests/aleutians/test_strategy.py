"""Strategies: rolls, income, the change, the railway (5.5, 5.6, 5.7)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS, NO, YES
from glory_env.games.aleutians.rules import strategy, victory
from glory_env.games.aleutians.rules.schedule import railway_open
from tests.covers import covers

from .at_sea import bare, throw, thrown

J, AL = st.JAPAN, st.ALLIES
MIDWAY_1, MIDWAY_2, MIDWAY_6 = 1, 2, 6


def position(turn, points=5, mine=(st.J3, st.L3)):
    """The victory phase of a turn; Japan has so many VP (two of them for Paramushiro)."""
    g, s, t = bare(st.VICTORY, J, turn)
    g.midway = MIDWAY_2
    g.strategy[:] = mine
    g.points = points - 2
    return g, s, t


def legal(g, s):
    mask = np.zeros(N_ACTIONS, np.int8)
    strategy.legal_change_strategy(g, s, mask)
    return set(np.flatnonzero(mask).tolist())


def change(g, s, t, japan, allies):
    """The victory phase with these answers; returns the sides that were asked."""
    asked = []
    victory.continue_victory(g, s, t)
    while g.decision == st.CHANGE_STRATEGY:
        asked.append(int(g.actor))
        answer = japan if g.actor == J else allies
        assert answer in legal(g, s)
        strategy.apply_change_strategy(g, s, t, answer)
        victory.continue_victory(g, s, t)
    return asked


@pytest.mark.parametrize(
    ("midway", "side", "face", "found"),
    [
        (MIDWAY_1, J, 1, st.J3),
        (MIDWAY_1, J, 5, st.J4),
        (MIDWAY_1, AL, 3, st.L4),
        (MIDWAY_6, J, 2, st.J1),
        (MIDWAY_6, AL, 4, st.L2),
        (MIDWAY_2, J, 2, st.J2),
        (MIDWAY_2, AL, 1, st.L1),
        (5, AL, 6, st.L4),
    ],
)
@covers(
    "BV-09",
    "R5-5a",
    "R5-5f",
    "RMW-1a",
    "RMW-1b",
    "RMW-1c",
    "RMW-1d",
    "RMW-1e",
    "A-18",
    "RDX-02",
    "RDX-03",
)
def test_bv_09_first_roll(midway, side, face, found):
    """The die, Midway, and the bounds 1 and 6."""
    g, s, t = position(1, mine=(0, 0))
    g.midway = midway
    throw(t, face, 1)
    strategy.first_roll(g, s, t, side)
    assert g.strategy[side] == found
    assert g.strategy[1 - side] == st.NO_STRATEGY
    assert thrown(t) == (1 if side == J else 2)


@pytest.mark.parametrize(
    ("side", "mine", "by_turn"),
    [
        (J, st.J1, [2] * 12),
        (J, st.J2, [1, 2, 2, 2] + [1] * 8),
        (J, st.J3, [1] * 12),
        (J, st.J4, [1] * 12),
        (AL, st.L1, [1] * 5 + [2] * 7),
        (AL, st.L2, [1] * 5 + [2] * 7),
        (AL, st.L3, [2] * 5 + [3] * 7),
        (AL, st.L4, [2] * 5 + [4] * 7),
    ],
)
@covers("R5-5c", "R6-1a")
def test_income(side, mine, by_turn):
    """SP by strategy and turn."""
    g, s, _ = position(2)
    g.strategy[side] = mine
    for turn in range(2, 13):
        g.turn = turn
        assert strategy.income(g, s, side) == by_turn[turn - 1]


@covers("R5-3c", "A-19")
def test_no_income_before_the_roll():
    """Turn 1 brings no SP."""
    g, s, _ = position(1, mine=(0, 0))
    assert strategy.income(g, s, J) == strategy.income(g, s, AL) == 0


@pytest.mark.parametrize(
    ("turn", "face", "found"), [(5, 1, st.J1), (5, 2, st.J1), (5, 3, st.J2), (4, 2, st.J2)]
)
@covers("BV-10", "R5-6a", "R5-6b", "R5-6c", "R4-1h")
def test_bv_10_japan_changes(turn, face, found):
    """With 6 VP before the payment -1, from turn 5 on."""
    g, s, t = position(turn, points=6)
    throw(t, face)
    assert change(g, s, t, YES, NO) == [J, AL]
    assert g.strategy[J] == found
    assert victory.vp(g, s) == 5
    assert g.changed.tolist() == [1, 0]
    assert thrown(t) == 1


@pytest.mark.parametrize(
    ("turn", "points", "face", "found"),
    [(6, 3, 4, st.L4), (6, 4, 4, st.L3), (5, 3, 4, st.L3), (6, 3, 6, st.L4)],
)
@covers("BV-11", "R5-6c", "A-09")
def test_bv_11_allies_change(turn, points, face, found):
    """+1 when Japan has at most 3 VP before the payment, from turn 6 on."""
    g, s, t = position(turn, points)
    g.paramushiro_only = 0
    g.queue = 0
    throw(t, face, 1)
    announce(g, s, t, AL)
    assert g.strategy[AL] == found
    assert victory.vp(g, s) == points + 1
    assert thrown(t) == 2  # the railway die follows (N-05)


def announce(g, s, t, *sides):
    """These sides change, without the rest of the victory phase."""
    for side in sides:
        g.announced[side] = 1
    strategy.change_strategies(g, s, t, victory.counted_vp(g, s))


@covers("BV-11", "R5-6a")
def test_bv_11_second_change_is_not_offered():
    """Once per side and game; who has changed is not asked any more."""
    g, s, t = position(6)
    throw(t, 3, 3, 1)
    assert change(g, s, t, YES, YES) == [J, AL]
    g.phase, g.step = st.VICTORY, 0
    assert change(g, s, t, YES, YES) == []


@covers("A-07")
def test_both_change():
    """Both pay, then both roll, Japan first; modifiers use the VP before either payment."""
    g, s, t = position(6, points=6)
    throw(t, 2, 4, 1)
    announce(g, s, t, J, AL)
    assert g.strategy.tolist() == [st.J1, st.L3]
    assert victory.vp(g, s) == 6
    assert not g.announced.any()
    g, s, t = position(6, points=3)
    throw(t, 2, 4, 1)
    announce(g, s, t, J, AL)
    assert g.strategy.tolist() == [st.J2, st.L4]
    assert victory.vp(g, s) == 3


@pytest.mark.parametrize(("switched", "found"), [(0, st.J3), (1, st.J1)])
@covers("A-08")
def test_midway_in_the_second_roll(switched, found):
    """The modifier of Midway is for the first roll only, but with a switch."""
    g, s, t = position(3)
    g.midway = MIDWAY_6
    g.switch[st.MIDWAY_IN_REROLL] = switched
    throw(t, 3)
    announce(g, s, t, J)
    assert g.strategy[J] == found


@covers("A-07", "N-07", "RSQ-9a")
def test_turn_1():
    """Japan rolls its first strategy and cannot change it in the same phase."""
    g, s, t = position(1, mine=(0, st.L3))
    throw(t, 3)
    assert change(g, s, t, NO, NO) == [AL]
    assert g.strategy[J] == st.J3


@covers("BV-12")
def test_bv_12_payment_that_loses_the_game():
    """Japan at 1 VP pays, has 0, and the Allies win in the same phase."""
    g, s, t = position(3, points=1)
    throw(t, 3)
    change(g, s, t, YES, NO)
    assert (g.outcome, g.level, g.cause) == (st.COMPLETED, 0, st.BY_POINTS)


@covers("VX-23", "R5-6e")
def test_vx_23_ships_kept_bar_the_change():
    """The question comes all the same, so that Japan learns nothing from a silence.

    What Japan is asked does not depend on it either.
    """
    g, s, t = position(10, mine=(st.J3, st.L4))
    g.kept_ships = 1
    victory.continue_victory(g, s, t)
    assert g.actor == J
    assert legal(g, s) == {YES, NO}
    strategy.apply_change_strategy(g, s, t, NO)
    victory.continue_victory(g, s, t)
    assert g.actor == AL
    assert legal(g, s) == {NO}


@pytest.mark.parametrize("mine", [st.L1, st.L2, st.L3, st.L4])
@covers("R5-5d", "R5-7a", "BV-19", "A-11", "N-05", "RDX-04")
def test_bv_19_railway_is_rolled_under_every_strategy(mine):
    """The marker shows turn + die + 4; only L4 has a railway."""
    g, s, t = position(1, mine=(0, 0))
    throw(t, {st.L1: 1, st.L2: 2, st.L3: 3, st.L4: 5}[mine], 6)
    strategy.first_roll(g, s, t, AL)
    assert g.strategy[AL] == mine
    assert g.railway == 11
    assert g.railway_real == (11 if mine == st.L4 else 0)
    g.turn = 10
    assert not railway_open(g)
    g.turn = 11
    assert railway_open(g) == (mine == st.L4)


@covers("A-10")
def test_railway_of_a_later_l4():
    """A sham marker of turn 1 does not count; the die of the change does."""
    g, s, t = position(3)
    g.railway = 6
    throw(t, 5, 2)
    announce(g, s, t, AL)
    assert g.strategy[AL] == st.L4
    assert g.railway == g.railway_real == 9


@covers("A-104", "N-16")
def test_railway_after_l4():
    """It stays marked, but works under L4 only."""
    g, s, t = position(7, mine=(st.J3, st.L4))
    g.railway = g.railway_real = 6
    assert railway_open(g)
    throw(t, 1, 1)
    announce(g, s, t, AL)
    assert g.strategy[AL] == st.L1
    assert g.railway_real == 6
    assert not railway_open(g)


@covers("A-104")
def test_l4_rolled_again_keeps_its_railway():
    """The open marker moves as after every roll, but the railway that runs goes on."""
    g, s, t = position(7, mine=(st.J3, st.L4))
    g.railway = g.railway_real = 8
    throw(t, 5, 6)
    announce(g, s, t, AL)
    assert g.strategy[AL] == st.L4
    assert g.railway == 17
    assert g.railway_real == 8
    g.turn = 8
    assert railway_open(g)
