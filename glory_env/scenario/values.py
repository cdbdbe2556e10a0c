"""What each single value of a scenario file may be, with the words that say so in an error."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Value:
    """A check as pydantic metadata: `check` returns what to keep, None (or an error) if bad."""

    def __init__(self, check: Callable[[Any], Any], expected: str) -> None:
        self.check = check
        self.expected = expected

    def _validate(self, value: Any) -> Any:
        try:
            kept = self.check(value)
        except (AttributeError, TypeError, ValueError):
            kept = None
        if kept is None:
            raise ValueError(self.expected)
        return kept

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._validate)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int, high: int) -> Value:
    """A whole number from low to high."""
    expected = f"a whole number from {low} to {high}"
    return Value(lambda v: v if is_whole(v) and low <= v <= high else None, expected)


def whole_list(count: int, low: int, high: int) -> Value:
    """So many whole numbers from low to high; kept as a tuple."""

    def check(value: Any) -> tuple[int, ...] | None:
        good = isinstance(value, list) and len(value) == count
        return (
            tuple(value) if good and all(is_whole(v) and low <= v <= high for v in value) else None
        )

    return Value(check, f"a list of {count} whole numbers from {low} to {high}")


def word(pattern: str, expected: str) -> Value:
    """Text that matches the whole pattern."""
    return Value(lambda v: v if re.fullmatch(pattern, v) else None, expected)


def _pair(value: Any) -> tuple[str, str] | None:
    first, second = value
    good = isinstance(value, list) and isinstance(first, str) and isinstance(second, str)
    return (first, second) if good else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def number(low: float, high: float) -> Value:
    """A number from low to high."""
    expected = f"a number from {low} to {high}"
    return Value(lambda v: float(v) if _is_number(v) and low <= v <= high else None, expected)


def point(low: float, high: float, example: str) -> Value:
    """[x, y], each from low to high."""

    def check(value: Any) -> tuple[float, float] | None:
        x, y = value
        good = all(_is_number(v) and low <= v <= high for v in (x, y))
        return (float(x), float(y)) if good else None

    return Value(check, f"[x, y], each from {low} to {high}, like {example}")


def _source(value: Any) -> tuple[str, str] | None:
    letter, section = value
    good = isinstance(value, list) and letter in ("S", "I", "R") and isinstance(section, str)
    return (letter, section) if good else None


Id = Annotated[
    str, word(r"[a-z][a-z0-9_]*", "an id of small letters, digits and _, a letter first")
]
Name = Annotated[str, word(r"[^\n]*\S[^\n]*", "a name (one line of text)")]
Reference = Annotated[str, word(r"\S+", "an id (one word)")]
Flag = Annotated[bool, Value(lambda v: v if isinstance(v, bool) else None, "true or false")]
Points = Annotated[int, whole(0, 99)]
Face = Annotated[int, whole(1, 6)]
Pair = Annotated[tuple[str, str], Value(_pair, "the ids of two boxes, like [homeland, hokkaido]")]
Point = Annotated[tuple[float, float], point(0, 1, "[0.55, 0.35]")]
Source = Annotated[
    tuple[str, str],
    Value(_source, 'S, I or R and a section in quotes, like [S, "15-1"]'),
]
