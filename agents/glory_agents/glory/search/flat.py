"""Search without a tree: every candidate is tried in rollouts, on common random numbers."""

from __future__ import annotations

import numpy as np

from glory_agents.glory.search.planner import Planner, Root, Weighed
from glory_agents.search.budget import Share
from glory_agents.search.halving import halve, trusted

FEW = 8  # keys of the one-ply planner, where the budget holds them


class OnePly(Planner):
    """Every candidate, then a few scripted rollouts each; the best mean is played."""

    def _search(self, root: Root, share: Share) -> list[Weighed]:
        count = share.keys(len(root.lines), FEW)
        if count == 0:
            return []
        values = self._roll(root, root.lines, root.keys(count), share)
        return weigh(root, list(values))


class FlatMC(Planner):
    """In each round the better half of the candidates gets new rollouts.

    All candidates of a round meet the same keys, so they are compared pair by pair. The script's
    own action stays to the end; another is played only where its lead over it is beyond doubt
    (`halving.DOUBT`), else the search would trade good habits for luck.
    """

    def _search(self, root: Root, share: Share) -> list[Weighed]:
        def play(alive: list[int], count: int, part: Share) -> np.ndarray:
            return self._roll(root, [root.lines[k] for k in alive], root.keys(count), part)

        values, alive = halve(len(root.lines), share, play)
        return weigh(root, values, trusted(values, alive)) if len(values[0]) else []


def weigh(root: Root, values: list[np.ndarray], chosen: int | None = None) -> list[Weighed]:
    """Candidates by their mean, the earlier one first where they are equal, `chosen` before all.

    values: for each candidate the own payoffs, float64 (rollouts,).
    """
    weighed = [
        (k != chosen, -float(own.mean()), k, len(own)) for k, own in enumerate(values) if len(own)
    ]
    return [Weighed(root.lines[k], -mean, count) for _, mean, k, count in sorted(weighed)]
