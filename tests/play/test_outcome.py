"""The end in words: said to the person, with causes that are facts of the record."""

from __future__ import annotations

from functools import cache

import pytest

from glory_env.games.glory.game import Game
from glory_env.games.glory.play.end_of_game import escorts, over_view
from glory_env.games.glory.play.par import par
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import causes, ending, names
from glory_env.text import LANGUAGES
from glory_env.text.lazy import Joined, Say
from tests.play.ended import played

BARE = {"move": "end", "pay": "pool"}  # nobody sails with the convoys, the total pays all
GAMES = {"won": (1, BARE), "lost": (2, {}), "draw": (0, BARE), "over": (2, BARE)}
ENDS = {"army": "lost", "navy": "won", "draw": "draw", "none": "over"}


@cache
def finished(outcome: str) -> GlorySession:
    """A game of the person as the navy that ends so: won, lost, draw or over (for both)."""
    seed, spoilt = GAMES[outcome]
    session = played(seed, **spoilt)
    assert ENDS[session.game.winner] == outcome
    return session


def said(session: GlorySession, language: str = "en") -> str:
    view = over_view(session, session.game, len(session.record.lines))
    return " ".join(text.to(language) for text in ending.sentences(view))


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["won", "lost", "draw", "over"])
def test_the_end_speaks_to_the_person_and_says_who_has_what(outcome):
    session = finished(outcome)
    game, text = session.game, said(session)
    own, theirs = game.gp["navy"], game.gp["army"]
    first = {
        "won": f"You have won: your {own} GP against {theirs} of the Army.",
        "lost": f"You have lost: your {own} GP against {theirs} of the Army.",
        "draw": f"A draw for you and the Army: your {own} GP against {theirs}.",
        "over": "You have lost, and so has the Army: ",
    }[outcome]
    assert text.startswith(first)
    assert "wins." not in text.replace("Neither service wins", "")
    if outcome == "over":
        assert f"in turn {game.turn}." in text
    japanese = said(session, "ja")
    assert japanese.startswith("あなた")
    assert names.service("army").to("ja") in japanese


@pytest.mark.parametrize("outcome", ["won", "lost", "draw", "over"])
def test_causes_are_what_the_record_says(outcome):
    session = finished(outcome)
    lines, text = session.record.lines, said(session)
    pool = causes.pool_by_phase(lines)
    start = int(session.game.scenario.tables[0].start_total)
    assert start + sum(pool.values()) == session.game.total
    assert pool["convoy"] < 0
    assert f"onvoys took {-pool['convoy']}" in text or f"convoys {-pool['convoy']}" in text
    assert f"{session.game.total} of {start} left." in text
    for seat, gp in session.game.gp.items():
        points = causes.points_by_phase(lines, seat)
        assert sum(points.values()) == gp
        assert f"{points['combat']} from battles" in text


def sailing(session: GlorySession) -> list[int]:
    """The lines on which the convoys sail."""
    lines = session.record.lines
    return [k for k, line in enumerate(lines) if line["decision"] == "convoy"]


def test_turns_without_escorts_are_named():
    session = finished("over")
    found = escorts(session, len(session.record.lines))
    sailed = [one["turn"] for one in session.record.lines if one["decision"] == "convoy"]
    assert list(found) == sailed
    box = session.game.scenario.boxes[int(session.game.scenario.tables[0].convoy)]
    for turn, line in zip(sailed, sailing(session), strict=True):
        before = session.moments.before(line)
        there = [one for one in before.scenario.counters if before.box(one) == box]
        assert found[turn] == len([one for one in there if before.is_active(one)])
    told = str(causes.story(session.game, session.record.lines, {1: 0, 2: 0, 3: 1, 4: 0}))
    assert "no escorts in turns 1 to 2, turn 4" in told
    escorted = escorts(session, 0)
    assert escorted == {}
    assert "escorts" not in str(causes.story(session.game, session.record.lines, {1: 2}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_are_named_as_ranges(language):
    runs = Joined([Say("outcome.turns", first=2, last=4), Say("outcome.turn", n=7)])
    assert causes.turns([7, 2, 3, 4]).to(language) == runs.to(language)


def test_a_replay_speaks_to_its_person_too(tmp_path):
    session = finished("lost")
    session.save(tmp_path / "game.jsonl")
    again = GlorySession.resume(tmp_path / "game.jsonl", is_replay=True)
    assert said(again) == said(session)


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["won", "over"])
def test_medals_say_what_was_well_done_whoever_has_won(outcome):
    session = finished(outcome)
    game = session.game
    view = over_view(session, game, len(session.record.lines))
    earned = {one["key"]: one["earned"] for one in view["medals"]}
    last = int(game.scenario.tables[0].last_turn)
    assert earned["turn"] == (game.turn >= last * 2 // 3)
    assert earned["completed"] == (game.outcome == "completed")
    assert earned["escorts"] == all(escorts(session, len(session.record.lines)).values())
    deadlocks = game.record.log_deadlock[1 : last + 1] == 1
    assert earned["talks"] == (game.outcome == "completed" and not deadlocks.any())
    assert ("Medals: " in said(session)) == any(earned.values())


def test_par_is_of_the_full_scenario_at_a_handicap_for_people():
    board = {name: par(Game(seed=1, handicap=name)) for name in ("none", "normal", "hard")}
    assert board["none"] == board["normal"]
    assert len(board["none"]) == 12
    assert all(hard < normal for hard, normal in zip(board["hard"], board["none"], strict=True))
    assert par(Game(seed=1, handicap={"start": 5})) is None
    assert par(Game("teaching", seed=1)) is None
    assert par(Game(seed=1, negotiation="fixed", solo=True)) is None
