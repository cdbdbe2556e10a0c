"""Habits: the same game from its start with one of them changed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from glory_env.games.glory.play import habits as module
from glory_env.games.glory.play.habits import HABITS, LISTED, Changed, Habits
from glory_env.games.glory.play.review import Review
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.position import position
from tests.play.player import play_to_person

DOC = Path(__file__).resolve().parents[2] / "docs" / "play_protocol.md"
HABIT = {one.name: one.choose for one in HABITS}


@cache
def lost() -> GlorySession:
    """A game of a person who takes the first choice of each list."""
    session = new_session("teaching", "navy", "withdraw_in_time", seed=5)
    play_to_person(session)
    while not session.is_over:
        choice = {"army": 100, "navy": 100}
        if not session.is_offer:
            choice = session.groups()[0].entries[0].choice
        session.choose(choice)
        play_to_person(session)
    return session


def test_without_a_change_and_with_the_dice_of_the_game_the_game_is_played_again():
    session = lost()
    game = Habits.of_session(session)._play(None, session.game.seed)
    assert (game.turn, game.outcome, game.gp, game.total) == (
        session.game.turn, session.game.outcome, session.game.gp, session.game.total
    )  # fmt: skip


def test_each_habit_is_tried_with_the_same_dice_and_the_game_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(module, "GAMES", 1)
    session = lost()
    before, lines = session.game.snapshot(), list(session.record.lines)
    found = Habits.of_session(session)
    steps = 0
    while found.more():
        steps += 1
    assert steps == found.of == 1 + len(HABITS)
    assert [one.habit for one in found.found] == list(HABIT)
    assert len({one.turns[0] for one in found.found}) == 1
    assert (session.game.snapshot(), session.record.lines) == (before, lines)


def test_only_what_lasts_longer_is_listed_the_costliest_first():
    found = Habits.of_session(lost())
    rows = [("convoys", 9.0, 0), ("lone_battles", 5.2, 0), ("transports", 7.0, 2)]
    found.found = [Changed(name, (5.0, turn), (0, done)) for name, turn, done in rows]
    assert [one.habit for one in found.costliest()] == ["transports", "convoys"]
    assert len(found.costliest()) <= LISTED
    first = found.view()[1]
    for language, turn in (("en", "to turn 9 instead of 5"), ("ja", "第9ターンまで")):
        assert turn in first["words"].to(language)


def test_the_convoy_box_is_filled_and_lone_battles_are_left():
    units = {"dd_1": "homeland", "shokaku": "marshalls active"}
    game = position("movement", units=units, markers={"N": "solomons"})
    assert HABIT["convoys"](game, None, 0)["to"] == "convoy"
    alone = {"unit": "shokaku", "to": "solomons"}
    assert HABIT["lone_battles"](game, alone, 0) == {"end": True}
    assert HABIT["lone_battles"](game, {"unit": "dd_1", "to": "convoy"}, 0) is None
    units["army_01"] = "solomons active"
    game = position("movement", units=units, markers={"N": "solomons"})
    assert HABIT["lone_battles"](game, alone, 0) is None


def test_at_most_two_transports_are_built_in_a_turn():
    units = {"transport_1": "track 2", "transport_2": "pool", "taiho": "track 3"}
    game = position("production", civil=300, units=units)
    assert HABIT["transports"](game, {"advance": "taiho"}, 0) == {"advance": "transport_1"}
    assert HABIT["transports"](game, {"advance": "taiho"}, 2) is None


@pytest.mark.parametrize("seat", ["both", "solo"])
def test_there_are_none_without_a_partner(seat):
    assert Habits.of_session(new_session("teaching", seat, None, seed=1)) is None


def test_the_review_begins_with_them_and_its_example_has_their_keys(monkeypatch):
    monkeypatch.setattr(module, "GAMES", 1)
    monkeypatch.setattr(module, "LEAST", -99.0)
    review = Review.of_session(lost())
    for _ in range(1 + len(HABITS)):
        assert review.more()
    shown = review.view(True)["habits"]
    assert (len(shown), review.done) == (LISTED, 1 + len(HABITS))
    text = DOC.read_text(encoding="utf-8").split("### review")[1]
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    assert set(shown[0]) == set(example["habits"][0])
    assert "habits" in review.view(True)
