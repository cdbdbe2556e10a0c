"""The learning curves of the networks that come with the project as one picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from glory_agents.learned.shipped import CURVES, PRETRAINED
from glory_env.core.files import whole_file


def read_curves(folder: Path, kept: Sequence[str]) -> dict[str, list[float]]:
    """The kept curves of a network, one list a column."""
    with (folder / CURVES).open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    return {key: [float(row[key]) for row in rows] for key in kept}


def draw(groups: Mapping[str, Sequence[str]], curves: Mapping[str, str], path: Path) -> None:
    """Write a PNG: a column for each group, a line for each of its networks, over minutes.

    groups: title -> folders of the project's networks that have curves. curves: of
    `Learnable.curves`.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    if not groups:
        raise ValueError(f"{PRETRAINED}: no network has been adopted yet")
    panels = {key: words for key, words in curves.items() if words}
    size = 3.2 * len(groups), 2.2 * len(panels)
    figure, axes = plt.subplots(
        len(panels), len(groups), figsize=size, sharex="col", sharey="row", squeeze=False
    )
    for column, (name, folders) in enumerate(groups.items()):
        axes[0, column].set_title(name)
        axes[-1, column].set_xlabel("minutes")
        for folder in folders:
            read = read_curves(PRETRAINED / folder, list(curves))
            for row, key in enumerate(panels):
                axes[row, column].plot(read["time/minutes"], read[key], label=folder)
        axes[0, column].legend(fontsize=7)
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
