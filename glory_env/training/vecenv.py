"""The batched environment as an SB3 VecEnv: one slot is one learning seat of one game.

The seat is drawn for each episode; the other seat is played inside `step_wait` by a partner,
all games at once. A transition closes at the learning seat's next decision or at the end of its
game and holds the sum of that seat's rewards in between, those paid while the partner moved
included. What is paid before the first decision of an episode belongs to no transition.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from glory_env.core import state as st
from glory_env.core.actions import N_ACTIONS
from glory_env.core.sections import OBSERVATION_SIZE
from glory_env.engine import kernels
from glory_env.engine.rewards import COS, SHAPING, SIN, SURVIVAL, Reward
from glory_env.envs.agent import GamesView
from glory_env.envs.vector import SKIP, GloryVector

DIAL = 45.0  # degrees; angles are drawn from -DIAL to DIAL


class Partner(Protocol):
    """What plays the other seat: the batched half of `glory_env.envs.agent.Agent`."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray: ...


class Episodes(NamedTuple):
    """Episodes that have ended, one row each."""

    finals: np.ndarray  # GAME, as the games ended
    seats: np.ndarray  # int8, the learning seat
    returns: np.ndarray  # float64, sum of the rewards of the transitions, shaping included
    outcomes: np.ndarray  # float64, the reward of the outcome alone
    decisions: np.ndarray  # int64, transitions


class GloryVecEnv(VecEnv):
    """N slots over N games of a `GloryVector`.

    n: slots. partners: who plays the other seat, drawn for each episode with the given weights
    and kept to its end; they may be set later (`set_partners`), but before the first reset.
    seed: of dice, seats, partners and the partners' play. reward: as for `GloryVector`; uniform:
    but the angle of every seat is drawn from -45 to 45 degrees for each game. shaping, survival:
    as for `GloryVector`; `set_shaping` and `set_survival` change them. solo_share: of the slots,
    those that always play under solo rules (one side divides the tonnage, floor 150); seats,
    partners and reward are those of the other slots. options: as for `GloryVector`.

    Observations float32 (N, OBSERVATION_SIZE), for learners alone fewer with `without`; `masks`
    int8 (N, N_ACTIONS), never empty; rewards float32 (N,). All arrays handed out are copies or
    written in place only by the next step.
    `seconds` tells how long the engine (rules, masks, observations) and the partners took so far.
    """

    render_mode = None

    def __init__(
        self,
        n: int,
        scenario: Any = "glory",
        *,
        partners: Sequence[Partner] = (),
        weights: Sequence[float] | None = None,
        seed: int = 0,
        reward: Reward = "selfish",
        uniform: bool = False,
        shaping: float | None = None,
        survival: float | None = None,
        solo_share: float = 0.0,
        **options: Any,
    ) -> None:
        self.uniform = uniform
        self.games = GloryVector(
            n, scenario, seed=seed, reward=reward, shaping=shaping, survival=survival, **options
        )
        if solo_share:
            self.games.games["opt_solo"][: round(solo_share * n)] = True
            self.games.refresh()
        self.set_partners(partners, weights)
        self.shaping = shaping or 0.0
        self.survival = survival or 0.0
        self.seconds = {"engine": 0.0, "partners": 0.0}
        self._rng = np.random.default_rng(seed)
        self._slots = np.arange(n)
        self._learners = np.zeros(n, np.int8)
        self._partner_of = np.empty(n, object)
        self._actions = np.full(n, SKIP)
        self._returns = np.zeros(n)
        self._decisions = np.zeros(n, np.int64)
        self._ended: list[tuple[Any, ...]] = []
        self._start = time.monotonic()
        super().__init__(n, _plain(self.games.seen.box), spaces.Discrete(N_ACTIONS))

    def set_partners(
        self, partners: Sequence[Partner], weights: Sequence[float] | None = None
    ) -> None:
        """Who plays the other seat in games that begin from now on."""
        share = np.ones(len(partners)) if weights is None else np.asarray(weights, float)
        self.partners = tuple(partners)
        self._bounds = np.cumsum(share / share.sum())[:-1]

    # --- what MaskablePPO asks for -------------------------------------------------------
    @property
    def masks(self) -> np.ndarray:
        """Legal actions of the learning seats, int8 (N, N_ACTIONS)."""
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

    def _partners_actions(self, waiting: np.ndarray) -> np.ndarray:
        start = time.perf_counter()
        actions = np.full(self.num_envs, SKIP)
        draws = self._rng.random(self.num_envs)
        for at in self._slots_by_partner(waiting):
            actions[at] = self._partner_of[at[0]].act_batch(
                self.games.full_observations[at],
                self.games.masks[at],
                draws[at],
                GamesView(self.games.scenario, self.games.games, at),
            )
        self.seconds["partners"] += time.perf_counter() - start
        return actions

    def _slots_by_partner(self, slots: np.ndarray) -> list[np.ndarray]:
        """The slots in groups that share a partner."""
        groups: dict[int, list[int]] = {}
        for slot in slots:
            groups.setdefault(id(self._partner_of[slot]), []).append(slot)
        return [np.array(group) for group in groups.values()]

    def _begin(self, slots: np.ndarray) -> None:
        """New episodes: which seat learns, who plays the other, and what both are paid for."""
        self._learners[slots] = self._rng.integers(2, size=len(slots))
        drawn = np.searchsorted(self._bounds, self._rng.random(len(slots)), side="right")
        for slot, k in zip(slots, drawn, strict=True):
            self._partner_of[slot] = self.partners[k]
        self._returns[slots] = 0.0
        self._decisions[slots] = 0
        if self.uniform:
            for slot in slots:
                self.games.params[slot, :, [COS, SIN]] = draw_angles(self._rng)
            self.games.refresh()

    def _close(self, slot: int, total: float) -> dict[str, Any]:
        """Note a finished episode; the info dict SB3 expects."""
        games, seat = self.games, int(self._learners[slot])
        terminal = np.zeros(2)
        kernels.pay(games.finals, slot, games.scenario.tables, games.params[slot], terminal)
        observation = np.empty(OBSERVATION_SIZE, np.float32)
        kernels.observe(games.finals, slot, games.scenario.tables, seat, observation)
        length = int(self._decisions[slot])
        self._ended.append((games.finals[slot].copy(), seat, total, terminal[seat], length))
        return {
            "terminal_observation": games.seen.take(observation),
            "TimeLimit.truncated": False,
            "episode": {"r": total, "l": length, "t": time.monotonic() - self._start},
        }

    def set_shaping(self, weight: float) -> None:
        """The weight of the potential from now on, 0 for none; games in play go on."""
        self.shaping = weight
        self.games.params[..., SHAPING] = weight
        self.games.refresh()

    def set_survival(self, weight: float) -> None:
        """What a turn that begins pays from now on."""
        self.survival = weight
        self.games.params[..., SURVIVAL] = weight

    def drain(self) -> Episodes:
        """The episodes that have ended since the last call."""
        finals, seats, returns, outcomes, decisions = (
            zip(*self._ended, strict=True) if self._ended else ((),) * 5
        )
        self._ended = []
        return Episodes(
            np.array(list(finals), st.GAME),
            np.array(seats, np.int8),
            np.array(returns, float),
            np.array(outcomes, float),
            np.array(decisions, np.int64),
        )

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


def draw_angles(rng: np.random.Generator) -> np.ndarray:
    """Cosines and sines of the angles of army and navy, (2, 2); every other time the same angle."""
    angles = np.radians(rng.uniform(-DIAL, DIAL, 2))
    if rng.random() < 0.5:
        angles[1] = angles[0]
    return np.stack([np.cos(angles), np.sin(angles)])


def _plain(box: spaces.Box) -> spaces.Box:
    """SB3 stores the space in its zip: one range for all is smaller and loads faster."""
    return spaces.Box(box.low.min(), box.high.max(), box.shape, np.float32)
