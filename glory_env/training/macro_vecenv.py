"""The macro level as an SB3 VecEnv: a step is a turn, an action one value for every script
parameter.

Slots, seats, partners and what an episode reports are those of
`glory_env.training.vecenv.GloryVecEnv`. Both seats' turns are played by scripts: the learner's
parameters, and the partner's, which are another network's or a script's own.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from gymnasium import spaces

from glory_agents.glory.macro.parameters import N_LOGITS, SIZES, rows_of
from glory_agents.glory.macro.turns import observe_all, play_turns, renew
from glory_agents.glory.scripted.rows import SCRIPT
from glory_env.core.trace import blank_trace
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.sections import OBSERVATION_SIZE
from glory_env.games.glory.state import PLAYING
from glory_env.training.vecenv import GloryVecEnv


class MacroVecEnv(GloryVecEnv):
    """As `GloryVecEnv`, with `MultiDiscrete` actions, one choice for each head.

    Observations float32 (N, OBSERVATION_SIZE) at the start of a turn; either seat may decide first.
    `masks` int8 (N, sum of the heads' sizes) allow everything.
    """

    def __init__(self, n: int, scenario: Any = "glory", **settings: Any) -> None:
        super().__init__(n, scenario, **settings)
        self.action_space = spaces.MultiDiscrete(list(SIZES))
        self._masks = np.ones((n, N_LOGITS), np.int8)
        self._trace, self._scratch = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self._rows = np.zeros((n, 2), SCRIPT)
        self._seen = np.zeros((n, OBSERVATION_SIZE), np.float32)
        self._paid = np.zeros((n, 2))

    @property
    def masks(self) -> np.ndarray:
        """Every value is allowed."""
        return self._masks

    def _inputs(self) -> np.ndarray:
        observe_all(self.games.games, self.games.scenario.tables, self._learners, self._seen)
        return self._seen.copy()

    def _play(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """One turn in every slot."""
        vector, slots = self.games, self._slots
        games, tables = vector.games, vector.scenario.tables
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        if actions.ndim == 1:  # at the reset nothing has been chosen yet
            return np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_), infos
        self._rows[slots, self._learners] = rows_of(actions)
        self._partner_rows()
        start = time.perf_counter()
        play_turns(games, tables, self._trace, self._scratch, self._rows, vector.params, self._paid)
        done = games["outcome"] != PLAYING
        rewards = self._paid[slots, self._learners]
        self._returns += rewards
        renew(
            games, vector.finals, vector.keys, vector.episodes, tables, self._trace, self._scratch
        )
        self.seconds["engine"] += time.perf_counter() - start
        ended = np.flatnonzero(done)
        for slot in ended:
            infos[slot] = self._close(int(slot), self._returns[slot])
        if len(ended):
            self._begin(ended)
        return rewards, done, infos

    def _partner_rows(self) -> None:
        """Fill the partners' rows, all games of one partner at once."""
        start = time.perf_counter()
        others = (1 - self._learners).astype(np.int8)
        observe_all(self.games.games, self.games.scenario.tables, others, self._seen)
        for rows in self._slots_by_partner(self._slots):
            draws = self._rng.random((len(rows), len(SIZES)))
            partner = self._partner_of[rows[0]]
            self._rows[rows, others[rows]] = partner.script_rows(self._seen[rows], draws)
        self.seconds["partners"] += time.perf_counter() - start
