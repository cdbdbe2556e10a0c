"""Messages that may be asked for again: made once, as long as the game stands where it does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from glory_env.text.lazy import as_json

MOST = 200  # messages


class Ready:
    """A message that is made when it is first sent, and its text in each language."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._message: dict[str, Any] | None = None
        self._texts: dict[str, str] = {}

    def to(self, language: str) -> str:
        """The text in a language."""
        if self._message is None:
            self._message = self._make()
        if language not in self._texts:
            self._texts[language] = as_json(self._message, language)
        return self._texts[language]


class SentAgain:
    """The newest MOST messages of the game as it stands."""

    def __init__(self) -> None:
        self._sequence = -1
        self._ready: dict[Hashable, Ready] = {}

    def __len__(self) -> int:
        return len(self._ready)

    def ready(self, sequence: int, key: Hashable, make: Callable[[], dict[str, Any]]) -> Ready:
        """What is known by that key, or is made now. sequence: grows when the game changes."""
        if sequence != self._sequence:
            self._sequence = sequence
            self._ready.clear()
        message = self._ready.pop(key, None) or Ready(make)
        self._ready[key] = message
        if len(self._ready) > MOST:
            del self._ready[next(iter(self._ready))]
        return message
