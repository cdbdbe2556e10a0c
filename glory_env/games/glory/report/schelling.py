"""Schelling diagrams (Schelling 1973): what a seat gets by each choice beside each partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from glory_env.games.glory.bench.certificate import COOPERATOR, DEFECTORS
from glory_env.games.glory.report.canvas import (
    BLUE,
    GREEN,
    MUTED,
    ORANGE,
    PURPLE,
    RED,
    WIDTH,
    numbers,
    short,
    styled,
)
from glory_env.games.glory.report.parts import part_of
from glory_env.games.glory.state import SERVICES

# What the partner does, from left to right.
BESIDE = ("defects", "answers\nin kind", "cooperates")
HEIGHT = 4.6  # inches
COLOURS = (BLUE, ORANGE, RED)  # of as many entrants


class Choice(NamedTuple):
    """What may play a seat, and how its line is drawn."""

    words: str
    colour: str
    marker: str


Lines = Mapping[Choice, Sequence[Any]]  # estimates by BESIDE


def line(
    axis: Axes, at: np.ndarray, values: Sequence[Any], choice: Choice, apart: float = 0.0
) -> None:
    """Means with their intervals; apart: how far they stand to the right of their place."""
    mean, low, high = np.array([numbers(value or [None] * 3) for value in values]).T
    axis.vlines(at + apart, low, high, color=choice.colour, linewidth=1.2, alpha=0.6)
    axis.plot(
        at + apart, mean, color=choice.colour, marker=choice.marker, markersize=4.5, linewidth=1.8,
        label=choice.words,
    )  # fmt: skip


def diagrams(axes: np.ndarray, levels: Mapping[str, Mapping[str, Lines]]) -> None:
    """Draw a column for each level and a row for each seat; axes: (seats, levels).

    levels: level -> seat -> lines. Both seats of a level have one scale.
    """
    for column, (name, by_seat) in zip(axes.T, levels.items(), strict=True):
        for axis, seat in zip(column, SERVICES, strict=True):
            for k, (choice, values) in enumerate(by_seat[seat].items()):
                apart = 0.08 * (k - (len(by_seat[seat]) - 1) / 2)
                line(axis, np.arange(len(BESIDE)), values, choice, apart)
            axis.axhline(0.0, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
            axis.set_xticks(range(len(BESIDE)), BESIDE)
            axis.tick_params(axis="x", labelsize=6.5)
            axis.tick_params(axis="y", labelsize=7, labelcolor=MUTED)
            axis.set_xlim(-0.4, len(BESIDE) - 0.6)
            axis.set_title(f"{name}: {seat}")
        limits = np.array([axis.get_ylim() for axis in column])
        for axis in column:
            axis.set_ylim(limits[:, 0].min(), limits[:, 1].max())
        column[-1].set_xlabel("what the partner does")
    for axis in axes[:, 0]:
        axis.set_ylabel("what the seat gets")


@styled
def standing(document: dict[str, Any]) -> Figure | None:
    """What entrants get beside each known partner, and what the cooperator and the defector get."""
    placed = part_of(document, "standing")
    if not placed:
        return None
    partners, known = placed["partners"], placed["known"]
    entrants = list(placed["agents"].items())[: len(COLOURS)]
    levels: dict[str, dict[str, dict[Choice, list[Any]]]] = {}
    for level, role in DEFECTORS.items():
        shown = {
            Choice("cooperates", GREEN, "o"): known[partners[COOPERATOR]]["levels"],
            Choice("defects", PURPLE, "s"): known[partners[role]]["levels"],
        }
        for (name, agent), colour in zip(entrants, COLOURS, strict=False):
            shown[Choice(short(name), colour, "D")] = agent["levels"]
        beside = (role, "in_kind", COOPERATOR)
        levels[level] = {
            seat: {
                choice: [of[level][partner][seat]["payoff"] for partner in beside]
                for choice, of in shown.items()
            }
            for seat in SERVICES
        }
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots(len(SERVICES), len(levels))
    diagrams(axes, levels)
    handles, _ = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure
