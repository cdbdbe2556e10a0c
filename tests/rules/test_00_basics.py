"""Chapters 0 to 7: start, setup, counters, the sequence of play."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.dice import die
from glory_env.core.trace import blank_trace
from glory_env.games.glory import state
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import ScenarioError, load
from tests.rules.common import END, owed, position, raw_scenario, variant
from tests.rules.kit import covers


@covers("R0-2a", "R13-1a", "R7-0c", "A-61")
def test_the_start():
    game = Game("glory")
    assert (game.turn, game.phase, game.total, game.method) == (1, "tonnage", 630, "A")
    assert game.gp == {"army": 0, "navy": 0}
    assert game.outcome == "playing"


@covers("R5-0b", "R4-0i", "A-61", "R14-0c", "R3-1i", "R3-1k")
def test_the_setup():
    game = Game("glory")
    scenario = raw_scenario()
    for unit in scenario["units"]:
        box = {"conversion": "aside"}.get(unit["start"], unit["start"])
        assert game.box(unit["id"]) == box
        assert game.damage(unit["id"]) == 0
        assert game.space(unit["id"]) == unit.get("space", 0)
        if box not in ("pool", "track", "aside"):
            always = unit["kind"] in ("DD", "DE", "air")
            assert game.is_active(unit["id"]) is always
    for marker in scenario["markers"]:
        assert game.marker(marker["id"]) == marker["start"]


@covers("R3-1g", "R12-6-1a")
def test_only_carriers_have_a_die_modifier():
    kinds = {unit["kind"] for unit in raw_scenario()["units"] if unit.get("modifier")}
    assert kinds == {"CV", "CVL", "BCV"}


@covers("R2-0b")
def test_all_dice_are_six_sided():
    games, tables = np.zeros(1, state.GAME), blank_trace()
    rolled = {die(games[0], tables[0], state.ROLL_COMBAT, 0, 0, index) for index in range(600)}
    assert rolled == {1, 2, 3, 4, 5, 6}


@covers("R2-0c", "VX-01")
def test_any_number_of_dice_is_one_roll():
    game = position(
        "combat",
        turn=3,
        markers={"I": "mandalay"},
        units={"army_07": "mandalay active", "army_08": "mandalay active"},
        printed={"army_07": {"dice": 20}, "army_08": {"dice": 15}},
    )
    game.choose({"box": "mandalay"}, dice=[6] + [1] * 34)
    assert owed(game) == 15


@covers("R7-0a", "R7-0b", "R8-0c", "R13-0a", "R15-0a", "R1-0b", "R6-0a")
def test_the_sequence_of_play():
    game = position(
        "tonnage",
        turn=4,
        total=500,
        markers={"N": "solomons", "Ch": "hunan"},
        units={"dd_1": "solomons"},
        dice=[1],
    )
    phases = []

    def play(choice, dice=()):
        phases.append((game.phase, game.decision, game.actor))
        game.choose(choice, dice=dice)

    play({"army": 0, "navy": 0})
    play({"accept": True})
    for _ in range(4):
        play(END)
    play({"box": "solomons"}, [1])
    play({"pool": 100})
    play({"request": False})
    play({"large": False}, [6, 1])
    play(END)
    play(END, [1, 6])
    assert phases == [
        ("tonnage", "offer", "army"),
        ("tonnage", "answer", "navy"),
        ("activation", "activate", "navy"),
        ("activation", "activate", "army"),
        ("movement", "move", "navy"),
        ("movement", "move", "army"),
        ("combat", "battle", "navy"),
        ("combat", "pay", "navy"),
        ("convoy", "convoy_request", "army"),
        ("convoy", "convoy_method", "navy"),
        ("production", "produce", "army"),
        ("production", "produce", "navy"),
    ]
    assert [line["decision"] for line in game.lines] == [
        "produce",
        "turn_end",
        "invasion",
        "opener",
    ]
    assert (game.turn, game.phase, game.actor) == (5, "tonnage", "navy")


@pytest.mark.parametrize(("turn", "ends"), [(11, False), (12, True)])
@covers("R7-0a", "R18-2-1a")
def test_twelve_turns(turn, ends):
    game = position(
        "production", turn=turn, total=500, markers={"Ch": "hunan"}, production="navy_first"
    )
    game.play(END)
    game.choose(END, dice=() if ends else [1, 1])
    assert (game.outcome == "completed") is ends
    if not ends:
        assert (game.turn, game.phase) == (12, "tonnage")


@covers("R10-4a", "R11-0b")
def test_forced_decisions_can_play_themselves():
    game = position("activation", turn=5, units={"dd_1": "homeland"}, auto_forced=True)
    assert (game.phase, game.decision, game.actor) == ("movement", "move", "navy")
    assert [(line["actor"], line["forced"]) for line in game.lines] == [
        ("navy", True),
        ("army", True),
    ]


@covers("R1-1a", "R3-1a", "R12-1d")
def test_each_player_runs_one_service():
    units = {"nagato": "homeland active", "army_01": "homeland active", "fort_1": "homeland"}
    game = position("movement", turn=5, units=units)
    assert {choice.get("unit") for choice in game.choices()} == {"nagato", None}
    game.play(END)
    assert {choice.get("piece") for choice in game.choices()} == {"army_01", "fort_1", None}


@covers("R4-0m")
def test_tonnage_is_counted_in_units_of_10_000_tons(tmp_path):
    """6.3 million tons are written 630; a file that counts in tons is refused."""
    assert Game("glory").total * 10_000 == 6_300_000
    with pytest.raises(ScenarioError, match=r"tonnage\.start = 6300000, .* from 0 to 730"):
        load(variant(tmp_path, ("start: 630", "start: 6300000")))
