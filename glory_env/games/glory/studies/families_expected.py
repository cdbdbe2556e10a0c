"""What `glory study families` was expected to show, written down before its games were played."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from glory_env.games.glory.bench.crossplay import Plain
from glory_env.games.glory.state import SERVICES


class Expected(NamedTuple):
    """A figure of a level that should lie between two bounds.

    path: its place in the level's part of the document; of `judged` what and place. form: how it is
    written.
    """

    level: str
    what: str
    path: tuple[str, ...]
    low: float = -inf
    high: float = inf
    form: str = "lead"

    def row(self, levels: Mapping[str, Any]) -> dict[str, Any]:
        """Plain values; a bound that there is not is None; "met" as `met` says."""
        value = levels[self.level]
        if self.path[0] == "judged":
            rows = (row for row in value["judged"] if (row["what"], row["place"]) == self.path[1:])
            value = next(rows)["value"]
        else:
            for key in self.path:
                value = value[key]
        bounds = [None if abs(x) == inf else x for x in (self.low, self.high)]
        said = {"level": self.level, "what": self.what, "form": self.form, "bounds": bounds}
        return {**said, "value": value, "met": met(value, self.low, self.high)}


def met(value: Plain, low: float, high: float) -> str:
    """Whether an estimate lies between two bounds; "by the mean" where its interval crosses one."""
    mean, *ends = value or [None]
    if mean is None:
        return "no value"
    inside = low <= mean <= high
    words = "met" if inside else "not met"
    if len(known := [end for end in ends if end is not None]) == 2:
        least, most = known
        if low <= least and most <= high if inside else most < low or least > high:
            return words
    return f"{words}, by the mean"


EXPECTED = (
    Expected("rivalry", "deadlocks, competitive with itself less cooperative with itself",
             ("changes", "deadlocks DD - CC"), low=0.10, form="points"),
    Expected("rivalry", "navy's wins beside a cooperative army, competitive less cooperative",
             ("changes", "navy's wins CD - CC"), low=0.05, form="points"),
    Expected("rivalry", "gain of a navy that defects",
             ("judged", "greed T - R", "navy"), low=0.0, high=0.30),
    Expected("rivalry", "what that costs the army",
             ("judged", "cost to the other", "navy"), low=0.0),
    Expected("spite", "completed, spiteful with itself", ("cells", "DD", "completed"),
             high=0.20, form="share"),
    *(
        Expected("assurance", f"{words} of the {seat}", ("judged", what, seat), -0.05, 0.05)
        for what, words in (("greed T - R", "greed"), ("fear P - S", "fear"))
        for seat in SERVICES
    ),
)  # fmt: skip
