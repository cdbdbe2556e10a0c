"""The end of S4: troops step ashore, companies off submarines, recovery (8.4, 7.3, A-107)."""

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, FIELD, PORT, SPOT_ACTION, UNIT
from glory_env.games.aleutians.rules import unload
from glory_env.games.aleutians.rules.bases import has_beach
from glory_env.games.aleutians.rules.control import put
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import put_at_sea
from .driver import choose, options
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES


def u(name):
    return UNIT + unit(name)


def act(g, s, t, *actions):
    """Take legal actions and play on in the stage after each."""
    for action in actions:
        choose(g, s, t, action)
        play_on(g, s, t)


def play_on(g, s, t):
    while g.decision == st.NO_DECISION and g.phase == st.UNLOAD:
        unload.continue_unload(g, s, t)


@covers("R8-4e", "R8-4f", "A-95")
def test_troops_step_ashore_at_an_own_port():
    """At a port or temporary port, as many as find room; elsewhere they stay for a landing."""
    g, s, t = position(AL, st.UNLOAD)
    stand(g, s, "kodiak", "eng_18", "scouts", "seabees")
    fleet(g, 4, node("B5"), ["us_ak_1", "us_ak_2"], ["inf_4", "inf_5"])
    fleet(g, 5, node("C10"), ["us_ak_3"], ["inf_7"])
    play_on(g, s, t)
    assert (g.decision, options(g, s)) == (st.DISEMBARK, {DONE, u("inf_4"), u("inf_5")})
    act(g, s, t, u("inf_4"))
    assert g.at[unit("inf_4")] == spot("kodiak")
    assert g.place[unit("inf_5")] == g.place[unit("inf_7")] == st.FLEET
    assert g.phase == st.LANDING


@covers("RHI-1a")
def test_a_fleet_at_a_port_is_asked_whatever_it_has_aboard():
    """decisions.md 4: the number of questions says nothing about its cargo."""
    for troops in ([], ["inf_4"]):
        g, s, t = position(AL, st.UNLOAD)
        fleet(g, 4, node("B5"), ["us_ak_1"], troops)
        play_on(g, s, t)
        assert (g.decision, options(g, s)) == (st.DISEMBARK, {DONE, *map(u, troops)})
        act(g, s, t, DONE)
        assert g.phase == st.LANDING
    g, s, t = position(AL, st.UNLOAD)
    fleet(g, 4, node("C10"), ["us_ak_1"], ["inf_4"])
    play_on(g, s, t)
    assert g.phase == st.LANDING, "no port there"


@covers("RHI-1a", "R7-3e")
def test_a_transport_submarine_is_asked_whatever_it_has_aboard():
    for supply in (0, 1):
        g, s, t = position(J, st.UNLOAD)
        stand(g, s, "kiska", "bn_301")
        g.beach[spot("kiska"), J] = g.disrupted[unit("bn_301")] = 1
        put_at_sea(g, "jp_ss_1", "C11")
        g.boat_supply[unit("jp_ss_1")] = supply
        play_on(g, s, t)
        assert g.decision == st.RECOVER
        assert (SPOT_ACTION + spot("kiska") in options(g, s)) == bool(supply)


@covers("BV-71", "R6-5f", "R8-4e", "A-107")
def test_bv_71_a_lift_that_brought_troops_gives_no_recovery():
    g, s, t = position(J, st.UNLOAD)
    stand(g, s, "kiska", "bn_301")
    g.beach[spot("kiska"), J] = 1
    g.disrupted[unit("bn_301")] = 1
    fleet(g, 0, node("C11"), ["jp_ak_1"], ["snlf_3"])
    play_on(g, s, t)
    act(g, s, t, u("snlf_3"))
    assert g.at[unit("snlf_3")] == spot("kiska")
    act(g, s, t, DONE)
    assert g.decision == st.RECOVER
    assert options(g, s) == {DONE}


@covers("BV-28", "R6-5f", "R6-5g")
def test_bv_28_a_loaded_transport_gives_no_recovery():
    g, s, t = position(AL, st.UNLOAD)
    stand(g, s, "umnak", "inf_5")
    g.disrupted[unit("inf_5")] = 1
    fleet(g, 4, node("C8"), ["us_ak_1"], ["inf_4"])
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert (g.decision, options(g, s)) == (st.RECOVER, {DONE})


@covers("VX-05", "R6-5c", "R6-5d", "R6-5e")
def test_vx_05_island_with_port_and_airfield():
    """1 SP for the whole garrison, 1 for the port, 1 for the airfield: three in all."""
    g, s, t = position(AL, st.UNLOAD)
    p = spot("kodiak")
    stand(g, s, "kodiak", "inf_4", "inf_5")
    g.disrupted[unit("inf_4")] = g.disrupted[unit("inf_5")] = 1
    g.field_disrupted[p] = g.port_disrupted[p] = 1
    fleet(g, 4, node("B5"), ["us_ak_1", "us_ak_2", "us_ak_3"])
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert options(g, s) == {DONE, SPOT_ACTION + p, FIELD + p, PORT + p}
    act(g, s, t, SPOT_ACTION + p)
    assert (g.supply[AL], g.disrupted.sum()) == (2, 0)
    act(g, s, t, FIELD + p)
    assert (g.supply[AL], g.field_disrupted[p], g.port_disrupted[p]) == (1, 0, 1)
    act(g, s, t, PORT + p)
    assert (g.supply[AL], g.port_disrupted[p]) == (0, 0)


@covers("R7-3c", "R7-3d")
def test_a_company_leaves_its_submarine_at_a_port_only():
    """Without a port it stays aboard: a submarine lands nobody."""
    for beach in (1, 0):
        g, s, t = position(J, st.UNLOAD)
        stand(g, s, "kiska", "bn_301")
        g.beach[spot("kiska"), J] = beach
        put_at_sea(g, "jp_ss_1", "C11")
        k = unit("senpei_1")
        g.place[k], g.at[k] = st.SUBMARINE, unit("jp_ss_1")
        play_on(g, s, t)
        assert g.phase == st.LANDING
        assert g.place[k] == (st.SPOT if beach else st.SUBMARINE)


@covers("R12-5b", "R12-5a")
def test_a_controlled_port_makes_the_temporary_one_void():
    g, s, _ = position(J, st.UNLOAD)
    p = spot("dutch_harbor")
    stand(g, s, "dutch_harbor", "us_aa", "bn_301")
    g.beach[p, J] = 1
    assert has_beach(g, s, J, p)
    put(g, s, unit("us_aa"), st.LOST, st.NONE)
    assert g.port_owner[p] == J
    assert not has_beach(g, s, J, p)
