"""What the plots and the summary read from a results document."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.bench.best_responses import SEARCHED
from glory_env.games.glory.report.canvas import Values


def part_of(document: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of the document, empty where it is missing."""
    return document.get(name) or {}


def names_of(document: dict[str, Any]) -> list[str]:
    """Participants in the document's order."""
    return list(document["agents"])


def series(document: dict[str, Any], task: str, key: str) -> Values:
    """A column of a task by participant; empty where the task has not been run."""
    rows = part_of(document, "tasks").get(task, {}).get("rows", {})
    return {name: row.get(key) for name, row in rows.items()}


def row_of(document: dict[str, Any], name: str) -> str | None:
    """The row of the cross-play matrix with a participant's policies; None for a planner."""
    row: str | None = document["agents"][name]["row"]
    return row


def with_itself(document: dict[str, Any], name: str, angle: str = "0") -> dict[str, Any]:
    """Figures of a participant's games with itself; empty where there are none."""
    return dict(part_of(document, "with_itself").get(name, {}).get(angle, {}))


def welfare(document: dict[str, Any]) -> Values:
    """Each participant's welfare with itself, 0 degrees."""
    return {name: with_itself(document, name).get("welfare") for name in names_of(document)}


def exploitability(document: dict[str, Any]) -> Values:
    """What the best reply found gains, mean of both seats; None where none was looked for.

    Of the task, which has the larger of a search's and the matrix's; without it of the matrix.
    """
    searched = series(document, "best_response", "gain_both")
    matrix = part_of(document, "crossplay").get("exploitability", {})
    return {
        name: searched.get(name) or matrix.get(row_of(document, name), {}).get("both")
        for name in names_of(document)
    }


def searched(document: dict[str, Any]) -> set[str]:
    """Participants whose exploitability is from a search."""
    origins = part_of(document, "tasks").get("best_response", {}).get("found", {})
    return {name for name, by in origins.items() if by.startswith(SEARCHED)}


def met(document: dict[str, Any], task: str) -> dict[str, Values]:
    """Participant -> partner -> utility, of a task about partners; empty where nobody played it."""
    entry = part_of(document, "tasks").get(task, {})
    rows: dict[str, Values] = entry.get("partners", entry.get("rows", {}))
    return rows


def task_of(document: dict[str, Any], name: str) -> dict[str, Any] | None:
    """A task that has rows; None where it has not been run or nobody has played it."""
    task: dict[str, Any] = part_of(document, "tasks").get(name, {})
    return task if task.get("rows") else None


def has_values(values: Values) -> bool:
    """Whether there is anything to draw."""
    return any(value is not None for value in values.values())
