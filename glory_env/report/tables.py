"""The results as tables of text: the same for the terminal, the page and the docs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glory_env.bench.dilemma import verdict
from glory_env.bench.metrics import METRICS
from glory_env.core.state import SERVICES
from glory_env.engine.options import changed

MISSING = "-"
NOT_RUN = "not run"
Value = Sequence[float | None] | None  # [mean, low, high]; low, high None: no interval


class Table(NamedTuple):
    """All text; the first column names the row. part: of the document it is made of."""

    part: str
    title: str
    note: str
    head: list[str]
    rows: list[list[str]]


def tables(document: dict[str, Any]) -> list[Table]:
    """Every table of a results document, in reading order."""
    found = [_task(document, name) for name in document["tasks"]]
    if document["crossplay"]:
        found += [_field(document["crossplay"]), *_matrix(document["crossplay"])]
    if document["certificate"]:
        found += _certificate(document["certificate"])
    return [*found, _metrics(document)]


def cell(value: Value, form: str) -> str:
    """mean [low, high], as the form says: share, number or signed; the mean alone without them."""
    if value is None:
        return MISSING
    scale, digits, sign = {"share": (100, 1, ""), "number": (1, 2, ""), "signed": (1, 3, "+")}[form]
    mean, *ends = (f"{scale * x:{sign}.{digits}f}" for x in value if x is not None)
    return f"{mean}{' %' if form == 'share' else ''}" + (f" [{', '.join(ends)}]" if ends else "")


# --- one table a task ----------------------------------------------------------------------
def _task(document: dict[str, Any], name: str) -> Table:
    task = document["tasks"][name]
    columns = task["columns"]
    missing = NOT_RUN if name == "best_response" else MISSING
    rows = []
    for agent, row in task["rows"].items():
        cells = [cell(row[c["key"]], c["form"]) for c in columns]
        rows.append([agent, *(missing if text == MISSING else text for text in cells)])
    return Table(
        name,
        name.replace("_", " "),
        task["question"],
        ["agent", *(c["label"] for c in columns)],
        rows,
    )


def _metrics(document: dict[str, Any]) -> Table:
    """Every metric of every entrant with itself, selfish."""
    pairings = document["pairings"]
    own = {
        agent: pairings[f"{about['seeds']['0'][0]} | {about['seeds']['0'][0]}"]["figures"]
        for agent, about in document["agents"].items()
    }
    rows = [
        [name, metric.about, *(cell(figures[name], metric.form) for figures in own.values())]
        for name, metric in METRICS.items()
    ]
    return Table("pairings", "all metrics, with itself", "0 degrees", ["metric", "of", *own], rows)


# --- cross-play ----------------------------------------------------------------------------
def _field(found: dict[str, Any]) -> Table:
    rows = []
    for name in sorted(found["agents"], key=lambda name: -_mean_of(found["field"][name])):
        replies = found["best_reply"][name]
        rows.append(
            [
                name,
                *(cell(found["field"][name][seat], "signed") for seat in SERVICES),
                *(cell(found["regret"][name][seat], "signed") for seat in SERVICES),
                cell(found["exploitability"][name]["both"], "signed"),
                f"{replies['army']}, {replies['navy']}",
            ]
        )
    gain = found["pairing"]
    note = "Mean utility with every agent of the matrix; by utility, not a rating."
    if gain["gain"] is not None:
        note += (
            f" The same dice for all pairings: correlation {gain['correlation']:+.2f} between two "
            f"armies' utilities with one navy, worth {gain['gain']:.2f} times as many games with "
            f"dice of their own (medians of {gain['comparisons']} comparisons)."
        )
    head = ["agent", "utility as army", "as navy", "regret as army", "as navy",
            "exploitability, at least", "best replies: army, navy"]  # fmt: skip
    return Table("crossplay", "cross-play: field and regret", note, head, rows)


def _mean_of(by_seat: dict[str, Any]) -> float:
    return sum(value[0] for value in by_seat.values() if value)


def _matrix(found: dict[str, Any]) -> list[Table]:
    """Two tables of means: what the army gets, and what the navy gets."""
    names = found["agents"]
    numbers = [str(n) for n in range(1, len(names) + 1)]
    made = []
    for key, seat in (("u_row", "army"), ("u_col", "navy")):
        rows = [
            [f"{n} {name}", *(f"{value[0]:+.2f}" for value in row)]
            for n, name, row in zip(numbers, names, found[key], strict=True)
        ]
        note = "Rows play the army, columns the navy, by the rows' numbers."
        made.append(
            Table("crossplay", f"cross-play: utility of the {seat}", note, ["", *numbers], rows)
        )
    return made


# --- the dilemma ---------------------------------------------------------------------------
def _certificate(found: dict[str, Any]) -> list[Table]:
    policies = {role: about["name"] for role, about in found["policies"].items()}
    words = {
        "CC": f"{policies['cooperative']} with itself",
        "CD": f"{policies['cooperative']} as army, {policies['selfish']} as navy",
        "DC": f"{policies['selfish']} as army, {policies['cooperative']} as navy",
        "DD": f"{policies['selfish']} with itself",
        "ZZ": f"{policies['zero_sum']} with itself",
    }
    selfish, zero_sum = (
        cell(found["price_of_anarchy"][name], "number") for name in ("selfish", "zero_sum")
    )
    welfare = Table(
        "certificate",
        "dilemma: welfare",
        "Empirical price of anarchy, welfare of the cooperative over that of the selfish: "
        f"{selfish}; over that of the zero-sum policies: {zero_sum}. "
        f"{found['games']:,} games a pairing.",
        ["", "who", "welfare", "completed"],
        [
            [name, text, cell(found["welfare"][name], "number"),
             cell(found["completion"][name], "share")]
            for name, text in words.items()
        ],
    )  # fmt: skip
    return [welfare, *(_game(name, game) for name, game in found["payoffs"].items())]


def _game(name: str, game: dict[str, Any]) -> Table:
    """Schelling table, inequalities and verdict of one payoff."""
    level = game["self_interest"]
    note = (
        f"Payoff: {game['about']}. Self-interest level: C with C an equilibrium up to "
        f"{_level(level['equilibrium'])} of one's own payoff kept, C dominant up to "
        f"{_level(level['dominant'])} (none: with no share)."
    )
    rows = []
    for own, words in (("C", "cooperates"), ("D", "is selfish")):
        for k, other in enumerate(("the other is selfish", "the other cooperates")):
            values = [cell(game["schelling"][seat][own][k], "signed") for seat in SERVICES]
            rows.append([f"{words}, {other}", *values])
    for inequality in game["inequalities"]["army"]:
        values = [cell(game["inequalities"][seat][inequality], "signed") for seat in SERVICES]
        rows.append([inequality, *values])
    rows.append(["verdict", *(verdict(game, seat) for seat in SERVICES)])
    return Table("certificate", f"dilemma: {name}", note, ["", *SERVICES], rows)


def _level(found: dict[str, Any]) -> str:
    """A self-interest level; where resamples lack one, in how many there is one."""
    words = "none" if found["level"] is None else cell(found["level"], "number")
    share = found["resamples_with_level"]
    if share in (0.0, 1.0) or "[" in words:
        return words
    return f"{words} (a level exists in {100 * share:.0f} % of the resamples)"


# --- as text -------------------------------------------------------------------------------
def circumstances(document: dict[str, Any]) -> str:
    """What all figures depend on, in three lines."""
    seeds, held = document["seeds"], document["held_out"]
    options = "".join(f", {name}={value}" for name, value in changed(document["options"]).items())
    angles = ", ".join(f"{name} {angle:g}" for name, angle in document["reward"].items())
    return (
        f"glory_env {document['package']} (code {document['code']}), scenario "
        f"{document['scenario']} ({document['scenario_id'][:12]}), deadlock rule "
        f"{document['deadlock']}{options}; objective in degrees: {angles}.\n"
        f"{seeds['games']} games a pairing from seed {seeds['first']}{_planners(document)}, "
        f"actions {'likeliest' if document['deterministic'] else 'sampled'}; "
        f"mean [95 % interval]: {document['intervals']['kind']}, "
        f"{document['intervals']['resamples']} resamples.\n"
        f"Held-out partners: seeds {', '.join(map(str, held['seeds']))}; sha256 of their "
        f"parameters {held['sha256']}."
    )


def _planners(document: dict[str, Any]) -> str:
    """How many games planners had the time for; nothing without planners."""
    played = [pair["games"] for pair in document["pairings"].values() if pair["planner"]]
    if not played:
        return ""
    search = document["search"]
    return (
        f" (planners {min(played)} to {max(played)}: what {search['minutes']:g} minutes a pairing "
        f"allow, at least {search['games']})"
    )


def markdown(found: Sequence[Table], level: int = 3) -> str:
    """For the docs."""
    parts = []
    for table in found:
        head, *rows = [_line(cells) for cells in (table.head, *table.rows)]
        body = "\n".join([head, "|" + "---|" * len(table.head), *rows])
        parts.append(f"{'#' * level} {table.title.capitalize()}\n\n{table.note}\n\n{body}")
    return "\n\n".join(parts)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"


def text(found: Sequence[Table]) -> str:
    """For the terminal: columns aligned."""
    parts = []
    for table in found:
        lines = [table.head, *table.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(table.head))]
        shown = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        parts.append("\n".join([f"{table.title}: {table.note}", *shown]))
    return "\n\n".join(parts)
