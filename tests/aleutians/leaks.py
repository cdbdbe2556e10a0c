"""Pairs of positions that differ in hidden things alone: whatever a seat gets must be the same.

`python -m tests.aleutians.leaks --comparisons 100000` compares positions of random games with
positions in which everything that the seat does not know is drawn anew.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from glory_env import aleutians_v0
from glory_env.aleutians import actions as a
from glory_env.aleutians import state as st
from glory_env.aleutians.definition import ALEUTIANS
from glory_env.aleutians.engine import kernels
from glory_env.aleutians.engine.observation import OBSERVATION_SIZE
from glory_env.aleutians.text import board
from glory_env.core.state import blank_trace, copy_games
from glory_env.core.stepping import LOOK, sample_all
from tests.aleutians.positions import scenario

EVERY = 4  # steps of the games between two positions that are compared
GAMES = 24
TEXTS = 10  # positions for one whose text is compared, too: writing it takes long
SILENT = (a.PASS, a.DONE, a.NO)  # actions that do nothing but go on


def random_games(
    seed: int, steps: int, n: int = GAMES, **options: Any
) -> Iterator[aleutians_v0.Vector]:
    """n games played at random; the same environment after each of so many steps."""
    vector = aleutians_v0.Vector(n, seed=seed, **options)
    actions = np.zeros(n, np.int64)
    for count in range(steps):
        sample_all(vector.masks, seed, count, actions)
        vector.step(actions)
        yield vector


class Comparison:
    """Counts what has been compared: positions, and how many differed in the place of a unit.

    `masks` counts positions whose mask was compared, `texts` those whose text was; see `go_on` for
    `next_decisions`.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._tables = scenario().tables
        self._seen = np.zeros((2, OBSERVATION_SIZE), np.float32)
        self._masks = np.zeros((2, a.N_ACTIONS), np.int8)

    def compare(self, games: np.ndarray, i: int, seat: int, drawing: int) -> None:
        """Game i of (N,) records, as a seat sees it; drawing: a number that no other one has.

        AssertionError with the decision where something differs.
        """
        two = copy_games(games[[i, i]]).view(np.recarray)
        two["key"][1] = drawing
        kernels.hide(two, 1, self._tables, seat)
        two["key"][1] = two["key"][0]
        one, other = two
        at = st.DECISIONS[one["decision"]]
        for k in range(2):
            kernels.observe(two, k, self._tables, seat, self._seen[k])
            kernels.step(two, k, self._tables, blank_trace(), self._masks[k], LOOK, False)
        where = np.flatnonzero(self._seen[0] != self._seen[1])
        assert not where.size, f"{at}: observation of {st.SIDES[seat]} at {where[:5].tolist()}"
        if self.counts["positions"] % TEXTS == 0:
            assert self.shown(one, seat) == self.shown(other, seat), at
            self.counts["texts"] += 1
        self.counts["positions"] += 1
        self.counts["changed"] += bool((one["at"] != other["at"]).any())
        if one["actor"] == seat:
            assert np.array_equal(*self._masks), f"{at}: mask of {st.SIDES[seat]}"
            self.counts["masks"] += 1
        else:
            self.go_on(two)

    def shown(self, g: np.record, seat: int) -> tuple[str, str]:
        """What a person or a log gets: the board, and the final information."""
        info = ALEUTIANS.final_info(g, self._tables[0], seat)
        return board(scenario(), g), repr(info)

    def go_on(self, two: np.ndarray) -> None:
        """Count where the game asks another question once the enemy has only gone on.

        A seat is not shown the enemy's questions, so this is no part of what it observes. But who
        counts micro-steps could learn from it: a side without a choice is not asked (A-24), and
        only ships with guns are asked for gunfire.
        """
        silent = [k for k in SILENT if self._masks[:, k].all()]
        if not silent:
            return
        for k in range(2):
            args = self._tables, blank_trace(), self._masks[k]
            kernels.step(two, k, *args, silent[0], False)
        self.counts["next_decisions"] += 1
        names = ("decision", "actor", "phase")
        self.counts["next_decisions_changed"] += any(two[n][0] != two[n][1] for n in names)


def compare_games(comparisons: int, seed: int, **options: Any) -> Counter[str]:
    """Compare at least so many positions of random games; AssertionError at the first leak."""
    made = Comparison()
    while made.counts["positions"] < comparisons:
        steps = EVERY * comparisons // (2 * GAMES) + EVERY
        games = random_games(seed, steps, **options)
        for count, vector in enumerate(games):
            if count % EVERY:
                continue
            for i in range(GAMES):
                for seat in range(2):
                    drawing = (seed * 1_000_000 + count) * 100 + i
                    made.compare(vector.games, i, seat, drawing)
        seed += 1
    return made.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    counts = compare_games(given.comparisons, given.seed)
    print(", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items()))
    print("nothing hidden shows")


if __name__ == "__main__":
    main()
