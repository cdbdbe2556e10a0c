"""The China box, the Burma Road and the routes (13.74 to 13.78)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.actions import (
    CARD,
    OC_ROUTE,
    PLACE,
)
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import china_box, placing, roads
from glory_env.games.empire.rules.attrition import attrition
from glory_env.games.empire.rules.battle_hexes import may_be_battle
from glory_env.games.empire.rules.board import place_unit, remove_unit
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.participants import garrisons_in
from glory_env.games.empire.rules.supply import scratch
from glory_env.games.empire.rules.zones import lay_zones
from glory_env.games.empire.state import (
    AL,
    CHINA_BOX,
    JP,
    MAP,
    NONE,
    PLACES,
    ROAD_CLOSED,
    ROAD_HUMP,
    ROAD_OPEN,
    TRACK,
)
from glory_env.games.empire.switches import HUMP_AT_LEDO
from tests.covers import covers

from . import world
from .lands import NORTH, Cathay
from .test_cards import Phase


# --- the box -----------------------------------------------------------------------------------
@covers("R13.74-a", "BV-564", "R13.71-c", "R13.74-d", "E-521")
def test_room_in_the_box():
    lab = Cathay()
    lab.box("a_20bc")
    second = lab.put("a_21bc", 2104)
    assert not china_box.fits_box(lab.g, lab.s, second)
    fighter = lab.put("a_14af", 2104)
    assert china_box.fits_box(lab.g, lab.s, fighter)
    lab.box("a_14lrb")
    assert not china_box.fits_box(lab.g, lab.s, fighter)
    assert not china_box.fits_box(lab.g, lab.s, lab.put("a_br15", 2104))
    assert not china_box.fits_box(lab.g, lab.s, lab.put("j_ad5", 2110))
    lab.g.hump = 1
    refresh(lab.g, lab.s)
    w = scratch()
    assert not placing.box_takes_more(lab.g, lab.s, w)  # not over the Hump
    lab.open_road()
    refresh(lab.g, lab.s)
    assert placing.box_takes_more(lab.g, lab.s, w)


@covers("R13.74-b", "R13.75-a", "R13.78-e", "R13.74-g", "BV-565", "E-521b", "R13.78-g", "E-525")
def test_the_box_and_the_hump():
    lab = Cathay()
    g, s = lab.g, lab.s
    unit, army = lab.box("a_14lrb"), lab.put("a_cn6", 2407, active=False)
    assert lab.road() == ROAD_CLOSED
    assert (china_box.china_supplied(g, s), g.supply[army]) == (False, 0)
    g.hump, g.dirty = 1, 1
    assert lab.road() == ROAD_HUMP
    assert (china_box.china_supplied(g, s), g.supply[army]) == (True, 1)
    lab.control("JP", 1905, 2104)
    assert lab.road() == ROAD_CLOSED
    assert (china_box.china_supplied(g, s), g.supply[army]) == (False, 0)
    g.switch[HUMP_AT_LEDO], g.dirty = 1, 7
    assert lab.road() == ROAD_HUMP
    g.switch[HUMP_AT_LEDO], g.dirty = 0, 7
    assert lab.road() == ROAD_CLOSED
    for _ in range(3):
        attrition(g, s)
        assert (g.steps[unit], lab.place("a_14lrb")) == (1, "china_box")
    lab.control("AL", 1905)
    assert lab.road() == ROAD_HUMP


@covers("R13.74-c", "R13.74-e", "R13.74-g", "R13.74-h")
def test_aircraft_fly_to_china_and_back():
    lab = Cathay(ov=2)
    g, s = lab.g, lab.s
    g.hump = 1
    flyer = lab.put("a_14af", 1905, active=False)
    inside = lab.box("a_14lrb")
    lab.lead()
    lab.say("a_hq_seac")
    assert {"a_14af", "a_14lrb"} <= set(lab.options())
    lab.say("a_14af", "a_14lrb")
    lay_zones(g, s, AL)
    lab.say("a_14lrb")
    assert set(lab.options()) == {"stay", "to_track", "fly"}
    lab.say("fly")
    words = lab.options()
    assert {"1905", "2104"} <= set(words)
    lab.answer(words["2104"])
    assert (g.place[inside], g.hex[inside]) == (MAP, lab.hex_at(2104))
    lab.say("a_14af", "fly")
    box = PLACE + int(s.places) - 1
    assert box in lab.options().values()
    lab.answer(box)
    assert (g.place[flyer], g.hex[flyer]) == (CHINA_BOX, NONE)
    assert lab.decision == "task_unit"
    assert set(lab.options()) == {"a_14lrb", "done"}  # nobody fights from the box
    lab.say("done", "a_14lrb")
    assert box in lab.options().values()
    lab.answer(box)
    lab.say("done")
    assert g.depth == 0
    assert [PLACES[g.place[unit]] for unit in (flyer, inside)] == ["china_box"] * 2


@covers("R13.74-c", "R13.74-g")
@pytest.mark.parametrize("hump", [0, 1])
def test_beyond_the_range_of_kunming_the_hump_calls(hump):
    """Supplied over the road, and an HQ that reaches the fields of Northern India alone."""
    lab = Cathay()
    lab.open_road()
    lab.s = world.tables()
    lab.s.command_range[lab.unit("a_hq_seac")] = 1
    lab.g.hump = hump
    lab.put("a_14af", 1905, active=False)
    lab.box("a_14lrb")
    lab.lead()
    lab.say("a_hq_seac")
    assert ("a_14lrb" in lab.options()) == bool(hump)


@covers("R13.74-c", "R13.74-g")
def test_who_is_out_of_supply_is_not_called():
    lab = Cathay()
    lab.put("a_14af", 1905, active=False)
    lab.box("a_14lrb")
    lab.lead()
    lab.say("a_hq_seac")
    assert "a_14lrb" not in lab.options()


@covers("R13.74-e")
def test_one_leg_leads_from_the_border_alone():
    """With one leg no farther field reaches China, with two it does."""
    for ov, reached in ((1, False), (2, True)):
        lab = Cathay(ov=ov)
        lab.g.hump = 1
        lab.put("a_seac_lrb", 1805, active=False)
        lab.lead()
        lab.say("a_hq_seac", "a_seac_lrb")
        if lab.decision == "activate":
            lab.say("done")
        lab.say("a_seac_lrb", "fly")
        assert (PLACE + int(lab.s.places) - 1 in lab.options().values()) == reached


@covers("R13.71-a", "R13.75-c", "R13.76-d", "R13.76-e", "R13.74-h")
def test_what_is_never_attacked_and_what_is_guarded():
    lab = Cathay("JP")
    lab.put("a_cn6", 2407, active=False)
    assert not may_be_battle(lab.g, lab.s, lab.hex_at(2407))
    lab.control("JP", 2709)
    lab.g.divisions = 5
    assert garrisons_in(lab.g, lab.s, lab.hex_at(2709)) == 2
    lab.control("AL", 2709)
    assert garrisons_in(lab.g, lab.s, lab.hex_at(2709)) == 0


# --- the road and the routes -------------------------------------------------------------------
@covers("R13.78-b", "R13.78-c", "R13.78-d", "BV-567", "E-524")
def test_the_road():
    lab = Cathay(setup="y1941")
    g = lab.g
    lab.open_road()
    assert lab.road() == ROAD_OPEN
    lab.control("JP", 2107, 2106)
    assert lab.road() == ROAD_CLOSED
    for k in (roads.JARHAT, roads.LEDO):
        roads.build_route(g, k)
    assert lab.road() == ROAD_OPEN
    lab.control("JP", 2205)
    assert lab.road() == ROAD_CLOSED


@covers("R13.78-b", "BV-567", "E-524")
def test_zones_close_the_sea_of_rangoon():
    lab = Cathay(setup="y1941")
    lab.open_road()
    lab.put("j_hq_south", 2212, active=False)
    lab.put("j_ad5", 2109, active=False)
    assert lab.road() == ROAD_CLOSED
    place_unit(lab.g, lab.s, lab.unit("j_ad5"), MAP, lab.hex_at(2212), 2)
    assert lab.road() == ROAD_OPEN


@covers("R13.79-a", "R13.77-a", "R13.77-b", "R13.77-c", "BV-566", "E-570")
def test_routes_of_the_allies():
    lab = Cathay(setup="y1941")
    g, s = lab.g, lab.s

    def offered() -> list[bool]:
        return [roads.may_build(g, s, k, AL) for k in range(3)]

    lab.control("AL", *NORTH, 2006)
    assert list(g.no_route) == [1, 1, 1]
    assert offered() == [True, False, False]
    lab.control("JP", 2006)
    assert offered() == [False] * 3
    lab.control("AL", 2006)
    roads.build_route(g, roads.JARHAT)
    assert offered() == [False, True, True]
    lab.control("JP", 2205)
    assert not roads.any_route(g, s, AL)
    bridge = {lab.hex_at(2108), lab.hex_at(2109)}  # no card of operations builds it
    assert not bridge & {int(h) for h in s.no_route_hex}


@covers("R13.77-d", "E-523")
def test_japan_builds_at_imphal():
    lab = Laboratory(world.scenario("y1941"), "JP", turn=4)
    g, s = lab.g, lab.s
    lab.put("j_hq_south", 2212, active=False)
    held = (2105, 2106, 2107, 2008, 2110, 2205, 2206)
    lab.control("JP", *held)
    refresh(g, s)
    assert [roads.may_build(g, s, k, JP) for k in range(3)] == [False, False, True]
    for number in (2105, 2008):
        lab.control("AL", number)
        refresh(g, s)
        assert not roads.any_route(g, s, JP)
        lab.control("JP", number)
    refresh(g, s)
    assert roads.any_route(g, s, JP)
    remove_unit(g, s, lab.unit("j_hq_south"), TRACK, 6)  # Rangoon is no port of an HQ any more
    refresh(g, s)
    assert not roads.any_route(g, s, JP)


@covers("R13.77-b", "R13.77-c", "DK-17")
def test_a_card_of_three_builds_a_route():
    phase = Phase((1, 8))
    g, s = phase.g, phase.s
    g.side = AL
    phase.begin()
    ov = np.array(s.card_ov[AL])
    high = next(card for card in phase.hand(AL) if ov[card] == 3)
    low = next(card for card in phase.hand(AL) if ov[card] < 3)
    phase.say(CARD + high)
    assert OC_ROUTE in phase.options()
    phase.say(OC_ROUTE)
    places = {world.number_of(int(s.place_hex[a - PLACE])) for a in phase.options()}
    assert places == {2205, 2105}
    phase.say(PLACE + int(s.hex_place[world.index_of(2105)]))
    assert list(g.no_route) == [0, 1, 0]
    other = Phase((1, 8))
    other.begin()
    other.say(CARD + low)
    assert OC_ROUTE not in other.options()
