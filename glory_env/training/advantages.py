"""What the decisions of a rollout led to, seat by seat, and what that says about them.

Arguments as in `selfplay.Played`.
"""

from __future__ import annotations

import numpy as np

NONE = -1  # in place of a seat: none
OPEN, OVER = -1, -2  # in place of a step: what follows is not in the rollout; the game ended


def transitions(
    seats: np.ndarray, rewards: np.ndarray, done: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What each decision led to: rewards float32 (T, N), paid to its seat until that seat's next
    decision, and the step of that one, int64 (T, N), or OPEN or OVER. 0 and OPEN where no seat
    learns.
    """
    steps, n = seats.shape
    paid, following = np.zeros((steps, n), np.float32), np.full((steps, n), OPEN)
    slots = np.arange(n)
    since = np.zeros((n, 2), np.float32)
    later = np.full((n, 2), OPEN)
    for t in reversed(range(steps)):
        over = done[t]
        since[over], later[over] = 0.0, OVER
        since += rewards[t]
        own = seats[t] != NONE
        at, seat = slots[own], seats[t, own]
        paid[t, own], following[t, own] = since[at, seat], later[at, seat]
        since[at, seat], later[at, seat] = 0.0, t
    return paid, following


def advantages(
    values: np.ndarray,
    seats: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Generalised advantage estimates, float32 (T, N), seat by seat (Schulman et al., 2016).

    values float32 (T, N): expected at each decision. NaN where no seat learns or the seat's next
    decision is not in the rollout.
    """
    paid, following = transitions(seats, rewards, done)
    estimates = np.full(values.shape, np.nan, np.float32)
    # Two more rows are what OVER and OPEN find there: nothing is to come, or nobody knows.
    ends = np.repeat(np.array([[0.0], [np.nan]], np.float32), values.shape[1], 1)
    expected = np.concatenate([values, ends])
    traced = np.zeros_like(expected)  # advantages, 0 where not known
    for t in reversed(range(len(values))):
        at = np.flatnonzero(seats[t] != NONE)
        later = following[t, at]
        change = paid[t, at] + gamma * expected[later, at] - values[t, at]
        estimates[t, at] = change + gamma * gae_lambda * traced[later, at]
        traced[t, at] = np.nan_to_num(estimates[t, at])
    return estimates
