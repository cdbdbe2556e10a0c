"""Positions that differ only in what a seat may not see, compared: nothing of it shows.

`python -m tests.empire.leaks` compares 100,000 of them. In each the other side's unseen cards are
dealt anew (`engine.hiding`), and with them what that side's pending choice has named; then the
seat's observation in both forms, its mask, the text of the position and the worlds it is given to
plan in have to be what they were.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import numpy as np

from glory_env.core.dice import key_from_seed
from glory_env.games.empire.actions import N_ACTIONS
from glory_env.games.empire.engine.compact import COMPACT_SIZE, pack_all
from glory_env.games.empire.engine.hiding import is_unseen, redraw
from glory_env.games.empire.engine.observation import OBSERVATION_SIZE, encode
from glory_env.games.empire.envs import Game, Vector
from glory_env.games.empire.generated.dispatch import legal
from glory_env.games.empire.state import AL, CARD_DECK, CARD_HAND, JP
from glory_env.games.empire.text import board

GAMES = 32
EVERY = 7  # steps between two positions that are compared
SCENARIOS = ("year_1943", "year_1942", "year_1944")
TEXTS = 37  # comparisons for one of texts


def hidden(g: Any, s: Any, seat: int) -> list[tuple[int, int]]:
    """The cards of the other side that a seat cannot place, with where they are."""
    side = 1 - seat
    return [
        (card, int(g.card_at[side, card]))
        for card in range(int(s.cards[side]))
        if is_unseen(g, side, card, seat)
    ]


class Comparison:
    """Counts what has been compared; `compare` raises AssertionError at a leak."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seen = self.one, self.other = np.zeros((2, OBSERVATION_SIZE), np.float32)
        self.packed = np.zeros((2, COMPACT_SIZE), np.int16)
        self.masks = np.zeros((2, N_ACTIONS), np.int8)

    def compare(self, scenario: Any, games: np.ndarray, i: int, seat: int, number: int) -> None:
        s, true = scenario.tables[0], games[i : i + 1]
        twin = true.copy()
        redraw(twin[0], s, seat, key_from_seed(number))
        encode(true[0], s, seat, self.one)
        encode(twin[0], s, seat, self.other)
        assert np.array_equal(self.one, self.other), np.flatnonzero(self.one != self.other)[:9]
        pack_all(np.stack(self.seen), self.packed)
        assert np.array_equal(*self.packed)
        self.counts["positions"] += 1
        self.counts["changed"] += hidden(true[0], s, seat) != hidden(twin[0], s, seat)
        for mask, game in zip(self.masks, (true, twin), strict=True):
            legal(game[0], s, mask)
        if true["actor"][0] == seat:
            assert np.array_equal(*self.masks)
            self.counts["masks"] += 1
        else:
            assert true["decision"][0] == 0 or self.masks[1].any()  # it can still be played on
        self._same_world(s, true, twin, seat, number)
        self._same_numbers(true, twin, seat)
        if self.counts["positions"] % TEXTS == 0:
            assert board(scenario, true[0]) == board(scenario, twin[0])
            self.counts["texts"] += 1

    def _same_world(
        self, s: Any, true: np.ndarray, twin: np.ndarray, seat: int, number: int
    ) -> None:
        """The worlds that are drawn of both for the seat, with another key, are one."""
        worlds = true.copy(), twin.copy()
        for world in worlds:
            world["key"] = number
            redraw(world[0], s, seat, number)
        assert worlds[0].tobytes() == worlds[1].tobytes()
        self.counts["worlds"] += 1

    @staticmethod
    def _same_numbers(true: np.ndarray, twin: np.ndarray, seat: int) -> None:
        """Each pile holds as many cards as before; the own ones are where they were."""
        for pile in (CARD_DECK, CARD_HAND):
            counts = [(game["card_at"][0, 1 - seat] == pile).sum() for game in (true, twin)]
            assert counts[0] == counts[1]
        assert np.array_equal(true["card_at"][0, seat], twin["card_at"][0, seat])


def compare_games(comparisons: int, seed: int, **options: Any) -> Counter[str]:
    """Compare at least so many positions of random games; AssertionError at the first leak."""
    made = Comparison()
    while made.counts["positions"] < comparisons:
        scenario = Game.definition.load(SCENARIOS[seed % len(SCENARIOS)])
        games = Vector(GAMES, scenario, seed=range(seed * GAMES, (seed + 1) * GAMES), **options)
        for count in range(EVERY * comparisons // (2 * GAMES) + EVERY):
            games.step(games.sample(seed, count))
            if count % EVERY == 0:
                for i in range(GAMES):
                    for seat in (JP, AL):
                        made.compare(scenario, games.games, i, seat, (seed * 9973 + count) * 97 + i)
            if made.counts["positions"] >= comparisons:
                break
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
