"""Records for tests: games played at random, written, and files changed by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import add_state
from glory_env.record import GameRecord, play_record, write

NAMES = {"army": "random", "navy": "random"}


def random_game(seed: int, states: bool = True, **options: Any) -> GameRecord:
    """A whole game of the teaching scenario."""
    hook = add_state if states else None
    game = Game("teaching", seed=seed, auto_forced=True, on_phase_end=hook, **options)
    return play_record(game, {seat: Dicer() for seat in NAMES}, NAMES)


@cache
def recorded() -> GameRecord:
    """Of three turns, to be read only; the example in docs/record.md without states."""
    return random_game(11)


class Dicer:
    """Random play of these tests' own: what they expect of a game must not change elsewhere."""

    def reset(self, seat: str, seed: int) -> None:
        self.rng = np.random.default_rng([seed, list(NAMES).index(seat)])

    def act(self, observation: Any, mask: np.ndarray, view: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[self.rng.integers(len(legal))])


class Edited:
    """A record file of one game that a test changes; lines are counted from 0."""

    def __init__(self, path: Path, game: GameRecord) -> None:
        self.path = path
        write(path, [game])
        self.lines = [json.loads(line) for line in path.read_text().splitlines()]

    def find(self, wanted: Callable[[dict[str, Any]], Any]) -> int:
        """Number of the first line for which `wanted` is true."""
        return next(k for k, line in enumerate(self.lines) if wanted(line))

    def save(self, seal: bool = True) -> Path:
        """Write the lines; seal: with the right digest for what they now are."""
        texts = [json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines]
        if seal and "digest" in self.lines[-1]:
            self.lines[-1]["digest"] = hashlib.sha256("".join(texts[:-1]).encode()).hexdigest()
            texts[-1] = json.dumps(self.lines[-1], separators=(",", ":")) + "\n"
        self.path.write_text("".join(texts))
        return self.path
