"""The results as one self-contained page: tables, plots, one game turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from glory_env.games.glory.report.canvas import inline
from glory_env.games.glory.report.stories import RULE, story
from glory_env.games.glory.report.suite import NOT_RUN
from glory_env.games.glory.report.summary import sentences
from glory_env.report.tables import Table

WIDE, LONG = 14, 50  # columns and rows from which a table is folded away
FITTING, WORDS = 122, 19  # characters of a table at 1280 pixels; of a column of words


class Plot(NamedTuple):
    """part: of the document, as in tables."""

    part: str
    title: str
    caption: str


class Section(NamedTuple):
    """Of the page: its tables, then its plots."""

    part: str
    title: str
    lead: str


SUMMARY = "summary"  # at the top, before what the figures depend on
# In the page's order; a part without tables and plots is left out.
SECTIONS = (
    Section(
        "standing", "Where it stands", "Beside partners whose motive is known, at three payoffs."
    ),
    Section("leaderboard", "Leaderboard", "What each task asks for, and who can do it."),
    Section("tasks", "Task by task", ""),
    Section("profiles", "Partners", "With which partners does each participant do well, or badly?"),
    Section("crossplay", "Cross-play", "Everybody with everybody, in both seats."),
    Section(
        "metagame",
        "The meta-game",
        "Who would be chosen if the policies of the matrix were the strategies of one game?",
    ),
    Section(
        "pairings",
        "How games run",
        "Each agent with itself, 0 degrees: bargaining, sharing, losses and joint loss.",
    ),
)
PLOTS = {
    "standing": Plot(
        "summary", "What it pays to cooperate, and to defect",
        "What a seat gets beside a partner that defects, answers in kind or cooperates, with 95 % "
        "intervals over dice. Green: what the cooperative network gets there, purple: what the "
        "level's defector gets. Where purple lies above green it pays to defect beside that "
        "partner. The first three entrants; their figures are in the tables."),
    "summary": Plot(
        "summary", "Welfare against exploitability",
        "With the 95 % intervals of both figures. Top left is best: much for both, and "
        "little for an exploiter. What the best reply found gains is a lower bound of the "
        "exploitability. A circle: the best agent of the cross-play matrix; a diamond: found by a "
        "search against the agent alone (glory respond)."),
    "leaderboard": Plot(
        "leaderboard", "Leaderboard by task",
        "Each task's headline with its 95 % interval; solid and hollow dots are the two figures of "
        "a task. There is no single rating: the tasks ask for different things."),
    "profiles": Plot(
        "profiles", "Utility with each partner",
        "Mean of both seats, with 95 % intervals. Ad hoc: the public temperaments. Held out: "
        "temperaments that no agent may train with. Outside: partners of other kinds than the "
        "project's scripts. Hidden: known to this run alone. Bars: the median of all participants "
        "with the same partner."),
    "budgets": Plot(
        "best_response", "What a longer search gains",
        "Gain of the best reply found, mean of both seats, by the minutes of the search, with 95 % "
        "intervals: a lower bound of the exploitability each."),
    "deadlocks": Plot(
        "rules_shift", "Sensitivity to the deadlock rule",
        "Welfare retained when another rule settles failed talks; 1 (dashed) is the welfare under "
        "the configured rule. The axes end at 2."),
    "crossplay": Plot(
        "crossplay", "Who gets what with whom",
        "Mean utility of the army (left) and of the navy (right) in every pairing. Rows play the "
        "army, columns the navy, by the rows' numbers."),
    "pool": Plot(
        "pairings", "The pool by turn",
        "Total shipping: median, middle half and 5 to 95 % of the games still in play. Hatched "
        "from the top: the share of games lost by then, which leave the fan."),
    "gp": Plot(
        "pairings", "Glory points by turn",
        "Both services: median, middle half and 5 to 95 % of the games still in play. Hatched from "
        "the top: the share of games lost by then, which leave the fan."),
    "civil": Plot(
        "pairings", "Civil share by turn, and the grab of the last turn",
        "Mean share of the total that stays civil, over the games that get to the turn. Right: how "
        "far the last turn's share falls below the mean of the turns before, with 95 % intervals."),
    "causes": Plot(
        "pairings", "How games end",
        "Each agent with itself, at each attitude that was played. A policy that does not "
        "look at the attitude plays the same games at each."),
}  # fmt: skip


def page(document: dict[str, Any], tables: Sequence[Table], figures: Mapping[str, Figure]) -> str:
    """The whole page, HTML with everything in it; `tables` as tables.tables gives them."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    drawn: dict[str, dict[str, Any]] = {
        name: {
            "id": f"plot-{name}",
            "plot": PLOTS[name],
            "svg": Markup(inline(figure, name, PLOTS[name].title)),
        }
        for name, figure in figures.items()
    }
    return environment.get_template("page.html.j2").render(
        document=document,
        tiles=_tiles(document),
        facts=_facts(document),
        participants=[_participant(name, about) for name, about in document["agents"].items()],
        sections=_sections(document, tables, drawn),
        summary=[plot for plot in drawn.values() if plot["plot"].part == SUMMARY],
        sentences=sentences(document),
        stories=[story(game) for game in document["games"] or ()],
        rule=RULE,
    )


# --- tables and plots ----------------------------------------------------------------------
def _sections(
    document: dict[str, Any], tables: Sequence[Table], drawn: Mapping[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    """Sections with their blocks: a task is a block of its own, with its table and its plots."""
    sections = []
    for section in SECTIONS:
        if section.part == "tasks":
            shown = [table.part for table in tables if table.part in document["tasks"]]
            parts = list(dict.fromkeys(shown))  # a task may have two tables
        else:
            parts = [section.part]
        blocks = [
            {
                "tables": [_table(table) for table in tables if table.part == part],
                "plots": [plot for plot in drawn.values() if plot["plot"].part == part],
                "id": part,
            }
            for part in parts
        ]
        if any(block["tables"] or block["plots"] for block in blocks):
            sections.append({"section": section, "blocks": blocks})
    return sections


def _table(table: Table) -> dict[str, Any]:
    """Cells as (mean, interval) and which columns are all words, for type and alignment.

    parts: the columns beside the first one that fit next to each other, part by part.
    """
    rows = [(row[0], [_parts(text) for text in row[1:]]) for row in table.rows]
    columns = [[row[k] for row in table.rows] for k in range(len(table.head))]
    words = [k == 0 or all(map(_is_words, column)) for k, column in enumerate(columns)]
    widths = [
        WORDS if is_words else _width(head, column)
        for head, column, is_words in zip(table.head, columns, words, strict=True)
    ]
    folded = len(table.head) > WIDE or len(rows) > LONG
    return {
        "table": table, "rows": rows, "words": words, "parts": _split(widths), "folded": folded,
    }  # fmt: skip


def _width(head: str, column: Sequence[str]) -> int:
    """Characters that a column of figures needs with its margins; a head breaks at spaces."""
    lines = [line for text in column for line in _parts(text)]
    return 3 + max(map(len, [*head.split(), *lines]), default=0)


def _split(widths: Sequence[int]) -> list[list[int]]:
    """The columns from the second on in as few parts as fit beside the first, as even as can be."""
    room = max(FITTING - widths[0], *widths)
    count = len(_filled(widths, room))
    return next(parts for limit in range(room + 1) if len(parts := _filled(widths, limit)) == count)


def _filled(widths: Sequence[int], limit: int) -> list[list[int]]:
    """The columns from the second on in parts up to a limit, one or more each."""
    parts: list[list[int]] = [[]]
    for k in range(1, len(widths)):
        if parts[-1] and sum(widths[one] for one in (*parts[-1], k)) > limit:
            parts.append([])
        parts[-1].append(k)
    return parts


def _parts(text: str) -> tuple[str, str]:
    mean, bracket, interval = text.partition(" [")
    return (mean, f"[{interval}") if bracket and interval.endswith("]") else (text, "")


def _is_words(text: str) -> bool:
    return text != NOT_RUN and any(map(str.isalpha, text))


# --- what the figures depend on ------------------------------------------------------------
def _tiles(document: dict[str, Any]) -> list[tuple[str, str]]:
    pairings = document["pairings"].values()
    return [
        (f"{len(document['agents'])}", "participants"),
        (f"{len(pairings):,}", "pairings"),
        (f"{sum(pairing['games'] for pairing in pairings):,}", "games"),
    ]


def _facts(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and value of everything but the agents, which have a table."""
    seeds, search, intervals = document["seeds"], document["search"], document["intervals"]
    held_out, hidden = document["held_out"], document["hidden"]
    play = "deterministic: each agent's likeliest action" if document["deterministic"] else (
        "sampled: agents draw from their policies, with a seed"
    )  # fmt: skip
    return [
        ("schema", document["schema"]),
        ("package", f"glory-env {document['package']}, code {document['code']}"),
        ("observation", f"version {document['observation_version']}"),
        ("scenario", document["scenario"]),
        ("scenario id", document["scenario_id"]),
        ("deadlock rule", document["deadlock"]),
        ("options", _listed(document["options"])),
        ("reward, degrees", _listed(document["reward"])),
        ("seeds", f"{seeds['first']} and on, {seeds['games']} games of a pairing"),
        ("planners", f"{search['games']} games of a pairing or more, {search['minutes']:g} min"),
        ("play", play),
        ("intervals", f"{100 * intervals['confidence']:g} % {intervals['kind']}, "
                      f"{intervals['resamples']} resamples"),
        ("temperaments", ", ".join(document["temperaments"])),
        ("held-out seeds", ", ".join(map(str, held_out["seeds"]))),
        ("held-out sha256", held_out["sha256"]),
        ("hidden partners", ", ".join(hidden["agents"]) or "none"),
        *([("hidden sha256", hidden["sha256"])] if hidden["agents"] else []),
        ("wall time", f"{document['wall_time_s']:g} s"),
    ]  # fmt: skip


def _participant(name: str, about: dict[str, Any]) -> dict[str, str]:
    """What a participant is, in words."""
    policies = {angle: ", ".join(names) for angle, names in about["seeds"].items()}
    apart = "; ".join(f"{angle}°: {names}" for angle, names in policies.items())
    hashes = about["fingerprints"]
    return {
        "name": name,
        "kind": about["kind"],
        "policies": apart if len(set(policies.values())) > 1 else policies["0"],
        "hashes": ", ".join(
            f"{policy} {digest}" if len(hashes) > 1 else digest for policy, digest in hashes.items()
        ),
    }


def _listed(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_word(value)}" for name, value in values.items())


def _word(value: Any) -> str:
    """A value of an option in a line of text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if value not in ({}, [], ()) else "none"
