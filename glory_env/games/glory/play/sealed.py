"""What is still under seal: how many lines of the record, and which changes nobody else notices.

Pages count changes (`seq`). Two people at pages of their own must not learn from the count how much
the other one has said before the seals are broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from glory_env.games.glory.game import Game
from glory_env.games.glory.state import SERVICES

DECISIONS = "speak", "offer"  # under seal where offers are


def sealed_by(game: Game) -> str | None:
    """The seat that writes its offer under seal now: nobody else notices how."""
    is_sealed = game.options.negotiation == "sealed" and game.decision in DECISIONS
    return game.actor if is_sealed else None


def count_sealed(game: Game, lines: Sequence[dict[str, Any]]) -> int:
    """How many of the record's last lines are hidden: a hand, or offers and what is said with them.

    lines: of the record of the game as it stands.
    """
    if game.decision == "janken" and lines:
        hand = lines[-1]["actor"], lines[-1]["decision"]
        return int(game.actor == "navy" and hand == ("army", "janken"))
    if sealed_by(game) is None:
        return 0
    return len(list(takewhile(lambda line: line["decision"] in DECISIONS, lines[::-1])))


class Noticed:
    """The changes each set of seats knows of: that of one seat, of both, of none (who looks on)."""

    def __init__(self) -> None:
        seats = [(one,) for one in SERVICES]
        self._counts: dict[tuple[str, ...], int] = dict.fromkeys([*seats, SERVICES, ()], 0)

    def change(self, under_seal_of: str | None) -> None:
        """Another change. under_seal_of: the only seat that may know of it; None: all may."""
        for seats in self._counts:
            if under_seal_of is None or under_seal_of in seats:
                self._counts[seats] += 1

    def by(self, seats: Sequence[str]) -> int:
        """How many are known to who plays those seats, in the game's order."""
        return self._counts[tuple(seats)]

    def after(self, other: Noticed) -> None:
        """This game comes in the place of another: no count of that one comes again."""
        start = max(other._counts.values()) + 1
        for seats in self._counts:
            self._counts[seats] += start
