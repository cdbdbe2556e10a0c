"""Which pairings are played, and their games. Every pairing has the same seeds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from glory_agents.scripted.named import DEGENERATE, NAMED
from glory_env.bench import play_pairs
from glory_env.calibration.watch import Sightings, watch
from glory_env.envs.agent import Agent, make_pair
from glory_env.scenarios import Scenario

# First seeds. Whoever changes a scenario or a script looks at games of the tuning range only, so
# that the figures of the report are of games nobody has tuned for.
TUNING, REPORTING = 0, 1_000_000
SEARCH_LEAST = 50  # games of a search agent, however long they take

REFERENCE = "withdraw_in_time"  # plays as the rulebook advises
PRICED = "random"  # buys whatever can be bought, so what is left over shows the prices
SOLO = "joint_planner"


def scripted() -> tuple[str, ...]:
    """Names of all scripts."""
    return tuple(NAMED)


def ordinary() -> tuple[str, ...]:
    """Names of the scripts that are not degenerate plans."""
    return tuple(name for name in NAMED if name not in DEGENERATE)


class Pairing(NamedTuple):
    """Who plays whom, and how.

    watched: note on the way what a finished game no longer shows. search: as many games as fit a
    time. options: of the game, other than the default.
    """

    key: str
    army: str
    navy: str
    scenario: Scenario
    watched: bool = False
    search: bool = False
    options: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Budget:
    """How much is played: `games` a pairing from seed `first`.

    A search pairing stops after `minutes`, but not before `least` games.
    """

    games: int = 1000
    first: int = REPORTING
    minutes: float = 20.0
    least: int = SEARCH_LEAST


@dataclass(frozen=True, eq=False)
class Games:
    """Finished games of one pairing, first axis N; seconds: wall time."""

    pairing: Pairing
    seeds: np.ndarray  # int64 (N,)
    finals: np.ndarray  # GAME (N,)
    seconds: float = 0.0
    sightings: Sightings | None = None

    @property
    def tables(self) -> Any:
        """The scenario's TABLES record."""
        return self.pairing.scenario.tables[0]


Progress = Callable[[int], object] | None  # told how many games have just finished
Book = Mapping[str, Games]  # by the pairings' keys; what was not played is missing


def play(pairing: Pairing, budget: Budget, progress: Progress = None) -> Games:
    """The games of a pairing; AgentError or OptionError for a name or option that is not one."""
    agents = make_pair(pairing.army, pairing.navy, bool(pairing.options.get("solo")))
    start = time.perf_counter()
    sightings = None
    if pairing.watched:
        finals, sightings = watch(
            agents, budget.games, budget.first, pairing.scenario, progress, **pairing.options
        )
    elif pairing.search:
        finals = play_while_time(lambda seed: _play(pairing, agents, 1, seed, progress), budget)
    else:
        finals = _play(pairing, agents, budget.games, budget.first, progress)
    seeds = np.arange(budget.first, budget.first + len(finals), dtype=np.int64)
    return Games(pairing, seeds, finals, time.perf_counter() - start, sightings)


def _play(
    pairing: Pairing, agents: tuple[Agent, Agent], games: int, seed: int, progress: Progress
) -> np.ndarray:
    return play_pairs(
        *agents, games, seed, pairing.scenario, progress=progress, **pairing.options
    ).finals


def play_while_time(play_one: Callable[[int], np.ndarray], budget: Budget) -> np.ndarray:
    """Game by game until the time is over: GAME (N,). play_one: seed -> GAME (1,)."""
    until = time.perf_counter() + 60 * budget.minutes
    played: list[np.ndarray] = []
    while len(played) < budget.games and (
        len(played) < budget.least or time.perf_counter() < until
    ):
        played.append(play_one(budget.first + len(played)))
    return np.concatenate(played)
