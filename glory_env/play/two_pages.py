"""Two people at pages of their own: the words in their links, what they write, their time."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from glory_env.games import game

KEPT = 200  # lines of the chat that a page which opens is shown
ONLOOKER = ""


class Apart:
    """keys: by seat the secret word of its link. chat: what was written, oldest first. has_clock:
    whether the time that each seat has thought is shown. shown: that time, when it was last
    counted, and whose time runs on; None without a clock."""

    def __init__(self, has_clock: bool = False, seats: Sequence[str] = ()) -> None:
        self.keys = {seat: secrets.token_urlsafe(12) for seat in seats or game().seats}
        self.chat: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.has_clock = has_clock
        self.shown: dict[str, Any] | None = None
        self._used = dict.fromkeys(self.keys, 0.0)  # seconds, up to `_since`
        self._runs: str | None = None
        self._since = 0.0

    def seat_of(self, key: str) -> str:
        """The seat of a link's word; ONLOOKER for any other word."""
        for seat, own in self.keys.items():
            if secrets.compare_digest(key.encode(), own.encode()):
                return seat
        return ONLOOKER

    def write(self, seat: str, words: str, turn: int) -> dict[str, Any]:
        """A line of the chat, as the message for all pages."""
        line = {"seat": seat or None, "words": words, "turn": turn}
        self.chat.append(line)
        return {"type": "chat", "lines": [line]}

    def restart(self) -> None:
        """Another game: no time has been used."""
        self._used, self._runs = dict.fromkeys(self.keys, 0.0), None

    def count(self, waits_for: str | None) -> None:
        """See `clock`; what it says is shown until the next time."""
        self.shown = self.clock(waits_for)

    def clock(self, waits_for: str | None) -> dict[str, Any] | None:
        """Seconds each seat has thought, and whose time runs from now on; None without a clock."""
        if not self.has_clock:
            return None
        now = time.monotonic()
        if self._runs is not None:
            self._used[self._runs] += now - self._since
        self._runs, self._since = waits_for, now
        return {"used": {seat: round(s, 1) for seat, s in self._used.items()}, "runs": waits_for}
