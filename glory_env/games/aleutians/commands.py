"""The second game in `glory evaluate`, `bench`, `respond` and `study`: `--game aleutians`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.cli.arguments import options_from
from glory_env.cli.results import check_files, deliver
from glory_env.core.errors import unknown

if TYPE_CHECKING:
    from glory_env.cli.evaluate import Asked, Evaluated
    from glory_env.envs.agent import Agent

GLORY, ALEUTIANS = GAMES = ("glory", "aleutians")


def check_game(game: str, used: dict[str, Any], other: str) -> bool:
    """Whether it is the second game; ValueError for no game, or for a flag of the other one.

    used: flag -> its value, of the flags that only the other game takes; other: its name.
    """
    if game not in GAMES:
        raise ValueError(f"--game: {unknown('game', game, GAMES)}")
    for flag, value in used.items():
        if value:
            raise ValueError(f"{flag}: only with --game {other}, not with {game}")
    return game == ALEUTIANS


def agent(name: str) -> Agent:
    """An agent of the second game by name; AgentError lists the valid ones."""
    from glory_agents.registry import make_agent

    return make_agent(name, game=ALEUTIANS)


def evaluate(names: dict[str, str], asked: Asked) -> Evaluated:
    """`glory evaluate --game aleutians`: play the games. names: agents by seat."""
    from glory_env.cli.evaluate import Evaluated
    from glory_env.games.aleutians.bench.play import play_games
    from glory_env.games.aleutians.scenario import load
    from glory_env.games.aleutians.studies import calibration_page as report
    from glory_env.report.progress import progress_bar
    from glory_env.report.tables import text

    options, board = options_from(asked.option, ALEUTIANS), load(asked.scenario)
    japan, allies = names.values()
    first, second, games = agent(japan), agent(allies), asked.games
    start = time.perf_counter()
    with progress_bar(games) as progress:
        played = play_games(first, second, games, asked.seed, board, progress=progress, **options)
    seconds = time.perf_counter() - start
    title = f"{japan} (Japan) against {allies} (Allies), {games} games from seed {asked.seed}"
    return Evaluated(
        lambda: report.document(played, (japan, allies), board, seconds),
        lambda: (
            f"{text([report.evaluation(played.summary(), title)])}\n\n"
            f"{seconds:.0f} s; {report.READING}"
        ),
    )


def bench(
    measured: Sequence[str],
    games: int,
    scenario: str,
    option: Sequence[str],
    json_file: Path | None,
    write: Path | None,
) -> None:
    """`glory bench --game aleutians`: agents and the field, each against each from both sides."""
    from glory_agents.registry import make_agent
    from glory_env.games.glory.bench.config import REPORTING
    from glory_env.games.aleutians.bench.field import FIELD, cross_play
    from glory_env.games.aleutians.scenario import load
    from glory_env.games.aleutians.studies import field_page as field
    from glory_env.games.aleutians.studies.calibration_page import page_of
    from glory_env.report.progress import progress_bar

    if not 2 <= games <= REPORTING:
        raise ValueError(f"--games: expected 2 to {REPORTING}")
    check_files(json_file, write)
    options, board = options_from(option, ALEUTIANS), load(scenario)
    names = dict.fromkeys((*measured, *FIELD))
    agents = {name: make_agent(name, game=ALEUTIANS) for name in names}
    with progress_bar(games * len(agents) ** 2) as progress:
        document = cross_play(agents, measured, games, board, progress=progress, **options)
    page = partial(
        page_of, "Networks of the Aleutians Campaign", about=field.circumstances(document),
        tables=field.tables(document),
    )  # fmt: skip
    deliver(document, json_file, write, page)


def respond(
    name: str,
    minutes: float,
    games: int,
    seed: int,
    field: Sequence[str],
    scenario: str,
    json_file: Path | None,
    write: Path | None,
) -> None:
    """`glory respond --game aleutians`: the best replies that are found to one policy."""
    from glory_env.games.glory.bench.config import REPORTING
    from glory_env.games.aleutians.respond import respond as find
    from glory_env.games.aleutians.scenario import load
    from glory_env.games.aleutians.studies.calibration_page import page_of
    from glory_env.games.aleutians.studies.field_page import circumstances
    from glory_env.games.aleutians.studies.response_page import table

    if not 2 <= games <= REPORTING:
        raise ValueError(f"--games: expected 2 to {REPORTING}")
    if not minutes > 0:
        raise ValueError(f"--minutes {minutes:g}: expected more than 0")
    if seed < 0:
        raise ValueError(f"--seed {seed}: expected at least 0")
    check_files(json_file, write)
    board = load(scenario)
    document = find(name, minutes, games, games, seed, field, board)
    page = partial(
        page_of, "Best responses in the Aleutians Campaign", about=circumstances(document),
        tables=[table(document)],
    )  # fmt: skip
    deliver(document, json_file, write, page)
