"""Chapter 13: the sea-escort (convoy) phase."""

from __future__ import annotations

import pytest

from tests.rules.common import END, idle_turn, position, raw_scenario, rolls, variant
from tests.rules.kit import covers

TABLE = {"A": "small_convoys", "B": "large_convoys"}
NO, SMALL, LARGE = {"request": False}, {"large": False}, {"large": True}
ESCORTS = ("de_1", "dd_1", "de_2", "dd_2")


def convoy(method, face, units=(), total=500, **options):
    """The phase's roll with this method in force; stops at the end of the phase or a damage."""
    units = units if isinstance(units, dict) else dict.fromkeys(units, "convoy")
    common = {"turn": 5, "total": total, "units": units, "method": method, **options}
    if method == "B":
        return position("convoy", dice=[face], then_stop=True, **common)
    game = position("convoy", **common)
    game.play(NO)
    game.until_phase_end(SMALL, dice=[face])
    return game


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("aircraft", [0, 1])
@pytest.mark.parametrize("ships", range(5))
@covers("R13-2-1a", "R13-2-1b", "R13-2-1c", "R13-2-1e", "R13-2-2a", "R13-2-2b", "N-16", "A-44")
def test_every_cell(method, ships, aircraft):
    row = raw_scenario()["convoy_crt"][TABLE[method]][ships]
    units = ESCORTS[:ships] + ("naf_1",) * aircraft
    for face in range(1, 7):
        loss, _, damages = str(row[face - 1 + aircraft]).partition("/D")
        game = convoy(method, face, units)
        given = 0
        while game.decision == "convoy_damage":
            game.until_phase_end(game.choices()[0], dice=())
            given += 1
        assert game.total == 500 - int(loss)
        assert given == int(damages or 0)


@covers("R13-2-1a", "R13-2-1d", "RFAQ-2a", "R3-1l")
def test_damaged_units_count_in_full():
    units = {"dd_1": "convoy damaged", "de_1": "convoy damaged", "naf_1": "convoy damaged"}
    game = convoy("B", 5, units)
    assert game.total == 450  # two ships, column 6
    assert [game.box(unit) for unit in units] == ["convoy"] * 3


@pytest.mark.parametrize(
    ("unit", "box"), [("dd_1", "pool"), ("de_1", "convoy"), ("de_2", "pool"), ("dd_2", "convoy")]
)
@covers("R13-2-2c", "R13-2-2d", "R2-0b", "RFAQ-8a", "A-43", "N-23")
def test_the_navy_chooses_who_takes_d1(unit, box):
    units = {"dd_1": "convoy damaged", "de_1": "convoy", "de_2": "convoy damaged"}
    game = convoy("A", 2, units | {"dd_2": "convoy"})  # 60/D1
    assert (game.decision, game.actor, game.total) == ("convoy_damage", "navy", 440)
    assert {choice["unit"] for choice in game.choices()} == {"dd_1", "de_1", "de_2", "dd_2"}
    game.until_phase_end({"unit": unit}, dice=())
    assert game.box(unit) == box
    if box == "convoy":
        assert game.damage(unit) == 1


@covers("R13-2-2f", "R13-2-2d")
def test_a_loss_cannot_be_paid_with_units():
    game = convoy("A", 4, ESCORTS)
    assert game.total == 450
    assert all(game.damage(unit) == 0 for unit in ESCORTS)


@pytest.mark.parametrize(
    ("units", "damages", "left"),
    [({}, 0, []), ({"dd_1": "convoy"}, 2, []), ({"dd_1": "convoy damaged"}, 1, [])],
)
@covers("A-43", "R13-2-2b", "R13-2-2c")
def test_damage_beyond_the_ships_is_lost(tmp_path, units, damages, left):
    scenario = variant(
        tmp_path,
        ("- [110, 100, 90, 80, 80, 70, 60]", '- ["110/D1", 100, 90, 80, 80, 70, 60]'),
        ("- [100, 90, 80, 80, 70, 60, 50]", '- ["100/D2", 90, 80, 80, 70, 60, 50]'),
    )
    method = "B" if units else "A"
    game = convoy(method, 1, units, scenario=scenario)
    given = 0
    while game.decision == "convoy_damage":
        game.until_phase_end(game.choices()[0], dice=())
        given += 1
    assert given == damages
    assert [unit for unit in units if game.box(unit) == "convoy"] == left


@covers("R13-2-2e", "R13-2-2d")
def test_d2_leaves_the_aircraft_alone(tmp_path):
    scenario = variant(
        tmp_path,
        ('- ["60/D2", "50/D1", 40, 40, 30, 20, 10]', '- ["60/D2", "50/D2", 40, 40, 30, 20, 10]'),
    )
    game = convoy("B", 1, (*ESCORTS, "naf_1"), scenario=scenario)
    assert not game.is_legal({"unit": "naf_1"})
    game.play({"unit": "de_1"})
    game.until_phase_end({"unit": "dd_1"}, dice=())
    assert (game.damage("de_1"), game.damage("dd_1"), game.damage("naf_1")) == (1, 1, 0)


@covers("N-16", "R18-1c", "R18-1d")
def test_the_tonnage_falls_before_the_damage():
    game = convoy("A", 1, ESCORTS, total=165)  # 70/D2
    assert (game.total, game.outcome, game.cause) == (95, "game_over", "tonnage")
    game = convoy("A", 1, ESCORTS, total=170)
    assert (game.total, game.outcome, game.decision) == (100, "playing", "convoy_damage")


@covers("R13-0a", "R13-0b", "R13-1a", "R13-1b", "R13-1d", "R6-0a", "A-45", "N-17")
def test_the_navy_decides_on_the_method_before_the_roll():
    for asked in (True, False):
        game = position("convoy", turn=5, total=500)
        assert (game.decision, game.actor, game.method) == ("convoy_request", "army", "A")
        game.play({"request": asked})
        assert (game.decision, game.actor) == ("convoy_method", "navy")
        assert game.is_legal(SMALL)
        game.until_phase_end(LARGE, dice=[2])
        assert (game.method, game.total) == ("B", 390)  # the new method counts at once
        assert rolls(game, "convoy") == [[2]]


@covers("R13-1d", "N-17")
def test_a_request_binds_nobody():
    game = position("convoy", turn=5, total=500)
    game.play({"request": True})
    game.until_phase_end(SMALL, dice=[2])
    assert (game.method, game.total) == ("A", 400)


@covers("R13-1b", "R13-1c", "R13-0b", "R4-0k", "N-17", "A-45")
def test_the_question_comes_every_turn_until_the_change():
    game = position("tonnage", turn=3, total=600, markers={"Ch": "hunan"}, dice=[1])
    idle_turn(game, 0, 0)
    game.play({"army": 0, "navy": 0}, {"accept": True}, END, END, END, END)
    assert game.decision == "convoy_request"
    game.play(NO)
    game.choose(LARGE, dice=[6, 1])
    assert (game.method, game.total) == ("B", 450)
    game.play(END)
    game.choose(END, dice=[1, 1])
    game.play({"army": 0, "navy": 0}, {"accept": True}, END, END, END)
    game.choose(END, dice=[6, 1])  # straight to the roll
    assert (game.phase, game.method, game.total) == ("production", "B", 370)
