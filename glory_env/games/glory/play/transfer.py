"""Games as files that leave the server and come back: download, a moment of a game, upload."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from glory_env.games import DEFAULT
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.from_moment import record_until
from glory_env.games.glory.play.opening import open_saved
from glory_env.games.glory.play.session import GameSession
from glory_env.games.glory.play.table import Table
from glory_env.play.allowed_agents import Allowed
from glory_env.play.reading import is_secret, read_one, seated
from glory_env.play.saves import ENDING, EXTREMES, SaveError, Saves
from glory_env.record import GameRecord, RecordError, write

LARGEST = 4 << 20  # bytes of a game
MOST = 200  # games of that kind that are kept
MOST_BYTES = 64 << 20  # of them together
UPLOAD = "upload-"  # how their names begin


def game_file(table: Table, name: str, line: int | None) -> bytes:
    """A game as a file, up to a line of it where one is given, without what is under seal.

    SaveError for a name that is not there and for a game that two people have not played to its
    end, ValueError for a file that is no game.
    """
    try:
        record = _record(table, name)
    except RecordError as error:
        raise ValueError(without_path(error, table.saves.path(name))) from None
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


def _record(table: Table, name: str) -> GameRecord:
    """What may be shown of a game; a saved one that has not ended is replayed to find it."""
    if name == table.name:
        return _shown(table.session)
    path = table.saves.existing(name)
    record = read_one(path, Game.definition.name)
    if record.footer is not None or is_secret(record):
        return record
    return _shown(open_saved(path, True, Allowed(scenario=table.allowed.scenario)))


def _shown(session: GameSession) -> GameRecord:
    record, footer = session.record, session.record.footer  # the game may go on meanwhile
    lines = record.lines[: session.shown]
    return GameRecord(record.header, lines, footer if len(lines) == len(record.lines) else None)


def without_path(error: Exception, path: Path) -> str:
    """What is wrong with a file, without the place where the server keeps it."""
    return str(error).replace(str(path), "file")


def check_room(saves: Saves) -> None:
    """ValueError where so many games have been taken in that no more are."""
    sizes = [file.stat().st_size for file in saves.folder.glob(f"{UPLOAD}*{ENDING}")]
    if len(sizes) >= MOST or sum(sizes) > MOST_BYTES:
        raise ValueError(
            f"expected at most {MOST} games, {MOST_BYTES >> 20} MiB, of files {UPLOAD}*{ENDING} in "
            "the folder of saved games: delete some there first"
        )


def take_in(table: Table, data: bytes) -> tuple[str, bool]:
    """Keep a game that a page has sent under a new name: that name, and whether it is over.

    ValueError where it is no game of these rules, or names an agent that a page may not name.
    """
    allowed = table.allowed
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"upload{ENDING}"
        path.write_bytes(data)
        try:
            agents = read_one(path, Game.definition.name).header["agents"].values()
            as_replay = Allowed(scenario=allowed.scenario)
            session = seated(
                path, agents, DEFAULT, allowed.agents, lambda: open_saved(path, True, as_replay)
            )
        except (ValueError, OSError, *EXTREMES) as error:
            raise ValueError(without_path(error, path)) from None
    names = (f"{UPLOAD}{k}" for k in count(1))
    free = next(name for name in names if not table.saves.path(name).exists())
    name = table.saves.save_new(session, free)
    table.saves.release(name)
    return name, session.is_over
