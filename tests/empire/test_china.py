"""China: front, attacks by a card, the air box, the road and the routes (13.7)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.actions import (
    CARD,
    OC_CHINA,
    OC_ROUTE,
    PLACE,
)
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import china, china_box, placing, roads
from glory_env.games.empire.rules.attrition import attrition
from glory_env.games.empire.rules.battle_hexes import may_be_battle
from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.participants import garrisons_in
from glory_env.games.empire.rules.supply import scratch
from glory_env.games.empire.rules.zones import lay_zones
from glory_env.games.empire.state import (
    AL,
    CHINA,
    CHINA_BOX,
    FRONTS,
    JP,
    MAP,
    NONE,
    PLACES,
    ROAD_CLOSED,
    ROAD_HUMP,
    ROAD_OPEN,
    TRACK,
)
from glory_env.games.empire.switches import CHINA_AIR_DELAY, CHINA_OC_INTERVAL, HUMP_AT_LEDO
from tests.covers import covers

from . import world
from .test_cards import Phase

STABLE, UNSTABLE, MAJOR, THREAT, CHUNGKING, COLLAPSED = range(len(FRONTS))
ROAD = (2206, 2106, 2008, 2107, 2306)
NORTH = (1905, 2005, 2104, 2105, 2205)


class Cathay(Laboratory):
    """An empty map with the Allied HQ of India, the road as a test needs it."""

    def __init__(self, side: str = "AL", ov: int = 2, setup: str = "y1943", turn: int = 5) -> None:
        super().__init__(world.scenario(setup), side, ov=ov, turn=turn)
        self.put("a_hq_seac", 1805, active=False)
        self.g.hump = 0

    def box(self, name: str, steps: int = 0) -> int:
        unit = self.unit(name)
        place_unit(self.g, self.s, unit, CHINA_BOX, NONE, steps or int(self.s.full_steps[unit]))
        return unit

    def road(self) -> int:
        refresh(self.g, self.s)
        return roads.road_state(self.g, self.s)

    def open_road(self) -> None:
        self.control("AL", *ROAD)


# --- the front ---------------------------------------------------------------------------------
@covers("R13.72-c", "R13.72-d", "R13.72-e", "BV-558")
@pytest.mark.parametrize(
    ("front", "boxes", "after"),
    [
        (UNSTABLE, -1, UNSTABLE),
        (MAJOR, -1, UNSTABLE),
        (MAJOR, -3, UNSTABLE),
        (STABLE, -1, STABLE),
        (STABLE, 1, UNSTABLE),
        (MAJOR, 1, THREAT),
    ],
)
def test_the_front_moves(front, boxes, after):
    lab = Cathay()
    lab.g.front = front
    china.move_front(lab.g, lab.s, boxes)
    assert (lab.g.front, lab.g.china_surrendered) == (after, 0)


@covers("R13.72-e")
def test_one_event_brings_the_first_box_back():
    lab = Cathay()
    lab.g.front = MAJOR
    china.restore_front(lab.g, 2)
    assert lab.g.front == STABLE
    lab.g.china_surrendered, lab.g.front = 1, COLLAPSED
    china.restore_front(lab.g, 2)
    assert lab.g.front == COLLAPSED


@covers("R13.73-a", "R13.73-b", "BV-559", "E-520", "R13.74-i", "E-591")
def test_china_surrenders_at_once():
    for switch in (0, 1):
        lab = Cathay()
        g = lab.g
        g.switch[CHINA_AIR_DELAY] = switch
        g.will, g.front = 6, CHUNGKING
        lab.put("a_cn6", 2407)
        unit = lab.box("a_14lrb")
        china.move_front(g, lab.s, 1)
        assert (g.front, g.china_surrendered, g.surrendered[CHINA], g.will) == (5, 1, 1, 4)
        assert [lab.place(f"a_cn{n}") for n in (5, 6, 66)] == ["out"] * 3
        assert (g.place[unit], g.when[unit], g.delayable[unit]) == (TRACK, 6, 1 - switch)
        china.move_front(g, lab.s, -1)
        assert g.front == COLLAPSED
        flyer = lab.put("a_14af", 2104)
        assert not china_box.may_fly_in(g, lab.s, flyer)


# --- attacks by a card -------------------------------------------------------------------------
def attack(lab: Cathay, die: int, front: int = MAJOR) -> int:
    """The front after an attack with this die."""
    lab.g.front, lab.g.china_oc_turn = front, 0
    lab.dice(die)
    refresh(lab.g, lab.s)
    china.attack_china(lab.g, lab.s, lab.trace[0])
    return int(lab.g.front)


@covers("R13.72-f", "R13.72-g", "R13.72-h", "R13.78-f", "BV-560", "R13.72-j", "R13.72-a")
@pytest.mark.parametrize(("road", "base"), [(ROAD_OPEN, 4), (ROAD_HUMP, 8), (ROAD_CLOSED, 12)])
def test_the_die_against_divisions_and_road(road, base):
    lab = Cathay()
    lab.g.divisions = 12
    if road == ROAD_OPEN:
        lab.open_road()
    lab.g.hump = road == ROAD_HUMP
    assert lab.road() == road
    successes = [attack(lab, die) == THREAT for die in range(10)]
    assert successes == [die <= base for die in range(10)]


@covers("R13.72-h", "R13.72-i", "R13.74-g", "BV-561", "BV-562")
def test_air_support():
    lab = Cathay()
    lab.g.divisions, lab.g.hump = 7, 1
    lab.box("a_14lrb")
    assert lab.road() == ROAD_HUMP
    assert [attack(lab, die) for die in range(5)] == [THREAT] * 3 + [UNSTABLE] * 2
    assert attack(lab, 9, UNSTABLE) == UNSTABLE
    assert attack(lab, 9, STABLE) == STABLE
    place_unit(lab.g, lab.s, lab.unit("a_14lrb"), MAP, lab.hex_at(2104), 2)
    lab.box("a_20bc")
    assert [attack(lab, die) for die in range(5)] == [THREAT] * 4 + [UNSTABLE]
    lab.box("a_14af")
    assert attack(lab, 3) == UNSTABLE
    lab.g.hump = 0  # all are out of supply, and the road counts nothing
    lab.g.dirty = 1
    assert attack(lab, 7) == THREAT
    assert attack(lab, 8) == UNSTABLE


@covers("R13.72-f", "R13.72-g")
@pytest.mark.parametrize(("divisions", "support"), [(12, 0), (9, 1), (4, 0), (10, 2)])
def test_dice_of_china_against_the_closed_form(divisions, support):
    """Attacks with rolled dice succeed as often as faces do; road closed with the Hump."""
    lab = Cathay()
    g, s = lab.g, lab.s
    g.hump, g.divisions = 1, divisions
    for name in ("a_14af", "a_5af")[:support]:
        lab.box(name)
    refresh(g, s)
    faces = min(max(divisions - 4 - support + 1, 0), 10)
    rolls, successes = 300, 0
    for key in range(rolls):
        g.key, g.front = key * 7919 + 1, MAJOR
        china.attack_china(g, s, lab.trace[0])
        successes += g.front == THREAT
    spread = (rolls * faces * (10 - faces) / 100) ** 0.5
    assert abs(successes - rolls * faces / 10) <= 4 * spread


@covers("R13.72-b", "BV-563", "E-519")
def test_once_in_two_turns():
    lab = Cathay()
    g, s = lab.g, lab.s
    for by_success, die, free in (
        (0, 9, (5, 8)),
        (0, 0, (5, 8)),
        (1, 9, (5, 7, 8)),
        (1, 0, (5, 8)),
    ):
        g.switch[CHINA_OC_INTERVAL] = by_success
        g.turn, g.divisions, g.hump = 6, 7, 1
        attack(lab, die)
        found = []
        for turn in (6, 7, 8):
            g.turn = turn
            found += [turn] if china.may_attack_china(g, s) else []
        assert found == list(free[1:])


@covers("R13.71-e", "R13.71-d", "E-518")
def test_without_ports_japan_attacks_no_more():
    lab = Cathay()
    ports = (2508, 2509, 2609, 2809, 2908, 3007, 3104, 3105, 3305, 3306)
    lab.control("AL", *ports[:-1])
    lab.control("JP", *ports[-1:], 2709)
    assert china.may_attack_china(lab.g, lab.s)
    lab.control("AL", *ports[-1:])
    assert not china.may_attack_china(lab.g, lab.s)
    lab.control("JP", 2809)
    assert china.may_attack_china(lab.g, lab.s)
    lab.g.china_surrendered = 1
    assert not china.may_attack_china(lab.g, lab.s)


@covers("R13.72-a", "R13.72-b", "R13.72-j")
def test_a_card_of_three_attacks_china():
    phase = Phase((8, 1))
    g = phase.g
    phase.begin()
    ov = np.array(phase.s.card_ov[JP])
    low = next(card for card in phase.hand(JP) if ov[card] < 3)
    high = next(card for card in phase.hand(JP) if ov[card] == 3)
    other = Phase((8, 1))
    other.begin()
    other.say(CARD + low)
    assert OC_CHINA not in other.options()
    before = int(g.front)
    phase.say(CARD + high, OC_CHINA)
    assert g.actor == AL
    assert (int(g.china_oc_turn), abs(int(g.front) - before)) == (g.turn + 2, 1)
    phase.say(CARD + phase.hand(AL)[0])
    assert OC_CHINA not in phase.options()


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
    assert (g.supply[unit], g.supply[army]) == (0, 0)
    g.hump, g.dirty = 1, 1
    assert lab.road() == ROAD_HUMP
    assert (g.supply[unit], g.supply[army]) == (1, 1)
    lab.control("JP", 1905, 2104)
    assert lab.road() == ROAD_CLOSED
    assert (g.supply[unit], g.supply[army]) == (0, 0)
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
