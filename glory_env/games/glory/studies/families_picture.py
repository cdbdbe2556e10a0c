"""The picture of `glory study families`: what motives cost, and what each choice earns a seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from glory_env.core.files import whole_file
from glory_env.games.glory.report.canvas import GREEN, PURPLE, WIDTH, numbers, png, styled
from glory_env.games.glory.report.schelling import Choice, diagrams, line
from glory_env.games.glory.state import SERVICES

HEIGHT = 5.4  # inches
MOTIVES = {
    "C": Choice("cooperates: the cooperative family", GREEN, "o"),
    "D": Choice("defects: the competitive family, at spite the spiteful one", PURPLE, "s"),
}


def pressure(level: dict[str, Any]) -> float:
    """Of a level, mean of both seats; nan where it is not known."""
    return float(np.mean([numbers(level["pressure"][seat] or [None])[0] for seat in SERVICES]))


def diagram(level: dict[str, Any], seat: str, own: str) -> list[Any]:
    """What a seat earns with this letter beside each of `schelling.BESIDE`."""
    cell = {"army": own + "{}", "navy": "{}" + own}[seat]
    by_cell = {other: level["cells"][cell.format(other)][seat] for other in "CD"}
    return [by_cell["D"], level["beside"]["in_kind"][own][seat], by_cell["C"]]


@styled
def drawn(document: dict[str, Any]) -> Figure:
    """Left completion and welfare with itself against pressure; right a Schelling diagram for each
    level and seat.
    """
    levels = document["levels"]
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots(2, 1 + len(levels), width_ratios=(1.7, *[1.0] * len(levels)))
    titles = {
        "completed": "completed with its own family",
        "welfare": "welfare with its own family",
    }
    for axis, (figure_name, title) in zip(axes[:, 0], titles.items(), strict=True):
        _against_pressure(axis, levels, figure_name)
        axis.set_title(title)
    axes[0, 0].yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes[1, 0].set_xlabel("pressure of the level")
    diagrams(
        axes[:, 1:],
        {
            name: {
                seat: {words: diagram(level, seat, own) for own, words in MOTIVES.items()}
                for seat in SERVICES
            }
            for name, level in levels.items()
        },
    )
    handles, _ = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure


def _against_pressure(axis: Axes, levels: dict[str, Any], name: str) -> None:
    """A line for each motive, with the names of the levels."""
    at = np.array([pressure(level) for level in levels.values()])
    for (own, words), apart in zip(MOTIVES.items(), (-0.008, 0.008), strict=True):
        line(axis, at, [level["cells"][own * 2][name] for level in levels.values()], words, apart)
    axis.set_ylim(0.0, max(1.0, axis.get_ylim()[1]))
    for x, level in zip(at, levels, strict=True):
        if np.isfinite(x):
            axis.text(x, 0.03, level, transform=axis.get_xaxis_transform(), ha="center", fontsize=7)
    axis.margins(x=0.18)


def draw(document: dict[str, Any], path: Path) -> None:
    """Write it as a PNG; OSError where that fails."""
    figure = drawn(document)
    assert figure is not None  # `styled` allows for drawings without figures
    with whole_file(path) as file:
        file.write(png(figure))
