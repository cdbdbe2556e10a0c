"""Many games of the macro level at once, as a `gymnasium.vector.VectorEnv`: `GloryMacro-v0`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from glory_agents.glory.macro.envs import MacroEnv, checked
from glory_agents.glory.macro.parameters import HEADS, rows_of, usual_choices
from glory_agents.glory.macro.turns import observe_all, play_turns
from glory_agents.glory.scripted.rows import SCRIPT
from glory_env.core.errors import IllegalAction
from glory_env.core.trace import blank_trace
from glory_env.envs.batch_base import BatchEnv
from glory_env.envs.seen import MASK
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import NAVY


class MacroBatch(BatchEnv):
    """One seat of every game, a step is a turn; arguments as for `MacroEnv`.

    A partner given as an object is asked for all games at once, by `script_rows`.
    """

    env_class, vector_class = MacroEnv, GloryVector

    def __init__(
        self,
        num_envs: int = 1,
        seat: str = "army",
        partner: Any = "withdraw_in_time",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        one = MacroEnv(seat, partner, **options)
        rest = {name: value for name, value in options.items() if name != "render_mode"}
        rest["scenario"] = one.env.scenario
        super().__init__(num_envs, one, one.env.blank, one.action_space, autoreset_mode, **rest)
        self._partner = one.partner
        self._seat = one.env.possible_agents.index(seat)
        self._seats = np.full((2, num_envs), [[self._seat], [NAVY - self._seat]], np.int8)
        self._other_sees = np.zeros_like(self.games.full_observations)
        self._trace, self._scratch = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self._both = np.zeros((num_envs, 2), SCRIPT)
        self._gains = np.zeros((num_envs, 2))

    def _begin(self, at: np.ndarray, seeds: Sequence[int | None]) -> None:
        self.games.begin(at, seeds)

    def _play(self, actions: Any, live: np.ndarray) -> np.ndarray:
        games, tables = self.games.games, self.games.scenario.tables
        self._both[:, self._seat] = rows_of(self._choices(actions, live))
        observe_all(games, tables, self._seats[1], self._other_sees)
        at = np.flatnonzero(live)
        draws = np.zeros((self.num_envs, len(HEADS)))
        for i in at.tolist():
            draws[i] = self._rngs[i].random(len(HEADS))
        if len(at):
            rows = self._partner.script_rows(self._other_sees[at], draws[at])
            self._both[at, NAVY - self._seat] = rows
        play_turns(
            games, tables, self._trace, self._scratch, self._both, self.games.params, self._gains
        )
        return self._gains[:, self._seat].copy()

    def _choices(self, actions: Any, live: np.ndarray) -> np.ndarray:
        """Choices int64 (N, heads), the usual ones where no game is live; IllegalAction."""
        if not hasattr(actions, "__len__") or len(actions) != self.num_envs:
            raise IllegalAction(f"actions: expected one for each of {self.num_envs} games")
        choices = np.tile(usual_choices(), (self.num_envs, 1))
        for i in np.flatnonzero(live).tolist():
            choices[i] = checked(f"game {i}", actions[i])
        return choices

    def _final_info(self, at: int) -> dict[str, Any]:
        return self._ending(at, self._seat)

    def _observe(self) -> Any:
        games = self.games
        seats = self._seats[0]
        observe_all(games.games, games.scenario.tables, seats, games.full_observations)
        games.show()
        return super()._observe()

    def _infos(self) -> dict[str, Any]:
        infos = super()._infos()
        for key in (MASK, f"_{MASK}"):  # every action is legal
            del infos[key]
        return infos
