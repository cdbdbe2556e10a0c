"""A planner of whole turns: one step better than a network's orders.

At the start of a turn it collects orders for both services: what its network orders, what other
networks would, draws and changes of these, standing plans. Each is tried in rollouts: this turn by
the candidate, all later turns by the network's own orders, to the end of the game. The best orders
are then played by the script; nothing more is searched in the turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.glory.scripted.script import script_one
from glory_agents.glory.search.orders import CHOICES, Orders, orders_by, shipped_orders
from glory_agents.glory.search.planner import ROW, SECONDS, Planner, Root, Settings, guess_unseen
from glory_agents.glory.search.plans import drawn_plans, plan_in_words, standing_plans
from glory_agents.glory.search.rollouts import Roller
from glory_agents.glory.search.turn_rollouts import TurnRoller
from glory_agents.search.budget import Share
from glory_agents.search.halving import halve, trusted
from glory_env.envs.agent import GameView
from glory_env.games.glory.engine.rewards import Reward

BASE = "cooperative-macro-0"  # of the networks that come with the project, the best solo
OBJECTIVE = "cooperative"
PLANS = 40  # compared in a turn
KEYS = 6  # rollouts a plan should get, else fewer are compared
DRAWS = 8  # of them drawn from the network
VARIED = 12  # and so many changes of the network's orders
TRIES = 8  # draws for each of these that is not there yet
VICTORY = 3.0  # what a victory of solo play counts beside the reward of at most 1
SHOWN = 3  # candidates in an explanation


class TurnSettings(NamedTuple):
    """What it is built with.

    seconds: per turn of the game. simulations: rollouts per turn instead, None for seconds.
    objective: reward it maximises between two players; solo it is that of solo play. base: whose
    orders are to be improved on. partner: who orders the other seat; None: planned like its own.
    """

    seconds: float = SECONDS
    simulations: int | None = None
    objective: Reward = OBJECTIVE
    base: str = BASE
    partner: str | None = None


class Candidate(NamedTuple):
    """Orders for army and navy, SCRIPT (2,), and where they come from, in words."""

    plan: np.ndarray
    source: str


class TurnPlanner(Planner):
    """Plans both seats, whichever it plays, where no partner is named; else its own alone."""

    def __init__(self, settings: TurnSettings | None = None) -> None:
        given = settings or TurnSettings()
        self.base = orders_by("base", given.base)
        self.expected = None if given.partner is None else orders_by("partner", given.partner)
        self.others = [orders for orders in shipped_orders() if orders.name != given.base]
        super().__init__(Settings(given.seconds, given.simulations, given.objective))

    def reset(self, seat: str, seed: int) -> None:
        super().reset(seat, seed)
        self._turn = 0
        self._plan: np.ndarray | None = None
        self._words = ""

    def explain(self) -> str:
        """The last action, and the candidates of the turn with their means."""
        return f"{self._reason}; {self._words}" if self._words else self._reason

    # --- inside ----------------------------------------------------------------------------
    def _look_ahead(self, games: np.ndarray, roller: Roller) -> None:
        """A new turn: choose its orders."""
        turn = int(games["turn"][0])
        if turn == self._turn:
            return
        self._turn = turn
        root = self._root(games, roller)
        turns = TurnRoller(roller.tables, self._later(root))  # loads code, too
        share = self.budget.take(turn, 1.0)
        root.rows = self._likeliest(root)[None]
        guess_unseen(root)
        count = min(PLANS, share.affords() // KEYS)
        self._choose(root, turns, self._candidates(root, max(1, count)), share)
        self.budget.end()

    def _decide(self, root: Root, mask: np.ndarray, view: GameView, share: Share) -> int:
        """As the turn's orders say."""
        assert self._plan is not None
        draw = float(self._rng.random())
        action = int(script_one(root.games, 0, root.roller.tables, self._plan, mask, draw))
        return self._take(action, f"{view.describe(action)}, as the orders of this turn say")

    def _later(self, root: Root) -> tuple[Orders, Orders]:
        """Who orders army and navy in later turns."""
        later = [self.base, self.base]
        if self._partner_is_given(root):
            assert self.expected is not None
            later[1 - root.seat] = self.expected
        return later[0], later[1]

    def _partner_is_given(self, root: Root) -> bool:
        return self.expected is not None and not root.record.opt_solo

    def _likeliest(self, root: Root) -> np.ndarray:
        return self._orders(root, self._later(root))

    def _orders(
        self, root: Root, by: tuple[Orders, Orders], draws: np.ndarray | None = None
    ) -> np.ndarray:
        """Orders for this turn, SCRIPT (2,); draws: float64 (2, CHOICES)."""
        plan = np.empty(2, SCRIPT)
        for seat, orders in enumerate(by):
            own = None if draws is None else draws[seat : seat + 1]
            plan[seat] = orders.rows(root.games, root.roller.tables, seat, own)[0]
        return plan

    def _candidates(self, root: Root, most: int) -> list[Candidate]:
        """At most `most`, no two alike, the network's own likeliest orders first."""
        likeliest = root.rows[0]
        by_plan = {likeliest.tobytes(): Candidate(likeliest, f"likeliest of {self.base.name}")}

        def add(plan: np.ndarray, source: str) -> bool:
            if self._partner_is_given(root):
                plan[1 - root.seat] = likeliest[1 - root.seat]
            if plan.tobytes() in by_plan:
                return False
            by_plan[plan.tobytes()] = Candidate(plan, source)
            return True

        if self._plan is not None:
            add(self._plan.copy(), "as last turn")
        for other in self.others:
            add(self._orders(root, (other, other)), f"likeliest of {other.name}")
        self._fill(DRAWS, lambda: add(self._drawn(root), f"drawn from {self.base.name}"))
        self._fill(
            VARIED, lambda: add(drawn_plans(likeliest, 1, root.rng)[0], "likeliest, changed")
        )
        ordinary = row_of(ROW)
        for plan in standing_plans(ordinary, ordinary):
            add(plan, "standing plan")
        return list(by_plan.values())[:most]

    def _drawn(self, root: Root) -> np.ndarray:
        """Orders drawn from the network's distribution, for one service or both."""
        plan: np.ndarray = root.rows[0].copy()
        drawn = self._orders(root, self._later(root), root.rng.random((2, CHOICES)))
        service = int(root.rng.integers(3))  # 2 = both
        for seat in (0, 1) if service == 2 else (service,):
            plan[seat] = drawn[seat]
        return plan

    def _fill(self, count: int, add: Callable[[], bool]) -> None:
        """Add so many new candidates, unless hardly any new ones come up."""
        for _ in range(count):
            for _ in range(TRIES):
                if add():
                    break

    def _choose(
        self, root: Root, turns: TurnRoller, candidates: list[Candidate], share: Share
    ) -> None:
        plans = np.array([candidate.plan for candidate in candidates], SCRIPT)

        def play(alive: list[int], count: int, part: Share) -> np.ndarray:
            began = time.perf_counter()
            finals = turns.roll(root.games, plans[alive], root.keys(count))
            values = turns.payoffs(finals, root.params)[:, root.seat]
            if root.record.opt_solo:
                values = values + VICTORY * turns.victories(finals)
            part.spend(len(finals), time.perf_counter() - began)
            return values.reshape(len(alive), count)

        values, alive = halve(len(plans), share, play)
        best = trusted(values, alive)
        self._plan = plans[best].copy()
        self._words = _in_words(candidates, values, best)


def _in_words(candidates: list[Candidate], values: list[np.ndarray], best: int) -> str:
    """The candidate that is played, then those with the best means."""

    def figures(k: int) -> str:
        seen = len(values[k])
        mean = f" {values[k].mean():.2f} over {seen} rollouts" if seen else " not tried"
        return f"{candidates[k].source}{mean}"

    tried = [k for k in range(len(candidates)) if len(values[k])]
    # Those that stayed longest first: the mean of a few rollouts says little.
    order = sorted(tried, key=lambda k: (k != best, -len(values[k]), -values[k].mean()))
    others = "".join(f"; next {figures(k)}" for k in order[1:SHOWN])
    plan = plan_in_words(candidates[best].plan)
    return f"best of {len(candidates)}: {figures(best)} ({plan}){others}"
