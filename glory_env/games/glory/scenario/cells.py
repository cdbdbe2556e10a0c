"""What the values of Glory's charts may be, with the words that say so in an error.

Tonnage is in units of 10,000 tons.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from glory_env.games.glory.state import MAX_TONNAGE, STEP
from glory_env.scenario.values import Value, is_whole, word

EVALUATIONS = ("E", "D", "C", "B", "A", "S", "SS")
RETREAT = "DR"
MAX_LOSS = 300  # of one combat, before doubling (12-7)


def tons(low: int = 0, high: int = MAX_TONNAGE) -> Value:
    """Tonnage from low to high in fives; 1 is 10,000 tons (R4-0m)."""
    expected = f"a multiple of {STEP} from {low} to {high}"
    return Value(lambda v: v if is_whole(v) and _is_tons(v, low, high) else None, expected)


def _is_tons(value: int, low: int, high: int) -> bool:
    return low <= value <= high and value % STEP == 0


def _crt_cell(value: Any) -> tuple[str, int | str] | None:
    match = re.fullmatch(r"([A-Z]+)/(DR|[0-9]{1,3})", value)
    if not match or match[1] not in EVALUATIONS:
        return None
    if match[2] == RETREAT:
        return match[1], RETREAT
    return (match[1], int(match[2])) if _is_tons(int(match[2]), 0, MAX_LOSS) else None


def _convoy_cell(value: Any) -> tuple[int, int] | None:
    if is_whole(value):
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
    text = str(value) if is_whole(value) else value
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    return text if match and 1 <= int(match[1]) <= int(match[2] or match[1]) else None


def band_turns(band: str) -> range:
    """The turns of a band: '3-6' -> range(3, 7), '4' -> range(4, 5)."""
    first, _, last = band.partition("-")
    return range(int(first), int(last or first) + 1)


MarkerId = Annotated[
    str, word(r"[A-Z][A-Za-z0-9]{0,7}", "a marker's letters, a capital first, like D or Ch")
]
Tons = Annotated[int, tons()]
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
