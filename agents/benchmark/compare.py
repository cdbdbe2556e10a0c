"""What changed between two results files beyond noise."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import false_discovery_control, norm

from agents.benchmark.suite import read_results
from agents.benchmark.tables import Table, cell, text
from glory_env.commands import guarded
from glory_env.evaluation.statistics import CONFIDENCE

LEVEL = 0.05  # share of false alarms among what is called changed
# Where these differ, so may all figures; said first.
CIRCUMSTANCES = (
    "package", "code", "scenario_id", "options", "seeds", "search", "deterministic",
    "temperaments", "held_out",
)  # fmt: skip


class Change(NamedTuple):
    """A headline figure in both files; p: of no difference, two-sided."""

    task: str
    agent: str
    label: str
    form: str
    before: list[float]
    after: list[float]
    p: float


def changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[list[Change], int]:
    """The figures that changed beyond noise, and how many were compared.

    The two runs are taken for independent, each interval for normal: where they share their dice
    that errs on the side of no change. Benjamini and Hochberg (1995) keep the false alarms among
    all that is called changed to 5 %.
    """
    known = list(_common(before, after))
    if not known:
        return [], 0
    adjusted = false_discovery_control([change.p for change in known])
    return [c for c, p in zip(known, adjusted, strict=True) if p <= LEVEL], len(known)


def _common(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    for name, task in after["tasks"].items():
        old = before["tasks"].get(name, {"rows": {}})["rows"]
        for agent, row in task["rows"].items():
            for column in task["columns"]:
                key = column["key"]
                a, b = old.get(agent, {}).get(key), row[key]
                if a is not None and b is not None:
                    yield Change(name, agent, column["label"], column["form"], a, b, _p(a, b))


def _p(a: list[float], b: list[float]) -> float:
    """Of the difference of two means, from their intervals' widths."""
    width = norm.ppf((1 + CONFIDENCE) / 2)
    errors = [(high - low) / (2 * width) for _, low, high in (a, b)]
    error = float(np.hypot(*errors))
    difference = abs(a[0] - b[0])
    if error == 0.0:
        return 1.0 if difference == 0.0 else 0.0
    return float(2 * norm.sf(difference / error))


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """In what the two runs were not alike, a line each."""
    found = [
        f"{key}: {before[key]} -> {after[key]}"
        for key in CIRCUMSTANCES
        if before[key] != after[key]
    ]
    for agent in sorted({*before["agents"], *after["agents"]}):
        a, b = before["agents"].get(agent), after["agents"].get(agent)
        if a is None or b is None:
            found.append(f"{agent}: only in the {'second' if a is None else 'first'} file")
        elif a != b:
            found.append(f"{agent}: another policy")
    only = {*before["tasks"]} ^ {*after["tasks"]}
    found += [f"task {name}: only in one file" for name in sorted(only)]
    return found + list(_lone_figures(before, after))


def _lone_figures(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Figures of a task and an agent of both files that one of them does not have."""
    for name, task in after["tasks"].items():
        old = before["tasks"].get(name, {"rows": {}})["rows"]
        for agent in old.keys() & task["rows"].keys():
            for column in task["columns"]:
                a, b = (rows[agent].get(column["key"]) for rows in (old, task["rows"]))
                if (a is None) != (b is None):
                    where = "second" if a is None else "first"
                    yield f"{name}, {agent}, {column['label']}: only in the {where} file"


def report(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Everything in words."""
    found, count = changes(before, after)
    rows = [
        [c.task, c.agent, c.label, cell(c.before, c.form), cell(c.after, c.form), f"{c.p:.1e}"]
        for c in sorted(found, key=lambda change: change.p)
    ]
    note = f"{len(found)} of {count} figures, false discovery rate {LEVEL:.0%}"
    head = ["task", "agent", "figure", "before", "after", "p"]
    lines = differences(before, after) or ["the same circumstances"]
    return "\n".join([*lines, "", text([Table("", "changed beyond noise", note, head, rows)])])


def main(arguments: list[str] | None = None) -> int:
    """`python evaluate.py compare a.json b.json`; 0, or 2 with one line for bad input."""
    out = argparse.ArgumentParser(prog="evaluate.py compare", description=__doc__)
    out.add_argument("before", type=Path, help="results.json of a run of the suite")
    out.add_argument("after", type=Path, help="another")
    given = out.parse_args(arguments)

    def work() -> None:
        print(report(read_results(given.before), read_results(given.after)))

    return guarded("evaluate.py compare", work)
