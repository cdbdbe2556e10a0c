"""The solo variant: a single controller plays both services (R1-1b, R18-1f, R18-2-2c).

No bargaining: civil and army share are chosen once a turn, an escort is a pick, production one
menu. Same action table and observation as glory_v0, with the solo flag set and the seat flag of
the service whose piece is asked for. Floor 150; victory is completion with both services above
65 GP. Also `gymnasium.make("glory_env:GlorySolo-v0")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from glory_env.core.dice import key_from_seed
from glory_env.core.errors import IllegalAction, OptionError, check_switches, unknown
from glory_env.core.stepping import ILLEGAL, PLAY_ON
from glory_env.core.trace import blank_trace
from glory_env.core.whole import check_seed
from glory_env.envs.batch import ONLY_ONE, without
from glory_env.envs.batch_base import BatchEnv
from glory_env.envs.illegal import RAISE, Illegal
from glory_env.envs.infos import UNSHAPED, blank_info, copy_info
from glory_env.envs.seen import ZEROS, Given, Seen
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.engine.rewards import SOLO_REWARD, SURVIVAL, parse_reward, reward_params
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated import kernels, records
from glory_env.games.glory.rules.victory import is_solo_victory
from glory_env.games.glory.scenario import Scenario, load

OWN_OPTIONS = (
    "scenario", "shaping", "survival", "auto_forced", "render_mode", "without", "observation_index",
    "mask_in_observation", "illegal", "mask_at_end",
)  # fmt: skip


class SoloEnv(gymnasium.Env):
    """scenario: name or path. shaping, survival, without, observation_index: as for
    `glory_v0.raw_env`. mask_in_observation: the observation also has the mask. illegal:
    "raise", "end" or "noop" (`glory_env.envs.illegal`). mask_at_end: "zeros" or "ones", the mask of
    a game that is over. options:
    `engine.options.Options`, without the negotiation.

    Observation Box float32 (OBSERVATION_SIZE,), action Discrete(N_ACTIONS) with `action_masks()`.
    With observation_index or mask_in_observation a Dict of `observation` and `observation_index`,
    `action_mask`. Every info has `action_mask`, int8 (N_ACTIONS,).
    Reward at the end: -1 at game over, else 0.5 + 0.5 min(1, lower GP / 66). The last info has
    outcome, cause, turn, gp and victory (1 or 0); with shaping or survival also reward_unshaped.
    Every info has these keys, as numbers; until the end all are 0 (`glory_env.envs.aec`).
    """

    game_class = Game
    metadata = {  # noqa: RUF012 (gymnasium reads it from the class)
        "render_modes": list(GLORY.render_modes),
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: str | Path | Scenario = "glory",
        *,
        shaping: float | None = None,
        survival: float | None = None,
        auto_forced: bool = True,
        render_mode: str | None = None,
        without: Sequence[str] = (),
        observation_index: bool = False,
        mask_in_observation: bool = False,
        illegal: str = RAISE,
        mask_at_end: str = ZEROS,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in GLORY.render_modes:
            raise OptionError(unknown("render_mode", render_mode, GLORY.render_modes))
        self.render_mode = render_mode
        self.scenario = scenario if isinstance(scenario, Scenario) else load(scenario)
        self.options = make_options(OWN_OPTIONS, **{**options, "solo": True})
        check_switches(auto_forced=auto_forced)
        self.auto_forced = bool(auto_forced)
        self.games = np.zeros(1, st.GAME)
        self.options.write(self.games)
        self._params = reward_params(parse_reward(SOLO_REWARD), shaping, survival)
        self._shaped = bool(shaping or survival)
        self.mask = np.zeros(N_ACTIONS, np.int8)
        self._trace = blank_trace()
        self._illegal = Illegal(illegal)
        self.blank = blank_info(GLORY, self.scenario, self._shaped, final_solo_info)
        self.seen = Seen(GLORY, without, observation_index, mask_in_observation, mask_at_end)
        self.observation_space = self.seen.space
        self.action_space = spaces.Discrete(N_ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Given, dict[str, Any]]:
        """A new game; seed: of the dice."""
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        self._illegal.begin()
        own = int(self.np_random.integers(2**31))
        self.games["key"] = key_from_seed(own if seed is None else seed)
        kernels.begin(self.games, 0, self.scenario.tables)
        self._run(PLAY_ON)
        self._potential = self._phi()
        self._show()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Given, float, bool, bool, dict[str, Any]]:
        """One micro-step; for an illegal action what `illegal` says."""
        if self._illegal.has_ended:
            raise ResetNeeded("the game was ended by an illegal action: call reset()")
        number, turn = GLORY.action_number(action), int(self.games["turn"][0])
        if number < 0 or self._run(number) == ILLEGAL:
            words = GLORY.explain_illegal(self.scenario, self.games[0], self.mask, action)
            ending = self._illegal.note(IllegalAction(words), action)
            return self._observe(), *ending, self._info()
        self._illegal.note_legal()
        before, self._potential = self._potential, self._phi()
        survived = self._params[st.ARMY, SURVIVAL] * (int(self.games["turn"][0]) - turn)
        reward = self._outcome() + self._potential - before + survived
        self._show()
        return self._observe(), float(reward), self._is_over(), False, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions, bool (N_ACTIONS,): the convention of sb3-contrib."""
        return self._masks().astype(bool)

    def _masks(self) -> np.ndarray:
        return self.seen.masks(self.mask, self._is_over())

    def _is_over(self) -> bool:
        return bool(self.games["outcome"][0] != st.PLAYING)

    def render(self) -> Any:
        """As `glory_v0.raw_env.render`."""
        return GLORY.draw(self.scenario, self.games[0], self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _run(self, action: int) -> int:
        return kernels.step(
            self.games, 0, self.scenario.tables, self._trace, self.mask, action, self.auto_forced
        )

    def _outcome(self) -> float:
        """What the end of the game pays, 0 before it: the same for both services."""
        paid = np.zeros(2)
        kernels.pay(self.games, 0, self.scenario.tables, self._params, paid)
        return float(paid[st.ARMY])

    def _phi(self) -> float:
        """The shaping potential, the same for both services."""
        values = np.zeros(2)
        kernels.potentials(self.games, 0, self.scenario.tables, self._params, values)
        return float(values[st.ARMY])

    def _observe(self) -> Given:
        out = np.empty(self.seen.full.shape, np.float32)
        seat = min(int(self.games["actor"][0]), st.NAVY)
        kernels.observe(self.games, 0, self.scenario.tables, seat, out)
        return self.seen.give(out, self.games, self.mask, self._is_over())

    def _info(self) -> dict[str, Any]:
        info = {**copy_info(self.blank), **self._illegal.info, "action_mask": self._masks()}
        g, s = self.games[0], self.scenario.tables[0]
        if self._is_over():
            info |= final_solo_info(g, s)
            if self._shaped:
                info[UNSHAPED] = self._outcome()
        return info


def final_solo_info(g: records.Game, s: records.Tables) -> dict[str, Any]:
    """How a finished solo game ended: outcome, cause, turn, gp, victory, in numbers."""
    end = GLORY.final_info(g, s, st.ARMY)
    info = {key: end[key] for key in ("outcome", "cause", "turn", "gp")}
    return {**info, "victory": int(is_solo_victory(g, s))}


class SoloBatch(BatchEnv):
    """The solo variant, `GlorySolo-v0`; arguments as for `SoloEnv`."""

    env_class, vector_class = SoloEnv, GloryVector

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
        rest = without(given, *ONLY_ONE)
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
