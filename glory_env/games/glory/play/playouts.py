"""Games played out from a position, many side by side, by the agents at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from glory_env.bench.pairs import payoffs, play_out
from glory_env.core.stepping import LOOK
from glory_env.envs.agent import BatchAgent
from glory_env.games.glory.bench.positions import rows_of
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.state import COMPLETED

Pair = tuple[BatchAgent, BatchAgent]  # army, navy


class Ended(NamedTuple):
    """How games ended that began with L lines of play under M dice keys.

    completed: bool (L, M); gp: int64 (L, M, 2) and payoff: float64 (L, M, 2), army and navy.
    """

    completed: np.ndarray
    gp: np.ndarray
    payoff: np.ndarray


def play_all(game: Game, lines: Sequence[Sequence[int]], keys: np.ndarray, agents: Pair) -> Ended:
    """Play games from a position to their ends.

    lines: of micro-steps that are played first; keys: int64 (M,), dice, the same for each line.
    """
    many, scenario = len(keys), game.scenario
    vector = GloryVector(len(lines) * many, scenario, autoreset=False, **game.options.as_dict())
    vector.games[:] = rows_of(game.games, np.zeros(vector.n, np.int64))
    vector.games["key"] = np.tile(keys, len(lines))
    trace = game.trace.copy()
    trace["pause"] = 0
    for i in range(vector.n):
        for action in lines[i // many]:
            kernels.step(vector.games, i, scenario.tables, trace, vector.masks[i], action, False)
        kernels.step(vector.games, i, scenario.tables, trace, vector.masks[i], LOOK, True)
    vector.refresh()
    play_out(vector, agents)
    paid = payoffs(vector.games, scenario.tables, vector.params, vector.definition.kernels)
    shape = len(lines), many
    return Ended(
        (vector.games["outcome"] == COMPLETED).reshape(shape),
        vector.games["gp"].astype(np.int64).reshape(*shape, 2),
        paid.reshape(*shape, 2),
    )
