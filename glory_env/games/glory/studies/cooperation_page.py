"""The tables of `glory study cooperation`: rules of negotiation, and parts taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.bench.ablated import SCRIPT
from glory_env.games.glory.bench.bids import Split
from glory_env.games.glory.bench.cells import verdict
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.ablations import FLOOR, MEASURES, ROWS
from glory_env.games.glory.studies.cooperation import (
    BASE,
    DEADLOCK_ROWS,
    FIGURES,
    KNOWN,
    TALK_ROWS,
    judge,
    plan,
)
from glory_env.games.glory.studies.cooperation import ROWS as CELLS
from glory_env.games.glory.studies.settings import Cooperation
from glory_env.report.tables import Page, Table, interval, origin

GROUPS = {"talk": TALK_ROWS, "deadlock rule": DEADLOCK_ROWS}
NAMES = {"talk": "off", "deadlock rule": "lot"}  # of the base, in each group
HEADS = {
    "completion": "completed",
    "agreement": "turns agreed",
    "left": "granted",
    "escorts": "escorts granted",
}
PLAY_NOTE = (
    "*turns agreed*: of turns with talks. *claimed*, *granted*: share of the total that the first "
    "offer of a seat takes for itself, and that it leaves the other seat. *escorts granted*: of "
    "those asked for. *reciprocity*: coefficient of the share that the other seat's first offer of "
    "the turn before left this seat, in a Poisson regression of the share that this seat's first "
    "offer leaves; controls, for each seat: turn, logarithm of the total, what both seats spent in "
    "the turn before; policy; errors clustered by game; n: offers. With a coefficient b, a share "
    "that is 10 points higher goes with an answer exp(0.1 b) times as high."
)
ABLATION_NOTE = (
    "Each policy with itself; both seats lose the part. *explained*: what welfare loses without "
    f"the part, over what it loses with `{FLOOR}` on both seats. *constant split*: all offers "
    "are one split, the one with the highest welfare on other seeds. *frozen log*: the log of "
    "earlier turns always shows the start of a game. *no talks*: the tonnage is split by needs "
    f"(negotiation=fixed, fixed_split=needs). *tactics by script*: `{SCRIPT}` decides all but the "
    "talks. *talks by script*: it decides the talks only. The parts need not add up to 100 %."
)


def tables(document: dict[str, Any]) -> list[Table]:
    """All tables of what `bench.cooperation.judge` gives."""
    conditions = document["conditions"]
    groups = {
        group: {row: conditions[row] for row in rows if row in conditions}
        for group, rows in GROUPS.items()
    }
    play = _play(groups, document["known"], list(document["families"]))
    condition_tables = [play, _dilemma(groups, conditions)]
    return [*condition_tables, _ablations(document), _splits(document["splits"])]


def _label(group: str, row: str) -> str:
    return f"{group}: {NAMES[group] if row == BASE else row.replace('_', ' ')}"


def _play(groups: dict[str, Any], known: dict[str, Any], roles: Sequence[str]) -> Table:
    without, in_kind = (
        f"{interval(known[name]['reciprocity'], 'lead')} (n = {known[name]['n']}) for `{name}`"
        for name in KNOWN
    )
    who = ", ".join(f"{cell}: {r} with {r}" for cell, r in zip(CELLS, roles, strict=True))
    note = (
        f"{who}. {PLAY_NOTE} In play with itself it is {without}, which has no memory, and "
        f"{in_kind}, which answers in kind."
    )
    rows = []
    for group, entries in groups.items():
        for name, entry in entries.items():
            for cell in CELLS:
                values = entry["cells"][cell]
                rows.append(
                    [
                        _label(group, name),
                        cell,
                        *(interval(values[key], form) for key, (_, form) in FIGURES.items()),
                        interval(values["reciprocity"], "lead"),
                        f"{values['n']}",
                    ]
                )
    heads = (HEADS.get(key, key) for key in FIGURES)
    head = ["rule", "who", *heads, "reciprocity", "n"]
    return Table("conditions", "rules of negotiation", note, head, rows)


def _dilemma(groups: dict[str, Any], conditions: dict[str, Any]) -> Table:
    rows = []
    for group, entries in groups.items():
        for name, entry in entries.items():
            rows.append(
                [
                    _label(group, name),
                    interval(entry["price_of_anarchy"], "number"),
                    *(verdict(entry["game"], seat) for seat in SERVICES),
                ]
            )
    games = [entry["game"]["simultaneous"] for entry in conditions.values()]
    judged = sum(len(inequalities) for game in games for inequalities in game.values())
    note = (
        "*price of anarchy*: welfare of CC over that of DD. *dilemma*: a seat's outcome utility "
        "has R > P, R > S, 2R > T + S, and T > R (greed) or P > S (fear). The intervals hold for "
        f"all {judged} inequalities together (Bonferroni), both seats under {len(conditions)} "
        "rules."
    )
    head = ["rule", "price of anarchy", *(f"dilemma for the {seat}" for seat in SERVICES)]
    return Table("dilemma", "the dilemma under each rule", note, head, rows)


def _ablations(document: dict[str, Any]) -> Table:
    rows = []
    for role, by_row in document["ablations"].items():
        rows.append([f"{role} ({document['families'][role]['name']})"])
        for row in ROWS:
            rows.append(
                [row, *(interval(by_row[row][key], form) for key, form in MEASURES.items())]
            )
    heads = ("completed", "welfare", "utility", "explained")
    return Table("ablations", "without a part", ABLATION_NOTE, ["", *heads], rows)


def _splits(splits: dict[str, Any]) -> Table:
    rows = [
        [name, *(f"{100 * share:.0f} %" for share in split.values())]
        for name, split in splits.items()
    ]
    return Table("splits", "constant splits", "", ["policy", *Split._fields], rows)


def circumstances(document: dict[str, Any]) -> str:
    """What was played, by what command, and how long it took."""
    seeds, chosen = document["seeds"], document["selection_seeds"]
    families = "; ".join(
        f"{role}: {', '.join(family['fingerprints'])}"
        for role, family in document["families"].items()
    )
    return (
        f"{origin(document)}; actions "
        f"{'likeliest' if document['deterministic'] else 'sampled'}. {seeds['games']:,} games of "
        f"each pairing from seed {seeds['first']}; constant splits chosen by {chosen['games']} "
        f"games each from seed {chosen['first']}. Policies: {families}. Means with 95 % intervals "
        "over training seeds and dice; those of the reciprocity are clustered by game.\n\n"
        f"Written by `{document['command']}`: {document['pairings']} pairings, "
        f"{document['playing_s']:,.0f} s of play in all processes and runs together; this run took "
        f"{document['wall_time_s']:,.0f} s from start to end."
    )


def page(document: dict[str, Any]) -> Page:
    """Both tables, on a page."""
    about = circumstances(document)
    return Page("Does it measure cooperation?", about, about, tables(document), level=2)


STUDY = Study(Cooperation, plan, judge, page)
