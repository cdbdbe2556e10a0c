"""Reading a saved game: what has to be right before it can be played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glory_env.engine.options import make_options
from glory_env.record import GameRecord, Problem, RecordError, read
from glory_env.record.replay import difference
from glory_env.scenarios import Scenario, load, names


def read_game(
    path: Path, scenario: str | Path | None
) -> tuple[GameRecord, Scenario, dict[str, Any]]:
    """The one game of a file, its scenario and its options.

    scenario: its file, where it is not one of the package. ValueError says what is wrong, as
    a RecordError where one line is.
    """
    games = read(path, unfinished=True)
    if len(games) != 1:
        problem = Problem(games[1].start, "line", "one game in the file", f"{len(games)}")
        raise RecordError(path, problem)
    saved = games[0]
    header = saved.header
    if scenario is None and header["scenario"] not in names():
        expected = f"one of {', '.join(names())} (or the scenario's file given with the command)"
        raise RecordError(path, Problem(1, "scenario", expected, header["scenario"]))
    board = load(scenario or header["scenario"])
    if board.id != header["scenario_id"]:
        got = f"{header['scenario_id']} (the rules of {header['scenario']} have changed)"
        raise RecordError(path, Problem(1, "scenario_id", board.id, got))
    if header["states"]:
        raise RecordError(path, Problem(1, "states", "false", "true"))
    try:
        options = make_options(**header["options"]).as_dict()
    except ValueError as error:
        raise RecordError(path, Problem(1, "options", "valid options", str(error))) from None
    return saved, board, options


def compare(path: Path, saved: GameRecord, index: int, expected: Any, got: Any) -> None:
    """RecordError where the saved line `index` is not what it should be."""
    unlike = difference(expected, got)
    if unlike:
        raise RecordError(path, Problem(saved.line_number(index), *unlike))
