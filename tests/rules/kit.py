"""What rule tests are built from: positions, scripted dice, and the ids a test covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.games.glory import position as positions
from glory_env.games.glory.game import DiceError, Game, IllegalChoice
from tests.covers import covers

__all__ = ["DiceError", "IllegalChoice", "covers", "position"]


class RuleGame(Game):
    """A Game with two shorthands for tests."""

    def play(self, *choices: dict[str, Any]) -> None:
        """Several choices in a row, none of which rolls a die."""
        for choice in choices:
            self.choose(choice, dice=())

    def until_phase_end(self, choice: dict[str, Any], dice: Sequence[int] | None = None) -> None:
        """Play a choice and stop where the phase has changed."""
        self.choose(choice, dice, one_phase=True)


def position(*args: Any, **kwargs: Any) -> RuleGame:
    """`glory_env.games.glory.position.position` with the shorthands."""
    game = positions.position(*args, **kwargs)
    game.__class__ = RuleGame
    return game
