"""Reading a saved game of the Aleutians Campaign: what is checked before it is played again."""

from __future__ import annotations

from pathlib import Path

from glory_env.aleutians.definition import ALEUTIANS
from glory_env.aleutians.options import make_options
from glory_env.aleutians.scenario.load import Scenario, load, names
from glory_env.play.reading import read_one
from glory_env.record import GameRecord, Problem, RecordError


def read_game(path: Path, scenario: str | Path | None = None) -> tuple[GameRecord, Scenario]:
    """The one game of a file and its scenario.

    scenario: its file, where it is not one of the package. RecordError names line and field,
    OSError where there is no file; ScenarioError.
    """
    saved = read_one(path, ALEUTIANS.name)
    header = saved.header
    if scenario is None and header["scenario"] not in names():
        expected = f"one of {', '.join(names())} (or the scenario's file given with the command)"
        raise RecordError(path, Problem(1, "scenario", expected, header["scenario"]))
    board = load(scenario or header["scenario"])
    if board.id != header["scenario_id"]:
        got = f"{header['scenario_id']} (the rules of {header['scenario']} have changed)"
        raise RecordError(path, Problem(1, "scenario_id", board.id, got))
    if header["auto_forced"]:
        words = "false, as in games that people play"
        raise RecordError(path, Problem(1, "auto_forced", words, "true"))
    try:
        options = make_options(**header["options"]).as_dict()
    except ValueError as error:
        raise RecordError(path, Problem(1, "options", "valid options", str(error))) from None
    if options != header["options"]:
        raise RecordError(path, Problem(1, "options", str(options), str(header["options"])))
    return saved, board
