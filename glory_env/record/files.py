"""Record files: written whole, read with every line checked (docs/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.core import state as st
from glory_env.core.files import whole_file
from glory_env.game.trace import OUTCOMES
from glory_env.record.lines import (
    FORMATS,
    GameRecord,
    Line,
    digest_of,
    is_choice,
    options_of,
    text_of,
)

SERVICES, ACTORS = st.SERVICES, (*st.SERVICES, "system")
WINNERS = (*st.SERVICES, "draw", "none")
PERCENT_FACES, FACES = 100, 6


class Problem(NamedTuple):
    """Where a record is wrong: the number of the line in its file, the field, two values."""

    line: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: expected {self.expected}, got {self.got}"


class RecordError(ValueError):
    """A record that cannot be used; the message names file, line, field, expected, got."""

    def __init__(self, path: str | Path, problem: Problem) -> None:
        super().__init__(f"{path}: {problem}")
        self.problem = problem


# --- writing -------------------------------------------------------------------------------
def write(path: str | Path, games: Iterable[GameRecord]) -> None:
    """Write games one after the other; the file appears whole or not at all.

    A game without a footer is written as it is, and read back with `unfinished=True`. OSError
    where the file cannot be written.
    """
    with whole_file(Path(path)) as file:
        for game in games:
            lines = [game.header, *game.lines]
            if game.footer is not None:
                lines.append({**game.footer, "digest": digest_of(lines)})
            file.writelines(f"{text_of(line)}\n".encode("ascii") for line in lines)


# --- reading -------------------------------------------------------------------------------
def read(path: str | Path, unfinished: bool = False) -> list[GameRecord]:
    """The games of a file, every line of the right form and every digest right.

    unfinished: the last game may be without its footer. Whether the games follow the rules is
    another question: `glory_env.record.verify`. Raises RecordError; OSError where the file
    cannot be read.
    """
    games = []
    for game, problem in scan(path, unfinished):
        if problem is not None:
            raise RecordError(path, problem)
        games.append(game)
    return games


def scan(path: str | Path, unfinished: bool = False) -> list[tuple[GameRecord, Problem | None]]:
    """As `read`, but a wrong digest is handed back with its game."""
    games: list[tuple[GameRecord, Problem | None]] = []
    game: GameRecord | None = None
    digest = hashlib.sha256()
    number = 0
    for number, raw in enumerate(Path(path).read_bytes().splitlines(keepends=True), 1):
        kind, line = _parse(path, number, raw)
        if (game is None) != (kind == "header"):
            wanted = "header" if game is None else "choice, state or footer"
            raise RecordError(path, Problem(number, "line", f"a {wanted}", f"a {kind}"))
        if game is None:
            game = GameRecord(line, path=str(path), start=number)
            digest = hashlib.sha256(raw)
        elif kind == "footer":
            game.footer = line
            right = digest.hexdigest()
            wrong = Problem(number, "digest", f"{right} (of the lines as they are)", line["digest"])
            games.append((game, None if line["digest"] == right else wrong))
            game = None
        else:
            game.lines.append(line)
            digest.update(raw)
    if game is not None:
        if not unfinished:
            end = Problem(number + 1, "line", f"footer of the game of line {game.start}", "nothing")
            raise RecordError(path, end)
        games.append((game, None))
    if not games:
        raise RecordError(path, Problem(1, "line", "a header", "an empty file"))
    return games


def _parse(path: str | Path, number: int, raw: bytes) -> tuple[str, Line]:
    """One line, checked: its kind and content."""
    if not raw.endswith(b"\n") or raw.endswith(b"\r\n"):
        shown = f"one that ends in {raw[-20:].decode(errors='replace')!r}"
        words = "a line ended by \\n alone" if raw.endswith(b"\n") else "a whole line"
        raise RecordError(path, Problem(number, "line", words, shown))
    try:
        line = json.loads(raw, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(path, Problem(number, "line", "JSON", f"{error}")) from None
    problem = None
    if not isinstance(line, dict):
        problem = ("line", "an object", line)
    else:
        kind = next((kind for key, kind in _MARKS.items() if key in line), "choice")
        problem = _check_format(line) if kind == "header" else None
        problem = problem or _check(line, _FORMS[kind], "") or _check_more(kind, line)
    if problem is not None:
        field, expected, got = problem
        raise RecordError(path, Problem(number, field, expected, shown_value(got)))
    return kind, line


def _object(pairs: list[tuple[str, Any]]) -> Line:
    """A JSON object; json takes the last value of a key that stands twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {twice!r} twice in one object")
    return value


def shown_value(value: Any) -> str:
    """A value as JSON, cut at 200 characters."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 200 else text[:197] + "..."


# --- the form of lines ---------------------------------------------------------------------
class _Kind(NamedTuple):
    """What a value has to be: its name in messages, and the test."""

    words: str
    test: Callable[[Any], bool]


def _one_of(names: Iterable[str]) -> _Kind:
    names = tuple(names)
    return _Kind("one of " + ", ".join(names), lambda v: isinstance(v, str) and v in names)


def _is_number(value: Any) -> bool:
    return type(value) is int


_WHOLE = _Kind("a whole number from 0", lambda v: _is_number(v) and v >= 0)
_NUMBER = _Kind("a whole number", _is_number)
_TEXT = _Kind("a text", lambda v: isinstance(v, str))
_ANY = _Kind("a value", lambda v: True)
_SWITCH = _Kind("true or false", lambda v: isinstance(v, bool))
_OBJECT = _Kind("an object", lambda v: isinstance(v, dict))
_LIST = _Kind("a list", lambda v: isinstance(v, list))
_TONNAGE = {"army": _NUMBER, "navy": _NUMBER, "civil": _NUMBER}

# The key by which a kind of line is known, and the form of each; "?" marks keys that may be absent.
_MARKS = {"format": "header", "digest": "footer", "state": "state"}
_FORMS: dict[str, dict[str, Any]] = {
    "header": {
        "format": _WHOLE,
        "package": _TEXT,
        "scenario": _TEXT,
        "scenario_id": _TEXT,
        "options": _OBJECT,
        "auto_forced": _SWITCH,
        "states": _SWITCH,
        "seed": _WHOLE,
        "agents": {"army": _TEXT, "navy": _TEXT},
    },
    "choice": {
        "turn": _WHOLE,
        "phase": _one_of(st.PHASES),
        "actor": _one_of(ACTORS),
        "decision": _TEXT,
        "choice": _Kind("an object or null", lambda v: v is None or isinstance(v, dict)),
        "actions": _Kind(
            "a list of action numbers",
            lambda v: isinstance(v, list) and all(map(_is_number, v)),
        ),
        "dice": _LIST,
        "events": _LIST,
        "forced?": _Kind("true or nothing", lambda v: v is True),
    },
    "state": {
        "turn": _WHOLE,
        "phase": _one_of(st.PHASES),
        "state": {
            "total": _NUMBER,
            "allotment": _TONNAGE,
            "left": _TONNAGE,
            "gp": {"army": _WHOLE, "navy": _WHOLE},
            "method": _one_of(st.METHODS),
            "markers": _OBJECT,
            "counters": _OBJECT,
        },
    },
    "footer": {
        "gp": {"army": _WHOLE, "navy": _WHOLE},
        "completed": _SWITCH,
        "outcome": _one_of(OUTCOMES[1:]),
        "cause": _one_of(st.CAUSES),
        "turn": _WHOLE,
        "winner": _one_of(WINNERS),
        "decisions": _WHOLE,
        "solo_victory?": _SWITCH,
        "digest": _TEXT,
    },
}
_DICE = {"purpose": _one_of(st.PURPOSES), "faces": _LIST}
_Wrong = tuple[str, str, Any] | None  # field, expected, got


def _check(value: Any, form: Any, field: str) -> _Wrong:
    """The first difference between a value and its form."""
    if isinstance(form, _Kind):
        return None if form.test(value) else (field, form.words, value)
    if not isinstance(value, dict):
        return field, "an object", value
    dot = field + "." if field else ""
    for key, inner in form.items():
        name = key.rstrip("?")
        if name in value:
            wrong = _check(value[name], inner, dot + name)
            if wrong:
                return wrong
        elif key == name:
            return dot + name, "a value", None
    for key in value:
        if key not in form and key + "?" not in form:
            return dot + key, "no such key", value[key]
    return None


def _check_format(line: Line) -> _Wrong:
    """A record of another format is refused by its number, whatever else it holds."""
    if _is_number(line["format"]) and line["format"] in FORMATS:
        return None
    words = _WHOLE.words
    if _WHOLE.test(line["format"]):
        words = f"{' or '.join(map(str, FORMATS))}, which this version reads"
    return "format", words, line["format"]


def _check_more(kind: str, line: Line) -> _Wrong:
    """What spans several keys.

    A header has the options of its format, a choice belongs to a service, dice have sensible faces.
    """
    if kind == "header":
        form = dict.fromkeys(options_of(line["format"]), _ANY)
        return _check(line["options"], form, "options")
    if kind != "choice":
        return None
    if is_choice(line) != isinstance(line["choice"], dict) and line["decision"] != "tonnage":
        return "choice", "an object for a service's line, null for the system's", line["choice"]
    count = 0
    for k, roll in enumerate(line["dice"]):
        wrong = _check(roll, _DICE, f"dice[{k}]")
        if wrong:
            return wrong
        # Nothing but an offer is followed by a die of a hundred faces.
        percent = roll["purpose"] == "break_off" and line["decision"] == "offer"
        highest = PERCENT_FACES if percent else FACES
        for i, face in enumerate(roll["faces"]):
            if not _is_number(face) or not 1 <= face <= highest:
                return f"dice[{k}].faces[{i}]", f"a face from 1 to {highest}", face
        count += len(roll["faces"])
    return ("dice", f"at most {st.TRACE_DICE} faces", count) if count > st.TRACE_DICE else None
