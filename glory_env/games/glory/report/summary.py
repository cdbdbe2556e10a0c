"""A run in short: one picture, and sentences as far as the intervals support them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from glory_env.games.glory.report.canvas import (  # fmt: skip
    BLUE,
    FEW,
    GREEN,
    ORANGE,
    PAPER,
    PURPLE,
    WIDTH,
    Values,
    label_points,
    numbers,
    styled,
)
from glory_env.games.glory.report.parts import exploitability, searched, series, welfare
from glory_env.report.tables import interval

KINDS = {"network": BLUE, "script": GREEN, "planner": PURPLE, "own": ORANGE}
NAMED = 3  # of the participants that are not distinguishable from the first; others are counted


@styled
def summary(document: dict[str, Any]) -> Figure | None:
    """Welfare with itself against what a reply gains; a diamond: the reply is from a search."""
    gains = exploitability(document)
    points = {
        name: (numbers(gain), numbers(value))
        for name, value in welfare(document).items()
        if value and (gain := gains[name])
    }
    if not points:
        return None
    height = max(4.2, 0.6 + 0.155 * len(points))
    figure = Figure(figsize=(WIDTH, height))
    axis = figure.add_axes((0.07, 0.5 / height, 0.66, 1 - 0.9 / height))
    faint, thick = (0.6, 1.6) if len(points) <= FEW else (0.3, 0.8)
    kinds = {name: document["agents"][name]["kind"] for name in points}
    for name, (x, y) in points.items():
        colour = KINDS[kinds[name]]
        axis.hlines(y[0], x[1], x[2], color=colour, linewidth=thick, alpha=faint)
        axis.vlines(x[0], y[1], y[2], color=colour, linewidth=thick, alpha=faint)
    means = np.array([(x[0], y[0]) for x, y in points.values()])
    from_search = searched(document)
    for kind, colour in KINDS.items():
        for marker, names in (("o", set(points) - from_search), ("D", from_search)):
            at = means[[kinds[name] == kind and name in names for name in points]]
            if len(at):
                axis.scatter(
                    at[:, 0], at[:, 1], s=30, color=colour, edgecolor=PAPER, linewidth=0.7,
                    zorder=3, marker=marker, label=kind + ", searched" * (marker == "D"),
                )  # fmt: skip
    axis.tick_params(axis="y", labelsize=7.5)
    axis.margins(0.06)
    axis.set_xlabel("exploitability: utility that the best reply found gains (further left: less)")
    axis.set_ylabel("welfare with itself (further up: more)")
    axis.legend(
        loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=2 * len(KINDS), handletextpad=0.1
    )
    label_points(axis, list(points), means, height - 0.9)
    return figure


# --- in words ------------------------------------------------------------------------------
def sentences(document: dict[str, Any]) -> list[str]:
    """What the run shows, a sentence a figure that it has; one without rivals is left out.

    Two figures are distinguishable where their 95 % intervals do not overlap.
    """
    gains = {  # exactly 0 where nobody gains anything: that needs no interval
        name: [0.0, 0.0, 0.0] if value and not value[0] and value[1] is None else value
        for name, value in exploitability(document).items()
    }
    unknown = series(document, "held_out", "strange")
    candidates = [
        _first("highest welfare with itself", welfare(document), "number"),
        _first("highest exploitability", gains, "signed"),
        _first("lowest exploitability", gains, "signed", lowest=True),
        _first("highest utility with the held-out partners", unknown, "signed"),
    ]
    return [sentence for sentence in candidates if sentence]


def _first(what: str, values: Values, form: str, lowest: bool = False) -> str | None:
    """Who is first, and who is not distinguishable from the first; None with less than two."""
    known = {name: value for name, value in values.items() if value is not None}
    if len(known) < 2:
        return None
    sign = -1 if lowest else 1
    first = max(known, key=lambda name: sign * numbers(known[name] or [])[0])
    alike = [n for n in known if n != first and _overlap(known[first] or [], known[n] or [])]
    words = f"{first} has the {what}, {interval(known[first], form)}"
    if not alike:
        return f"{words}."
    if len(alike) == len(known) - 1:
        return f"{words}, but it is not distinguishable from any other participant."
    return f"{words}, but it is not distinguishable from {_listed(alike)}."


def _overlap(one: Sequence[float | None], other: Sequence[float | None]) -> bool:
    """Whether two intervals overlap; without one nothing is distinguished."""
    (_, low, high), (_, least, most) = numbers(one), numbers(other)
    return not (low > most or high < least)


def _listed(names: Sequence[str]) -> str:
    """Names as part of a sentence, the first few of many."""
    shown = [*names[:NAMED], *([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])]
    *most, last = shown
    return f"{', '.join(most)} and {last}" if most else last
