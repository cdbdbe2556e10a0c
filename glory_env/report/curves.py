"""The learning curves of the networks that come with the project as one picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from glory_agents.learned.shipped import CURVES, PRETRAINED
from glory_env.core.files import whole_file

# What is kept of every game's imitation, as `Learnable.curves` of a training.
IMITATED = {
    "time/minutes": "",
    "time/decisions": "",
    "imitation/loss": "loss, nats",
    "imitation/agreement": "agreement with the teacher",
}


def read_curves(folder: Path, kept: Sequence[str]) -> dict[str, list[float]]:
    """The kept curves of a network, one list for each column that its file has."""
    with (folder / CURVES).open(encoding="utf-8", newline="") as table:
        reader = csv.DictReader(table)
        there, rows = reader.fieldnames or (), list(reader)
    return {key: [float(row[key]) for row in rows] for key in kept if key in there}


def draw(groups: Mapping[str, Sequence[str]], curves: Mapping[str, str], path: Path) -> None:
    """Write a PNG: a column for each group, a line for each of its networks, over minutes.

    groups: title -> folders of the project's networks that have curves. curves: of
    `Learnable.curves`; those of `IMITATED` are drawn, too, where there are any.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    if not groups:
        raise ValueError(f"{PRETRAINED}: no network has been adopted yet")
    curves = {**IMITATED, **curves}
    folders = {folder for group in groups.values() for folder in group}
    found = {folder: read_curves(PRETRAINED / folder, list(curves)) for folder in folders}
    there = {key for read in found.values() for key in read}
    panels = {key: words for key, words in curves.items() if words and key in there}
    size = 3.2 * len(groups), 2.2 * len(panels)
    figure, axes = plt.subplots(
        len(panels), len(groups), figsize=size, sharex="col", sharey="row", squeeze=False
    )
    for column, (name, group) in enumerate(groups.items()):
        axes[0, column].set_title(name)
        axes[-1, column].set_xlabel("minutes")
        for folder in group:
            read = found[folder]
            for row, key in enumerate(panels):
                if key in read:
                    axes[row, column].plot(read["time/minutes"], read[key], label=folder)
        for axis in axes[:, column]:
            if axis.lines:
                axis.legend(fontsize=7)
                break
    for row, words in enumerate(panels.values()):
        axes[row, 0].set_ylabel(words, fontsize=8)
        for axis in axes[row]:
            axis.grid(alpha=0.3)
    save(figure, path)


def save(figure: Any, path: Path) -> None:
    """Write a figure of matplotlib as a PNG and close it; the same bytes for the same figure."""
    from matplotlib import pyplot as plt

    figure.tight_layout()
    content = io.BytesIO()
    figure.savefig(content, dpi=80, metadata={"Software": None})
    plt.close(figure)
    with whole_file(path) as file:
        file.write(content.getvalue())
