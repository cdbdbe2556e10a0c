"""Replacements: the steps of a turn, who takes them, who comes back and where (4.12, 11, 13.71)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.china import china_is_cut
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.replacements import (
    begin_replacements,
    forfeit,
    hand_out,
    steps_for,
)
from glory_env.games.empire.state import AL, AUSTRALIA, CHINA_BOX, ELIMINATED, JP, NEW, NONE, OUT
from tests.covers import covers

from .lands import ROAD
from .strategic import Phase

KOREA = (3305, 3306)
COAST = (2508, 2509, 2609, 2809, 2908, 3007, 3104, 3105)


def steps_of(phase: Phase) -> tuple[int, ...]:
    """Of the Allies: ground, air, US ships, Commonwealth ships, Chinese."""
    g = phase.g
    return (
        int(g.ground_repl[AL]), int(g.air_repl[AL]), int(g.naval_repl[AL]), int(g.cw_repl),
        int(g.chinese_repl),
    )  # fmt: skip


def replacing(side: int, *units: tuple[str, int], turn: int = 5, hand: bool = True) -> Phase:
    """Only these units stand on the map, under HQs of both sides; a side has its steps."""
    phase = Phase("y1943", turn, empty=True)
    phase.put("a_hq_cpac", 5808)
    phase.put("a_hq_seac", 1805)
    phase.put("j_hq_southseas", 4017)
    for name, hex_ in units:
        phase.put(name, hex_, steps=1)
    for unit in range(phase.s.units):
        if phase.g.place[unit] == ELIMINATED:
            phase.g.place[unit] = OUT
    if hand:
        hand_out(phase.g, phase.s)
    refresh(phase.g, phase.s)
    return phase


def go(phase: Phase, side: int) -> Phase:
    begin_replacements(phase.g, side)
    phase.play_on()
    return phase


# --- the steps of a turn -----------------------------------------------------------------------
@covers(
    "R11.31-a", "R11.32-a", "R11.33-a", "R11.33-b", "R11.33-c", "R11.34-a", "R11.34-e", "E-504",
    "E-508d", "BV-520", "BV-521",
)  # fmt: skip
@pytest.mark.parametrize(
    ("turn", "steps"),
    [
        (2, (2, 5, 2, 0, 0)), (3, (2, 5, 1, 0, 1)), (4, (2, 5, 2, 0, 0)), (5, (2, 5, 1, 0, 1)),
        (6, (2, 5, 2, 1, 0)), (7, (2, 5, 1, 0, 1)), (8, (2, 5, 2, 0, 0)), (9, (2, 5, 1, 1, 1)),
        (10, (2, 5, 2, 0, 0)), (11, (2, 5, 1, 0, 1)), (12, (2, 5, 2, 1, 0)),
    ],
)  # fmt: skip
def test_the_steps_of_the_allies(turn, steps):
    phase = Phase("y1943", turn)
    hand_out(phase.g, phase.s)
    assert steps_of(phase) == steps
    phase.control("JP", 5808)
    hand_out(phase.g, phase.s)
    assert steps_of(phase)[2] == steps[2] - 1


@covers("R11.33-c", "BV-521", "R11.34-a")
def test_what_the_steps_depend_on():
    phase = Phase("y1943", 6)
    phase.control("JP", 1307, 1308, 2015, 2709)
    hand_out(phase.g, phase.s)
    assert steps_of(phase)[3] == 1  # by Townsville alone
    phase.control("JP", 3727)
    hand_out(phase.g, phase.s)
    assert steps_of(phase)[3] == 0
    phase.g.turn, phase.g.china_surrendered = 7, 1
    hand_out(phase.g, phase.s)
    assert steps_of(phase)[4] == 0


@covers("E-579")
def test_unrest_in_india_costs_steps_of_one_turn():
    phase = Phase("y1942", 5, india_repl=5, india_lost=1)
    hand_out(phase.g, phase.s)
    assert phase.g.ground_repl[AL] == 1
    assert steps_for(phase.g, phase.s, phase.unit("a_xi")) == 1
    assert steps_for(phase.g, phase.s, phase.unit("a_aus1")) == 0
    phase.g.india_lost = 2
    hand_out(phase.g, phase.s)
    assert phase.g.ground_repl[AL] == 0
    phase.g.turn = 6
    hand_out(phase.g, phase.s)
    assert phase.g.ground_repl[AL] == 2


@covers("R11.0-g", "R11.21-a", "R11.21-c", "R11.22-a", "R11.34-d", "BV-525", "BV-620")
def test_what_is_left_is_lost_or_kept():
    phase = Phase("y1942", 3)
    phase.g.air_repl[JP] = 3
    for turn, stock in ((3, 1), (4, 2), (5, 2)):
        phase.g.turn = turn
        hand_out(phase.g, phase.s)
        for side in (AL, JP):
            forfeit(phase.g, side)
        assert (phase.g.naval_repl[JP], phase.g.air_repl[JP]) == (stock, 3)
        assert steps_of(phase) == (0, 0, 0, 0, 0)


# --- who is helped -----------------------------------------------------------------------------
@covers("R11.0-a", "R11.0-b", "R4.12-b", "DK-08", "DK-09", "DK-10", "R11.33-b")
def test_one_step_restores_and_one_or_two_bring_back():
    phase = replacing(AL, ("a_lexington", 5808), ("a_7af", 5808))
    phase.away(ELIMINATED, "a_1maw")
    go(phase, AL)
    assert {*phase.options()} == {"a_lexington", "a_7af", "a_1maw", "done"}
    phase.say("a_lexington")
    assert (phase.steps("a_lexington"), phase.g.naval_repl[AL]) == (2, 0)
    phase.say("a_1maw")
    assert {*phase.options()} == {"reduced", "full"}
    phase.say("full", 5108)
    assert (phase.where("a_1maw"), phase.steps("a_1maw"), phase.g.air_repl[AL]) == (5108, 2, 3)
    assert {*phase.options()} == {"a_7af", "done"}
    phase.say("done")
    assert (phase.steps("a_7af"), phase.g.depth, steps_of(phase)) == (1, 0, (0, 0, 0, 0, 0))


@covers("R11.0-b", "R11.31-a", "R11.0-h")
def test_with_one_step_a_unit_is_back_reduced():
    phase = replacing(AL, turn=5)
    phase.g.ground_repl[AL] = 1
    phase.away(ELIMINATED, "a_1md", "a_2md")
    phase.g.wie = -7  # no delay, no draft
    go(phase, AL).say("a_1md", 5808)
    assert (phase.where("a_1md"), phase.steps("a_1md")) == (5808, 1)
    assert (phase.where("a_2md"), phase.g.depth) == ("eliminated", 0)


@covers("R11.1-a", "R11.35-a", "R1.3-dc", "BV-522", "R11.21-b", "R11.22-a")
def test_pre_war_and_dutch_units_are_never_helped():
    phase = replacing(AL, ("a_exeter", 1805), ("a_feaf", 5808))
    phase.away(ELIMINATED, "a_forcez", "a_dutch1", "a_dutch_air", "j_akagi", "j_af21", "j_junyo")
    assert go(phase, AL).g.depth == 0
    phase.g.naval_repl[JP] = phase.g.air_repl[JP] = 2
    phase.g.divisions = 0
    assert {*go(phase, JP).options()} == {"j_junyo", "done"}


@covers("R11.0-c", "BV-526")
def test_a_reduced_unit_needs_supply_and_a_hex_without_enemy_zones():
    phase = replacing(JP, ("j_a17", 4222), ("j_a18", 1813))
    assert phase.g.supply[phase.unit("j_a17")]
    assert {*go(phase, JP).options()} == {"n0", "n1"}
    phase.say("n1")
    assert {*phase.options()} == {"j_a17"}  # the other one is out of supply
    phase = replacing(JP, ("j_a17", 4222))
    phase.control("AL", 4423)
    phase.put("a_hq_halsey", 4828)
    phase.put("a_13af", 4423)
    assert go(phase, JP).g.depth == 0


@covers("R11.31-a", "R11.33-b", "R11.33-c", "R11.34-d")
def test_each_kind_of_step_has_its_units():
    phase = Phase("y1943", 9)
    hand_out(phase.g, phase.s)
    by_name = {
        "a_1md": "ground_repl", "a_aus1": "ground_repl", "a_br15": "ground_repl",
        "a_5af": "air_repl", "a_aus_air": "air_repl", "a_wasp": "naval_repl",
        "a_warspite": "cw_repl", "a_cn5": "chinese_repl",
    }  # fmt: skip
    for number, field in enumerate({*by_name.values()}, 1):
        value = getattr(phase.g, field)
        setattr(phase.g, field, [0, 10 * number] if getattr(value, "shape", ()) else 10 * number)
    for name, field in by_name.items():
        value = getattr(phase.g, field)
        wanted = value[AL] if getattr(value, "shape", ()) else value
        assert steps_for(phase.g, phase.s, phase.unit(name)) == wanted >= 10


@covers("R11.0-b", "R11.33-c")
def test_a_ship_of_the_commonwealth_takes_its_own_step():
    phase = replacing(AL, ("a_warspite", 1805), ("a_lexington", 5808))
    phase.g.cw_repl, phase.g.naval_repl[AL] = 1, 1
    go(phase, AL).say("a_warspite")
    assert (phase.steps("a_warspite"), phase.g.cw_repl, phase.g.naval_repl[AL]) == (2, 0, 1)


@covers("R11.0-c", "R13.74-b")
@pytest.mark.parametrize("hump", [0, 1])
def test_aircraft_in_china_are_restored_while_the_box_is_in_supply(hump):
    phase = replacing(AL)
    phase.g.hump, phase.g.air_repl[AL] = hump, 1
    phase.control("JP", *ROAD)
    place_unit(phase.g, phase.s, phase.unit("a_14af"), CHINA_BOX, NONE, 1)
    refresh(phase.g, phase.s)
    go(phase, AL)
    assert ("a_14af" in phase.options()) == bool(hump)
    if hump:
        phase.say("a_14af")
        assert (phase.where("a_14af"), phase.steps("a_14af")) == ("china_box", 2)


@covers("R11.34-b", "R11.34-c", "R11.34-d", "BV-523")
def test_the_chinese_come_back_in_kunming_while_it_is_a_source():
    for hump, options in ((0, set()), (1, {"a_cn5", "done"})):
        phase = replacing(AL, turn=5)
        phase.away(ELIMINATED, "a_cn5")
        phase.g.hump = hump
        go(phase, AL)
        assert {*phase.options()} == options
    phase.say("a_cn5", 2407)
    assert (phase.where("a_cn5"), phase.steps("a_cn5"), phase.g.chinese_repl) == (2407, 1, 0)


@covers("R13.83-c", "BV-527")
def test_after_its_surrender_australia_only_restores():
    phase = replacing(AL, ("a_aus1", 4828), ("a_aus3", 4828))
    phase.put("a_hq_anzac", 4826)
    phase.away(ELIMINATED, "a_aus2")
    phase.g.surrendered[AUSTRALIA] = 1
    assert {*go(phase, AL).options()} == {"a_aus1", "a_aus3", "done"}


@covers("R11.0-d", "R11.0-e", "R12.31-d")
def test_who_comes_back_is_new_in_the_segment():
    phase = replacing(AL)
    phase.away(ELIMINATED, "a_20bc", "a_essex")
    phase.g.turn = 10
    hand_out(phase.g, phase.s)
    go(phase, AL).say("a_20bc", "reduced", 5808, "a_essex", "reduced", 5808)
    for name in ("a_20bc", "a_essex"):
        assert phase.g.unit_flags[phase.unit(name)] == NEW


@covers("R11.0-f", "R4.12-a")
def test_the_allies_replace_before_japan():
    phase = Phase("y1943", 6)
    phase.g.steps[[phase.unit("a_x"), phase.unit("j_a14")]] = 1
    phase.begin()
    phase.finish()
    sides = [asked.split()[0] for asked in phase.asked if "replace" in asked or "div" in asked]
    assert sides == sorted(sides)
    assert {"AL", "JP"} == {*sides}


# --- divisions ---------------------------------------------------------------------------------
@covers("R11.23-a", "R11.23-b", "R11.23-c", "BV-524", "DK-07")
@pytest.mark.parametrize(("divisions", "reduced", "most"), [(7, 3, 2), (7, 1, 1), (1, 3, 1)])
def test_japan_takes_up_to_two_divisions_and_uses_them(divisions, reduced, most):
    units = [(name, 4017) for name in ("j_a17", "j_a18", "j_a19")[:reduced]]
    phase = replacing(JP, *units)
    phase.g.divisions = divisions
    go(phase, JP)
    assert {*phase.options()} == {f"n{k}" for k in range(most + 1)}
    phase.say(f"n{most}")
    assert phase.g.divisions == divisions - most
    for name, _ in units[:most]:
        assert "done" not in phase.options()
        phase.say(name)
        assert phase.steps(name) == 2
    assert (phase.g.depth, phase.g.ground_repl[JP]) == (0, 0)


@covers("R11.23-b", "R13.71-e", "E-518", "BV-524")
def test_no_divisions_leave_an_empty_or_a_closed_china():
    phase = replacing(JP, ("j_a17", 4017))
    phase.g.divisions = 0
    assert go(phase, JP).g.depth == 0
    phase = replacing(JP, ("j_a17", 4017))
    phase.control("AL", *COAST, *KOREA[:1])
    assert not china_is_cut(phase.g, phase.s)
    phase.control("AL", *KOREA)
    assert china_is_cut(phase.g, phase.s)
    assert go(phase, JP).g.depth == 0
