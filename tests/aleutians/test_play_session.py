"""A session of people and agents: undo, saving, resuming, and the terminal."""

from __future__ import annotations

import io
import json

import pytest

from glory_env.cli.main import main
from glory_env.games.aleutians.play.at_terminal import CampaignAtTerminal
from glory_env.games.aleutians.play.map_text import MapText
from glory_env.games.aleutians.play.position import map_view
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import new_session
from glory_env.play.session import UndoError
from glory_env.record import RecordError, verify
from glory_env.terminal.game import CLEAR, Terminal
from glory_env.terminal.replay import TerminalReplay
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
        at_terminal = CampaignAtTerminal(session, **more)
        code = Terminal(at_terminal, path, read=self.read, show=self.shown.append).run()
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


def test_a_plan_is_accepted_in_the_terminal(tmp_path):
    session = new_session("japan", "random", seed=5)
    session.play_to_person()
    number = len(session.decision("japan")["choices"]) + 1
    steps = len(session.plan().steps)
    asked = session.asked
    _, shown = Person(str(number)).play(session, tmp_path / "game.jsonl")
    assert f"{number:4d}  The plan: take all {steps} steps of it" in shown
    assert "\n  - Begin at " in shown
    assert session.asked - asked > 3
    assert {one.orders for one in session.decided} == {1}
    told = [line for line in shown.splitlines() if line.startswith("Allies: a flying boat at")]
    entries = [one["decision"] for one in session.logs["japan"]]
    assert len(told) == entries.count("place_flying_boat")  # each is told once


def test_orders_are_taken_back_together_in_the_terminal(tmp_path):
    session = new_session("japan", "random", seed=5)
    session.play_to_person()
    before = as_json(session.position("japan"), "en")
    session.order(session.plan().steps[:2], of_staff=False)
    while session.goes_on:
        session.play_on()
    assert session.last_orders == 2
    _, shown = Person("u").play(session, tmp_path / "game.jsonl")
    assert "taken back" in shown
    assert as_json(session.position("japan"), "en") == before


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


def test_a_recorded_game_is_looked_at_line_by_line(played, tmp_path):
    """The same entries and the same position as while it was played, from one seat's view."""
    path = tmp_path / "game.jsonl"
    played.save(path)
    lines, turn = len(played.record.lines), played.record.lines[-1]["turn"]
    session = Session.resume(path, is_replay=True)
    assert session.agents == {}
    decided = [(one.lines, one.action) for one in played.decided if one.lines < lines]
    assert [(one.lines, one.action) for one in session.decided] == decided
    last = CampaignAtTerminal(session).position("japan", lines - 1)
    if played.game._open is None:
        assert list(map(str, last)) == list(map(str, CampaignAtTerminal(played).position("japan")))
    answers = ["b", "", "m", str(lines), "b", "t 1", "t 99", "999", "r", "u", *[""] * lines, "q"]
    person = Person(*answers)
    assert TerminalReplay(CampaignAtTerminal(session), person.read, person.shown.append).run() == 0
    shown = "\n".join(map(str, person.shown))
    assert f"line {lines} of {lines}> " in shown
    for words in (
        "Japan: you, Allies: random", "Japan, fleet D: D8, 5 ships", "|C12 ", "this game is only",
        f"t N goes to turn N, 1 to {turn}", "'999' is not one of 1 to", "A game is reviewed when",
        "the record ends here",
    ):  # fmt: skip
        assert words.lower() in shown.lower(), words
    told = [str(entry["words"]) for entry in played.logs["japan"]]
    assert all(words in shown for words in told)
    assert "Louisville" not in shown


@pytest.mark.slow
def test_the_command_plays_watches_and_replays(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    given = ["play", "--game", "aleutians", "--terminal"]
    seats = ["--seat", "allies=random"]  # a person takes the other one
    assert main([*given, *seats, "--seed", "5", "--save", "game.jsonl"]) == 0
    shown = capsys.readouterr().out
    assert "(Japan: you, Allies: random)" in shown
    assert "glory play --game aleutians --terminal --resume game.jsonl" in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    assert main([*given, "--replay", "game.jsonl"]) == 0
    assert "line 0 of 6> " in capsys.readouterr().out
    both = ["--seat", "allies=random", "--seat", "japan=random"]
    steps, play_on = iter(range(60)), Session.play_on

    def interrupted(session):
        if next(steps, None) is None:
            raise KeyboardInterrupt
        play_on(session)

    monkeypatch.setattr(Session, "play_on", interrupted)
    assert main([*given, *both, "--seed", "5"]) == 0
    shown = capsys.readouterr().out
    assert "(Japan: random, Allies: random)" in shown
    assert "Japan: a submarine at its first place" in shown
    assert "saved to runs/aleutians/game-1.jsonl" in shown
    assert verify(tmp_path / "runs/aleutians/game-1.jsonl", unfinished=True) == []


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
        ("--seat japan", "--seat japan: unknown seat 'japan': valid are army, navy, both"),
        ("--game aleutians --solo", "--solo: only with --game glory, not with aleutians"),
        ("--game aleutians --terminal --port 1", "--port: the terminal serves no page"),
        ("--game aleutians --terminal --partner who", "agent 'who'"),
        ("--game aleutians --terminal --seat both --partner random", "there is none"),
        ("--game aleutians --terminal --seat navy", "seat 'navy'"),
        ("--seat army --seat army=grim", "--seat army=grim: army is given twice"),
        ("--seat army=", "--seat army=: expected NAME=AGENT"),
        ("--game aleutian", "--game: unknown game 'aleutian': did you mean 'aleutians'"),
        ("--game aleutians --no-open --watch random random", "watched with --terminal"),
        ("--game aleutians --terminal --option setup=x", "setup"),
    ],
)
def test_bad_input_is_one_line(words, problem, capsys):
    assert main(["play", *words.split()]) == 2
    assert problem in capsys.readouterr().err
