"""Games as files that leave the server and come back: download, a moment of a game, upload."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Protocol

from glory_env.game.bundle import Bundle
from glory_env.play.allowed_agents import Allowed
from glory_env.play.from_moment import record_until
from glory_env.play.reading import is_secret, read_one, seated
from glory_env.play.saves import ENDING, EXTREMES, Saveable, SaveError, Saves
from glory_env.record import GameRecord, RecordError, write

LARGEST = 4 << 20  # bytes of a game
MOST = 200  # games of that kind that are kept
MOST_BYTES = 64 << 20  # of them together
UPLOAD = "upload-"  # how their names begin


class Shown(Saveable, Protocol):
    """A session. shown: how many lines of its record may be shown."""

    record: GameRecord

    @property
    def shown(self) -> int: ...
    @property
    def is_over(self) -> bool: ...


class Sharing(Protocol):
    """A table. name: under which the game on it is saved."""

    saves: Saves
    allowed: Allowed

    @property
    def name(self) -> str: ...
    @property
    def session(self) -> Shown: ...


class Transfer:
    """The saved games of a table as files.

    open_saved: plays a file's game up to where it stood, to look at; without agents.
    """

    def __init__(self, table: Sharing, bundle: Bundle, open_saved: Callable[[Path], Shown]) -> None:
        self._table, self._bundle, self._open_saved = table, bundle, open_saved

    def game_file(self, name: str, line: int | None) -> bytes:
        """A game as a file, up to a line of it where one is given, without what is under seal.

        SaveError for a name that is not there and for a game that two people have not played to its
        end, ValueError for a file that is no game.
        """
        try:
            record = self._record(name)
        except RecordError as error:
            raise ValueError(without_path(error, self._table.saves.path(name))) from None
        if is_secret(record):
            raise SaveError(f"{name}: two people play it: its file can be had when it is over")
        if line is not None:
            if not -1 <= line < len(record.lines):
                raise SaveError(f"line {line}: expected -1 to {len(record.lines) - 1}")
            record = record_until(record, line)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"game{ENDING}"
            write(path, [record])
            return path.read_bytes()

    def _record(self, name: str) -> GameRecord:
        """What may be shown of a game; a saved one that has not ended is replayed to find it."""
        if name == self._table.name:
            return _shown(self._table.session)
        path = self._table.saves.existing(name)
        record = read_one(path, self._bundle.environment)
        if record.footer is not None or is_secret(record):
            return record
        return _shown(self._open_saved(path))

    def check_room(self) -> None:
        """ValueError where so many games have been taken in that no more are."""
        files = self._table.saves.folder.glob(f"{UPLOAD}*{ENDING}")
        sizes = [file.stat().st_size for file in files]
        if len(sizes) >= MOST or sum(sizes) > MOST_BYTES:
            raise ValueError(
                f"expected at most {MOST} games, {MOST_BYTES >> 20} MiB, of files "
                f"{UPLOAD}*{ENDING} in the folder of saved games: delete some there first"
            )

    def take_in(self, data: bytes) -> tuple[str, bool]:
        """Keep a game that a page has sent under a new name: that name, and whether it is over.

        ValueError where it is no game of these rules, or names an agent that a page may not name.
        """
        saves, given = self._table.saves, self._table.allowed.agents
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"upload{ENDING}"
            path.write_bytes(data)
            try:
                agents = read_one(path, self._bundle.environment).header["agents"].values()
                session = seated(
                    path, agents, self._bundle.name, given, lambda: self._open_saved(path)
                )
            except (ValueError, OSError, *EXTREMES) as error:
                raise ValueError(without_path(error, path)) from None
        names = (f"{UPLOAD}{k}" for k in count(1))
        free = next(name for name in names if not saves.path(name).exists())
        name = saves.save_new(session, free)
        saves.release(name)
        return name, session.is_over


def _shown(session: Shown) -> GameRecord:
    record, footer = session.record, session.record.footer  # the game may go on meanwhile
    lines = record.lines[: session.shown]
    return GameRecord(record.header, lines, footer if len(lines) == len(record.lines) else None)


def without_path(error: Exception, path: Path) -> str:
    """What is wrong with a file, without the place where the server keeps it."""
    return str(error).replace(str(path), "file")
