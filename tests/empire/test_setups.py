"""The start of each set-up: who stands where and who holds what; changes of the position."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.rules import board
from glory_env.games.empire.scenario import load, names
from glory_env.games.empire.start import start_position
from tests.covers import covers

# Units on the map or in the China box, steps, sum of their hexes, by side; listed control; cards
TOTALS = {
    "campaign_1941": ((43, 73, 143328), (52, 82, 161197), (47, 161262), (0, 0)),
    "year_1942": ((46, 76, 148188), (48, 69, 146745), (59, 192918), (3, 0)),
    "year_1943": ((51, 82, 173101), (49, 82, 180079), (106, 334026), (448, 208)),
    "year_1944": ((56, 83, 184182), (69, 124, 275038), (99, 303880), (527, 568)),
}


@covers("R17.22-a", "R17.31-a", "R17.32-a", "R17.41-a", "R2.3-a")
@pytest.mark.parametrize("name", TOTALS)
def test_the_set_ups_add_up(name) -> None:
    scenario = load(name)
    g, s = start_position(scenario)[0], scenario.tables[0]
    *sides, (listed, control), cards = TOTALS[name]
    for side, totals in enumerate(sides):
        mine = (s.unit_side == side) & np.isin(g.place, (st.MAP, st.CHINA_BOX))
        hexes = s.hex_id[g.hex[mine & (g.place == st.MAP)]].astype(int)
        steps = g.steps[mine & (s.kind != st.HQ)].sum()
        assert (mine.sum(), steps, hexes.sum()) == totals
        gone = np.isin(s.start_card[side, : s.cards[side]], (st.CARD_OUT, st.CARD_DISCARD))
        assert (np.flatnonzero(gone) + 1).sum() == cards[side]
    named = [h for h in np.flatnonzero(s.named) if board.controls(g, s, h, st.JP)]
    assert (len(named), s.hex_id[named].astype(int).sum()) == (listed, control)


@covers("R1.3-cf", "R1.3-cg", "R1.3-cm")
def test_japan_holds_the_whole_empire_at_the_start_of_the_war() -> None:
    scenario = load("campaign_1941")
    g, s = start_position(scenario)[0], scenario.tables[0]
    empire = [geo.REGIONS.index(name) for name in scenario.data["map"]["empire"]]
    for h in range(s.hexes):
        mine = s.region[h] in empire and s.hex_id[h] not in (2709, 3814)
        assert board.controls(g, s, h, st.JP) == mine
        assert board.holder_of(g, s, h) == (st.JP if mine else st.AL)


@covers("R2.2-b")
@pytest.mark.parametrize("name", names())
def test_every_counter_is_in_one_place(name) -> None:
    scenario = load(name)
    g, s = start_position(scenario)[0], scenario.tables[0]
    for u in range(s.units):
        on_map = g.place[u] == st.MAP
        assert (g.hex[u] != st.NONE) == on_map
        gone = g.place[u] in (st.ELIMINATED, st.OUT)
        assert g.steps[u] in ((0,) if gone and s.arrival_card[u] != st.NONE else (0, 1, 2))
        assert g.steps[u] <= s.full_steps[u]
        if g.place[u] == st.ABSENT:
            assert s.arrival[u] > g.turn or s.arrival_card[u] != st.NONE
    places = np.bincount(g.place[: s.units], minlength=7)
    assert places.sum() == 201


@covers("R17.25-a", "R17.14-a", "R17.23-a", "R17.33-a", "R17.43-a", "R2.2-d")
def test_markers_of_each_start() -> None:
    marks = {}
    for name in TOTALS:
        g = start_position(load(name), key=7)[0]
        assert g.key == 7
        marks[name] = (
            g.turn, g.will, g.front, g.divisions, g.wie, list(g.asp), list(g.rivalry), g.barges,
            list(g.no_route), g.kwai, list(g.passes), g.alaska_run, g.holder[st.MANDATES],
            g.surrendered.sum(), g.phase,
            (g.india, g.road, g.hump, g.escort, g.pt_boats, g.doctrine, g.resources, g.tojo),
            list(g.naval_repl), list(g.air_repl),
        )  # fmt: skip
    assert marks["campaign_1941"] == (
        1, 0, 0, 12, 0, [7, 0], [0, 0], 0, [1, 1, 1], 0, [0, 0], 0, st.AL, 0, st.SET_UP,
        (0, 0, 0, 0, 0, 0, 3, 0), [0, 0], [0, 0],
    )  # fmt: skip
    assert marks["year_1942"] == (
        2, 8, 0, 11, 0, [7, 1], [0, 0], 0, [1, 1, 1], 0, [0, 2], 0, st.AL, 0, st.OFFENSIVES,
        (0, 0, 0, 0, 0, 0, 4, 0), [0, 0], [0, 0],
    )  # fmt: skip
    assert marks["year_1943"] == (
        5, 6, 2, 7, -1, [7, 4], [1, 1], 1, [0, 1, 1], 1, [0, 0], 2, st.JP, 4, st.OFFENSIVES,
        (0, 1, 1, 0, 0, 0, 14, 0), [1, 0], [2, 0],
    )  # fmt: skip
    assert marks["year_1944"] == (
        8, 5, 2, 5, 2, [5, 8], [1, 1], 2, [0, 1, 1], 1, [1, 0], 0, st.JP, 4, st.OFFENSIVES,
        (0, 1, 1, 0, 1, 1, 14, 0), [0, 0], [0, 0],
    )  # fmt: skip


@covers("R7.29-h")
def test_cards_set_aside_and_discarded() -> None:
    """A card set aside before the start may be used in the first turn."""
    for name, future in (("year_1942", (-1, -1)), ("year_1943", (25, 28)), ("year_1944", (3, 44))):
        scenario = load(name)
        g, s = start_position(scenario)[0], scenario.tables[0]
        assert tuple(g.future_card) == future
        assert list(g.hand) == [0, 0]
        assert list(g.future_turn) == [g.turn - 1 if f >= 0 else 0 for f in future]
        assert ((g.card_at == st.CARD_FUTURE).sum(axis=1) == [f >= 0 for f in future]).all()
        for side in range(2):
            known = np.flatnonzero(g.card_known[side])
            assert np.isin(g.card_at[side, known], (st.CARD_DISCARD, st.CARD_FUTURE)).all()
            assert (g.card_at[side, s.cards[side] :] == st.CARD_OUT).all()
    g = start_position(load("campaign_1941"))[0]
    assert list(np.flatnonzero(g.card_at[st.JP] == st.CARD_HAND)) == [0, 1]


def test_counters_named_where_the_text_names_them() -> None:
    """Some hexes the examples rest on (9.0, 17.2, 17.4, 19.0)."""
    for name, unit, number in (
        ("year_1942", "j_a38", 1913), ("year_1942", "j_a15", 2109),
        ("campaign_1941", "a_enterprise", 5609),
        ("year_1944", "a_aus4", 3823), ("year_1942", "a_lexington", 5808),
    ):  # fmt: skip
        scenario = load(name)
        g, s = start_position(scenario)[0], scenario.tables[0]
        assert s.hex_id[g.hex[scenario.units.index(unit)]] == number


@pytest.fixture
def position():
    scenario = load("year_1943")
    g = start_position(scenario)[0]
    g.dirty = 0
    return g, scenario.tables[0], scenario


def test_who_stands_in_a_hex(position) -> None:
    g, s, scenario = position
    h = scenario.hexes.index(4021)
    names_there = ["j_aoba", "j_takao", "j_kamikaze", "j_af21", "j_a17"]
    assert board.count_in(g, s, h, st.JP, board.ANY_KIND) == len(names_there)
    assert board.count_in(g, s, h, st.JP, board.NAVAL_BIT) == 3
    assert board.count_in(g, s, h, st.AL, board.ANY_KIND) == 0
    assert not board.any_in(g, s, h, st.JP, board.HQ_BIT)
    found, u = [], st.NONE
    while (u := board.next_in(g, s, h, st.JP, board.ANY_KIND, u)) != st.NONE:
        found.append(scenario.units[u])
    assert found == names_there


@pytest.mark.parametrize(
    ("unit", "bits"),
    [
        ("j_a17", st.DIRTY_HOLDERS),
        ("j_hq_south", st.DIRTY_HOLDERS | st.DIRTY_HQS),
        ("a_hq_seac", st.DIRTY_HOLDERS | 2 * st.DIRTY_HQS),
        ("j_af21", st.DIRTY_HOLDERS | st.DIRTY_ZONES),
        ("j_zuiho", st.DIRTY_HOLDERS | st.DIRTY_ZONES),
        ("j_takao", st.DIRTY_HOLDERS),
    ],
)
def test_a_change_marks_what_depends_on_it(position, unit, bits) -> None:
    g, s, scenario = position
    u, h = scenario.units.index(unit), scenario.hexes.index(3706)
    board.move_unit(g, s, u, g.hex[u])
    assert g.dirty == 0
    board.move_unit(g, s, u, h)
    assert (g.hex[u], g.dirty) == (h, bits)
    g.dirty = 0
    board.remove_unit(g, s, u, st.TRACK, 7)
    assert (g.hex[u], g.place[u], g.when[u], g.dirty) == (st.NONE, st.TRACK, 7, bits)
    g.dirty = 0
    board.remove_unit(g, s, u, st.OUT, 0)
    assert (g.place[u], g.when[u], g.dirty) == (st.OUT, 0, 0)
    board.place_unit(g, s, u, st.MAP, h, 1)
    assert (g.hex[u], g.place[u], g.steps[u], g.dirty) == (h, st.MAP, 1, bits)


def test_the_china_box_is_no_hex(position) -> None:
    g, s, scenario = position
    u = scenario.units.index("a_14lrb")
    assert (g.place[u], g.hex[u]) == (st.CHINA_BOX, st.NONE)
    board.place_unit(g, s, u, st.CHINA_BOX, 5, 2)
    assert g.hex[u] == st.NONE


@covers("R1.3-ci")
def test_control_changes_a_bit_and_marks_it(position) -> None:
    g, s, scenario = position
    h = scenario.hexes.index(4021)
    board.set_control(g, s, h, st.JP)
    assert g.dirty == 0
    before = g.ctrl.copy()
    board.set_control(g, s, h, st.AL)
    assert board.controls(g, s, h, st.AL)
    assert g.dirty == st.DIRTY_LAND | st.DIRTY_ROADS
    assert not board.in_bitmap(s, g.ctrl, h)
    assert np.count_nonzero(g.ctrl != before) == 1
    board.set_control(g, s, h, st.JP)
    assert (g.ctrl == before).all()


def test_changes_are_the_same_compiled_and_uncompiled(position) -> None:
    g, s, scenario = position
    other = g.copy()
    u, h = scenario.units.index("j_a17"), scenario.hexes.index(5808)

    def change(game, functions) -> None:
        move, place, remove, control = functions
        move(game, s, u, h)
        control(game, s, h, st.JP)
        control(game, s, scenario.hexes.index(3428), st.JP)  # the southernmost row
        remove(game, s, u + 1, st.ELIMINATED, 0)
        place(game, s, u + 1, st.MAP, h, 2)

    compiled = (board.move_unit, board.place_unit, board.remove_unit, board.set_control)
    change(g, compiled)
    change(other, [getattr(function, "py_func", function) for function in compiled])
    assert g.tobytes() == other.tobytes()
    assert board.controls(g, s, h, st.JP)


def test_no_other_rule_moves_a_unit_or_sets_control() -> None:
    """Else the caches of zones and supply would not hear of it."""
    folder = Path(board.__file__).parent
    written = re.compile(r"\bg\.(hex|place|ctrl)\[[^\n]*\] *[-+|&^]?= ")
    found = {file.name for file in folder.glob("*.py") if written.search(file.read_text("utf-8"))}
    assert found == {"board.py", "set_up.py"}
