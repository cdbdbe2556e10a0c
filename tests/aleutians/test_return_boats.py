"""S8: submarines, the midget and the torpedo boat return (6.8, 7.1, 7.3, 14.5)."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import NODE
from tests.covers import covers

from .ashore import position, stand
from .at_sea import put_at_sea
from .driver import options
from .in_return import act, play_on
from .positions import node, unit

J, AL = st.JAPAN, st.ALLIES


def moved(g, name, where, side):
    """A boat that has been placed or moved in a phase of a side."""
    put_at_sea(g, name, where)
    g.flown[unit(name)], g.placed_by[unit(name)] = 1, side


def end_of(g, s, t, op, turn=2):
    """S8 of an operation phase, up to the next question."""
    g.turn, g.op, g.side, g.phase, g.step = turn, op, op % 2, st.RETURN, 0
    g.decision = st.NO_DECISION
    play_on(g, s, t)


@pytest.mark.parametrize("placed_by", [J, AL])
@covers("R14-5a", "R14-5b", "R7-1g", "R7-1h")
def test_submarines_stay_to_the_next_enemy_stage(placed_by):
    """Placed in the own phase or the enemy's: they leave in the enemy's S8."""
    g, s, t = position(J, st.RETURN)
    moved(g, "jp_ss_1", "C9", placed_by)
    end_of(g, s, t, 0)
    assert g.place[unit("jp_ss_1")] == st.SEA
    end_of(g, s, t, 1)
    assert g.place[unit("jp_ss_1")] == st.BOX
    assert not g.flown[unit("jp_ss_1")]


@covers("A-26", "R7-1g")
def test_submarines_stay_while_the_enemy_has_no_phase():
    """The Allies skip their second phase, so the boat stays to their first one of the next turn."""
    g, s, t = position(J, st.RETURN)
    moved(g, "jp_ss_1", "C9", J)
    end_of(g, s, t, 2)
    end_of(g, s, t, 0, turn=3)
    assert g.place[unit("jp_ss_1")] == st.SEA
    end_of(g, s, t, 1, turn=3)
    assert g.place[unit("jp_ss_1")] == st.BOX


@covers("BV-42", "R6-8e", "R7-1h", "R14-5a")
def test_bv_42_the_torpedo_boat():
    """Moved in J OP1 it returns in that S8, moved in AL OP1 in the next Japanese one."""
    g, s, t = position(J, st.RETURN)
    moved(g, "pt", "C9", J)
    end_of(g, s, t, 0)
    assert (g.decision, g.actor) == (st.RETURN_BOAT, AL)
    assert options(g, s) == {NODE + node("C8")}
    act(g, s, t, NODE + node("C8"))
    assert (g.at[unit("pt")], g.flown[unit("pt")]) == (node("C8"), 0)
    for op, number in ((2, 2), (0, 3)):  # with and without a second Japanese phase
        g, s, t = position(AL, st.RETURN)
        moved(g, "pt", "C9", AL)
        end_of(g, s, t, 1)
        assert g.at[unit("pt")] == node("C9")
        end_of(g, s, t, op, turn=number)
        assert g.decision == st.RETURN_BOAT


@covers("R6-8e", "R14-5a")
def test_who_finds_no_base_in_range_is_lost():
    g, s, t = position(J, st.RETURN)
    moved(g, "pt", "D11", J)
    end_of(g, s, t, 0)
    assert g.place[unit("pt")] == st.LOST


@covers("R3-3d", "R6-8d", "R6-8e")
def test_a_captured_base_is_missed_in_the_next_enemy_stage():
    """The midget lies at Kiska when it falls: there it stays to the Allied S8, then it is lost."""
    g, s, t = position(AL, st.RETURN)
    put_at_sea(g, "midget", "C11")
    stand(g, s, "kiska", "bn_301")
    end_of(g, s, t, 1)
    assert g.at[unit("midget")] == node("C11")
    g.place[unit("bn_301")] = st.LOST
    stand(g, s, "kiska", "inf_4")
    g.disrupted[unit("inf_4")] = 1  # it builds no airfield
    assert g.place[unit("midget")] == st.SEA
    end_of(g, s, t, 0)
    assert g.place[unit("midget")] == st.SEA
    end_of(g, s, t, 1)
    assert g.place[unit("midget")] == st.LOST


@covers("VX-25", "R7-3b")
def test_vx_25_the_evacuated_company_leaves_with_the_submarine():
    g, s, t = position(AL, st.RETURN)
    moved(g, "jp_ss_1", "C11", AL)
    u = unit("senpei_1")
    g.place[u], g.at[u] = st.SUBMARINE, unit("jp_ss_1")
    end_of(g, s, t, 1)
    assert g.place[unit("jp_ss_1")] == g.place[u] == st.BOX
