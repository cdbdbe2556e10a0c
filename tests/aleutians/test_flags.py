"""Hidden stacks and armed reconnaissance (16.2)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.record import copy_games
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, N_ACTIONS, NODE, OWN_FLEET, PASS, SPOT_ACTION
from glory_env.games.aleutians.engine import hiding, sequence, visible
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE, encode
from glory_env.games.aleutians.generated import dispatch as decisions
from glory_env.games.aleutians.rules import armed_recon, flags, ground, landing, naval, turn, unload
from glory_env.games.aleutians.rules.air_targets import is_target
from glory_env.games.aleutians.rules.recovery import can_recover
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import put_in_box, throw
from .driver import choose, options, u
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES
KISKA = SPOT_ACTION + spot("kiska")


def hidden(side, phase, *garrison, number=2):
    """A Japanese stack under a flag on Kiska."""
    g, s, t = position(side, phase, number)
    g.opt_rules[st.HIDDEN_STACKS] = 1
    stand(g, s, "kiska", *garrison)
    g.flag[spot("kiska"), J] = 1
    return g, s, t


# --- flags -----------------------------------------------------------------------------------


@covers("R16-2a", "A-83")
def test_units_are_swapped_for_a_flag():
    """At the start of an own phase; once a stage; not where nobody stands."""
    g, s, t = position(J, st.PHASE_START)
    stand(g, s, "kiska", "bn_301", "jp_con_1")
    stand(g, s, "paramushiro", "bn_302")
    turn.continue_phase_start(g, s, t)
    assert g.phase == st.SUPPLY  # the rule is off
    g.opt_rules[st.HIDDEN_STACKS] = 1
    g.phase, g.step = st.PHASE_START, 0
    turn.continue_phase_start(g, s, t)
    assert (g.decision, g.actor) == (st.FLAG_STACK, J)
    assert options(g, s) == {DONE, KISKA, SPOT_ACTION + spot("paramushiro")}
    choose(g, s, t, KISKA)
    turn.continue_phase_start(g, s, t)
    assert options(g, s) == {DONE, SPOT_ACTION + spot("paramushiro")}
    assert flags.flags_of(g, J) == 1
    choose(g, s, t, DONE)
    turn.continue_phase_start(g, s, t)
    assert g.phase == st.SUPPLY


@covers("A-83")
def test_in_the_sixth_stage_too():
    """Also in S6, where a flag is taken off again."""
    g, s, t = hidden(J, st.GROUND_MOVE, "bn_301")
    ground.continue_ground_move(g, s, t)
    assert options(g, s) == {DONE, KISKA}
    choose(g, s, t, KISKA)
    assert not g.flag.any()


@covers("R16-2a", "RLM-1a", "A-83")
@pytest.mark.parametrize(("side", "limit"), [(J, 4), (AL, 6)])
def test_limits(side, limit):
    """Four and six flags."""
    g, s, _ = position(side, st.PHASE_START)
    g.opt_rules[st.HIDDEN_STACKS] = 1
    for p in range(limit):
        g.flag[p + 20, side] = 1
    stand(g, s, "attu", "bn_301" if side == J else "inf_4")
    assert not flags.can_swap(g, s, side, spot("attu"))
    g.flag[20, side] = 0
    assert flags.can_swap(g, s, side, spot("attu"))


@covers("R16-2b")
def test_enemies_on_the_island_or_land_show_the_units():
    """Then the flag goes and none can be put; it also goes when nobody is left."""
    g, s, _ = hidden(J, st.GROUND_MOVE, "bn_301")
    stand(g, s, "open_A4", "bn_302")
    g.flag[spot("open_A4"), J] = 1
    flags.check_flags(g, s)
    assert flags.flags_of(g, J) == 2
    stand(g, s, "anchorage", "inf_4")
    stand(g, s, "kiska", "inf_5")
    flags.check_flags(g, s)
    assert not g.flag.any()
    assert not flags.can_swap(g, s, J, spot("open_A4"))
    g, s, _ = hidden(J, st.GROUND_MOVE, "bn_301")
    stand(g, s, "attu", "bn_301")
    flags.check_flags(g, s)
    assert not g.flag.any()


@covers("R16-2a")
def test_nobody_can_aim_at_hidden_units():
    """A unit under a flag is no target of aircraft; a facility beside it still is."""
    g, s, _ = hidden(AL, st.AIR, "bn_301")
    g.field[spot("kiska")], g.field_owner[spot("kiska")] = st.SMALL, J
    assert not is_target(g, s, st.AT_GROUND, unit("bn_301"))
    assert is_target(g, s, st.AT_FIELD, spot("kiska"))
    g.flag[:] = 0
    assert is_target(g, s, st.AT_GROUND, unit("bn_301"))


# --- landings ----------------------------------------------------------------------------------


@covers("R16-2b", "R12-2d")
@pytest.mark.parametrize(("garrison", "lands"), [("senpei_1", True), ("fortress", False)])
def test_a_landing_at_a_flag(garrison, lands):
    """It may be tried for 1 SP; the strength is looked at once the flag is off."""
    g, s, t = hidden(AL, st.LANDING, garrison)
    fleet(g, 4, node("C11"), ["us_ak_1"], ["eng_807"])  # strength 3 against 1 or 8
    landing.continue_landing(g, s, t)
    assert g.decision == st.ARMED_RECON
    choose(g, s, t, PASS)
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET)
    assert KISKA in options(g, s)
    choose(g, s, t, KISKA)
    assert not g.flag.any()
    assert g.supply[AL] == 2
    assert (g.decision == st.LAND_UNITS) == lands
    assert (g.fleet_landing[4] == spot("kiska")) == lands
    if not lands:
        assert not landing.may_land_at(g, s, 4, spot("kiska"))


@covers("R6-5b")
def test_without_supply_no_landing_at_a_flag():
    """There are units under a flag, so a landing costs 1 SP."""
    g, s, _ = hidden(AL, st.LANDING, "senpei_1")
    fleet(g, 4, node("C11"), ["us_ak_1"], ["inf_4"])
    assert landing.may_land_at(g, s, 4, spot("kiska"))
    g.supply[AL] = 0
    assert not landing.may_land_at(g, s, 4, spot("kiska"))


# --- armed reconnaissance ----------------------------------------------------------------------


@covers("R16-2c", "R16-2d", "RDX-24")
@pytest.mark.parametrize(("face", "flag", "alive"), [(3, 0, 1), (4, 1, 1), (5, 1, 1), (6, 1, 0)])
def test_scouts_from_a_fleet(face, flag, alive):
    """Before gunfire; who survives does not land in this phase."""
    g, s, t = hidden(AL, st.LANDING, "bn_301")
    fleet(g, 4, node("C11"), ["us_ak_1", "us_ak_2"], ["scouts", "inf_4"])
    landing.continue_landing(g, s, t)
    assert (g.decision, g.actor) == (st.ARMED_RECON, AL)
    assert options(g, s) == {PASS, u("scouts")}
    choose(g, s, t, u("scouts"))
    assert options(g, s) == {KISKA}
    throw(t, face)
    choose(g, s, t, KISKA)
    assert g.flag[spot("kiska"), J] == flag
    assert (g.place[unit("scouts")] == st.FLEET) == bool(alive)
    landing.continue_landing(g, s, t)
    if flag:
        assert options(g, s) == {PASS}  # once each
        choose(g, s, t, PASS)
        landing.continue_landing(g, s, t)
    assert not landing.aboard(g, s, unit("scouts"), 4)
    assert landing.aboard(g, s, unit("inf_4"), 4)


@covers("R16-2a")
def test_asked_without_scouts_too():
    """Whom an Allied fleet has aboard is hidden, so it is asked before any flag."""
    g, s, _ = hidden(AL, st.LANDING, "bn_301")
    fleet(g, 4, node("C11"), ["louisville"])
    assert armed_recon.asks_fleets(g, s)
    assert options(g, s) == {PASS}
    fleet(g, 4, node("C12"))
    assert not armed_recon.asks_fleets(g, s)


@covers("R16-2c", "R16-2d", "A-83")
def test_scouts_by_submarine():
    """Placed in S3, rolled at the end of S4, back with the boat."""
    g, s, t = hidden(AL, st.NAVAL, "bn_301")
    put_in_box(g, "gato_1", "scouts")
    g.step = naval.SAILING
    naval.continue_naval(g, s, t)
    assert u("gato_1") in options(g, s)
    choose(g, s, t, u("gato_1"))
    assert options(g, s) == {NODE + node("C11")}
    choose(g, s, t, NODE + node("C11"))
    assert options(g, s) == {u("scouts")}
    choose(g, s, t, u("scouts"))
    assert g.place[unit("scouts")] == st.SUBMARINE
    g.phase, g.step = st.UNLOAD, unload.COMPANIES
    unload.continue_unload(g, s, t)
    assert (g.decision, g.actor) == (st.ARMED_RECON_SPOT, AL)
    throw(t, 1)
    choose(g, s, t, KISKA)
    assert not g.flag.any()
    unload.continue_unload(g, s, t)
    assert g.phase == st.LANDING
    assert g.place[unit("scouts")] == st.SUBMARINE


# --- nothing hidden shows ----------------------------------------------------------------------


def seen(games, s, seat):
    """Observation of a seat, and the mask if it is asked."""
    out, mask = np.zeros(OBSERVATION_SIZE, np.float32), np.zeros(N_ACTIONS, np.int8)
    encode(games[0], s, seat, out)
    if games[0]["actor"] == seat:
        decisions.legal(games[0], s, mask)
    return out, mask


@covers("RHI-1d")
@pytest.mark.parametrize("phase", [st.PHASE_START, st.RECON_STAGE, st.AIR, st.UNLOAD, st.LANDING])
@pytest.mark.parametrize("side", [J, AL])
def test_what_is_under_a_flag_does_not_show(phase, side):
    """Which units, how many and whether disrupted; nor in what the Allies are asked."""
    found = []
    for garrison, hurt in ((("bn_301",), 0), (("senpei_1", "jp_con_1", "jp_aa"), 1)):
        games = np.zeros(1, st.GAME)
        g, s, t = hidden(side, phase)
        games[0] = g
        g = games[0]
        stand(g, s, "kiska", *garrison)
        g.flag[spot("kiska"), J] = 1
        for name in ("bn_301", "senpei_1", "jp_con_1", "jp_aa"):  # the others: hidden elsewhere
            if name not in garrison:
                stand(g, s, "attu", name)
        g.flag[spot("attu"), J] = 1
        for name in garrison:
            g.disrupted[unit(name)] = hurt
        fleet(g, 0, node("C11"), ["nachi", "jp_ak_1"])
        fleet(g, 4, node("C11"), ["louisville", "us_ak_1"], ["inf_4"])
        put_in_box(g, "jp_ss_1", "gato_1", "scouts")
        g.decision = st.NO_DECISION
        sequence.play_on(g, s, t)
        found.append((int(g.decision), int(g.actor), *seen(games, s, AL)))
    assert found[0][:2] == found[1][:2]
    assert np.array_equal(found[0][2], found[1][2])
    if found[0][1] == AL:
        assert np.array_equal(found[0][3], found[1][3])


@covers("R16-2a", "R6-5c")
def test_a_stack_is_asked_for_recovery_in_any_case():
    """The question does not tell that somebody is disrupted."""
    g, s, _ = hidden(J, st.UNLOAD, "bn_301")
    fleet(g, 0, node("C11"), ["jp_ak_1"])
    assert can_recover(g, s, J)
    g.flag[:] = 0
    assert not can_recover(g, s, J)


@covers("R16-2a")
def test_hidden_units_are_drawn_anew():
    """A planner of the Allies gets other units under the flags, and not always as many."""
    g, s, _ = hidden(J, st.GROUND_MOVE, "bn_301")
    stand(g, s, "attu", "senpei_1", "jp_con_1")
    g.flag[spot("attu"), J] = 1
    games = np.zeros(1, st.GAME)
    games[0] = g
    places, numbers = set(), set()
    for key in range(12):
        twin = copy_games(games)
        hiding.redraw(twin[0], s, AL, key)
        places.add(int(twin[0]["at"][unit("bn_301")]))
        at = [int(twin[0]["at"][unit(n)]) for n in ("bn_301", "senpei_1", "jp_con_1")]
        assert set(at) == {spot("attu"), spot("kiska")}  # nobody stands elsewhere, no flag alone
        numbers.add(at.count(spot("attu")))
    assert places == {spot("attu"), spot("kiska")}
    assert numbers == {1, 2}
    assert visible.is_hidden(g, s, unit("bn_301"), AL)
    assert not visible.is_hidden(g, s, unit("bn_301"), J)
