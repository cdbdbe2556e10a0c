"""The table of the calibration of Empire of the Sun."""

from __future__ import annotations

from typing import Any

from glory_env.bench.study import Study
from glory_env.games.empire.bench.calibration import judge, plan
from glory_env.games.empire.studies.settings import Calibrate
from glory_env.report.crossplay import page_of
from glory_env.report.tables import Page, origin
from glory_env.report.targets import target_table


def page(document: dict[str, Any]) -> Page:
    """The calibration, on a page."""
    seeds = document["seeds"]
    about = (
        f"{origin(document)}, {document['agent']} against itself, "
        f"{seeds['games']} games from seed {seeds['first']}"
    )
    return page_of("Calibration of Empire of the Sun", document, about, [target_table(document)])


STUDY = Study(Calibrate, plan, judge, page)
