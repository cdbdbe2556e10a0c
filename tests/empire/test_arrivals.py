"""Reinforcements: who is due, delayed or drafted, where they are placed (4.11, 10, 14.1, 15)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.arrivals import ask_arrival, send_to_wait, settle_in
from glory_env.games.empire.rules.board import ANY_KIND, HQ_BIT
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.placing import place_ends, survey
from glory_env.games.empire.rules.stacks import asp_left
from glory_env.games.empire.rules.strategic_phase import (
    ALLIES_ARRIVE,
    begin_phase,
)
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.rules.turn import begin_turn
from glory_env.games.empire.state import (
    AL,
    AUSTRALIA,
    DELAY_BOX,
    ELIMINATED,
    INDIA,
    JP,
    NEW,
    TRACK,
)
from glory_env.games.empire.switches import DRAFT_REPEAT, SWITCHES
from tests.covers import covers

from . import world
from .positions import numbers
from .strategic import Phase

TURN_5 = {"a_seac_lrb", "a_massachusetts", "a_sanjacinto", "a_xxiv"}
TURN_6 = {"a_3md", "a_essex", "a_bunkerhill", "a_cowpens", "a_belleauwood", "a_sangamon"}
TURN_6_JP = {"j_af50", "j_af51", "j_ad9"}


# --- who is due ------------------------------------------------------------------------------
@covers(
    "R10.11-a", "R10.21-b", "R10.21-c", "R10.21-d", "R10.21-e", "R10.22-a", "R10.24-e", "R4.11-a",
    "R4.11-b", "R4.11-c", "R4.11-d", "R15.1-a", "R15.2-a", "R15.3-a", "R14.1-a", "E-503", "E-580",
    "BV-501", "BV-502", "BV-503", "BV-504", "BV-510", "BV-513", "DK-05",
)  # fmt: skip
@pytest.mark.parametrize(
    ("turn", "fields", "box", "boxed", "dice"),
    [
        (5, {"wie": 1}, ["a_xi"], set(), 0),
        (5, {"wie": 0}, ["a_xi"], TURN_5, 1),
        (6, {"wie": 2, "rivalry": 1}, [], set(), 0),
        (8, {"wie": 2, "rivalry": 1}, [], {"a_ix", "a_11abn"}, 0),
        (6, {"wie": -3}, [], TURN_6, 1),
        (6, {"wie": 1, "delay_al": 1}, [], TURN_6, 0),
        (6, {"wie": 1, "delay_al": 0}, [], set(), 0),
    ],
)
def test_who_waits_in_the_delay_box(turn, fields, box, boxed, dice):
    phase = Phase("y1942", turn, **{k: v for k, v in fields.items() if k != "rivalry"})
    phase.g.rivalry[AL] = fields.get("rivalry", 0)
    due = {
        name
        for u, name in enumerate(phase.scenario.units)
        if phase.s.arrival[u] == turn and name.startswith("a_")
    }
    phase.away(DELAY_BOX, *box)
    phase.dice(*[9] * dice)
    phase.call()
    assert phase.rolled() == dice
    assert (phase.waiting(), phase.g.delay_al) == (boxed, 0)
    assert {n for n in phase.arriving() if n.startswith("a_")} == {*box, *due} - boxed


@covers("R10.21-a", "R4.11-e", "R10.23-a", "BV-509")
def test_japan_hqs_and_b29_are_never_delayed():
    phase = Phase("y1943", 9, wie=-7)
    phase.away(TRACK, "a_hq_cpac", when=9)
    phase.dice()
    phase.call()
    assert {"a_20bc", "a_hq_cpac", "j_ad12", "j_a32", "j_amagi"} == phase.arriving()
    assert {"a_3maw", "a_shangrila", "a_missouri", "a_newyork"} == phase.waiting()


@covers("R10.24-c", "R6.13-c", "R8.24-d", "R8.34-d", "R10.21-e")
def test_only_who_comes_as_new_is_delayed_when_back():
    phase = Phase("y1943", 7, wie=0)
    phase.away(TRACK, "a_1md", "a_lexington", "a_5af", when=7)
    phase.away(TRACK, "a_2md", when=8)
    phase.g.delayable[phase.unit("a_5af")] = 1
    phase.dice(0)
    phase.call()
    assert {"a_1md", "a_lexington"} <= phase.arriving()
    assert (phase.where("a_5af"), phase.where("a_2md")) == ("track", "track")
    assert phase.g.when[phase.unit("a_5af")] == 10  # drafted for the second time


@covers("R13.83-b")
@pytest.mark.parametrize(
    ("nation", "unit", "turn"), [(AUSTRALIA, "a_aus4", 8), (INDIA, "a_ind4", 4)]
)
def test_units_of_a_nation_that_has_surrendered_never_come(nation, unit, turn):
    phase = Phase("y1942", turn)
    phase.g.surrendered[nation] = 1
    phase.call()
    assert phase.where(unit) == "out"
    assert unit not in phase.arriving()


# --- the draft -------------------------------------------------------------------------------
@covers(
    "R10.24-a", "R10.24-b", "R10.24-d", "R10.24-e", "R10.24-f", "R10.21-f", "R15.4-a", "R15.5-a",
    "R15.6-a", "R14.1-b", "BV-505", "BV-506", "BV-507",
)  # fmt: skip
@pytest.mark.parametrize("rivalry", [0, 1])
@pytest.mark.parametrize(("wie", "drafted"), [(0, 2), (-2, 2), (-3, 4), (-5, 6), (-6, 6), (-7, 8)])
def test_how_many_of_ten_are_drafted(wie, drafted, rivalry):
    """Two of ten dice more for each level; rivalry makes one more die draft, a 0 is the least."""
    gone = []
    phase = Phase("y1942", 5, wie=wie)
    phase.g.rivalry[AL] = rivalry
    for die in range(10):
        phase.due("a_xxiv")
        phase.dice(die)
        phase.call()
        assert phase.where("a_xxiv") in ("track", "delay_box")
        if phase.where("a_xxiv") == "track":
            assert phase.g.when[phase.unit("a_xxiv")] == 8
            gone.append(die)
    assert gone == list(range(drafted + rivalry))


@covers("R10.24-g", "BV-508")
def test_who_is_drafted_late_never_comes_back():
    phase = Phase("y1944", 10, wie=0)
    phase.dice(0, 9)
    phase.call()
    unit = phase.unit("a_stlo")
    assert (phase.where("a_stlo"), phase.g.when[unit]) == ("track", 13)
    for turn in (11, 12):
        phase.g.turn = turn
        phase.dice()
        phase.call()
        assert phase.where("a_stlo") == "track"


@covers("R10.24-a")
def test_dice_of_the_draft_are_fair_and_units_have_their_own():
    phase = Phase("y1942", 5, wie=0)
    drafted, both = {"a_xi": 0, "a_xxiv": 0}, 0
    for key in range(400):
        phase.g.key = key * 977 + 5
        phase.g.turn = 5
        phase.due("a_xxiv")
        phase.away(TRACK, "a_xi", when=5)
        phase.g.delayable[phase.unit("a_xi")] = 1
        phase.call()
        gone = [phase.where(name) == "track" for name in drafted]
        for name, away in zip(drafted, gone, strict=True):
            drafted[name] += away
        both += all(gone)
    assert all(55 <= count <= 105 for count in drafted.values())  # 80 of 400
    assert 4 <= both <= 32  # 16 of 400


@covers("R10.12-a", "R10.12-b", "R10.12-c", "E-502", "E-503")
@pytest.mark.parametrize(
    ("value", "wie", "dice", "where"),
    [
        ("boxed_and_waiting", 0, [0], "track"),
        ("boxed_and_waiting", 0, [2], "delay_box"),
        ("boxed_and_waiting", 1, [], "delay_box"),
        ("boxed_only", 0, [], "delay_box"),
        ("every_turn", 0, [2, 0], "track"),
        ("every_turn", 0, [0], "track"),
        ("every_turn", 0, [2, 2], "delay_box"),
    ],
)
def test_who_has_no_place_waits_and_may_be_drafted(value, wie, dice, where):
    """Without an HQ nobody can be placed; Japan's unit waits without a die."""
    phase = Phase("y1943", 12, empty=True, wie=wie)
    phase.g.switch[DRAFT_REPEAT] = SWITCHES["draft_repeat"].index(value)
    phase.away(DELAY_BOX, "a_xi", "j_a28")
    phase.dice(*dice)
    phase.call()
    for side in (AL, JP):
        assert not ask_arrival(phase.g, phase.s, side)
        send_to_wait(phase.g, phase.s, phase.trace[0], side)
    assert (phase.trace[0].next_face, phase.trace[0].short) == (len(dice), 0)
    assert (phase.where("a_xi"), phase.where("j_a28")) == (where, "delay_box")
    assert phase.arriving() == set()


# --- placing ---------------------------------------------------------------------------------
def ends(phase: Phase, name: str) -> set[int]:
    """Hexes that take a unit."""
    refresh(phase.g, phase.s)
    w, unit = scratch(), phase.unit(name)
    survey(phase.g, phase.s, w, int(phase.s.unit_side[unit]))
    place_ends(phase.g, phase.s, w, unit)
    return numbers(w[ENDS])


@covers("R10.11-b", "R10.11-c", "R10.11-d", "R6.11-g", "DK-06")
def test_units_need_a_base_under_an_hq_that_leads_them():
    """The HQ of Oahu leads US units as far as it reaches, ships and troops by ports alone."""
    phase = Phase("y1943", 6, empty=True)
    phase.put("a_hq_cpac", 5808)
    assert {5808, 5100, 4828} <= ends(phase, "a_1md") & ends(phase, "a_essex")
    assert {5808, 5108, 5708} <= ends(phase, "a_7af")
    assert not {5108, 5708} & ends(phase, "a_1md")  # airfields alone
    assert 3727 not in ends(phase, "a_1md")  # too far
    assert ends(phase, "a_br15") == set()
    hexes = ends(phase, "a_hq_swpac")
    assert {3727, 4828, 5100} <= hexes  # an HQ needs no other
    assert 5808 not in hexes  # one of them in a hex
    for name, has in (("a_1md", phase.s.has_port), ("a_7af", phase.s.has_field)):
        assert all(has[world.index_of(number)] for number in ends(phase, name))


@covers("R10.11-e", "R10.11-h", "R11.0-e", "BV-512")
def test_what_is_placed_neutralises_no_zone_in_its_segment():
    phase = Phase("y1943", 6, empty=True)
    phase.put("a_hq_halsey", 4828)
    phase.control("AL", 4423)
    assert 4423 in ends(phase, "a_1md")
    phase.put("j_hq_southseas", 4017)
    phase.put("j_af21", 4222)
    assert 4423 not in ends(phase, "a_1md") | ends(phase, "a_13af") | ends(phase, "a_hq_cpac")
    phase.put("a_essex", 4423)
    phase.g.unit_flags[phase.unit("a_essex")] |= NEW
    assert 4423 not in ends(phase, "a_1md")
    settle_in(phase.g, phase.s, ANY_KIND & ~HQ_BIT, True)
    assert {4423} <= ends(phase, "a_1md") & ends(phase, "a_13af")


@covers("R10.11-i", "R10.11-e")
def test_allied_aircraft_of_this_turn_keep_japan_away():
    phase = Phase("y1943", 6, empty=True)
    phase.put("j_hq_southseas", 4017)
    phase.put("a_hq_halsey", 4828)
    phase.control("AL", 4423)
    assert 4222 in ends(phase, "j_a17")
    phase.put("a_13af", 4423)
    phase.g.unit_flags[phase.unit("a_13af")] |= NEW
    assert 4222 not in ends(phase, "j_a17")


@covers("R10.11-f", "E-501", "BV-511", "R11.0-d")
def test_an_hq_that_arrives_leads_in_its_own_hex_only():
    phase = Phase("y1943", 6, empty=True)
    phase.away(DELAY_BOX, "a_hq_cpac", "a_1md", "a_2md")
    phase.call()
    phase.begin(ALLIES_ARRIVE)
    assert {*phase.options()} == {"a_hq_cpac"}
    phase.say("a_hq_cpac", 5808)
    assert {*phase.options()} == {"a_1md", "a_2md"}
    phase.say("a_1md")
    assert {*phase.options()} == {"5808"}
    phase.say(5808)
    settle_in(phase.g, phase.s, ANY_KIND & ~HQ_BIT, True)  # the reinforcements are over
    assert ends(phase, "a_3md") == {5808}
    settle_in(phase.g, phase.s, ANY_KIND, True)  # the replacements too
    assert {5808, 5100} <= ends(phase, "a_3md")


@covers("R10.11-j")
def test_no_hex_is_filled_beyond_its_limit():
    phase = Phase("y1943", 6, empty=True)
    phase.put("a_hq_cpac", 5808)
    ships = ["a_essex", "a_bunkerhill", "a_cowpens", "a_belleauwood", "a_sangamon", "a_wasp"]
    for name in ships[:5]:
        phase.put(name, 5808)
    for name in ("a_1md", "a_2md", "a_7af"):
        phase.put(name, 5808)
    assert 5808 in ends(phase, "a_wasp")
    assert 5808 not in ends(phase, "a_3md")
    assert 5808 not in ends(phase, "a_5af")
    assert 5808 in ends(phase, "a_7lrb")  # its pair is there
    phase.put("a_wasp", 5808)
    assert 5808 not in ends(phase, "a_lexington")


@covers("R10.11-g")
def test_the_allies_place_first():
    phase = Phase("y1943", 6)
    phase.begin()
    phase.finish(first=False)
    sides = [asked.split()[0] for asked in phase.asked if "arrival" in asked]
    assert sides == sorted(sides)
    assert {"AL", "JP"} == {*sides}


@covers("R13.74-a", "R13.74-d", "E-521", "E-591")
@pytest.mark.parametrize(
    ("inside", "fields", "unit", "offered"),
    [
        ([], {}, "a_5af", True),
        ([], {"china_surrendered": 1}, "a_5af", False),
        (["a_14af"], {}, "a_5af", True),
        (["a_14af", "a_14lrb"], {}, "a_5af", False),
        (["a_20bc"], {}, "a_21bc", False),
        (["a_20bc"], {}, "a_5af", True),
    ],
)
def test_aircraft_come_into_the_china_box_while_the_road_is_open(inside, fields, unit, offered):
    phase = Phase("y1942", 6, **fields)
    phase.away(2, *inside)
    phase.away(DELAY_BOX, unit)
    phase.call()
    phase.begin(ALLIES_ARRIVE)
    while unit not in phase.options():
        phase.say(next(iter(phase.options())))
    phase.say(unit)
    assert ("box" in phase.options()) == offered
    if offered:
        phase.say("box")
        assert phase.where(unit) == "china_box"


@covers("R10.11-k")
def test_the_chinese_come_to_kunming():
    phase = Phase("y1942", 6)
    assert ends(phase, "a_cn5") == set()  # three armies stand there
    phase.away(ELIMINATED, "a_cn5")
    assert ends(phase, "a_cn5") == {2407}
    phase.control("JP", 2008, 2305)
    assert ends(phase, "a_cn5") == set()  # the road is closed, and there is no Hump
    phase.g.hump = 1
    assert ends(phase, "a_cn5") == {2407}


# --- ASP -------------------------------------------------------------------------------------
@covers("R14.2-b", "E-534", "BV-516", "R10.3-b")
def test_japan_uses_half_of_its_points_while_its_services_are_rivals():
    phase = Phase("y1943", 6)
    phase.g.asp[JP], phase.g.asp_used[JP] = 7, 3
    for rivalry, left in ((0, 4), (1, 1)):
        phase.g.rivalry[JP] = rivalry
        assert asp_left(phase.g, JP) == left
    begin_turn(phase.g, phase.s)
    assert asp_left(phase.g, JP) == 4


@covers("R10.3-a", "R10.31-a", "R10.31-b", "R10.32-a", "BV-514", "R15.4-a")
@pytest.mark.parametrize(("wie", "more"), [(3, 1), (-4, 1), (-5, 0), (-6, 0), (-7, 0)])
def test_the_allies_get_a_point_for_landings(wie, more):
    phase = Phase("y1943", 6, wie=wie)
    before = list(phase.g.asp)
    begin_phase(phase.g, phase.s)
    assert list(phase.g.asp) == [before[JP], before[AL] + more]
