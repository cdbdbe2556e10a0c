"""Games as files that leave the server and come back: download, a moment of a game, upload."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from glory_env.play.again import record_until
from glory_env.play.opening import Allowed, listed_agents, open_saved
from glory_env.play.saves import ENDING, EXTREMES, SaveError
from glory_env.play.session import PERSON
from glory_env.play.table import Table
from glory_env.record import GameRecord, read, write

LARGEST = 4 << 20  # bytes of a game


def game_file(table: Table, name: str, line: int | None) -> bytes:
    """A game as a file, up to a line of it where one is given.

    SaveError for a name that is not there, RecordError for a file that is no game.
    """
    record = _record(table, name)
    if line is not None:
        if not -1 <= line < len(record.lines):
            raise SaveError(f"line {line}: expected -1 to {len(record.lines) - 1}")
        record = record_until(record, line)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"game{ENDING}"
        write(path, [record])
        return path.read_bytes()


def _record(table: Table, name: str) -> GameRecord:
    if name == table.name:
        session = table.session
        if session.shown == len(session.record.lines):
            return session.record
        return GameRecord(session.record.header, session.record.lines[: session.shown])
    return read(table.saves.existing(name), unfinished=True)[0]


def take_in(table: Table, data: bytes) -> tuple[str, bool]:
    """Keep a game that a page has sent under a new name: that name, and whether it is over.

    ValueError where it is no game of these rules, or names an agent that a page may not name.
    """
    allowed = table.allowed
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"upload{ENDING}"
        path.write_bytes(data)
        try:
            games = read(path, unfinished=True)
            known = {one["name"] for one in listed_agents()} | allowed.agents | {PERSON}
            for agent in games[0].header["agents"].values() if games else ():
                if agent not in known:
                    raise ValueError(f"agents: {agent!r} is none that a page may name")
            session = open_saved(path, True, Allowed(scenario=allowed.scenario))
        except (ValueError, OSError, *EXTREMES) as error:
            raise ValueError(str(error).replace(str(path), "file")) from None
    names = (f"upload-{k}" for k in count(1))
    free = next(name for name in names if not table.saves.path(name).exists())
    return table.saves.save_new(session, free), session.is_over
