"""The table of `glory study tension`: how much it pays to stop cooperating."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.scenario.variants import BY_KEY
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Tension
from glory_env.games.glory.studies.tension import CELLS, USUAL, judge, plan, tempted
from glory_env.report.tables import Page, Table, interval, origin, seconds

NOTE = (
    "B: brinkmanship ratio; utilities: of win, draw, loss and game over. *best pair*: army with "
    "navy, of the highest joint utility. *gain*: of the seat that takes its best reply in the "
    "field; *cost*: what the other seat then loses. *both*: joint utility where both do so, less "
    "that of the best pair. *tempted*: seats whose reply gains and costs the other seat more, with "
    "both intervals above 0."
)


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `bench.tension.judge` gives."""
    rows = []
    for row in document["rows"]:
        replies = [
            text
            for seat in SERVICES
            for text in (
                row["cells"][seat][SERVICES.index(seat)],
                interval(row[f"gain {seat}"], "lead"),
                interval(row[f"cost {seat}"], "lead"),
            )
        ]
        rows.append(
            [
                board_name(row["board"]),
                str(Fraction(row["ratio"]).limit_denominator(99)),
                ", ".join(f"{value:g}" for value in row["utilities"].values()),
                " with ".join(row["cells"][CELLS[0]]),
                interval(row["completed"], "share"),
                interval(row["joint"], "lead"),
                *replies,
                interval(row["both"], "lead"),
                ", ".join(tempted(row)) or "nobody",
            ]
        )
    head = ["board", "B", "utilities", "best pair", "completed", "joint utility"]
    head += [text for s in SERVICES for text in (f"{s}'s reply", "gain", "cost")]
    return [Table("tension", "who is tempted", NOTE, [*head, "both", "tempted"], rows)]


def board_name(key: str) -> str:
    """A board in words."""
    return BY_KEY[key].name if key != USUAL else "as it is"


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds, selection = document["seeds"], document["selection_seeds"]
    return (
        f"{origin(document)}, default options; pairs and "
        f"replies chosen on {selection['games']} games of each pairing from seed "
        f"{selection['first']}, measured on {seeds['games']:,} from seed {seeds['first']}; field: "
        f"{', '.join(document['field'])}; means with 95 % bootstrap intervals, paired by seed"
    )


def page(document: dict[str, Any]) -> Page:
    """Who is tempted, on a page."""
    about, title = circumstances(document), "How much does it pay to stop cooperating?"
    return Page(title, f"{about}.", f"{about}, {seconds(document)}", tables(document), level=2)


STUDY = Study(Tension, plan, judge, page)
