"""A session of people and agents: undo, saving, resuming, and the terminal."""

from __future__ import annotations

import json

import pytest

from glory_env.cli.main import main
from glory_env.games.aleutians.play.map_text import MapText
from glory_env.games.aleutians.play.position import map_view
from glory_env.games.aleutians.play.session import Session, UndoError
from glory_env.games.aleutians.play.start import new_session
from glory_env.games.aleutians.play.terminal import CLEAR, Terminal
from glory_env.record import RecordError
from glory_env.text.lazy import as_json


def to_decision(session, name):
    """Let a person take the first choice until a decision of this name is asked."""
    for _ in range(400):
        session.play_to_person()
        if session.game.decision == name:
            return
        session.choose(session.decision(session.waits_for)["choices"][0]["id"])
    raise AssertionError(f"{name} was never asked")


@pytest.fixture(scope="module")
def played():
    """A game of one person, some choices in: Japan's own seat."""
    session = new_session("japan", "random", seed=5)
    for _ in range(25):
        session.play_to_person()
        choices = session.decision(session.waits_for)["choices"]
        session.choose(choices[len(choices) // 2]["id"])
    return session


def test_an_agent_plays_until_a_person_is_asked(played):
    session = new_session("japan", "random", seed=5)
    session.play_to_person()
    assert session.waits_for == "japan"
    assert session.decision("japan") is not None
    assert session.decision("allies") is None
    assert any(one["actor"] == "allies" for one in session.logs["japan"])


def test_a_saved_game_is_taken_up_where_it_stood(played, tmp_path):
    path = tmp_path / "game.jsonl"
    played.save(path)
    again = Session.resume(path)
    assert again.record.lines == played.record.lines
    for seat in ("japan", "allies"):
        assert [as_json(one, "en") for one in again.logs[seat]] == [
            as_json(one, "en") for one in played.logs[seat]
        ]
    if played.game._open is None:  # else the choice begins anew
        assert as_json(again.position("japan"), "en") == as_json(played.position("japan"), "en")


def test_what_is_wrong_in_a_file_is_named(played, tmp_path):
    path = tmp_path / "game.jsonl"
    played.save(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], "{", ""]))
    with pytest.raises(RecordError, match="line 4: expected JSON"):
        Session.resume(path)
    bad = json.loads(lines[2])
    path.write_text("\n".join([*lines[:2], json.dumps({**bad, "actions": [442]}), ""]))
    with pytest.raises(RecordError, match="line 3: actions: expected legal ones, got 442"):
        Session.resume(path)
    header = json.loads(lines[0])
    path.write_text(json.dumps({**header, "agents": {"army": "person"}}) + "\n")
    with pytest.raises(RecordError, match=r"line 1: agents.japan: expected a value, got null"):
        Session.resume(path)


def test_a_choice_without_dice_is_taken_back():
    session = new_session("both", seed=2)
    session.play_to_person()
    with pytest.raises(UndoError, match="nothing to take back"):
        session.undo("japan")
    to_decision(session, "form")
    seat = session.waits_for
    before, log = as_json(session.position(seat), "en"), list(session.logs[seat])
    session.choose(session.decision(seat)["choices"][0]["id"])
    assert session.undo_problem(seat) is None
    assert str(session.undo_problem("allies" if seat == "japan" else "japan")) == (
        "the other side has decided since"
    )
    session.undo(seat)
    assert session.game.decision == "form"
    assert as_json(session.position(seat), "en") == before
    assert session.logs[seat] == log


def test_dice_and_the_other_side_are_not_taken_back():
    session = new_session("both", seed=2)
    reasons = set()
    for _ in range(60):
        session.play_to_person()
        seat = session.waits_for
        choices = session.decision(seat)["choices"]
        session.choose(choices[0]["id"])
        if (problem := session.undo_problem(seat)) is not None:
            reasons.add(str(problem))
    assert {"the other side has decided since", "a die has been rolled since"} <= reasons


# --- the terminal -----------------------------------------------------------------------------
class Person:
    """Answers from a list, then leaves; keeps what was shown."""

    def __init__(self, *answers):
        self.answers, self.shown = list(answers), []

    def read(self, prompt):
        self.shown.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def play(self, session, path, **more):
        code = Terminal(session, path, read=self.read, show=self.shown.append, **more).run()
        return code, "\n".join(map(str, self.shown))


def test_a_person_plays_in_the_terminal(tmp_path):
    path = tmp_path / "game.jsonl"
    person = Person("", "?", "x", "1", "u", "m", "b", "l 3", "s copy", "1", "1", "1", "q")
    code, shown = person.play(new_session("japan", "random", seed=5), path)
    assert code == 0
    assert "A number picks an entry" in shown
    assert "'x' is not one of 1 to" in shown
    assert "Your strategy: not chosen yet" in shown
    assert "|C12 " in shown
    assert "Japan, fleet D: D8, 5 ships" in shown
    assert "Louisville" not in shown  # in an unfound fleet of the enemy
    assert (tmp_path / "copy.jsonl").exists()
    assert f"--resume {path}" in shown
    assert Session.resume(path).game.turn == 1


def test_two_people_do_not_see_each_others_view(tmp_path):
    session = new_session("both", seed=3)
    answers = []
    for _ in range(12):
        answers += ["", "1"]  # an empty line also confirms that the other one is there
    _, shown = Person(*answers).play(session, tmp_path / "game.jsonl")
    assert shown.count(CLEAR) >= 2
    views = shown.split(CLEAR)[1:]
    assert any("Allies is at the terminal" in one for one in views)
    for view in views:
        mine = "Allies" if "Allies is at the terminal" in view else "Japan"
        assert ("Louisville" in view) <= (mine == "Allies")
        assert ("Takao" in view) <= (mine == "Japan")


def test_the_terminal_speaks_japanese(tmp_path):
    _, shown = Person("q").play(
        new_session("japan", "random", seed=5), tmp_path / "g.jsonl", language="ja"
    )
    assert "アリューシャン戦役" in shown
    assert "日本軍> " in shown


def test_the_map_in_characters():
    session = new_session("japan", "random", seed=5)
    text = MapText(map_view(session.game.scenario), session.position("japan")).text()
    lines = text.splitlines()
    assert len(lines) == 25
    assert {len(line) for line in lines} == {121}
    assert "|C12    |C11    |" in text
    assert "JAB" in text
    assert text.isascii()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--seat japan", "--seat japan: expected with --game aleutians"),
        ("--game aleutians --solo", "--solo: not in the Aleutians Campaign"),
        ("--game aleutians --terminal --port 1", "--port: the terminal serves no page"),
        ("--game aleutians --terminal --partner who", "agent 'who'"),
        ("--game aleutians --terminal --seat both --partner random", "there is none"),
        ("--game aleutians --terminal --seat navy", "seat 'navy'"),
        ("--game aleutians --terminal --option setup=x", "setup"),
    ],
)
def test_bad_input_is_one_line(words, problem, capsys):
    assert main(["play", *words.split()]) == 2
    assert problem in capsys.readouterr().err
