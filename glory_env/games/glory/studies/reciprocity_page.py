"""The tables of `glory study reciprocity`: answers in kind, and what offers are worth."""

from __future__ import annotations

from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.bench.positions import PLANNER
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.bargaining import BINS, KEEPER, LIAR, MATTERS, SMALL
from glory_env.games.glory.studies.reciprocity import GRIM, SAINT, TURNED, TURNING, judge, plan
from glory_env.games.glory.studies.settings import Reciprocity
from glory_env.games.glory.studies.subject import FROM
from glory_env.report.tables import MISSING, Page, Table, interval, origin

SWAPPED_NOTE = (
    f"Stored decisions of self-play from turn {FROM} on. Only the log of earlier turns is another "
    f"one: of games with `{SAINT}` (generous) and with `{GRIM}` (grim). *first offer*: share of "
    "the total left to the other seat, nothing said before in that turn. *escort*: granted when "
    "asked. *payment*: share of the loss that is not paid from the total. difference: generous "
    "less grim, in percent points, same position and draws. A positive one is reciprocity. "
    "*changed*: positions in which the answer is another one."
)
IN_PLAY_NOTE = (
    f"Share of the total in first offers of turns {TURNED[0]} to {TURNED[-1]}, to `{SAINT}` "
    f"(generous) and to `{TURNING}` (grim), same seeds. coefficient: what the grim partner "
    "changes, in percent points, with the position held constant (least squares: turn, total, GP "
    "difference, needs of both over the total, by seat). A negative one is reciprocity. "
    f"*opening*: before the partner has said anything in the turn, from turn {TURNED[1]} on. "
    "Positions differ in more than these numbers, so that scripts without memory reach -2.5 to "
    "+0.5. *past alone*: opening offers to who has turned, less what the agent offers in the very "
    "same positions with the log of the game with the generous partner; 0 without memory."
)
USED_NOTE = (
    "Outcome utility (win 1, draw 0.5, loss 0, game over -1) with the agent itself as the partner, "
    "both seats. *shuffled*: each offer is one that it has made in another game, in the same seat "
    "and turn. *constant*: one split every time, the best of a small grid on other seeds. "
    "difference: own offers less replaced ones, same seeds; a positive one says that the offers "
    "are worth something. partner, completed: the same for the partner's utility and for games "
    "completed, in percent points."
)
LOW_NOTE = (
    "First offers of a turn in self-play, beside what the other seat needs, where that is "
    f"{MATTERS} units or more (1 = 10,000 tons). *plan*: what `{PLANNER}` would spend on "
    "activation if it had all it wants. *idle*: the price of all idle units, which is hardly ever "
    f"wanted. low: offers below {SMALL:g} of the need."
)
PROMISES_NOTE = (
    f'talk = "cheap", turn {FROM} and later. offered: share of the total in first offers. '
    "escorts: granted of those asked for. difference: in percent points."
)
WELFARE_NOTE = "Self-play on the same seeds; GP of both over 130, 0 if not completed."
_WHAT = {"offer": "first offer", "escort": "escort", "pay": "payment"}
Agents = dict[str, Any]


def tables(document: dict[str, Any]) -> list[Table]:
    """All tables of what `bench.reciprocity.judge` gives."""
    make = {"swapped": swapped, "in_play": in_play, "used": used, "low": low, "promises": promises}
    return [table for part in document["parts"] for table in make[part](document["agents"])]


def circumstances(document: dict[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds = document["seeds"]
    return (
        f"{origin(document)}, {seeds['games']} games of each kind from seed {seeds['first']} (what "
        f"is prepared from {seeds['prepared']}), up to {document['positions']} positions of each "
        "decision; means with 95 % intervals clustered by seed"
    )


def times(document: dict[str, Any]) -> str:
    """How long each agent took, by part."""
    lines = []
    for name, by_part in document["agents"].items():
        parts = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in by_part["seconds"].items())
        lines.append(f"{name}: {parts}")
    return "\n".join(lines)


def _value(entry: dict[str, Any], name: str, form: str) -> str:
    return interval(entry.get(name), form)


def swapped(agents: Agents) -> list[Table]:
    rows = []
    for name, by_part in agents.items():
        rows.append([name])
        for key, entry in by_part["swapped"].items():
            what, _, seat = key.partition(" ")
            rows.append(
                [
                    f"{_WHAT[what]}{f', {seat}' if seat else ''}",
                    f"{entry['n']}",
                    f"{entry['games']}",
                    _value(entry, "generous", "share"),
                    _value(entry, "grim", "share"),
                    _value(entry, "difference", "points"),
                    _value(entry, "changed", "share"),
                ]
            )
    head = ["", "n", "games", "generous past", "grim past", "difference", "changed"]
    return [Table("swapped", "swapped past", SWAPPED_NOTE, head, rows)]


def in_play(agents: Agents) -> list[Table]:
    rows = []
    for name, by_part in agents.items():
        rows.append([name])
        for key, entry in by_part["in_play"].items():
            what, _, seat = key.partition(" ")
            rows.append(
                [
                    key if what == "past" else f"{what} offers{f', {seat}' if seat else ''}",
                    f"{entry['n'][0]} + {entry['n'][1]}",
                    f"{entry['games']}",
                    _value(entry, "generous", "share"),
                    _value(entry, "grim", "share"),
                    _value(entry, "coefficient", "points"),
                ]
            )
    head = ["", "n", "seeds", "to generous", "to grim", "coefficient"]
    return [Table("in_play", "in play", IN_PLAY_NOTE, head, rows)]


def used(agents: Agents) -> list[Table]:
    rows = []
    for name, by_part in agents.items():
        rows.append([name])
        for kind, entry in by_part["used"].items():
            split = entry.get("split")
            label = kind
            if split:
                shares = ", ".join(f"{part} {100 * share:.0f} %" for part, share in split.items())
                label = f"{kind}: {shares}"
            differences = ["difference", *(f"difference {service}" for service in SERVICES)]
            rows.append(
                [
                    label,
                    f"2 x {entry['n']}",
                    *(_value(entry, part, "signed") for part in ("own", "replaced", *differences)),
                    _value(entry, "other", "signed"),
                    _value(entry, "completed", "points"),
                ]
            )
    head = ["", "n", "own offers", "replaced", "difference", *SERVICES, "partner", "completed"]
    return [Table("used", "bargaining used", USED_NOTE, head, rows)]


def low(agents: Agents) -> list[Table]:
    rows = []
    for name, by_part in agents.items():
        rows.append([name])
        for key, entry in by_part["low"].items():
            kind, _, who = key.partition(" ")
            shares = entry.get("bins", {})
            rows.append(
                [
                    f"{kind}, {'both seats' if who == 'both' else f'by the {who}'}",
                    f"{entry['n']}",
                    _value(entry, "low", "share"),
                    _value(entry, "offered", "gp"),
                    _value(entry, "need", "gp"),
                    *(f"{100 * shares[b][0]:.1f} %" if b in shares else MISSING for b in BINS),
                ]
            )
    head = ["need", "n", "low", "offered", "needed", *BINS]
    return [Table("low", "low offers", LOW_NOTE, head, rows)]


def promises(agents: Agents) -> list[Table]:
    rows, welfare = [], []
    for name, by_part in agents.items():
        entry = by_part["promises"]
        rows.append([name])
        for what, label, count in (("offer", "offered", "offers"), ("escort", "escorts", "asked")):
            rows.append(
                [
                    label,
                    " + ".join(str(n) for n in entry[f"n {count}"]),
                    _value(entry, f"{what} {KEEPER}", "share"),
                    _value(entry, f"{what} {LIAR}", "share"),
                    _value(entry, f"{what} difference", "points"),
                ]
            )
        values = (_value(entry, f"welfare {talk}", "number") for talk in ("off", "binding"))
        welfare.append(
            [name, f"{entry['n']}", *values, _value(entry, "welfare difference", "lead")]
        )
    return [
        Table("promises", "promises", PROMISES_NOTE,
              ["", "n", f"to {KEEPER}", f"to {LIAR}", "difference"], rows),
        Table("promises", "welfare with binding talk", WELFARE_NOTE,
              ["", "n", "talk = off", "talk = binding", "difference"], welfare),
    ]  # fmt: skip


def page(document: dict[str, Any]) -> Page:
    """Answers in kind, and what offers are worth, on a page."""
    about = circumstances(document)
    return Page("Reciprocity", f"{about}.", f"{about}\n{times(document)}", tables(document))


STUDY = Study(Reciprocity, plan, judge, page, unit="game", keeps=False)
