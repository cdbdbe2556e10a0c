"""What is wrong with a scenario file, said so that its author can mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from glory_env.core.errors import one_line, shown

MOST_LISTED = 20


class ScenarioError(ValueError):
    """A scenario that cannot be used; the message names file, key, value and what was expected."""


class _Absent:
    def __repr__(self) -> str:
        return "missing"


ABSENT = _Absent()


def near_misses(word: object, known: Iterable[object]) -> list[str]:
    """Known words in the order to offer them: those like `word` first, then the rest as given."""
    words = [str(k) for k in known]
    lower = {w.lower(): w for w in reversed(words)}
    close = difflib.get_close_matches(str(word)[:80].lower(), list(lower), n=3, cutoff=0.6)
    return list(dict.fromkeys([lower[c] for c in close] + words))


def one_of(word: object, known: Iterable[object]) -> str:
    """'one of a, b, c' with the near misses of `word` first."""
    words = near_misses(word, known)
    return f"one of {', '.join(words)}" if words else "nothing here (there is none to name)"


class Problems:
    """Errors and warnings found in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.errors: list[str] = []
        self.notices: list[str] = []

    def add(self, key: str, value: Any, expected: str) -> None:
        """Note an error: `key` (a value path) holds `value`, where `expected` belongs."""
        stands = "is missing" if value is ABSENT else f"= {shown(value)}"
        self.errors.append(f"{one_line(key)} {stands}, expected {one_line(expected, 2000)}")

    def notice(self, text: str) -> None:
        """Note a warning: odd, but playable."""
        self.notices.append(text)

    def raise_errors(self) -> None:
        """Raise ScenarioError with all errors noted so far; nothing where there are none."""
        if not self.errors:
            return
        if len(self.errors) == 1:
            raise ScenarioError(f"{self.path}: {self.errors[0]}")
        lines = [f"{self.path}: {len(self.errors)} errors", *self.errors[:MOST_LISTED]]
        if len(self.errors) > MOST_LISTED:
            lines.append(f"and {len(self.errors) - MOST_LISTED} more")
        raise ScenarioError("\n  ".join(lines))


def check_unique(key: str, ids: Iterable[str], problems: Problems) -> None:
    """No id twice."""
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            problems.add(f"{key}.{name}", name, "every id once")
        seen.add(name)


def check_known(key: str, name: str, names: Sequence[str], problems: Problems) -> bool:
    """Whether `name` is one of `names`; an error with the near misses first if it is not."""
    if name in names:
        return True
    problems.add(key, name, one_of(name, names))
    return False
