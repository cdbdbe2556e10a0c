"""China: its front and attacks by a card (13.71 to 13.73)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.empire.actions import (
    CARD,
    OC_CHINA,
)
from glory_env.games.empire.rules import china, china_box
from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import (
    AL,
    CHINA,
    FRONTS,
    JP,
    MAP,
    ROAD_CLOSED,
    ROAD_HUMP,
    ROAD_OPEN,
    TRACK,
)
from glory_env.games.empire.switches import CHINA_AIR_DELAY, CHINA_OC_INTERVAL
from tests.covers import covers

from .lands import Cathay
from .test_cards import Phase

STABLE, UNSTABLE, MAJOR, THREAT, CHUNGKING, COLLAPSED = range(len(FRONTS))


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
