"""Figures and limits as words."""

from __future__ import annotations

from glory_env.bench.statistics import Estimate
from glory_env.calibration.statements import Limits

_PER_CENT = ("share", "points")
_SIGNED = ("points", "margin")
_SUFFIX = {"share": " %"}


def measured(found: Estimate | None, unit: str) -> str:
    """`63.4 % [60.2, 66.5]`; a dash where there is nothing. Units are those of a Statement."""
    if found is None:
        return "-"
    mean, low, high = (_number(part, unit) for part in found)
    if not found.has_interval or found.low == found.mean == found.high:
        return f"{mean}{_SUFFIX.get(unit, '')}"
    return f"{mean}{_SUFFIX.get(unit, '')} [{low}, {high}]"


def _number(value: float, unit: str) -> str:
    scaled = 100 * value if unit in _PER_CENT else value
    return f"{scaled:+.1f}" if unit in _SIGNED else f"{scaled:.1f}"


def expected(limits: Limits, unit: str) -> str:
    """`45 to 85 %`, `<= 2 %`, `> 0 clearly`."""
    scale = 100 if unit in _PER_CENT else 1
    less, more = ("<", ">") if limits.strict else ("<=", ">=")
    low, high = (
        None if limit is None else f"{scale * limit:.3g}" for limit in (limits.low, limits.high)
    )
    if low is not None and high is not None:
        words = f"{low} to {high}"
    else:
        words = f"{more} {low}" if high is None else f"{less} {high}"
    return words + _SUFFIX.get(unit, "") + (" clearly" if limits.clearly else "")
