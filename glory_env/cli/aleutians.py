"""The second game in `glory evaluate`, `bench`, `respond` and `study`: `--game aleutians`."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.cli.arguments import value_of
from glory_env.cli.results import check_files, deliver
from glory_env.core.errors import OptionError, unknown
from glory_env.core.files import check_writable, write_whole

if TYPE_CHECKING:
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


def options_from(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of the second game given as `key=value`; OptionError for one that is wrong."""
    from glory_env.games.aleutians.options import make_options

    given: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError(f"option {pair!r}: expected key=value, for example setup=what_if")
        given[key.strip()] = value_of(f"option {key.strip()!r}", text)
    make_options(**given)
    return given


def evaluate(
    japan: str,
    allies: str,
    games: int,
    seed: int,
    scenario: str,
    option: Sequence[str],
    json_file: Path | None,
) -> None:
    """`glory evaluate --game aleutians`: two agents against each other, figures with intervals."""
    from glory_env.games.aleutians.bench.play import play_games
    from glory_env.games.aleutians.scenario import load
    from glory_env.report import aleutians as report
    from glory_env.report.evaluation import progress_bar
    from glory_env.report.tables import text

    if json_file:
        check_writable(json_file, "--json")
    options, board = options_from(option), load(scenario)
    first, second = (agent(name) for name in (japan, allies))
    start = time.perf_counter()
    with progress_bar(games) as progress:
        played = play_games(first, second, games, seed, board, progress=progress, **options)
    seconds = time.perf_counter() - start
    if json_file:
        found = report.document(played, (japan, allies), board, seconds)
        write_whole(json_file, json.dumps(found) + "\n")
    title = f"{japan} (Japan) against {allies} (Allies), {games} games from seed {seed}"
    print(text([report.evaluation(played.summary(), title)]))
    print(f"\n{seconds:.0f} s; {report.READING}")
    if json_file:
        print(f"\nwritten to {json_file}")


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
    from glory_env.bench.config import REPORTING
    from glory_env.games.aleutians.bench.field import FIELD, cross_play
    from glory_env.games.aleutians.scenario import load
    from glory_env.report import aleutians_field as field
    from glory_env.report.aleutians import page_of
    from glory_env.report.evaluation import progress_bar

    if not 2 <= games <= REPORTING:
        raise ValueError(f"--games: expected 2 to {REPORTING}")
    check_files(json_file, write)
    options, board = options_from(option), load(scenario)
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
    from glory_env.bench.config import REPORTING
    from glory_env.games.aleutians.respond import respond as find
    from glory_env.games.aleutians.scenario import load
    from glory_env.report.aleutians import page_of
    from glory_env.report.aleutians_field import circumstances
    from glory_env.report.aleutians_response import table

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


STUDIES = {"calibrate": "report.aleutians"}  # of `glory study`: name -> module
