"""What people see of a game that brings nothing for it, in words: English alone.

For games that hide nothing.
"""

from __future__ import annotations

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


def words_of(line: Line) -> tuple[str, list[str]]:
    """What was chosen on a line of the record, "" for nothing, and the dice that were rolled."""
    choice: dict[str, Any] = line["choice"] or {}
    rolls = [f"{one['purpose']}: {' '.join(map(str, one['faces']))}" for one in line["dice"]]
    return ", ".join(f"{key} {value}" for key, value in choice.items()), rolls
