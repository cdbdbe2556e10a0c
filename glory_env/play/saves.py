"""The folder of saved games: validated names, no path from outside."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from glory_env import games
from glory_env.core.errors import shown
from glory_env.play import locks
from glory_env.play.messages import NAME
from glory_env.play.reading import PERSON
from glory_env.text.lazy import Say

FOLDER = Path("runs/play")
ENDING = ".jsonl"
LESSON = "lesson-"  # how the names of lessons begin
LISTED = 50  # of them, the newest
LONGEST = 1 << 18  # bytes of a line of a record
EXTREMES = ArithmeticError, RecursionError  # what infinite numbers and deep nesting raise


class SaveError(ValueError):
    """A name that cannot be used; the message says why. code: of the page's `error` message."""

    code = "name"


class InUse(SaveError):
    """Another process has the game and would overwrite what this one saves, or the reverse."""

    code = "in_use"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: another server or terminal has this game; end it there first")
        self.words = Say("error.in_use", name=path.stem)


def name_of_ended(record: Any) -> str:
    """The name under which a finished game is kept: the same game always has the same one."""
    return f"game-{record.footer['digest'][:16]}"


def claim(path: Path) -> None:
    """Keep other processes from a game's file until this one ends; InUse where one has it."""
    if not locks.claim(path):
        raise InUse(path)


class Saveable(Protocol):
    """A session of any game that can write itself to a file."""

    def save(self, path: Path) -> None:
        """Write the game, whole or not at all; OSError if it cannot be."""


class Saves:
    """Games saved in one folder, each in a file <name>.jsonl."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a name; SaveError for a name that could lead elsewhere."""
        if not re.fullmatch(NAME, name) or name.endswith("\n"):
            raise SaveError(f"name {shown(name)}: expected 1 to 64 letters, digits, - or _")
        return self.folder / f"{name}{ENDING}"

    def existing(self, name: str) -> Path:
        """The file of a game that is there; SaveError where it is not."""
        path = self.path(name)
        if not path.is_file():
            raise SaveError(f"name {shown(name)}: there is no such saved game")
        return path

    def claim(self, name: str) -> None:
        """Nobody else may save under a name until it is released; InUse where somebody does."""
        claim(self.path(name))

    @contextmanager
    def taken_up(self, name: str) -> Iterator[Path]:
        """The file of a game that is to be played on: claimed, and released where that fails."""
        path = self.existing(name)
        was_held = locks.holds(path)
        claim(path)
        try:
            yield path
        except BaseException:
            if not was_held:
                locks.release(path)
            raise

    def release(self, name: str) -> None:
        """Others may save under that name again."""
        locks.release(self.path(name))

    def new_name(self, *tried: str, kind: str = "game") -> str:
        """game-1, or the next number that is free. Nobody has it before the game is saved.

        tried: names that were not free either. kind: in place of game.
        """
        names = (*tried, *(path.stem for path in self.folder.glob(f"{kind}-*{ENDING}")))
        found = (re.fullmatch(f"{kind}-([0-9]{{1,50}})", name) for name in names)
        return f"{kind}-{1 + max((int(one[1]) for one in found if one), default=0)}"

    def save_new(self, session: Saveable, name: str) -> str:
        """Save for the first time, and return the name: the next free one where it is taken.

        It stays claimed.
        """
        kind, _, number = name.rpartition("-")
        kind = kind if kind and number.isdecimal() else "game"
        tried: list[str] = []
        while True:
            try:
                self._save_first(session, name)
                return name
            except SaveError:
                tried.append(name)
                name = self.new_name(*tried, kind=kind)

    def _save_first(self, session: Saveable, name: str) -> None:
        """Save under a name that is free; other processes may save in the same folder."""
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise SaveError(f"name {name!r}: another game is saved there")
        claim(path)
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            locks.release(path)
            raise SaveError(f"name {name!r}: another game is saved there") from None
        try:
            session.save(path)
        except OSError:
            path.unlink(missing_ok=True)
            locks.release(path)
            raise

    def save_as(self, session: Saveable, name: str, own: str | None) -> None:
        """Save under a name that is free or the session's own."""
        path = self.path(name)
        was_held = locks.holds(path)
        if name == own:
            claim(path)
            session.save(path)
        else:
            self._save_first(session, name)
        if not was_held:
            locks.release(path)

    def listed(self, game: str = games.DEFAULT) -> list[dict[str, Any]]:
        """The saved games of a game, newest first.

        A file that is no record of it is left out.
        """
        files = self.folder.glob(f"*{ENDING}")
        named = [file for file in files if re.fullmatch(NAME, file.stem) and file.is_file()]
        newest = sorted(named, key=lambda file: -file.stat().st_mtime)[:LISTED]
        return [one for file in newest if (one := _summary(file, game)) is not None]

    def ended(self) -> list[dict[str, Any]]:
        """All games that were played to their end, in no order; `end`: how they ended."""
        files = [file for file in self.folder.glob(f"*{ENDING}") if re.fullmatch(NAME, file.stem)]
        return [one for one in map(_summary, files) if one is not None and one["over"]]

    def unfinished(self, own: str) -> str | None:
        """The newest game not played to its end, but the one on the table and lessons.

        A person's games come before those that were only watched.
        """
        open_ = [one for one in self.listed() if not one["over"] and one["name"] != own]
        open_ = [one for one in open_ if not one["name"].startswith(LESSON)]
        played = [one for one in open_ if PERSON in one["agents"].values()]
        return next((one["name"] for one in played or open_), None)


def scenario_of(file: Path) -> str | None:
    """The scenario a saved game names; None where the file is no record."""
    summary = _summary(file)
    return summary["scenario"] if summary else None


def _summary(file: Path, game: str = games.DEFAULT) -> dict[str, Any] | None:
    """Header and last line only: whether the game is what it says is checked when it is loaded."""
    try:
        about = file.stat()
        return _ends(file, about.st_mtime_ns, about.st_size, game)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, *EXTREMES):
        return None


@lru_cache(maxsize=4096)
def _ends(file: Path, changed: int, size: int, game: str) -> dict[str, Any]:
    """What a file's first and last line say; read again only when it has changed."""
    with file.open("rb") as lines:
        header = json.loads(lines.readline(LONGEST))
        lines.seek(max(0, size - LONGEST))
        last = json.loads(lines.read(LONGEST).splitlines()[-1])
    seed = int(header["seed"])
    bundle = games.game(game)
    return {
        "name": file.stem,
        "scenario": str(header["scenario"]),
        "seed": seed if "digest" in last else None,  # it tells all dice to come
        "agents": {seat: str(header["agents"][seat]) for seat in bundle.seats},
        "turn": int(last.get("turn", 1)),
        "over": "digest" in last,
        "end": {key: last[key] for key in bundle.ends} if "digest" in last else None,
        "changed": time.strftime("%Y-%m-%d %H:%M", time.localtime(changed / 1e9)),
    }
