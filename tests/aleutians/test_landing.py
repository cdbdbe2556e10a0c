"""Landings and ship gunfire (chapter 12)."""

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules import gunfire, landing
from glory_env.games.aleutians.rules.bases import has_beach
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import throw
from .driver import choose, options
from .positions import node, spot, unit


def landed(g, s, t, place, *units, slot=0):
    """Land these units from a fleet at a place; the stage has been begun."""
    choose(g, s, t, a.OWN_FLEET + slot % st.FLEETS)
    choose(g, s, t, a.SPOT_ACTION + spot(place))
    for name in units:
        if g.decision == st.LAND_UNITS:
            choose(g, s, t, a.UNIT + unit(name))
    if g.decision == st.LAND_UNITS:
        choose(g, s, t, a.DONE)


def start(g, s, t):
    landing.continue_landing(g, s, t)


@covers("R12-1a", "R12-2a", "R12-5a", "R3-3a")
def test_an_empty_island_is_taken_without_supply_or_combat():
    """Units go ashore, hold the island and have a port there."""
    g, s, t = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("C11"), ["jp_ak_1", "jp_apd_1"], ["snlf_3", "jp_con_1"])
    start(g, s, t)
    landed(g, s, t, "kiska", "snlf_3", "jp_con_1")
    landing.continue_landing(g, s, t)
    while g.decision == st.LAND_FLEET:
        choose(g, s, t, a.DONE)
        landing.continue_landing(g, s, t)
    assert g.phase == st.GROUND_MOVE
    assert g.supply[st.JAPAN] == 3
    assert g.place[unit("snlf_3")] == st.SPOT
    assert g.holder[spot("kiska")] == st.JAPAN
    assert has_beach(g, s, st.JAPAN, spot("kiska"))


@covers("BV-52", "R12-2d", "R12-2e", "R6-5b")
def test_a_defended_island_needs_strength_and_supply():
    """At least the defenders' strength, 1 SP for the fleet."""
    g, s, t = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("C11"), ["jp_ak_1", "jp_apd_1"], ["snlf_3", "bn_301"])
    stand(g, s, "kiska", "inf_4")  # strength 9
    start(g, s, t)
    choose(g, s, t, a.OWN_FLEET)
    assert a.SPOT_ACTION + spot("kiska") in options(g, s)  # 4 + 6
    choose(g, s, t, a.SPOT_ACTION + spot("kiska"))
    assert g.supply[st.JAPAN] == 2
    choose(g, s, t, a.UNIT + unit("snlf_3"))
    assert a.DONE not in options(g, s)  # 4 alone are too few


@covers("BV-52")
def test_too_weak_or_without_supply_there_is_no_landing():
    """6 against 9, and 10 against 9 without an SP."""
    g, s, _t = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("C11"), ["jp_ak_1"], ["bn_301"])
    stand(g, s, "kiska", "inf_4")
    assert not landing.may_land_at(g, s, 0, spot("kiska"))
    assert landing.may_land_at(g, s, 0, spot("amchitka"))
    fleet(g, 0, node("C11"), ["jp_apd_1"], ["snlf_3"])
    assert landing.may_land_at(g, s, 0, spot("kiska"))
    g.supply[st.JAPAN] = 0
    assert not landing.may_land_at(g, s, 0, spot("kiska"))


@covers("RHI-1a")
def test_a_fleet_off_land_is_asked_whatever_it_has_aboard():
    """decisions.md 4: no troops, too few of them, or enough; but not without an SP."""
    for troops, lands in ([], False), (["bn_301"], False), (["bn_301", "snlf_3"], True):
        g, s, t = position(st.JAPAN, st.LANDING)
        fleet(g, 0, node("C11"), ["jp_ak_1", "jp_apd_1"], troops)
        stand(g, s, "kiska", "inf_4")
        stand(g, s, "amchitka", "inf_5")
        start(g, s, t)
        assert g.decision == st.LAND_FLEET
        assert options(g, s) == ({a.DONE, a.OWN_FLEET} if lands else {a.DONE})
        choose(g, s, t, a.DONE)
        landing.continue_landing(g, s, t)
        assert g.phase == st.GROUND_MOVE
    g.supply[st.JAPAN] = 0
    assert not landing.has_fleet_off_land(g, s)


@covers("BV-53", "R12-2a")
def test_bv_53_three_fleets_at_the_most():
    """Of four fleets three land."""
    g, s, t = position(st.JAPAN, st.LANDING)
    cargo = ["snlf_3", "bn_301", "bn_302", "senpei_1"]
    lifts = ["jp_ak_1", "jp_ak_2", "jp_apd_1", "jp_apd_2"]
    places = ["C12", "C11", "C10", "C9"]
    for slot in range(4):
        fleet(g, slot, node(places[slot]), [lifts[slot]], [cargo[slot]])
    start(g, s, t)
    for slot, place in ((0, "attu"), (1, "kiska"), (2, "adak")):
        landed(g, s, t, place, cargo[slot], slot=slot)
        landing.continue_landing(g, s, t)
    assert g.decision == st.NO_DECISION
    assert g.place[unit("senpei_1")] == st.FLEET


@covers("VX-26", "R12-2g")
def test_anchorage_is_reached_through_cook_inlet():
    g, s, _t = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("A4k"), ["jp_ak_1"], ["bn_301"])
    assert not landing.may_land_at(g, s, 0, spot("anchorage"))
    g.fleet_via_cook[0] = 1
    assert landing.may_land_at(g, s, 0, spot("anchorage"))


@covers("VX-20", "R12-2f")
def test_vx_20_a_coast_away_from_the_defended_place_is_free():
    """The open country beside Cold Bay costs nothing and is not fought for in S5."""
    g, s, t = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("B7s"), ["jp_ak_1"], ["senpei_1"])
    stand(g, s, "cold_bay", "inf_4")
    assert not landing.may_land_at(g, s, 0, spot("cold_bay"))
    start(g, s, t)
    landed(g, s, t, "open_B7", "senpei_1")
    landing.continue_landing(g, s, t)
    assert g.phase == st.GROUND_MOVE
    assert g.supply[st.JAPAN] == 3
    assert has_beach(g, s, st.JAPAN, spot("open_B7"))


@covers("R12-1a")
def test_an_own_port_is_no_landing():
    """At an own port or temporary port units disembark."""
    g, s, _ = position(st.ALLIES, st.LANDING)
    fleet(g, 4, node("C8"), ["us_ak_1"], ["inf_5"])
    assert not landing.may_land_at(g, s, 4, spot("dutch_harbor"))
    stand(g, s, "umnak", "inf_4")
    g.beach[spot("umnak"), st.ALLIES] = 1
    assert not landing.may_land_at(g, s, 4, spot("umnak"))


@covers("A-58", "R13-1a")
def test_the_surplus_over_a_stack_stays_aboard():
    """Four units of a side on an island."""
    g, s, t = position(st.ALLIES, st.LANDING)
    stand(g, s, "adak", "inf_4", "scouts", "eng_18")
    fleet(g, 4, node("C10"), ["us_ak_1", "us_ak_2"], ["inf_5", "inf_7"])
    start(g, s, t)
    landed(g, s, t, "adak", "inf_5", slot=4)
    landing.continue_landing(g, s, t)
    assert g.place[unit("inf_5")] == st.SPOT
    assert g.place[unit("inf_7")] == st.FLEET


@covers("R12-4a", "R13-3d", "RSQ-8a")
def test_landing_units_fight_the_defenders_at_once():
    """The landing side attacks, one column to the left."""
    g, s, t = position(st.ALLIES, st.LANDING)
    stand(g, s, "attu", "senpei_1")
    fleet(g, 4, node("C12"), ["us_ak_1"], ["inf_5"])
    start(g, s, t)
    landed(g, s, t, "attu", "inf_5", slot=4)
    landing.continue_landing(g, s, t)
    while g.decision == st.GUNFIRE:
        choose(g, s, t, a.PASS)
        landing.continue_landing(g, s, t)
    assert g.decision == st.LANDING_BATTLE
    throw(t, 6)  # difference 8, column 7 to 11, moved to 3 to 6: a D1
    choose(g, s, t, a.SPOT_ACTION + spot("attu"))
    landing.continue_landing(g, s, t)
    choose(g, s, t, a.UNIT + unit("senpei_1"))
    landing.continue_landing(g, s, t)
    assert g.disrupted[unit("senpei_1")]
    assert g.phase == st.GROUND_MOVE  # both stay (R12-4b)
    assert g.place[unit("inf_5")] == st.SPOT


@covers("BV-54", "R12-3c")
def test_bv_54_gunfire_adds_a_battleship_and_one_for_other_ships():
    """Power 5 + 1 + 1; no guns, no fire; disrupted units are no targets."""
    g, s, _ = position(st.ALLIES, st.LANDING)
    assert gunfire.gun_power(s, unit("pennsylvania")) == 5
    assert gunfire.gun_power(s, unit("us_dd_1")) == 1
    assert gunfire.gun_power(s, unit("us_ak_1")) == 0
    stand(g, s, "attu", "bn_301")
    assert gunfire.is_aimed_at(g, s, unit("bn_301"), spot("attu"))
    g.disrupted[unit("bn_301")] = 1
    assert not gunfire.is_aimed_at(g, s, unit("bn_301"), spot("attu"))


@covers("R12-3a", "R12-3c", "BV-54", "RDX-18")
def test_bv_54_gunfire_disrupts_the_target_by_one_roll():
    """Power 7 is in the column from 4 on, which hits up to 2."""
    for face, disrupted in ((2, 1), (3, 0)):
        g, s, t = position(st.ALLIES, st.LANDING)
        stand(g, s, "attu", "senpei_1")
        ships = ["us_ak_1", "pennsylvania", "us_dd_1", "us_dd_2"]
        fleet(g, 4, node("C12"), ships, ["inf_5"])
        start(g, s, t)
        landed(g, s, t, "attu", "inf_5", slot=4)
        landing.continue_landing(g, s, t)
        throw(t, face)
        while g.decision == st.GUNFIRE:
            choose(g, s, t, min(options(g, s)))
            landing.continue_landing(g, s, t)
        assert g.disrupted[unit("senpei_1")] == disrupted
        assert t.next_face == 1


@covers("R12-3c", "RHI-1a")
def test_ships_without_guns_are_asked_in_an_unfound_fleet():
    """They can only pass; in a found one all is open, and they are not asked."""
    g, s, _ = position(st.ALLIES, st.LANDING)
    stand(g, s, "attu", "senpei_1")
    fleet(g, 4, node("C12"), ["us_ak_1", "us_dd_1"])
    g.fleet_landing[4] = spot("attu")
    assert gunfire.ask_gunfire(g, s)
    asked = {unit("us_ak_1"): {a.PASS}, unit("us_dd_1"): {a.PASS, a.UNIT + unit("senpei_1")}}
    assert options(g, s) == asked.pop(int(g.chosen_unit))
    g.done[g.chosen_unit] = 1
    assert gunfire.ask_gunfire(g, s)
    assert options(g, s) == asked.pop(int(g.chosen_unit))
    g.done[:] = 0
    g.fleet_found[4] = 1
    assert gunfire.next_gunner(g, s) == unit("us_dd_1")


@covers("N-42")
def test_an_enemy_fleet_hinders_a_landing_only_with_the_switch():
    g, s, _ = position(st.JAPAN, st.LANDING)
    fleet(g, 0, node("C11"), ["jp_ak_1"], ["bn_301"])
    fleet(g, 4, node("C11"), ["us_dd_1"])
    assert landing.may_land_at(g, s, 0, spot("kiska"))
    g.switch[st.FLEET_HINDERS_LANDING] = 1
    assert not landing.may_land_at(g, s, 0, spot("kiska"))
