"""The fuzzer of Glory: its invariants, its options and its random positions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from glory_agents.glory.careful import careful_all
from glory_env.fuzz.codes import message
from glory_env.fuzz.games import GameFuzzer
from glory_env.games.glory.fuzz.random_start import random_options, scatter
from glory_env.games.glory.fuzz.transitions import check_call
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import names


class Fuzzer(GameFuzzer):
    """Plays games of Glory. The careful choices are those of `glory_agents.glory.careful`."""

    game_class = Game

    def random_options(self, rng: random.Random) -> dict[str, Any]:
        return random_options(rng)

    def scatter(self, games: np.ndarray, seed: int) -> None:
        scatter(games, 0, self.scenario.tables, seed)

    def scenario_name(self) -> str:
        own = self.scenario.name in names()
        return self.scenario.name if own else str(self.scenario.path)

    def check(self, in_phase: int) -> str:
        code = check_call(
            self.before, self.games, self.scenario.tables, self.trace, self.masks[0], in_phase,
            len(self.actions),
        )  # fmt: skip
        return message(int(code)) if code else ""

    def choose(self, seed: int, careful: bool) -> int:
        if not careful:
            return super().choose(seed, careful)
        chosen = np.zeros(1, np.int64)
        count = len(self.actions)
        careful_all(self.games, self.scenario.tables, self.masks, seed, count, chosen)
        return int(chosen[0])
