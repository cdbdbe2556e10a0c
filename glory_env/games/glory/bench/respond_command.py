"""`glory respond` of Glory: best responses to one policy, looked for and measured."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.arguments import (
    Names,
    OptionalInt,
    OptionalPath,
    OptionalText,
)
from glory_env.game.settings import shipped

DEFAULT = shipped("evaluate/best_response.yaml")
STOPPED = "stopped; the same command with --resume goes on from what has been kept"


def respond(
    agent: tyro.conf.Positional[Annotated[str, tyro.conf.arg(metavar="AGENT")]],
    /,
    minutes: Annotated[
        tuple[float, ...], tyro.conf.arg(metavar="FLOAT ...", help_behavior_hint="")
    ] = (),
    seed: OptionalInt = None,
    games: OptionalInt = None,
    field: Names = (),
    jobs: OptionalInt = None,
    cluster: OptionalText = None,
    config: Annotated[
        Path, tyro.conf.arg(help_behavior_hint="(default: evaluate/best_response)")
    ] = DEFAULT,
    resume: bool = False,
    folder: OptionalPath = None,
    game: str = "glory",
) -> int:
    """Look for the best replies to one agent and measure what they gain.

    Candidates are scripts and networks, the result of a search over a script's parameters, and a
    network that is trained against the agent.

    Args:
        agent: who is replied to: any agent that plays many games at once (no planner).
        minutes: how long to search; each number gives a result of its own (default: the file's).
        seed: of the search (default: the file's).
        games: of each of the three pairings that are reported (default: the file's).
        field: agents among which a reply is looked for (default: all public scripts, and the first
            network of each family).
        jobs: processes that play the games of --field (default: the file's).
        cluster: play them on this Ray cluster and not in processes: HOST:PORT, or auto.
        config: YAML file of settings.
        resume: go on with a run that was stopped.
        folder: for the results (default: where glory bench reads them).
        game: glory; another game has flags of its own.
    """
    from rich.console import Console

    from glory_env.games.glory.bench.config import RESPONSES
    from glory_env.games.glory.respond import best_response, settings
    from glory_env.training.trainer import DivergedError

    flags = {
        "minutes": minutes, "seed": seed, "games": games, "field": field, "jobs": jobs,
        "cluster": cluster,
    }  # fmt: skip
    chosen = settings(config, agent, **flags)
    try:
        console = Console(soft_wrap=True, highlight=False)
        best_response(chosen, folder or RESPONSES, console, resume)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(STOPPED) from None
    except DivergedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
