"""What a finished game no longer shows, noted while it is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import CIVIL, MAX_BOXES, MAX_MARKERS, MAX_TURNS, PRODUCE

NOT_REACHED = -1
LEFTOVERS = (10, 35)  # tonnage left over, the rulebook's examples (14-1 note)


class Observer:
    """An observer for `play_pairs` of N games; turns count from 1, so row 0 of a game is empty."""

    def __init__(self, games: int, scenario: Scenario) -> None:
        turns = (games, MAX_TURNS + 2)
        self.scenario = scenario
        self.out = np.zeros((games, MAX_MARKERS), np.bool_)  # outside its base at some time
        self.entered = np.zeros((games, MAX_BOXES), np.bool_)  # a marker stood there at some time
        self.civil_left = np.full(turns, NOT_REACHED, np.int16)  # at the end of production
        self.useless = np.zeros(turns, np.bool_)  # some was left, nothing could be done with it

    def __call__(self, games: np.ndarray, forced: np.ndarray, at: slice) -> None:
        """Note GAME (M,) at a decision each (or over); forced: bool (M,), one action is legal."""
        steps, tables = games["marker_step"], self.scenario.tables[0]
        self.out[at] |= steps > 0
        for m in range(int(tables["markers"])):
            outside = np.flatnonzero(steps[:, m] > 0)
            self.entered[at][outside, tables["route"][m, steps[outside, m] - 1]] = True
        # The last menu of a production phase, where both pass, leaves the final figures.
        rows = np.flatnonzero(games["decision"] == PRODUCE)
        turn, left = games["turn"][rows], games["left"][rows, CIVIL]
        self.civil_left[at][rows, turn] = left
        self.useless[at][rows, turn] = forced[rows] & (left > 0)

    def columns(self) -> dict[str, Any]:
        """One value a game, (N,): by marker and box whether, and how many production phases."""
        reached = self.civil_left != NOT_REACHED
        markers, boxes = self.scenario.markers, self.scenario.boxes
        return {
            **{f"out_{name}": self.out[:, m] for m, name in enumerate(markers)},
            **{f"entered_{name}": self.entered[:, b] for b, name in enumerate(boxes)},
            "phases": reached.sum(axis=1),
            **{
                f"useless_{least}": (self.useless & (self.civil_left >= least)).sum(axis=1)
                for least in LEFTOVERS
            },
        }
