"""The plots of a results document; what it lacks is left out or marked as missing."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from glory_env.games.glory.report.canvas import (  # fmt: skip
    BLUE,
    FEW,
    GREEN,
    MUTED,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    SEAT_COLOURS,
    WIDTH,
    Drawing,
    Panel,
    bar_of,
    deaths,
    dots,
    fan,
    heat,
    missing,
    name_rows,
    numbers,
    panels,
    row_height,
    shade_rows,
    short,
    small_multiples,
    styled,
    whiskers,
)
from glory_env.games.glory.report.parts import (
    has_values,
    met,
    names_of,
    part_of,
    row_of,
    series,
    task_of,
    with_itself,
)
from glory_env.games.glory.report.schelling import standing
from glory_env.games.glory.report.summary import summary
from glory_env.games.glory.state import CAUSES, SERVICES

UNIT = "10,000 tons"
PARTNERS = {  # tasks about partners, in the order of how strange they are
    "ad_hoc": ("ad hoc", BLUE),
    "held_out": ("held out", ORANGE),
    "outside": ("outside", GREEN),
    "hidden": ("hidden", PURPLE),
}
RETAINED = 2.0  # of the welfare: where the axis of the deadlock rules ends
ENDS = {
    "completion": ("completed", GREEN),
    **{
        f"cause_{cause}": (f"lost by {cause.replace('_', ' ')}", colour)
        for cause, colour in zip(CAUSES[1:], (ORANGE, PURPLE), strict=True)
    },
}


# --- tasks ---------------------------------------------------------------------------------
@styled
def leaderboard(document: dict[str, Any]) -> Figure | None:
    """A panel for each task with its headline, or the two figures that make it."""
    field = part_of(document, "crossplay").get("field", {})
    by_seat = {
        seat: {name: field.get(row_of(document, name), {}).get(seat) for name in names_of(document)}
        for seat in SERVICES
    }
    wanted = [
        _panel(document, "solo", "solo: victories", {"": "solo_victory"}, share=True),
        _panel(document, "coop", "coop: completed",
               {"cross-play": "cross", "self-play": "self"}, share=True),
        _panel(document, "selfish", "selfish: completed", {"": "completion"}, share=True),
        _panel(document, "selfish", "selfish: welfare", {"": "welfare"}),
        _panel(document, "zero_sum", "zero-sum: completed", {"": "completion"}, share=True),
        Panel("cross-play: utility", by_seat),
        _panel(document, "held_out", "partners: utility",
               {"ad-hoc": "known", "held-out": "strange"}),
        _panel(document, "best_response", "best response: its gain",
               {"army": "gain_army", "navy": "gain_navy"}, mark=0.0),
    ]  # fmt: skip
    drawn = [panel for panel in wanted if any(map(has_values, panel.series.values()))]
    return dots(names_of(document), drawn) if drawn else None


def _panel(
    document: dict[str, Any], task: str, title: str, keys: dict[str, str], **more: Any
) -> Panel:
    return Panel(title, {label: series(document, task, key) for label, key in keys.items()}, **more)


@styled
def profiles(document: dict[str, Any]) -> Figure | None:
    """Each participant's utility with every partner, by the partners' kind, beside the medians."""
    kinds = {kind: rows for kind in PARTNERS if (rows := met(document, kind))}
    partners = [(kind, key) for kind, rows in kinds.items() for key in next(iter(rows.values()))]
    names = [name for name in names_of(document) if any(name in rows for rows in kinds.values())]
    if not names:
        return None
    utilities = {
        name: [kinds[kind].get(name, {}).get(key) for kind, key in partners] for name in names
    }
    bare = [[None if value is None else value[0] for value in row] for row in utilities.values()]
    means = np.array([numbers(row) for row in bare])
    finite = [column[np.isfinite(column)] for column in means.T]
    usual = [np.median(column) if len(column) else np.nan for column in finite]
    figure, axes = small_multiples(len(names), 0.62 + 0.15 * len(partners))
    for axis, (name, row) in zip(axes, utilities.items(), strict=True):
        shade_rows(axis, len(partners))
        axis.plot(
            usual, range(len(partners)), color=MUTED, linestyle="none", marker="|", markersize=9,
        )  # fmt: skip
        for kind in kinds:
            of_kind = [v if k == kind else None for v, (k, _) in zip(row, partners, strict=True)]
            whiskers(axis, of_kind, PARTNERS[kind][1], label=PARTNERS[kind][0])
        for at, value in enumerate(row):
            if value is None:
                missing(axis, at)
        name_rows(axis, [key for _, key in partners])
        axis.set_title(short(name), fontsize=8)
    handles, _ = axes[0].get_legend_handles_labels()
    figure.legend(handles=handles, loc="outside upper right", ncols=len(kinds), handletextpad=0.1)
    figure.supxlabel(
        "utility, mean of both seats; bars: median of all participants", size=8, color=MUTED
    )
    return figure


@styled
def deadlocks(document: dict[str, Any]) -> Figure | None:
    """A panel for each deadlock rule: welfare under it over welfare under the configured one."""
    task = task_of(document, "rules_shift")
    if not task:
        return None
    wanted = [
        _panel(document, "rules_shift", c["label"], {"": c["key"]}, mark=1.0, top=RETAINED)
        for c in task["columns"]
    ]
    return dots(names_of(document), wanted, columns=5)


@styled
def budgets(document: dict[str, Any]) -> Figure | None:
    """What searches against each policy gain, by their minutes; a logarithmic axis."""
    by_agent = part_of(document, "tasks").get("best_response", {}).get("budgets", {})
    if not by_agent:
        return None
    figure, axes = small_multiples(len(by_agent), 1.9)
    for axis, (name, gains) in zip(axes, by_agent.items(), strict=True):
        minutes = [budget for budget, _ in gains]
        means, low, high = np.array([numbers(gain) for _, gain in gains]).T
        axis.fill_between(minutes, low, high, color=BLUE, alpha=0.2, linewidth=0)
        axis.plot(minutes, means, color=BLUE, marker="o", markersize=4)
        axis.axhline(0, color=MUTED, linewidth=0.6)
        axis.set_xscale("log")
        axis.set_xticks(minutes, [f"{budget:g}" for budget in minutes])
        axis.minorticks_off()
        axis.set_title(short(name), fontsize=8)
    figure.supxlabel("minutes of the search", size=8, color=MUTED)
    figure.supylabel("gain, mean of both seats", size=8, color=MUTED)
    return figure


# --- cross-play ----------------------------------------------------------------------------
@styled
def crossplay(document: dict[str, Any]) -> Figure | None:
    """Two heat maps, the army's and the navy's mean utility; rows play the army."""
    matrix = part_of(document, "crossplay")
    if not matrix:
        return None
    names = matrix["agents"]
    size = 4.6 * min(1.0, max(0.5, len(names) / FEW))
    figure, axes = panels(2, 2, size, sharey=True)
    for axis, key, seat in zip(axes, ("u_row", "u_col"), SERVICES, strict=True):
        values = np.array(
            [numbers([cell[0] if cell else None for cell in row]) for row in matrix[key]]
        )
        image = heat(axis, values, -1.0, 1.0, "{:+.2f}".format)
        axis.set_title(f"utility of the {seat}")
        axis.set_xlabel("navy")
    small = 8 if len(names) <= FEW else 6
    ticks = [str(n) for n in range(1, len(names) + 1)]
    for axis in axes:
        axis.set_xticks(range(len(names)), ticks)
        axis.tick_params(axis="x", labelsize=small if len(names) <= FEW else 5)
    axes[0].set_ylabel("army")
    rows = [f"{short(name)}  {n}" for n, name in zip(ticks, names, strict=True)]
    axes[0].set_yticks(range(len(names)), rows, fontsize=small)
    bar = bar_of(figure, image, axes, "right", len(names))
    bar.set_ticks([-1, 0, 0.5, 1], labels=["-1 joint loss", "0 loss", "0.5 draw", "1 win"])
    return figure


# --- by turn -------------------------------------------------------------------------------
@styled
def pool(document: dict[str, Any]) -> Figure | None:
    """The total of shipping by turn, and the share of games lost so far."""
    return _fans(document, {"total": ("total", GREEN)}, f"total, {UNIT}")


@styled
def gp(document: dict[str, Any]) -> Figure | None:
    """Glory points of both services by turn, and the share of games lost so far."""
    return _fans(document, {f"gp_{s}": (s, SEAT_COLOURS[s]) for s in SERVICES}, "glory points")


def _fans(
    document: dict[str, Any], wanted: dict[str, tuple[str, str]], label: str
) -> Figure | None:
    runs = part_of(document, "by_turn")
    if not runs:
        return None
    figure, axes = small_multiples(len(runs), 1.75 if len(runs) <= FEW else 1.35)
    grid = axes[0].get_gridspec()
    assert grid is not None  # as for all axes of `Figure.subplots`
    for k, (axis, (name, run)) in enumerate(zip(axes, runs.items(), strict=True)):
        at_end = k % grid.ncols == grid.ncols - 1 or k == len(axes) - 1
        twin = deaths(axis, run["turn"], run["alive"], at_end)
        for key, (words, colour) in wanted.items():
            fan(axis, run["turn"], run[key], colour, words)
        axis.set_title(short(name), fontsize=8)
        axis.tick_params(axis="y", labelsize=7, labelcolor=MUTED)
        axis.set_xlim(min(run["turn"]), max(run["turn"]))
        axis.set_xticks(run["turn"][:: 1 if len(run["turn"]) <= 6 else 3])
    figure.supylabel(label, size=8, color=MUTED)
    figure.supxlabel("turn", size=8, color=MUTED)
    handles = [*axis.get_legend_handles_labels()[0], *twin.get_legend_handles_labels()[0]]
    figure.legend(handles=handles, loc="outside upper right", ncols=len(handles), handlelength=1.4)
    return figure


@styled
def civil(document: dict[str, Any]) -> Figure | None:
    """Mean civil share by turn of each participant, and by how much the last turn's falls short."""
    runs = part_of(document, "by_turn")
    if not runs:
        return None
    names = list(runs)
    turns = next(iter(runs.values()))["turn"]
    figure = Figure(
        figsize=(WIDTH, 0.9 + row_height(len(names)) * len(names)), layout="constrained"
    )
    left, right = figure.subplots(1, 2, width_ratios=(2.2, 1))
    values = np.array([numbers(run["civil"]) for run in runs.values()])
    image = heat(left, values, 0.0, 1.0, lambda share: f"{100 * share:.0f}")
    name_rows(left, names)
    left.set_xticks(range(len(turns)), [str(turn) for turn in turns])
    left.set_xlabel("turn")
    left.set_title("civil share of the split, %")
    bar = bar_of(figure, image, left, "left", len(names))
    bar.ax.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    grabs = [with_itself(document, name).get("grab") for name in names]
    shade_rows(right, len(names))
    right.axvline(0.0, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
    whiskers(right, grabs, RED)
    for row, value in enumerate(grabs):
        if value is None:
            missing(right, row)
    name_rows(right, names)
    right.tick_params(axis="y", labelleft=False)
    right.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    right.set_xlabel("points below the mean of the turns before")
    right.set_title(f"turn-{turns[-1]} grab")
    return figure


@styled
def causes(document: dict[str, Any]) -> Figure | None:
    """How each participant's games with itself end, a panel for each attitude that was played."""
    tasks = part_of(document, "tasks")
    wanted = {"selfish, 0 degrees": "0"}
    if "coop" in tasks or "zero_sum" in tasks:
        wanted = {"coop, 45 degrees": "45", **wanted}
    if "zero_sum" in tasks:
        wanted["zero-sum, -45 degrees"] = "-45"
    names = names_of(document)
    drawn = {
        title: rows
        for title, angle in wanted.items()
        if any(rows := [with_itself(document, name, angle) for name in names])
    }
    if not drawn:
        return None
    height = 0.95 + row_height(len(names)) * len(names)
    figure, axes = panels(len(drawn), 3, height, sharey=True)
    for axis, (title, rows) in zip(axes, drawn.items(), strict=True):
        left = np.zeros(len(names))
        for key, (label, colour) in ENDS.items():
            share = np.array([value[0] if (value := row.get(key)) else 0.0 for row in rows])
            axis.barh(
                range(len(names)), share, 0.72, left, color=colour, label=label,
                edgecolor=PAPER, linewidth=0.5,
            )  # fmt: skip
            left += share
        for at, row in enumerate(rows):
            if not row:
                missing(axis, at)
        name_rows(axis, names)
        axis.set_xlim(0, 1)
        axis.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        axis.set_title(title)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(ENDS))
    return figure


# --- all of them ---------------------------------------------------------------------------
PLOTS: dict[str, Drawing] = {
    draw.__name__: draw
    for draw in (
        standing, summary, leaderboard, profiles, budgets, deadlocks, crossplay, pool, gp, civil,
        causes,
    )
}  # fmt: skip


def draw_all(document: dict[str, Any]) -> dict[str, Figure]:
    """Every plot that the document has the figures for, by name."""
    drawn = {name: draw(document) for name, draw in PLOTS.items()}
    return {name: figure for name, figure in drawn.items() if figure is not None}
