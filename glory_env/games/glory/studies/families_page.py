"""The page of `glory study families`: the picture, three sentences, the tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.bench.behaviour import class_names
from glory_env.games.glory.bench.cells import CELLS, PLACES
from glory_env.games.glory.bench.certificate import (
    ABOVE,
    BELOW,
    FIGURES,
    LEAST_PRESSURE,
    NO_PRESSURE,
    OPEN,
    REFUTED,
    ROLES,
    SMALL,
    ZERO_SUM,
)
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.families import judge, plan
from glory_env.games.glory.studies.settings import Families
from glory_env.report.tables import FORMS, MISSING, Page, Table, interval, mean, origin

SHORT = {  # of the verdicts
    ABOVE: "above", BELOW: "below", REFUTED: "refuted", OPEN: "open", NO_PRESSURE: "no verdict",
}  # fmt: skip
HEADS = {"win_army": "army wins", "win_navy": "navy wins"}
CAPTION = (
    "*Left: the more a level pays for conflict, the further right. Right: where the line of "
    "defecting lies above that of cooperating, it pays beside that partner. Bars: 95 % intervals "
    "over training seeds and dice.*"
)
PICTURE = (
    "left: games completed and welfare with itself against the pressure of each level, a line for "
    "each motive; right: what each seat earns at each level by cooperating and by defecting"
)


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `families.judge` gives."""
    levels = document["levels"]
    halves = document["halves"]
    return [
        _expected(document["expected"]),
        _levels(levels),
        *(_judged(name, level, halves) for name, level in levels.items()),
        *(_cells(name, level) for name, level in levels.items()),
        *([_halves(halves)] if halves else []),
        _behaviour(document["behaviour"]),
        _offers(document["behaviour"]),
        *_agreement(document["agreement"]),
    ]


def _expected(rows: list[dict[str, Any]]) -> Table:
    note = (
        "Written down before the games. *by the mean*: the interval crosses a bound, so the games "
        "do not settle it."
    )
    body = [
        [row["level"], row["what"], _bounds(row), interval(row["value"], row["form"]), row["met"]]
        for row in rows
    ]
    head = ["level", "figure", "expected", "measured", "met or not"]
    return Table("expected", "expected before the games", note, head, body)


def _bounds(row: Mapping[str, Any]) -> str:
    """Between which bounds a figure was expected."""
    low, high = (
        None if bound is None else mean([bound], row["form"], 2 if row["form"] == "lead" else 0)
        for bound in row["bounds"]
    )
    unit = FORMS[row["form"]][3]
    if low is None:
        return f"below {high}{unit}"
    return f"{low}{unit} or more" if high is None else f"{low} to {high}{unit}"


def _levels(levels: Mapping[str, Any]) -> Table:
    note = (
        "The games are the same; what they pay differs. *pressure*: 1 - correlation of a level's "
        "payoff with the cooperative one; below "
        f"{LEAST_PRESSURE:g} a difference has no verdict. *open*: of the cells with a verdict."
    )
    rows = [
        [
            name,
            level["utilities"],
            level["defector"],
            *(interval(level["pressure"][seat], "number") for seat in SERVICES),
            interval(level["price_of_anarchy"], "number"),
            MISSING if level["open"] is None else f"{100 * level['open']:.0f} %",
        ]
        for name, level in levels.items()
    ]
    head = ["level", "win, draw, loss, joint loss", "D", "pressure, army", "navy",
            "price of anarchy", "open"]  # fmt: skip
    return Table("levels", "the levels", note, head, rows)


def _judged(name: str, level: Mapping[str, Any], halves: Mapping[str, Any] | None) -> Table:
    """Every judged cell of a level: estimate and verdict, then the verdicts of the halves."""
    said = halves["levels"][name]["verdicts"] if halves else [[] for _ in level["judged"]]
    by_what: dict[str, dict[str, str]] = {}
    for row, of_halves in zip(level["judged"], said, strict=True):
        words = [interval(row["value"], "lead"), SHORT[row["verdict"]]]
        words += [f"({', '.join(SHORT[one] for one in of_halves)})"] if of_halves else []
        by_what.setdefault(row["what"], {})[row["place"]] = " ".join(words)
    rows = [
        [what.replace("_", " "), *(cells.get(place, MISSING) for place in PLACES)]
        for what, cells in by_what.items()
    ]
    note = (
        f"C is cooperative, D {level['defector']}. *greed*: what a D gets more than a C beside a "
        "C; *fear*: beside a D; *cost*: what a D takes from a C. A match is both seatings. "
        f"*above*, *below*: the interval lies beyond 0; *refuted*: within +-{SMALL:g}; *open*: "
        f"neither; *no verdict*: {NO_PRESSURE}."
    )
    if name in ZERO_SUM:
        note += " What one seat gains the other loses, so a match has no R - P."
    note += " In brackets: the two halves of the training seeds." if halves else ""
    return Table("judged", f"{name}: what defecting changes", note, ["", *PLACES], rows)


def _cells(name: str, level: Mapping[str, Any]) -> Table:
    """Every cell of a level, and what members get beside the frozen partners."""
    rows = [
        [
            cell,
            *(interval(level["cells"][cell][seat], "lead") for seat in SERVICES),
            *(interval(level["cells"][cell][key], form) for key, form in FIGURES.items()),
        ]
        for cell in CELLS
    ]
    for role, by_letter in level["beside"].items():
        for letter, values in by_letter.items():
            paid = [interval(values[seat], "lead") for seat in SERVICES]
            who = f"{letter} beside {role.replace('_', ' ')}"
            rows.append([who, *paid, *[MISSING] * len(FIGURES)])
    note = (
        "The army's letter comes first. Beside a frozen partner: what a member of C or D gets in "
        "that seat. *deadlocks*: of the turns with talks."
    )
    head = ["cell", "payoff, army", "navy", *(HEADS.get(key, key) for key in FIGURES)]
    return Table("cells", f"{name}: all payoffs", note, head, rows)


def _halves(halves: Mapping[str, Any]) -> Table:
    parts = "; ".join(
        f"{which} half, dice from seed {part['first_seed']}: "
        + ", ".join(name for family in part["members"].values() for name in family)
        for which, part in zip(("first", "second"), halves["parts"], strict=True)
    )
    note = f"Would other training seeds have led to other verdicts? {parts[:1].upper()}{parts[1:]}."
    counts = ("judged", "equal", "of_them_open", "half_open", "opposite")
    rows = [
        [level, *(str(found[key]) for key in counts)] for level, found in halves["levels"].items()
    ]
    head = ["level", "verdicts", "equal", "of these open", "open in one half", "opposite"]
    return Table("halves", "two halves of the training seeds", note, head, rows)


def _behaviour(by_role: Mapping[str, Any]) -> Table:
    note = (
        "Each family with itself, all games. *deadlocks*: of the turns with talks. *escorts*: "
        "granted of those asked for. *pool*: a seat's combat losses that the total paid."
    )
    rows = [
        [
            role,
            *(interval(found[key], "share") for key in ("completed", "deadlocks", "escorts")),
            *(interval(found["pool"][seat], "share") for seat in SERVICES),
        ]
        for role, found in by_role.items()
    ]
    head = ["family", "completed", "deadlocks", "escorts", "pool, army", "pool, navy"]
    return Table("behaviour", "behaviour with itself", note, head, rows)


def _offers(by_role: Mapping[str, Any]) -> Table:
    note = (
        "Each family with itself: percent of the total that a seat's first offer of a turn leaves "
        "the other, as percent of these offers."
    )
    rows = [
        [
            f"{role}, {seat}",
            *(f"{100 * share:.0f}" for share in found["offers"][seat]["shares"]),
            interval(found["offers"][seat]["mean"], "share"),
            f"{found['offers'][seat]['n']:,}",
        ]
        for role, found in by_role.items()
        for seat in SERVICES
    ]
    return Table("offers", "first offers", note, ["family", *class_names(), "mean", "offers"], rows)


def _agreement(found: Mapping[str, Any]) -> list[Table]:
    """All decisions and offers alone."""
    names = list(found["all"])

    def row(by_other: Mapping[str, float | None]) -> list[str]:
        return [mean([by_other[other]], "share", 1) for other in names]

    return [
        Table(
            "agreement",
            f"agreement, {words}",
            f"Share of {count:,} stored positions in which two networks choose the same likeliest "
            "action: mean over pairs of members, none with itself.",
            ["", *names],
            [[one, *row(found[what][one])] for one in names],
        )
        for what, words, count in (
            ("all", "all decisions", found["positions"]),
            ("offers", "offers", found["of_offers"]),
        )
    ]


# --- in words ------------------------------------------------------------------------------
def sentences(document: Mapping[str, Any]) -> str:
    """What was found, in three sentences."""
    levels = document["levels"]
    own = [("rivalry", "CC"), ("rivalry", "DD"), ("spite", "DD")]  # as ROLES
    completed, welfare = (
        [interval(levels[level]["cells"][cell][key], form) for level, cell in own]
        for key, form in (("completed", "share"), ("welfare", "number"))
    )
    families = [
        f"{share} ({role}, welfare {worth})"
        for role, share, worth in zip(ROLES, completed, welfare, strict=True)
    ]
    rivalry = {(row["what"], row["place"]): row for row in levels["rivalry"]["judged"]}
    gains = " and ".join(
        f"{interval(rivalry['greed T - R', seat]['value'], 'lead')} as {seat} (its partner loses "
        f"{interval(rivalry['cost to the other', seat]['value'], 'number')})"
        for seat in SERVICES
    )
    said = [row["verdict"] for level in levels.values() for row in level["judged"]]
    counted = len(said) - said.count(NO_PRESSURE)
    lines = [
        f"Games that networks complete with their own family: {', '.join(families)}.",
        f"At rivalry a competitive network beside a cooperative one gains {gains}.",
        f"Of {counted} cells with enough pressure {counted - said.count(OPEN)} have a verdict, "
        f"{said.count(OPEN)} are open{_of_halves(document['halves'])}.",
    ]
    return " ".join(lines)


def _of_halves(halves: Mapping[str, Any] | None) -> str:
    if not halves:
        return "; halves of the training seeds were not judged"
    total = {
        key: sum(found[key] for found in halves["levels"].values())
        for key in ("judged", "equal", "half_open", "opposite")
    }
    return (
        f"; two halves of the training seeds say the same of {total['equal']} of "
        f"{total['judged']}, one is open in {total['half_open']}, they say the opposite of "
        f"{total['opposite']}"
    )


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, by what command, and how long it took."""
    seeds = document["seeds"]
    families = "; ".join(
        f"{role}: {', '.join(family['fingerprints'])}"
        for role, family in document["families"].items()
    )
    partners = ", ".join(
        f"{one['name']} ({role.replace('_', ' ')})" for role, one in document["backgrounds"].items()
    )
    return (
        f"{origin(document)}; actions "
        f"{'likeliest' if document['deterministic'] else 'as each policy plays'}. "
        f"{seeds['games']:,} games of each pairing from seed {seeds['first']}, "
        f"{document['pressure_games']:,} of cooperative members with each other. Families: "
        f"{families}. Frozen partners: {partners}. Means with 95 % intervals over training seeds "
        f"and dice.\n\nWritten by `{document['command']}`: {document['pairings']} pairings; this "
        f"run took {document['wall_time_s']:,.0f} s from start to end."
    )


def page(document: dict[str, Any]) -> Page:
    """The picture, the sentences, all tables."""

    def draw(path: Path) -> None:
        from glory_env.games.glory.studies.families_picture import draw as drawn

        drawn(document, path)

    about = f"{sentences(document)}\n\n{circumstances(document)}"
    return Page(
        "What selfishness costs", "", about, tables(document), level=2,
        draw=draw, picture=PICTURE, below=f"{CAPTION}\n\n{about}",
    )  # fmt: skip


STUDY = Study(Families, plan, judge, page)
