"""The table of the calibration of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.calibration import OUTSIDE, WITHIN, judge, plan
from glory_env.games.aleutians.studies.settings import Calibrate
from glory_env.report.crossplay import page_of
from glory_env.report.tables import MISSING, Page, Table, interval, origin


def calibration(document: Mapping[str, Any]) -> list[Table]:
    """Target, band, figure and whether it lies within."""
    rows = []
    for entry in document["targets"]:
        measured = interval(entry["measured"], entry["form"])
        said = entry["verdict"] if measured != MISSING else entry["why"] or entry["verdict"]
        rows.append([entry["id"], entry["name"], entry["band"], measured, said])
    verdicts = [entry["verdict"] for entry in document["targets"]]
    judged = verdicts.count(WITHIN) + verdicts.count(OUTSIDE)
    note = f"Within: {verdicts.count(WITHIN)} of {judged}"
    return [
        Table("targets", "targets", note + ".", ["", "statement", "band", "measured", ""], rows)
    ]


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one line."""
    japan, allies = document["agents"]
    return (
        f"{origin(document)}, {japan} (Japan) against {allies} (Allies), "
        f"{document['seeds']['games']} games from seed {document['seeds']['first']}, "
        f"{document['line']} of them on the historical line"
    )


def page(document: dict[str, Any]) -> Page:
    """The calibration, on a page."""
    return page_of("Calibration of the Aleutians Campaign", document, circumstances(document),
                   calibration(document))  # fmt: skip


STUDY = Study(Calibrate, plan, judge, page)
