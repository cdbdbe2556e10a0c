"""`glory respond` of Glory: best responses to one policy, looked for and measured."""

from __future__ import annotations

import sys
from pathlib import Path

import tyro

from glory_env.game.settings import shipped

DEFAULT = shipped("evaluate/best_response.yaml")
STOPPED = "stopped; the same command with --resume goes on from what has been kept"


def respond(
    agent: tyro.conf.Positional[str],
    /,
    minutes: tuple[float, ...] = (),
    seed: int | None = None,
    games: int | None = None,
    field: tuple[str, ...] = (),
    jobs: int | None = None,
    cluster: str | None = None,
    config: Path = DEFAULT,
    resume: bool = False,
    folder: Path | None = None,
    game: str = "glory",
) -> int:
    """Look for the best replies to one frozen policy and measure what they gain.

    Candidates are scripts and networks, the result of a search over a script's parameters, and a
    network that is trained against the policy.

    Args:
        agent: the frozen policy: any agent that plays in batches.
        minutes: budgets of the search, each with a result of its own; default: the file's.
        seed: of the search; default: the file's.
        games: of each of three pairings; default: the file's.
        field: agents among which a reply is looked for; default: all public scripts, and the first
            network of each family.
        jobs: processes that play the field's games; default: the file's.
        cluster: plays them on this Ray cluster in place of processes: HOST:PORT, or auto.
        config: file of settings.
        resume: go on with a run that was stopped.
        folder: of the stored results; default: those that the suite reads.
        game: another one has a search of its own.
    """
    from rich.console import Console

    from glory_env.games.glory.bench.config import RESPONSES
    from glory_env.training.best_response import best_response, settings
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
