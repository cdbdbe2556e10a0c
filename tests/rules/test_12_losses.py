"""Chapter 12-5: paying losses."""

from __future__ import annotations

import pytest

from tests.rules.common import owed, payers, position
from tests.rules.kit import IllegalChoice, covers

HEAVY = {"yamato": 25, "nagato": 20, "myoko": 15, "cl_1": 10}


def navy_owes_sixty(units=None, state=" active", **options):
    """The navy alone in Rangoon, turn 3, no hits: E/30, doubled."""
    units = units or {ship: "rangoon" + state for ship in HEAVY}
    game = position("combat", turn=3, total=500, markers={"C": "rangoon"}, units=units, **options)
    fighters = [u for u, place in units.items() if place.startswith("rangoon active")]
    dice = len(fighters) + ("naf_1" in units)
    game.choose({"box": "rangoon"}, dice=[1] * dice)
    assert owed(game) == 60
    return game


@pytest.mark.parametrize(
    ("payment", "total", "gone"),
    [
        (["yamato", "nagato", "myoko"], 500, []),
        (["yamato", "yamato", "cl_1"], 500, ["yamato"]),
        (["cl_1", "cl_1", 40], 460, ["cl_1"]),
        ([50, "cl_1"], 450, []),
        ([55, "yamato"], 445, []),
        (["yamato", 15, "nagato"], 485, []),
        ([60], 440, []),
    ],
)
@covers("R12-5a", "R12-5b", "R12-5c", "R12-5e", "R12-5f", "R12-5h", "R12-5i", "N-11")
@covers("R12-5j")
def test_ways_to_pay_sixty(payment, total, gone):
    game = navy_owes_sixty()
    for part in payment:
        assert game.decision == "pay"
        game.play({"pool": part} if isinstance(part, int) else {"damage": part})
    assert game.phase == "convoy"
    assert game.total == total
    assert [ship for ship in HEAVY if game.box(ship) == "removed"] == gone


@pytest.mark.parametrize(("tons", "legal"), [(0, False), (5, True), (7, False), (65, False)])
@covers("A-28", "R12-5b", "N-11")
def test_the_total_pays_in_fives_up_to_the_loss(tons, legal):
    assert navy_owes_sixty().is_legal({"pool": tons}) is legal


@pytest.mark.parametrize(
    ("units", "least"),
    [
        ({"cl_1": "active"}, 40),
        ({"cl_1": "active damaged"}, 50),
        ({"yamato": "active", "cl_1": "active damaged"}, 5),  # nought is no choice
        ({"dd_1": "active", "nagato": ""}, 5),
        ({"nagato": "active damaged", "myoko": "active damaged", "naf_1": ""}, 25),
    ],
)
@covers("R12-5a", "N-11")
def test_what_the_units_cannot_absorb_must_come_from_the_total(units, least):
    game = navy_owes_sixty({unit: f"rangoon {state}".strip() for unit, state in units.items()})
    amounts = {c["pool"] for c in game.choices() if "pool" in c}
    assert amounts == set(range(least, 65, 5))


@covers("R12-5a", "N-11")
def test_after_the_total_the_rest_must_be_damage():
    game = navy_owes_sixty({"cl_1": "rangoon active"})
    game.play({"pool": 50}, {"damage": "cl_1"})
    assert (game.total, game.damage("cl_1"), game.phase) == (450, 1, "convoy")


@covers("N-11", "A-27")
def test_the_total_is_named_once_and_falls_last():
    game = navy_owes_sixty()
    game.play({"pool": 10})
    assert game.total == 500
    assert all("damage" in choice for choice in game.choices())
    game.play({"damage": "yamato"})
    assert (game.total, game.damage("yamato")) == (500, 1)
    game.play({"damage": "yamato"})
    assert (game.total, game.box("yamato"), game.phase) == (490, "removed", "convoy")


@covers("R12-5f", "R12-5h", "R3-2b", "R3-1k")
def test_a_damaged_unit_stays_active_and_pays_once_more():
    game = navy_owes_sixty({"yamato": "rangoon active damaged", "nagato": "rangoon active"})
    game.play({"damage": "yamato"})
    assert game.box("yamato") == "removed"
    game.play({"damage": "nagato"})
    assert (game.box("nagato"), game.is_active("nagato")) == ("rangoon", True)
    game.play({"pool": 15})
    assert game.total == 485


@pytest.mark.parametrize(
    ("absorbers", "expected"), [("participants", {"cl_1"}), ("box", {"cl_1", "nagato"})]
)
@covers("R12-5d", "R12-5k", "A-11")
def test_who_may_absorb(absorbers, expected):
    units = {"cl_1": "rangoon active", "naf_1": "rangoon", "nagato": "rangoon"}
    units |= {"army_10": "rangoon", "yamato": "java active", "de_1": "convoy"}
    game = navy_owes_sixty(units, rulings={"absorbers": absorbers})
    assert payers(game) == expected


@pytest.mark.parametrize(
    ("absorbers", "expected"), [("participants", {"army_07"}), ("box", {"army_07", "army_08"})]
)
@covers("R12-5d", "A-11")
def test_who_may_absorb_for_the_army(absorbers, expected):
    units = {"army_07": "mandalay active", "army_08": "mandalay", "army_09": "akyab active"}
    game = position(
        "combat",
        turn=3,
        markers={"I": "mandalay"},
        units=units,
        rulings={"absorbers": absorbers},
    )
    game.choose({"box": "mandalay"}, dice=[1] * 4)
    assert payers(game) == expected


@covers("R12-5d", "R12-5m", "A-63", "R3-1a")
def test_the_army_pays_with_army_units_or_the_total():
    units = {"army_10": "rangoon active", "nagato": "rangoon active", "fd_1": "rangoon"}
    game = position(
        "combat",
        turn=3,
        total=500,
        army=200,
        navy=200,
        civil=100,
        markers={"C": "rangoon"},
        units=units,
    )
    game.choose({"box": "rangoon"}, dice=[1])
    assert payers(game) == {"nagato"}
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 5)
    assert game.actor == "army"
    assert payers(game) == {"army_10"}
    assert all(choice.keys() <= {"pool", "damage"} for choice in game.choices())
    game.play({"pool": 30})
    assert game.total == 440
    assert game.left == {"army": 200, "navy": 200, "civil": 100}


@covers("R12-5k", "RFAQ-8a", "R12-6-2a")
def test_aircraft_pay_nothing():
    game = navy_owes_sixty({"naf_1": "rangoon"})
    assert game.choices() == [{"pool": 60}]


@covers("R12-5k")
def test_a_unit_without_a_printed_cost_pays_nothing():
    units = {"nagato": "rangoon active", "cl_1": "rangoon active"}
    game = navy_owes_sixty(units, printed={"cl_1": {"tonnage": 0}})
    assert payers(game) == {"nagato"}


@covers("R12-5b", "R18-1c", "R18-1d", "A-27", "A-63")
def test_the_game_is_over_when_the_total_falls_below_a_hundred():
    units = {"dd_1": "rangoon", "nagato": "solomons active"}
    for total, outcome in ((160, "playing"), (155, "game_over")):
        game = position(
            "combat", turn=3, total=total, markers={"C": "rangoon", "N": "solomons"}, units=units
        )
        game.choose({"box": "rangoon"}, dice=[1])
        game.play({"pool": 60})
        assert (game.total, game.outcome) == (total - 60, outcome)
    assert (game.cause, game.phase) == ("tonnage", "over")
    with pytest.raises(IllegalChoice):
        game.choose({"box": "solomons"}, dice=[1])


@covers("R12-5l", "R10-1c")
def test_damage_is_not_repaired():
    game = position(
        "combat",
        turn=5,
        total=500,
        markers={"C": "rangoon", "Ch": "hunan"},
        units={"nagato": "rangoon active"},
        production="navy_first",
    )
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"damage": "nagato"}, {"pool": 40}, {"request": False})
    game.choose({"large": False}, dice=[6])
    game.play({"end": True})
    game.choose({"end": True}, dice=[2, 1])
    assert (game.turn, game.damage("nagato")) == (6, 1)


@covers("A-11", "R12-8-1d")
def test_a_lent_unit_and_its_twin_are_two_choices_where_the_whole_box_absorbs():
    units = {"dd_1": "solomons", "dd_2": "solomons", "army_01": "solomons active"}
    game = position(
        "combat", markers={"N": "solomons"}, units=units, dice=(), rulings={"absorbers": "box"}
    )
    game.play({"box": "solomons"}, {"request": False}, {"unit": "dd_1"})
    game.choose({"end": True}, dice=[1])
    assert {"damage": "dd_1"} in game.choices()
    assert {"damage": "dd_2"} in game.choices()
