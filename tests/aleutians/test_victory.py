"""Victory points, the end of the game and the victory phase (chapter 4)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import NO
from glory_env.games.aleutians.rules import strategy, victory
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.rules.victory import final_vp, vp
from glory_env.games.aleutians.rules.withdrawals import take_off
from tests.covers import covers

from .at_sea import bare, put_fleet
from .positions import blank, spot, unit

J, AL = st.JAPAN, st.ALLIES
ISLANDS = {"attu": 1, "kiska": 1, "adak": 1, "annette": 1, "kodiak": 1, "dutch_harbor": 2}
SOLDIERS = ("bn_301", "bn_302", "bn_303", "bn_304", "senpei_1", "senpei_2", "snlf_3", "jp_con_1")


def position(turn=3):
    """The victory phase of a turn on a bare map; nobody has ships or soldiers."""
    g, s, t = bare(st.VICTORY, J, turn)
    g.midway = 2
    g.strategy[:] = st.J3, st.L3
    return g, s, t


def hold(g, s, *places):
    """One Japanese unit at each of these places."""
    for name, where in zip(SOLDIERS, places, strict=False):
        put(g, s, unit(name), st.SPOT, spot(where))


def count(g, s, t):
    """Play the victory phase; nobody changes a strategy."""
    victory.continue_victory(g, s, t)
    while g.decision == st.CHANGE_STRATEGY:
        strategy.apply_change_strategy(g, s, t, NO)
        victory.continue_victory(g, s, t)


def end(g):
    return int(g.outcome), int(g.level), int(g.cause)


# --- points ----------------------------------------------------------------------------------
@covers("R4-1b")
def test_start():
    """Japan begins with 2, for Paramushiro."""
    g, s, _ = blank()
    assert vp(g, s) == 2


@pytest.mark.parametrize("where", ISLANDS)
@covers("R4-1a", "R3-2e")
def test_islands(where):
    """An island counts while only Japanese units stand there."""
    g, s, _ = position()
    hold(g, s, where)
    assert vp(g, s) == 2 + ISLANDS[where]
    put(g, s, unit("inf_4"), st.SPOT, spot(where))  # BV-06, A-04
    assert vp(g, s) == 2
    g.place[unit("inf_4")] = g.place[unit("bn_301")] = st.ABSENT
    assert vp(g, s) == 2


@covers("R4-1b")
def test_all_places():
    """The places make 12."""
    _, s, _ = blank()
    assert int(s.vp.sum()) == 12


@covers("A-02")
def test_aircraft_hold_an_island():
    """Also in the victory phase; an Allied one takes the points away."""
    g, s, _ = position()
    g.place[unit("a6m2n_1")], g.at[unit("a6m2n_1")] = st.SPOT, spot("kiska")
    assert vp(g, s) == 3
    g.place[unit("pby_1")], g.at[unit("pby_1")] = st.SPOT, spot("kiska")
    assert vp(g, s) == 2


@pytest.mark.parametrize(
    ("japan", "allies", "points"), [(0, 0, 2), (1, 0, 2), (1, 1, 0), (0, 1, 0)]
)
@covers("A-04")
def test_paramushiro(japan, allies, points):
    """Japan's when empty; nothing with an Allied unit there."""
    g, s, _ = position()
    if japan:
        put(g, s, unit("bn_302"), st.SPOT, spot("paramushiro"))
    if allies:
        put(g, s, unit("inf_4"), st.SPOT, spot("paramushiro"))
    assert vp(g, s) == points


@covers("R3-2f", "A-03")
def test_land():
    """Nome by its airfield, Anchorage by all facilities, or with a switch by one."""
    g, s, _ = position()
    g.field_owner[spot("nome")] = J
    assert vp(g, s) == 3
    p = spot("anchorage")
    g.port_owner[p] = J
    assert vp(g, s) == 3
    g.switch[st.LAND_POINTS_BY_FIELD] = 1
    assert vp(g, s) == 5
    g.switch[st.LAND_POINTS_BY_FIELD] = 0
    g.field_owner[p] = J
    assert vp(g, s) == 5


@covers("R4-1f", "R4-1i", "BV-07", "R4-4a")
def test_carriers():
    """Sunk carriers count at once and for good, withdrawn ones not."""
    g, s, _ = position()
    put_fleet(g, 0, "C11", "nachi", "zuikaku", "junyo")
    put_fleet(g, 4, "D6", "louisville", "enterprise", "nassau")
    take_off(g, s, unit("junyo"))
    assert vp(g, s) == 2
    sink(g, s, unit("zuikaku"))
    assert vp(g, s) == 1
    sink(g, s, unit("enterprise"))
    sink(g, s, unit("nassau"))
    sink(g, s, unit("louisville"))
    assert vp(g, s) == 3


@pytest.mark.parametrize(
    ("mine", "flag", "points"),
    [
        ((st.J3, st.L3), 1, 0),
        ((st.J3, st.L4), 0, 1),
        ((st.J1, st.L3), 0, -1),
        ((st.J4, st.L3), 0, 0),
        ((st.J4, st.L4), 1, 2),
    ],
)
@covers("R4-1c", "R4-1d", "R4-1e", "A-05")
def test_strategies_count_at_the_end(mine, flag, points):
    """Not before (A-05), so that they stay secret."""
    g, s, _ = position()
    before = int(vp(g, s))
    g.strategy[:] = mine
    g.paramushiro_only = flag
    assert vp(g, s) == before == victory.counted_vp(g, s)
    assert final_vp(g, s) == before + points
    g.switch[st.POINTS_COUNT_STRATEGY] = 1
    assert vp(g, s) == before
    assert victory.counted_vp(g, s) == before + points


@pytest.mark.parametrize(
    ("place", "at", "found"),
    [
        (st.SPOT, "paramushiro", True),
        (st.BOX, None, True),
        (st.LOST, None, True),
        (st.SPOT, "attu", False),  # BV-65
        (st.FLEET, None, False),
        (st.SUBMARINE, None, False),  # N-51
    ],
)
@covers("R4-1d", "RJS-1d", "A-06")
def test_bv_65_delaying_action(place, at, found):
    """At the end of turn 7 every Japanese ground unit is on Paramushiro."""
    g, s, t = position(7)
    hold(g, s, "paramushiro")
    put_fleet(g, 0, "C15", "nachi")
    u = unit("senpei_2")
    g.place[u] = place
    g.at[u] = spot(at) if at else 0
    count(g, s, t)
    assert g.paramushiro_only == found


@covers("A-06")
def test_delaying_action_is_recorded_once():
    """What comes after turn 7 does not matter."""
    g, s, t = position(8)
    count(g, s, t)
    assert not g.paramushiro_only


# --- the end ---------------------------------------------------------------------------------
@covers("BV-01", "R4-3a")
def test_bv_01_japan_wins_at_once():
    """7 VP at the end of a turn; 6 are not enough."""
    g, s, t = position()
    hold(g, s, "paramushiro", "attu", "kiska", "adak", "dutch_harbor")
    count(g, s, t)
    assert end(g) == (st.COMPLETED, 4, st.BY_POINTS)
    assert g.turn == 3
    assert g.phase == st.OVER
    assert g.decision == st.NO_DECISION
    g, s, t = position()
    hold(g, s, "paramushiro", "attu", "kiska", "dutch_harbor")
    count(g, s, t)
    assert g.outcome == st.PLAYING
    assert (g.turn, g.phase) == (4, st.TURN_START)


@pytest.mark.parametrize(("points", "over"), [(0, True), (-1, True), (1, False)])
@covers("BV-02", "R4-3a")
def test_bv_02_allies_win_at_once(points, over):
    """0 VP or fewer at the end of a turn."""
    g, s, t = position()
    g.points = points - 2
    count(g, s, t)
    assert (g.outcome == st.COMPLETED) == over
    assert not over or end(g) == (st.COMPLETED, 0, st.BY_POINTS)


@pytest.mark.parametrize(
    ("points", "entered", "level"),
    [
        (1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 2), (5, 0, 3), (6, 0, 3),
        (-1, 1, 1), (0, 1, 1), (1, 1, 2), (2, 1, 2), (3, 1, 3), (4, 1, 3),
    ],
)  # fmt: skip
@covers("BV-03", "BV-04", "VX-27", "R4-2a", "R5-1a", "R15-2f", "A-73")
def test_bv_03_bv_04_levels(points, entered, level):
    """After turn 12, one step more after entry."""
    g, s, t = position(12)
    g.soviet, g.points = entered, points - 2
    count(g, s, t)
    assert end(g) == (st.COMPLETED, level, st.BY_LAST_TURN)
    assert g.turn == 12


@covers("R4-1c")
def test_strategies_decide_at_the_end():
    """6 VP and L4 make 7; the level counts them, sudden death does not."""
    g, s, t = position(12)
    g.points, g.strategy[AL] = 4, st.L4
    count(g, s, t)
    assert end(g) == (st.COMPLETED, 4, st.BY_LAST_TURN)
    g, s, t = position(11)
    g.points, g.strategy[AL] = 4, st.L4
    count(g, s, t)
    assert g.outcome == st.PLAYING


@pytest.mark.parametrize(("points", "over"), [(5, True), (4, False), (0, False), (-3, False)])
@covers("VX-17", "R4-3c", "R15-2g", "R15-2h")
def test_vx_17_soviets_change_sudden_death(points, over):
    """5 VP win for Japan; the Allies do not win by points."""
    g, s, t = position(8)
    g.soviet, g.points = 1, points - 2
    count(g, s, t)
    assert (g.outcome == st.COMPLETED) == over
    assert not over or end(g) == (st.COMPLETED, 4, st.BY_POINTS)


@covers("BV-05", "R4-3b", "R15-2e", "A-04")
def test_paramushiro_falls():
    """Only after entry, and only without Japanese ground units."""
    g, s, _ = position(8)
    put(g, s, unit("bn_302"), st.SPOT, spot("paramushiro"))
    put(g, s, unit("inf_4"), st.SPOT, spot("paramushiro"))
    g.soviet = 1
    victory.check_paramushiro(g, s)
    assert g.outcome == st.PLAYING
    put(g, s, unit("bn_302"), st.LOST, st.NONE)
    g.soviet = 0
    victory.check_paramushiro(g, s)
    assert g.outcome == st.PLAYING
    g.soviet, g.phase, g.decision = 1, st.GROUND_BATTLE, st.GROUND_BATTLE_SPOT
    victory.check_paramushiro(g, s)
    assert end(g) == (st.COMPLETED, 0, st.BY_PARAMUSHIRO)
    assert g.phase == st.OVER
    assert g.decision == st.NO_DECISION


# --- the victory phase -----------------------------------------------------------------------
@covers("A-89", "R4-4a", "R4-4e", "RSQ-9a")
def test_points_come_before_withdrawals():
    """Fleets D leave after the count, at the end of turn 1."""
    g, s, t = position(1)
    put_fleet(g, 3, "D8", "junyo", "maya")
    put_fleet(g, 7, "D6", "enterprise")
    g.fleet_d = 1
    count(g, s, t)
    assert g.outcome == st.PLAYING
    assert g.turn == 2
    assert not g.fleet_used[3]
    assert not g.fleet_used[7]


@covers("R4-3a")
def test_no_withdrawals_in_a_game_that_is_over():
    """Sudden death is immediate."""
    g, s, t = position(1)
    put_fleet(g, 3, "D8", "junyo")
    g.points = 6
    count(g, s, t)
    assert end(g) == (st.COMPLETED, 4, st.BY_POINTS)
    assert g.fleet_used[3]
