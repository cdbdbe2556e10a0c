"""The learning curves of the networks that come with the project as one picture."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from glory_agents.learned.shipped import CURVES, PRETRAINED
from glory_env.core.files import whole_file
from glory_env.games.glory.bench.participants import families

KEPT = (
    "time/minutes", "episode/count", "outcome/completion", "outcome/completed_gp_army",
    "outcome/completed_gp_navy", "outcome/reward", "shaped/return", "talks/agreement",
    "talks/civil_share",
)  # fmt: skip
PANELS = (
    ("outcome/completion", "share completed"),
    ("outcome/completed_gp_army", "GP army, completed games"),
    ("outcome/completed_gp_navy", "GP navy, completed games"),
    ("outcome/reward", "reward trained for"),
)


def read_curves(folder: Path) -> dict[str, list[float]]:
    """The kept curves of a network, one list a column."""
    with (folder / CURVES).open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    return {key: [float(row[key]) for row in rows] for key in KEPT}


def draw(path: Path) -> None:
    """Write a PNG: a column for each objective, a line for each seed, over minutes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    groups = families()
    if not groups:
        raise ValueError(f"{PRETRAINED}: no network has been adopted yet")
    size = 3.2 * len(groups), 2.2 * len(PANELS)
    figure, axes = plt.subplots(
        len(PANELS), len(groups), figsize=size, sharex="col", sharey="row", squeeze=False
    )
    for column, (name, folders) in enumerate(groups.items()):
        axes[0, column].set_title(name)
        axes[-1, column].set_xlabel("minutes")
        for folder in folders:
            curves = read_curves(PRETRAINED / folder)
            for row, (key, _) in enumerate(PANELS):
                axes[row, column].plot(curves["time/minutes"], curves[key], label=folder)
        axes[0, column].legend(fontsize=7)
    for row, (_, words) in enumerate(PANELS):
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
