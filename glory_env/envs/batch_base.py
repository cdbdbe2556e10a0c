"""What every batch of environments shares: seeds, resets, autoreset, illegal actions, infos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from glory_env.core.errors import IllegalAction, OptionError, unknown
from glory_env.core.whole import check_seeds
from glory_env.envs.illegal import (
    END,
    ILLEGAL_REWARD,
    KEY,
    MAX_NOOPS,
    NOOP,
    RAISE,
    check_mode,
    warn,
)  # fmt: skip
from glory_env.envs.infos import UNSHAPED, slot_info, spread_info
from glory_env.envs.seen import MASK, Given, Seen
from glory_env.envs.vector import SKIP, GameVector
from glory_env.game.definition import IN_PLAY


class BatchEnv(VectorEnv[Any, Any, Any]):
    """What every batch shares: seeds, resets, autoreset, observations, infos.

    A subclass says how games begin (`_begin`), how a step is played (`_play`) and how they end
    (`_final_info`). one: the environment of one game, which has checked the options; each slot has
    its observation space. blank: the info of a game in play. options: of the games, for
    `GameVector`.
    """

    vector_class: ClassVar[type[GameVector]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if env := getattr(cls, "env_class", None):
            modes = [mode for mode in env.metadata["render_modes"] if mode != "human"]
            about = {"render_modes": modes, "autoreset_mode": AutoresetMode.NEXT_STEP}
            cls.metadata = {**env.metadata, **about}

    def __init__(
        self,
        num_envs: int,
        one: Any,
        blank: dict[str, Any],
        action_space: Any,
        autoreset_mode: str | AutoresetMode,
        illegal: str = RAISE,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise OptionError(f"num_envs: expected at least 1, got {num_envs}")
        pictures = self.metadata["render_modes"]
        if one.render_mode is not None and one.render_mode not in pictures:
            raise OptionError(unknown("render_mode", one.render_mode, pictures))
        modes = [mode.value for mode in AutoresetMode]
        if not isinstance(autoreset_mode, AutoresetMode) and autoreset_mode not in modes:
            raise OptionError(unknown("autoreset_mode", autoreset_mode, modes))
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs, self.render_mode = num_envs, one.render_mode
        self._seen: Seen = one.seen
        self.single_observation_space = one.seen.space
        self.single_action_space = action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rngs = [seeding.np_random()[0] for _ in range(num_envs)]
        seeds = [int(rng.integers(2**31)) for rng in self._rngs]
        self.games = self.vector_class(num_envs, seed=seeds, autoreset=False, **options)
        self._shaped = bool(options.get("shaping") or options.get("survival"))
        self._over = np.ones(num_envs, np.bool_)  # waits for a reset
        self._has_begun = False
        self._blank = blank
        self._ends: dict[int, dict[str, Any]] = {}  # of the games that are over, by slot
        self._illegal = check_mode(illegal)
        self._has_warned = False
        self._wrong = np.zeros(num_envs, np.bool_)  # whose last action was illegal
        self._row = np.zeros(num_envs, np.int64)  # how many were illegal one after the other
        self._count = np.zeros(num_envs, np.int64)

    # --- playing -------------------------------------------------------------------------
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Given, dict[str, Any]]:
        """New games in every slot, or where `options["reset_mask"]`, bool (N,), is true."""
        mask = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise OptionError(
                f"reset_mask: expected bool of shape ({self.num_envs},), got {mask.dtype} of shape "
                f"{mask.shape}"
            )
        none: list[int | None] = [None] * self.num_envs
        seeds = none if seed is None else check_seeds(seed, self.num_envs)
        self._renew(np.flatnonzero(mask), seeds)
        self._has_begun = True
        return self._observe(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Given, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One step in every game; for illegal actions what `illegal` says (docs of the option).

        IllegalAction names the first wrong one; nothing has changed then in any game.
        The action of a slot whose game is over is ignored: its new game begins with this step.
        ResetNeeded before `reset`, and for a game that is over where autoreset is disabled.
        """
        waiting = self._over.copy()
        if not self._has_begun or (self._mode is AutoresetMode.DISABLED and waiting.any()):
            slots = np.flatnonzero(waiting).tolist()
            raise ResetNeeded(f"no game is in play in the slots {slots}: call reset() for them")
        rewards = self._play(actions, ~waiting)
        rewards[waiting] = 0.0
        rewards += self._fines()
        self._renew(np.flatnonzero(waiting), [None] * self.num_envs)
        finished = self._ended & ~waiting
        terminated = finished | (self._wrong & (self._illegal == END))
        truncated = self._row >= MAX_NOOPS
        ended = terminated | truncated
        for i in np.flatnonzero(finished).tolist():
            self._ends[i] = self._final_info(i)
        last: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            seen, now = self._observe(), self._infos()
            for i in np.flatnonzero(ended).tolist():
                own = {k: v[i] for k, v in seen.items()} if isinstance(seen, dict) else seen[i]
                last = self._add_info(last, {"final_obs": own, "final_info": slot_info(now, i)}, i)
            self._renew(np.flatnonzero(ended), [None] * self.num_envs)
        else:
            self._over |= ended
        return self._observe(), rewards, terminated, truncated, {**last, **self._infos()}

    def render(self) -> tuple[Any, ...]:
        """Of every game what the environment of one game renders."""
        games = self.games
        return tuple(
            games.definition.draw(games.scenario, g, self.render_mode) for g in games.games
        )

    def action_masks(self) -> np.ndarray:
        """The legal actions, bool (N, N_ACTIONS); where a game is over what `mask_at_end` says."""
        return self._masks().astype(bool)

    def close_extras(self, **arguments: Any) -> None:
        self.games.close()

    # --- what a subclass says ------------------------------------------------------------
    def _begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        """New games in the slots `at`; seeds: for each, None goes on from its last one."""
        raise NotImplementedError

    def _play(self, actions: Any, live: np.ndarray) -> np.ndarray:
        """One step in the live games, bool (N,); rewards float64 (N,)."""
        raise NotImplementedError

    def _final_info(self, at: int) -> dict[str, Any]:
        """How the game of a slot has ended; its observation is then that of the end."""
        raise NotImplementedError

    # --- shared --------------------------------------------------------------------------
    def _renew(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        if len(at):
            own = [seeds[i] for i in at]
            for i, seed in zip(at.tolist(), own, strict=True):
                self._ends.pop(i, None)
                if seed is not None:
                    self._rngs[i] = seeding.np_random(seed)[0]
            self._begin(at, own)
            self._over[at] = False
            self._row[at] = self._count[at] = 0

    def _legal(self, actions: Any, live: np.ndarray) -> np.ndarray:
        """Action numbers int64 (N,), SKIP where none is played; IllegalAction."""
        games = self.games
        given = games.integers(actions)
        given[~live] = SKIP
        bounded = np.clip(given, 0, games.masks.shape[1] - 1)
        legal = (bounded == given) & (games.masks[np.arange(games.n), bounded] != 0)
        wrong = live & ~legal
        if wrong.any() and (self._illegal == RAISE or not self._has_warned):
            first = int(wrong.argmax())
            words = games.explain_illegal(first, int(given[first]))
            if self._illegal == RAISE:
                raise IllegalAction(words)
            warn(words, self._illegal)
            self._has_warned = True
        self._wrong = wrong
        self._row = np.where(wrong & (self._illegal == NOOP), self._row + 1, 0)
        self._count += wrong
        given[wrong] = SKIP
        return given

    def _fines(self) -> np.ndarray:
        """What the last illegal actions pay, float64 (N,)."""
        return np.where(self._wrong & (self._illegal == END), ILLEGAL_REWARD, 0.0)

    def _draw_seed(self, at: int) -> int:
        """What the environment of one game draws of its generator at a reset."""
        return int(self._rngs[at].integers(2**31))

    def _ending(self, at: int, seat: int) -> dict[str, Any]:
        """How the finished game of a slot ended for a seat."""
        games = self.games
        info = games.definition.final_info(games.games[at], games.scenario.tables[0], seat)
        return {**info, **self._unshaped(at, seat)}

    def _unshaped(self, at: int, seat: int) -> dict[str, float]:
        """What the outcome alone pays a seat, where other things are paid, too."""
        if not self._shaped:
            return {}
        games = self.games
        paid = np.zeros(len(games.definition.seats))
        games.definition.kernels.pay(games.games, at, games.scenario.tables, games.params[at], paid)
        return {UNSHAPED: float(paid[seat])}

    def _observe(self) -> Given:
        games = self.games
        return self._seen.give_all(games.observations, games.indices, games.masks, self._ended)

    @property
    def _ended(self) -> np.ndarray:
        """Whether a game has an outcome, bool (N,)."""
        ended: np.ndarray = self.games.games["outcome"] != IN_PLAY
        return ended

    def _masks(self) -> np.ndarray:
        return self._seen.masks(self.games.masks, self._ended)

    def _infos(self) -> dict[str, Any]:
        """Every key of `blank`, and what else every slot has at every step."""
        infos = spread_info(self._blank, self.num_envs)
        for i, end in self._ends.items():
            infos = self._add_info(infos, end, i)
        infos |= self._everywhere(MASK, self._masks())
        return infos if self._illegal == RAISE else infos | self._everywhere(KEY, self._count)

    def _everywhere(self, key: str, values: np.ndarray) -> dict[str, np.ndarray]:
        return {key: values.copy(), f"_{key}": np.ones(self.num_envs, np.bool_)}
