"""The table of the calibration of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.calibration import judge, plan
from glory_env.games.aleutians.studies.settings import Calibrate
from glory_env.report.crossplay import page_of
from glory_env.report.tables import Page, origin
from glory_env.report.targets import target_table


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
                   [target_table(document)])  # fmt: skip


STUDY = Study(Calibrate, plan, judge, page)
