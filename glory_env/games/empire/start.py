"""The start position of a scenario: one record, before the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from glory_env.games.empire.rules.set_up import start
from glory_env.games.empire.state import GAME

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario


def start_position(scenario: Scenario, key: int = 0) -> np.ndarray:
    """A game at the start of a scenario, no cards dealt: shape (1,), dtype GAME.

    key: of the dice. The cards of the turn's hands are still in the decks.
    """
    games = np.zeros(1, GAME)
    games["key"] = key
    start(games[0], scenario.tables[0])
    return games
