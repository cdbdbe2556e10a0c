"""`glory respond`: a best response to one policy, trained and measured."""

from __future__ import annotations

import sys
from pathlib import Path

import tyro

from glory_env.cli.arguments import value_of
from glory_env.game.settings import shipped

DEFAULT = shipped("evaluate/best_response.yaml")
STOPPED = "stopped; the same command with --resume goes on from the last checkpoint"


def respond(
    agent: tyro.conf.Positional[str],
    /,
    minutes: float | None = None,
    reward: str | None = None,
    seed: int | None = None,
    games: int | None = None,
    config: Path = DEFAULT,
    resume: bool = False,
    folder: Path | None = None,
) -> int:
    """Train a best response to one frozen policy and measure what it gains.

    Args:
        agent: the frozen policy: a script or a macro network.
        minutes: of training; default: the file's.
        reward: preset or angle in degrees of both; default: the file's.
        seed: of the training; default: the file's.
        games: of each of three pairings; default: the file's.
        config: file of settings.
        resume: go on from the last checkpoint.
        folder: of the stored results; default: those that the suite reads.
    """
    from rich.console import Console

    from glory_env.bench.config import RESPONSES
    from glory_env.training.best_response import best_response, settings
    from glory_env.training.trainer import DivergedError

    wanted = None if reward is None else value_of("--reward", reward)
    changes = {"minutes": minutes, "reward": wanted, "seed": seed, "games": games}
    chosen = settings(config, agent, **changes)
    try:
        console = Console(soft_wrap=True, highlight=False)
        best_response(agent, chosen, folder or RESPONSES, console, resume)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(STOPPED) from None
    except DivergedError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
