"""Many games at once as a `gymnasium.vector.VectorEnv`, over the batched engine.

    import glory_env
    envs = gymnasium.make_vec("Glory-v0", 64, "vector_entry_point", seat="navy", partner="grim")
    observations, infos = envs.reset(seed=1)
    while training:
        actions = choose(observations, infos["action_mask"])
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Slot i plays what the environment of one game plays after `reset(seed=seed + i)`. Conventions are
those of `gymnasium.vector.SyncVectorEnv`:

| what | how |
|---|---|
| seeds | `reset(seed=)`: one number (slot i gets seed + i), a list of numbers or None, or None |
| autoreset | `autoreset_mode`: "NextStep" (default), "SameStep" or "Disabled" with `reset_mask` |
| masks | `infos["action_mask"]`, int8 (N, N_ACTIONS); also in the observation, if asked for |
| infos | as of one game, arrays (N, ...), with a mask `_name` of the slots that have them: all |
| same-step autoreset | the last ones are in `infos["final_obs"]` and `infos["final_info"]` |
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from glory_env.core.dice import key_from_seed
from glory_env.core.errors import IllegalAction, OptionError, unknown
from glory_env.core.state import PLAYING
from glory_env.envs.aec import raw_env
from glory_env.envs.agent import Agent, GamesView, GameView, fill_draws, make_agent, plays_batches
from glory_env.envs.illegal import END, ILLEGAL_REWARD, KEY, MAX_NOOPS, NOOP, RAISE, check_mode
from glory_env.envs.infos import UNSHAPED, slot_info, spread_info
from glory_env.envs.seen import MASK, Given, Seen
from glory_env.envs.single import SingleAgentEnv
from glory_env.envs.solo import SoloEnv, final_solo_info
from glory_env.envs.vector import SKIP, GameVector, GloryVector


class BatchEnv(VectorEnv[Any, Any, Any]):
    """What every batch shares: seeds, resets, autoreset, observations, infos.

    A subclass says how games begin (`_begin`), how a step is played (`_play`) and how they end
    (`_final_info`). one: the environment of one game, which has checked the options; each slot has
    its observation space. blank: the info of a game in play. options: of the games, for
    `GameVector`.
    """

    vector_class: ClassVar[type[GameVector]] = GloryVector
    metadata = {  # noqa: RUF012 (gymnasium reads it from the class)
        **raw_env.metadata,
        "render_modes": [m for m in raw_env.definition.render_modes if m != "human"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

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
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise OptionError(f"seed: expected {self.num_envs} seeds, got {len(seeds)}")
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
        finished = (self.games.games["outcome"] != PLAYING) & ~waiting
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
        """The legal actions, bool (N, N_ACTIONS); none where a game is over."""
        return self.games.masks.astype(bool)

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
        if wrong.any() and self._illegal == RAISE:
            first = int(wrong.argmax())
            raise IllegalAction(games.explain_illegal(first, int(given[first])))
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
        return self._seen.give_all(games.observations, games.indices, games.masks)

    def _infos(self) -> dict[str, Any]:
        """Every key of `blank`, and what else every slot has at every step."""
        infos = spread_info(self._blank, self.num_envs)
        for i, end in self._ends.items():
            infos = self._add_info(infos, end, i)
        infos |= self._everywhere(MASK, self.games.masks)
        return infos if self._illegal == RAISE else infos | self._everywhere(KEY, self._count)

    def _everywhere(self, key: str, values: np.ndarray) -> dict[str, np.ndarray]:
        return {key: values.copy(), f"_{key}": np.ones(self.num_envs, np.bool_)}


def _without(options: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


class SeatBatch(BatchEnv):
    """One seat of every game, the partners played inside: `Glory-v0`, `GloryTeaching-v0`.

    Arguments as for `glory_env.envs.single.SingleAgentEnv`. A partner without `act_batch` is asked
    game by game; given as an object, it is copied for each game.
    """

    def __init__(
        self,
        num_envs: int = 1,
        seat: str = "army",
        partner: str | Agent = "random",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = SingleAgentEnv(seat, partner, **options)
        given = {**options, "scenario": one.env.scenario}
        rest = _without(given, "mask_in_observation", "render_mode")
        super().__init__(num_envs, one, one.env.blank, one.action_space, autoreset_mode, **rest)
        names = self.games.definition.seats
        self._seat = names.index(seat)
        self._other = 1 - self._seat
        self._agent = one.partner
        self._agents: list[Agent] = []
        if plays_batches(self._agent):
            self._agent.reset(names[self._other], 0)
        else:
            self._agents = [
                make_agent(partner) if isinstance(partner, str) else copy.deepcopy(partner)
                for _ in range(num_envs)
            ]
        self._keys = np.zeros(num_envs, np.int64)  # of the partners' draws
        self._decisions = np.zeros(num_envs, np.int64)  # of the partners, made so far

    def _begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        self.games.begin(at, seeds)
        for i in at.tolist():
            drawn = self._draw_seed(i)
            self._keys[i], self._decisions[i] = key_from_seed(drawn), 0
            if self._agents:
                self._agents[i].reset(self.games.definition.seats[self._other], drawn)
        self._play_partners()

    def _play(self, actions: Any, live: np.ndarray) -> np.ndarray:
        rewards, _ = self.games.step(self._legal(actions, live))
        own: np.ndarray = rewards[:, self._seat].copy()
        own += self._play_partners()
        return own

    def _play_partners(self) -> np.ndarray:
        """Let the partners decide until it is this seat's turn everywhere; its rewards."""
        games, paid = self.games, np.zeros(self.num_envs)
        while len(at := np.flatnonzero(games.seats == self._other)):
            actions = np.full(self.num_envs, SKIP)
            actions[at] = self._ask(at)
            paid += games.step(actions)[0][:, self._seat]
        return paid

    def _ask(self, at: np.ndarray) -> np.ndarray:
        games = self.games
        seen, masks = games.full_observations[at], games.masks[at]
        if self._agents:
            name = games.definition.seats[self._other]
            return np.array([
                self._agents[i].act(seen[k], masks[k], GameView(games.one(i), name))
                for k, i in enumerate(at.tolist())
            ])  # fmt: skip
        assert plays_batches(self._agent)
        draws = np.empty(len(at))
        fill_draws(self._keys[at], self._other, self._decisions[at], draws)
        self._decisions[at] += 1
        view = GamesView(games.scenario, games.games, at, games.definition)
        actions: np.ndarray = self._agent.act_batch(seen, masks, draws, view)
        return actions

    def _final_info(self, at: int) -> dict[str, Any]:
        self.games.look(at, self._seat)
        return self._ending(at, self._seat)


class SoloBatch(BatchEnv):
    """The solo variant, `GlorySolo-v0`; arguments as for `glory_env.envs.solo.SoloEnv`."""

    def __init__(
        self,
        num_envs: int = 1,
        scenario: Any = "glory",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = SoloEnv(scenario, **options)
        given = {**options, "scenario": one.scenario, "solo": True}
        rest = _without(given, "mask_in_observation", "render_mode")
        super().__init__(num_envs, one, one.blank, one.action_space, autoreset_mode, **rest)
        self.games.games["objective"] = 0  # there is one player: none is shown, as in SoloEnv

    def _begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        drawn = [self._draw_seed(i) for i in at.tolist()]
        games = [own if seed is None else seed for own, seed in zip(drawn, seeds, strict=True)]
        self.games.begin(at, games)

    def _play(self, actions: Any, live: np.ndarray) -> np.ndarray:
        return self.games.step(self._legal(actions, live))[0][:, 0].copy()

    def _final_info(self, at: int) -> dict[str, Any]:
        games = self.games
        games.look(at, len(games.definition.seats) - 1)
        info = final_solo_info(games.games[at], games.scenario.tables[0])
        return {**info, **self._unshaped(at, 0)}


class TurnsBatch(BatchEnv):
    """Both seats: a step is one decision of the seat on turn in every game, as in `glory_v0`.

    Observations are Dicts as those of `glory_v0.raw_env`, with the mask. The reward is that of the
    seat which has acted; `infos` have the `rewards` of both, float64 (N, 2), and the `seat` that is
    now on turn, int8 (N,): 0 army, 1 navy, 2 none. At the end the observation is that of the seat
    which acted last. What says how games end is by seat: `infos["army"]["result"]`. options: of
    `glory_v0.raw_env`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = raw_env(**options)
        rest = _without({**options, "scenario": one.scenario}, "render_mode")
        space = one.action_space(one.possible_agents[0])
        blank = dict.fromkeys(one.possible_agents, one.blank)
        super().__init__(num_envs, one, blank, space, autoreset_mode, **rest)
        self._acted = np.zeros(num_envs, np.int8)
        self._both = np.zeros((num_envs, len(one.possible_agents)))

    def reset(self, **arguments: Any) -> tuple[Given, dict[str, Any]]:
        self._both[:] = 0.0
        return super().reset(**arguments)

    def _begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        self.games.begin(at, seeds)

    def _play(self, actions: Any, live: np.ndarray) -> np.ndarray:
        given = self._legal(actions, live)
        self._acted[live] = self.games.seats[live]
        paid, slots = self.games.step(given)[0], np.arange(self.num_envs)
        self._both[:] = paid
        self._both[slots, self._acted] += self._fines()
        return paid[slots, self._acted].copy()

    def _final_info(self, at: int) -> dict[str, Any]:
        self.games.look(at, int(self._acted[at]))
        names = self.games.definition.seats
        return {name: self._ending(at, seat) for seat, name in enumerate(names)}

    def _infos(self) -> dict[str, Any]:
        both = self._everywhere("rewards", self._both)
        return super()._infos() | both | self._everywhere("seat", self.games.seats)
