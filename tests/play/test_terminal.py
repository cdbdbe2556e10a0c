"""Whole games in the terminal: both seats, leaving and coming back, wrong answers, play.py."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from glory_env.cli.main import main
from glory_env.core.installed import advice
from glory_env.envs.agent import Agent
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words.ending import headline
from glory_env.play.reading import PERSON
from glory_env.record import read, verify
from tests.play.player import Player

ROOT = Path(__file__).resolve().parents[2]
SEATS = ("army", "navy")


def new_session(seat: str) -> GlorySession:
    players = dict.fromkeys(SEATS, "random")
    return GlorySession("teaching", {**players, seat: PERSON}, seed=21)


@pytest.fixture(scope="module", params=SEATS)
def whole(request, tmp_path_factory) -> tuple[str, Player, Path]:
    """A seat, the person who played it to the end, and the record of that game."""
    file = tmp_path_factory.mktemp(request.param) / "whole.jsonl"
    player = Player(new_session(request.param))
    assert player.play(file) == 0
    return request.param, player, file


def test_a_whole_game_is_played_shown_and_recorded(whole):
    seat, player, file = whole
    record = read(file)[0]
    assert player.session.is_over
    assert record.footer["turn"] >= 2
    assert record.header["agents"][seat] == PERSON
    assert verify(file) == []
    assert f"{seat.capitalize()}: you" in player.text
    assert "Home Islands, sea: " in player.text  # the position
    assert "--- turn 2, Shipping ---" in player.text
    assert headline(player.session.game, player.session.seats).to("en") in player.text
    assert f"saved to {file}" in player.shown
    [story] = [one for one in player.shown if one.endswith(" left.")]
    *parts, left = story.split("; ")
    total, start = map(int, re.findall(r"\d+", left))
    pool = [one for one in parts if "escorts" not in one]
    signed = [(1 if "brought" in one else -1, re.findall(r"\d+", one)) for one in pool]
    assert start + sum(sign * sum(map(int, found)) for sign, found in signed) == total
    assert total == player.session.game.total


@pytest.mark.parametrize("share", [0.0, 0.37, 0.8])
def test_leaving_and_coming_back_is_the_same_game(whole, tmp_path, share):
    seat, player, file = whole
    cut = int(share * len(player.given))
    part = tmp_path / "part.jsonl"
    first = Player(new_session(seat), player.given[:cut])
    assert first.play(part) == 0
    assert f"--resume {part}" in first.text
    assert not first.session.is_over
    kept = len(first.session.record.lines)
    resumed = GlorySession.resume(part)
    assert len(resumed.record.lines) == kept
    # A choice of several answers that was cut in the middle begins anew.
    done = _answers_of_whole_choices(new_session(seat), player.given[:cut])
    second = Player(resumed, player.given[done:])
    assert second.play(part) == 0
    assert part.read_bytes() == file.read_bytes()


def _answers_of_whole_choices(session: GlorySession, answers: list[str]) -> int:
    """How many of the answers belong to choices that were completed."""
    done = 0
    player = Player(session, answers)
    choose = session.choose

    def counted(choice):
        nonlocal done
        done = len(player.given)
        choose(choice)

    session.choose = counted
    terminal_leaves(player)
    return done


@pytest.mark.parametrize("acts", [1, 6, 15])
def test_a_break_while_an_agent_thinks_is_the_same_game_too(whole, tmp_path, acts):
    """Also between the micro-steps of one of its choices."""
    seat, player, file = whole
    part = tmp_path / "part.jsonl"
    session = new_session(seat)
    other = SEATS[1 - SEATS.index(seat)]
    session.agents[other] = Interrupted(session.agents[other], acts)
    first = Player(session, player.given)
    assert first.play(part) == 0
    assert not session.is_over
    second = Player(GlorySession.resume(part), player.given[len(first.given) :])
    assert second.play(part) == 0
    assert part.read_bytes() == file.read_bytes()


class Interrupted:
    """An agent during whose n-th decision ctrl-C is pressed."""

    def __init__(self, agent: Agent, acts: int) -> None:
        self.agent = agent
        self.left = acts

    def act(self, *seen: object) -> int:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.agent.act(*seen)

    def explain(self) -> str:
        return self.agent.explain()


def test_ctrl_c_saves_and_leaves(tmp_path):
    session = new_session("navy")
    player = Player(session)

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    player.read = interrupt
    assert player.play(tmp_path / "game.jsonl") == 0
    assert not GlorySession.resume(tmp_path / "game.jsonl").is_over


def test_an_agent_that_fails_costs_nothing(tmp_path):
    session = new_session("army")

    class Broken:
        def act(self, *_):
            raise RuntimeError("out of order")

    session.agents["navy"] = Broken()
    player = Player(session)
    assert player.play(tmp_path / "game.jsonl") == 0
    assert session.is_over
    notice = "random failed (RuntimeError: out of order); withdraw_in_time plays on for the Navy"
    assert player.text.count(notice) == 1
    assert verify(tmp_path / "game.jsonl") == []


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "folder.jsonl").mkdir()
    player = Player(new_session("army"), [])
    assert player.play(tmp_path / "folder.jsonl") == 1
    assert "could not save" in player.text


def test_wrong_answers_are_explained_and_nothing_is_lost():
    session = GlorySession("teaching", {"army": PERSON, "navy": PERSON}, seed=0)
    before = session.game.snapshot()
    wrong = ["", "?", "b", "l", "l 9", "l x", "w", "twelve", "7", "7 3", "400 0", "-5 0", "1 2 3"]
    player = Player(session, wrong)
    terminal_leaves(player)
    assert session.game.snapshot() == before
    for words in (
        "A number picks an entry",
        "nothing has happened in turn 9",
        "l shows this turn",
        "no agent plays here",
        "expected two amounts",
        "army 7, navy 3 cannot be offered: amounts are multiples of 5",
        "army 400, navy 0 cannot be offered: Army and Navy together are 400, more than 350",
    ):
        assert words in player.text
    assert player.text.count("\nOffer a split of the total") == 2  # at first, and on Enter

    player = Player(session, ["100 50", "9", "walk", "0", "1", "99", "e"])
    terminal_leaves(player)
    lines = [line["decision"] for line in session.record.lines]
    assert lines == ["opener", "offer", "answer", "tonnage", "activate"]
    for words in ("'9' is not one of 1 to 3", "'walk' is not", "'0' is not", "'99' is not"):
        assert words in player.text


def test_a_number_of_thousands_of_digits_is_a_wrong_answer(tmp_path, monkeypatch, capsys):
    nines = "9" * 5000
    words = [
        nines,
        f"{nines} {nines}",
        f"l {nines}",
        f"take {nines}",
        "9" * 400 + " 5",
        "100 50",
        nines,
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(words) + "\n"))
    arguments = ["--terminal", "--scenario", "teaching", "--seat", "both"]
    assert main(["play", *arguments, "--save", str(tmp_path / "game.jsonl")]) == 0
    assert "cannot be offered" in capsys.readouterr().out


def test_going_back_from_a_list_behind_an_entry():
    session = GlorySession("teaching", {"army": PERSON, "navy": PERSON}, seed=0)
    player = Player(session, ["0 0", "1", "1", "0", "1", "99", "1", "e"])
    terminal_leaves(player)
    moves = [line for line in session.record.lines if line["decision"] == "move"]
    assert len(moves) == 2  # one piece, then nothing more
    assert player.text.count("Which piece moves?") >= 2
    assert "'99' is not one of 1, 2, 3, 4, 5, 6, 7, 8, or 0 to go back" in player.text


def terminal_leaves(player: Player) -> None:
    """Play until the answers run out, without a file."""
    player.session.save = lambda path: None
    assert player.play(Path("nowhere.jsonl")) == 0


# --- play.py -------------------------------------------------------------------------------
def run(*arguments: str, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(ROOT / "play.py"), *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_the_command_plays_a_whole_game_from_stdin(whole, tmp_path):
    seat, player, file = whole
    arguments = ["--seat", seat, "--partner", "random", "--scenario", "teaching", "--seed", "21"]
    done = run(
        "--terminal", *arguments, "--save", "game.jsonl",
        stdin="".join(answer + "\n" for answer in player.given), cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    assert (tmp_path / "game.jsonl").read_bytes() == file.read_bytes()
    *shown, prompt, _, _ = done.stdout.splitlines()
    assert shown == player.text.splitlines()[:-2]  # no paths
    assert prompt == "r reviews your decisions, Enter leaves> "


@pytest.mark.slow
def test_end_of_input_saves_under_a_new_name(tmp_path):
    folder = tmp_path / "runs" / "play"
    folder.mkdir(parents=True)
    (folder / "game-1.jsonl").write_text("somebody else's\n")
    done = run("--terminal", "--scenario", "teaching", "--seat", "both", cwd=tmp_path)
    assert done.returncode == 0
    assert "saved to runs/play/game-2.jsonl" in done.stdout
    assert (folder / "game-1.jsonl").read_text() == "somebody else's\n"
    assert read(folder / "game-2.jsonl", unfinished=True)[0].header["agents"] == {
        "army": PERSON,
        "navy": PERSON,
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--partner", "randm"], "unknown agent 'randm'"),
        (["--scenario", "glori"], "expected one of glory"),
        (["--option", "grid=7"], "multiple of 5"),
        (["--option", "deadlok=lot"], "did you mean 'deadlock'"),
        (["--option", "deadlok=lot", "--option", "grid=25"], "did you mean 'deadlock'"),
        (["--seed", "-1"], "seed -1: expected 0 to 9007199254740991"),
        (["--seed", str(2**53)], "expected 0 to 9007199254740991"),
        (["--option", "grid=.inf"], "option 'grid': expected int, got inf"),
        (["--option", "max_offers=.nan"], "option 'max_offers': expected int, got nan"),
        (["--option", "optional=5"], "option 'optional': expected a list"),
        (["--option", "scenario=glory"], "unknown option 'scenario'"),
        (["--seat", "both", "--partner", "random"], "--partner random: with --seat both"),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
        (["--resume", "play.py"], "play.py: line 1"),
        (["--resume", "x.jsonl", "--seed", "3"], "the saved game settles --seed"),
        (["--resume", "x.jsonl", "--handicap", "easy"], "the saved game settles --handicap"),
        (["--handicap", "gentel"], "unknown handicap 'gentel': did you mean 'gentle'?"),
        (["--handicap", "easy", "--option", "handicap=hard"], "--handicap: expected without"),
        (["--game", "aleutians", "--handicap", "easy"], "--handicap: only with --game glory"),
        (["--save", "play.py"], "the file exists; go on with it by --resume"),
        (["--save", "no_such_folder/x"], "a folder that exists"),
        (["--watch", "random", "nobody"], "unknown agent 'nobody'"),
        (["--watch", "random", "random", "--seat", "army"], "--seat and --watch do not go"),
        (["--solo", "--partner", "random"], "--partner random: with --solo there is none"),
        (["--replay", "missing.jsonl"], "missing.jsonl"),
        (["--replay", "play.py", "--watch", "random", "random"], "the saved game settles --watch"),
        (["--port", "80"], "--port: the terminal serves no page"),
        (["--scenario", "teaching", "--partner", "cooperative"], "trained in another scenario"),
    ],
)
def test_bad_input_is_one_line_and_code_2(capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(ROOT)
    assert main(["play", "--terminal", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("glory play: ")
    assert words in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "0.0.0.0"], "--host 0.0.0.0: others can come in there: give a --token"),
        (["--token", ""], "--token: expected some text"),
        (["--port", "99999"], "--port 99999: expected 0 to 65535"),
        (["--port", "-1"], "--port -1: expected 0 to 65535"),
        (["--save", "game.txt"], "files that end in .jsonl"),
        (["--save", "a b.jsonl"], "letters, digits, - or _"),
        (["--partner", "randm"], "unknown agent 'randm'"),
        (["--host", "no.such.host.invalid", "--token", "x"], "--host no.such.host.invalid"),
    ],
)
def test_bad_input_for_the_page_is_one_line_too(capsys, monkeypatch, tmp_path, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--no-open", "--port", "0", "--scenario", "teaching", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("glory play: ")
    assert words in printed.err
    assert printed.err.count("\n") == 1


def test_what_is_not_installed_is_named():
    """In a process of its own: modules taken out of this one would come back as others."""
    code = (
        "import sys; sys.modules['fastapi'] = None; from glory_env.cli.main import main; "
        "sys.exit(main(['play', '--scenario', 'teaching', '--partner', 'random']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "fastapi" in done.stderr
    assert done.stderr.endswith(f"{advice('play')}, or --terminal\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_agents_are_watched_in_the_terminal(tmp_path):
    done = run(
        "--terminal", "--watch", "random", "withdraw_in_time", "--scenario", "teaching",
        "--seed", "3", "--save", "game.jsonl", cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Army: random, Navy: withdraw_in_time" in done.stdout
    assert verify(tmp_path / "game.jsonl") == []
    looked = run(
        "--terminal",
        "--replay",
        "game.jsonl",
        stdin="\n\n3\nb\nm\nt 2\nt 9\n999\nx\nh\nu\nq\n",
        cwd=tmp_path,
    )
    assert (looked.returncode, looked.stderr) == (0, "")
    for words in (
        "--- turn 1, Shipping ---", "Turn 1/4, ", "|Home Islands", "--- turn 2, Invasion",
        "t N goes to turn N", "'999' is not one of 1 to", "go to that line",
    ):  # fmt: skip
        assert words in looked.stdout
    assert looked.stdout.count("This game is only looked at") == 2


@pytest.mark.slow
def test_the_server_starts_and_says_where(tmp_path):
    """The whole command: it prints its address, serves the page, and ends on a signal."""
    server = subprocess.Popen(
        [sys.executable, ROOT / "play.py", "--no-open", "--port", "0", "--scenario", "teaching"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        line = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line).group()
        with urllib.request.urlopen(address) as page:
            assert page.status == 200
            assert b"<html" in page.read()
    finally:
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert server.returncode in (0, 130)
    assert (out, err) == ("", "")
