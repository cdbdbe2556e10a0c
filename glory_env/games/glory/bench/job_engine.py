"""Where the benchmark's games are played: here, in processes, or on the machines of a cluster."""

from __future__ import annotations

from glory_env import __version__
from glory_env.envs.agent import make_agent
from glory_env.games.glory.bench.policies import code
from glory_env.jobs import Engine

PLAYER = "withdraw_in_time"


def engine(jobs: int, cluster: str = "") -> Engine:
    """What runs jobs that play games. jobs: processes of this machine; cluster: as of `Engine`."""
    return Engine(jobs, cluster, versions, warm_up)


def versions() -> dict[str, str]:
    """What has to be the same on every machine, for games to be the same."""
    return {"version": __version__, "code": code()[:16]}


def warm_up() -> None:
    """Compile what most games need, once on a machine."""
    from glory_env.bench.pairs import play_pairs

    play_pairs(make_agent(PLAYER), make_agent(PLAYER), 1, scenario="teaching")
