"""The table of targets and of what play says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.targets import OUTSIDE, WITHIN
from glory_env.report.tables import MISSING, Table, interval


def target_table(document: Mapping[str, Any]) -> Table:
    """Target, band, figure and whether it lies within. document: with `targets.judged`."""
    rows = []
    for entry in document["targets"]:
        measured = interval(entry["measured"], entry["form"])
        said = entry["verdict"] if measured != MISSING else entry["why"] or entry["verdict"]
        rows.append([entry["id"], entry["name"], entry["band"], measured, said])
    verdicts = [entry["verdict"] for entry in document["targets"]]
    judged = verdicts.count(WITHIN) + verdicts.count(OUTSIDE)
    note = f"Within: {verdicts.count(WITHIN)} of {judged}."
    return Table("targets", "targets", note, ["", "statement", "band", "measured", ""], rows)
