"""Record files that break off, hold lines of another form, or belong to something else."""

from __future__ import annotations

import copy
import json

import pytest

from glory_env.games.glory import record_form
from glory_env.games.glory.engine.options import Options
from glory_env.record import RecordError, forms, lines, read, verify
from tests.record_files import Edited, random_game

LAST = 0  # the number of the last line; others count from 1
OPTIONS = [one for one in record_form.options_of(lines.FORMAT) if not one.endswith("?")]


@pytest.fixture(scope="module")
def game():
    return random_game(21, states=False)


@pytest.fixture
def edited(tmp_path, game):
    return Edited(tmp_path / "game.jsonl", copy.deepcopy(game))


def refused(edited, content: bytes) -> str:
    """What `read` says about a file; `verify` has to say the same."""
    edited.path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read(edited.path)
    assert [caught.value.problem] == verify(edited.path)
    message = str(caught.value)
    assert message == f"{edited.path}: {caught.value.problem}"
    return message.removeprefix(f"{edited.path}: ")


def bytes_of(edited) -> bytes:
    return edited.save().read_bytes()


# --- whole files ---------------------------------------------------------------------------
def test_no_footer(edited):
    lines = bytes_of(edited).splitlines(keepends=True)
    words = "expected footer of the game of line 1, got nothing"
    end = len(lines)
    assert refused(edited, b"".join(lines[:-1])) == f"line {end}: {words}"
    assert refused(edited, b"".join(lines[:30])) == f"line 31: {words}"
    assert refused(edited, b"".join([*lines, lines[0]])) == (
        f"line {end + 2}: expected footer of the game of line {end + 1}, got nothing"
    )


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_half_a_line(edited, cut):
    problem = refused(edited, bytes_of(edited)[:-cut])
    assert problem.startswith(
        f"line {len(edited.lines)}: expected a whole line, got one that ends in "
    )


def test_a_file_that_breaks_off_anywhere_is_refused(edited):
    content = bytes_of(edited)
    for cut in range(0, len(content), 997):
        assert refused(edited, content[:cut])


def test_empty_file(edited):
    assert refused(edited, b"") == "line 1: expected a header, got an empty file"


def test_a_game_after_a_game_without_its_footer(edited):
    lines = bytes_of(edited).splitlines(keepends=True)
    problem = refused(edited, b"".join([*lines[:-1], *lines]))
    assert problem == f"line {len(lines)}: expected a choice, state or footer, got a header"
    problem = refused(edited, b"".join(lines[1:]))
    assert problem == "line 1: expected a header, got a choice"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"{]\n", "expected JSON, got "),
        (b"[" * 100_000 + b"\n", "expected JSON, got "),
        (b'"\xff"\n', "expected JSON, got "),
        (b"[1]\n", "expected an object, got [1]"),
        (b"\n", "expected JSON, got "),
    ],
)
def test_a_line_that_is_no_object(edited, raw, words):
    lines = bytes_of(edited).splitlines(keepends=True)
    problem = refused(edited, b"".join([*lines[:4], raw, *lines[4:]]))
    assert problem.startswith(f"line 5: {words}")


def test_a_missing_file(tmp_path):
    for function in (read, verify):
        with pytest.raises(FileNotFoundError, match="no_such"):
            function(tmp_path / "no_such.jsonl")


# --- single lines --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "key", "value", "words"),
    [
        (1, "format", 3, "format: expected 1 or 2, which this version reads, got 3"),
        (1, "format", True, "format: expected a whole number from 0, got true"),
        (1, "seed", -1, "seed: expected a whole number from 0, got -1"),
        (1, "seed", "11", 'seed: expected a whole number from 0, got "11"'),
        (1, "agents", {"army": "a"}, "agents.navy: expected a value, got null"),
        (1, "states", 1, "states: expected true or false, got 1"),
        (1, "options", [], "options: expected an object, got []"),
        (2, "turn", 1.0, "turn: expected a whole number from 0, got 1.0"),
        (2, "actor", "civil", 'actor: expected one of army, navy, system, got "civil"'),
        (2, "choice", [1], "choice: expected an object or null, got [1]"),
        (3, "choice", None, "choice: expected an object for a service's line, null for the"),
        (3, "actions", [1, "2"], "actions: expected a list of action numbers, got [1, "),
        (2, "dice", [3], "dice[0]: expected an object, got 3"),
        (2, "dice", [{"purpose": "luck", "faces": [1]}], "dice[0].purpose: expected one of inva"),
        (2, "dice", [{"purpose": "lot", "faces": [0]}], "dice[0].faces[0]: expected a face from 1"),
        (2, "dice", [{"purpose": "lot", "faces": [1] * 513}], "dice: expected at most 512 faces"),
        (2, "dices", [], "dices: expected no such key, got []"),
        (LAST, "winner", "both", "winner: expected one of army, navy, draw, none, got "),
        (LAST, "gp", {"army": 1, "navy": 1, "civil": 1}, "gp.civil: expected no such key, got 1"),
    ],
)
def test_a_line_of_another_form(edited, number, key, value, words):
    edited.lines[number - 1][key] = value
    shown = number or len(edited.lines)
    assert refused(edited, bytes_of(edited)).startswith(f"line {shown}: {words}")


def test_a_missing_key(edited):
    del edited.lines[2]["events"]
    problem = refused(edited, bytes_of(edited))
    assert problem == "line 3: events: expected a value, got null"


def test_long_values_are_cut(edited):
    edited.lines[2]["events"] = "x" * 5000
    assert len(refused(edited, bytes_of(edited))) < 300


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_of_the_format_is_needed(edited, name):
    del edited.lines[0]["options"][name]
    assert refused(edited, bytes_of(edited)) == (
        f"line 1: options.{name}: expected a value, got null"
    )


def test_an_option_that_the_format_does_not_have(edited):
    edited.lines[0]["options"]["deadlok"] = "lot"
    assert refused(edited, bytes_of(edited)) == (
        'line 1: options.deadlok: expected no such key, got "lot"'
    )


def test_a_later_format_adds_options_and_the_earlier_one_is_still_read(edited, monkeypatch):
    named = [name.rstrip("?") for name in record_form.options_of(lines.FORMAT)]
    assert named == list(Options.__dataclass_fields__)
    monkeypatch.setitem(record_form.OPTIONS, lines.FORMAT + 1, ("weather",))
    monkeypatch.setattr(forms, "FORMATS", (*lines.FORMATS, lines.FORMAT + 1))
    assert len(read(edited.save())) == 1
    edited.lines[0]["format"] += 1
    assert refused(edited, bytes_of(edited)) == (
        "line 1: options.weather: expected a value, got null"
    )
    edited.lines[0]["options"]["weather"] = "rain"
    assert len(read(edited.save())) == 1


@pytest.mark.parametrize("number", [1, 3, LAST])
def test_a_key_twice_in_one_object(edited, number):
    content = bytes_of(edited).splitlines(keepends=True)
    key = content[number - 1].split(b'"')[1].decode()
    content[number - 1] = b'{"' + key.encode() + b'":1,' + content[number - 1][1:]
    assert refused(edited, b"".join(content)) == (
        f"line {number or len(content)}: expected JSON, got key '{key}' twice in one object"
    )


@pytest.mark.parametrize("number", [1, 3, LAST])
def test_a_line_ended_as_on_windows(edited, number):
    content = bytes_of(edited).splitlines(keepends=True)
    content[number - 1] = content[number - 1].replace(b"\n", b"\r\n")
    problem = refused(edited, b"".join(content))
    shown = number or len(content)
    assert problem.startswith(f"line {shown}: expected a line ended by \\n alone, got ")


# --- another game's rules ------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("scenario_id", "0" * 64, "scenario_id: expected "),
        ("scenario", "teeching", "scenario: expected a scenario of the package, or the scenario"),
        (
            "options",
            {"rulings": {"absorbers": []}},
            "options: expected valid options, got ",
        ),
        (
            "options",
            {"deadlock": "tree"},
            "options: expected valid options, got unknown value",
        ),
    ],
)
def test_a_header_that_cannot_be_played(edited, key, value, words):
    before = edited.lines[0][key]
    edited.lines[0][key] = {**before, **value} if isinstance(value, dict) else value
    (problem,) = verify(edited.save())
    assert str(problem).startswith(f"line 1: {words}")


def test_other_options_are_another_game(edited):
    edited.lines[0]["options"]["deadlock"] = "janken"
    (problem,) = verify(edited.save())
    assert json.loads(edited.path.read_text().splitlines()[problem.line - 1])["phase"] == "tonnage"


# --- what somebody has made up ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"seed":21', b'"seed":' + b"9" * 5000, "JSON, got a whole number of 5000 digits"),
        (b'"seed":21', b'"seed":1e999', "expected JSON, got '1e999', which is too large a number"),
        (b'"seed":21', b'"seed":NaN', "expected JSON, got NaN, which is no number in JSON"),
        (b'"rulings":{}', b'"rulings":' + b"[" * 9999, "expected JSON, got more than 50 levels"),
        (b'"army":"', b'"army":"\\ud800', r"JSON, got '\ud800' (half of a surrogate pair)"),
        (b'"army":"', b'"army":"\xff', "expected JSON, got the byte 0xff (not UTF-8, column "),
        (b'"army":"', b'"army":"\0', r"""expected JSON, got '\x00"""),
        (b'"states"', b'"\\u001b[2J\\u202e\\n":1,"states"', r"\x1b[2J\u202e\n: expected no such"),
        (b'"states"', b'"' + b"s" * 5000 + b'"', "states: expected a value, got null"),
        (b'"states":', b'"' + b"s" * 5000 + b'":1,"states":', "sss...: expected no such key"),
    ],
)  # fmt: skip
def test_a_made_up_header_is_one_short_line(edited, old, new, words):
    content = bytes_of(edited)
    assert content.count(old, 0, content.index(b"\n")) == 1
    problem = refused(edited, content.replace(old, new, 1))
    assert problem.startswith("line 1: ")
    assert words in problem
    assert problem.isprintable()
    assert len(problem) < 1200


def test_a_wrong_word_of_a_choice_is_shown_on_one_line(edited):
    edited.lines[2]["decision"] = "\x1b[2J\nx"
    (problem,) = verify(edited.save())
    assert str(problem).isprintable()


@pytest.mark.parametrize("name", ["/dev/zero", "../own", "own.yaml", "a\0/b", "x" * 5000, "\\own"])
def test_a_header_names_a_scenario_of_the_package_and_no_file(edited, name):
    """Else a record could have any file of its reader's machine read."""
    edited.lines[0]["scenario"] = name
    (problem,) = verify(edited.save())
    assert problem.field == "scenario"
    assert problem.expected.startswith("a scenario of the package, or the scenario file given")
    assert len(str(problem)) < 1500


def test_a_line_is_read_up_to_the_bound(edited, monkeypatch):
    longest = max(map(len, bytes_of(edited).splitlines(keepends=True)))
    monkeypatch.setattr("glory_env.record.files.MAX_BYTES", longest)
    assert len(read(edited.save())) == 1
    monkeypatch.setattr("glory_env.record.files.MAX_BYTES", longest - 1)
    assert f"expected at most {longest - 1:,} bytes, got more" in refused(edited, bytes_of(edited))


def test_a_file_without_an_end_is_refused_at_its_first_line():
    with pytest.raises(RecordError, match="line 1: expected at most 1,048,576 bytes, got more"):
        read("/dev/zero")


def test_a_game_has_a_most_of_lines(edited, game, monkeypatch):
    count = len(game.lines)
    monkeypatch.setattr("glory_env.record.files.MAX_LINES", count)
    assert len(read(edited.save())) == 1
    monkeypatch.setattr("glory_env.record.files.MAX_LINES", count - 1)
    words = f"line {count + 1}: expected a footer after at most {count - 1:,} lines, got "
    assert refused(edited, bytes_of(edited)) == f"{words}a choice"


def test_a_carriage_return_inside_a_line(edited):
    content = bytes_of(edited).replace(b'"turn":', b'\r"turn":', 1)
    assert refused(edited, content).startswith("line 2: expected a line ended by \\n alone, got ")


@pytest.mark.parametrize("action", [-1, 10**9, 10**30, -(10**30)])
def test_a_number_that_is_no_action(edited, action):
    for k, line in enumerate(edited.lines[:20]):
        if line.get("actions"):
            edited.lines[k]["actions"] = [action]
            break
    (problem,) = verify(edited.save())
    assert problem.field.startswith("actions")
