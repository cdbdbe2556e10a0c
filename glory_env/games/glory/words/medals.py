"""What was well done in a finished game, whoever has won it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.games.glory.game import Game
from glory_env.games.glory.words import facts
from glory_env.text.lazy import Joined, Say, Text

LATE = 2, 3  # so much of the turns has been played where the first medal is due


def medals(game: Game, escorts: Mapping[int, int]) -> list[dict[str, Any]]:
    """Every medal with its words, and whether the game has earned it.

    escorts: units in the convoy box when the convoys sailed, by turn.
    """
    g, s = game.record, game.scenario.tables[0]
    last = int(s.last_turn)
    due = last * LATE[0] // LATE[1]
    is_played_out = game.outcome == "completed"
    earned: list[tuple[str, Text, bool]] = [
        ("turn", Say("medal.turn", turn=due), int(g.turn) >= due),
        ("completed", Say("medal.completed"), is_played_out),
        ("escorts", Say("medal.escorts"), bool(escorts) and all(escorts.values())),
        ("homes", Say("medal.homes"), is_played_out and not facts.lost_homes(game)),
    ]
    if not game.options.solo:
        turns = slice(1, min(int(g.turn), last) + 1)
        agreed = is_played_out and not np.any(g.log_deadlock[turns] == 1)
        earned.append(("talks", Say("medal.talks"), agreed))
    return [{"key": key, "words": words, "earned": is_so} for key, words, is_so in earned]


def in_one_line(earned: list[dict[str, Any]]) -> Text | None:
    """The earned ones; None where there are none."""
    words = [one["words"] for one in earned if one["earned"]]
    return Say("medal.earned", medals=Joined(words, "list.semicolon")) if words else None
