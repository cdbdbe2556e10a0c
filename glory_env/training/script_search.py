"""The script that gets most from one partner in one seat: a search over a script's parameters.

CMA-ES (Hansen 2016, by `cma`) over the parameters of a `Space`, from those of a given script; what
else the script is made of stays. All candidates of a
generation play the same dice, each generation others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from glory_agents.registry import make_agent
from glory_env.envs.agent import Agent, AgentError

GAMES = 48  # of each candidate
SPREAD = 0.25  # standard deviation of the first generation, of each range
SEEDS = 3_000_000  # first of the dice
MARGIN = 0.02  # a start on a bound is moved in by that share of the range

# The mean utility of a script in GAMES games, whose dice are of the seeds from a number on.
Utility = Callable[[Agent, int], float]


class Parameter(Protocol):
    """What a search has to know of a script's parameter."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def low(self) -> float: ...


class Space(NamedTuple):
    """What is searched in the scripts of a game.

    script: class of its scripts, which have `row`. highest: parameter -> where the search ends;
    what is legal beyond is no better than that.
    """

    game: str
    script: type[Any]
    parameters: Mapping[str, Parameter]
    highest: Mapping[str, float]


class ScriptSearch:
    """A search that can go on: `run` continues where the last call ended.

    start: name of the script that it begins with; AgentError where it is none. seed: of the
    search.
    """

    def __init__(self, start: str, utility: Utility, seed: int, space: Space) -> None:
        import cma  # it loads pyplot and scipy.stats

        script = make_agent(start, game=space.game)
        if not isinstance(script, space.script):
            raise AgentError(f"agent {start!r}: expected a script to search from")
        self._name, self._utility, self._space = start.partition(":")[0], utility, space
        row = script.row
        self._search = cma.CMAEvolutionStrategy(
            [self._inward(name, float(row[name][0])) for name in space.highest],
            SPREAD,
            {"bounds": [0, 1], "seed": seed + 1, "verbose": -9},  # 0 would take it from the clock
        )
        self._generations = 0

    def run(self, seconds: float) -> str:
        """Search for so long, at least a generation; the name of the script it favours now."""
        until = time.monotonic() + seconds
        while True:
            points = self._search.ask()
            self._search.tell(points, [-self._played(point) for point in points])
            self._generations += 1
            if time.monotonic() >= until or self._search.stop():
                return self._script(self._search.result.xfavorite)

    def _script(self, point: np.ndarray) -> str:
        """The name of the script at a point of the unit cube."""
        given = []
        for (name, high), x in zip(self._space.highest.items(), np.clip(point, 0, 1), strict=True):
            parameter = self._space.parameters[name]
            value = parameter.low + float(x) * (high - parameter.low)
            whole = parameter.type == "i8"
            given.append(f"{name}={round(value) if whole else round(value, 4):g}")
        return f"{self._name}:{','.join(given)}"

    def _played(self, point: np.ndarray) -> float:
        """Utility of the script at a point, with the dice of this generation."""
        script = make_agent(self._script(point), game=self._space.game)
        return self._utility(script, SEEDS + GAMES * self._generations)

    def _inward(self, name: str, value: float) -> float:
        """A value on the way from the lowest to the highest, not quite at the ends."""
        low = self._space.parameters[name].low
        share = (value - low) / (self._space.highest[name] - low)
        return float(np.clip(share, MARGIN, 1 - MARGIN))
