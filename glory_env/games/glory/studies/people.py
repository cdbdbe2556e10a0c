"""Games of people, kept by `glory play --people`: a row for each person, means by condition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from glory_env.bench.statistics import INTERVALS, Figure, derive
from glory_env.bench.study import Start
from glory_env.core import json_file
from glory_env.core.errors import shown
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import People
from glory_env.play.people import ABOUT
from glory_env.play.people import FORMAT as KEPT_FORMAT
from glory_env.play.saves import ENDING
from glory_env.record import RecordError, read

FORMAT = 1
MEANS = ("completed", "turns", "gp", "won", "seconds", "minutes", "hints", "undone", "lines")
Row = dict[str, Any]


def plan(asked: People, progress: Start | None = None) -> list[Row]:
    """The rows of a folder. ValueError for one without such games, or a file that is none."""
    files = sorted(asked.folder.glob(f"*{ABOUT}"))
    if not files:
        raise ValueError(f"{asked.folder}: expected games of `glory play --people`, found none")
    return [row for file in files for row in rows_of(file)]


def rows_of(file: Path) -> Iterator[Row]:
    """A row for each person of a game; ValueError that names the file."""
    record_file = file.with_name(file.name.removesuffix(ABOUT) + ENDING)
    try:
        about = json_file.read(file)
        (record,) = read(record_file)
    except (OSError, RecordError) as error:
        raise ValueError(str(error)) from None
    footer = record.footer
    try:
        if about["format"] != KEPT_FORMAT or footer is None:
            raise ValueError
        for seat, notes in about["seats"].items():
            other = SERVICES[1 - SERVICES.index(seat)]
            partner = about["seats"].get(other, {}).get("participant") or about["players"][other]
            times = [float(one[3]) for one in about["decisions"] if one[2] == seat]
            yield {
                "game": file.name.removesuffix(ABOUT),
                "seat": seat,
                "participant": str(notes["participant"]),
                "condition": str(notes["condition"]),
                "partner": str(partner),
                "completed": bool(footer["completed"]),
                "turns": int(footer["turn"]),
                "gp": int(footer["gp"][seat]),
                "gp_other": int(footer["gp"][other]),
                "won": footer["winner"] == seat,
                "decisions": sum(int(one[1]) for one in about["decisions"] if one[2] == seat),
                "seconds": round(median(times), 2) if times else None,
                "minutes": round(sum(times) / 60, 2),
                "hints": int(notes["hints"]),
                "undone": int(notes["undone"]),
                "lines": sum(one["seat"] == seat for one in about["chat"]),
                "answers": dict(notes["answers"]),
            }
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        words = f"{file}: expected what `glory play --people` keeps of a game"
        raise ValueError(f"{words}, got {shown(about)[:80]}") from None


def judge(asked: People, rows: list[Row]) -> dict[str, Any]:
    """The rows; by condition how many persons, and means with 95 % intervals over games."""
    conditions = {name: [row for row in rows if row["condition"] == name]
                  for name in sorted({row["condition"] for row in rows})}  # fmt: skip
    return {
        "format": FORMAT,
        "intervals": INTERVALS,
        "rows": rows,
        "conditions": {name: means(some) for name, some in conditions.items()},
    }


def means(rows: list[Row]) -> dict[str, Any]:
    """Of MEANS, and of the answers that are numbers, over the persons who have one."""
    games = {name: k for k, name in enumerate(dict.fromkeys(row["game"] for row in rows))}
    asked = dict.fromkeys(key for row in rows for key, answer in row["answers"].items()
                          if isinstance(answer, int))  # fmt: skip
    values = {name: [row[name] for row in rows] for name in MEANS}
    values |= {f"answer {key}": [row["answers"].get(key) for row in rows] for key in asked}
    found: dict[str, Any] = {"persons": len(rows), "games": len(games)}
    for name, column in values.items():
        at = [k for k, value in enumerate(column) if isinstance(value, int | float)]
        if not at:
            found[name] = None
            continue
        kind = np.bool_ if all(isinstance(column[k], bool) for k in at) else np.float64
        columns: dict[str, np.ndarray] = {name: np.array([column[k] for k in at], kind)}
        clusters = np.array([games[rows[k]["game"]] for k in at])
        formulas: dict[str, Figure] = {name: name}
        found[name] = plain(derive(formulas, columns, clusters)[name])
    return found
