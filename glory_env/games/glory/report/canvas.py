"""How the plots look, and the shapes they share: dots with whiskers, heat maps, fans."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from glory_env.core.files import whole_file
from glory_env.games.glory.state import SERVICES

# Of Okabe and Ito's colours those that show on light and on dark paper.
BLUE, ORANGE, GREEN, PURPLE, RED = "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00"
SEAT_COLOURS = dict(zip(SERVICES, (RED, BLUE), strict=True))
# INK and the like are what turns with the page's light and dark; on a dark one the three darkest
# data colours are lighter.
INK, MUTED, LINE, PAPER = "#1b1f24", "#5f6872", "#d5dade", "#fdfdfb"
ADAPTS = {
    INK: "var(--ink)", MUTED: "var(--muted)", LINE: "var(--line)", PAPER: "var(--paper)",
    RED: "var(--army)", BLUE: "var(--navy)", GREEN: "var(--civil)",
}  # fmt: skip

WIDTH = 10.0  # inches, of every figure
FEW = 12  # participants; with more of them rows are lower and cells have no numbers
LONGEST = 26  # characters of a label
COLOURS = "viridis"
STYLE: Any = {
    "text.parse_math": False,  # an agent's name may hold any sign
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.facecolor": "none",
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 8,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "hatch.linewidth": 0.4,
}

Value = Sequence[float | None] | None  # [mean, low, high]; low, high None: no interval
Values = Mapping[str, Value]  # by participant
Drawing = Callable[[dict[str, Any]], Figure | None]


def styled(draw: Drawing) -> Drawing:
    """A drawing in the style of all plots."""

    @wraps(draw)
    def inner(document: dict[str, Any]) -> Figure | None:
        with matplotlib.rc_context(STYLE):
            return draw(document)

    return inner


def svg(figure: Figure, salt: str) -> str:
    """The same text for the same figure and salt; salt keeps the ids of several apart."""
    content = io.BytesIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": salt}):
        figure.savefig(content, format="svg", metadata=nothing)
    return content.getvalue().decode()


def inline(figure: Figure, name: str, label: str) -> str:
    """A figure as an element of a page: its ink and paper are the page's, its ids begin with name.

    label: what a screen reader says, without any mark-up.
    """
    text = svg(figure, name)
    text = text[text.index("<svg ") :]
    text = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", text, count=1)
    for colour, variable in ADAPTS.items():
        text = text.replace(colour, variable)
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def png(figure: Figure) -> bytes:
    """The same bytes for the same figure."""
    content = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(content, format="png", dpi=130, metadata={"Software": None})
    return content.getvalue()


def short(name: str) -> str:
    """A name that fits beside a plot; of a path the end says most."""
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"


def numbers(values: Sequence[float | None]) -> np.ndarray:
    """float64 with nan for None."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def panels(count: int, columns: int, height: float, **more: Any) -> tuple[Figure, list[Axes]]:
    """A grid of `count` axes, each `height` inches high, and nothing in the places left over."""
    columns = min(columns, count)
    rows = ceil(count / columns)
    figure = Figure(figsize=(WIDTH, rows * height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **more).ravel().tolist()
    for axis in axes[count:]:
        axis.remove()
    for k in range(max(count - columns, 0), count):
        axes[k].xaxis.set_tick_params(labelbottom=True)
    return figure, axes[:count]


def small_multiples(count: int, height: float) -> tuple[Figure, list[Axes]]:
    """An axis for each participant, all on the same scales."""
    columns = 3 if count <= 6 else 4 if count <= FEW else 5
    return panels(count, columns, height, sharex=True, sharey=True)


# --- rows of participants ----------------------------------------------------------------------
def row_height(count: int) -> float:
    """Inches."""
    return 0.26 if count <= FEW else 0.16


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    """A row for each name, the first on top, every other one shaded."""
    axis.set_yticks(range(len(names)), [short(name) for name in names])
    axis.tick_params(axis="y", length=0, labelsize=8 if len(names) <= FEW else 6.5)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(False, axis="y")


def shade_rows(axis: Axes, count: int) -> None:
    """Lead the eye from a name to the far end of its row."""
    for row in range(1, count, 2):
        axis.axhspan(row - 0.5, row + 0.5, color=LINE, alpha=0.35, linewidth=0, zorder=0)


class Panel(NamedTuple):
    """series: label -> values. mark: where a line says that nothing is lost or gained. top: the
    axis goes from 0 to there; a mean beyond it is written at the edge."""

    title: str
    series: Mapping[str, Values]
    share: bool = False
    mark: float | None = None
    top: float | None = None


def dots(names: Sequence[str], wanted: Sequence[Panel], columns: int = 4) -> Figure:
    """Panels of dots with whiskers, a row for each name; a second series is hollow."""
    several = any(len(panel.series) > 1 for panel in wanted)
    height = 0.75 + 0.2 * several + row_height(len(names)) * len(names)
    figure, axes = panels(len(wanted), columns, height, sharey=True)
    for axis, panel in zip(axes, wanted, strict=True):
        shade_rows(axis, len(names))
        if panel.mark is not None:
            axis.axvline(panel.mark, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
        count = len(panel.series)
        for k, (label, values) in enumerate(panel.series.items()):
            apart = 0.36 * (k - (count - 1) / 2) if count > 1 else 0.0
            colour = SEAT_COLOURS.get(label, (BLUE, ORANGE)[k])
            whiskers(axis, [values.get(name) for name in names], colour, apart, k > 0, label)
        for row, name in enumerate(names):
            if all(values.get(name) is None for values in panel.series.values()):
                missing(axis, row)
        name_rows(axis, names)
        axis.set_title(panel.title, pad=17 if several else 6)
        if count > 1:
            axis.legend(
                loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=count, borderaxespad=0.1,
                handletextpad=0.1, columnspacing=0.8,
            )  # fmt: skip
        if panel.top is not None:
            axis.set_xlim(-0.04 * panel.top, 1.04 * panel.top)
            for values in panel.series.values():
                beyond(axis, [values.get(name) for name in names], panel.top)
        if panel.share:
            axis.set_xlim(-0.04, 1.04)
            axis.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    return figure


def whiskers(
    axis: Axes,
    values: Sequence[Value],
    colour: str,
    apart: float = 0.0,
    hollow: bool = False,
    label: str = "",
) -> None:
    """Of each row a dot and, with an interval, a whisker; `apart` from the row's middle."""
    drawn = [(row + apart, numbers(value)) for row, value in enumerate(values) if value is not None]
    at = [row for row, _ in drawn]
    low, high = ([value[k] for _, value in drawn] for k in (1, 2))
    axis.hlines(at, low, high, color=colour, linewidth=1.3)
    axis.plot(
        [value[0] for _, value in drawn], at, linestyle="none", marker="o", label=label,
        markersize=4.5 if len(values) <= FEW else 3.2, markeredgecolor=colour,
        markerfacecolor=PAPER if hollow else colour,
    )  # fmt: skip


def beyond(axis: Axes, values: Sequence[Value], top: float) -> None:
    """Write at the edge each mean that lies beyond it."""
    means = numbers([value[0] if value else None for value in values])
    for row in np.flatnonzero(means > top):
        words = f"{means[row]:.1f} ▸"
        axis.text(1.04 * top, float(row), words, ha="right", va="bottom", fontsize=6.5)


def missing(axis: Axes, row: float) -> None:
    """Say that a row has no value."""
    axis.text(
        0.5, row, "no value", transform=axis.get_yaxis_transform(),
        ha="center", va="center", fontsize=6, color=MUTED, style="italic",
    )  # fmt: skip


def heat(
    axis: Axes, values: np.ndarray, low: float, high: float, written: Callable[[float], str]
) -> Any:
    """Cells (rows, columns) on one scale; nan stays empty, few rows have their numbers."""
    colours = matplotlib.colormaps[COLOURS].with_extremes(bad=(0, 0, 0, 0))
    image = axis.imshow(
        np.ma.masked_invalid(values), cmap=colours, vmin=low, vmax=high, aspect="auto",
        interpolation="nearest",
    )  # fmt: skip
    axis.grid(False)
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    if len(values) <= FEW:
        for (row, column), value in np.ndenumerate(values):
            if np.isfinite(value):
                dark = (value - low) / (high - low) < 0.6
                axis.text(
                    column, row, written(value), ha="center", va="center", fontsize=7,
                    color="#ffffff" if dark else "#111111",
                )  # fmt: skip
    return image


def bar_of(figure: Figure, image: Any, axes: Any, place: str, rows: int) -> Any:
    """The scale of a heat map."""
    thin = 18 if rows <= FEW else 36
    bar = figure.colorbar(image, ax=axes, location=place, shrink=0.9, aspect=thin, pad=0.01)
    bar.ax.tick_params(labelsize=7, labelcolor=MUTED)
    bar.outline.set_visible(False)
    return bar


def label_points(axis: Axes, names: list[str], points: np.ndarray, height: float) -> None:
    """Names in a column on the right, apart from each other; height: of the axis in inches."""
    from scipy.optimize import isotonic_regression  # slow to load

    order = np.argsort(points[:, 1], kind="stable")
    bottom, top = axis.get_ylim()
    at = (points[order, 1] - bottom) / (top - bottom)
    steps = 0.15 / height * np.arange(len(at))  # of the axis' height
    at = np.clip(isotonic_regression(at - steps).x, 0.0, 1.0 - steps[-1]) + steps
    for place, k in zip(at, order, strict=True):
        axis.annotate(
            short(names[k]), points[k], (1.03, place), textcoords="axes fraction", fontsize=7.5,
            color=INK, va="center", zorder=1,
            arrowprops={
                "arrowstyle": "-", "color": LINE, "linewidth": 0.8,
                "shrinkB": 3, "relpos": (0, 0.5),
            },
        )  # fmt: skip


# --- over turns ----------------------------------------------------------------------------
def fan(
    axis: Axes, turns: Sequence[int], quantiles: Sequence[Any], colour: str, label: str
) -> None:
    """5 to 95 %, 25 to 75 % and the median of each turn; nothing where no game is left."""
    rows = np.array([five or [np.nan] * 5 for five in quantiles], dtype=np.float64)
    axis.fill_between(turns, rows[:, 0], rows[:, 4], color=colour, alpha=0.18, linewidth=0)
    axis.fill_between(turns, rows[:, 1], rows[:, 3], color=colour, alpha=0.35, linewidth=0)
    axis.plot(turns, rows[:, 2], color=colour, linewidth=1.6, label=label)


def deaths(axis: Axes, turns: Sequence[int], alive: Sequence[float], last: bool) -> Axes:
    """The share of games lost so far, hanging from the top; last: in its row of panels."""
    twin = axis.twinx()
    twin.grid(False)
    twin.set_ylim(0, 1)
    twin.spines[:].set_visible(False)
    twin.fill_between(
        turns, alive, 1.0, step="mid", facecolor="none", edgecolor=MUTED, hatch="////",
        linewidth=0, alpha=0.5, label="games lost (right scale: still in play)",
    )  # fmt: skip
    twin.plot(turns, alive, color=MUTED, linewidth=0.8, drawstyle="steps-mid")
    axis.set_zorder(twin.get_zorder() + 1)  # the fan lies on the hatching
    twin.set_yticks([0, 0.5, 1])
    twin.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    twin.tick_params(right=False, labelright=last, labelsize=7, labelcolor=MUTED)
    return twin


def save_all(figures: Mapping[str, Figure], folder: Path) -> list[Path]:
    """Write each plot as NAME.png and NAME.svg, whole; OSError where that fails."""
    written = []
    for name, figure in figures.items():
        for path, content in (
            (folder / f"{name}.png", png(figure)),
            (folder / f"{name}.svg", svg(figure, name).encode()),
        ):
            with whole_file(path) as file:
                file.write(content)
            written.append(path)
    return written
