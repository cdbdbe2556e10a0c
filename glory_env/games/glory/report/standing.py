"""Where agents stand, as tables: gains, payoffs, behaviour, whom each is like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from glory_env.games.glory.bench.cells import PLACES
from glory_env.games.glory.bench.certificate import COOPERATOR
from glory_env.games.glory.state import SERVICES
from glory_env.report.tables import MISSING, Table, interval, mean, origin

PART = "standing"
WIDTH = 100  # columns of the terminal
SHOWN = 2  # known agents that are named as the nearest
FAMILIES = (
    "One network says nothing of a motive: that takes families of training seeds "
    "(glory study families)."
)


def tables(document: Mapping[str, Any]) -> list[Table]:
    """Of each entrant: gains over the cooperator, payoffs, behaviour."""
    return [
        table
        for name, agent in document["agents"].items()
        for table in (
            _gains(document, name, agent),
            _payoffs(document, name, agent),
            _behaviour(document, name, agent),
        )
    ]


def circumstances(document: Mapping[str, Any]) -> str:
    """What the figures depend on, in a line."""
    partners = ", ".join(f"{name} ({_words(role)})" for role, name in document["partners"].items())
    return (
        f"{origin(document)}, seeds from {document['seeds']['first']}, the same in all pairings; "
        f"actions {'likeliest' if document['deterministic'] else 'as each policy plays'}. "
        f"Partners: {partners}. Mean [95 % interval over dice]."
    )


def _gains(document: Mapping[str, Any], name: str, agent: Mapping[str, Any]) -> Table:
    partner = document["partners"][COOPERATOR]
    beside = []
    for level, by_role in agent["levels"].items():
        of = by_role[COOPERATOR]
        seats = " and ".join(
            f"{interval(of[seat]['gain'], 'lead')} as {seat} "
            f"(cost {mean(of[seat]['cost'], 'lead', 2)})"
            for seat in SERVICES
        )
        beside.append(f"{level} {seats}")
    note = (
        f"{_games(document, name, agent)} Beside the cooperator {partner} it gains "
        f"{'; '.join(beside)}. Gain: what it gets more than {partner} gets in the same place, "
        "beside the same partner on the same dice; cost: what that partner gets less. A match is "
        f"both seatings. {FAMILIES}"
    )
    head = ["level, beside", *(f"gain, {p}" for p in PLACES), *(f"cost, {p}" for p in PLACES)]
    rows = [
        [
            label,
            *(
                interval(of[place][figure], "lead")
                for figure in ("gain", "cost")
                for place in PLACES
            ),
        ]
        for label, of in _rows(agent)
    ]
    return Table(PART, f"where {name} stands: gain over the cooperator", note, head, rows)


def _games(document: Mapping[str, Any], name: str, agent: Mapping[str, Any]) -> str:
    """How many, and of what."""
    words = f"{agent['games']} games of each pairing."
    if agent["slow"]:
        slow = document["slow"]
        words = (
            f"{name} does not play in batches: {agent['games']} games of each pairing, what "
            f"{slow['minutes']:g} min of each allow, at least {slow['games']}."
        )
    if agent["members"] > 1:
        words += f" Of {agent['members']} members {agent['policy']} alone."
    return words


def _payoffs(document: Mapping[str, Any], name: str, agent: Mapping[str, Any]) -> Table:
    rows = [
        [label, *(interval(of[place]["payoff"], "lead") for place in PLACES)]
        for label, of in _rows(agent)
    ]
    note = "What it gets in a seat, and as the mean of both seats."
    return Table(PART, f"where {name} stands: payoffs", note, ["level, beside", *PLACES], rows)


def _rows(agent: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for level, by_role in agent["levels"].items():
        for role, of in by_role.items():
            yield f"{level}, {_words(role)}", of


def _behaviour(document: Mapping[str, Any], name: str, agent: Mapping[str, Any]) -> Table:
    """The entrant first, then the known agents, the nearest first."""
    known, distances = document["known"], dict(map(tuple, agent["nearest"]))
    rows = [_figures(name, agent["behaviour"], MISSING)]
    for other in sorted(known, key=lambda other: distances.get(other, float("inf"))):
        role = known[other]["role"]
        apart = f"{distances[other]:.2f}" if other in distances else MISSING
        rows.append(_figures(f"{other} ({_words(role)})", known[other]["behaviour"], apart))
    near = " and ".join(f"{other} ({apart:.2f})" for other, apart in agent["nearest"][:SHOWN])
    note = (
        f"Nearest known agents: {near or 'none'}. In percent: left: what a first offer of the "
        "seat leaves the other, of the total; deadlocks: of the turns with talks; escorts: "
        "granted of those asked for; pool: a seat's combat losses paid from the total. "
        "distance: root mean square of the differences in these figures and in the payoffs of "
        "a match, each over its standard deviation among the known agents."
    )
    head = ["agent, with itself", *(f"left, {seat}" for seat in SERVICES), "deadlocks", "escorts",
            *(f"pool, {seat}" for seat in SERVICES), "completed", "distance"]  # fmt: skip
    return Table(PART, f"where {name} stands: behaviour, and whom it is like", note, head, rows)


def _figures(label: str, found: Mapping[str, Any], apart: str) -> list[str]:
    values = [
        *(found["offers"][seat]["mean"] for seat in SERVICES), found["deadlocks"],
        found["escorts"], *(found["pool"][seat] for seat in SERVICES), found["completed"],
    ]  # fmt: skip
    return [label, *(mean(value, "share", 1) for value in values), apart]


def _words(role: str) -> str:
    return role.replace("_", " ")
