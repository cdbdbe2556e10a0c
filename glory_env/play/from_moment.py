"""A game from a moment of another one: the same set-up, dice and choices up to there."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from glory_env.play.saves import ENDING
from glory_env.record import GameRecord, write
from glory_env.record.lines import is_choice

Session = TypeVar("Session")


def record_until(record: GameRecord, line: int) -> GameRecord:
    """The record right after a line and what that line has caused; -1: of the set-up."""
    end = line + 1
    while end < len(record.lines) and not is_choice(record.lines[end]):
        end += 1
    footer = record.footer if end == len(record.lines) else None
    return GameRecord(record.header, record.lines[:end], footer)


def again(record: GameRecord, line: int, resume: Callable[[Path], Session]) -> Session:
    """A new game that stands right after a line of another one, with the same players.

    Its dice are those of the other game: the same choices lead to the same results. resume: plays
    a saved game up to where it stood; its errors are raised on.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"moment{ENDING}"
        write(path, [record_until(record, line)])
        return resume(path)
