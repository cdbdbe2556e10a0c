"""A saved game of Glory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.scenario import Scenario, names
from glory_env.play.reading import read_with
from glory_env.record import GameRecord, Problem, RecordError


def read_game(
    path: Path, scenario: str | Path | None
) -> tuple[GameRecord, Scenario, dict[str, Any]]:
    """The one game of a file, its scenario and its options.

    scenario: its file, where it is not one of the package. ValueError says what is wrong, as
    a RecordError where one line is.
    """
    saved, board, options = read_with(path, GLORY, scenario, names())
    if saved.header["states"]:
        raise RecordError(path, Problem(1, "states", "false", "true"))
    return saved, board, options
