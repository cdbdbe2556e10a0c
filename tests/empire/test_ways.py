"""What bars a way and what does not, and the kinds of moves on land (chapters 6 and 8)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.actions import CARD, OC_RETURN, PLACE, UNIT
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import aircraft, attrition, ground, landing, reaction_ways, ships
from glory_env.games.empire.rules.afterwards import under_hq
from glory_env.games.empire.rules.board import move_unit
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import ENDS, REACHED
from glory_env.games.empire.state import (
    AL,
    BARGES,
    BARGES_READY,
    GROUND,
    JP,
    MAP,
    NO_LANDING,
    NONE,
    TRACK,
)
from tests.covers import covers

from . import world
from .positions import Laid, board, hex_of, lay, numbers, scratch
from .reactions import BIAK, HOLLANDIA, reacting
from .test_activation import japan as japan_leads
from .test_cards import Phase
from .test_movement import real, towards
from .test_moves import SOUTH_SEAS, TRUK, led
from .test_paths import paths
from .test_supply import both, japan

OWN = ("army=ground 3720", "plane=air 4017")
ENEMIES = ("air 4019 active", "ship 4019", "ground 4021", "cv 4217 active", "ship 3918")


# --- zones and enemies ---------------------------------------------------------------------------
def reach(laid: Laid) -> tuple[set[int], set[int], set[int]]:
    """Where a ship of Truk, its aircraft and an army of Wewak come."""
    g, s, w = laid.g, laid.s, scratch()
    laid.supplied()
    ships.sail_freely(g, s, w, JP, hex_of(4017), 12)
    by_sea = numbers(w[REACHED])
    aircraft.air_ends(g, s, w, laid.at["plane"], 2, 1)
    by_air = numbers(w[ENDS])
    ground.walk(g, s, w, laid.at["army"], hex_of(3720), 6, NONE)
    return by_sea, by_air, numbers(w[REACHED])


@covers("R8.11-a", "R8.3-a", "R8.21-g", "R6.4-l")
def test_ships_and_aircraft_pass_enemies_and_their_zones():
    """And an army walks over land in a zone as it does without one."""
    own = {3407, 4017, 3720, 3721, 4020, 4120, 4121, 4222, 4316}
    free = lay(own, OWN)
    zones = ("cv 3721 active", "air 3922 active", "ship 3819")
    full = lay(own, OWN, (*ENEMIES, *zones))
    by_sea, by_air, by_land = reach(full)
    assert (by_sea, by_air) == reach(free)[:2]
    assert by_land == reach(free)[2] > {3720, 3721}
    assert {4019, 4021, 4022} <= by_sea
    assert {4020, 4121} <= by_air


@covers("R6.4-l")
def test_zones_bar_no_path_over_land_and_no_range():
    zone = ("cv 2413 active", "cv 2011 active")
    assert 2311 in paths(lay({3407, 2212}, ("hq=hq 2212 2",), zone))
    lab = Laboratory(world.scenario("y1943"), "JP", turn=6)
    lab.put("j_hq_south", 2212)
    for zones in (False, True):
        if zones:
            lab.put("a_lexington", 2213)
        refresh(lab.g, lab.s)
        assert under_hq(lab.g, lab.s, JP, lab.hex_at(2415))


@covers("R8.31-k")
@pytest.mark.parametrize(("zone", "shortest"), [("", 7), ("cv 4117 active", 8)])
def test_aircraft_fly_around_a_zone_while_their_range_lasts(zone, shortest):
    """From Kavieng to Eniwetok: with a zone on the straight way a leg of seven is too short."""
    laid = lay({3407, 4020, 4415}, ("unit=air 4020",), (zone,) if zone else ())
    laid.supplied()
    w, end, unit = scratch(), hex_of(4415), laid.at["unit"]
    assert laid.s.dist[hex_of(4020), end] == 7
    found = [far for far in range(5, 10) if unseen(laid, w, unit, end, far)]
    assert found == list(range(shortest, 10))


def unseen(laid: Laid, w: np.ndarray, unit: int, end: int, far: int) -> bool:
    """Whether one leg of so many hexes keeps out of zones."""
    return aircraft.flies_unseen(laid.g, laid.s, w, unit, end, 1, far)


# --- supply --------------------------------------------------------------------------------------
@covers("R6.21-f", "R1.3-ew")
def test_no_supply_path_crosses_an_impassable_hexside():
    """South of Soerabaja the coast is closed, to the east it is open."""
    found = both(lay(japan(2220), ("hq=hq 2220 1", "south=cv 2221", "east=cv 2320")))
    assert {"hq", "east"} <= found
    assert "south" not in found


@covers("R6.21-i", "R6.21-m")
@pytest.mark.parametrize("rangoon", [True, False])
def test_by_land_to_a_coast_and_on_by_sea_from_a_port_alone(rangoon):
    """From Mandalay to a bare coast, and to Rangoon if it is Japan's."""
    own = japan(2110, 2109, 2108, 2107, 2106, 1917, *((2008,) if rangoon else ()))
    jp = ("hq=hq 2106 3", "second=hq 1917 1", "port=cv 2009", "coast=cv 1907")
    found = both(lay(own, jp))
    assert {"hq", "second"} <= found
    assert ("port" in found) == rangoon
    assert "coast" not in found


@covers("R6.23-b", "R6.23-a")
@pytest.mark.parametrize(
    ("lost", "served"), [((), True), ((1905,), True), ((2104,), True), ((1905, 2104), False)]
)
def test_the_hump_lasts_while_one_airfield_is_left(lost, served):
    allied = ("army=ground 2407", "hq=hq 2005 3")
    laid = lay(japan(2206, *lost), (), allied, hump=1, kunming=True)
    assert ("army" in both(laid)) == served


@covers("R6.24-d")
@pytest.mark.parametrize("enemy", [True, False])
def test_attrition_is_judged_once_for_both(enemy):
    """Who cuts the army off is lost itself; the army suffers all the same."""
    laid = lay(
        japan(2015, 2014, 2013),
        ("hq=hq 2015 13", "army=ground 2013"),
        ("enemy=ground 2014",) if enemy else (),
    )
    g, army = laid.g, laid.at["army"]
    g.steps[list(laid.at.values())] = 1
    g.steps[army] = 2
    laid.supplied()
    attrition.attrition(g, laid.s)
    assert (g.place[army], g.steps[army]) == (MAP, 1 if enemy else 2)
    if enemy:
        assert g.place[laid.at["enemy"]] != MAP


@covers("R6.11-f")
@pytest.mark.parametrize("other", ["j_hq_yamamoto", "a_hq_cpac", ""])
def test_no_hex_takes_a_second_hq(other):
    """Of any side: Kure takes one that comes back unless another stands there."""
    phase = Phase((2, 0))
    g, s = phase.g, phase.s
    kure, hq = world.index_of(3407), world.unit_of("j_hq_south")
    move_unit(g, s, world.unit_of("j_hq_yamamoto"), world.index_of(3706))
    g.place[hq], g.hex[hq], g.when[hq] = TRACK, NONE, 6
    if other:
        move_unit(g, s, world.unit_of(other), kure)
    phase.begin()
    phase.say(CARD + phase.hand(JP)[0], OC_RETURN, UNIT + hq)
    offered = PLACE + int(s.hex_place[kure]) in phase.options()
    assert offered == (other == "")


# --- kinds of land moves -------------------------------------------------------------------------
@covers("R8.4-a", "R8.4-b", "R8.4-d", "R8.4-c")
def test_three_kinds_of_moves_of_ground_units():
    units = TRUK | {"j_a18": 3720, "j_a19": 3720}
    lab = led("JP", SOUTH_SEAS, units, {"a_1md": 4021})
    lab.control("AL", 4020)
    lab.say("j_a18")
    assert lab.decision == "move_stack"  # one unit, or one stack
    assert set(lab.options()) == {"done", "j_a19"}
    lab.say("done")
    assert set(lab.options()) == {"walk", "landing", "strategic", "stay"}
    lab.say("landing")
    assert {"4020", "4021"} <= set(lab.options())  # enemy ground units or not


@covers("R8.44-e", "R8.45-c", "R8.44-d")
def test_a_landing_is_never_doubled_and_a_transport_takes_no_asp():
    """Truk to Palau is more than five hexes; ASP are needed for the landing alone."""
    for asp, kinds in ((1, {"landing", "strategic", "stay"}), (0, {"strategic", "stay"})):
        lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 4017}, ov=1, asp=asp)
        lab.control("JP", 3416)
        far = int(lab.s.dist[lab.hex_at(4017), lab.hex_at(3416)])
        assert 5 < far <= 10
        lab.g.dirty = 3
        lab.say("j_ss")
        assert set(lab.options()) == kinds
    lab.say("strategic")
    assert "3416" in lab.options()
    lab.say("3416")
    assert (lab.hex("j_ss"), lab.g.asp_used[JP]) == (3416, 0)
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 4017}, ov=1, asp=1)
    lab.control("JP", 3416)
    lab.say("j_ss", "landing")
    assert "3416" not in lab.options()


@covers("R8.44-f")
@pytest.mark.parametrize("by_land", [True, False])
def test_a_port_taken_on_foot_is_a_port_at_once(by_land):
    """Lae, from Madang; after a landing it is not Japan's before the battles are over."""
    taker = 3721 if by_land else 4222
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 4017, "j_sn1": taker}, ov=3, asp=1)
    lab.control("AL", 3822)
    lab.g.saved_ctrl[:] = lab.g.ctrl
    lab.say("j_sn1", *(("walk", "3822") if by_land else ("landing", "3822")))
    assert lab.holder(3822) == ("JP" if by_land else "AL")
    lab.say("j_ss")
    lab.say("strategic")
    assert ("3822" in lab.options()) == by_land


@covers("R8.45-e")
def test_rivalry_hinders_no_landing():
    """The Army embarks while no naval unit may be activated with it."""
    lab = japan_leads(j_aoba=4017, j_a17=4017)
    lab.g.rivalry[JP], lab.g.asp[JP] = 1, 7
    lab.say("j_hq_southseas", "j_a17")
    assert lab.decision == "move_unit"
    assert "j_aoba" not in lab.options()
    lab.say("j_a17")
    assert "landing" in lab.options()


@covers("R8.42-e", "R8.42-c")
@pytest.mark.parametrize(("closed", "cost"), [((), 1), ((2105,), 4)])
def test_a_marker_closes_the_route(closed, cost):
    """Into and out of Imphal 2105 on the way to Mandalay 2106; half points."""
    laid = lay({3407}, (), ("unit=ground 2006",), closed=closed)
    laid.supplied()
    found = [
        ground.step_cost(laid.g, laid.s, laid.at["unit"], hex_of(a), towards(a, b))
        for a, b in ((2105, 2106), (2106, 2105), (2104, 2105))
    ]
    assert found == [cost] * 3


@covers("R8.49-a", "R8.49-b", "E-065", "R8.44-h")
def test_the_armoured_brigade():
    """No landing; a mountain over a route alone; it is carried from port to port."""
    laid = real("a_arm7", 1805)
    g, s, unit = laid.g, laid.s, laid.at["a_arm7"]
    assert s.landing[unit] == NO_LANDING
    assert not landing.may_embark(g, s, unit)
    units = world.scenario().units
    odd = [u for u in range(s.units) if s.kind[u] == GROUND]
    odd = [u for u in odd if (s.strategic_move[u] != 0) != (s.landing[u] != NO_LANDING)]
    assert [units[u] for u in odd] == ["a_arm7"]
    over_route = ground.step_cost(g, s, unit, hex_of(2112), towards(2112, 2013))
    without = ground.step_cost(g, s, unit, hex_of(2012), towards(2012, 2013))
    assert (over_route, without) == (1, NONE)
    lab = led("AL", "a_hq_seac", {"a_hq_seac": 1805, "a_arm7": 1805}, ov=2, asp=4)
    lab.control("AL", 1307)
    lab.say("a_arm7")
    assert "landing" not in lab.options()
    lab.say("strategic")
    assert "1307" in lab.options()


# --- barges and reactions ------------------------------------------------------------------------
@covers("R8.47-d", "R8.47-c", "R9.5-b")
def test_a_barge_that_is_beaten_goes_back():
    """From Kavieng to Rabaul, though Truk and other ports of its own are near."""
    units = TRUK | {"j_ss": 4020}
    lab = led("JP", SOUTH_SEAS, units, {"a_sf": 4021}, ov=3)
    lab.g.barges = BARGES_READY
    lab.control("JP", 4110, 4316, 3720)
    lab.dice(0, 0)
    lab.say("j_ss", "barge", "4021")
    while lab.decision not in ("move_after_place", "none"):
        options = lab.options()
        lab.answer(options.get("j_ss", next(iter(options.values()))))
    assert set(lab.options()) == {"4020"}
    lab.say("4020")
    assert (lab.hex("j_ss"), lab.holder(4021)) == (4020, "AL")


@covers("R8.47-e", "R17.43-a")
def test_no_barges_once_they_are_cancelled():
    assert BARGES[int(world.start("y1944").barges)] == "cancelled"
    for state, offered in ((BARGES.index("cancelled"), False), (BARGES_READY, True)):
        lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 4020}, ov=3)
        lab.g.barges = state
        lab.say("j_ss")
        assert ("barge" in lab.options()) == offered


@covers("R1.3-bc", "R8.31-i")
def test_no_bracketed_range_in_reaction():
    """Tainan flies legs of four hexes, though it could of five: who reacts has to fight."""
    lab = reacting(event=True, task=BIAK, j_tainan=4017)
    unit, w = lab.unit("j_tainan"), scratch()
    g, s = lab.g, lab.s
    g.ov = 1
    assert (s.range[unit], s.extended[unit], s.bracketed[unit]) == (4, 5, 1)
    reach = {}
    for extended in (0, 1):
        aircraft.air_ends(g, s, w, unit, 1, extended)
        near = board().within(HOLLANDIA, 4) | board().within(BIAK, 4)
        reach[extended] = numbers(w[ENDS]) & near - {HOLLANDIA, BIAK, 4017}
    reaction_ways.find_goals(g, s, w, int(g.hex[unit]))
    reaction_ways.fly_ends(g, s, w, unit)
    assert numbers(w[ENDS]) == reach[0] < reach[1]
    assert g.op_side == AL
