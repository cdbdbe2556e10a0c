"""Many games in one array, for training and statistics: no Python code runs for a single game.

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
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from glory_env.core.dice import key_from_seed, new_key
from glory_env.core.errors import IllegalAction, OptionError, check_switches
from glory_env.core.stepping import SKIP, first_illegal, sample_all
from glory_env.core.trace import blank_trace
from glory_env.core.whole import check_seed, check_seeds
from glory_env.envs.seen import Seen
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay

__all__ = ["SKIP", "GameVector"]

MAX_INTEGER = np.iinfo(np.int64).max


class GameVector:
    """N games that are played side by side.

    n: number of games. seed: game i has the dice of seed + i; or one seed per game. reward,
    shaping, survival, without, observation_index: as for `glory_v0.raw_env`. autoreset: a finished
    game is replaced at once by a new one with other dice. threads: slices of the batch run side by
    side (rarely faster). Everything else: options of the game; with solo=True the reward is that
    of the solo variant. `game_class`, of the subclass, says which game.

    Arrays, first axis N: `observations` float32 (N, OBSERVATION_SIZE) of the seat on turn, with
    `without` fewer columns; `full_observations`, for scripts and networks, has them all (the same
    array if nothing is left out); `indices` int16, of Glory (N, MAX_COUNTERS), of the games as they
    stand (without observation_index, (N, 0)); `masks` int8 (N, N_ACTIONS); `seats` int8 (N,): 0
    army, 1 navy, 2 none (game over); `games` and, as they were when they ended, `finals`: records
    of dtype GAME; `params` float64 (N, 2, N_PARAMS): what the seats are paid for
    (`GameDefinition.reward`); `keys` and `episodes` int64 (N,): the dice of a slot's first game,
    and the games it has ended; `unshaped` float64 (N, 2): of the last step's rewards what the
    outcome pays, without shaping and survival.
    """

    game_class: ClassVar[type[GamePlay]]
    definition: ClassVar[GameDefinition]

    def __init_subclass__(cls, **values: Any) -> None:
        super().__init_subclass__(**values)
        cls.definition = cls.game_class.definition

    def __init__(
        self,
        n: int,
        scenario: Any = None,
        *,
        seed: int | Sequence[int] = 0,
        reward: Any = None,
        shaping: float | None = None,
        survival: float | None = None,
        auto_forced: bool = True,
        autoreset: bool = True,
        reveal_objective: bool = False,
        threads: int = 1,
        without: Sequence[str] = (),
        observation_index: bool = False,
        **options: Any,
    ) -> None:
        if n < 1 or threads < 1:
            raise OptionError(f"n and threads must be at least 1, got {n} and {threads}")
        game = self.definition
        self.n = n
        self.scenario = game.scenario(scenario)
        self.options = game.options(**options)
        check_switches(
            auto_forced=auto_forced, autoreset=autoreset, reveal_objective=reveal_objective
        )
        self.auto_forced = bool(auto_forced)
        self.autoreset = autoreset
        self.reveal_objective = reveal_objective
        seats = len(game.seats)
        self.games = np.zeros(n, game.record)
        self.finals = np.zeros(n, game.record)
        self.seen = Seen(game, without, observation_index)
        self.full_observations = np.zeros((n, *self.seen.full.shape), np.float32)
        self.observations = self.full_observations
        if self.seen.columns is not None:
            self.observations = np.zeros((n, *self.seen.box.shape), np.float32)
        pieces = 0 if self.seen.index is None else self.seen.index.shape[0]
        self.indices = np.zeros((n, pieces), np.int16)
        self.masks = np.zeros((n, game.n_actions), np.int8)
        self.seats = np.zeros(n, np.int8)
        self.rewards = np.zeros((n, seats))
        self.unshaped = np.zeros((n, seats))
        self.done = np.zeros(n, np.bool_)
        self.episodes = np.zeros(n, np.int64)
        self.keys = np.zeros(n, np.int64)
        self._potentials = np.zeros((n, seats))
        self.params = np.zeros((n, *game.reward(reward, None, None).shape))
        self.options.write(self.games)
        self.set_reward(reward, shaping, survival=survival)
        bounds = np.linspace(0, n, min(threads, n) + 1).astype(int)
        self._slices = [slice(a, b) for a, b in pairwise(bounds)]
        self._traces = [blank_trace() for _ in self._slices]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self._actions = np.zeros(n, np.int64)
        self.reset(seed)

    def set_reward(
        self,
        reward: Any,
        shaping: float | None = None,
        at: Any = slice(None),
        *,
        survival: float | None = None,
    ) -> None:
        """Give the games `at` (default all) a reward, and their seats its objective angles.

        Games in play go on and are observed with it; the change itself pays nothing.
        """
        paid = self.definition.solo_reward if self.options.solo else reward
        self.params[at] = self.definition.reward(paid, shaping, survival)
        self.refresh()

    def refresh(self) -> None:
        """Take over what has been written into `params`: angles, potentials, observations."""
        self.definition.objective(self.games, self.params, self.reveal_objective)
        self.definition.kernels.show_all(
            self.games, self.scenario.tables, self.params, self._potentials,
            self.full_observations, self.seats,
        )  # fmt: skip
        self.show()

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """New games everywhere."""
        seeds = check_seeds(seed, self.n)
        self.keys[:] = [key_from_seed(check_seed(k, f"seed[{i}]")) for i, k in enumerate(seeds)]
        self.games["key"] = self.keys
        self.episodes[:] = 0
        self.rewards[:] = 0.0
        self.unshaped[:] = 0.0
        self.done[:] = False
        self._run(self.definition.kernels.begin_all)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """One micro-step in every game; SKIP (-1) leaves a game alone.

        actions: integers (N,). Returns rewards float64 (N, 2), army and navy, of this step, and
        done bool (N,). IllegalAction names the first illegal action; nothing has changed then.
        """
        self._actions[:] = self.integers(actions)
        wrong = first_illegal(self._actions, self.masks)
        if wrong >= 0:
            raise IllegalAction(self.explain_illegal(wrong, int(self._actions[wrong])))
        self._run(self.definition.kernels.step_all)
        return self.rewards, self.done

    def integers(self, actions: Any) -> np.ndarray:
        """Actions as int64 (N,), legal or not; IllegalAction for what is no row of integers."""
        given = np.asarray(actions)
        kind = given.dtype.kind
        too_large = kind == "u" and given.max(initial=0) > MAX_INTEGER
        if kind not in "iu" or too_large or given.shape != (self.n,):
            raise IllegalAction(
                f"actions: expected integers of shape ({self.n},), got {given.dtype} of shape "
                f"{given.shape}"
            )
        return given.astype(np.int64)

    def explain_illegal(self, at: int, action: int) -> str:
        """One sentence for an illegal action in the game `at`."""
        words = self.definition.explain_illegal(
            self.scenario, self.games[at], self.masks[at], action
        )
        return f"game {at}: {words}"

    def begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        """New games in the slots `at`, integers (M,); the others stay as they are.

        seeds: of their dice; None gives a slot the dice that autoreset would give it.
        """
        for i, seed in zip(at.tolist(), seeds, strict=True):
            if seed is None:
                self.episodes[i] += 1
                self.games["key"][i] = new_key(self.keys[i], self.episodes[i])
            else:
                self.episodes[i] = 0
                self.games["key"][i] = self.keys[i] = key_from_seed(check_seed(seed))
            self._work(self.definition.kernels.begin_all, slice(i, i + 1), self._traces[0])
        self.rewards[at] = 0.0
        self.unshaped[at] = 0.0
        self.done[at] = False

    def look(self, at: int, seat: int) -> None:
        """Write what a seat sees of the game `at` into its observation, its end included."""
        self.definition.kernels.observe(
            self.games, at, self.scenario.tables, seat, self.full_observations[at]
        )
        self.show(slice(at, at + 1))

    def one(self, at: int) -> SimpleNamespace:
        """The game `at` as `GameView` takes it; its arrays are those of the batch."""
        return SimpleNamespace(
            scenario=self.scenario,
            options=self.options,
            games=self.games[at : at + 1],
            mask=self.masks[at],
            game_class=self.game_class,
        )

    def close(self) -> None:
        """End the threads; a batch without threads has nothing open."""
        if self._pool is not None:
            self._pool.shutdown()

    def sample(self, key: int, count: int) -> np.ndarray:
        """A uniformly random legal action for every game, SKIP where no seat has to decide.

        The same key and count give the same actions.
        """
        actions = np.empty(self.n, np.int64)
        sample_all(self.masks, key, count, actions)
        return actions

    def show(self, at: slice = slice(None)) -> None:
        """After the whole observations of some games: what the options make of them."""
        if self.seen.columns is not None:
            self.seen.copy(self.full_observations[at], self.observations[at])
        self.seen.write_index(self.full_observations[at], self.games[at], self.indices[at])

    def _run(self, function: Any) -> None:
        if self._pool is None:
            self._work(function, self._slices[0], self._traces[0])
        else:
            list(self._pool.map(partial(self._work, function), self._slices, self._traces))

    def _work(self, function: Any, at: slice, trace: np.ndarray) -> None:
        function(
            self.games[at],
            self.scenario.tables,
            trace,
            self._actions[at],
            self.auto_forced,
            self.autoreset,
            self.keys[at],
            self.episodes[at],
            self.params[at],
            self._potentials[at],
            self.full_observations[at],
            self.masks[at],
            self.seats[at],
            self.rewards[at],
            self.done[at],
            self.finals[at],
            self.unshaped[at],
        )
        self.show(at)
