"""The batched environment as an SB3 VecEnv: one slot is one learning seat of one game.

The seat is drawn for each episode; the other seat is played inside `step_wait` by a partner,
all games at once. A transition closes at the learning seat's next decision or at the end of its
game and holds the sum of that seat's rewards in between, those paid while the partner moved
included. What is paid before the first decision of an episode belongs to no transition.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from glory_env.envs.vector import SKIP
from glory_env.training.games import TrainingGames


class GloryVecEnv(TrainingGames, VecEnv):
    """N slots over N games; arguments as for `TrainingGames`.

    Observations float32 (N, size), for learners alone fewer with `without`; `masks` int8
    (N, actions), never empty; rewards float32 (N,). All arrays handed out are copies or
    written in place only by the next step.
    """

    render_mode = None

    def __init__(self, n: int, scenario: Any = None, **settings: Any) -> None:
        TrainingGames.__init__(self, n, scenario, **settings)
        self._learners = np.zeros(n, np.int8)
        self._actions = np.full(n, SKIP)
        self._returns = np.zeros(n)
        self._decisions = np.zeros(n, np.int64)
        self._start = time.monotonic()
        actions = spaces.Discrete(self.games.definition.n_actions)
        VecEnv.__init__(self, n, _plain(self.games.seen.box), actions)

    # --- what MaskablePPO asks for -------------------------------------------------------
    @property
    def masks(self) -> np.ndarray:
        """Legal actions of the learning seats, int8 (N, actions)."""
        return self.games.masks

    def action_masks(self) -> np.ndarray:
        """As `masks`, in a copy."""
        return self.masks.copy()

    def reset(self) -> np.ndarray:
        """New games everywhere; observations of the learning seats."""
        if self._seeds[0] is not None:
            self._rng = np.random.default_rng(self._seeds[0])
        self.games.reset(self._rng.integers(2**31, size=self.num_envs).tolist())
        self._begin(self._slots)
        self._reset_seeds()
        self._reset_options()
        self._play(np.full(self.num_envs, SKIP))
        return self._inputs()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        self._decisions += 1
        rewards, done, infos = self._play(self._actions)
        return self._inputs(), rewards.astype(np.float32), done, infos

    def _inputs(self) -> np.ndarray:
        """What the learners see."""
        return self.games.observations.copy()

    # --- the transition ------------------------------------------------------------------
    def _play(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the learners' actions, then the partners' until a learner is on turn everywhere."""
        games = self.games
        rewards = np.zeros(self.num_envs)
        closed = actions == SKIP  # at the reset there is no transition to pay into
        done = np.zeros(self.num_envs, np.bool_)
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        while True:
            start = time.perf_counter()
            gains, over = games.step(actions)
            self.seconds["engine"] += time.perf_counter() - start
            rewards += np.where(closed, 0.0, gains[self._slots, self._learners])
            ended = np.flatnonzero(over)
            if len(ended):
                for slot in ended[~closed[ended]]:
                    done[slot] = True
                    infos[slot] = self._close(slot, self._returns[slot] + rewards[slot])
                closed[ended] = True
                self._begin(ended)
            waiting = np.flatnonzero(games.seats != self._learners)
            if not len(waiting):
                self._returns += np.where(closed, 0.0, rewards)
                return rewards, done, infos
            actions = self._partners_actions(waiting)

    def _begin(self, slots: np.ndarray) -> None:
        """New episodes: which seat learns, and who plays the other."""
        self._learners[slots] = self._draw_seats(len(slots))
        self._draw_partners(slots)
        self._returns[slots] = 0.0
        self._decisions[slots] = 0

    def _close(self, slot: int, total: float) -> dict[str, Any]:
        """Note a finished episode; the info dict SB3 expects."""
        games, seat = self.games, int(self._learners[slot])
        length = int(self._decisions[slot])
        self._note(slot, seat, total, length)
        observation = np.empty(games.seen.full.shape, np.float32)
        tables = games.scenario.tables
        games.definition.kernels.observe(games.finals, slot, tables, seat, observation)
        return {
            "terminal_observation": games.seen.take(observation),
            "TimeLimit.truncated": False,
            "episode": {"r": total, "l": length, "t": time.monotonic() - self._start},
        }

    # --- the rest of the VecEnv interface ------------------------------------------------
    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(self._at(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """A method's result for the slots: one array, first axis the slots."""
        return getattr(self, method_name)(*args, **kwargs)[self._at(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._at(indices))

    def _at(self, indices: Any) -> np.ndarray:
        return self._slots if indices is None else np.atleast_1d(self._slots[indices])


def _plain(box: spaces.Box) -> spaces.Box:
    """SB3 stores the space in its zip: one range for all is smaller and loads faster."""
    return spaces.Box(box.low.min(), box.high.max(), box.shape, np.float32)
