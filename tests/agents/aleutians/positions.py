"""Positions of games of the Aleutians Campaign in which an agent has to decide."""

from collections.abc import Iterator

import numpy as np

from glory_agents.registry import make_agent
from glory_env import aleutians_v0
from glory_env.envs.agent import GamesView

GAME = "aleutians"


def agent(name):
    return make_agent(name, game=GAME)


def played(names, n, seed, steps, every) -> Iterator[aleutians_v0.Vector]:
    """The batch after every so many steps of `n` games between two agents, by their draws."""
    vector = aleutians_v0.Vector(n, seed=seed, autoreset=False)
    agents = [agent(name) for name in names]
    rng = np.random.default_rng(seed)
    actions = np.empty(n, np.int64)
    for count in range(steps):
        if (vector.seats == 2).all():
            return
        if count % every == 0:
            yield vector
        actions.fill(-1)
        for seat, player in enumerate(agents):
            at = np.flatnonzero(vector.seats == seat)
            if len(at):
                view = GamesView(vector.scenario, vector.games, at, vector.definition)
                draws = rng.random(len(at))
                actions[at] = player.act_batch(None, vector.masks[at], draws, view)
        vector.step(actions)  # IllegalAction if one is not legal
