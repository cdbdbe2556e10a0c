"""What the designer says about balance, as a table: measured, expected, held or missed.

A statement is judged by the measured mean; one that says "clearly" by the near end of its 95 %
interval. What is missed stays in the table as missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from glory_env.bench.statistics import Estimate
from glory_env.calibration import metrics
from glory_env.calibration.games import DEGENERATE, PRICED, REFERENCE, SOLO, Book, Games, ordinary
from glory_env.calibration.watch import NOT_REACHED
from glory_env.core.state import ARMY, NAVY, ROW_DE, ROW_TRANSPORT, SERVICES
from glory_env.scenarios import Scenario

HELD, MISSED, NOT_RUN = "held", "missed", "not run"
OPENING = 3  # the turn after which the navy should lead
LEFTOVERS = (10, 35)  # the rulebook's examples (14-1 note)
ENOUGH = 0.05  # completion from which a pair's mean GP in completed games serves as a reference


class Measured(NamedTuple):
    """A figure: None as estimate where no game could be measured."""

    estimate: Estimate | None
    games: int
    note: str = ""


class Limits(NamedTuple):
    """Expected range; None = open. strict: the limits themselves are outside."""

    low: float | None = None
    high: float | None = None
    strict: bool = False
    clearly: bool = False  # the whole interval has to be inside

    def hold(self, found: Estimate) -> bool:
        """Whether the figure is as expected."""
        low, high = (found.low, found.high) if self.clearly else (found.mean, found.mean)
        if self.strict:
            return (self.low is None or low > self.low) and (self.high is None or high < self.high)
        return (self.low is None or low >= self.low) and (self.high is None or high <= self.high)


class Statement(NamedTuple):
    """One statement of the designer.

    unit: "share", "points" (difference of shares), "GP", "margin" (difference of GP) or "tonnage".
    empty: the verdict where no game could be measured. measure: raises KeyError where a pairing
    it needs was not played.
    """

    group: str  # what the statements under one heading are about
    name: str
    unit: str
    limits: Limits
    measure: Callable[[Book], Measured]
    empty: str = MISSED


class Row(NamedTuple):
    """A statement with its figure; verdict: HELD, MISSED or NOT_RUN."""

    statement: Statement
    measured: Measured
    verdict: str


def judge(statement: Statement, book: Book) -> Row:
    """Measure a statement and compare."""
    try:
        measured = statement.measure(book)
    except KeyError:
        return Row(statement, Measured(None, 0), NOT_RUN)
    if measured.estimate is None:
        return Row(statement, measured, statement.empty if measured.games == 0 else MISSED)
    return Row(statement, measured, HELD if statement.limits.hold(measured.estimate) else MISSED)


def statements(scenario: Scenario) -> list[Statement]:
    """All of them, in the order of the report."""
    return [
        *_completion(),
        *_completed_games(),
        *_solo(),
        *_civil_first(),
        *_degenerate(),
        *_markers(scenario),
        *_prices(scenario),
    ]


# --- measures ------------------------------------------------------------------------------
Column = Callable[[Games], np.ndarray]


def _mean(key: str, column: Column, among: Column | None = None) -> Callable[[Book], Measured]:
    """Mean of a column over the games of a pairing for which `among` holds."""

    def measure(book: Book) -> Measured:
        games = book[key]
        at = among(games) if among else np.ones(len(games.seeds), np.bool_)
        return Measured(metrics.mean(column(games), games.seeds, at), int(at.sum()))

    return measure


def _completed(games: Games) -> np.ndarray:
    return metrics.completed(games.finals)


def _lasted(games: Games) -> np.ndarray:
    return metrics.lasted(games.finals, games.tables)


def _gp(seat: int) -> Column:
    return lambda games: games.finals["gp"][:, seat].astype(np.float64)


def _mean_gp(games: Games) -> np.ndarray:
    return metrics.mean_gp(games.finals)


def _gain(one: Games, other: Games, note: str = "") -> Measured:
    """Completion of one pairing minus that of the other, seed by seed."""
    gain = _completed(one).astype(np.float64) - _completed(other)
    return Measured(metrics.mean(gain, one.seeds), len(gain), note)


def _difference(column: Column, one: Games, other: Games, note: str = "") -> Measured:
    """Means over completed games, one pairing minus the other."""
    at = _completed(one)
    found = metrics.difference_of_means(column(one), at, column(other), _completed(other))
    return Measured(found, int(at.sum()), note)


# --- the statements ------------------------------------------------------------------------
def _completion() -> Iterator[Statement]:
    for name, low, high in (
        ("random", None, 0.02),
        ("greedy_gp", None, 0.05),
        ("hold_the_line", None, 0.20),
        (REFERENCE, 0.45, 0.85),
    ):
        measure = _mean(name, _completed)
        yield Statement("completion, with itself", name, "share", Limits(low, high), measure)

    yield Statement(
        "completion, with itself",
        f"{REFERENCE} over hold_the_line",
        "points",
        Limits(low=0.0, strict=True, clearly=True),
        lambda book: _gain(book[REFERENCE], book["hold_the_line"]),
    )


def _completed_games() -> Iterator[Statement]:
    most = Limits(low=0.5, strict=True)
    yield Statement(
        f"completed games of {REFERENCE}",
        f"navy leads after turn {OPENING}",
        "share",
        most,
        _mean(REFERENCE, lambda games: metrics.lead(games.finals, NAVY, OPENING) > 0, _completed),
    )
    yield Statement(
        f"completed games of {REFERENCE}",
        "army leads at the end",
        "share",
        most,
        _mean(REFERENCE, lambda games: metrics.lead(games.finals, ARMY) > 0, _completed),
    )
    for seat, name in enumerate(SERVICES):
        measure = _mean(REFERENCE, _gp(seat), _completed)
        yield Statement(
            f"completed games of {REFERENCE}",
            f"final GP of the {name}",
            "GP",
            Limits(45, 95),
            measure,
        )
    yield Statement(
        f"completed games of {REFERENCE}",
        "turn 13 available",
        "share",
        Limits(0.05, 0.40),
        _mean(
            REFERENCE,
            lambda games: metrics.turn_13_available(games.finals, games.tables),
            _completed,
        ),
    )


def _solo() -> Iterator[Statement]:
    yield Statement(
        "solo, floor 150, both above 65",
        f"{SOLO}: victory",
        "share",
        Limits(0.15, 0.60),
        _mean(SOLO, lambda games: metrics.solo_victory(games.finals, games.tables)),
    )


def _civil_first() -> Iterator[Statement]:
    name = "civil_first"
    yield Statement(
        "civil_first with itself", "completion", "share", Limits(low=0.60), _mean(name, _completed)
    )
    for seat, service in enumerate(SERVICES):
        yield Statement(
            "civil_first with itself",
            f"GP of the {service}, over {REFERENCE}'s",
            "margin",
            Limits(high=0.0, strict=True),
            lambda book, seat=seat: _difference(_gp(seat), book[name], book[REFERENCE]),
        )


def _degenerate() -> Iterator[Statement]:
    """GP are those per service, the mean of army and navy, in completed games."""

    def completion(book: Book, name: str) -> Measured:
        best = best_completion(book)
        return _gain(book[name], best, best.pairing.key)

    def points(book: Book, name: str) -> Measured:
        best = best_gp(book)
        return _difference(_mean_gp, book[name], best, best.pairing.key)

    for name in DEGENERATE:
        yield Statement(
            "degenerate plans over the best ordinary pair",
            f"{name}: completion",
            "points",
            Limits(high=0.10),
            partial(completion, name=name),
        )
        yield Statement(
            "degenerate plans over the best ordinary pair",
            f"{name}: GP per service",
            "margin",
            Limits(high=10),
            partial(points, name=name),
            empty=HELD,  # a plan that is never completed is no danger
        )


def best_completion(book: Book) -> Games:
    """The ordinary pair that completes most of its games."""
    return max((book[name] for name in ordinary()), key=lambda games: _completed(games).mean())


def best_gp(book: Book) -> Games:
    """The ordinary pair with most GP per service in the games it completes.

    The mean of a few lucky games is no reference: pairs that complete fewer than ENOUGH of
    theirs do not count, unless none completes more.
    """

    def points(games: Games) -> tuple[bool, float]:
        at = _completed(games)
        return at.mean() >= ENOUGH, _mean_gp(games)[at].mean() if at.any() else 0.0

    return max((book[name] for name in ordinary()), key=points)


def _markers(scenario: Scenario) -> Iterator[Statement]:
    """Of the games that reach the last turn. Markers that start outside their base are apart."""
    tables = scenario.tables[0]
    for m, name in enumerate(scenario.markers):
        if tables["marker_start"][m] == 0:
            measure = _mean(REFERENCE, lambda games, m=m: games.sightings.out[:, m], _lasted)
            yield Statement(
                f"games of {REFERENCE} that reach the last turn",
                f"marker {name} leaves its base",
                "share",
                Limits(low=1 / 3),
                measure,
            )
    for b in np.flatnonzero(tables["home_islands"]):
        measure = _mean(REFERENCE, lambda games, b=b: games.sightings.entered[:, b], _lasted)
        place = scenario.names[scenario.boxes[b]]["en"]
        yield Statement(
            f"games of {REFERENCE} that reach the last turn",
            f"{place} is threatened in some games",
            "share",
            Limits(low=0.0, strict=True),
            measure,
        )


def _prices(scenario: Scenario) -> Iterator[Statement]:
    """14-1 note and designer's notes. A price is what the start and all steps cost together."""
    for tonnage in LEFTOVERS:
        yield Statement(
            "prices",
            f"random play left with {tonnage}+, nothing to buy",
            "share",
            Limits(low=0.0, strict=True),
            partial(useless_leftover, tonnage=tonnage),
        )
    transport, turns = price(scenario, ROW_TRANSPORT), turns_to_pay_back(scenario)
    yield Statement(
        "prices",
        "price of a transport, above its yield",
        "tonnage",
        Limits(low=float(scenario.tables["transport_yield"][0]), strict=True),
        lambda book: Measured(Estimate(transport, transport, transport), 0),
    )
    yield Statement(
        "prices",
        "turns until a DE has paid for itself, at best",
        "tonnage",
        Limits(low=float(scenario.tables["last_turn"][0]) / 2),
        lambda book: Measured(Estimate(turns, turns, turns), 0),
    )


def price(scenario: Scenario, row: int) -> float:
    """Tonnage of the start and all steps of a production row, by the cheaper convoy method."""
    tables = scenario.tables[0]
    return float(tables["cost"][row]) * (1 + int(tables["period"][row].min()))


def turns_to_pay_back(scenario: Scenario) -> float:
    """Turns from the start of a DE until the convoys have lost less by its price.

    At best: by the method and the number of escorts where one more saves most on average.
    """
    s = scenario.tables[0]
    losses = s.convoy_loss[:, : int(s.convoy_ships) + 1, 1:7].mean(axis=2)
    saved = -np.diff(losses, axis=1).min(axis=1)  # by method
    period = s.period[ROW_DE].astype(float)
    return float((period + s.cost[ROW_DE] * (1 + period) / saved).min())


def useless_leftover(book: Book, tonnage: int) -> Measured:
    """Share of random play's production phases that end with that much and nothing for it."""
    games = book[PRICED]
    seen = games.sightings
    game, turn = np.nonzero(seen.civil_left != NOT_REACHED)
    useless = seen.stuck[game, turn] & (seen.civil_left[game, turn] >= tonnage)
    return Measured(metrics.mean(useless, games.seeds[game]), len(game))
