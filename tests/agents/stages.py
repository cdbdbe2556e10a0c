"""Positions in which an agent has to decide, from games of any of the family that agents play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from glory_agents.registry import make_agent
from glory_env import games
from glory_env.core.record import copy_games
from glory_env.envs.agent import GamesView
from glory_env.envs.vector import GameVector


def played(
    game: str, names: Sequence[str], n: int, seed: int, steps: int, every: int
) -> Iterator[GameVector]:
    """The batch after every so many steps of `n` games between two agents, by their draws."""
    vector = games.game(game).vector()(n, seed=seed, autoreset=False)
    agents = [make_agent(name, game=game) for name in names]
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


def positions(vectors: Iterator[GameVector]):
    """Scenario, record (1,) and mask (1, N_ACTIONS) of each game at a decision."""
    for vector in vectors:
        for i in range(vector.n):
            if vector.seats[i] < 2:
                yield vector.scenario, copy_games(vector.games[i : i + 1]), vector.masks[i : i + 1]


def worlds(scenario, games, redraw):
    """The position, and three that its seat cannot tell from it: dice and hidden things differ."""
    yield games
    for key in (11, 12, 13):
        other = copy_games(games)
        other["key"] = key
        redraw(other[0], scenario.tables[0], int(other["actor"][0]), key)
        yield other


def answers(player, scenario, games, mask, redraw) -> set[int]:
    """What a compiled agent does in such worlds."""
    return {
        int(player._actions(copy_games(world), mask, np.array([0.4]), scenario)[0])
        for world in worlds(scenario, games, redraw)
    }
