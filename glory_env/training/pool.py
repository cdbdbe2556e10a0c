"""Who plays the other seat: itself as it is now, past selves, scripts.

Snapshots are the exported form of the network in the run's folder, so that a resumed run finds
its past selves again.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Any

from glory_agents.learned.flat import FlatPlayer
from glory_agents.learned.policy_file import load_policy, save_policy
from glory_env.envs.agent import AgentError
from glory_env.training.settings import TrainSettings

FOLDER = "pool"


class Pool:
    """Partners and their weights for the VecEnv.

    myself: the network under training as a player. scripts: the agents of the configuration.
    """

    def __init__(self, config: TrainSettings, myself: FlatPlayer, scripts: Sequence[Any]) -> None:
        self._config = config
        self._folder = config.folder / FOLDER
        self._myself = myself
        self._scripts = scripts
        self._past: dict[int, FlatPlayer] = {}

    def restore(self, steps: int) -> None:
        """Take up the snapshots an earlier part of the run has left, up to a checkpoint's steps.

        Later ones were lost with what came after the checkpoint, half-written ones with the
        process that wrote them.
        """
        for folder in self._folder.glob("*"):
            try:
                network, about = load_policy(folder)
                if type(about.get("steps")) is not int:
                    raise AgentError(f"{folder}: steps is no whole number")
            except AgentError:
                shutil.rmtree(folder, ignore_errors=True)
                continue
            if about["steps"] <= steps:
                self._past[about["steps"]] = FlatPlayer(network)
            else:
                shutil.rmtree(folder, ignore_errors=True)

    @property
    def latest(self) -> FlatPlayer | None:
        """The past self kept last, if there is one."""
        return self._past[max(self._past)] if self._past else None

    def keep(self, about: dict[str, Any]) -> None:
        """Keep the network as it is now; about: as for `save_policy`, with `steps`."""
        network = self._myself.network
        save_policy(self._folder / str(about["steps"]), network, about)
        self._past[about["steps"]] = FlatPlayer(network.for_play())
        if len(self._past) > self._config.snapshots:
            dropped = self._most_crowded()
            del self._past[dropped]
            shutil.rmtree(self._folder / str(dropped), ignore_errors=True)

    def _most_crowded(self) -> int:
        """The snapshot that is missed least: the one between the two nearest others."""
        steps = sorted(self._past)
        gaps = [after - before for before, after in zip(steps, steps[2:], strict=False)]
        return steps[1 + gaps.index(min(gaps))] if gaps else steps[0]

    def partners(self) -> tuple[list[Any], list[float]]:
        """Who may play the other seat now, and how often each."""
        config = self._config
        weighted: list[tuple[Any, float]] = [(self._myself, config.self_share)]
        past = list(self._past.values()) or [self._myself]
        weighted += [(player, config.past_share / len(past)) for player in past]
        weighted += [(script, config.script_share / len(self._scripts)) for script in self._scripts]
        able = [(partner, weight) for partner, weight in weighted if weight > 0]
        return [partner for partner, _ in able], [weight for _, weight in able]
