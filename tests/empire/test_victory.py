"""Victory points of the year scenarios and their levels (17.27, 17.38, 17.48)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from glory_env.games.empire.codes import ONCE_HAWAII_VP, ONCE_KAUAI_VP, ONCE_OAHU_VP
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules import victory
from glory_env.games.empire.rules.board import place_unit, set_control
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import ROWS
from glory_env.games.empire.state import (
    ABSENT,
    AL,
    ALL_DIRTY,
    COLUMNS,
    INDIA,
    JP,
    MANDATES,
    MAP,
    MARSHALLS,
    NEW_GUINEA,
)
from glory_env.games.empire.switches import VP_1943_Q, VP_1944_NEW_GUINEA, VP_SUPPLY_TEST
from glory_env.games.empire.victories import ITEM_TESTS
from tests.covers import covers

from . import world
from .lands import ROAD


def position(setup: str) -> tuple[Game, Tables]:
    return world.start(setup), world.scenario(setup).tables[0]


def items(g: Game, s: Tables) -> dict[str, int]:
    """Points of each item that is not 0, by its test."""
    w = np.zeros((ROWS, COLUMNS + 1), np.int64)
    refresh(g, s)
    victory.ready_for_points(g, s, w)
    values = {ITEM_TESTS[s.item_test[k]]: victory.item_value(g, s, w, k) for k in range(s.items)}
    return {name: value for name, value in values.items() if value}


def give(g: Game, s: Tables, side: int, *numbers: int) -> None:
    for number in numbers:
        set_control(g, s, world.index_of(number), side)


@covers("R17.38-n", "BV-598", "VX-17.38", "BV-601", "BV-596", "R17.VP-a", "R13.78-d")
@pytest.mark.parametrize(
    ("setup", "points", "expected"),
    [
        ("y1943", 3, {"road_closed": 1, "mandates_jp": 3, "will_above_5_each": -1}),
        (
            "y1944",
            19,
            {
                "road_closed": 1,
                "mandates_jp": 1,
                "will_below_6_each": 1,
                "new_guinea_not_al": 3,
                "rabaul_not_al": 3,
                "no_philippine_port": 5,
                "no_port_within_8": 5,
            },
        ),
        ("y1942", -3, {"will_above_5_each": -3}),
    ],
)
def test_points_at_the_start(setup, points, expected):
    g, s = position(setup)
    assert items(g, s) == expected
    assert victory.vp(g, s) == points
    g.vp_adjust = 2
    assert victory.vp(g, s) == points + 2


@covers("R17.VP-a")
@pytest.mark.parametrize(
    ("points", "level"), [(-7, -2), (2, -2), (3, -1), (5, -1), (6, 1), (9, 1), (10, 2), (19, 2)]
)
def test_levels(points, level):
    assert victory.level_of(points) == level


def field(name: str, value: int) -> Callable[[Game, Tables], None]:
    return lambda g, s: setattr(g, name, value)


def holder(nation: int, side: int) -> Callable[[Game, Tables], None]:
    def change(g: Game, s: Tables) -> None:
        g.holder[nation] = side

    return change


def held(side: int, *numbers: int) -> Callable[[Game, Tables], None]:
    return lambda g, s: give(g, s, side, *numbers)


def surrendered(g: Game, s: Tables) -> None:
    g.surrendered[INDIA] = 1


@covers("R17.VP-e")
@covers("R17.VP-d", "E-527", "E-528", "E-529", "E-559", "E-560", "E-560b", "VX-17.27", "BV-600")
@pytest.mark.parametrize(
    ("setup", "change", "gains"),
    [
        ("y1943", field("china_surrendered", 1), {"china_surrendered": 5}),
        ("y1943", field("india", 1), {"india_unrest": 1}),
        ("y1943", field("india", 2), {"india_unrest": 1}),
        ("y1943", field("india", 3), {"india_unstable": 2}),
        ("y1943", surrendered, {"india_unstable": 2}),
        ("y1943", field("will", 4), {"will_below_6_each": 2, "will_above_5_each": 1}),
        ("y1943", field("will", 7), {"will_above_5_each": -1}),
        ("y1943", field("once", ONCE_KAUAI_VP | ONCE_HAWAII_VP), {"kauai_hawaii_each": 2}),
        ("y1943", field("once", ONCE_OAHU_VP), {"oahu": 3}),
        ("y1943", holder(MANDATES, AL), {"mandates_jp": -3, "mandates_al": -3}),
        ("y1943", holder(MARSHALLS, AL), {"marshalls_al": -3}),
        ("y1943", holder(NEW_GUINEA, AL), {"new_guinea_al": -3}),
        ("y1943", held(JP, 5808), {"line_cut": 5}),
        ("y1944", holder(NEW_GUINEA, JP), {"new_guinea_jp": 5, "new_guinea_not_al": -3}),
        ("y1944", holder(NEW_GUINEA, AL), {"new_guinea_not_al": -3}),
        ("y1944", held(AL, 3706), {"no_port_within_8": -5}),
    ],
)
def test_each_item_by_itself(setup, change, gains):
    g, s = position(setup)
    before = items(g, s)
    change(g, s)
    after = items(g, s)
    names = before.keys() | after.keys()
    changed = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    assert {name: value for name, value in changed.items() if value} == gains


@covers("R17.VP-b", "E-555")
@pytest.mark.parametrize(("switch", "counts"), [(0, 0), (1, 0), (2, -1)])
def test_a_hex_out_of_supply_counts_for_who_held_it_at_the_start(switch, counts):
    """An Allied Tarakan far behind the Japanese lines; the switch lifts the test."""
    g, s = position("y1943")
    g.switch[VP_SUPPLY_TEST] = switch
    give(g, s, AL, 2616)
    assert items(g, s).get("resources_al_each", 0) == counts


@covers("E-555")
def test_the_tournament_option_means_the_supply_test():
    g, s = position("y1944")
    assert not victory.supply_counts(g, s)
    g.tournament = 1
    assert victory.supply_counts(g, s)


@covers("E-555")
@pytest.mark.parametrize(
    ("setup", "by_value"), [("y1943", (True, True, False)), ("y1944", (False, True, False))]
)
def test_the_switch_of_the_supply_test(setup, by_value):
    """By the scenario, on, off."""
    g, s = position(setup)
    for value, counts in enumerate(by_value):
        g.switch[VP_SUPPLY_TEST] = value
        assert bool(victory.supply_counts(g, s)) == counts


@covers("E-556", "R17.VP-e")
def test_the_switch_of_new_guinea_in_1944():
    g, s = position("y1944")
    g.holder[NEW_GUINEA] = JP
    assert items(g, s)["new_guinea_jp"] == 5
    g.switch[VP_1944_NEW_GUINEA] = 1
    assert items(g, s)["new_guinea_not_al"] == 3


@covers("E-559")
def test_the_switch_of_a_port_near_tokyo():
    g, s = position("y1943")
    g.switch[VP_SUPPLY_TEST] = 2
    give(g, s, AL, 3813)
    assert items(g, s)["port_within_11"] == -1
    g.switch[VP_1943_Q] = 1
    assert items(g, s)["port_within_11"] == -3


@covers("E-558", "E-557", "BV-603")
def test_philippine_ports_and_rabaul_need_supply():
    """Nothing of the Allies is in supply there at the start of 1944."""
    g, s = position("y1944")
    give(g, s, AL, 3014)
    assert items(g, s)["no_philippine_port"] == 5
    give(g, s, AL, 4021)
    place_unit(g, s, world.unit_of("a_hq_abda"), MAP, world.index_of(4021), 1)
    assert "rabaul_not_al" not in items(g, s)


@covers("E-560b")
def test_hawaii_counts_once_a_japanese_unit_has_been_there():
    g, s = position("y1943")
    give(g, s, JP, 5708, 5908)
    place_unit(g, s, world.unit_of("j_ss"), MAP, world.index_of(5708), 2)
    victory.note_hawaii(g, s)
    assert g.once == ONCE_KAUAI_VP
    give(g, s, AL, 5708)
    victory.note_hawaii(g, s)
    assert items(g, s)["kauai_hawaii_each"] == 1


@covers("E-560b")
@pytest.mark.parametrize("unit", [True, False])
def test_oahu_counts_with_a_japanese_unit_alone(unit):
    g, s = position("y1943")
    give(g, s, JP, 5808)
    if unit:
        place_unit(g, s, world.unit_of("j_ss"), MAP, world.index_of(5808), 2)
    victory.note_hawaii(g, s)
    assert g.once == (ONCE_OAHU_VP if unit else 0)


THREE_OF_INDIA, GUINEA_PORTS = (1905, 2005, 2104), (3720, 3822, 3823, 4024)


def final(setup: str, closed: bool, will: int, *changes: Callable[[Game, Tables], None]) -> int:
    """Points of a position at the end, without the test of supply; the road is as said."""
    g, s = position(setup)
    g.place[:], g.dirty = ABSENT, ALL_DIRTY
    place_unit(g, s, world.unit_of("a_hq_seac"), MAP, world.index_of(1805), 1)
    g.switch[VP_SUPPLY_TEST] = 2
    g.will = will
    for change in changes:
        change(g, s)
    assert ("road_closed" in items(g, s)) == closed
    return victory.vp(g, s)


@covers("BV-597")
@pytest.mark.parametrize(("will", "points", "level"), [(6, 5, -1), (5, 7, 1)])
def test_a_final_count_of_1942(will, points, level):
    found = final(
        "y1942", True, will, held(JP, *THREE_OF_INDIA, *ROAD), holder(MANDATES, JP),
        field("india", 1),
    )  # fmt: skip
    assert (found, victory.level_of(found)) == (points, level)


@covers("BV-599")
def test_a_final_count_of_1943():
    found = final(
        "y1943", False, 4, held(AL, *ROAD, 2616), holder(MANDATES, AL), holder(MARSHALLS, AL),
        held(AL, *GUINEA_PORTS),
    )  # fmt: skip
    assert (found, victory.level_of(found)) == (-7, -2)


@covers("BV-602")
def test_a_final_count_of_1944():
    g, s = position("y1944")
    g.place[:], g.dirty = ABSENT, ALL_DIRTY
    give(g, s, AL, 4021, 3014, 2915, 3813)
    for hq, number in (("a_hq_abda", 4021), ("a_hq_swpac", 3014)):
        place_unit(g, s, world.unit_of(hq), MAP, world.index_of(number), 1)
    g.will, g.holder[NEW_GUINEA], g.holder[MANDATES] = 5, AL, AL
    assert items(g, s) == {"road_closed": 1, "will_below_6_each": 1}
    assert (victory.vp(g, s), victory.level_of(2)) == (2, -2)
