"""Reading a saved game of the Aleutians Campaign: what is checked before it is played again."""

from __future__ import annotations

from pathlib import Path

from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.scenario.load import Scenario, names
from glory_env.play.reading import read_with
from glory_env.record import GameRecord, Problem, RecordError


def read_game(path: Path, scenario: str | Path | None = None) -> tuple[GameRecord, Scenario]:
    """The one game of a file and its scenario.

    scenario: its file, where it is not one of the package. RecordError names line and field,
    OSError where there is no file; ScenarioError.
    """
    saved, board, options = read_with(path, ALEUTIANS, scenario, names())
    header = saved.header
    if header["auto_forced"]:
        words = "false, as in games that people play"
        raise RecordError(path, Problem(1, "auto_forced", words, "true"))
    if options != header["options"]:
        raise RecordError(path, Problem(1, "options", str(options), str(header["options"])))
    return saved, board
