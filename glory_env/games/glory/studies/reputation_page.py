"""The tables of `glory study reputation`: verdicts on the aims first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.bench.ablated import FROZEN_LOG, GENEROUS_PAST
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.aims import bounds
from glory_env.games.glory.studies.reputation import PASTS, SIDES, judge, plan
from glory_env.games.glory.studies.settings import Reputation
from glory_env.report.tables import MISSING, Page, Table, interval, origin, seconds

AIMS_NOTE = (
    "Fixed before the games. *met*: the 95 % interval lies within the aim, *missed*: outside, "
    "*open*: neither. The strongest taker was chosen on other seeds. A stored best response is one "
    "of `glory respond`, in the utilities of the suite (joint loss -1)."
)
ITSELF_NOTE = "Deadlocks: of turns with talks. Army, navy: utility."
TAKEN_NOTE = (
    "*gain*: what the taker gets less what the agent gets in that seat with itself; *loss*: what "
    "the agent in the other seat gets less than with itself."
)
MEMORY_NOTE = (
    "The agent as it is less the agent that is always shown the start of a game (*no past*) or the "
    "past of a game with `always_saint` (*generous*). Seat: the agent's."
)
WORTH_NOTE = (
    "The agent is shown a generous past, less the same with a grim one (`always_grim`): what a "
    "good name brings the partner, and what that costs or brings the agent. Seat: the agent's."
)
SHOWN = {FROZEN_LOG: "no past", GENEROUS_PAST: "generous"}
FORMS = dict(zip(SIDES, ("lead", "lead", "points"), strict=True))
Agents = Mapping[str, Any]


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `reputation.judge` gives."""
    agents = document["agents"]
    return [_aims(agents), _itself(agents), _taken(agents), _memory(agents), _worth(agents)]


def _aims(agents: Agents) -> Table:
    rows = []
    for name, agent in agents.items():
        rows.append([name])
        for one in agent["verdicts"]:
            about, value = one["what"], interval(one["value"], one["form"])
            kind, _, seat = one["key"].partition(" ")
            if kind == "taker":
                about += f", {agent['strongest'][seat]}"
            if kind == "response" and one["value"] is None:
                value = "not run"
            rows.append([about, bounds(one), value, one["verdict"]])
    return Table(
        "verdicts", "against the aims", AIMS_NOTE, ["", "aim", "measured", "verdict"], rows
    )


def _rows(found: list[list[Any]]) -> dict[tuple[str, ...], Any]:
    """Figures by what they are called."""
    return {tuple(names): value for *names, value in found}


def _itself(agents: Agents) -> Table:
    forms = {"completed": "share", "deadlocks": "share", "welfare": "number"}
    forms |= dict.fromkeys(SERVICES, "lead")
    rows = []
    for name, agent in agents.items():
        found = _rows(agent["itself"])
        rows.append([name, *(interval(found[key,], form) for key, form in forms.items())])
    return Table("itself", "with itself", ITSELF_NOTE, ["", *forms], rows)


def _taken(agents: Agents) -> Table:
    columns = [(seat, what) for seat in SERVICES for what in ("gain", "loss")]
    rows = []
    for name, agent in agents.items():
        found = _rows(agent["taken"])
        rows.append([name])
        for taker in dict.fromkeys(key[0] for key in found):
            values = (interval(found[taker, *column], "lead") for column in columns)
            rows.append([taker, *values])
        for policy, one in agent["responses"].items():
            gains = (text for s in SERVICES for text in (interval(one[s], "lead"), MISSING))
            rows.append([f"{policy}: {one['from']}", *gains])
    names = [f"{what}, taker as {seat}" for seat, what in columns]
    return Table("taken", "exploited", TAKEN_NOTE, ["taker", *names], rows)


def _memory(agents: Agents) -> Table:
    rows = []
    for name, agent in agents.items():
        found = _rows(agent["memory"])
        rows.append([name])
        for taker, seat in dict.fromkeys(key[:2] for key in found):
            values = (
                interval(found[taker, seat, past, side], FORMS[side])
                for past in PASTS
                for side in SIDES
            )
            rows.append([taker, seat, *values])
    sides = [f"{what}, less {SHOWN[past]}" for past in PASTS
             for what in ("agent", "taker", "completed")]  # fmt: skip
    return Table("memory", "memory against takers", MEMORY_NOTE, ["taker", "seat", *sides], rows)


def _worth(agents: Agents) -> Table:
    rows = []
    for name, agent in agents.items():
        found = _rows(agent["worth"])
        rows.append([name])
        for partner, seat in dict.fromkeys(key[:2] for key in found):
            sides = ("other", "own", "completed")
            values = (interval(found[partner, seat, side], FORMS[side]) for side in sides)
            rows.append([partner, seat, *values])
    names = ["partner", "seat", "to the partner", "to the agent", "completed"]
    return Table("worth", "worth of a good past", WORTH_NOTE, names, rows)


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds, chosen = document["seeds"], document["selection_seeds"]
    return (
        f"{origin(document)}, utilities of {document['level']} ({document['utilities']}); "
        f"{seeds['games']:,} games of each pairing from seed {seeds['first']}, the strongest "
        f"takers chosen on {chosen['games']} from seed {chosen['first']}; means with 95 % "
        f"intervals, paired by seed; with families over training seeds and dice{_members(document)}"
    )


def _members(document: Mapping[str, Any]) -> str:
    """Who the families are."""
    of = {name: agent["fingerprints"] for name, agent in document["agents"].items()}
    families = {name: members for name, members in (of | document["partners"]).items()
                if len(members) > 1 and name != "+".join(members)}  # fmt: skip
    return "".join(f"; {name}: {', '.join(members)}" for name, members in families.items())


def page(document: dict[str, Any]) -> Page:
    """What a past is worth, on a page."""
    about = circumstances(document)
    return Page("Reputation", f"{about}.", f"{about}, {seconds(document)}", tables(document), 2)


STUDY = Study(Reputation, plan, judge, page)
