"""The fuzzer itself: its games are played again as they were, its command says what is wrong."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as some

from glory_agents import picking
from glory_agents.glory import careful
from glory_env.cli.fuzz import fuzz
from glory_env.cli.main import main
from glory_env.core.compile import folder_of
from glory_env.fuzz.games import (
    lines_of,
    play_games,
    read_failure,
    replay_failure,
    write_failure,
)
from glory_env.games.glory.fuzz.fuzzer import Fuzzer
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import load
from tests.properties.playing import NUMBERS, Table, bounded, played


@bounded(30)
@given(number=NUMBERS, auto_forced=some.booleans())
def test_a_game_is_played_again_as_it_was(number: int, auto_forced: bool) -> None:
    fuzzer, header = played("teaching", number, auto_forced)
    lines = list(lines_of(fuzzer, header, fuzzer.actions))
    assert not any("raised" in line for line in lines)
    table = Table(fuzzer.scenario, header)
    for action in fuzzer.actions:
        while auto_forced and len(table.legal()) == 1:
            table.step(int(table.legal()[0]))
        table.step(action)
    while auto_forced and len(table.legal()) == 1:
        table.step(int(table.legal()[0]))
    assert table.games.tobytes() == fuzzer.games.tobytes()


def test_without_the_invariants_the_games_are_the_same() -> None:
    scenario = load("teaching")
    checked, unchecked = Fuzzer(scenario), Fuzzer(scenario, checked=False)
    for number in range(20):
        header = checked.random_header(5, number, 0.5)
        assert checked.play(header)
        assert unchecked.play(header)
        assert checked.actions == unchecked.actions
        assert checked.games.tobytes() == unchecked.games.tobytes()


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("function", [careful.careful_action, picking.pick, careful.careful_all])
def test_compiled_play_is_kept_with_the_agents_it_calls(function: Any) -> None:
    folder = folder_of(Path(function.py_func.__code__.co_filename))
    assert folder in Path(function.stats.cache_path).parents


# --- failures ------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_broken_invariant_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = load("teaching")
    tables = scenario.tables.copy()
    tables["cap"] = 298  # where the total of turn 1 is cut off: it is no multiple of 5
    fuzzer = Fuzzer(dataclasses.replace(scenario, tables=tables))
    assert play_games(fuzzer, 50, seed=1, careful=0.5, out=tmp_path) == 1
    words = capsys.readouterr().err
    assert ": total: the total is above the cap" in words
    (path,) = tmp_path.iterdir()
    assert str(path) in words
    assert replay_failure(path, Fuzzer) == 0  # the scenario itself is good


def test_a_failure_is_written_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzzer, header = played("teaching", 7)
    fuzzer.failure = "made up"
    path = write_failure(tmp_path, header, fuzzer)
    assert read_failure(path, Game)[1] == fuzzer.actions
    assert main(["fuzz", "--replay", str(path)]) == 0  # nothing is wrong with the rules
    out = capsys.readouterr().out
    assert out.count("\n") == len(fuzzer.actions) + 1
    assert out.endswith("failure: none\n")


def test_a_replay_says_where_the_game_is_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzzer, header = played("teaching", 7)
    path = write_failure(tmp_path, header, fuzzer)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[3] = json.dumps({"action": 10**6})
    path.write_text("\n".join(lines), encoding="utf-8")
    assert replay_failure(path, Fuzzer) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 4
    assert "ValueError: action 1000000 is not" in out[2]
    assert out[3] == "failure: none (another game than written)"


def header_line(**changes: Any) -> str:
    """The first line of a file that `glory fuzz` writes, but for the changes."""
    header = played("teaching", 7)[1]
    return json.dumps({**header, "failure": "made up", **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a game written by glory fuzz"),
        ("\udcff", "line 1: expected JSON, got the byte 0xff"),
        ("[" * 100_000, "line 1: expected JSON, got more than 50 levels"),
        ("[1, 2]", "expected a game written by glory fuzz"),
        ('{"record": 1}', "expected a game written by glory fuzz"),
    ],
)
def test_a_foreign_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    path = tmp_path / "foreign.jsonl"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    assert main(["fuzz", "--replay", str(path)]) == 2
    words = capsys.readouterr().err
    assert words.startswith(f"glory fuzz: {path}: ")
    assert message in words
    assert words.count("\n") == 1


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ({}, "[]", "expected a game written by glory fuzz"),
        ({}, '{"action": "end"}', "expected a game written by glory fuzz"),
        ({"seed": -1}, "", "expected a game written by glory fuzz"),
        ({"scenario": "atlantis"}, "", "scenario = 'atlantis', expected one of"),
        ({"scenario_id": "0"}, "", "scenario_id = '0', expected"),
        ({"options": {"deadlocks": "lot"}}, "", "did you mean 'deadlock'"),
    ],
)
def test_a_game_that_was_changed_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, Any],
    line: str,
    message: str,
) -> None:
    """changes: of the header; line: what follows it."""
    text = f"{header_line(**changes)}\n{line}"
    test_a_foreign_file_is_refused_in_one_line(tmp_path, capsys, text, message)


# --- the command ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ("--games -3", "--games -3: expected at least 1"),
        ("--games 0", "--games 0: expected at least 1"),
        ("--careful nan", "--careful nan: expected a share from 0 to 1"),
        ("--careful 1.5", "--careful 1.5: expected a share from 0 to 1"),
        ("--careful -0.1", "--careful -0.1: expected a share from 0 to 1"),
        ("--scenario atlantis", "scenario = 'atlantis', expected one of"),
        ("--replay nowhere.jsonl", "nowhere.jsonl"),
        ("--replay nowhere.jsonl --coverage", "--replay and --coverage: expected only one"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], flags: str, message: str
) -> None:
    assert main(["fuzz", *flags.split()]) == 2
    words = capsys.readouterr().err
    assert words.startswith("glory fuzz: ")
    assert message in words
    assert words.count("\n") == 1


def test_the_command_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(games=20, scenario="teaching", out=tmp_path) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("20 games, ")
    assert second.startswith("outcomes: ")
    assert not any(tmp_path.iterdir())


@pytest.mark.slow
def test_coverage_prints_the_lines_not_reached(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz(games=1, scenario="teaching", coverage=True) == 0
    out = capfd.readouterr().out
    assert out.startswith("1 games, ")
    row = next(line for line in out.splitlines() if "turn13.py" in line)
    assert "%" in row
    assert "-" in row.split("%")[1]
