"""Chapter 15: the turn update phase."""

from __future__ import annotations

import pytest

from tests.rules.common import END, finish_turn, position
from tests.rules.kit import covers


def turn_end(units=None, markers=None, turn=5, total=500, **options):
    """The five steps of one turn's update; marker Ch stands in Hunan unless named."""
    return position(
        "turn_end",
        turn=turn,
        total=total,
        units=units or {},
        markers={"Ch": "hunan", **(markers or {})},
        then_stop=True,
        **options,
    )


@pytest.mark.parametrize(
    ("service", "box", "gp"),
    [
        ("navy", "solomons", 10),
        ("navy", "marshalls", 5),
        ("navy", "marianas", 2),
        ("navy", "bonins", 0),
        ("navy", "east_new_guinea", 0),
        ("army", "mandalay", 1),
        ("army", "jiangxi", 1),
        ("army", "hunan", 1),
        ("army", "aleutians", 1),
        ("army", "east_new_guinea", 2),
        ("army", "akyab", 2),
        ("army", "solomons", 0),
        ("army", "henan", 0),
    ],
)
@covers("R15-1a", "R15-1b", "R15-1c", "R15-1d", "R15-1e", "R15-1g", "A-46", "R4-0c")
def test_gp_of_a_box(service, box, gp):
    units = ("nagato", "cl_1") if service == "navy" else ("army_01", "army_02")
    expected = {"army": 3, "navy": 4, service: gp + (4 if service == "navy" else 3)}
    for state in (" active", " active damaged"):
        game = turn_end({unit: box + state for unit in units}, gp=(3, 4))
        assert game.gp == expected


@pytest.mark.parametrize(
    ("units", "gp"),
    [
        ({"nagato": "solomons"}, (0, 0)),
        ({"army_01": "akyab"}, (0, 0)),
        ({"naf_1": "solomons"}, (0, 0)),
        ({"fd_1": "akyab"}, (0, 0)),
        ({"dd_1": "solomons"}, (0, 10)),
        ({"dd_1": "marshalls damaged", "naf_1": "solomons"}, (0, 5)),
        ({"shokaku": "marianas active", "dd_1": "marianas"}, (0, 2)),
        ({"army_01": "akyab active", "army_02": "akyab"}, (2, 0)),
        ({"fort_1": "akyab", "fd_1": "akyab"}, (0, 0)),
        ({"taiho": "track 1", "dd_1": "pool"}, (0, 0)),
    ],
)
@covers("R15-1a", "R15-1b", "R15-1f", "A-46", "R4-0a")
def test_who_earns_gp(units, gp):
    assert turn_end(units).gp == {"army": gp[0], "navy": gp[1]}


@covers("R15-1e", "R15-0a", "R15-4c")
def test_gp_come_before_deactivation_and_markers_do_not_matter():
    markers = {"N": "solomons", "C": "akyab"}
    game = turn_end({"nagato": "solomons active", "army_01": "akyab active"}, markers)
    assert game.gp == {"army": 2, "navy": 10}
    assert not game.is_active("nagato")


@pytest.mark.parametrize(
    ("markers", "change"),
    [
        ({"N": "marianas"}, -50),
        ({"B": "philippines"}, -100),
        ({"C": "java"}, -300),
        ({"C": "java", "I": "java"}, -300),  # by box, not by marker
        ({"N": "marianas", "B": "philippines"}, -150),
        ({"N": "bonins", "B": "east_new_guinea"}, 0),  # beyond and before the penalty boxes
        ({"B": "taiwan_okinawa"}, 0),
        ({}, 0),
        ({"N": "solomons", "D": "aleutians", "C": "akyab", "I": "mandalay"}, 0),
    ],
)
@covers("R15-2a", "R15-2b", "R15-2c", "R15-2f", "R15-2g", "A-03", "N-20")
def test_penalties(markers, change):
    game = turn_end(markers=markers)
    assert (game.total, game.gp) == (500 + change, {"army": 0, "navy": 0})


@covers("R15-2f")
def test_japanese_units_do_not_avert_a_penalty():
    units = {"nagato": "marianas active", "army_01": "marianas active"}
    assert turn_end(units, {"N": "marianas"}).total == 450


@pytest.mark.parametrize(("total", "after"), [(500, 550), (680, 730), (700, 730), (730, 730)])
@covers("R15-2d", "A-29", "R4-0j")
def test_the_bonus_of_base_ch(total, after):
    game = turn_end(markers={"Ch": "base"}, total=total, gp=(5, 5))
    assert (game.total, game.gp) == (after, {"army": 15, "navy": 5})


@pytest.mark.parametrize(("repeats", "total", "army"), [(True, 530, 20), (False, 480, 10)])
@covers("R15-2d", "A-02")
def test_the_bonus_comes_every_turn(repeats, total, army):
    rulings = {} if repeats else {"base_bonus_repeats": False}
    game = position(
        "turn_end", turn=4, total=500, markers={"Ch": "base"}, rulings=rulings, dice=[1, 1]
    )
    assert (game.total, game.gp["army"]) == (550, 10)
    game.play({"army": 0, "navy": 0}, {"accept": True}, END, END, END, END)
    finish_turn(game)  # the convoys cost 70
    assert (game.turn, game.total, game.gp["army"]) == (6, total, army)


@pytest.mark.parametrize(
    ("net", "total", "outcome", "after"),
    [
        (False, 400, "playing", 150),
        (False, 395, "game_over", 95),
        (True, 395, "playing", 145),
        (True, 350, "playing", 100),
        (True, 345, "game_over", 95),
    ],
)
@covers("R18-1c", "R18-1d", "A-27", "N-20")
def test_floor_inside_15_2(net, total, outcome, after):
    rulings = {"check_net_in_15_2": True} if net else {}
    game = turn_end(markers={"C": "java", "Ch": "base"}, total=total, rulings=rulings)
    assert (game.outcome, game.total) == (outcome, after)


@pytest.mark.parametrize(
    ("total", "outcome", "army"), [(150, "game_over", 0), (200, "playing", 10)]
)
@covers("R18-1d", "R15-2d", "A-27")
def test_no_bonus_after_a_net_loss_has_ended_the_game(total, outcome, army):
    markers = {"N": "marianas", "B": "philippines", "Ch": "base"}
    rulings = {"check_net_in_15_2": True}
    game = turn_end(markers=markers, turn=8, total=total, rulings=rulings)
    assert (game.outcome, game.total, game.gp["army"]) == (outcome, total - 100, army)
    ends = [event for line in game.lines for event in line["events"]][-1]
    assert ("outcome" in ends) == (outcome == "game_over")


@covers("N-20", "R18-1d", "A-27", "R15-0a")
def test_the_first_fall_below_the_floor_ends_the_game():
    markers = {"N": "marianas", "B": "philippines", "C": "java", "Ch": "base"}
    game = turn_end({"dd_1": "solomons"}, markers, total=140)
    assert (game.outcome, game.cause, game.total) == ("game_over", "tonnage", 90)
    assert game.gp == {"army": 0, "navy": 10}  # step 1 was carried out, the bonus was not


@pytest.mark.parametrize(
    ("unit", "box", "left", "damage"),
    [
        ("nagato", "solomons", "solomons", 1),
        ("nagato", "solomons damaged", "removed", None),
        ("nagato", "solomons active", "solomons", 0),
        ("nagato", "solomons active damaged", "solomons", 1),
        ("nagato", "marshalls", "marshalls", 0),
        ("army_01", "solomons", "solomons", 1),
        ("army_01", "solomons damaged", "removed", None),
        ("army_01", "solomons active", "solomons", 0),
        ("army_01", "mandalay", "mandalay", 0),
        ("army_10", "rangoon", "rangoon", 1),  # two markers, one damage
        ("naf_1", "solomons", "solomons", 0),
        ("fd_1", "solomons damaged", "solomons", 1),
        ("dd_1", "solomons damaged", "solomons", 1),
        ("ise_bcv", "solomons", "solomons", 1),
    ],
)
@covers("R15-3a", "R15-3b", "R15-3c", "A-47", "N-23")
def test_no_active_units_beside_the_enemy_are_damaged(unit, box, left, damage):
    game = turn_end({unit: box}, {"N": "solomons", "C": "rangoon", "I": "rangoon"})
    assert game.box(unit) == left
    if damage is not None:
        assert game.damage(unit) == damage


@covers("R15-3a", "R15-2f", "R15-0a")
def test_penalties_come_before_damage_and_units_do_not_pay():
    game = turn_end({"nagato": "marianas damaged"}, {"N": "marianas"})
    assert (game.box("nagato"), game.total) == ("removed", 450)


@covers("R15-4a", "R15-4b", "R15-0a", "R3-1i", "R3-1l")
def test_deactivation():
    ordinary = ("yamato", "shokaku", "cvl", "myoko", "cl_1", "ise_bcv", "army_01")
    always = ("dd_1", "naf_1", "fd_1", "de_1")
    units = {unit: "homeland active" for unit in ordinary}
    units |= dict.fromkeys(always, "homeland damaged") | {"taiho": "track 3"}
    game = turn_end(units)
    assert not any(game.is_active(unit) for unit in ordinary)
    assert all(game.is_active(unit) for unit in always)
    assert (game.box("taiho"), game.space("taiho")) == ("track", 3)


@covers("R15-3a", "R15-4a", "R15-0a")
def test_active_units_are_not_damaged_before_they_are_deactivated():
    game = turn_end({"nagato": "solomons active"}, {"N": "solomons"})
    assert (game.damage("nagato"), game.is_active("nagato")) == (0, False)


@covers("R15-5a", "R7-0a")
def test_the_turn_advances_and_nothing_else_happens():
    units = {"nagato": "homeland", "fort_1": "akyab", "dd_1": "convoy", "de_1": "track 2"}
    game = turn_end(units, turn=11, gp=(3, 8))
    assert (game.turn, game.total, game.outcome) == (12, 500, "playing")
    assert game.gp == {"army": 3, "navy": 8}
    assert [game.box(unit) for unit in units] == ["homeland", "akyab", "convoy", "track"]
