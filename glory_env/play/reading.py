"""Reading a saved game: what has to be right before and while it is played again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from glory_agents.registry import check_listed
from glory_env.envs.agent import AgentError
from glory_env.game.definition import GameDefinition
from glory_env.record import GameRecord, Problem, RecordError, read
from glory_env.record.replay import difference

SEEDS = 2**53  # of games; a page can show so many as they are
PERSON = "person"  # in the place of an agent's name
Made = TypeVar("Made")


def read_with(
    path: Path, game: GameDefinition, scenario: str | Path | None, known: Sequence[str]
) -> tuple[GameRecord, Any, dict[str, Any]]:
    """The one record of a file, its scenario and options, for any game of the family.

    known: names of the scenarios that come with the package.
    """
    saved = read_one(path, game.name)
    header = saved.header
    if scenario is None and header["scenario"] not in known:
        expected = f"one of {', '.join(known)} (or the scenario's file given with the command)"
        raise RecordError(path, Problem(1, "scenario", expected, header["scenario"]))
    board = game.load(scenario or header["scenario"])
    if board.id != header["scenario_id"]:
        got = f"{header['scenario_id']} (the rules of {header['scenario']} have changed)"
        raise RecordError(path, Problem(1, "scenario_id", board.id, got))
    try:
        options = game.options(**header["options"]).as_dict()
    except ValueError as error:
        raise RecordError(path, Problem(1, "options", "valid options", str(error))) from None
    return saved, board, options


def read_one(path: Path, game: str) -> GameRecord:
    """The one record of a file, finished or not. game: the one that it has to be of."""
    games = read(path, unfinished=True, game=game)
    if len(games) != 1:
        problem = Problem(games[1].start, "line", "one game in the file", f"{len(games)}")
        raise RecordError(path, problem)
    return games[0]


def is_secret(record: GameRecord) -> bool:
    """Whether two people are still at a game: its seed tells all dice, its end what is sealed."""
    header = record.header
    people = [name for name in header["agents"].values() if name == PERSON]
    is_one = header["options"].get("solo", False)
    return record.footer is None and len(people) > 1 and not is_one


def seated(
    path: Path, agents: Iterable[str], game: str, given: Collection[str], make: Callable[[], Made]
) -> Made:
    """What `make` makes with the agents that a file names.

    RecordError where one is none, or is not the project's. given: those that the person has named,
    which may be of their own.
    """
    try:
        for name in agents:
            if name != PERSON:
                check_listed(name, game, given)
        return make()
    except AgentError as error:
        problem = Problem(1, "agents", "agents that play this game here", str(error))
        raise RecordError(path, problem) from None


def compare(path: Path, saved: GameRecord, index: int, expected: Any, got: Any) -> None:
    """RecordError where the saved line `index` is not what it should be."""
    unlike = difference(expected, got)
    if unlike:
        raise RecordError(path, Problem(saved.line_number(index), *unlike))


def compare_end(path: Path, saved: GameRecord, played: GameRecord) -> None:
    """RecordError where the game played again has more or fewer lines, or ended otherwise."""
    if len(played.lines) != len(saved.lines):
        index = min(len(played.lines), len(saved.lines))
        counts = (f"{len(played.lines)} lines", f"{len(saved.lines)}")
        raise RecordError(path, Problem(saved.line_number(index), "line", *counts))
    if saved.footer is not None:
        # Its digest was checked in reading, and that of this session has another header.
        end = {**(played.footer or {}), "digest": saved.footer["digest"]}
        compare(path, saved, len(saved.lines), end, saved.footer)
