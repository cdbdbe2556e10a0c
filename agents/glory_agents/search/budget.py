"""How much a planner may think: seconds per turn of the game, or rollouts per decision."""

from __future__ import annotations

import time

CHUNK = 4  # compiled calls a share is played in at least: the clock is read between them
PACE_FIRST = 0.005  # seconds taken for a rollout before one has been timed
MEMORY = 0.8  # weight of what is known about the pace against the newest call


class Budget:
    """seconds: for all decisions of a turn; simulations: rollouts of one decision, if not None.

    With simulations the clock is never read, so play depends on the seed alone. In seconds a
    decision gets a part of what is left of the turn: never more than there is.
    """

    def __init__(self, seconds: float, simulations: int | None) -> None:
        self.seconds = seconds
        self.simulations = simulations
        self.pace = PACE_FIRST
        self.reset()

    def reset(self) -> None:
        """A new game begins."""
        self._turn = 0
        self._left = self.seconds

    def take(self, turn: int, fraction: float) -> Share:
        """A fraction of what is left of the turn; `end` has to follow."""
        self._began = time.perf_counter()
        if turn != self._turn:
            self._turn, self._left = turn, self.seconds
        return Share(self, self._began + self._left * fraction, self.simulations or 0)

    def end(self) -> None:
        """The work that was begun is done: count its time."""
        self._left = max(0.0, self._left - (time.perf_counter() - self._began))


class Share:
    """What one decision, or a part of it, may take.

    deadline: of time.perf_counter, for a budget in seconds; rollouts: for one in simulations.
    """

    def __init__(
        self, budget: Budget, deadline: float, rollouts: int, whole: Share | None = None
    ) -> None:
        self._budget = budget
        self._deadline = deadline
        self._rollouts = rollouts
        self._whole = whole
        self._first = self.affords()

    def part(self, fraction: float) -> Share:
        """A fraction of what is left of this share; what it spends is spent here too."""
        now = time.perf_counter()
        deadline = now + max(0.0, self._deadline - now) * fraction
        return Share(self._budget, deadline, int(self._rollouts * fraction), self)

    def affords(self) -> int:
        """Rollouts that still fit."""
        if self._budget.simulations is not None:
            return self._rollouts
        return max(0, int((self._deadline - time.perf_counter()) / self._budget.pace))

    def keys(self, candidates: int, most: int = 1 << 20) -> int:
        """Keys to play for that many candidates in the next compiled call; 0 = stop."""
        fits = min(most, self.affords() // candidates)
        if self._budget.simulations is not None:
            return fits
        return min(fits, max(1, self._first // (candidates * CHUNK)))

    def spend(self, rollouts: int, seconds: float) -> None:
        """That many rollouts have been played in one call of so many seconds."""
        budget = self._budget
        budget.pace = MEMORY * budget.pace + (1.0 - MEMORY) * seconds / rollouts
        share: Share | None = self
        while share is not None:
            share._rollouts -= rollouts
            share = share._whole
