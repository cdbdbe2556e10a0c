"""The fuzzer of the Aleutians Campaign: its invariants and its options."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from glory_agents.aleutians.careful import careful_all
from glory_env.core.dice import hash_key
from glory_env.core.record import copy_games
from glory_env.core.trace import TRACE_ENTRIES
from glory_env.fuzz.games import GameFuzzer
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.fuzz.invariants import check_call, message_of
from glory_env.games.aleutians.play.position import position_view
from glory_env.games.aleutians.state import OPTIONAL_RULES, SETUPS, SWITCHES
from glory_env.text.lazy import as_json

SEEN_EVERY = 8  # calls of the engine for one in which the observations are checked
KEPT_EVERY = 16384  # calls for one whose text, copy and snapshot are checked: they take long


class Fuzzer(GameFuzzer):
    """Plays games of the Aleutians Campaign, from the set-up on.

    The careful choices are those of `glory_agents.aleutians.careful`.
    """

    game_class = Game

    def __init__(self, scenario: Any, checked: bool = True) -> None:
        super().__init__(scenario, checked)
        self._seen = np.zeros(OBSERVATION_SIZE, np.float32)
        self._none = np.zeros(0, np.float32)
        self._calls = 0

    def random_options(self, rng: random.Random) -> dict[str, Any]:
        """Any set-up; in half of the games any optional rules and rulings, else none."""
        some = rng.random() < 0.5
        return {
            "setup": rng.choice(SETUPS),
            "optional_rules": [name for name in OPTIONAL_RULES if some and rng.random() < 0.5],
            "rulings": [name for name in SWITCHES if some and rng.random() < 0.5],
        }

    def scenario_name(self) -> str:
        own = self.scenario.name == self.definition.default_scenario
        return str(self.scenario.name if own else self.scenario.path)

    def check(self, in_phase: int) -> str:
        self._calls += 1
        if self.trace["entries"][0] >= TRACE_ENTRIES:
            return "trace_full: the trace is full"
        seen = self._none if self._calls % SEEN_EVERY else self._seen
        code = check_call(
            self.before, self.games, self.scenario.tables, self.masks[0], in_phase,
            len(self.actions), seen,
        )  # fmt: skip
        if code:
            return message_of(int(code))
        between = self.now["decision"][0] == 0 and self.now["outcome"][0] == 0
        return "" if between or self._calls % KEPT_EVERY else self.check_kept(self.games)

    def check_kept(self, games: np.ndarray) -> str:
        for seat in range(len(self.definition.seats)):
            view = position_view(self.scenario, games[0], seat)
            as_json(view, "en")  # raises where a name is missing
        return super().check_kept(games)

    def stage(self) -> tuple[int, ...]:
        """Both sides may be asked for their second phase one after the other."""
        return *super().stage(), int(self.now["op"][0])

    def choose(self, seed: int, careful: bool) -> int:
        if not careful:
            return super().choose(seed, careful)
        chosen, draws = np.zeros(1, np.int64), np.zeros(1)
        draws[0] = hash_key(seed, len(self.actions), 0) / 2**32
        seen = copy_games(self.games)
        careful_all(seen, self.scenario.tables, self._none, self.masks, draws, chosen)
        return int(chosen[0])
