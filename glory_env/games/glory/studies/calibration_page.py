"""The tables of a calibration and of the matrix of agents against agents."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.calibration import MATRIX, judge, plan
from glory_env.games.glory.studies.settings import Calibrate
from glory_env.games.glory.studies.statements import HELD, MISSED, REFERENCE
from glory_env.report.tables import WIDTH, Page, Table, interval, matrix, mean, origin, seconds

READING = {  # whether it is the matrix -> how its page is read
    False: "means with 95 % bootstrap intervals clustered by seed",
    True: "rows are the army's agents, columns the navy's, by the rows' numbers; a dash where no "
    "game was completed",
}
TITLES = ("completion, %", "GP of the army in completed games", "GP of the navy in completed games")


def tables(document: dict[str, Any]) -> list[Table]:
    """Statements and sensitivity rows."""
    rows = []
    for group, entries in groupby(document["statements"], lambda entry: entry["group"]):
        rows.append([group])
        for entry in entries:
            games = str(entry["games"] or "")
            measured = interval(entry["measured"], entry["form"])
            rows.append([entry["name"], entry["expected"], measured, games, entry["verdict"]])
    note = ";\n".join([_summary(document), *_notes(document)]) + "."
    readings = [
        [
            entry["name"],
            interval(entry["completion"], "share"),
            *(interval(entry["gp"][seat], "gp") for seat in SERVICES),
        ]
        for entry in document["sensitivity"]
    ]
    return [
        Table("statements", "statements", note, ["statement", "expected", "measured", "games", ""],
              rows),
        Table("sensitivity", "sensitivity", f"{REFERENCE} with itself.",
              ["reading", "completion", "GP army", "GP navy"], readings),
    ]  # fmt: skip


def matrix_tables(document: dict[str, Any]) -> list[Table]:
    """Three tables of means."""
    grids = [
        [
            [mean(value, "share" if key == "completion" else "gp", 0) for value in row]
            for row in grid
        ]
        for key, grid in ((key, document[key]) for key in MATRIX)
    ]
    return matrix("matrix", TITLES, "", document["agents"], grids)


def circumstances(document: dict[str, Any], games: str) -> str:
    """What was played, in one line."""
    seeds = document["seeds"]
    kind = "" if seeds["range"] == "reporting" else ", tuning seeds"
    return f"{origin(document)}, {seeds['games']} games {games} from seed {seeds['first']}{kind}"


def _summary(document: dict[str, Any]) -> str:
    verdicts = [entry["verdict"] for entry in document["statements"]]
    judged = [verdict for verdict in verdicts if verdict in (HELD, MISSED)]
    held = judged.count(HELD)
    return f"Held: {held} of {len(judged)}, not run: {len(verdicts) - len(judged)}"


def _notes(document: dict[str, Any]) -> list[str]:
    """The references that the measurement chose."""
    notes = (
        f"best ordinary pair in {'completion' if entry['form'] == 'points' else 'GP'}: "
        f"{entry['note']}"
        for entry in document["statements"]
        if entry["note"]
    )
    return list(dict.fromkeys(notes))


def page(document: dict[str, Any]) -> Page:
    """The statements, or the matrix, on a page."""
    is_matrix = "agents" in document
    about = circumstances(document, "a cell" if is_matrix else "a pairing")
    return Page(
        "Agents against agents" if is_matrix else "Calibration",
        f"{about}; {READING[is_matrix]}.",
        f"{about}, {seconds(document)}",
        matrix_tables(document) if is_matrix else tables(document),
        width=WIDTH if is_matrix else None,
    )


STUDY = Study(Calibrate, plan, judge, page)
