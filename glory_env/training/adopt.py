"""A finished run becomes one of the networks that come with the project."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

from glory_agents.learned.entries import PRETRAINED
from glory_agents.learned.policy_file import ABOUT, TENSORS, load_policy, save_alias
from glory_env.core.files import whole_file, write_whole
from glory_env.report.curves import CURVES, KEPT

POINTS = 120  # of a curve, at most
LARGEST = 4_000_000  # bytes of a network that comes with the project


def adopt(run: Path, target: Path = PRETRAINED) -> Path:
    """Copy a run's network and curves; the folder they went to.

    AgentError or OSError where the run holds no finished network, ValueError where it is too large.
    """
    _, about = load_policy(run / "policy")
    size = (run / "policy" / TENSORS).stat().st_size
    if size > LARGEST:
        raise ValueError(f"{run}: {size / 1e6:.1f} MB, expected at most {LARGEST / 1e6:g} MB")
    folder = target / f"{about['config']['name']}-{about['seed']}"
    rows = thinned(read_progress(run))
    for name in (TENSORS, ABOUT):
        with whole_file(folder / name) as file, (run / "policy" / name).open("rb") as source:
            shutil.copyfileobj(source, file)
    lines = [",".join(KEPT), *(",".join(f"{row[key]:.6g}" for key in KEPT) for row in rows)]
    write_whole(folder / CURVES, "\n".join(lines) + "\n")
    return folder


def point(name: str, to: str, target: Path = PRETRAINED) -> None:
    """Let the name without a seed mean one of the seeds."""
    save_alias(target / name, to)


def read_progress(run: Path) -> list[dict[str, float]]:
    """All rollouts of a run in which games ended, its resumed parts one after the other.

    What a part played after its last checkpoint was lost: the next part begins before it.
    """
    rows: list[dict[str, float]] = []
    for file in sorted(run.glob("progress-*.csv"), key=lambda file: int(file.stem.split("-")[1])):
        with file.open(encoding="utf-8", newline="") as table:
            part = [
                {key: float(row.get(key) or "nan") for key in KEPT}
                for row in csv.DictReader(table)
                if row.get("outcome/completion")
            ]
        begun = part[0]["time/minutes"] if part else float("inf")
        rows = [row for row in rows if row["time/minutes"] < begun] + part
    if not rows:
        raise OSError(f"{run}: no progress-*.csv with finished games")
    return rows


def thinned(rows: list[dict[str, float]]) -> list[dict[str, float]]:
    """Means of neighbours, weighed by their games, so that at most POINTS are left."""
    size = -(-len(rows) // POINTS)
    means = []
    for start in range(0, len(rows), size):
        group = rows[start : start + size]
        count = sum(row["episode/count"] for row in group)
        averages = {key: _mean([(row[key], row["episode/count"]) for row in group]) for key in KEPT}
        means.append(averages | {"time/minutes": group[-1]["time/minutes"], "episode/count": count})
    return means


def _mean(values: list[tuple[float, float]]) -> float:
    numbers = [(value, weight) for value, weight in values if value == value]  # not nan
    weight = sum(weight for _, weight in numbers)
    return sum(v * w for v, w in numbers) / weight if weight else float("nan")
