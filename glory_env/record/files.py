"""Record files: written whole, read with every line checked (docs/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.core import json_file
from glory_env.core.errors import one_line
from glory_env.core.files import whole_file
from glory_env.core.json_file import JsonError
from glory_env.games import game as game_named
from glory_env.record.forms import check_line, form_of, game_of
from glory_env.record.lines import GameRecord, Line, digest_of, text_of

MAX_BYTES = 1 << 20  # of a line; those that are written have a few thousand
MAX_LINES = 100_000  # of a game


class Problem(NamedTuple):
    """Where a record is wrong: the number of the line in its file, the field, two values.

    field: "line" where it is the whole line; in words only its number is said then.
    """

    line: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        field = "" if self.field == "line" else f"{one_line(self.field, 200)}: "
        expected, got = (one_line(" ".join(v.splitlines())) for v in (self.expected, self.got))
        return f"line {self.line}: {field}expected {expected}, got {got}"


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
def read(path: str | Path, unfinished: bool = False, game: str | None = "") -> list[GameRecord]:
    """The games of a file, every line of the right form and every digest right.

    unfinished: the last game may be without its footer. game: the one that the records are of, by
    the name of its environment; None for any, default Glory. Whether the games follow the rules is
    another question: `glory_env.record.verify`. Raises RecordError; OSError where the file
    cannot be read.
    """
    games = []
    game = game_named().environment if game == "" else game
    for record, problem in scan(path, unfinished):
        if game is not None and game_of(record.header) != game:
            problem = Problem(record.start, "game", game, game_of(record.header))
        if problem is not None:
            raise RecordError(path, problem)
        games.append(record)
    return games


def scan(path: str | Path, unfinished: bool = False) -> Iterator[tuple[GameRecord, Problem | None]]:
    """As `read`, one game after the other, but a wrong digest is handed back with its game."""
    game: GameRecord | None = None
    digest = hashlib.sha256()
    number = games = 0
    for number, raw in enumerate(_raw_lines(path), 1):
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
            yield game, None if line["digest"] == right else wrong
            game = None
            games += 1
        elif len(game.lines) == MAX_LINES:
            words = f"a footer after at most {MAX_LINES:,} lines"
            raise RecordError(path, Problem(number, "line", words, f"a {kind}"))
        else:
            game.lines.append(line)
            digest.update(raw)
    if game is not None:
        if not unfinished:
            end = Problem(number + 1, "line", f"footer of the game of line {game.start}", "nothing")
            raise RecordError(path, end)
        yield game, None
    elif not games:
        raise RecordError(path, Problem(1, "line", "a header", "an empty file"))


def _raw_lines(path: str | Path) -> Iterator[bytes]:
    """The lines of a file, each with its end; of one that is too long the first part."""
    with Path(path).open("rb") as file:
        while raw := file.readline(MAX_BYTES + 1):
            yield raw


def _parse(path: str | Path, number: int, raw: bytes, game: GameRecord | None) -> tuple[str, Line]:
    """One line, checked: its kind and content. game: the record it belongs to, if it has begun."""
    if len(raw) > MAX_BYTES:
        raise RecordError(path, Problem(number, "line", f"at most {MAX_BYTES:,} bytes", "more"))
    if b"\r" in raw or not raw.endswith(b"\n"):
        words = "a line ended by \\n alone" if b"\r" in raw else "a whole line"
        shown = f"one that ends in {raw[-20:].decode(errors='replace')!r}"
        raise RecordError(path, Problem(number, "line", words, shown))
    try:
        line = json_file.parse(raw)
    except JsonError as error:
        raise RecordError(path, Problem(number, "line", "JSON", error.got)) from None
    kind = ""
    problem: tuple[str, str, Any] | None = ("line", "an object", line)
    if isinstance(line, dict):
        header = line if game is None or "format" in line else game.header
        kind, problem = check_line(line, form_of(header))
    if problem is not None:
        field, expected, got = problem
        raise RecordError(path, Problem(number, field, expected, shown_value(got)))
    return kind, line


def shown_value(value: Any) -> str:
    """A value as JSON, cut at 200 characters."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 200 else text[:197] + "..."
