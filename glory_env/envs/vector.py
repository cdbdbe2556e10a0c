"""Many games in one array: the door for training and statistics, without Python per game.

    games = GloryVector(64, seed=1)
    while training:
        actions = choose(games.observations, games.masks)  # of the seat on turn in each game
        rewards, done = games.step(actions)

One step plays one micro-step in every game. The arrays are the same objects at every call and
are written in place; copy what is to be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core import state as st
from glory_env.core.actions import N_ACTIONS
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, key_from_seed, mix, new_key
from glory_env.core.errors import IllegalAction, OptionError
from glory_env.engine import kernels
from glory_env.engine.observation import OBSERVATION_SIZE, encode
from glory_env.engine.options import check_switches, make_options
from glory_env.engine.rewards import (
    N_PARAMS,
    SOLO_REWARD,
    Reward,
    parse_reward,
    potential,
    reward_params,
    terminal_reward,
)
from glory_env.game.describe import explain_illegal
from glory_env.scenarios import Scenario, load

SKIP = -1  # in place of an action: leave this game alone


class GloryVector:
    """N games that are played side by side.

    n: number of games. seed: game i has the dice of seed + i; or one seed per game. reward,
    shaping: as for `glory_v0.raw_env`. autoreset: a finished game is replaced at once by a new
    one with other dice. threads: slices of the batch run side by side (rarely faster).
    Everything else: `glory_env.engine.options.Options`; with solo=True the reward is `SOLO_REWARD`.

    Arrays, first axis N: `observations` float32 (N, OBSERVATION_SIZE) of the seat on turn;
    `masks` int8 (N, 309); `seats` int8 (N,): 0 army, 1 navy, 2 nobody (over); `games` and, as
    they were when they ended, `finals`: records of dtype GAME; `params` float64 (N, 2, N_PARAMS):
    what the seats are paid for, see `glory_env.engine.rewards.reward_params`; `keys` and `episodes`
    int64 (N,): the dice of a slot's first game, and the games it has ended.
    """

    def __init__(
        self,
        n: int,
        scenario: str | Path | Scenario = "glory",
        *,
        seed: int | Sequence[int] = 0,
        reward: Reward = "selfish",
        shaping: float | None = None,
        auto_forced: bool = True,
        autoreset: bool = True,
        reveal_objective: bool = False,
        threads: int = 1,
        **options: Any,
    ) -> None:
        if n < 1 or threads < 1:
            raise OptionError(f"n and threads must be at least 1, got {n} and {threads}")
        self.n = n
        self.scenario = scenario if isinstance(scenario, Scenario) else load(scenario)
        self.options = make_options(**options)
        check_switches(
            auto_forced=auto_forced, autoreset=autoreset, reveal_objective=reveal_objective
        )
        self.auto_forced = bool(auto_forced)
        self.autoreset = autoreset
        self.games = np.zeros(n, st.GAME)
        self.finals = np.zeros(n, st.GAME)
        self.observations = np.zeros((n, OBSERVATION_SIZE), np.float32)
        self.masks = np.zeros((n, N_ACTIONS), np.int8)
        self.seats = np.zeros(n, np.int8)
        self.rewards = np.zeros((n, 2))
        self.done = np.zeros(n, np.bool_)
        self.episodes = np.zeros(n, np.int64)
        self.keys = np.zeros(n, np.int64)
        self._potentials = np.zeros((n, 2))
        self.params = np.zeros((n, 2, N_PARAMS))
        self.options.write(self.games)
        self.games["reveal_objective"] = reveal_objective
        self.set_reward(reward, shaping)
        bounds = np.linspace(0, n, min(threads, n) + 1).astype(int)
        self._slices = [slice(a, b) for a, b in pairwise(bounds)]
        self._traces = [st.blank_trace() for _ in self._slices]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self._actions = np.zeros(n, np.int64)
        self.reset(seed)

    def set_reward(
        self, reward: Reward, shaping: float | None = None, at: Any = slice(None)
    ) -> None:
        """Give the games `at` (default all) a reward, and their seats its objective angles.

        Games in play go on and are observed with it; the change itself pays nothing.
        """
        paid = SOLO_REWARD if self.options.solo else reward
        self.params[at] = reward_params(parse_reward(paid), shaping)
        self.refresh()

    def refresh(self) -> None:
        """Take over what has been written into `params`: angles, potentials, observations."""
        self.games["objective"] = self.params[..., :2]
        show_all(
            self.games, self.scenario.tables, self.params, self._potentials, self.observations,
            self.seats,
        )  # fmt: skip

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """New games everywhere."""
        seeds = [seed + i for i in range(self.n)] if isinstance(seed, int) else list(seed)
        if len(seeds) != self.n:
            raise OptionError(f"option 'seed': expected {self.n} seeds, got {len(seeds)}")
        self.keys[:] = [key_from_seed(k) for k in seeds]
        self.games["key"] = self.keys
        self.episodes[:] = 0
        self.rewards[:] = 0.0
        self.done[:] = False
        self._run(begin_all)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """One micro-step in every game; SKIP (-1) leaves a game alone.

        actions: integers (N,). Returns rewards float64 (N, 2), army and navy, of this step, and
        done bool (N,). IllegalAction names the first illegal action; nothing has changed then.
        """
        actions = np.asarray(actions)
        is_integer = actions.dtype.kind in "iu" and np.can_cast(actions.dtype, np.int64)
        if not is_integer or actions.shape != (self.n,):
            raise IllegalAction(
                f"actions: expected integers of shape ({self.n},), got {actions.dtype} of shape "
                f"{actions.shape}"
            )
        self._actions[:] = actions
        wrong = first_illegal(self._actions, self.masks)
        if wrong >= 0:
            words = explain_illegal(
                self.scenario, self.games[wrong], self.masks[wrong], int(self._actions[wrong])
            )
            raise IllegalAction(f"game {wrong}: {words}")
        self._run(step_all)
        return self.rewards, self.done

    def sample(self, key: int, count: int) -> np.ndarray:
        """A uniformly random legal action for every game, SKIP where nobody decides.

        The same key and count give the same actions.
        """
        actions = np.empty(self.n, np.int64)
        sample_all(self.masks, key, count, actions)
        return actions

    def _run(self, function: Any) -> None:
        def work(k: int) -> None:
            at = self._slices[k]
            function(
                self.games[at],
                self.scenario.tables,
                self._traces[k],
                self._actions[at],
                self.auto_forced,
                self.autoreset,
                self.keys[at],
                self.episodes[at],
                self.params[at],
                self._potentials[at],
                self.observations[at],
                self.masks[at],
                self.seats[at],
                self.rewards[at],
                self.done[at],
                self.finals[at],
            )

        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._slices))))


@rule
def show(g, s, i, params, potentials, observations, seats):
    """After a game has stopped at a decision: whose it is, and what that seat sees."""
    seats[i] = g.actor
    if g.actor < 2:
        encode(g, s, g.actor, observations[i])
    for seat in range(2):
        potentials[i, seat] = potential(g, s, params[i], seat)


@rule
def show_all(games, tables, params, potentials, observations, seats):
    """The same for every game that has begun."""
    for i in range(games.shape[0]):
        if games[i].turn > 0:
            show(games[i], tables[0], i, params, potentials, observations, seats)


@rule
def begin_all(
    games, tables, trace, actions, through, autoreset, keys, episodes, params, potentials,
    observations, masks, seats, rewards, done, finals,
):  # fmt: skip
    for i in range(games.shape[0]):
        kernels.begin(games, i, tables)
        kernels.play(games[i], tables[0], trace[0], masks[i], kernels.PLAY_ON, through)
        show(games[i], tables[0], i, params, potentials, observations, seats)


@rule
def step_all(
    games, tables, trace, actions, through, autoreset, keys, episodes, params, potentials,
    observations, masks, seats, rewards, done, finals,
):  # fmt: skip
    s = tables[0]
    for i in range(games.shape[0]):
        done[i] = False
        rewards[i, 0] = 0.0
        rewards[i, 1] = 0.0
        if actions[i] == SKIP:
            continue
        g = games[i]
        count = kernels.play(g, s, trace[0], masks[i], actions[i], through)
        for seat in range(2):
            gain = potential(g, s, params[i], seat) - potentials[i, seat]
            rewards[i, seat] = terminal_reward(g, s, params[i], seat) + gain
        if count == 0:
            done[i] = True
            finals[i] = g
            if autoreset:
                episodes[i] += 1
                g.key = new_key(keys[i], episodes[i])
                kernels.begin(games, i, tables)
                kernels.play(g, s, trace[0], masks[i], kernels.PLAY_ON, through)
        show(g, s, i, params, potentials, observations, seats)


@rule
def first_illegal(actions, masks):
    """The first game whose action is not legal, or -1."""
    for i in range(actions.shape[0]):
        a = actions[i]
        if a != SKIP and (a < 0 or a >= masks.shape[1] or not masks[i, a]):
            return i
    return -1


@rule
def sample_all(masks, key, count, actions):
    for i in range(masks.shape[0]):
        legal = 0
        for a in range(masks.shape[1]):
            legal += int(masks[i, a])
        actions[i] = SKIP
        if legal > 0:
            pick = (mix(hash_key(key, count, i), 0) * legal) >> 32
            for a in range(masks.shape[1]):
                if masks[i, a]:
                    if pick == 0:
                        actions[i] = a
                        break
                    pick -= 1
