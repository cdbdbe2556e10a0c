"""Examples and boundary cases: landings, ground combat, air combat, search."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, NODE, OWN_FLEET, PASS, SPOT_ACTION
from glory_env.games.aleutians.rules import ground, ground_combat, gunfire, landing
from glory_env.games.aleutians.rules.board import room_for
from glory_env.games.aleutians.rules.search import finds, fleet_modifier, unit_modifier
from tests.covers import covers

from . import at_sea
from .ashore import fleet, position, stand
from .at_sea import SUMMER, WINTER, bare, put_at_sea, put_fleet, throw, thrown
from .driver import choose, options, u
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES
KISKA = SPOT_ACTION + spot("kiska")


def with_strengths(s, **strengths):
    """The tables with other strengths of these units."""
    s = s.copy()
    for name, value in strengths.items():
        s.strength[unit(name)] = value
    return s


# --- landings ------------------------------------------------------------------------------------
@pytest.mark.parametrize("supply", [2, 1])
@covers("BV-27", "R6-5b", "R12-2b", "R12-2c", "R12-2e")
def test_bv_27_two_fleets_at_one_defended_island(supply):
    """1 SP for each fleet; with 1 SP only one lands. A fleet has one marker."""
    g, s, t = position(J, st.LANDING)
    g.supply[J] = supply
    stand(g, s, "kiska", "scouts")
    fleet(g, 0, node("C11"), ["jp_ak_1", "jp_apd_1"], ["bn_301", "senpei_1"])
    fleet(g, 1, node("C11"), ["jp_ak_2"], ["bn_302"])
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET)
    choose(g, s, t, KISKA)
    choose(g, s, t, u("bn_301"))
    choose(g, s, t, DONE)
    assert g.supply[J] == supply - 1
    assert landing.may_land_at(g, s, 1, spot("kiska")) == (supply == 2)
    landing.continue_landing(g, s, t)
    assert options(g, s) == {DONE, OWN_FLEET + 1}, "the other one may land elsewhere at least"
    if supply == 2:
        choose(g, s, t, OWN_FLEET + 1)
        choose(g, s, t, KISKA)
        choose(g, s, t, u("bn_302"))
        assert g.supply[J] == 0
        assert g.fleet_landing[:2].tolist() == [spot("kiska")] * 2


@pytest.mark.parametrize("support", [1, 0])
@covers("BV-52", "R12-2d", "A-57")
def test_bv_52_strength_with_support(support):
    """7 defend: 6 and one aircraft may land, 6 alone may not."""
    g, s, _ = position(J, st.LANDING)
    s = with_strengths(s, scouts=5)
    stand(g, s, "kiska", "scouts", "us_aa")  # 5 + 2
    fleet(g, 0, node("C11"), ["jp_ak_1"], ["bn_301"])
    if support:
        g.group_state[0], g.group_side[0], g.group_target[0] = st.SUPPORT, J, spot("kiska")
        g.place[unit("d3a_junyo_1")], g.at[unit("d3a_junyo_1")] = st.TARGET, 0
    assert landing.defence(g, s, J, spot("kiska")) == 7
    assert landing.may_land_at(g, s, 0, spot("kiska")) == bool(support)


@covers("R12-2f", "R12-2d", "R6-5b", "R12-4a", "N-44")
def test_open_country_is_never_defended():
    """Enemies there cost no SP, ask for no strength, are not shelled and not fought in S5."""
    g, s, t = position(J, st.LANDING)
    g.supply[J] = 0
    p = spot("open_B7")
    stand(g, s, "open_B7", "inf_4")
    fleet(g, 0, node("B7s"), ["jp_ak_1", "nachi"], ["senpei_1"])
    assert landing.may_land_at(g, s, 0, p)
    assert not gunfire.is_aimed_at(g, s, unit("inf_4"), p)
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET)
    choose(g, s, t, SPOT_ACTION + p)
    choose(g, s, t, u("senpei_1"))
    landing.continue_landing(g, s, t)
    assert (g.phase, g.supply[J]) == (st.GROUND_MOVE, 0)
    assert g.at[unit("senpei_1")] == p


@covers("R12-3a", "R12-3b")
def test_a_fleet_that_has_fought_still_fires():
    g, s, _ = position(AL, st.LANDING)
    stand(g, s, "attu", "bn_301")
    fleet(g, 4, node("C12"), ["pennsylvania"])
    assert gunfire.next_gunner(g, s) == st.NONE, "not of a fleet that does not land"
    g.fleet_landing[4] = spot("attu")
    g.fleet_fought[4] = 1
    assert gunfire.next_gunner(g, s) == unit("pennsylvania")


@covers("R12-4b", "R13-3a", "RSQ-8a", "RSQ-8b")
def test_after_an_undecided_landing_the_island_is_fought_for_again():
    g, s, t = position(AL, st.LANDING)
    stand(g, s, "attu", "bn_301")
    fleet(g, 4, node("C12"), ["us_ak_1"], ["inf_5"])
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET)
    choose(g, s, t, SPOT_ACTION + spot("attu"))
    choose(g, s, t, u("inf_5"))
    landing.continue_landing(g, s, t)
    choose(g, s, t, PASS)  # the transport has no guns
    landing.continue_landing(g, s, t)
    assert g.decision == st.LANDING_BATTLE
    throw(t, 6)
    choose(g, s, t, SPOT_ACTION + spot("attu"))
    landing.continue_landing(g, s, t)
    while g.decision == st.GROUND_LOSS:
        choose(g, s, t, min(options(g, s)))
        landing.continue_landing(g, s, t)
    assert {int(g.place[unit(n)]) for n in ("inf_5", "bn_301")} == {st.SPOT}
    g.phase, g.step = st.GROUND_BATTLE, 0
    ground.continue_ground_battle(g, s, t)
    assert options(g, s) == {SPOT_ACTION + spot("attu")}


@covers("VX-26", "R12-2g", "R8-5c")
def test_vx_26_anchorage_by_a4_or_by_a5():
    """B4, A4: no landing at Anchorage. B5, A5 and the sea before it: landing."""
    for start, way, legal in (("B4", ("A4",), False), ("B5", ("A5", "A4k"), True)):
        g, s, t = bare(st.NAVAL, J)
        put_fleet(g, 0, start, "jp_ak_1", "bn_301")
        at_sea.sail(g, s, t, 0)
        for name in way:
            at_sea.act(g, s, t, NODE + node(name))
        at_sea.act(g, s, t, DONE)
        assert s.node_area[g.fleet_node[0]] == s.spot_area[spot("anchorage")]
        assert landing.may_land_at(g, s, 0, spot("anchorage")) == legal


# --- ground combat -------------------------------------------------------------------------------
def losses(g, s, t, face):
    """What both sides lose in a combat of S7 at Kiska, by `ground_left`."""
    throw(t, face)
    ground_combat.fight(g, s, t, spot("kiska"), False)
    assert thrown(t) == 1
    return g.ground_left.tolist()


@covers("VX-14", "R13-3b", "R13-3e", "RDX-19")
def test_vx_14_the_stronger_non_phasing_side_attacks():
    """4 against 7: it attacks with +3, where a 5 costs the defender one and the attacker none."""
    g, s, t = position(AL, st.GROUND_BATTLE)
    s = with_strengths(s, scouts=4, bn_301=7)
    stand(g, s, "kiska", "scouts", "bn_301")
    assert losses(g, s, t, 5) == [0, 1]
    s = with_strengths(s, scouts=5)  # +2 is another column
    assert losses(g, s, t, 5) == [1, 1]


@covers("BV-56", "R13-3b", "R13-3c", "A-63")
def test_bv_56_equal_totals_and_an_aa_unit():
    """5 against 5 and AA 2: PP attacks with -2, where a 4 costs the attacker one."""
    g, s, t = position(J, st.GROUND_BATTLE)
    s = with_strengths(s, bn_301=5, scouts=5, us_aa=2)
    stand(g, s, "kiska", "bn_301", "scouts", "us_aa")
    assert losses(g, s, t, 4) == [1, 0]
    g.place[unit("us_aa")] = st.ABSENT  # 0: the next column
    assert losses(g, s, t, 4) == [1, 1]


@covers("BV-57", "R13-3e", "A-61")
def test_bv_57_two_losses_of_two_units():
    """One disrupted, one fresh: the fresh one is disrupted, the other is out."""
    g, s, t = position(AL, st.GROUND_BATTLE)
    stand(g, s, "kiska", "bn_301", "bn_302")
    g.disrupted[unit("bn_302")] = 1
    g.ground_left[:] = (2, 0)
    g.ground_step, g.landing_spot = ground_combat.IN_SEVENTH, spot("kiska")
    for name in ("bn_301", "bn_302"):
        assert ground_combat.continue_losses(g, s)
        assert options(g, s) == {u(name)}
        choose(g, s, t, u(name))
    assert not ground_combat.continue_losses(g, s)
    assert g.disrupted[unit("bn_301")]
    assert g.place[unit("bn_302")] == st.LOST


@covers("BV-59", "R13-1a")
def test_bv_59_five_units():
    """On land the fifth stands in another stack; on an island there is no place for it."""
    g, s, _ = position(AL, st.GROUND_MOVE)
    stand(g, s, "anchorage", "inf_4", "inf_5", "inf_7", "eng_18")
    stand(g, s, "open_A4", "scouts")
    assert not ground.may_go(g, s, unit("scouts"), spot("anchorage"))
    assert ground.may_go(g, s, unit("scouts"), spot("valdez"))
    stand(g, s, "adak", "inf_17", "inf_32", "inf_48", "mtn_87")
    assert not room_for(g, s, AL, spot("adak"))
    assert room_for(g, s, J, spot("adak"))


# --- search --------------------------------------------------------------------------------------
def found_from(g, s, t, modifier):
    """The lowest face that finds; 7 = none."""
    for face in range(1, 7):
        throw(t, face)
        if finds(g, t, modifier):
            return face
    return 7


@covers("BV-30", "R9-2h", "R9-2i", "R9-2k", "RDX-08")
def test_bv_30_search_in_summer():
    """R alone 5, P alone never, SS 6; a fleet never, with an R 5, with a second fleet 6."""
    g, s, t = bare(st.RECON_STAGE, J, SUMMER)
    for name in ("b24r_1", "s_boat"):
        put_at_sea(g, name, "C9")
    put_at_sea(g, "pby_1", "C5")
    assert found_from(g, s, t, unit_modifier(g, s, unit("b24r_1"))) == 5
    assert found_from(g, s, t, unit_modifier(g, s, unit("pby_1"))) == 7
    assert found_from(g, s, t, unit_modifier(g, s, unit("s_boat"))) == 6
    put_fleet(g, st.FLEETS, "C7", "louisville")
    assert found_from(g, s, t, fleet_modifier(g, s, st.FLEETS)) == 7
    put_fleet(g, st.FLEETS + 1, "C7", "honolulu")
    assert found_from(g, s, t, fleet_modifier(g, s, st.FLEETS)) == 6
    g.fleet_used[st.FLEETS + 1] = 0
    put_at_sea(g, "b24r_1", "C7")
    assert found_from(g, s, t, fleet_modifier(g, s, st.FLEETS)) == 5


@covers("BV-31", "R9-2h")
def test_bv_31_search_in_winter():
    """An R with one own fleet in the area finds on a 3."""
    g, s, t = bare(st.RECON_STAGE, J, WINTER)
    put_at_sea(g, "b24r_1", "C9")
    put_fleet(g, st.FLEETS, "C9", "louisville")
    assert found_from(g, s, t, unit_modifier(g, s, unit("b24r_1"))) == 3


@covers("RSQ-6b", "R9-2b", "R9-2c", "R9-2d")
def test_order_of_the_interrupts_of_a_move():
    """Recon units of the enemy, then the own search for fleets, then for the submarine."""
    g, s, t = bare(st.NAVAL, AL)
    put_fleet(g, st.FLEETS, "C9", "louisville", "us_dd_1")
    put_fleet(g, 0, "C10", "nachi")
    put_at_sea(g, "jp_ss_1", "C10")
    at_sea.sail(g, s, t, 0)
    throw(t, 6, 6, 6, 1)
    at_sea.act(g, s, t, NODE + node("C10"))
    assert (g.decision, thrown(t)) == (st.SPOT_ATTACK, 1)
    assert not g.fleet_found[0]
    at_sea.act(g, s, t, PASS)
    assert thrown(t) == 4
    assert g.fleet_found[0]
    assert g.place[unit("jp_ss_1")] == st.LOST
