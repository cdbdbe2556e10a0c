"""Two people at pages of their own: the words in their links, what they write, their time."""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from glory_env.core.files import write_whole
from glory_env.games import game

KEPT = 200  # lines of the chat that a page which opens is shown
ONLOOKER = ""
LINKS = ".links"  # ending of the file with the words, beside the saved game
OWNER_ALONE = 0o600  # may read it


def kept_words(saved: Path) -> dict[str, str] | None:
    """The words of a saved game's links, by seat; None where none were kept. ValueError."""
    path = saved.with_suffix(LINKS)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        found = None
    words = list(found.values()) if isinstance(found, dict) else []
    if not words or not all(isinstance(word, str) and word for word in words):
        raise ValueError(
            f"{path}: expected the words of links; without the file there are new ones"
        )
    return dict(found)


class Apart:
    """keys: by seat the secret word of its link. chat: what was written, oldest first. has_clock:
    whether the time that each seat has thought is shown. shown: that time, when it was last
    counted, and whose time runs on; None without a clock."""

    def __init__(
        self,
        has_clock: bool = False,
        seats: Sequence[str] = (),
        words: Mapping[str, str] | None = None,
    ) -> None:
        """words: of links that hold still, by seat; of other seats, or too many, none is taken."""
        new = {seat: secrets.token_urlsafe(12) for seat in seats or game().seats}
        self.keys = dict(words) if words and words.keys() == new.keys() else new
        self._kept: Path | None = None
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

    def keep(self, saved: Path) -> None:
        """Write the words beside a saved game, so that the links hold when it is taken up again.

        Where that cannot be, they hold as long as the server runs.
        """
        if saved == self._kept:
            return
        with suppress(OSError):
            write_whole(saved.with_suffix(LINKS), json.dumps(self.keys) + "\n", OWNER_ALONE)
            self._kept = saved

    def present(self, pages: Iterable[str | None]) -> dict[str, Any]:
        """Who is there, as the message for all pages. pages: the seat of each open page."""
        count = Counter(pages)
        here = {seat: count[seat] > 0 for seat in self.keys}
        return {"type": "present", "seats": here, "onlookers": count[ONLOOKER]}

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
