"""The tables of `glory study people`: means by condition, then a row for each person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.studies.people import MEANS, judge, plan
from glory_env.games.glory.studies.settings import People
from glory_env.report.tables import MISSING, Page, Table, interval

FORMS = {"completed": "share", "won": "share"}
NONE = "none"  # a condition or participant that no link has named
MEANS_NOTE = (
    "Means over persons, 95 % intervals over games. *seconds*: of a decision, median of each "
    "person. *lines*: of the chat. *answer*: of those who gave one."
)
ROWS_NOTE = "*won*: completed, 10 GP ahead or more."
SHOWN = (
    "participant", "condition", "seat", "partner", "turns", "gp", "gp_other", "decisions",
    "seconds", "minutes", "hints", "undone", "lines",
)  # fmt: skip


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `people.judge` gives."""
    conditions = document["conditions"]
    answers = dict.fromkeys(
        name for found in conditions.values() for name in found if name.startswith("answer ")
    )
    columns = (*MEANS, *answers)
    by_condition = [
        [name or NONE, str(found["persons"]), str(found["games"]),
         *(interval(found.get(column), FORMS.get(column, "number")) for column in columns)]
        for name, found in conditions.items()
    ]  # fmt: skip
    head = ["condition", "persons", "games", *columns]
    by_person = [
        [row["game"], *(_text(row[name]) for name in SHOWN), *("yes" if row[name] else "no"
                                                              for name in ("completed", "won"))]
        for row in document["rows"]
    ]  # fmt: skip
    return [
        Table("conditions", "by condition", MEANS_NOTE, head, by_condition),
        Table("rows", "by person", ROWS_NOTE, ["game", *SHOWN, "completed", "won"], by_person),
    ]


def _text(value: Any) -> str:
    return MISSING if value is None else str(value) or NONE


def page(document: dict[str, Any]) -> Page:
    """Who played and how, on a page."""
    about = f"{len({row['game'] for row in document['rows']})} games of people"
    return Page("People", f"{about}.", about, tables(document), 2)


STUDY = Study(People, plan, judge, page, unit="game", keeps=False)
