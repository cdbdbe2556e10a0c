"""The table of the calibration of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.calibration import OUTSIDE, WITHIN, judge, plan
from glory_env.games.aleutians.studies.settings import Calibrate
from glory_env.report.crossplay import page_of
from glory_env.report.tables import MISSING, Page, Table, interval, origin


def calibration(found: Mapping[str, Any]) -> list[Table]:
    """Target, band, figure and whether it lies within."""
    rows = []
    for entry in found["targets"]:
        measured = interval(entry["measured"], entry["form"])
        said = entry["verdict"] if measured != MISSING else entry["why"] or entry["verdict"]
        rows.append([entry["id"], entry["name"], entry["band"], measured, said])
    verdicts = [entry["verdict"] for entry in found["targets"]]
    judged = verdicts.count(WITHIN) + verdicts.count(OUTSIDE)
    note = f"Within: {verdicts.count(WITHIN)} of {judged}"
    return [
        Table("targets", "targets", note + ".", ["", "statement", "band", "measured", ""], rows)
    ]


def circumstances(found: Mapping[str, Any]) -> str:
    """What was played, in one line."""
    japan, allies = found["agents"]
    return (
        f"{origin(found)}, {japan} (Japan) against {allies} (Allies), "
        f"{found['seeds']['games']} games from seed {found['seeds']['first']}, "
        f"{found['line']} of them on the historical line"
    )


def page(found: dict[str, Any]) -> Page:
    """The calibration, on a page."""
    return page_of("Calibration of the Aleutians Campaign", found, circumstances(found),
                   calibration(found))  # fmt: skip


STUDY = Study(Calibrate, plan, judge, page)
