"""What is the same wherever a job runs: one call of its function, and how often it is tried."""

from __future__ import annotations

import pickle
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

TRIES = 3  # of a job whose process is killed


class LostJob(ChildProcessError):
    """The process of a job was killed every time it was tried."""


class Outcome(NamedTuple):
    """Of one call: what it gave, or the error it raised."""

    result: Any = None
    error: Exception | None = None


def attempt(function: Callable[[Any], Any], job: Any) -> Outcome:
    """Call it; an error comes back as a value that can be sent, its traceback as a note."""
    try:
        return Outcome(function(job))
    except Exception as error:
        error.add_note(traceback.format_exc())
        return Outcome(error=sendable(error))


def sendable(error: Exception) -> Exception:
    """The error itself, or its words where it does not survive pickling."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


class Losses:
    """Counts how often each job was lost with its process."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name
        self._counts: Counter[int] = Counter()

    def count(self, index: int, cause: str) -> None:
        """One more; LostJob, with the cause of the last one, where there have been TRIES."""
        self._counts[index] += 1
        if self._counts[index] >= TRIES:
            raise LostJob(f"{self._name(index)}: tried {TRIES} times, and each time {cause}")
