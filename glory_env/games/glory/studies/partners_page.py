"""The tables of `glory study partners`: beside the best scripts, in one game, with itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.partners import BEHIND, OUTSIDE, VERDICTS, judge, plan
from glory_env.games.glory.studies.settings import Partners
from glory_env.report.tables import Page, Table, interval, matrix, origin, seconds

READING = (
    "Utility: win 1, draw 0.5, loss 0, game over -1. A row is *ahead* where the whole 95 % "
    "interval of a difference is above 0, *behind* where it is below 0, else *level*. Where nearly "
    "all games have the same difference there is no interval; then the row is ahead or behind only "
    "if more than half of the games are, with the whole interval of that share."
)
LEAD_NOTE = (
    "The best script for a partner and a seat, chosen on the selection seeds. *difference*: "
    "utility of the player less that of this script, with the same partner, seat and seeds."
)
SHARED_NOTE = "*difference*: utility of the player less that of the partner, in their game."
GP = tuple(f"gp_{seat}" for seat in SERVICES)
ITSELF = ("completed", *(f"{what} {seat}" for what in ("GP", "utility") for seat in SERVICES))
CELLS = {"completion": "share", "gp_army": "gp", "gp_navy": "gp"}


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds, selection = document["seeds"], document["selection_seeds"]
    return (
        f"{origin(document)}, default options, {seeds['games']} games of each "
        f"pairing from seed {seeds['first']}, the same seeds everywhere; best scripts chosen among "
        f"{len(document['scripts'])} on {selection['games']} games from seed {selection['first']}; "
        f"with planners {document['search_games']} games; means with 95 % bootstrap intervals, "
        "paired by seed"
    )


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `bench.partners.judge` gives."""
    agents = document["agents"]
    all_tables = [_summary(document), _more(document), _itself(agents), _other_way(agents)]
    all_tables = [table for table in all_tables if table.rows]
    if len(agents) > 1:
        all_tables += _cross_play(document["cross_play"], list(agents))
    for name, entry in agents.items():
        all_tables += [_leads(name, entry["rows"]), _shared(name, entry["rows"])]
    return all_tables


def _summary(document: Mapping[str, Any]) -> Table:
    agents, family = document["agents"], document["family"]
    rows = []
    for name, entry in agents.items():
        overall, summary = entry["overall"], entry["summary"]
        counts = " / ".join(str(summary[verdict]) for verdict in VERDICTS)
        rows.append(
            [
                name,
                interval(overall["utility"], "signed"),
                interval(overall["lead"], "signed"),
                f"{counts} of {summary['rows']}",
                _yes(summary["nowhere_behind"]),
                _yes(summary["ahead_in_more_than_half"]),
                f"{len(summary['behind_partner'])} of {summary['rows']}",
            ]
        )
    head = [
        "player", "utility", "less that of the best scripts", " / ".join(VERDICTS),
        "nowhere behind", "ahead in more than half", "partner gets more",
    ]  # fmt: skip
    note = "Rows are partners in both seats. Utilities are means over the rows, planners left out."
    if len(agents) > 1:
        note += f" In the middle by utility: {family['middle']}. The worst: {family['worst']}."
    return Table("partners", "summary", note, head, rows)


def _yes(good: bool) -> str:
    return "yes" if good else "no"


def _more(document: Mapping[str, Any]) -> Table:
    """The rows in which the partner clearly gets more than the player."""
    rows: list[list[str]] = []
    for name, entry in document["agents"].items():
        behind = [entry["rows"][k] for k in entry["summary"]["behind_partner"]]
        scripts = sum(row["partner"] not in OUTSIDE for row in behind)
        rows.append([f"{name}: {len(behind)} rows, {scripts} of them with scripts"])
        rows += [
            [f"{row['partner']}, player as {row['seat']}", interval(row["shared"], "signed")]
            for row in behind
        ]
    return Table("partners", "partners that clearly get more than the player", SHARED_NOTE,
                 ["partner", "difference"], rows)  # fmt: skip


def _itself(agents: Mapping[str, Any]) -> Table:
    rows = []
    for name, entry in agents.items():
        figures, solo = entry["itself"]["figures"], entry["solo"]["figures"]
        rows.append(
            [
                name,
                *(interval(figures.get(cell), form) for cell, form in CELLS.items()),
                *(interval(figures[f"utility_{seat}"], "signed") for seat in SERVICES),
                interval(solo["solo_victory"], "share"),
                interval(solo["completion"], "share"),
            ]
        )
    note = "GP are those of completed games. Solo: both services played by the same player."
    head = ["player", *ITSELF, "solo victories", "solo completed"]
    return Table("itself", "with itself", note, head, rows)


def _other_way(agents: Mapping[str, Any]) -> Table:
    """Networks for micro-steps that draw where they usually play the likeliest action, or back."""
    rows = [
        [
            other["name"],
            *(interval(other["figures"].get(cell), form) for cell, form in CELLS.items()),
            *(interval(other["figures"][f"utility_{seat}"], "signed") for seat in SERVICES),
        ]
        for other in (entry["other_way"] for entry in agents.values())
        if other
    ]
    note = "Drawn actions where the players above play the likeliest ones, or the other way round."
    return Table("itself", "with itself, played the other way", note, ["player", *ITSELF], rows)


def _cross_play(cross_play: Mapping[str, Any], names: Sequence[str]) -> list[Table]:
    """Completion, and GP of both services, of every ordered pair."""
    figures = {(pair["army"], pair["navy"]): pair["figures"] for pair in cross_play["pairs"]}
    cells = [
        [
            [
                ", ".join(interval(figures[army, navy].get(cell), CELLS[cell]) for cell in shown)
                for navy in names
            ]
            for army in names
        ]
        for shown in (("completion",), GP)
    ]
    titles = ("players with each other: completed", "players with each other: GP army, GP navy")
    worst = [" with ".join(cross_play[key][seat] for seat in SERVICES)
             for key in ("worst_completion", "worst_gp")]  # fmt: skip
    note = "Rows play the army, columns the navy. Worst pair (army with navy)"
    matrices = matrix("itself", titles, note, names, cells)
    return [
        table._replace(note=f"{table.note}: {pair}.")
        for table, pair in zip(matrices, worst, strict=True)
    ]


def _leads(name: str, compared: Sequence[Mapping[str, Any]]) -> Table:
    rows = [
        [
            f"{row['partner']}, player as {row['seat']}",
            interval(row["utility"], "signed"),
            row["script"],
            interval(row["script_utility"], "signed"),
            interval(row["lead"], "signed"),
            row["lead_verdict"],
            str(row["games"]),
        ]
        for row in compared
    ]
    head = ["partner", "utility", "best script", "its utility", "difference", "verdict", "games"]
    return Table("partners", f"{name} beside the best scripts", LEAD_NOTE, head, rows)


def _shared(name: str, compared: Sequence[Mapping[str, Any]]) -> Table:
    rows = [
        [
            f"{row['partner']}, player as {row['seat']}",
            interval(row["utility"], "signed"),
            interval(row["partner_utility"], "signed"),
            interval(row["shared"], "signed"),
            row["shared_verdict"],
        ]
        for row in compared
    ]
    behind = sum(row["shared_verdict"] == BEHIND for row in compared)
    note = f"{SHARED_NOTE} The partner clearly gets more in {behind} of {len(compared)} rows."
    head = ["partner", "utility", "the partner's", "difference", "verdict"]
    return Table("partners", f"{name} in the shared game", note, head, rows)


def page(document: dict[str, Any]) -> Page:
    """Players with partners of other kinds, on a page."""
    about = circumstances(document)
    heading = f"{about}, {seconds(document)}\n{READING}"
    return Page("Partners of other kinds", f"{about}.\n\n{READING}", heading, tables(document))


STUDY = Study(Partners, plan, judge, page)
