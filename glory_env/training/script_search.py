"""The script that gets most from one partner in one seat: a search over a script's parameters.

CMA-ES (Hansen 2016, by `cma`) over SEARCHED, from the parameters of a given script; which parts the
script is made of (negotiator, commander, producer) stays. All candidates of a generation play the
same dice, each generation others.
"""

from __future__ import annotations

import time
from typing import Any

import cma
import numpy as np

from glory_agents.registry import make_agent
from glory_agents.scripted.agent import ScriptedAgent
from glory_agents.scripted.rows import PARAMETERS
from glory_env.bench import play_pairs
from glory_env.core.state import ARMY, SERVICES
from glory_env.envs.agent import Agent, AgentError

# Parameter -> where the search ends: what is legal beyond is no better than that.
SEARCHED = {
    "claim": 1.0, "concession": 1.0, "honesty": 1.0, "escort": 1.0, "burn": 1.0,
    "retreat_turn": 13.0, "taste": 1.0, "retaliation": 1.0, "civil": 1.0, "care": 10.0,
    "thrift": 2.0,
}  # fmt: skip
LOW = {parameter.name: parameter.low for parameter in PARAMETERS}
WHOLE = {parameter.name for parameter in PARAMETERS if parameter.type == "i8"}
GAMES = 48  # of each candidate
SPREAD = 0.25  # standard deviation of the first generation, of each range
SEEDS = 3_000_000  # first of the dice
MARGIN = 0.02  # a start on a bound is moved in by that share of the range


class ScriptSearch:
    """A search that can go on: `run` continues where the last call ended.

    start: name of the script that it begins with; AgentError where it is none. partner: an agent
    that plays in batches. seat: of the script, 0 army, 1 navy. settings: of `play_pairs`.
    """

    def __init__(
        self, start: str, partner: Agent, seat: int, seed: int = 0, **settings: Any
    ) -> None:
        script = make_agent(start)
        if not isinstance(script, ScriptedAgent):
            raise AgentError(f"agent {start!r}: expected a script to search from")
        self._name, self._partner, self._seat = start.partition(":")[0], partner, seat
        self._settings = settings
        row = script.row
        self._search = cma.CMAEvolutionStrategy(
            [_inward(name, float(row[name][0])) for name in SEARCHED],
            SPREAD,
            {"bounds": [0, 1], "seed": seed + 1, "verbose": -9},  # 0 would take it from the clock
        )
        self._generations = 0

    def run(self, seconds: float) -> str:
        """Search for so long, at least a generation; the name of the script it favours now."""
        until = time.monotonic() + seconds
        while True:
            points = self._search.ask()
            self._search.tell(points, [-self._utility(point) for point in points])
            self._generations += 1
            if time.monotonic() >= until or self._search.stop():
                return self._script(self._search.result.xfavorite)

    def _script(self, point: np.ndarray) -> str:
        """The name of the script at a point of the unit cube."""
        values = {
            name: LOW[name] + float(x) * (high - LOW[name])
            for (name, high), x in zip(SEARCHED.items(), np.clip(point, 0, 1), strict=True)
        }
        given = [f"{k}={round(v) if k in WHOLE else round(v, 4):g}" for k, v in values.items()]
        return f"{self._name}:{','.join(given)}"

    def _utility(self, point: np.ndarray) -> float:
        """Mean outcome utility of the script at a point, with the dice of this generation."""
        script = make_agent(self._script(point))
        pair = (script, self._partner) if self._seat == ARMY else (self._partner, script)
        first = SEEDS + GAMES * self._generations
        results = play_pairs(*pair, games=GAMES, seed=first, **self._settings)
        return float(results.columns()[f"utility_{SERVICES[self._seat]}"].mean())


def _inward(name: str, value: float) -> float:
    """A value on the way from the lowest to the highest, not quite at the ends."""
    share = (value - LOW[name]) / (SEARCHED[name] - LOW[name])
    return float(np.clip(share, MARGIN, 1 - MARGIN))
