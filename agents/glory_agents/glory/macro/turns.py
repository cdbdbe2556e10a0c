"""Compiled play by script parameters, whole turns at once."""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.script import play_out
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.core.trace import Trace
from glory_env.games.glory.engine.observation import encode
from glory_env.games.glory.engine.rewards import SURVIVAL, potential, terminal_reward
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import ARMY, NAVY

MACRO_DRAWS = 1 << 22  # sets the scripts' draws apart from the dice and from other agents' draws


@rule
def play_turns(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    rows: np.ndarray, params: np.ndarray, rewards: Array[float],
) -> None:  # fmt: skip
    """Play every game until its next turn begins or it is over.

    rows: SCRIPT (N, 2), army and navy; params: reward parameters (N, 2, N_PARAMS); rewards
    float64 (N, 2) is filled: the outcome's, the change of the potential, survival. mask:
    int8 (N_ACTIONS,), scratch. Games that are over stay as they are.
    """
    s = tables[0]
    for i in range(games.shape[0]):
        g = games[i]
        for seat in range(ARMY, NAVY + 1):
            rewards[i, seat] = -potential(g, s, params[i], seat)
        turn = int(g.turn)
        key = hash_key(g.key, MACRO_DRAWS, turn)
        play_out(games, i, tables, trace, mask, rows[i], key, turn + 1)
        for seat in range(ARMY, NAVY + 1):
            gain = potential(g, s, params[i], seat)
            rewards[i, seat] += gain + terminal_reward(g, s, params[i], seat)
            rewards[i, seat] += params[i, seat, SURVIVAL] * (int(g.turn) - turn)


@rule
def observe_all(
    games: Array[Game], tables: Array[Tables], seats: Array[int], out: np.ndarray
) -> None:
    """What the given seat of each game sees: seats int8 (N,), out float32 (N, OBSERVATION_SIZE)."""
    for i in range(games.shape[0]):
        encode(games[i], tables[0], seats[i], out[i])
