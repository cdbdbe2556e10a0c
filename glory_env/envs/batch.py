"""Many games at once as a `gymnasium.vector.VectorEnv`, over the batched engine.

    envs = gymnasium.make_vec("glory_env:Glory-v0", 64, "vector_entry_point", seat="navy")
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
| masks of games that are over | all zeros, or all ones with `mask_at_end="ones"` |
| infos | as of one game, arrays (N, ...), with a mask `_name` of the slots that have them: all |
| same-step autoreset | the last ones are in `infos["final_obs"]` and `infos["final_info"]` |
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode

from glory_env.core.dice import key_from_seed
from glory_env.envs.aec import GameEnv
from glory_env.envs.agent import Agent, GamesView, GameView, agent_for, fill_draws, plays_batches
from glory_env.envs.batch_base import BatchEnv
from glory_env.envs.guard import guarded
from glory_env.envs.seen import Given
from glory_env.envs.single import GameSeatEnv
from glory_env.envs.vector import SKIP

# Options of the environment of one game that its games do not have.
ONLY_ONE = ("mask_in_observation", "mask_at_end", "render_mode")


def without(options: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


class GameSeatBatch(BatchEnv):
    """One seat of every game, the partners played inside.

    Arguments as for `env_class`, which a subclass names. A partner without `act_batch` is asked
    game by game; given as an object, it is copied for each game.
    """

    env_class: ClassVar[type[GameSeatEnv]]

    def __init__(
        self,
        num_envs: int = 1,
        seat: str | None = None,
        partner: str | Agent = "random",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = self.env_class(seat, partner, **options)
        given = {**options, "scenario": one.env.scenario}
        rest = without(given, *ONLY_ONE)
        super().__init__(num_envs, one, one.env.blank, one.action_space, autoreset_mode, **rest)
        names = self.games.definition.seats
        self._seat = names.index(one.seat)
        self._other = 1 - self._seat
        self._agent = one.partner
        self._agents: list[Agent] = []
        if plays_batches(self._agent):
            self._agent.reset(names[self._other], 0)
        else:
            self._agents = [
                guarded(agent_for(copy.deepcopy(partner), self.games.definition))
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


class GameTurnsBatch(BatchEnv):
    """All seats: a step is one decision of the seat on turn in every game, as in `env_class`.

    Observations are Dicts as those of `env_class`, with the mask. The reward is that of the
    seat which has acted; `infos` have the `rewards` of both, float64 (N, 2), and the `seat` that is
    now on turn, int8 (N,): its number, 2 for none. At the end the observation is that of the seat
    which acted last. What says how games end is by seat, `infos["army"]`. options: of `env_class`.
    """

    env_class: ClassVar[type[GameEnv]]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = self.env_class(**options)
        rest = without({**options, "scenario": one.scenario}, *ONLY_ONE)
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
