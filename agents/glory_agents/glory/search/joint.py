"""The upper reference: one planner that thinks for both seats.

At the start of a turn it compares plans, a pair of scripts for army and navy, in rollouts: the
plan of the turn before, standing ones, and changes of these. The turn is then played by the
winner, its decisions refined by flat search.
"""

from __future__ import annotations

import time

import numpy as np

from glory_agents.glory.search.flat import FlatMC
from glory_agents.glory.search.planner import Root, Settings
from glory_agents.glory.search.plans import drawn_plans, plan_in_words, standing_plans
from glory_agents.glory.search.rollouts import NO_LINE, Roller
from glory_agents.search.budget import Share
from glory_agents.search.halving import halve, trusted

PLANNING = 0.4  # of a turn's seconds go into the plan
PLANS = 20  # compared in a turn
KEYS = 2  # rollouts a plan should get, else fewer are compared
OBJECTIVE = "cooperative"


class JointPlanner(FlatMC):
    """Plans for both army and navy, whichever it plays; it expects the other to follow.

    Where `partner` is given in the settings, only the own seat is planned.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        settings = settings or Settings()
        if settings.objective is None:
            settings = settings._replace(objective=OBJECTIVE)
        super().__init__(settings)

    def reset(self, seat: str, seed: int) -> None:
        super().reset(seat, seed)
        self._turn = 0
        self._standing = standing_plans(self.script, self.partner)
        self._plan = self._standing[0].copy()
        self._words = ""

    def explain(self) -> str:
        """The plan of the turn, and the candidates of the last decision."""
        return f"{self._words}; {self._reason}" if self._words else self._reason

    def _look_ahead(self, games: np.ndarray, roller: Roller) -> None:
        """A new turn: choose its plan."""
        turn = int(games["turn"][0])
        if turn == self._turn:
            return
        self._turn = turn
        share = self.budget.take(turn, PLANNING)
        root = self._root(games, roller)
        count = min(PLANS, share.affords() // KEYS)
        plans = np.concatenate([self._plan[None], self._standing])[: max(1, count)]
        if count > len(plans):
            plans = np.concatenate([plans, drawn_plans(self._plan, count - len(plans), root.rng)])
        if self.settings.partner is not None and not root.record.opt_solo:
            plans[:, 1 - root.seat] = self.partner[0]
        self._choose(root, plans, share)
        self.budget.end()

    def _choose(self, root: Root, plans: np.ndarray, share: Share) -> None:
        def play(alive: list[int], count: int, part: Share) -> np.ndarray:
            began = time.perf_counter()
            values = root.roller.roll(
                root.games, np.repeat(NO_LINE, len(alive), axis=0), plans[alive],
                root.keys(count), root.turn, root.params,
            )  # fmt: skip
            part.spend(len(alive) * count, time.perf_counter() - began)
            return values[:, :, root.seat]

        values, alive = halve(len(plans), share, play)
        best = trusted(values, alive)
        self._plan = plans[best].copy()
        seen = len(values[best])
        mean = f": {values[best].mean():.2f} over {seen} rollouts" if seen else ""
        self._words = f"plan of {len(plans)}: {plan_in_words(self._plan)}{mean}"

    def _root(self, games: np.ndarray, roller: Roller) -> Root:
        root = super()._root(games, roller)
        root.rows = self._plan[None]
        return root
