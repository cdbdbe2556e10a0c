"""Chapter 16: fort markers."""

from __future__ import annotations

import pytest

from glory_env.games.glory.game import Game
from tests.rules.common import END, finish_turn, land, owed, payers, position, sea
from tests.rules.kit import covers


def army_owes(box="mandalay", marker="I", loss=30, forts=1, turn=3, units=None):
    """The army in `box` after a roll without hits; `forts` forts stand there, one elsewhere."""
    units = {"army_07": f"{box} active", "fort_6": "homeland", **(units or {})}
    units |= {f"fort_{n}": box for n in range(1, forts + 1)}
    game = position("combat", turn=turn, total=500, markers={marker: box}, units=units)
    game.choose({"box": box}, dice=[1] * 4)
    assert owed(game) == loss
    return game


@covers("R3-2g", "R5-0b")
def test_no_fort_is_on_the_map_at_the_start():
    game = Game("glory")
    assert {game.box(f"fort_{n}") for n in range(1, 7)} == {"pool"}


@pytest.mark.parametrize(
    ("payment", "total", "forts"),
    [
        ([{"fort": "fort_1"}, {"pool": 10}], 490, 0),
        ([{"pool": 10}, {"fort": "fort_1"}], 490, 0),
        ([{"pool": 30}], 470, 1),  # forts need not be used
        ([{"damage": "army_07"}], 500, 1),
        ([{"fort": "fort_1"}, {"damage": "army_07"}], 500, 0),  # 20 wasted
    ],
)
@covers("R16-0a", "R16-0e", "R16-0f", "R12-5c", "R12-5i", "RFAQ-4a", "A-26")
def test_paying_with_a_fort(payment, total, forts):
    game = army_owes()
    assert payers(game) == {"army_07", "fort_1"}
    game.play(*payment)
    assert (game.total, game.phase) == (total, "convoy")
    assert (game.box("fort_1") == "mandalay") == forts


@covers("R16-0a", "R16-0b", "R12-7d", "A-26", "N-23")
def test_several_forts_pay_a_doubled_loss():
    game = army_owes("rangoon", "C", loss=60, forts=3)
    for _ in range(3):
        game.play(next(choice for choice in game.choices() if "fort" in choice))
    assert (game.total, game.phase, game.damage("army_07")) == (500, "convoy", 0)
    assert {game.box(f"fort_{n}") for n in (1, 2, 3)} == {"pool"}
    assert game.box("fort_6") == "homeland"


@covers("R16-0a", "N-11", "A-26")
def test_a_fort_absorbs_twenty_at_most():
    units = {"fd_1": "rangoon", "fort_1": "rangoon"}
    game = position("combat", turn=3, total=500, markers={"C": "rangoon"}, units=units)
    game.choose({"box": "rangoon"}, dice=[1])
    assert owed(game) == 60
    assert not game.is_legal({"pool": 35})
    assert game.is_legal({"pool": 40})
    game.play({"fort": "fort_1"})
    assert game.choices() == [{"pool": 40}]


@covers("R16-0a", "A-26")
def test_support_by_the_navy_does_not_matter():
    units = {"nagato": "rangoon active", "cl_1": "rangoon active", "fort_1": "rangoon"}
    units |= {"army_07": "rangoon active"}
    game = position("combat", turn=3, total=500, markers={"C": "rangoon"}, units=units)
    game.play({"box": "rangoon"}, {"request": True}, {"unit": "cl_1"})
    game.choose(END, dice=[1])
    assert payers(game) == {"nagato"}
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 5)
    assert payers(game) == {"army_07", "cl_1", "fort_1"}
    game.play({"fort": "fort_1"}, {"damage": "cl_1"})
    assert (game.total, game.damage("cl_1")) == (470, 1)


@pytest.mark.parametrize(
    ("units", "stays"),
    [
        ({}, False),
        ({"nagato": "rangoon active", "dd_1": "rangoon", "naf_1": "rangoon"}, False),
        ({"army_10": "mandalay active"}, False),
        ({"army_10": "rangoon active"}, True),
        ({"army_10": "rangoon damaged"}, True),
        ({"fd_1": "rangoon damaged"}, True),
    ],
)
@covers("R16-0c", "A-25", "N-23")
def test_a_fort_without_army_units_is_removed(units, stays):
    game = position("movement", turn=5, units=units | {"fort_1": "rangoon"})
    game.play(END)
    assert game.box("fort_1") == "rangoon"  # only at the end of the phase
    game.play(END)
    assert game.box("fort_1") == ("rangoon" if stays else "pool")


@covers("R16-0c", "R4-0d", "R16-0b")
def test_forts_in_home_are_never_removed():
    units = {f"fort_{n}": "homeland" for n in range(1, 7)}
    game = position("movement", turn=5, units=units)
    game.play(END, END)
    assert {game.box(fort) for fort in units} == {"homeland"}


@covers("R16-0d", "R16-0c", "N-25", "R11-0a", "R11-0e")
def test_a_fort_moves_alone_and_is_joined_in_the_same_phase():
    units = {"fort_1": "homeland", "fort_2": "henan", "army_01": "homeland active"}
    game = position("movement", turn=5, units=units)
    game.play(END, land("fort_1", "jiangxi"), land("fort_2", "hunan"), land("army_01", "jiangxi"))
    game.play(END)
    assert [game.box(piece) for piece in units] == ["jiangxi", "pool", "jiangxi"]


@covers("A-25", "R16-0c")
def test_a_fort_outlives_its_garrison_until_the_next_movement_phase():
    units = {"army_07": "mandalay active damaged", "fort_1": "mandalay"}
    game = position(
        "combat", turn=3, total=500, markers={"I": "mandalay", "Ch": "hunan"}, units=units
    )
    game.choose({"box": "mandalay"}, dice=[1] * 4)
    game.play({"damage": "army_07"})
    assert (game.box("army_07"), game.box("fort_1")) == ("removed", "mandalay")
    finish_turn(game)
    game.play({"army": 0, "navy": 0}, {"accept": True}, END, END, END)
    assert game.box("fort_1") == "mandalay"
    game.play(END)
    assert game.box("fort_1") == "pool"


@covers("N-25", "R11-2b", "R11-2c", "A-24")
def test_a_fort_is_bound_by_contested_boxes():
    units = {"fort_1": "rangoon", "fort_2": "homeland", "army_10": "rangoon"}
    game = position("movement", turn=5, units=units, markers={"C": "rangoon", "B": "philippines"})
    game.play(END)
    assert not game.is_legal(land("fort_1", "mandalay"))
    assert not game.is_legal(sea("fort_1", "taiwan_okinawa", embark="rangoon"))
    assert game.is_legal(sea("fort_1", "philippines", embark="rangoon"))
    assert not game.is_legal(sea("fort_2", "java"))
    assert game.is_legal(sea("fort_2", "philippines"))
