"""What a study's figures should be, fixed before its games, and whether they are."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from glory_env.games.glory.bench.crossplay import Plain
from glory_env.report.tables import interval

MET, MISSED, OPEN = "met", "missed", "open"


class Aim(NamedTuple):
    """A figure that should lie between two bounds. form: how it is written."""

    key: str
    what: str
    low: float = -inf
    high: float = inf
    form: str = "lead"


def verdict(aim: Aim, value: Plain) -> dict[str, Any]:
    """MET: the interval lies within the aim's bounds; MISSED: outside; else OPEN.

    Without an interval it is OPEN, but for a difference of 0: no game differs.
    """
    mean, low, high = value or (None, None, None)
    if mean == 0 and low is None:
        low = high = mean
    said = OPEN
    if low is not None and high is not None:
        said = MET if aim.low <= low and high <= aim.high else said
        said = MISSED if high < aim.low or low > aim.high else said
    bounds = [None if abs(bound) == inf else bound for bound in (aim.low, aim.high)]
    what = {"key": aim.key, "what": aim.what, "form": aim.form, "bounds": bounds}
    return {**what, "value": value, "verdict": said}


def bounds(one: Mapping[str, Any]) -> str:
    """The aim of a verdict in words; it has one bound."""
    low, high = one["bounds"]
    word, bound = ("at least", low) if high is None else ("at most", high)
    return f"{word} {interval([bound], one['form'])}"
