"""`glory bench` of a game that adds nothing to it: agents against the field, from both seats."""

from __future__ import annotations

from functools import partial

from glory_env.cli import games as parts
from glory_env.cli.arguments import GameOptions, Names, OptionalPath, Text, options_from
from glory_env.cli.results import check_files, deliver

GAMES = 100  # of each pair


def bench(
    agents: Names = (),
    games: int = GAMES,
    game: Text = "",
    scenario: Text = "",
    option: GameOptions = (),
    json: OptionalPath = None,
    write: OptionalPath = None,
) -> None:
    """Agents with each other and with the scripts of the game, each against each from both seats.

    Args:
        agents: who is measured: names, or folders.
        games: of each pair of agents.
        game: the name of the game.
        scenario: its name, or the path of a .yaml file (default: the game's own).
        option: an option of the game. May be repeated.
        json: file to write all figures to.
        write: file for the tables as a page of the docs.
    """
    from glory_agents.registry import make_agent
    from glory_env.bench.crossplay import cross_play
    from glory_env.bench.seeds import REPORTING
    from glory_env.report import crossplay as report
    from glory_env.report.progress import progress_bar

    if not 2 <= games <= REPORTING:
        raise ValueError(f"--games: expected 2 to {REPORTING}")
    check_files(json, write)
    bundle = parts.named(game)
    options = options_from(option, game)
    board = bundle.definition().scenario(scenario or None)
    names = dict.fromkeys((*agents, *bundle.field()))
    named = {name: make_agent(name, game=game) for name in names}
    with progress_bar(games * len(named) ** 2) as progress:
        document = cross_play(
            named, agents, games, bundle.vector(), board, progress=progress, **options
        )
    deliver(document, json, write, partial(report.page, game=bundle))
