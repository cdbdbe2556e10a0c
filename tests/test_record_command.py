"""`glory record` and `glory verify`, and the example in docs/record.md."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from glory_env.cli.main import main
from glory_env.games.glory import state as st
from glory_env.record import read
from tests.record_files import Edited, random_game

DOC = (Path(__file__).parent.parent / "docs" / "record.md").read_text()
OPTIONS = ["--option", "deadlock=dice", "--option", "optional=[20-1, 20-2]"]
OPTIONS += ["--option", "rulings={absorbers: box}", "--option", "break_off=0.1"]


def run(capsys, *arguments) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def play(capsys, out, *more) -> tuple[int, str, str]:
    return run(capsys, "record", "--scenario", "teaching", "--seed", 5, "--out", out, *more)


def test_the_same_command_gives_the_same_bytes(tmp_path, capsys):
    """In two processes; and game k has the seed S + k."""
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    arguments = ["--games", "3", "--states", *OPTIONS]
    code, out, err = play(capsys, here, *arguments)
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"{here}: 3 games, \d completed\n", out)
    usual = ["--scenario", "teaching", "--seed", "5", "--out", str(there)]
    subprocess.run(
        [sys.executable, "-m", "glory_env.cli.main", "record", *usual, *arguments], check=True
    )
    assert here.read_bytes() == there.read_bytes()
    games = read(here)
    assert [game.header["seed"] for game in games] == [5, 6, 7]
    assert games[0].header["options"]["optional"] == ["20-1", "20-2"]
    assert games[0].header["options"]["rulings"] == {"absorbers": "box"}
    play(capsys, there, "--seed", 7, "--states", *OPTIONS)
    assert read(there)[0].lines == games[2].lines
    assert run(capsys, "verify", here) == (0, f"{here}: 3 games, no difference\n", "")


def test_without_auto_forced_the_agents_are_asked_more_often(tmp_path, capsys):
    play(capsys, tmp_path / "a.jsonl", "--no-auto-forced")
    (game,) = read(tmp_path / "a.jsonl")
    assert game.header["auto_forced"] is False
    assert any("forced" in line for line in game.lines)
    assert run(capsys, "verify", tmp_path / "a.jsonl")[0] == 0


def test_verify_reports_and_fails(tmp_path, capsys):
    edited = Edited(tmp_path / "game.jsonl", random_game(11))
    k = edited.find(lambda line: line.get("decision") == "turn_end")
    edited.lines[k]["events"].pop()
    path = edited.save(seal=False)
    code, out, err = run(capsys, "verify", path)
    assert (code, out) == (1, "")
    first, second = err.splitlines()
    assert first.startswith(f"{path}: line {k + 1}: events[3]: expected {{")
    assert second.startswith(f"{path}: line {len(edited.lines)}: digest: expected ")


def test_verify_of_an_unfinished_record(tmp_path, capsys):
    edited = Edited(tmp_path / "game.jsonl", random_game(11))
    edited.lines.pop()
    path = edited.save()
    code, _, err = run(capsys, "verify", path)
    assert code == 1
    assert "expected footer of the game of line 1, got nothing" in err
    assert run(capsys, "verify", "--unfinished", path)[0] == 0


def test_verify_says_when_it_cannot_roll_the_dice(tmp_path, capsys):
    edited = Edited(tmp_path / "game.jsonl", random_game(11))
    edited.lines[0]["package"] = "0.0.7"
    code, out, _ = run(capsys, "verify", edited.save())
    assert code == 0
    assert "written by glory_env 0.0.7, this is" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games: expected at least 1"),
        (["--seed", "-1"], "--seed: expected at least 0"),
        (["--army", "napoleon"], "unknown agent 'napoleon'"),
        (["--scenario", "teching"], "expected one of"),
        (["--option", "deadlock"], "expected key=value"),
        (["--option", "deadlock=tree"], "unknown value for option 'deadlock'"),
        (["--option", "dedlock=lot"], "did you mean 'deadlock'"),
        (["--option", "optional=[20-1"], "'[20-1' is not a YAML value"),
    ],
)
def test_bad_input(tmp_path, capsys, arguments, words):
    code, out, err = play(capsys, tmp_path / "games.jsonl", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("glory record: ")
    assert words in err
    assert list(tmp_path.iterdir()) == []


def test_verify_of_no_file(tmp_path, capsys):
    code, _, err = run(capsys, "verify", tmp_path / "no_such.jsonl")
    assert code == 2
    assert "no_such.jsonl" in err


# --- docs/record.md ------------------------------------------------------------------------
def test_the_example_is_what_its_command_writes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = re.search(r"`glory (record [^`]*)` writes (\d+) lines", DOC)
    assert main(shlex.split(text[1])) == 0
    written = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
    assert len(written) == int(text[2])
    shown = [
        json.loads(line) for line in re.search(r"```json\n(.*?)```", DOC, re.S)[1].splitlines()
    ]
    shown[0]["package"] = written[0]["package"]  # these two change with every version
    shown[-1]["digest"] = written[-1]["digest"]
    rest = iter(written)
    assert [line for line in shown if line not in rest] == []
    assert (shown[0], shown[-1]) == (written[0], written[-1])


def test_the_page_names_every_word_of_the_vocabulary():
    decisions = {name.split("_")[0] if name in SPLIT else name for name in st.DECISIONS[1:]}
    words = {*decisions, *st.PURPOSES, *st.SYSTEM_LINES, *st.ROWS[:-1], *st.PHASES[:-1]}
    assert {word for word in words if f"`{word}`" not in DOC} == set()


SPLIT = {"offer_civil", "offer_army", "move_piece", "move_to", "move_embark", "move_land"} | {
    "produce_counter",
    "speak_ask",
    "speak_box",
    "speak_amount",
    "speak_kind",
}
