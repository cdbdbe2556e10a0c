"""How much a page may ask of the server in a time, so that none takes it from the others.

What is asked for costs units; a unit is about 5 ms of the server in a long game. They come back
with time. Who has spent all of them waits: nothing that was asked for is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from pydantic_core import from_json

from glory_env.play.messages import LARGEST
from glory_env.play.two_pages import ONLOOKER

COSTS = {
    **dict.fromkeys(("choose", "offer", "undo", "why_not", "consent", "rate", "ready", "agree"), 1),
    **dict.fromkeys(("look", "pace"), 2),
    **dict.fromkeys(
        ("hint", "judge", "language", "lines", "results", "review", "save", "answers"), 10
    ),
    **dict.fromkeys(("accept", "together"), 10),  # many choices each
    "chat": 20,
    **dict.fromkeys(("new", "load", "replay", "again", "lesson"), 40),
}  # units of a message, by its type
OTHER = 10  # of a message of another type, or that is none
JOIN = 20  # of a page that opens: it is sent the whole game
FILE = 20  # of a game as a file


@dataclass(frozen=True)
class Limit:
    """most: units that can be saved up; rate: that come back in a second."""

    most: float
    rate: float


PLAYER = Limit(400, 100)  # a page of one who plays
PLAYERS = Limit(800, 200)  # all pages that play the same seats together
WATCHER = Limit(60, 20)  # a page of one who only looks on
WATCHERS = Limit(120, 40)  # all of them together


class Budget:
    """Units of one page, or of several together. within: a budget that pays for the same, too."""

    def __init__(
        self,
        limit: Limit,
        within: Budget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit, self._within, self._clock = limit, within, clock
        self._left, self._at = limit.most, clock()

    def _take(self, units: float) -> float:
        """Take units, also where there are none left; the seconds until they are paid back."""
        now = self._clock()
        self._left = min(self._limit.most, self._left + (now - self._at) * self._limit.rate)
        self._left, self._at = self._left - units, now
        return max(0.0, -self._left / self._limit.rate)

    async def spend(self, units: float) -> None:
        """Take units, and wait where they are not there; who gives up waiting gets them back."""
        seconds = self._take(units)
        try:
            if seconds:
                await asyncio.sleep(seconds)
            if self._within is not None:
                await self._within.spend(units)
        except asyncio.CancelledError:
            self._left += units
            raise


class Budgets:
    """The budgets of all pages; those of the same seat share one besides their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shared: dict[str | None, Budget] = {}

    def shared(self, seat: str | None) -> Budget:
        """What all pages of a seat have together (see `Page.seat`)."""
        if seat not in self._shared:
            limit = WATCHERS if seat == ONLOOKER else PLAYERS
            self._shared[seat] = Budget(limit, clock=self._clock)
        return self._shared[seat]

    def of_page(self, seat: str | None) -> Budget:
        """A budget for a page that opens."""
        limit = WATCHER if seat == ONLOOKER else PLAYER
        return Budget(limit, self.shared(seat), self._clock)


def cost(text: str) -> float:
    """Units that a message costs, whether it is a good one or not."""
    if len(text) > LARGEST:
        return OTHER
    try:
        kind = from_json(text).get("type")
        return COSTS.get(kind, OTHER)
    except (ValueError, AttributeError, TypeError):  # no JSON, no object, no name
        return OTHER
