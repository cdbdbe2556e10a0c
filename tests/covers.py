"""What a test says about itself: the rule ids it checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def covers(*ids: str) -> Callable[[Any], Any]:
    """Mark a test with the rule ids it checks; the rules maps in docs/ are made from these."""

    def mark(test: Any) -> Any:
        test.covers = ids
        return test

    return mark
