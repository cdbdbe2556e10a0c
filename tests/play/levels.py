"""Games between neighbouring levels of a partner: does each level play better than the one below?

`python -m tests.play.levels` prints the table of docs/play.md. The same seeds are played in both
seatings; a seed's lead is the mean of both, so that the services' unlike chances cancel out.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np

from glory_agents.glory.characters.traits import CHARACTERS, PLANNER, WEAKEST
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.state import COMPLETED

SEED = 2_000_000  # of the first game


class Step(NamedTuple):
    """One level beside the next one, over the same games in both seatings.

    lead: of the upper level in GP at the end of the game, one number a seed, float64 (N,). wins:
    share of all games in which it ended with more GP. completed: share of all games.
    """

    lead: np.ndarray
    wins: float
    completed: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the mean lead, by the normal approximation."""
        half = 1.96 * float(self.lead.std(ddof=1)) / len(self.lead) ** 0.5
        mean = float(self.lead.mean())
        return mean - half, mean + half


def compare(name: str, level: int, seeds: int, first: int = SEED) -> Step:
    """The level and the one below it, in games of so many seeds and both seatings."""
    upper, lower = f"{name}:level={level}", f"{name}:level={level - 1}"
    leads, completed = [], []
    for seat, pair in enumerate(((upper, lower), (lower, upper))):
        finals = play_pairs(*map(make_agent, pair), seeds, first).finals
        gp = finals["gp"].astype(np.int64)
        leads.append(gp[:, seat] - gp[:, 1 - seat])
        completed.append(finals["outcome"] == COMPLETED)
    return Step(
        np.mean(leads, axis=0), float(np.mean(np.array(leads) > 0)), float(np.mean(completed))
    )


def row(level: int, step: Step) -> str:
    """A line of the table."""
    low, high = step.interval
    mean, games = step.lead.mean(), 2 * len(step.lead)
    is_clear = "yes" if low > 0 else "no"
    return (
        f"| {level} beside {level - 1} | {games} | {mean:+.1f} [{low:+.1f}, {high:+.1f}] "
        f"| {step.wins:.0%} | {step.completed:.0%} | {is_clear} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Games between neighbouring levels.")
    parser.add_argument("--partner", default="sakaki", choices=tuple(CHARACTERS))
    parser.add_argument("--seeds", type=int, default=150, help="each in both seatings")
    parser.add_argument("--planner-seeds", type=int, default=8, help="of the last level; 0: none")
    parser.add_argument("--levels", type=int, nargs="*", default=range(WEAKEST + 1, PLANNER + 1))
    parser.add_argument("--first", type=int, default=SEED, help="seed of the first game")
    given = parser.parse_args()
    print("| levels | games | lead of the upper one in GP | more GP | completed | clear |")
    print("|---|---|---|---|---|---|")
    for level in given.levels:
        seeds = given.planner_seeds if level == PLANNER else given.seeds
        if not seeds:
            continue
        print(row(level, compare(given.partner, level, seeds, given.first)), flush=True)


if __name__ == "__main__":
    main()
