"""Damaged files of both games: each is refused in one line that names it, and stays as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from glory_env.cli.main import main
from glory_env.fuzz.games import lines_of, read_failure, replay_failure, write_failure
from glory_env.games import game as game_named
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.scenario import load as load_campaign
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.scenario import ScenarioError, load
from glory_env.record import RecordError, read, verify, write
from tests.damage import changed, cut, flipped, written

GAMES = ("glory", "aleutians")
CHOICES = {"glory": 30, "aleutians": 6}  # of a person, in the saved game
SCENARIO = {"glory": "teaching", "aleutians": "aleutians"}
FREE = {"package", "agents", "options"}  # of a header: names, and what has not mattered so far
both_games = pytest.mark.parametrize("game", GAMES)


class Saved(NamedTuple):
    """A saved game of a person and random play, not finished."""

    path: Path
    resume: Callable[[Path], Any]

    @property
    def content(self) -> bytes:
        return self.path.read_bytes()

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.content.splitlines()]


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Saved]:
    folder = tmp_path_factory.mktemp("saved")
    found = {}
    for game in GAMES:
        glory = game == "glory"
        session: Any
        if glory:
            session = new_session("teaching", "navy", "random", seed=5)
        else:
            session = new_campaign("japan", "random", seed=5)
        chosen = 0
        while chosen < CHOICES[game] or not any(line["dice"] for line in session.record.lines):
            chosen += session.game.actor == ("navy" if glory else "japan")
            legal = session.game.legal_actions()
            session._act(legal[len(legal) // 2])
        path = folder / f"{game}.jsonl"
        session.save(path)
        found[game] = Saved(path, GlorySession.resume if glory else Session.resume)
    return found


@pytest.fixture(scope="module", params=GAMES)
def saved(request: pytest.FixtureRequest, saves: dict[str, Saved]) -> Saved:
    return saves[request.param]


def said(call: Callable[[Path], object], path: Path) -> str:
    """What a call says about a file, "" where it takes it; nothing else may be raised."""
    before = path.read_bytes()
    try:
        call(path)
    except ValueError as error:
        words = str(error)
    else:
        words = ""
    assert path.read_bytes() == before
    assert not words or words.startswith(str(path)), words
    assert words.count("\n") == 0 or "errors\n" in words, words
    return words


# --- records and saved games -----------------------------------------------------------------
def test_a_saved_game_that_breaks_off_in_a_line_is_refused(saved: Saved, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    for content in cut(saved.content, seed=1, times=100):
        path.write_bytes(content)
        if content.endswith(b"\n"):  # as it was some choices before
            continue
        words = said(saved.resume, path)
        assert "line" in words
        assert [f"{path}: {problem}" for problem in verify(path, unfinished=True)] == [words]


@pytest.mark.slow
def test_a_changed_bit_is_refused_or_makes_no_difference(saved: Saved, tmp_path: Path) -> None:
    """What does not break the form is another game, or something that has not mattered so far."""
    path, whole = tmp_path / "flipped.jsonl", saved.lines
    taken = 0
    for content in flipped(saved.content, seed=2, times=150):
        path.write_bytes(content)
        if not verify(path, unfinished=True):
            taken += 1
            (record,) = read(path, unfinished=True, game=None)
            assert record.lines == whole[1:]
            assert {key for key in whole[0] if record.header[key] != whole[0][key]} <= FREE
        elif not said(saved.resume, path):
            raise AssertionError(f"verify refuses what is played on: {content!r}")
    assert taken < 10


def test_another_value_anywhere_is_refused_in_one_line(saved: Saved, tmp_path: Path) -> None:
    refused, whole = 0, saved.lines
    for lines in changed(whole, seed=3, times=150):
        path = written(tmp_path / "changed.jsonl", lines)
        words = [f"{path}: {problem}" for problem in verify(path, unfinished=True)]
        assert all(len(one.splitlines()) == 1 for one in words)
        if words:
            assert said(saved.resume, path) or lines[1:] == whole[1:]
            refused += 1
    assert refused > 100


@both_games
def test_the_commands_refuse_the_other_game_s_file(
    saves: dict[str, Saved], game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = saves[next(one for one in GAMES if one != game)]
    before = other.content
    assert main(["play", "--game", game, "--terminal", "--resume", str(other.path)]) == 2
    printed = capsys.readouterr()
    wanted, found = (f"{one}_v0" for one in (game, other.path.stem))
    assert printed.err == (
        f"glory play: {other.path}: line 1: game: expected {wanted}, got {found}\n"
    )
    assert other.content == before


@both_games
@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b"[" * 9999 + b"\n"])
def test_the_commands_refuse_what_is_no_record(
    tmp_path: Path, game: str, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "foreign.jsonl"
    path.write_bytes(content)
    for code, words in (
        (2, ["play", "--game", game, "--terminal", "--resume", str(path)]),
        (1, ["verify", str(path)]),
    ):
        assert main(words) == code
        printed = capsys.readouterr().err
        assert f"{path}: line 1: " in printed
        assert printed.count("\n") == 1
    assert path.read_bytes() == content


@both_games
def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nowhere.jsonl"
    for words in (
        ["play", "--game", game, "--terminal", "--resume", str(path)],
        ["fuzz", "--game", game, "--replay", str(path)],
        ["verify", str(path)],
    ):
        assert main(words) == 2
        printed = capsys.readouterr().err
        assert str(path) in printed
        assert printed.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"agents": {"japan": "nobody", "allies": "person"}}, "agents: expected .*'nobody'"),
        ({"agents": {"japan": "stonewaller", "allies": "person"}}, "agents: .* plays glory"),
        ({"scenario": "atlantis"}, "scenario: expected one of aleutians"),
        ({"scenario_id": "0"}, "scenario_id: expected .*, got 0 "),
        ({"seed": 9}, "expected"),
        ({"auto_forced": True}, "auto_forced: expected false"),
        ({"options": {"setup": "free", "optional_rules": [], "rulings": []}}, "line 2: "),
        ({"options": {"setup": "x", "optional_rules": [], "rulings": []}}, "valid options"),
        ({"options": {"setup": "historical", "seed": 1}}, "options"),
    ],
)
def test_another_header_of_the_second_game_is_refused(
    saves: dict[str, Saved], tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    header, *lines = saves["aleutians"].lines
    path = written(tmp_path / "game.jsonl", [{**header, **changes}, *lines])
    with pytest.raises(RecordError, match=words) as caught:
        Session.resume(path)
    assert caught.value.problem.line <= 2 or "seed" in changes


def test_other_dice_and_an_end_that_was_not_reached_are_refused(
    saved: Saved, tmp_path: Path
) -> None:
    path, lines = tmp_path / "game.jsonl", saved.lines
    at = next(k for k, line in enumerate(lines) if line.get("dice"))
    faces = lines[at]["dice"][0]["faces"]
    faces[0] = 7 - faces[0]
    words = said(saved.resume, written(path, lines))
    assert words.startswith(f"{path}: line {at + 1}: dice[0].faces[0]: expected {7 - faces[0]}")
    (record,) = read(saved.path, unfinished=True, game=None)
    record.footer = {
        "gp": {"army": 0, "navy": 0}, "completed": True, "outcome": "completed", "cause": "none",
        "winner": "draw", "turn": 1, "decisions": 1,
    }  # fmt: skip
    if "game" in record.header:
        record.footer = dict.fromkeys(("outcome", "cause", "points", "level", "turn"), 1)
        record.footer["decisions"] = len(record.lines)
    write(path, [record])
    assert said(saved.resume, path).startswith(f"{path}: line {len(saved.lines) + 1}: ")


def test_two_games_and_missing_lines_are_refused(saved: Saved, tmp_path: Path) -> None:
    lines = saved.lines
    path = written(tmp_path / "game.jsonl", [*lines[:3], *lines[4:]])
    assert "line" in said(saved.resume, path)
    written(path, [*lines, *lines])
    assert ": expected a choice, state or footer, got a header" in said(saved.resume, path)


# --- failures of the fuzzer ------------------------------------------------------------------
@pytest.fixture(scope="module", params=GAMES)
def failure(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A written failure of a few actions, and the fuzzer that reads it."""
    kind = game_named(request.param).fuzzer()
    fuzzer = kind(SCENARIO[request.param])
    header = {**fuzzer.random_header(1, 0, 0.5), "scattered": False}
    game = kind.game_class(
        fuzzer.scenario,
        seed=header["seed"],
        auto_forced=header["auto_forced"],
        **header["options"],
    )
    fuzzer.actions, fuzzer.failure = [], "made up"
    for _ in range(12):
        fuzzer.actions.append(game.legal_actions()[0])
        game.act(fuzzer.actions[-1])
    path = write_failure(tmp_path_factory.mktemp("fuzz"), header, fuzzer)
    return path, kind


def test_a_damaged_failure_is_refused_or_is_another_game(failure: Any, tmp_path: Path) -> None:
    whole, kind = failure
    content, path = whole.read_bytes(), tmp_path / "failure.jsonl"
    refused = 0

    def look(path: Path) -> None:
        """All that `glory fuzz --replay` does before it plays the game to its end."""
        header, actions = read_failure(path, kind.game_class)
        assert all("words" in line or "raised" in line for line in lines_of(kind(
            header["scenario"]), header, actions))  # fmt: skip

    for damaged in (*cut(content, 4, 40), *flipped(content, 5, 60)):
        path.write_bytes(damaged)
        refused += bool(said(look, path))
    lines = [json.loads(line) for line in content.splitlines()]
    for other in changed(lines, 6, 60):
        refused += bool(said(look, written(path, other)))
    assert refused > 80


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "expected a game written by glory fuzz"),
        (b"[" * 9999, "line 1: expected JSON, got more than 50 levels"),
        (b"\xff", "line 1: expected JSON, got the byte 0xff (not UTF-8, column 1)"),
        (b"{}\n" + b"9" * 5000, "line 2: expected JSON, got a whole number of 5000 digits"),
        (b"{}\n[1]\n", "expected a game written by glory fuzz"),
        (b'{"seed": NaN}\n', "line 1: expected JSON, got NaN, which is no number in JSON"),
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_made_up_failure_is_refused(
    failure: Any, tmp_path: Path, content: Any, words: str
) -> None:
    path = tmp_path / "failure.jsonl"
    path.write_bytes(content)
    assert said(lambda file: replay_failure(file, failure[1]), path).startswith(f"{path}: {words}")


def test_the_other_game_s_failure_is_refused(failure: Any) -> None:
    path, kind = failure
    other = next(one for one in (game_named(name).fuzzer() for name in GAMES) if one is not kind)
    assert said(lambda file: replay_failure(file, other), path)


# --- scenarios -------------------------------------------------------------------------------
def _same(found: Any, whole: Any) -> None:
    if found.id != whole.id:
        raise ScenarioError(f"{found.path}: another game")


@both_games
def test_a_scenario_that_breaks_off_or_is_changed_is_refused(tmp_path: Path, game: str) -> None:
    read_scenario: Any = load if game == "glory" else load_campaign
    whole = read_scenario(SCENARIO[game])
    content, path = whole.path.read_bytes(), tmp_path / "own.yaml"
    differs = 0
    for damaged in (*cut(content, 7, 12), *flipped(content, 8, 12)):
        path.write_bytes(damaged)
        differs += bool(said(lambda file: _same(read_scenario(file), whole), path))
    assert differs > 12  # a comment or a source may be another


@both_games
def test_the_other_game_s_scenario_is_refused(tmp_path: Path, game: str) -> None:
    own: Any = load if game == "glory" else load_campaign
    other: Any = load_campaign if game == "glory" else load
    path = other(SCENARIO[next(one for one in GAMES if one != game)]).path
    with pytest.raises(ScenarioError) as caught:
        own(path)
    assert str(caught.value).startswith(str(path))
