"""Chapter 17: the hybrid battleship Ise."""

from __future__ import annotations

import pytest

from tests.rules.common import END, owed, position
from tests.rules.kit import covers

CONVERT = {"convert": "ise"}


def production(units, **options):
    options = {"turn": 5, "civil": 100, "production": "navy_first", **options}
    return position("production", units=units, **options)


@pytest.mark.parametrize(
    ("place", "legal"),
    [
        ("homeland", True),
        ("homeland active", True),
        ("java", True),
        ("solomons", True),
        ("solomons active", True),
        ("homeland damaged", False),
        ("removed", False),
    ],
)
@covers("R17-0a", "R17-0b", "A-37", "R14-0a")
def test_an_undamaged_ise_anywhere_on_the_map(place, legal):
    game = production({"ise": place, "nagato": "homeland"}, markers={"N": "solomons"})
    assert game.is_legal(CONVERT) is legal
    assert not game.is_legal({"convert": "nagato"})


@pytest.mark.parametrize(("method", "period"), [("A", 1), ("B", 2)])
@covers("R17-0a", "R17-1a", "R14-1f", "R14-2a", "N-24", "A-33")
def test_conversion(method, period):
    game = production({"ise": "marianas active"}, method=method)
    game.play(CONVERT)
    assert game.left["civil"] == 80
    assert (game.box("ise_bcv"), game.space("ise_bcv")) == ("track", period)
    assert game.box("ise") == "aside"
    assert not game.is_legal({"advance": "ise_bcv"})
    assert not game.is_legal(CONVERT)


@covers("R17-1a", "R14-1d", "R14-1g", "A-34")
def test_the_carrier_face_arrives_in_home():
    game = production({"ise": "aside", "ise_bcv": "track 1"})
    game.play({"advance": "ise_bcv"})
    assert (game.box("ise_bcv"), game.box("ise")) == ("homeland", "aside")
    assert (game.left["civil"], game.damage("ise_bcv")) == (80, 0)
    assert not game.is_active("ise_bcv")


@covers("R17-0a", "R14-1b")
def test_a_conversion_must_be_paid():
    assert not production({"ise": "homeland"}, civil=15).is_legal(CONVERT)
    assert production({"ise": "homeland"}, civil=20).is_legal(CONVERT)


def fight(others, dice, state=" active", **options):
    """The BCV and others in Rangoon, turn 3, British: 0 hits E/30, 1 hit E/15, 2 hits E/DR."""
    units = {"ise": "aside", "ise_bcv": "rangoon" + state}
    units |= {unit: "rangoon active" for unit in others}
    game = position(
        "combat", turn=3, total=500, civil=50, markers={"C": "rangoon"}, units=units, **options
    )
    game.choose({"box": "rangoon"}, dice=dice)
    return game


@pytest.mark.parametrize(("use", "loss"), [(True, 30), (False, 60)])
@covers("R17-1b", "R17-1c", "R17-1d", "R3-1g", "N-12", "N-24", "A-37")
def test_the_navy_may_use_the_modifier_once(use, loss):
    game = fight([], [4], " active damaged")
    assert (game.decision, game.actor) == ("hybrid_modifier", "navy")
    game.play({"use": use})
    assert owed(game) == loss  # alone: doubled
    spent, other = ("ise", "ise_bcv") if use else ("ise_bcv", "ise")
    assert (game.box(spent), game.box(other)) == ("rangoon", "aside")
    assert (game.damage(spent), game.is_active(spent)) == (1, True)


@covers("R17-1c", "N-24", "R12-5d", "A-37")
def test_after_use_the_battleship_pays_like_any_ship():
    game = fight([], [4])
    game.play({"use": True}, {"damage": "ise"}, {"pool": 10})
    assert (game.damage("ise"), game.box("ise"), game.total) == (1, "rangoon", 490)


@pytest.mark.parametrize(
    ("others", "dice", "loss"),
    [
        ([], [3], 60),
        ([], [5], 30),
        (["shokaku"], [4, 1], 30),  # the carrier has taken the near miss
        (["nagato"], [6, 3], 30),
    ],
)
@covers("N-12", "R12-6-1a", "A-18")
def test_no_question_where_the_modifier_changes_nothing(others, dice, loss):
    game = fight(others, dice)
    assert game.decision == "pay"
    assert owed(game) == loss


@covers("N-12", "R12-6-1a")
def test_a_near_miss_left_by_the_carrier():
    game = fight(["shokaku"], [4, 4])
    assert game.decision == "hybrid_modifier"
    game.play({"use": True})  # two hits: E/DR, nothing to pay
    assert (game.total, game.gp["navy"], game.phase) == (500, 1, "convoy")


@covers("R17-1b", "N-12")
def test_stacked_modifiers_can_need_the_hybrid():
    game = fight(["shokaku"], [3, 1], rulings={"stack_die_modifiers": True})
    assert game.decision == "hybrid_modifier"
    game.play({"use": True})
    assert owed(game) == 30


@covers("N-12", "R12-8-1b", "A-37", "R12-4e")
def test_in_the_armys_combat_the_army_answers():
    units = {"ise": "aside", "ise_bcv": "rangoon active", "nagato": "rangoon active"}
    game = position(
        "combat",
        turn=3,
        total=500,
        markers={"C": "rangoon"},
        units=units | {"army_10": "rangoon active"},
    )
    game.play({"box": "rangoon"}, {"request": True}, {"unit": "ise_bcv"})
    game.choose(END, dice=[1])
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[4, 6, 1, 1, 1])
    assert (game.decision, game.actor) == ("hybrid_modifier", "army")
    game.choose({"use": True}, dice=[5])  # two hits: retreat and bonus die
    assert game.gp["army"] == 6
    assert (game.box("ise"), game.marker("C")) == ("rangoon", "akyab")


@covers("R17-1b", "R17-1c", "N-19", "N-24")
def test_the_ability_never_comes_back():
    game = position(
        "production",
        turn=5,
        total=500,
        civil=40,
        method="B",
        markers={"N": "solomons", "Ch": "hunan"},
        units={"ise": "homeland"},
        production="navy_first",
    )
    game.play(CONVERT)
    game.play(END)
    game.choose(END, dice=[3, 1])  # BF
    game.play({"army": 0, "navy": 20}, {"accept": True}, END, END, END)
    game.choose(END, dice=[6])  # convoys
    game.play({"advance": "ise_bcv"}, END)
    game.choose(END, dice=[1, 1])  # no invasion
    game.play({"army": 0, "navy": 20}, {"accept": True}, END, END, END)
    game.choose(END, dice=[6])
    game.play({"advance": "ise_bcv"}, END)
    assert game.box("ise_bcv") == "homeland"
    game.choose(END, dice=[1, 1])  # no invasion
    game.play({"army": 0, "navy": 20}, {"accept": True}, {"unit": "ise_bcv"}, END, END)
    game.play({"unit": "ise_bcv", "to": "solomons"}, END, END)
    game.choose({"box": "solomons"}, dice=[4])
    game.play({"use": True})
    game.choose({"pool": owed(game)}, dice=[6])
    assert (game.phase, game.box("ise")) == ("production", "solomons")
    assert not game.is_legal(CONVERT)
