"""The staff level as an SB3 VecEnv: a step is a turn, an action one choice for every order.

Slots, seats, partners and what an episode reports are those of
`glory_env.training.vecenv.GloryVecEnv`. Both seats' turns are played by scripts: the learner's
orders, and the partner's, which may be another staff or a script's own parameters.
"""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces

from agents.scripted.rows import SCRIPT
from agents.staff.orders import N_LOGITS, SIZES, rows_of
from agents.staff.turns import observe_all, play_turns, renew
from glory_env.engine.actions import N_ACTIONS
from glory_env.engine.state import PLAYING, blank_tape
from glory_env.observation import OBSERVATION_SIZE
from glory_env.training.vecenv import GloryVecEnv


class Orders(Protocol):
    """Who gives orders for the other seat."""

    def orders(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """SCRIPT (M,) for observations float32 (M, OBSERVATION_SIZE) at the start of a turn.

        draws: float64 (M, heads) in [0, 1).
        """


class StaffVecEnv(GloryVecEnv):
    """As `GloryVecEnv`, with `MultiDiscrete` actions, one choice for each head of the orders.

    Observations float32 (N, OBSERVATION_SIZE) at the start of a turn, whoever decides first.
    `masks` int8 (N, sum of the heads' sizes) allow everything.
    """

    def __init__(self, n: int, scenario: Any = "glory", **settings: Any) -> None:
        super().__init__(n, scenario, **settings)
        self.action_space = spaces.MultiDiscrete(SIZES)
        self._masks = np.ones((n, N_LOGITS), np.int8)
        self._tape, self._scratch = blank_tape(), np.zeros(N_ACTIONS, np.int8)
        self._rows = np.zeros((n, 2), SCRIPT)
        self._seen = np.zeros((n, OBSERVATION_SIZE), np.float32)
        self._paid = np.zeros((n, 2))

    @property
    def masks(self) -> np.ndarray:
        """Everything may be ordered."""
        return self._masks

    def _inputs(self) -> np.ndarray:
        observe_all(self.games.games, self.games.scenario.tables, self._learners, self._seen)
        return self._seen.copy()

    def _play(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """One turn in every slot."""
        vector, slots = self.games, self._slots
        games, tables = vector.games, vector.scenario.tables
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        if actions.ndim == 1:  # at the reset nothing has been ordered yet
            return np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_), infos
        self._rows[slots, self._learners] = rows_of(actions)
        self._partners_orders()
        turns = games["turn"].copy()
        start = time.perf_counter()
        play_turns(games, tables, self._tape, self._scratch, self._rows, vector.params, self._paid)
        done = games["outcome"] != PLAYING
        begun = games["turn"] - turns
        rewards = self._paid[slots, self._learners] + self.survival * begun
        self._returns += rewards
        renew(games, vector.finals, vector.keys, vector.episodes, tables, self._tape, self._scratch)
        self.seconds["engine"] += time.perf_counter() - start
        ended = np.flatnonzero(done)
        for slot in ended:
            infos[slot] = self._close(slot, self._returns[slot])
        if len(ended):
            self._begin(ended)
        return rewards, done, infos

    def _partners_orders(self) -> None:
        """Fill the partners' rows, all games of one partner at once."""
        start = time.perf_counter()
        others = (1 - self._learners).astype(np.int8)
        observe_all(self.games.games, self.games.scenario.tables, others, self._seen)
        for rows in self._slots_by_partner(self._slots):
            draws = self._rng.random((len(rows), len(SIZES)))
            partner = self._partner_of[rows[0]]
            self._rows[rows, others[rows]] = partner.orders(self._seen[rows], draws)
        self.seconds["partners"] += time.perf_counter() - start
