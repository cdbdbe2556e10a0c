"""Random games for property tests, and one game by the engine's own kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from hypothesis import settings
from hypothesis import strategies as some

from glory_env.core.dice import key_from_seed
from glory_env.core.trace import blank_trace
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.fuzz.fuzzer import Fuzzer
from glory_env.games.glory.fuzz.random_start import scatter
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import Scenario, load, names

SCENARIOS = names()
NUMBERS = some.integers(0, 2**31)


def bounded(examples: int) -> Callable:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


@cache
def fuzzer_of(scenario: str) -> Fuzzer:
    return Fuzzer(load(scenario))


def played(scenario: str, number: int, auto_forced: bool = False) -> tuple[Fuzzer, dict]:
    """A random game over random options, played to its end; and what decides it."""
    fuzzer = fuzzer_of(scenario)
    header = {**fuzzer.random_header(1, number, 0.5), "auto_forced": auto_forced}
    assert fuzzer.play(header), f"{header}: {fuzzer.failure}"
    return fuzzer, header


class Table:
    """One game by the engine's own kernels, standing where a game of `played` stood."""

    def __init__(self, scenario: Scenario, header: dict) -> None:
        self.tables = scenario.tables
        self.games = np.zeros(1, st.GAME)
        make_options(**header["options"]).write(self.games)
        self.games["key"] = key_from_seed(header["seed"])
        self.trace, self.mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        kernels.begin(self.games, 0, self.tables)
        if header["scattered"]:
            scatter(self.games, 0, self.tables, header["seed"])
        self.step(kernels.PLAY_ON)

    def step(self, action: int) -> int:
        return kernels.step(self.games, 0, self.tables, self.trace, self.mask, action, False)

    def legal(self) -> np.ndarray:
        return np.flatnonzero(self.mask)


def position(scenario: str, number: int, part: float) -> tuple[Table, list[int]]:
    """A position after `part` (0..1) of a random game, and the actions of the rest."""
    fuzzer, header = played(scenario, number)
    actions = fuzzer.actions
    cut = int(part * (len(actions) - 1))
    table = Table(fuzzer.scenario, header)
    for action in actions[:cut]:
        assert table.step(action) > 0
    return table, actions[cut:]
