"""What a copy of a game forgets, so that its seat can plan on it or be shown it."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.negotiation import hide_unseen


@rule
def hide_from(g: Game, s: Tables, seat: int) -> None:
    """Make a game forget what a seat has not been shown yet."""
    hide_unseen(g, seat)


@rule
def conceal_from(g: Game, s: Tables, seat: int, number: int) -> None:
    """The same without its dice; number: of the game among others."""
    g.key = 0
    hide_unseen(g, seat)
