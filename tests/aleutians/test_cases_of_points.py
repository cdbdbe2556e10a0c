"""Examples and boundary cases: victory points, schedule, strategies, supply."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, NO, NUMBER, SPOT_ACTION
from glory_env.games.aleutians.engine.sequence import play_on as play_game_on
from glory_env.games.aleutians.rules import forces, strategy, turn, victory
from glory_env.games.aleutians.rules.bases import can_use_port
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.rules.schedule import NEVER, due_turn
from glory_env.games.aleutians.rules.strategy import first_roll
from glory_env.games.aleutians.rules.transport_flight import any_flight
from glory_env.games.aleutians.rules.victory import vp
from tests.covers import covers

from .ashore import position as ashore
from .ashore import stand
from .at_sea import bare, put_fleet, throw, thrown
from .driver import choose, options, u
from .in_supply import act, at, lost, on_deck, places, play_on, to
from .positions import blank, spot, unit

J, AL = st.JAPAN, st.ALLIES


def count(g, s, t):
    """Play the victory phase; nobody changes a strategy."""
    victory.continue_victory(g, s, t)
    while g.decision == st.CHANGE_STRATEGY:
        strategy.apply_change_strategy(g, s, t, NO)
        victory.continue_victory(g, s, t)


# --- points ------------------------------------------------------------------------------------
@covers("VX-27", "R4-2a")
def test_vx_27_the_historical_result():
    g, s, t = bare(st.VICTORY, J, 12)
    g.strategy[:] = st.J3, st.L3
    put(g, s, unit("bn_302"), st.SPOT, spot("paramushiro"))
    count(g, s, t)
    assert (g.outcome, st.LEVELS[g.level]) == (st.COMPLETED, "allied")
    assert victory.final_vp(g, s) == 2


@pytest.mark.parametrize(("sunk", "points", "over"), [(2, 0, True), (1, 1, False)])
@covers("BV-02", "R4-1f", "R4-3a")
def test_bv_02_sunk_carriers_bring_the_end(sunk, points, over):
    g, s, t = bare(st.VICTORY, J, 3)
    g.strategy[:] = st.J3, st.L3
    put_fleet(g, 0, "C11", "nachi", "junyo", "ryujo")
    for name in ("junyo", "ryujo")[:sunk]:
        sink(g, s, unit(name))
    assert vp(g, s) == points
    count(g, s, t)
    assert (g.outcome == st.COMPLETED) == over
    if over:
        assert st.LEVELS[g.level] == "allied_decisive"


@covers("BV-05", "R4-3b", "R15-2e")
def test_bv_05_paramushiro_falls_in_the_seventh_stage():
    """After entry the last Japanese unit is eliminated in AL OP1: the game is over there."""
    g, s, t = ashore(AL, st.GROUND_BATTLE, turn=8)
    g.soviet = 1
    stand(g, s, "paramushiro", "bn_302", "inf_4", "inf_5")
    g.disrupted[unit("bn_302")] = 1
    throw(t, 6)
    play_game_on(g, s, t)
    choose(g, s, t, SPOT_ACTION + spot("paramushiro"))
    play_game_on(g, s, t)
    assert (g.decision, g.actor, g.outcome) == (st.GROUND_LOSS, J, st.PLAYING)
    choose(g, s, t, u("bn_302"))
    play_game_on(g, s, t)
    assert (g.outcome, g.cause) == (st.COMPLETED, st.BY_PARAMUSHIRO)
    assert (st.LEVELS[g.level], g.turn, g.op) == ("allied_decisive", 8, 1)


@covers("BV-06", "R3-2e", "A-04")
def test_bv_06_a_contested_island_scores_nothing():
    g, s, _ = bare(st.VICTORY, J, 3)
    put(g, s, unit("bn_301"), st.SPOT, spot("adak"))
    assert vp(g, s) == 2 + 1
    put(g, s, unit("inf_4"), st.SPOT, spot("adak"))
    assert vp(g, s) == 2


@covers("BV-07", "R4-1f", "R4-4a")
def test_bv_07_zuikaku_withdrawn_or_sunk():
    for fate, points in (("withdrawn", 0), ("sunk", -1)):
        g, s, _ = at(J, 1)
        forces.join_fleet_d(g, s)
        before = int(vp(g, s))
        if fate == "sunk":
            sink(g, s, unit("zuikaku"))
        else:
            forces.fleets_d_leave(g, s)
            assert places(g, "zuikaku") == {st.GONE}
        assert vp(g, s) == before + points


# --- strategies and schedule -------------------------------------------------------------------
def units_of_turns(s, side, *turns):
    """Units of a side that the schedule brings by itself in these turns."""
    found = []
    for k in range(s.units):
        plain = s.condition[k] == st.UNCONDITIONAL and s.mother[k] == st.NONE
        if s.side[k] == side and s.enter[k] in turns and plain and not s.optional[k]:
            found.append(k)
    return found


@covers("BV-13", "RAS-1a", "RAS-1b", "RAS-1d", "RAS-1e")
def test_bv_13_allied_arrivals_move():
    """The B-29 of the case belongs to an optional rule."""
    g, s, _ = at(AL, 2, st.L1)
    assert due_turn(g, s, unit("p39_1")) == 8
    assert due_turn(g, s, unit("tennessee")) > s.last_turn
    g.strategy[AL] = st.L4
    assert due_turn(g, s, unit("nevada")) == 7
    assert due_turn(g, s, unit("seabees")) == 2
    g.strategy[AL] = st.L2
    late = units_of_turns(s, AL, 8, 9, 10)
    assert len(late) > 20
    assert {due_turn(g, s, k) for k in late} == {NEVER}
    assert due_turn(g, s, unit("raleigh")) == 7


@covers("BV-14", "RJS-1a")
def test_bv_14_japanese_arrivals_move():
    """The G8N of the case belongs to an optional rule."""
    g, s, _ = at(J, 2, st.J1)
    turns = {"midget": 2, "bn_303": 3, "ki43_1": 7}
    assert {name: due_turn(g, s, unit(name)) for name in turns} == turns


@covers("BV-15", "RMW-1c", "RAS-1f", "RAS-1d")
def test_bv_15_a_draw_at_midway_under_l4():
    """Fleet D and the group of turn 9 never come; arrivals and railway follow L4 all the same."""
    g, s, t = blank()
    g.op, g.side, g.phase = 1, AL, st.MIDWAY
    throw(t, 5, 5, 2)
    turn.continue_midway(g, s, t)
    assert (g.strategy[AL], g.railway_real) == (st.L4, 7)
    g.op, g.side, g.phase, g.step = 3, AL, st.PHASE_START, 0
    turn.continue_phase_start(g, s, t)
    assert places(g, "enterprise", "hornet") == {st.ABSENT}
    for name in ("victorious", "brooklyn", "enterprise"):
        assert due_turn(g, s, unit(name)) == NEVER
    assert due_turn(g, s, unit("seabees")) == 2


@covers("BV-74", "A-99", "R6-15b")
def test_bv_74_what_l1_and_l2_leave_alone():
    """L1: Nevada in turn 12. L2: no Louisville, no exchange in turn 9; the PBY of turn 10 stays."""
    g, s, t = at(AL, 10, st.L1)
    assert due_turn(g, s, unit("nevada")) == 12
    to(g, s, t, st.WITHDRAW)
    assert u("nevada") not in options(g, s)
    g, s, t = at(AL, 9, st.L2)
    g.place[unit("louisville")] = st.WITHDRAWN
    g.place[unit("b25_1")] = st.GONE
    to(g, s, t, st.ARRIVAL)
    assert not {u("louisville"), u("b25_2")} & options(g, s)
    assert places(g, "b26_1", "b26_2") == {st.SPOT}
    g, s, t = at(AL, 10, st.L2)
    lost(g, 4, "pby_1")
    to(g, s, t, st.REPLACE)
    assert u("pby_1") in options(g, s)


@pytest.mark.parametrize("face", range(1, 7))
@covers("RJS-1e", "RMW-1a", "RMW-1e")
def test_no_offensive_after_a_lost_midway(face):
    """Face 1 at Midway adds 2, so the first Japanese roll is at least 3: never J1 nor J2."""
    g, s, t = bare(st.VICTORY, J, 1)
    g.midway = 1
    throw(t, face)
    first_roll(g, s, t, J)
    assert g.strategy[J] in (st.J3, st.J4)


@covers("RRF-2e", "R6-10d", "RRF-3b")
def test_the_conditional_forces_and_their_aircraft():
    for force, ships, decks in (
        (0, 8, {"a6m2_shokaku": "shokaku", "b6n_shokaku": "shokaku", "a6m2_unyo": "unyo"}),
        (1, 6, {}),
    ):
        g, s, t = at(J, 9)
        g.fleet_used[:4] = 0
        throw(t, 1)
        assert forces.appear(g, s, t, force)
        there = [k for k in range(s.units) if g.place[k] == st.FLEET and g.at[k] == 0]
        came = [k for k in there if s.condition[k] in (st.TRUK, st.YOKOSUKA)]
        assert len(came) == ships
        assert all(on_deck(g, plane, ship) for plane, ship in decks.items())


# --- supply, replacements ------------------------------------------------------------------------
@pytest.mark.parametrize(("face", "out"), [(3, True), (4, False)])
@covers("BV-25", "R6-4b", "R6-4c", "R6-4g", "R6-4h", "RDX-07")
def test_bv_25_fire_at_the_depot(face, out):
    """The die comes first; while it burns there is no port and no TR, but the highway."""
    g, s, t = at(AL, 6)
    g.depot_fire = 1
    throw(t, face)
    play_on(g, s, t)
    assert (g.decision, thrown(t)) == (st.INCOME, 1)
    assert can_use_port(g, s, AL, spot("kodiak")) == out
    assert any_flight(g, s) == out
    act(g, s, t, NUMBER + 3)
    assert (g.supply[AL], g.seattle) == (2 + 2, 1)


def replaced(side, turn_number, *names):
    """The game at stage 1 of a turn, with Japan's or the Allies' losses given as (name, turn)."""
    g, s, t = at(side, turn_number)
    for name, when in names:
        lost(g, when, name)
    play_on(g, s, t)
    while g.decision not in (st.REPLACE, st.ARRIVAL):
        act(g, s, t, max(options(g, s)))
    legal = options(g, s) if g.decision == st.REPLACE else set()
    return {name for name, _ in names if u(name) in legal}, (g, s, t)


@covers("BV-41", "R6-14d", "R6-15c")
def test_bv_41_transports_come_back():
    """J: lost in 2 and 3, back in 7 and 8; both lost in 2, back in 7 and 8. AL: 2, back in 4."""
    apart = ("jp_ak_1", 2), ("jp_ak_2", 3)
    assert replaced(J, 6, *apart)[0] == set()
    assert replaced(J, 7, *apart)[0] == {"jp_ak_1"}
    assert replaced(J, 8, ("jp_ak_2", 3))[0] == {"jp_ak_2"}
    both = ("jp_ak_1", 2), ("jp_ak_2", 2)
    offered, (g, s, t) = replaced(J, 7, *both)
    assert offered == {"jp_ak_1", "jp_ak_2"}
    act(g, s, t, u("jp_ak_1"))
    while g.decision == st.ARRIVAL_PLACE:
        act(g, s, t, max(options(g, s)))
    assert g.decision != st.REPLACE, "one a turn"
    assert replaced(J, 8, ("jp_ak_2", 2))[0] == {"jp_ak_2"}
    assert replaced(AL, 3, ("us_ak_1", 2))[0] == set()
    assert replaced(AL, 4, ("us_ak_1", 2))[0] == {"us_ak_1"}


@covers("VX-18", "R6-8a", "A-90")
def test_vx_18_a_repaired_ship_needs_a_marker():
    """All four markers are in use and none is in C15: off map is the only place."""
    g, s, t = at(J, 5)
    for slot, where in enumerate(("C11", "C11", "C12", "C9")):
        put_fleet(g, slot, where)
    k = unit("nachi")
    g.place[k], g.at[k], g.when[k] = st.REPAIR, st.NONE, 5
    to(g, s, t, st.ARRIVAL)
    act(g, s, t, u("nachi"))
    assert g.place[k] == st.BOX
    act(g, s, t, DONE)
