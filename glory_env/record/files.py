"""Record files: written whole, read with every line checked (docs/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.core.files import whole_file
from glory_env.game.glory import GLORY
from glory_env.record.forms import check_line, form_of, game_of
from glory_env.record.lines import GameRecord, Line, digest_of, text_of


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
def read(
    path: str | Path, unfinished: bool = False, game: str | None = GLORY.name
) -> list[GameRecord]:
    """The games of a file, every line of the right form and every digest right.

    unfinished: the last game may be without its footer. game: the one that the records are of, None
    for any. Whether the games follow the rules is
    another question: `glory_env.record.verify`. Raises RecordError; OSError where the file
    cannot be read.
    """
    games = []
    for record, problem in scan(path, unfinished):
        if game is not None and game_of(record.header) != game:
            problem = Problem(record.start, "game", game, game_of(record.header))
        if problem is not None:
            raise RecordError(path, problem)
        games.append(record)
    return games


def scan(path: str | Path, unfinished: bool = False) -> list[tuple[GameRecord, Problem | None]]:
    """As `read`, but a wrong digest is handed back with its game."""
    games: list[tuple[GameRecord, Problem | None]] = []
    game: GameRecord | None = None
    digest = hashlib.sha256()
    number = 0
    for number, raw in enumerate(Path(path).read_bytes().splitlines(keepends=True), 1):
        kind, line = _parse(path, number, raw, game)
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


def _parse(path: str | Path, number: int, raw: bytes, game: GameRecord | None) -> tuple[str, Line]:
    """One line, checked: its kind and content. game: the record it belongs to, if it has begun."""
    if not raw.endswith(b"\n") or raw.endswith(b"\r\n"):
        shown = f"one that ends in {raw[-20:].decode(errors='replace')!r}"
        words = "a line ended by \\n alone" if raw.endswith(b"\n") else "a whole line"
        raise RecordError(path, Problem(number, "line", words, shown))
    try:
        line = json.loads(raw, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(path, Problem(number, "line", "JSON", f"{error}")) from None
    kind = ""
    problem: tuple[str, str, Any] | None = ("line", "an object", line)
    if isinstance(line, dict):
        header = line if game is None or "format" in line else game.header
        kind, problem = check_line(line, form_of(header))
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
