"""What each single value of a scenario file may be, with the words that say so in an error.

Tonnage is in units of 10,000 tons.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from glory_env.core.state import MAX_TONNAGE, STEP

EVALUATIONS = ("E", "D", "C", "B", "A", "S", "SS")
RETREAT = "DR"
MAX_LOSS = 300  # of one combat, before doubling (12-7)


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


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int, high: int) -> Value:
    """A whole number from low to high."""
    expected = f"a whole number from {low} to {high}"
    return Value(lambda v: v if _is_whole(v) and low <= v <= high else None, expected)


def whole_list(count: int, low: int, high: int) -> Value:
    """So many whole numbers from low to high; kept as a tuple."""

    def check(value: Any) -> tuple[int, ...] | None:
        good = isinstance(value, list) and len(value) == count
        return (
            tuple(value) if good and all(_is_whole(v) and low <= v <= high for v in value) else None
        )

    return Value(check, f"a list of {count} whole numbers from {low} to {high}")


def tons(low: int = 0, high: int = MAX_TONNAGE) -> Value:
    """Tonnage from low to high in fives; 1 is 10,000 tons (R4-0m)."""
    expected = f"a multiple of {STEP} from {low} to {high}"
    return Value(lambda v: v if _is_whole(v) and _is_tons(v, low, high) else None, expected)


def _is_tons(value: int, low: int, high: int) -> bool:
    return low <= value <= high and value % STEP == 0


def word(pattern: str, expected: str) -> Value:
    """Text that matches the whole pattern."""
    return Value(lambda v: v if re.fullmatch(pattern, v) else None, expected)


def _crt_cell(value: Any) -> tuple[str, int | str] | None:
    match = re.fullmatch(r"([A-Z]+)/(DR|[0-9]{1,3})", value)
    if not match or match[1] not in EVALUATIONS:
        return None
    if match[2] == RETREAT:
        return match[1], RETREAT
    return (match[1], int(match[2])) if _is_tons(int(match[2]), 0, MAX_LOSS) else None


def _convoy_cell(value: Any) -> tuple[int, int] | None:
    if _is_whole(value):
        return (value, 0) if _is_tons(value, 0, MAX_TONNAGE) else None
    match = re.fullmatch(r"(?:([0-9]{1,3})/)?D([12])", value)
    if not match or not _is_tons(int(match[1] or 0), 0, MAX_TONNAGE):
        return None
    return int(match[1] or 0), int(match[2])


def _invasion_cell(value: Any) -> tuple[str, ...] | None:
    if value == "-":
        return ()
    codes = value.split("/")
    good = all(re.fullmatch(r"\w+F", code) for code in codes) and len(set(codes)) == len(codes)
    return tuple(codes) if good else None


def _band(value: Any) -> str | None:
    text = str(value) if _is_whole(value) else value
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    return text if match and 1 <= int(match[1]) <= int(match[2] or match[1]) else None


def band_turns(band: str) -> range:
    """The turns of a band: '3-6' -> range(3, 7), '4' -> range(4, 5)."""
    first, _, last = band.partition("-")
    return range(int(first), int(last or first) + 1)


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
MarkerId = Annotated[
    str, word(r"[A-Z][A-Za-z0-9]{0,7}", "a marker's letters, a capital first, like D or Ch")
]
Name = Annotated[str, word(r"[^\n]*\S[^\n]*", "a name (one line of text)")]
Reference = Annotated[str, word(r"\S+", "an id (one word)")]
Flag = Annotated[bool, Value(lambda v: v if isinstance(v, bool) else None, "true or false")]
Tons = Annotated[int, tons()]
Points = Annotated[int, whole(0, 99)]
Face = Annotated[int, whole(1, 6)]
CrtCell = Annotated[
    tuple[str, int | str],
    Value(
        _crt_cell,
        f"an evaluation ({', '.join(EVALUATIONS)}) and a loss (a multiple of {STEP} from 0 to "
        f"{MAX_LOSS}, or DR), like E/40 or C/DR",
    ),
]
ConvoyCell = Annotated[
    tuple[int, int],
    Value(
        _convoy_cell,
        f"a loss (a multiple of {STEP} from 0 to {MAX_TONNAGE}), D1 or D2, or both like 30/D1",
    ),
]
InvasionCell = Annotated[
    tuple[str, ...],
    Value(_invasion_cell, 'marker letters each with an F, like CF or BF/NF, or "-"'),
]
Band = Annotated[str, Value(_band, "a range of turns like 3-6, or one turn")]
Pair = Annotated[tuple[str, str], Value(_pair, "the ids of two boxes, like [homeland, hokkaido]")]
Point = Annotated[tuple[float, float], point(0, 1, "[0.55, 0.35]")]
Source = Annotated[
    tuple[str, str],
    Value(_source, 'S, I or R and a section in quotes, like [S, "15-1"]'),
]
