"""The end of a game."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import COMPLETED
from glory_env.games.empire.generated.records import Game
from glory_env.games.empire.state import OVER

DECISIVE = 2


@rule
def end_game(g: Game, cause: int, level: int) -> None:
    """The game is over; level: -2 to 2, from the Allies' to Japan's decisive victory."""
    g.phase = OVER
    g.outcome = COMPLETED
    g.cause = cause
    g.level = level
    g.depth = 0
