"""What changed between two results files beyond noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.statistics import CONFIDENCE
from glory_env.games.glory.bench.suite import CIRCUMSTANCES
from glory_env.games.glory.state import SERVICES
from glory_env.report.tables import Table, Value, interval, text

CROSSPLAY = "crossplay"
LEVEL = 0.05  # share of false alarms among what is called changed


class Figure(NamedTuple):
    """A headline figure; form: how it is written."""

    label: str
    form: str
    value: Value


Rows = dict[tuple[str, str], dict[str, Figure]]  # (task, agent) -> figures by key


class Change(NamedTuple):
    """A headline figure in both files; p: of no difference, two-sided."""

    task: str
    agent: str
    label: str
    form: str
    before: Value
    after: Value
    p: float


def rows_of(document: dict[str, Any]) -> Rows:
    """The headline figures of the tasks and of cross-play."""
    rows: Rows = {
        (name, agent): {
            c["key"]: Figure(c["label"], c["form"], row.get(c["key"])) for c in task["columns"]
        }
        for name, task in document["tasks"].items()
        for agent, row in task["rows"].items()
    }
    matrix = document.get(CROSSPLAY) or {"agents": ()}
    for agent in matrix["agents"]:
        values = {
            f"{words} {seat}": matrix[key][agent][seat]
            for key, words in (("field", "utility as"), ("regret", "regret as"))
            for seat in SERVICES
        }
        values["exploitability"] = matrix["exploitability"][agent]["both"]
        rows[CROSSPLAY, agent] = {key: Figure(key, "signed", x) for key, x in values.items()}
    return rows


def changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[list[Change], int, int]:
    """The figures that changed beyond noise, how many were compared, and how many of both files
    could not be, as one of them has no interval.

    The two runs are taken for independent, each interval for normal: where they share their dice
    that errs on the side of no change. Benjamini and Hochberg (1995) keep the false alarms among
    all that is called changed to 5 %.
    """
    from scipy.stats import false_discovery_control  # it takes a second to load

    both = list(_common(before, after))
    compared = [change for change in both if not isnan(change.p)]
    if not compared:
        return [], 0, len(both)
    adjusted = false_discovery_control([change.p for change in compared])
    changed = [c for c, p in zip(compared, adjusted, strict=True) if p <= LEVEL]
    return changed, len(compared), len(both) - len(compared)


def _common(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    """Cross-play's figures are means over the agents of the matrix: of another one others."""
    same_matrix = _agents(before) == _agents(after)
    for (task, agent), a, b in _pairs(before, after):
        if a and b and a.value and b.value and (same_matrix or task != CROSSPLAY):
            yield Change(task, agent, b.label, b.form, a.value, b.value, _p(a.value, b.value))


def _pairs(
    before: dict[str, Any], after: dict[str, Any]
) -> Iterator[tuple[tuple[str, str], Figure | None, Figure | None]]:
    """Each figure of a task and an agent that both files have; None where one lacks it."""
    old, new = rows_of(before), rows_of(after)
    for row in new:
        if row in old:
            for key in {**old[row], **new[row]}:
                yield row, old[row].get(key), new[row].get(key)


def _agents(document: dict[str, Any]) -> set[str]:
    """Those of the matrix."""
    return set((document.get(CROSSPLAY) or {"agents": ()})["agents"])


def _p(a: Sequence[float | None], b: Sequence[float | None]) -> float:
    """Of the difference of two means, from their intervals' widths; nan without them."""
    from scipy.stats import norm

    width = norm.ppf((1 + CONFIDENCE) / 2)
    means, lows, highs = np.array([a, b], dtype=np.float64).T
    errors = (highs - lows) / (2 * width)
    if not (errors > 0).all():
        return nan
    return float(2 * norm.sf(abs(means[0] - means[1]) / np.hypot(*errors)))


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """In what the two runs were not alike, a line each."""
    lines = [
        f"{key}: {before[key]} -> {after[key]}"
        for key in CIRCUMSTANCES
        if before[key] != after[key]
    ]
    for agent in sorted({*before["agents"], *after["agents"]}):
        lines += _differ(agent, before["agents"].get(agent), after["agents"].get(agent))
    only = {*before["tasks"]} ^ {*after["tasks"]}
    lines += [f"task {name}: only in one file" for name in sorted(only)]
    a, b = before.get(CROSSPLAY), after.get(CROSSPLAY)
    if not (a and b):
        lines += _differ("cross-play", a, b)
    elif _agents(before) != _agents(after):
        lines.append("cross-play: other agents in the matrix, its figures are not compared")
    return lines + list(_lone_figures(before, after))


def _differ(name: str, a: Any, b: Any) -> list[str]:
    """A line where one file lacks a policy or a part, or where the policies differ."""
    if not a and not b:
        return []
    if not a or not b:
        return [f"{name}: only in the {'first' if a else 'second'} file"]
    return [f"{name}: another policy"] if a != b else []


def _lone_figures(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Figures of a task and an agent of both files that one of them does not have."""
    for (task, agent), a, b in _pairs(before, after):
        at = [figure for figure in (a, b) if figure and figure.value]
        if len(at) == 1:
            where = "first" if at[0] is a else "second"
            yield f"{task}, {agent}, {at[0].label}: only in the {where} file"


def report(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Everything in words."""
    changed, count, left_out = changes(before, after)
    rows = [
        [
            c.task,
            c.agent,
            c.label,
            interval(c.before, c.form),
            interval(c.after, c.form),
            f"{c.p:.1e}",
        ]
        for c in sorted(changed, key=lambda change: change.p)
    ]
    note = f"{len(changed)} of {count} figures, false discovery rate {LEVEL:.0%}"
    if left_out:
        note += f"; {left_out} not comparable: too few games for an interval"
    head = ["task", "agent", "figure", "before", "after", "p"]
    lines = differences(before, after) or ["the same circumstances"]
    return "\n".join([*lines, "", text([Table("", "changed beyond noise", note, head, rows)])])
