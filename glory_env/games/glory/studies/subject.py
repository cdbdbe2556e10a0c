"""An agent that is measured, and the games that it plays for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.pairs import Progress, play_pairs
from glory_env.bench.results import Results
from glory_env.bench.statistics import Estimate
from glory_env.envs.agent import AgentError, BatchAgent, plays_batches
from glory_env.games.glory.bench.positions import Notes, Pick, escorts_asked, first_offers, payments
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import ARMY

FROM = 4  # the first turn of a stored position, and of what is given to those who speak
OTHER = 500_000  # from the first seed to those of what is only prepared
Figures = dict[str, Any]


def player(name: str) -> BatchAgent:
    """An agent by name; AgentError for one that does not play in batches."""
    agent = make_agent(name)
    if not plays_batches(agent):
        raise AgentError(f"{name!r}: expected an agent that plays in batches, no planner")
    return agent


def _late(pick: Pick) -> Pick:
    def late(games: np.ndarray) -> np.ndarray:
        rows = pick(games)
        return rows[games["turn"][rows] >= FROM]

    return late


_late_escorts, _late_payments = _late(escorts_asked), _late(payments)


@dataclass
class Subject:
    """An agent that is measured, and the games with itself that several parts share."""

    name: str
    agent: BatchAgent
    board: Scenario
    seed: int
    games: int
    progress: Progress = None
    notes: Notes = field(default_factory=lambda: Notes(first_offers, _late_escorts, _late_payments))
    _base: Results | None = None

    def play(self, army: Any, navy: Any, games: int = 0, first: int = 0, **given: Any) -> Results:
        """Games of two agents; by default as many as are measured, on their seeds."""
        return play_pairs(army, navy, games or self.games, self.seed + first, self.board,
                          progress=self.progress, **given)  # fmt: skip

    def with_partner(self, partner: Any, seat: int, *args: Any, **given: Any) -> Results:
        """The same with the agent in that seat."""
        pair = (self.agent, partner) if seat == ARMY else (partner, self.agent)
        return self.play(*pair, *args, **given)

    @property
    def base(self) -> Results:
        """With itself; `notes` are taken there."""
        if self._base is None:
            self._base = self.play(self.agent, self.agent, observer=self.notes)
        return self._base

    @property
    def prepared(self) -> int:
        """Games of each kind of what is only prepared."""
        return max(self.games // 2, 1)

    @property
    def tried(self) -> int:
        """Games in each seat of a constant split that is tried."""
        return max(self.games // 4, 1)


def offered(finals: np.ndarray, records: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Share of the total that first offers have left the other seat, float64 (M,).

    finals: GAME (N,); records: GAME (M,) as the offers began; games: int64 (M,), which they are of.
    """
    given = finals["log_first_other"][games, records["turn"], records["actor"].astype(np.int64)]
    return np.asarray(given / np.maximum(records["total"], 1), np.float64)


def rounded(value: Estimate | None) -> list[float | None] | None:
    """[mean, low, high] for JSON, None for none."""
    return value and value.rounded(4)
