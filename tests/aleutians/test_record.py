"""`glory record` and `glory verify` for the Aleutians Campaign."""

import json

import pytest

from glory_env.cli.main import main
from glory_env.record import RecordError, read, verify
from tests.damage import flipped
from tests.record_files import Edited

RECORD = ["record", "--game", "aleutians", "--seed", "3"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The file of one game."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    options = ["--option", "setup=what_if", "--option", "optional_rules=[event_chits]"]
    assert main([*RECORD, "--allies", "careful", *options, "--out", str(path)]) == 0
    return path


@pytest.fixture
def edited(written, tmp_path):
    (record,) = read(written, game="aleutians_v0")
    return Edited(tmp_path / "game.jsonl", record)


def said(capsys, path):
    """What `glory verify` says about a file it refuses."""
    assert main(["verify", str(path)]) == 1
    return capsys.readouterr().err.removeprefix(f"{path}: ").strip()


def test_what_is_recorded_is_verified(written, edited, capsys):
    assert main(["verify", str(written)]) == 0
    assert capsys.readouterr().out == f"{written}: 1 games, no difference\n"
    header, footer = edited.lines[0], edited.lines[-1]
    assert header["game"] == "aleutians_v0"
    assert header["agents"] == {"japan": "random", "allies": "careful"}
    assert header["options"]["setup"] == "what_if"
    assert footer["decisions"] == sum(line["actor"] != "system" for line in edited.lines[1:-1])
    assert any(line.get("dice") for line in edited.lines)


def test_a_file_that_breaks_off_anywhere_is_refused(written, tmp_path):
    content, path = written.read_bytes(), tmp_path / "half.jsonl"
    for cut in range(0, len(content), 1 + len(content) // 40):
        path.write_bytes(content[:cut])
        with pytest.raises(RecordError):
            read(path, game="aleutians_v0")


@pytest.mark.slow
def test_a_changed_bit_anywhere_is_refused(written, tmp_path):
    """By the digest, or in the footer by the game played again."""
    content, path = written.read_bytes(), tmp_path / "flipped.jsonl"
    for damaged in flipped(content, seed=9, times=60):
        path.write_bytes(damaged)
        problems = verify(path)
        assert problems
        assert all(len(str(problem).splitlines()) == 1 for problem in problems)


def change_die(lines):
    line = next(line for line in lines if line.get("dice"))
    line["dice"][0]["faces"][0] = 7 - line["dice"][0]["faces"][0]


def set_in(number, key, value):
    def change(lines):
        lines[number][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_die, "dice[0].faces[0]"),
        (set_in(1, "choice", {"spot": "atlantis"}), "choice.spot: expected"),
        (set_in(1, "actions", [10**6]), "actions: expected a legal choice"),
        (set_in(1, "actions", []), "actions: expected a legal choice"),
        (set_in(1, "actor", "navy"), "one of japan, allies, system"),
        (set_in(1, "phase", "negotiation"), "phase: expected one of setup"),
        (set_in(-1, "points", 99), "points: expected"),
        (set_in(-1, "winner", "navy"), "no such key"),
        (set_in(0, "game", "chess"), "game: expected one of glory_v0, aleutians_v0"),
        (set_in(0, "game", ["aleutians_v0"]), "game: expected one of glory_v0, aleutians_v0"),
        (set_in(0, "states", True), "states: expected false"),
        (set_in(0, "options", {}), "options.setup: expected a value"),
        (set_in(0, "scenario_id", "0"), "scenario_id: expected"),
        (set_in(0, "agents", {"army": "random", "navy": "random"}), "agents.japan"),
    ],
)
def test_a_changed_file_is_refused_in_one_line(edited, capsys, change, words):
    change(edited.lines)
    problem = said(capsys, edited.save())
    assert words in problem
    assert problem.count("\n") == 0


def test_another_digest_is_refused(edited, capsys):
    edited.lines[1]["actions"] = []
    assert "digest" in said(capsys, edited.save(seal=False))


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b"[" * 10_000 + b"\n", b'{"format": 2}\n']
)
def test_what_is_no_record_is_refused(tmp_path, capsys, content):
    path = tmp_path / "foreign.jsonl"
    path.write_bytes(content)
    assert said(capsys, path).startswith("line 1: ")


def test_glory_does_not_take_it_for_its_own(written):
    with pytest.raises(RecordError, match="game: expected glory_v0, got aleutians_v0"):
        read(written)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--game", "aleutians", "--army", "random"], "--army: only with --game glory"),
        (["--game", "aleutians", "--states"], "--states: only with --game glory"),
        (["--japan", "random"], "--japan: only with --game aleutians"),
        (["--game", "aleutians", "--japan", "withdraw_in_time"], "plays glory"),
        (["--game", "aleutians", "--option", "setup=x"], "what_if"),
        (["--game", "chess"], "chess"),
    ],
)
def test_flags_of_the_other_game_are_refused(tmp_path, capsys, flags, words):
    path = tmp_path / "game.jsonl"
    assert main(["record", *flags, "--out", str(path)]) == 2
    assert words in capsys.readouterr().err
    assert not path.exists()


def test_lines_are_json(written):
    for line in written.read_text().splitlines():
        assert isinstance(json.loads(line), dict)
