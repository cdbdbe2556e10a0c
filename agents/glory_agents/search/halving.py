"""Successive halving of candidates that are tried in rollouts, on common random numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from glory_agents.search.budget import Share

DOUBT = 1.0  # standard errors by which a candidate has to beat the script's own action


def halve(
    candidates: int, share: Share, play: Callable[[list[int], int, Share], np.ndarray]
) -> tuple[list[np.ndarray], list[int]]:
    """Successive halving; candidate 0 stays to the end.

    play: plays the candidates (C of them, by number) under so many (M) new keys on a part of the
    share; returns payoffs float64 (C, M). Returns the payoffs of every candidate, in the order of
    the keys, and who is left.
    """
    values = [np.empty(0) for _ in range(candidates)]
    alive = list(range(candidates))
    rounds = max(1, math.ceil(math.log2(candidates)))
    for left in range(rounds, 0, -1):
        part = share.part(1.0 / left)
        count = part.keys(len(alive)) or min(1, share.keys(len(alive)))
        while count > 0:
            for k, new in zip(alive, play(alive, count, part), strict=True):
                values[k] = np.append(values[k], new)
            count = part.keys(len(alive))
        if left > 1 and len(values[0]):
            best = sorted(alive[1:], key=lambda k: -values[k].mean())
            alive = [0, *best[: len(alive) // 2]]
    return values, alive


def trusted(values: list[np.ndarray], rivals: list[int]) -> int:
    """The rival with the largest lead over candidate 0 that is beyond doubt, else 0.

    values: for each candidate its own payoffs; entries of the same number had the same dice.
    """
    chosen, most = 0, 0.0
    for k in rivals:
        count = min(len(values[k]), len(values[0]))
        if k == 0 or count < 2:
            continue
        lead = values[k][:count] - values[0][:count]
        mean = float(lead.mean())
        if mean > most and mean > DOUBT * float(lead.std(ddof=1)) / math.sqrt(count):
            chosen, most = k, mean
    return chosen
