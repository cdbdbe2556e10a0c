"""S8: fleets return, troops step ashore, found markers go (8.5, 8.6, 14.1)."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import (
    BOX_ACTION,
    DONE,
    NODE,
    OWN_FLEET,
    PASS,
    SPOT_ACTION,
    UNIT,
    YES,
)
from glory_env.games.aleutians.rules import forces, landing, turn
from glory_env.games.aleutians.scenario.freeze import area_number
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import put_ashore, put_at_sea
from .driver import choose, options
from .in_return import act, fly, play_on
from .positions import blank, node, spot, unit

J, AL = st.JAPAN, st.ALLIES
D = AL * st.FLEETS + 3


def at(name):
    return NODE + node(name)


@covers("VX-10", "R8-5h", "R8-6a", "R8-6b", "R8-6c", "R12-5e")
def test_vx_10_return_of_japanese_fleets():
    """With temporary ports at Kiska and Attu: stay, Paramushiro at any distance, or off map."""
    g, s, t = position(J, st.RETURN)
    stand(g, s, "kiska", "bn_301")
    stand(g, s, "attu", "senpei_1")
    g.beach[spot("kiska"), J] = g.beach[spot("attu"), J] = 1
    fleet(g, 0, node("C11"), ["nachi"])
    fleet(g, 1, node("C12"), ["tama"])
    play_on(g, s, t)
    for slot, where in ((0, "C15"), (1, "C12")):
        assert (g.decision, g.actor, g.chosen_fleet) == (st.RETURN_FLEET, J, slot)
        assert options(g, s) == {PASS, at("C15"), BOX_ACTION}
        act(g, s, t, at("C15") if slot == 0 else PASS)
        assert g.fleet_node[slot] == node(where)


@covers("R8-6b", "R6-4b")
def test_no_return_to_disrupted_ports_nor_with_the_depot_out():
    g, s, t = position(AL, st.RETURN)
    fleet(g, 4, node("C9"), ["louisville"])
    play_on(g, s, t)
    ports = {at("B5"), at("C8"), at("A4k")}
    assert options(g, s) == {PASS, BOX_ACTION, *ports}
    g.port_disrupted[spot("kodiak")] = 1
    assert options(g, s) == {PASS, BOX_ACTION, *ports} - {at("B5")}
    g.depot_fire = 1
    assert options(g, s) == {PASS, BOX_ACTION}


@covers("BV-38", "R8-5i")
def test_bv_38_not_twice_at_sea():
    """J OP1 ends at sea, J skips OP2: by S8 of the next J OP1 in port or off map."""
    g, s, t = position(J, st.RETURN)
    fleet(g, 0, node("C9"), ["nachi"])
    fleet(g, 1, node("C15"), ["tama"])
    play_on(g, s, t)
    act(g, s, t, PASS, PASS)
    assert g.phase != st.RETURN
    assert g.fleet_deadline[:2].tolist() == [1, 0]
    g.turn, g.op, g.side, g.phase, g.step = 3, 0, J, st.RETURN, 0
    play_on(g, s, t)
    assert options(g, s) == {at("C15"), BOX_ACTION}
    g.fleet_node[0] = node("C15")  # it has moved there in S3
    assert options(g, s) == {PASS, BOX_ACTION}


@pytest.mark.parametrize("out", [False, True])
@covers("R8-5i", "R8-6b", "N-47", "A-71")
def test_who_lies_in_a_disrupted_port_may_stay(out):
    """It has met its deadline, also with the depot out; only to return there is barred."""
    g, s, t = position(AL, st.RETURN)
    fleet(g, 4, node("B5"), ["louisville"])
    fleet(g, 5, node("C9"), ["honolulu"])
    g.fleet_deadline[4] = g.fleet_deadline[5] = 1
    g.port_disrupted[spot("kodiak")] = 1
    g.depot_fire = int(out)
    others = set() if out else {at("C8"), at("A4k")}
    play_on(g, s, t)
    assert options(g, s) == {PASS, BOX_ACTION, *others}
    act(g, s, t, PASS)
    assert g.chosen_fleet == 5
    assert options(g, s) == {BOX_ACTION, *others}, "this one is at sea for the second time"
    act(g, s, t, BOX_ACTION)
    assert not g.fleet_deadline[4]
    g.side, g.op, g.phase, g.step = AL, 3, st.RETURN, 0
    play_on(g, s, t)
    assert PASS in options(g, s), "and may stay on"


@covers("R8-5i", "N-47")
def test_a_port_of_the_enemy_is_no_port():
    """Kodiak, whose port Japan has captured."""
    g, s, t = position(AL, st.RETURN)
    fleet(g, 4, node("B5"), ["louisville"])
    g.fleet_deadline[4] = 1
    stand(g, s, "kodiak", "bn_301")
    play_on(g, s, t)
    assert g.port_owner[spot("kodiak")] == J
    assert options(g, s) == {BOX_ACTION, at("C8"), at("A4k")}


@covers("R8-5g", "R8-6d", "A-70")
def test_out_of_ice_only_off_map_and_into_ice_never():
    g, s, t = position(AL, st.RETURN, turn=7)
    s = s.copy()
    s.ice[node("B5")] = 1  # the sea of Kodiak, as a case
    fleet(g, 4, node("A9"), ["louisville"])
    fleet(g, 5, node("C9"), ["honolulu"])
    play_on(g, s, t)
    assert options(g, s) == {BOX_ACTION}
    act(g, s, t, BOX_ACTION)
    assert options(g, s) == {PASS, BOX_ACTION, at("C8"), at("A4k")}


@covers("RSU-3f")
def test_allied_fleet_d_makes_a_port_at_once():
    """The fleet D that has appeared in D6 counts as having begun the phase at sea."""
    g, s, t = position(AL, st.RETURN, turn=1)
    g.op = 3
    forces.place_fleet_d(g, s, node("D6"))
    play_on(g, s, t)
    assert (g.fleet_d, g.chosen_fleet) == (forces.APPEARED, D)
    assert options(g, s) == {BOX_ACTION, at("B5"), at("C8"), at("A4k")}
    g.fleet_node[D] = node("B5")  # it has moved there in S3
    assert options(g, s) == {PASS, BOX_ACTION, at("C8"), at("A4k")}


@covers("RSU-3f", "N-92")
def test_another_fleet_with_the_marker_d_may_stay_at_sea():
    """Fleet D never came: who bears its marker in that phase is no fleet of the set-up."""
    g, s, t = position(AL, st.RETURN, turn=1)
    g.op, g.fleet_d = 3, forces.STAYS_AWAY
    fleet(g, D, node("C9"), ["louisville"])
    play_on(g, s, t)
    assert options(g, s) == {PASS, BOX_ACTION, at("B5"), at("C8"), at("A4k")}
    act(g, s, t, PASS)
    assert g.fleet_deadline[D], "it is due in port like any other (R8-5i)"


@covers("R8-4g", "R8-4h", "N-45")
def test_troops_of_a_fleet_that_returns_step_ashore():
    """Where it stays at sea they stay aboard; so do those for whom the port has no room."""
    g, s, t = position(AL, st.RETURN)
    stand(g, s, "kodiak", "eng_18", "scouts", "seabees")
    fleet(g, 4, node("C9"), ["us_ak_1", "us_ak_2"], ["inf_4", "inf_5"])
    fleet(g, 5, node("C9"), ["us_ak_3"], ["inf_7"])
    play_on(g, s, t)
    act(g, s, t, at("B5"), PASS)
    assert [int(g.place[unit(n)]) for n in ("inf_4", "inf_5", "inf_7")] == [
        st.SPOT, st.FLEET, st.FLEET,
    ]  # fmt: skip
    assert g.at[unit("inf_4")] == spot("kodiak")


@covers("R8-4l", "R8-5j")
def test_troops_of_a_fleet_that_leaves_the_map_are_in_the_box():
    g, s, t = position(AL, st.RETURN)
    fleet(g, 4, node("C9"), ["us_ak_1"], ["inf_4"])
    play_on(g, s, t)
    act(g, s, t, BOX_ACTION)
    assert g.place[unit("inf_4")] == st.BOX
    assert g.fleet_node[4] == st.NONE


@pytest.mark.parametrize("side", [J, AL])
@covers("R9-5a", "R9-5b")
def test_found_markers_go_at_the_end_of_every_phase(side):
    g, s, t = position(side, st.RETURN)
    fleet(g, 0, node("C9"), ["nachi"])
    fleet(g, 4, node("C10"), ["louisville"])
    g.fleet_found[:] = 1
    play_on(g, s, t)
    act(g, s, t, PASS)
    assert g.phase != st.RETURN
    assert not g.fleet_found.any()


@covers("VX-08", "RSU-3b", "RSU-3c", "A-86")
def test_vx_08_a_second_unit_for_a_second_landing():
    """Fleet B lands one unit on Kiska; its floatplane follows in S8, the other unit lands later."""
    g, s, t = blank()
    g.phase, g.step, g.decision = st.LANDING, 0, st.NO_DECISION
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET + 1)
    choose(g, s, t, SPOT_ACTION + spot("kiska"))
    choose(g, s, t, UNIT + unit("snlf_3"))
    choose(g, s, t, DONE)
    landing.continue_landing(g, s, t)
    choose(g, s, t, DONE)
    landing.continue_landing(g, s, t)
    assert (g.phase, g.supply[J]) == (st.GROUND_MOVE, 1)
    g.phase, g.step = st.RETURN, 0
    play_on(g, s, t)
    while g.phase == st.RETURN:
        act(g, s, t, PASS if g.decision == st.RETURN_FLEET else DONE)
    plane, second = unit("a6m2n_1"), unit("jp_con_1")
    assert (g.place[plane], g.at[plane]) == (st.SPOT, spot("kiska"))
    assert (g.place[second], g.at[second]) == (st.FLEET, 1)
    assert g.fleet_deadline[1]
    turn.begin_operation(g, 2)
    turn.continue_second_phase(g, s, t)
    turn.apply_second_phase(g, s, t, YES)
    assert g.supply[J] == 0
    g.fleet_node[1], g.phase, g.step = node("C10"), st.LANDING, 0
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET + 1)
    choose(g, s, t, SPOT_ACTION + spot("adak"))
    choose(g, s, t, UNIT + second)
    landing.continue_landing(g, s, t)
    while g.decision == st.LAND_FLEET:
        choose(g, s, t, DONE)
        landing.continue_landing(g, s, t)
    assert g.at[second] == spot("adak")
    g.phase, g.step = st.RETURN, 0
    play_on(g, s, t)
    while g.chosen_fleet != 1:
        act(g, s, t, BOX_ACTION)
    assert options(g, s) == {at("C15"), BOX_ACTION}


@covers("RSQ-8c", "R14-1a")
def test_order_of_the_stage():
    """Fleets, fields, aircraft of PP and of NP, bases, boats of NP."""
    g, s, t = position(AL, st.RETURN)
    fleet(g, 4, node("C9"), ["louisville"])
    stand(g, s, "adak", "inf_4")
    put_ashore(g, "p40_2", "umnak")
    fly(g, area_number("C8"), "p40_1")
    put_at_sea(g, "h6k_1", "C15")
    put_at_sea(g, "midget", "C14")
    g.flown[unit("midget")] = 1
    seen = []
    play_on(g, s, t)
    while g.phase == st.RETURN:
        seen.append((int(g.decision), int(g.actor)))
        legal = options(g, s)
        act(g, s, t, PASS if PASS in legal else DONE if DONE in legal else min(legal))
    assert seen == [
        (st.RETURN_FLEET, AL),
        (st.BUILD, AL),
        (st.RETURN_AIRCRAFT, AL),
        (st.RETURN_AIRCRAFT, J),
        (st.REBASE, AL),
        (st.RETURN_BOAT, J),
    ]
