"""Optional rules 16.1, 16.3, 16.4 and 16.6 to 16.9."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env import aleutians_v0
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, NO, NODE, SPOT_ACTION, YES
from glory_env.games.aleutians.options import make_options
from glory_env.games.aleutians.rules import (
    conversion,
    early_ships,
    forces,
    raids,
    rebase,
    returns,
    soviet,
    turn,
)
from glory_env.games.aleutians.rules.recon import boat_reaches
from glory_env.games.aleutians.rules.schedule import NEVER, due_turn
from glory_env.games.aleutians.rules.strategy import roll_railway
from glory_env.games.aleutians.rules.submarines import is_mission_node
from tests.covers import covers

from .at_sea import bare, put_ashore, put_fleet, put_in_box, throw, thrown
from .driver import choose, options, u
from .in_supply import act, at, places, to
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES


# --- options ---------------------------------------------------------------------------------


def test_options_by_name():
    """DK-04: each optional rule is switched on by its name and off by default."""
    games = np.zeros(1, st.GAME)
    make_options(optional_rules=["tokyo_raid", "early_ships"]).write(games)
    on = [st.OPTIONAL_RULES[k] for k in np.flatnonzero(games["opt_rules"][0])]
    assert on == ["tokyo_raid", "early_ships"]
    make_options().write(games)
    assert not games["opt_rules"].any()
    for wrong in (["raid"], "tokyo_raid"):
        with pytest.raises(ValueError, match="optional"):
            aleutians_v0.env(optional_rules=wrong)


# --- 16.1 Nome -------------------------------------------------------------------------------


@covers("R16-1a", "A-106")
def test_the_field_of_nome_takes_the_place_of_the_railway():
    """No railway; a large Allied field at Nome allows the Soviet roll, with +1."""
    g, s, t = bare(st.TURN_START, J, 7)
    g.opt_rules[st.NOME_FIELD] = 1
    g.strategy[AL] = st.L4
    roll_railway(g, t)
    assert g.railway == 0
    assert not soviet.may_attempt(g, s)
    g.field[s.nome] = st.LARGE
    assert soviet.may_attempt(g, s)
    g.points = 2  # with Paramushiro 4 VP: no modifier
    throw(t, 6)
    soviet.attempt(g, s, t)
    assert g.soviet == 1
    g.soviet_tried, g.field_owner[s.nome] = 0, J
    assert not soviet.may_attempt(g, s)


# --- 16.3, 16.4 raids --------------------------------------------------------------------------


@covers("R16-3a", "R16-3b", "R4-1g", "RDX-23")
@pytest.mark.parametrize(("face", "points"), [(3, -1), (4, 0)])
def test_the_raid_on_tokyo(face, points):
    """From a large field in C15 at the start of a turn."""
    g, s, t = bare(st.TURN_START, J, 11)
    g.soviet_tried = 1
    put_ashore(g, "b29_1", "petropavlovsk")
    turn.continue_turn_start(g, s, t)
    assert g.decision == st.NO_DECISION  # the rule is off
    g, s, t = bare(st.TURN_START, J, 11)
    g.soviet_tried = g.soviet = 1
    g.opt_rules[st.TOKYO_RAID] = 1
    g.field_owner[s.petropavlovsk] = AL
    put_ashore(g, "b29_1", "petropavlovsk")
    turn.continue_turn_start(g, s, t)
    assert (g.decision, g.actor) == (st.RAID, AL)
    throw(t, face)
    choose(g, s, t, YES)
    assert thrown(t) == 1
    assert g.points == points
    assert g.flown[unit("b29_1")]
    turn.continue_turn_start(g, s, t)
    assert g.phase == st.PHASE_START


@covers("R16-3a")
def test_no_raid_from_elsewhere():
    """Not from Anchorage, nor from a field that is disrupted."""
    g, s, _ = bare(st.TURN_START, J, 11)
    g.opt_rules[st.TOKYO_RAID] = 1
    put_ashore(g, "b29_1", "anchorage")
    assert raids.raider(g, s, AL) == st.NONE
    g.field_owner[s.paramushiro] = AL
    put_ashore(g, "b29_1", "paramushiro")
    assert raids.raider(g, s, AL) == unit("b29_1")
    g.field_disrupted[s.paramushiro] = 1
    assert raids.raider(g, s, AL) == st.NONE


@covers("VX-15", "R16-4a", "R16-4b")
@pytest.mark.parametrize(("area", "reaches"), [("open_A3", True), ("open_A4", False)])
def test_vx_15_how_far_seattle_is(area, reaches):
    """A large field built in A3 will do, one in A4 will not."""
    g, s, _ = bare(st.TURN_START, J, 11)
    g.opt_rules[st.SEATTLE_RAID] = 1
    p = st.MAX_SPOTS - 1
    g.spot_used[p], g.spot_area[p] = 1, s.spot_area[spot(area)]
    g.field[p], g.field_owner[p] = st.LARGE, J
    g.place[unit("g8n_1")], g.at[unit("g8n_1")] = st.SPOT, p
    assert (raids.raider(g, s, J) == unit("g8n_1")) == reaches


@covers("R16-4a", "R16-4b")
@pytest.mark.parametrize(("face", "points"), [(2, 1), (3, 0)])
def test_the_raid_on_seattle(face, points):
    """From a large field of columns 1 to 3; 1 or 2 is a success."""
    g, s, t = bare(st.TURN_START, J, 11)
    g.opt_rules[st.SEATTLE_RAID] = 1
    put_ashore(g, "g8n_1", "paramushiro")
    assert raids.raider(g, s, J) == st.NONE
    for where, size, good in (("annette", st.SMALL, False), ("annette", st.LARGE, True)):
        p = spot(where)
        g.field[p], g.field_owner[p] = size, J
        put_ashore(g, "g8n_1", where)
        assert (raids.raider(g, s, J) == unit("g8n_1")) == good
    assert raids.asks_raid(g, s, J)
    throw(t, face)
    choose(g, s, t, YES)
    assert g.points == points
    g.flown[unit("g8n_1")] = 0
    assert raids.asks_raid(g, s, J)
    choose(g, s, t, NO)
    assert not g.flown[unit("g8n_1")]


@covers("RAS-1e", "RJS-1a", "RJS-1d")
def test_when_the_big_bombers_come():
    """Turn 10 by every strategy but those that take them away."""
    g, s, _ = at(AL, 10)
    big = (unit("b29_1"), unit("g8n_1"))
    assert [due_turn(g, s, k) for k in big] == [NEVER, NEVER]
    g.opt_rules[st.TOKYO_RAID] = g.opt_rules[st.SEATTLE_RAID] = 1
    for strategy, expected in ((1, [10, 10]), (2, [NEVER, 10]), (3, [10, 10]), (4, [10, NEVER])):
        g.strategy[:] = strategy
        assert [due_turn(g, s, k) for k in big] == expected


# --- 16.6 open waters --------------------------------------------------------------------------


@covers("R16-6a", "R7-2a")
def test_barred_waters_are_open():
    """At set-up, in S2 and for transport."""
    g, s, _ = bare(st.RECON_STAGE, J)
    barred, boat = node("B2"), unit("jp_ss_1")
    assert s.barred[barred]
    put_in_box(g, "jp_ss_1")
    put_ashore(g, "bn_302", "baranof")
    g.beach[spot("baranof"), J] = 1
    g.decision, g.actor = st.PLACE_SUBMARINE, J
    for on in (0, 1):
        g.opt_rules[st.OPEN_WATERS] = on
        assert boat_reaches(g, s, boat, barred) == bool(on)
        assert is_mission_node(g, s, J, barred) == bool(on)
        assert (NODE + barred in options(g, s)) == bool(on)


# --- 16.7 forces by strategy -------------------------------------------------------------------


@covers("R16-7a", "A-74", "A-81")
@pytest.mark.parametrize(
    ("japan", "allies", "on", "comes"),
    [(1, 3, 1, True), (3, 4, 1, True), (3, 3, 1, False), (1, 4, 0, False)],
)
def test_strategies_help_the_forces(japan, allies, on, comes):
    """-1 under J1 or L4."""
    g, s, t = at(J, 9)
    g.fleet_used[: st.FLEETS] = 0
    g.strategy[:] = japan, allies
    g.opt_rules[st.STRATEGY_FORCES] = on
    throw(t, 3)
    assert forces.appear(g, s, t, 0) == comes


@covers("R6-10b", "BV-17")
def test_the_modifiers_have_a_floor():
    """-2, -1 and -1 together count -3."""
    g, s, t = at(J, 9)
    g.fleet_used[: st.FLEETS] = 0
    g.strategy[J], g.soviet, g.opt_rules[st.STRATEGY_FORCES] = st.J1, 1, 1
    put_fleet(g, st.FLEETS, "C15", "louisville")
    throw(t, 6)
    assert not forces.appear(g, s, t, 0)  # 6 - 3 = 3


# --- 16.8 carrier aircraft ---------------------------------------------------------------------


def converted(allies=st.L4):
    g, s, t = bare(st.TURN_START, J, 9)
    g.soviet_tried = 1
    g.strategy[:] = st.J3, allies
    g.opt_rules[st.LANDED_CARRIER_AIRCRAFT] = 1
    turn.continue_turn_start(g, s, t)
    assert (g.decision, g.actor) == (st.CONVERT, J)
    choose(g, s, t, YES)
    return g, s, t


@covers("R16-8a")
def test_carrier_aircraft_land():
    """2 VP, no Truk force; all fifteen are due at once, as land planes."""
    g, s, _ = converted()
    assert (g.points, g.force_tried[0], g.aircraft_landed) == (-2, 1, 1)
    due = [k for k in range(int(s.units)) if s.side[k] == J and s.mother[k] != st.NONE]
    assert len(due) == 15
    g.strategy[J] = st.J4
    assert {due_turn(g, s, k) for k in due} == {9}
    g.side, g.phase, g.decision, g.actor = J, st.SUPPLY, st.ARRIVAL, J
    assert {u("a6m2_junyo"), u("d3a_shokaku")} <= options(g, s)
    for k in (0, 1):
        name = ("a6m2_junyo", "a6m3_1")[k]
        g.chosen_unit = unit(name)
        g.decision = st.ARRIVAL_PLACE
        p = spot("adak")
        g.field[p], g.field_owner[p], g.holder[p] = st.SMALL, J, J
        assert {SPOT_ACTION + p, SPOT_ACTION + spot("paramushiro")} <= options(g, s)


@covers("R16-8a")
def test_a_landed_carrier_aircraft_returns_and_changes_base():
    """It returns to an airfield in range and may change base."""
    g, s, _ = converted()
    g.side, g.phase = J, st.RETURN
    plane = unit("a6m2_junyo")
    put_ashore(g, "a6m2_junyo", "paramushiro")
    p = spot("adak")
    g.field[p], g.field_owner[p] = st.SMALL, J
    assert rebase.may_rebase(g, s, plane)
    g.place[plane], g.at[plane], g.flown[plane] = st.SEA, node("C15"), 1
    assert returns.return_of(g, s, J)
    assert options(g, s) == {SPOT_ACTION + spot("paramushiro")}


@covers("A-81")
def test_in_vain_against_another_strategy():
    """Nothing happens, nothing is paid, and it cannot be tried again."""
    g, s, t = converted(st.L3)
    assert (g.points, g.force_tried[0], g.aircraft_landed) == (0, 0, 0)
    turn.continue_turn_start(g, s, t)
    assert g.phase == st.PHASE_START
    g.turn = 10
    assert not conversion.asks_conversion(g)


# --- 16.9 early ships --------------------------------------------------------------------------


@covers("R16-9a", "A-105")
@pytest.mark.parametrize(
    ("number", "strategy", "expected"),
    [
        (6, st.L3, {"raleigh"}),
        (7, st.L3, {"richmond"}),
        (8, st.L3, {"idaho", "san_francisco", "louisville"}),
        (4, st.L4, {"raleigh"}),
        (7, st.L2, set()),
        (9, st.L1, {"raleigh"}),
    ],
)
def test_ships_a_turn_early(number, strategy, expected):
    """The turn before they are due, by the strategy in force."""
    g, s, t = at(AL, number, strategy)
    g.opt_rules[st.EARLY_SHIPS] = 1
    g.op = 3
    g.place[unit("louisville")], g.at[unit("louisville")] = st.WITHDRAWN, st.NONE
    assert early_ships.asks_early(g)
    assert options(g, s) == {DONE, *(u(name) for name in expected)}
    for name in expected:
        choose(g, s, t, u(name))
        assert g.place[unit(name)] == st.BOX
        assert early_ships.asks_early(g)
    choose(g, s, t, DONE)
    g.op = 1
    assert not early_ships.asks_early(g)  # in the second phase only


@covers("R6-12b", "N-18")
def test_who_comes_back_is_chosen():
    """One transport and two flying boats of those withdrawn, whichever."""
    g, s, t = at(AL, 9)
    transports, boats = ("us_ak_1", "us_ak_3"), ("pbyr_1", "pby_1", "pbyr_3")
    for name in (*transports, *boats):
        g.place[unit(name)], g.at[unit(name)] = st.WITHDRAWN, st.NONE
    to(g, s, t, st.ARRIVAL)
    assert {u(n) for n in (*transports, *boats)} <= options(g, s)
    act(g, s, t, u("us_ak_3"))
    assert places(g, "us_ak_1") == {st.GONE}
    for name in ("pby_1", "pbyr_3"):
        act(g, s, t, u(name))
        if g.decision == st.ARRIVAL_PLACE:
            act(g, s, t, max(options(g, s)))
    assert places(g, "pbyr_1") == {st.GONE}
