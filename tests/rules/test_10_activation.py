"""Chapter 10: the activation phase."""

from __future__ import annotations

import pytest

from tests.rules.common import END, position
from tests.rules.kit import IllegalChoice, covers


def activation(units, army=0, navy=0, markers=None, **options):
    return position(
        "activation",
        turn=5,
        total=500,
        units=units,
        markers=markers or {},
        army=army,
        navy=navy,
        **options,
    )


def of_army(game):
    """The same game after the navy has ended its activations."""
    game.play(END)
    return game


@pytest.mark.parametrize(
    ("unit", "cost"),
    [("yamato", 25), ("nagato", 20), ("cvl", 15), ("myoko", 15), ("cl_1", 10), ("ise_bcv", 20)],
)
@covers("R10-0a", "R10-1a", "R3-1h", "R3-1k")
def test_a_ship_costs_what_is_printed(unit, cost):
    game = activation({unit: "homeland"}, navy=100)
    assert not game.is_active(unit)
    game.play({"unit": unit})
    assert game.is_active(unit)
    assert game.left == {"army": 0, "navy": 100 - cost, "civil": 0}
    assert not game.is_legal({"unit": unit})


@covers("R10-1a", "R10-1b", "N-10", "A-38")
def test_navy_first_then_army():
    game = activation({"army_01": "homeland", "nagato": "homeland"}, army=30, navy=20)
    assert (game.decision, game.actor) == ("activate", "navy")
    assert not game.is_legal({"unit": "army_01"})
    game.play({"unit": "nagato"}, END)
    assert (game.decision, game.actor) == ("activate", "army")
    game.play({"unit": "army_01"})
    assert game.left == {"army": 0, "navy": 0, "civil": 0}
    assert game.total == 500


@covers("A-38", "R10-3a", "R3-1a")
def test_each_service_its_own_units_and_its_own_shipping():
    game = activation({"army_01": "homeland", "nagato": "homeland"}, army=25, navy=300)
    game.play(END)
    assert game.choices() == [END]
    game = activation({"army_01": "homeland", "nagato": "homeland"}, army=300, navy=15)
    assert game.choices() == [END]


@pytest.mark.parametrize(("left", "legal"), [(20, True), (15, False), (0, False)])
@covers("R10-1b")
def test_the_price_must_be_there_in_full(left, legal):
    game = activation({"nagato": "homeland"}, navy=left)
    assert game.is_legal({"unit": "nagato"}) is legal
    if not legal:
        with pytest.raises(IllegalChoice):
            game.play({"unit": "nagato"})


@pytest.mark.parametrize(
    ("box", "marker"), [("homeland", None), ("solomons", "N"), ("mandalay", "I")]
)
@covers("R10-1c", "R10-2a", "R10-2b", "RFAQ-5a")
def test_damage_does_not_change_the_price_but_a_marker_doubles_it(box, marker):
    unit, share = ("army_07", "army") if box == "mandalay" else ("nagato", "navy")
    price = {"army": 30, "navy": 20}[share] * (2 if marker else 1)
    markers = {marker: box} if marker else {}
    for state in ("", " damaged"):
        game = activation({unit: box + state}, army=100, navy=100, markers=markers)
        if share == "army":
            game.play(END)
        game.play({"unit": unit})
        assert game.left[share] == 100 - price


@covers("R10-2c", "A-39")
def test_two_markers_double_once():
    markers = {"C": "rangoon", "I": "rangoon"}
    game = of_army(activation({"army_10": "rangoon"}, army=100, markers=markers))
    game.play({"unit": "army_10"})
    assert game.left["army"] == 40


@pytest.mark.parametrize(("left", "legal"), [(40, True), (35, False)])
@covers("R10-1b", "R10-2a")
def test_the_doubled_price_must_be_there(left, legal):
    game = activation({"nagato": "solomons"}, navy=left, markers={"N": "solomons"})
    assert game.is_legal({"unit": "nagato"}) is legal


@covers("R10-0a", "R10-3a", "N-10")
def test_activation_is_voluntary_and_the_rest_is_lost():
    units = {"army_01": "homeland", "nagato": "homeland"}
    game = activation(units, army=100, navy=100, civil=50)
    game.play(END, END)
    assert game.phase == "movement"
    assert game.left == {"army": 0, "navy": 0, "civil": 50}
    assert not game.is_active("nagato")
    assert not game.is_active("army_01")


@covers("R10-4a", "R3-1i", "R3-1j", "R3-1l")
def test_always_active_units_need_no_activation():
    units = {
        "dd_1": "homeland",
        "dd_2": "homeland damaged",
        "de_1": "convoy",
        "de_2": "homeland damaged",
        "naf_1": "homeland",
        "fd_1": "homeland damaged",
    }
    game = activation(units, army=300, navy=300)
    assert all(game.is_active(unit) for unit in units)
    assert game.choices() == [END]
    game.play(END)
    assert game.choices() == [END]


@covers("R4-0a", "R15-4b")
def test_units_on_the_track_or_in_the_pool_are_not_on_the_map():
    game = activation({"taiho": "track 2", "unryu": "pool", "nagato": "removed"}, navy=300)
    assert game.choices() == [END]


@covers("R1-1b", "R1-0d")
def test_solo_activates_both_services():
    game = activation({"army_01": "homeland", "nagato": "homeland"}, army=30, navy=20, solo=True)
    game.play({"unit": "nagato"}, END, {"unit": "army_01"})
    assert game.is_active("nagato")
    assert game.is_active("army_01")
