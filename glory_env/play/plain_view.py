"""What people see of a game that brings nothing for it, in words: English alone.

Nothing may be hidden in its drawing; of choices the others see what the game shows.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from glory_env.game.play import GamePlay
from glory_env.record.lines import Line


def drawing(game: GamePlay) -> str:
    """The position as text."""
    return str(game.definition.draw(game.scenario, game.record, "ansi"))


def question(game: GamePlay) -> str:
    """Who is asked what."""
    return f"{game.actor}: {game.decision}"


def choices(game: GamePlay) -> dict[int, str]:
    """The legal actions in words, by number."""
    describe = game.definition.describe
    return {k: describe(game.scenario, k, game.record) for k in game.legal_actions()}


def words_of(game: GamePlay, line: Line, seats: Container[str]) -> tuple[str, list[str]]:
    """What was chosen on a line of the record, "" for nothing, and the dice that were rolled.

    seats: those of who looks, who sees all of their choices.
    """
    choice: dict[str, Any] = line["choice"] or {}
    if line["actor"] not in seats:
        choice = game.definition.shown(choice)
    rolls = [f"{one['purpose']}: {' '.join(map(str, one['faces']))}" for one in line["dice"]]
    return ", ".join(f"{key} {value}" for key, value in choice.items()), rolls
