"""Chapter 20: the two optional rules, and that both are off unless agreed on."""

from __future__ import annotations

import pytest

from glory_env.games.glory.rules.rulings import OPTIONAL_RULES, RULINGS
from glory_env.games.glory.state import SWITCHES
from tests.rules.common import END, owed, position
from tests.rules.kit import covers

BOTH = ("20-1", "20-2")


@pytest.mark.parametrize(
    ("turn", "optional", "hit"),
    [
        (9, ("20-1",), True),
        (10, ("20-1",), False),
        (11, ("20-1",), False),
        (12, BOTH, False),
        (12, (), True),
        (12, ("20-2",), True),
    ],
)
@covers("R20-0a", "R20-1a")
def test_five_is_no_hit_from_turn_10(turn, optional, hit):
    game = position(
        "combat",
        turn=turn,
        markers={"I": "mandalay"},
        units={"army_07": "mandalay active"},
        optional=optional,
    )
    game.choose({"box": "mandalay"}, dice=[5, 1, 1, 1])
    assert owed(game) == ({True: 30, False: 40} if turn == 9 else {True: 50, False: 60})[hit]


@pytest.mark.parametrize(("face", "loss"), [(4, 120), (5, 100), (6, 100)])
@covers("R20-1a", "A-19", "R12-6-1a")
def test_the_modified_value_counts(face, loss):
    game = position(
        "combat",
        turn=10,
        markers={"C": "rangoon"},
        units={"shokaku": "rangoon active"},
        optional=("20-1",),
    )
    game.choose({"box": "rangoon"}, dice=[face])
    assert owed(game) == loss


@pytest.mark.parametrize(("face", "asked"), [(4, False), (5, True), (6, False)])
@covers("A-19", "N-12", "R17-1b")
def test_the_hybrid_needs_a_five_late(face, asked):
    game = position(
        "combat",
        turn=10,
        markers={"C": "rangoon"},
        units={"ise": "aside", "ise_bcv": "rangoon active"},
        optional=("20-1",),
    )
    game.choose({"box": "rangoon"}, dice=[face])
    assert (game.decision == "hybrid_modifier") is asked


@pytest.mark.parametrize(("optional", "gp"), [((), 6), (("20-1",), 3)])
@covers("R20-0a", "R20-1b", "N-22")
def test_turn_13(optional, gp):
    game = position(
        "turn_end",
        turn=12,
        gp=(0, 20),
        total=500,
        markers={"D": "hokkaido", "Ch": "hunan"},
        optional=optional,
    )
    game.choose({"declare": True}, dice=[1, 2, 5, 6, 4])
    assert game.gp["army"] == gp


@pytest.mark.parametrize(
    ("total", "markers", "outcome", "after"),
    [
        (60, {"Ch": "hunan"}, "game_over", 60),
        (95, {"Ch": "hunan"}, "game_over", 95),
        (100, {"Ch": "hunan"}, "playing", 100),
        (50, {"Ch": "base"}, "playing", 100),
        (45, {"Ch": "base"}, "game_over", 95),
        (140, {"N": "marianas", "Ch": "base"}, "playing", 140),
        (350, {"C": "java", "Ch": "base"}, "playing", 100),
        (345, {"C": "java", "Ch": "base"}, "game_over", 95),
    ],
)
@covers("R20-2a", "R20-2b", "A-52", "R15-2d")
def test_the_floor_is_tested_once_after_15_2(total, markers, outcome, after):
    game = position(
        "turn_end", turn=5, total=total, markers=markers, optional=("20-2",), then_stop=True
    )
    assert (game.outcome, game.total) == (outcome, after)
    assert game.cause == ("tonnage" if outcome == "game_over" else "none")


@pytest.mark.parametrize(("total", "outcome"), [(150, "playing"), (145, "game_over")])
@covers("A-52", "R18-1f", "R20-2a")
def test_the_solo_floor_with_20_2(total, outcome):
    game = position(
        "turn_end",
        turn=5,
        total=total,
        markers={"Ch": "hunan"},
        optional=("20-2",),
        solo=True,
        then_stop=True,
    )
    assert game.outcome == outcome


@covers("R20-2b", "A-52", "R12-5a")
def test_the_total_may_even_be_negative_for_a_while():
    game = position(
        "combat",
        turn=5,
        total=60,
        civil=0,
        method="B",
        markers={"C": "rangoon", "Ch": "hunan"},
        units={"army_10": "rangoon active"},
        production="navy_first",
        optional=("20-2",),
    )
    game.choose({"box": "rangoon"}, dice=[1, 1, 1, 1])
    game.choose({"pool": 60}, dice=[6])
    assert (game.total, game.outcome, game.phase) == (-80, "playing", "production")
    game.play(END)
    game.play(END)
    assert (game.outcome, game.cause) == ("game_over", "tonnage")


@covers("R20-2a", "R18-1a")
def test_20_2_leaves_condition_a_alone():
    game = position(
        "turn_end",
        turn=5,
        total=500,
        markers={"D": "hokkaido", "N": "bonins", "Ch": "hunan"},
        optional=("20-2",),
        then_stop=True,
    )
    assert (game.outcome, game.cause) == ("game_over", "home_boxes")


def test_every_switch_is_set_by_one_option():
    codes = [*OPTIONAL_RULES.values(), *(ruling.code for ruling in RULINGS.values())]
    assert sorted(codes) == list(range(len(SWITCHES)))
