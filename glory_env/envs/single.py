"""One seat of the two-player game as a gymnasium.Env; the partner is played inside.

    env = glory_v0.single_agent("navy", partner="random")
    observation, info = env.reset(seed=1)
    action = ...  # one of env.action_masks()
    observation, reward, terminated, truncated, info = env.step(action)

Also `gymnasium.make("glory_env:Glory-v0", seat="navy")`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from glory_env.core.errors import IllegalAction, OptionError, unknown
from glory_env.core.whole import check_seed
from glory_env.envs.aec import GameEnv
from glory_env.envs.agent import Agent, GameView, agent_for
from glory_env.envs.guard import guarded
from glory_env.envs.illegal import RAISE, Illegal
from glory_env.envs.infos import copy_info
from glory_env.envs.seen import ZEROS, Given, Seen


class GameSeatEnv(gymnasium.Env):
    """One seat of an `env_class`.

    seat: one of the game's; None: the first. partner: an agent or its name; AgentError for a
    network of another scenario. mask_in_observation: the observation also has the mask. illegal:
    "raise", "end" or "noop" (`glory_env.envs.illegal`), for this seat; an illegal action of the
    partner raises.
    options: of `env_class`.

    Observation Box float32 (OBSERVATION_SIZE,), action Discrete(N_ACTIONS) with `action_masks()`.
    With observation_index or mask_in_observation a Dict of `observation` and `observation_index`,
    `action_mask`. Every info has `action_mask`, int8 (N_ACTIONS,). The partner sees the whole
    observation, whatever `without` says.
    A step ends at this seat's next decision, or at the end of the game; its reward is the sum of
    the seat's rewards until then. What shaping and survival pay before its first decision belongs
    to no step. The last info is that of `env_class`.
    """

    env_class: ClassVar[type[GameEnv]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.metadata = cls.env_class.metadata

    def __init__(
        self,
        seat: str | None = None,
        partner: str | Agent = "random",
        *,
        mask_in_observation: bool = False,
        illegal: str = RAISE,
        **options: Any,
    ) -> None:
        game = self.env_class.game_class.definition
        seats = game.seats
        seat = seats[0] if seat is None else seat
        if seat not in seats:
            raise OptionError(unknown("seat", seat, seats))
        self.env = self.env_class(**options)
        self._illegal = Illegal(illegal)
        self.metadata = self.env.metadata
        self.render_mode = self.env.render_mode
        self.seat = seat
        agent = agent_for(partner, game)
        if hasattr(agent, "check"):  # a network: whether it knows the scenario
            agent.check(self.env.scenario)
        self.partner = guarded(agent)
        self.seen = Seen(
            game,
            options.get("without", ()),
            options.get("observation_index", False),
            mask_in_observation,
            options.get("mask_at_end", ZEROS),
        )
        self.observation_space = self.seen.space
        self.action_space = self.env.action_space(seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Given, dict[str, Any]]:
        """A new game, played on to this seat's first decision."""
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        self._illegal.begin()
        self.env.reset(seed=seed)
        (other,) = (seat for seat in self.env.possible_agents if seat != self.seat)
        self.partner.reset(other, int(self.np_random.integers(2**31)))
        self._play_partner()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Given, float, bool, bool, dict[str, Any]]:
        """One micro-step of the seat; for an illegal action what `illegal` says."""
        if self._illegal.has_ended:
            raise ResetNeeded("the game was ended by an illegal action: call reset()")
        try:
            self.env.step(action)
        except IllegalAction as error:
            ending = self._illegal.note(error, action)
            return self._observe(), *ending, self._info()
        self._illegal.note_legal()
        reward = self.env.rewards[self.seat] + self._play_partner()
        return self._observe(), reward, self._is_over(), False, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions, bool (N_ACTIONS,): the convention of sb3-contrib."""
        return self._masks().astype(bool)

    def _masks(self) -> np.ndarray:
        return self.seen.masks(self.env.mask, self._has_outcome())

    def _has_outcome(self) -> bool:
        return bool(self.env.games["outcome"][0])

    def render(self) -> Any:
        """As `GameEnv.render`."""
        return self.env.render()

    def _is_over(self) -> bool:
        return self.env.terminations[self.seat]

    def _play_partner(self) -> float:
        """Let the partner decide until it is this seat's turn; returns the seat's rewards."""
        reward = 0.0
        while not self._is_over() and self.env.agent_selection != self.seat:
            agent = self.env.agent_selection
            seen, mask = self.env.full_observation(agent), self.env.mask.copy()
            self.env.step(self.partner.act(seen, mask, GameView(self.env, agent)))
            reward += self.env.rewards[self.seat]
        return reward

    def _observe(self) -> Given:
        full = self.env.full_observation(self.seat)
        return self.seen.give(full, self.env.games, self.env.mask, self._has_outcome())

    def _info(self) -> dict[str, Any]:
        info = {**copy_info(self.env.infos[self.seat]), **self._illegal.info}
        return {**info, "action_mask": self._masks()}
