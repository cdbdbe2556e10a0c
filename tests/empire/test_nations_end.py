"""India, Japan and the end of the game (13.6, 13.9, 16.1 to 16.3)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import (
    BOMBED_OUT,
    COMPLETED,
    HELD_OUT,
    ONCE_FOUR_BOMBINGS,
    SURRENDER,
    WILL_BROKEN,
)
from glory_env.games.empire.rules import india, japan, turn
from glory_env.games.empire.rules.board import place_unit, set_control
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.tracks import move_will
from glory_env.games.empire.state import (
    AL,
    CHINA_BOX,
    INDIA,
    JP,
    NONE,
    OVER,
)
from glory_env.games.empire.switches import (
    BOMBING_ROW,
    INDIA_EVENT_REVOLTS,
    INDIA_RESET,
)
from tests.covers import covers

from . import world
from .lands import NORTH, ROAD, Country

HONSHU = (3407, 3506, 3507, 3606, 3607, 3705, 3706)


# --- India -------------------------------------------------------------------------------------
@covers("R13.62-b", "R13.62-c", "R13.62-f", "BV-555", "R13.63-a", "R13.63-g", "E-517")
def test_india_in_four_phases():
    lab = Country()
    g = lab.g
    lab.put("a_ind1", 1406, active=False)
    lab.control("JP", *NORTH)
    track = []
    for _ in range(4):
        lab.look(INDIA)
        track.append((int(g.india), int(g.surrendered[INDIA])))
    assert track == [(1, 0), (2, 0), (3, 0), (4, 1)]
    assert (g.will, lab.place("a_ind1"), lab.place("a_ind2")) == (6, "out", "out")
    assert lab.holder(1406) == "AL"
    lab.control("AL", *NORTH)
    lab.look(INDIA)
    india.move_india(g, 1)
    assert (g.india, g.surrendered[INDIA]) == (4, 1)


@covers("R13.62-e", "BV-556", "E-516")
def test_india_is_quiet_when_a_hex_of_the_north_is_retaken():
    lab = Country()
    g = lab.g
    g.india = 2
    lab.look(INDIA)
    assert g.india == 2  # nobody took anything back
    lab.control("JP", 1905)
    assert g.india == 2
    lab.control("AL", 1905)
    assert g.india == 0
    g.india, g.switch[INDIA_RESET] = 2, 1
    lab.control("JP", 1905)
    lab.control("AL", 1905)
    assert g.india == 2
    lab.look(INDIA)
    assert g.india == 0


@covers("R13.62-d", "BV-557", "E-515")
@pytest.mark.parametrize(
    ("reading", "after_event", "four", "five"),
    [(0, 4, False, True), (1, 4, True, True), (2, 3, False, True)],
)
def test_india_and_events(reading, after_event, four, five):
    lab = Country()
    g = lab.g
    g.switch[INDIA_EVENT_REVOLTS] = reading
    g.india = 3
    india.move_india(g, 1)
    india.move_india(g, 1)
    assert (g.india, g.surrendered[INDIA]) == (after_event, 0)
    lab.control("JP", *NORTH[:4])
    lab.look(INDIA)
    assert bool(g.surrendered[INDIA]) == four
    lab.control("JP", *NORTH)
    lab.look(INDIA)
    assert bool(g.surrendered[INDIA]) == five


@covers("R13.63-b", "R13.63-c", "R13.63-d", "R13.63-e", "R13.63-f", "DK-57")
def test_who_leaves_india():
    lab = Country()
    g = lab.g
    lab.fleet()
    lab.put("a_hq_seac", 1805, active=False)
    lab.put("a_hq_cpac", 5808, active=False)
    for name in ("a_br15", "a_br33", "a_seac_air", "a_kent", "a_10lrb"):
        lab.put(name, 1406, active=False)
    lab.put("a_aus1", 1307, active=False)
    lab.put("a_aus2", 1307, active=False)
    lab.put("a_aus3", 1307, active=False)
    lab.control("JP", *NORTH)
    g.india = 4
    lab.phase()
    assert (lab.decision, lab.actor, lab.place("a_hq_seac")) == ("india_unit", "AL", "track")
    assert set(lab.options()) == {"a_br15", "a_br33", "a_seac_air", "a_kent", "a_10lrb"}
    lab.say("a_br15")
    assert set(lab.options()) == {"1005", "1308"}
    lab.say("1005", "a_kent")
    assert {"1307", "1005"} <= set(lab.options())
    lab.say("1005", "a_br33", "1005", "a_seac_air", "1308")
    assert set(lab.options()) == {"a_10lrb", "done"}
    lab.say("done")
    assert lab.hex("a_10lrb") == 1406
    assert g.depth == 0


@covers("R13.63-b", "R13.63-f")
def test_nobody_has_room_when_japan_holds_ceylon_and_the_maldives():
    lab = Country()
    lab.fleet()
    lab.put("a_hq_cpac", 5808, active=False)
    lab.put("a_br15", 1406, active=False)
    lab.put("a_xiv", 1406, active=False)
    lab.control("JP", *NORTH, 1005, 1307, 1308)
    lab.g.india = 4
    lab.phase()
    assert (lab.place("a_br15"), lab.place("a_xiv"), lab.g.depth) == ("out", "map", 0)


@covers("R13.63-b", "R13.63-e")
def test_nobody_flees_into_an_enemy_zone():
    """Of aircraft at Colombo, not even to an HQ; the Maldives are out of it."""
    lab = Country()
    lab.fleet()
    lab.put("a_hq_cpac", 5808, active=False)
    lab.put("a_hq_swpac", 1308, active=False)
    lab.put("a_br15", 1406, active=False)
    for name in ("j_hq_south", "j_af22"):
        lab.put(name, 1307, active=False)
    lab.control("JP", *NORTH, 1307)
    lab.g.india = 4
    lab.phase()
    lab.say("a_br15")
    assert set(lab.options()) == {"1005"}


# --- Japan -------------------------------------------------------------------------------------
@covers("R13.93-a", "R13.1-b", "R16.1-a", "E-530")
def test_honshu():
    lab = Country("y1944", turn=9)
    g = lab.g
    lab.fleet()
    lab.control("AL", *HONSHU[:-1])
    lab.phase()
    assert g.outcome != COMPLETED
    lab.control("AL", HONSHU[-1])
    lab.phase()
    assert (g.outcome, g.cause, g.level, g.phase, g.depth) == (COMPLETED, SURRENDER, -2, OVER, 0)


@covers("R13.93-b", "BV-594", "E-531")
def test_the_blockade():
    lab = Country("y1944", turn=9)
    g, s = lab.g, lab.s
    refresh(g, s)
    assert japan.has_resource_line(g, s)
    held = [number for number in range(1000, 6100) if number in world.scenario().hexes]
    resources = [n for n in held if s.resource[lab.hex_at(n)] and lab.holder(n) == "JP"]
    lab.control("AL", *resources)
    refresh(g, s)
    assert not japan.has_resource_line(g, s)
    runs = []
    for cut in (True, True, False, True, True, True):
        lab.control("AL" if cut else "JP", *resources)
        refresh(g, s)
        runs.append((japan.surrenders(g, s), int(g.blockade_run)))
    assert runs == [(False, 1), (False, 2), (False, 0), (False, 1), (False, 2), (True, 3)]


@covers("R16.2-a", "R16.3-a", "R16.1-c", "R16.0-a", "BV-593", "E-536", "R13.74-f")
@pytest.mark.parametrize(
    ("run", "resources", "bomber", "cause"),
    [
        (4, 1, True, BOMBED_OUT),
        (2, 1, True, HELD_OUT),
        (4, 2, True, HELD_OUT),
        (4, 1, False, HELD_OUT),
    ],
)
def test_the_end_of_a_campaign(run, resources, bomber, cause):
    lab = Country("y1941", turn=12)
    g, s = lab.g, lab.s
    g.turn, g.bomb_run = s.last_turn, run
    found = [h for h in range(s.hexes) if s.resource[h]]
    for k, hex_ in enumerate(found):
        set_control(g, s, hex_, JP if k < resources else AL)
    if bomber:
        unit = lab.put("a_20bc", 3709, active=False)
        g.supply[unit] = 1
    turn.end_turn(g, s)
    assert (g.outcome, g.cause, g.level) == (COMPLETED, cause, -2 if cause == BOMBED_OUT else 2)


@covers("R13.74-f", "R16.2-a", "E-536")
@pytest.mark.parametrize("hump", [0, 1])
def test_a_bomber_in_china_reaches_tokyo_if_the_box_is_in_supply(hump):
    lab = Country(turn=12)
    lab.g.hump = hump
    lab.put("a_hq_seac", 1805, active=False)
    place_unit(lab.g, lab.s, lab.unit("a_20bc"), CHINA_BOX, NONE, 2)
    lab.control("JP", *ROAD)
    refresh(lab.g, lab.s)
    assert japan.reaches_tokyo(lab.g, lab.s) == bool(hump)


@covers("E-536")
def test_any_four_bombings_in_a_row():
    lab = Country(turn=12)
    g = lab.g
    g.once |= ONCE_FOUR_BOMBINGS
    for hex_ in range(lab.s.hexes):
        if lab.s.resource[hex_]:
            set_control(g, lab.s, hex_, AL)
    g.supply[lab.put("a_20bc", 3709, active=False)] = 1
    assert not japan.bombed_out(g, lab.s)
    g.switch[BOMBING_ROW] = 1
    assert japan.bombed_out(g, lab.s)


@covers("R16.1-b", "E-535", "BV-591")
@pytest.mark.parametrize("setup", ["y1941", "y1943"])
def test_a_broken_will_ends_every_scenario(setup):
    lab = Country(setup, will=1)
    move_will(lab.g, -2)
    turn.end_turn(lab.g, lab.s)
    assert (lab.g.outcome, lab.g.cause, lab.g.level) == (COMPLETED, WILL_BROKEN, 2)
