"""The table of early victories of Japan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.rush import MOST, judge, plan
from glory_env.games.aleutians.studies.settings import Rush
from glory_env.report.crossplay import circumstances, page_of
from glory_env.report.tables import Page, Table, interval


def table(document: Mapping[str, Any]) -> Table:
    """Allied script, `rush` against it, the strongest one and how often that one wins."""
    rows = [
        [row["allies"], interval(row["rush"], "share"), interval(row["best"], "share"),
         row["strongest"]]
        for row in document["pairs"]
    ]  # fmt: skip
    goal = "reached" if document["within"] else "missed"
    chosen = document["selection"]
    note = (
        "Games that Japan has won by the end of turn 2. strongest: of rush, rush:linger=1, "
        f"the other plans ({len(document['plans'])}) and, against the best Allied script, what "
        f"{document['minutes']:g} minutes of search found, by {chosen['games']} games from seed "
        f"{chosen['first']}. Goal, at most {MOST:.0%} against the best Allied script "
        f"({document['least']}): {goal}."
    )
    return Table("rush", "early victories", note, ["Allies", "rush", "strongest", "which"], rows)


def page(document: dict[str, Any]) -> Page:
    """Early victories, on a page."""
    return page_of("The rush in the Aleutians Campaign", document, circumstances(document),
                   [table(document)])  # fmt: skip


STUDY = Study(Rush, plan, judge, page)
