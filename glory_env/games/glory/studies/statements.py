"""What the designer says about balance, as data: measured, expected, held or missed.

A statement is judged by the measured mean; one that says "clearly" by the near end of its 95 %
interval. What is missed stays in the table as missed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from glory_agents.glory.scripted.named import DEGENERATE, NAMED
from glory_env.bench.statistics import Among, Apart, Estimate, Figure, Formula, Share, derive
from glory_env.games.glory.bench.metrics import OPENING
from glory_env.games.glory.bench.observer import LEFTOVERS
from glory_env.games.glory.bench.store import Games
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import ROW_DE, ROW_TRANSPORT, SERVICES

REFERENCE = "withdraw_in_time"  # plays as the rulebook advises
PRICED = "random"  # buys whatever can be bought, so what is left over shows the prices
SOLO = "joint_planner"
ORDINARY = tuple(name for name in NAMED if name not in DEGENERATE)

HELD, MISSED, NOT_RUN = "held", "missed", "not run"
ENOUGH = 0.05  # completion from which a pair's mean GP in completed games serves as a reference

Played = Mapping[str, Games]  # an agent's games with itself, by its name; of variants by their key


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

    def hold(self, measured: Estimate) -> bool:
        """Whether the figure is as expected."""
        low, high = measured[1:] if self.clearly else (measured.mean, measured.mean)
        if self.strict:
            return (self.low is None or low > self.low) and (self.high is None or high < self.high)
        return (self.low is None or low >= self.low) and (self.high is None or high <= self.high)

    def words(self, form: str) -> str:
        """`45 to 85 %`, `<= 2 %`, `> 0 clearly`."""
        scale = 100 if form in ("share", "points") else 1
        less, more = ("<", ">") if self.strict else ("<=", ">=")
        low, high = (None if x is None else f"{scale * x:.3g}" for x in (self.low, self.high))
        if low is not None and high is not None:
            words = f"{low} to {high}"
        else:
            words = f"{more} {low}" if high is None else f"{less} {high}"
        return words + (" %" if form == "share" else "") + (" clearly" if self.clearly else "")


class Statement(NamedTuple):
    """One statement of the designer.

    form: how it is written, a key of `tables.FORMS`. empty: the verdict where no game could be
    measured. measure: raises KeyError where a pairing it needs was not played.
    """

    group: str  # what the statements under one heading are about
    name: str
    form: str
    limits: Limits
    measure: Callable[[Played], Measured]
    empty: str = MISSED


class Row(NamedTuple):
    """A statement with its figure; verdict: HELD, MISSED or NOT_RUN."""

    statement: Statement
    measured: Measured
    verdict: str


def judge(statement: Statement, played: Played) -> Row:
    """Measure a statement and compare."""
    try:
        measured = statement.measure(played)
    except KeyError:
        return Row(statement, Measured(None, 0), NOT_RUN)
    if measured.estimate is None:
        return Row(statement, measured, statement.empty if measured.games == 0 else MISSED)
    return Row(statement, measured, HELD if statement.limits.hold(measured.estimate) else MISSED)


# --- measures ------------------------------------------------------------------------------
Measure = Callable[[Played], Measured]
Choice = Callable[[Played], str]  # of the pairing to compare with


def figure_of(games: Games, figure: Figure) -> Estimate | None:
    """A figure of one pairing's games."""
    return derive({"": figure}, games.columns, games.seeds)[""]


def mean(key: str, column: str, where: str = "") -> Measure:
    """Mean of a column over a pairing's games, or over those in which `where` holds."""

    def measure(played: Played) -> Measured:
        games = played[key]
        count = int(games.columns[where].sum()) if where else len(games.seeds)
        return Measured(figure_of(games, Among(column, where) if where else column), count)

    return measure


def useless(least: int) -> Measure:
    """Share of random play's production phases that end with so much and nothing to buy."""

    def measure(played: Played) -> Measured:
        games = played[PRICED]
        share = figure_of(games, Share(f"useless_{least}", "phases"))
        return Measured(share, int(games.columns["phases"].sum()))

    return measure


def gain(one: str, other: str | Choice) -> Measure:
    """Completion of one pairing minus that of another."""
    return lambda played: _difference(played, one, other, ["completed"])


def lead(one: str, other: str | Choice, *seats: str) -> Measure:
    """GP of the seats, their mean, in completed games of one pairing minus those of another."""
    columns = [f"completed_gp_{seat}" for seat in seats]
    return lambda played: _difference(played, one, other, columns, "completed")


def _difference(
    played: Played, name: str, other: str | Choice, columns: Sequence[str], over: str = ""
) -> Measured:
    """Mean of the columns, over the games in which `over` holds: minus another's, seed by seed."""
    reference = other if isinstance(other, str) else other(played)
    games = {"one": played[name], "other": played[reference]}
    count = min(len(of.seeds) for of in games.values())
    wanted = [*columns, over] if over else columns
    table = {f"{k} {c}": of.columns[c][:count] for k, of in games.items() for c in wanted}

    def part(side: str) -> Formula:
        def formula(m: Mapping[str, np.ndarray]) -> np.ndarray:
            total = np.mean([m[f"{side} {name}"] for name in columns], axis=0)
            share: np.ndarray = total / m[f"{side} {over}"] if over else total
            return share

        return formula

    mine, theirs = part("one"), part("other")

    def gap(m: Mapping[str, np.ndarray]) -> np.ndarray:
        return mine(m) - theirs(m)

    estimate = derive({"": Apart(gap, (mine, theirs)) if over else gap}, table, np.arange(count))
    measured = int(games["one"].columns[over].sum()) if over else count
    return Measured(estimate[""], measured, "" if isinstance(other, str) else reference)


def best_completion(played: Played) -> str:
    """The ordinary pair that completes most of its games."""
    return max(ORDINARY, key=lambda name: played[name].columns["completed"].mean())


def best_gp(played: Played) -> str:
    """The ordinary pair with most GP per service in the games it completes.

    The mean of a few lucky games is no reference: pairs that complete fewer than ENOUGH of
    theirs do not count, unless none completes more.
    """

    def points(name: str) -> tuple[bool, float]:
        columns = played[name].columns
        done = columns["completed"]
        gp = sum(columns[f"completed_gp_{seat}"][done] for seat in SERVICES) / 2
        return done.mean() >= ENOUGH, gp.mean() if done.any() else 0.0

    return max(ORDINARY, key=points)


# --- the statements ------------------------------------------------------------------------
ALONE = "completion, with itself"
REFERENCED = f"completed games of {REFERENCE}"
CIVIL = "civil_first with itself"
OVER_BEST = "degenerate plans over the best ordinary pair"
AT_END = f"games of {REFERENCE} that reach the last turn"
ABOVE_0, BELOW_0 = Limits(low=0.0, strict=True), Limits(high=0.0, strict=True)
MOST = Limits(low=0.5, strict=True)

STATEMENTS = (
    *(
        Statement(ALONE, name, "share", Limits(low, high), mean(name, "completed"))
        for name, low, high in (
            ("random", None, 0.02), ("greedy_gp", None, 0.05), ("hold_the_line", None, 0.20),
            (REFERENCE, 0.45, 0.85),
        )
    ),
    Statement(ALONE, f"{REFERENCE} over hold_the_line", "points",
              Limits(low=0.0, strict=True, clearly=True), gain(REFERENCE, "hold_the_line")),
    Statement(REFERENCED, f"navy leads after turn {OPENING}", "share", MOST,
              mean(REFERENCE, "opening_navy", "completed")),
    Statement(REFERENCED, "army leads at the end", "share", MOST,
              mean(REFERENCE, "leads_army", "completed")),
    *(
        Statement(REFERENCED, f"final GP of the {seat}", "gp", Limits(45, 95),
                  mean(REFERENCE, f"gp_{seat}", "completed"))
        for seat in SERVICES
    ),
    Statement(REFERENCED, "turn 13 available", "share", Limits(0.05, 0.40),
              mean(REFERENCE, "turn_13_available", "completed")),
    Statement("solo, floor 150, both above 65", f"{SOLO}: victory", "share", Limits(0.15, 0.60),
              mean(SOLO, "solo_victory")),
    Statement(CIVIL, "completion", "share", Limits(low=0.60), mean("civil_first", "completed")),
    *(
        Statement(CIVIL, f"GP of the {seat}, over {REFERENCE}'s", "margin", BELOW_0,
                  lead("civil_first", REFERENCE, seat))
        for seat in SERVICES
    ),
    *(
        statement
        for name in DEGENERATE
        for statement in (
            Statement(OVER_BEST, f"{name}: completion", "points", Limits(high=0.10),
                      gain(name, best_completion)),
            # A plan that is never completed is no danger.
            Statement(OVER_BEST, f"{name}: GP per service", "margin", Limits(high=10),
                      lead(name, best_gp, *SERVICES), empty=HELD),
        )
    ),
)  # fmt: skip


def statements(scenario: Scenario) -> list[Statement]:
    """All of them, in the order of the report."""
    return [*STATEMENTS, *_markers(scenario), *_prices(scenario)]


def _markers(scenario: Scenario) -> list[Statement]:
    """Of the games that reach the last turn. Markers that start outside their base are apart."""
    tables = scenario.tables[0]
    inside = [m for k, m in enumerate(scenario.markers) if tables["marker_start"][k] == 0]
    homes = [scenario.boxes[b] for b in np.flatnonzero(tables["home_islands"])]
    return [
        *(
            Statement(AT_END, f"marker {name} leaves its base", "share", Limits(low=1 / 3),
                      mean(REFERENCE, f"out_{name}", "lasted"))
            for name in inside
        ),
        *(
            Statement(AT_END, f"{scenario.names[box]['en']} is threatened in some games", "share",
                      ABOVE_0, mean(REFERENCE, f"entered_{box}", "lasted"))
            for box in homes
        ),
    ]  # fmt: skip


def _prices(scenario: Scenario) -> list[Statement]:
    """14-1 note and designer's notes. A price is what the start and all steps cost together."""
    tables = scenario.tables[0]
    transport, turns = price(scenario, ROW_TRANSPORT), turns_to_pay_back(scenario)
    return [
        *(
            Statement("prices", f"random play left with {tonnage}+, nothing to buy", "share",
                      ABOVE_0, useless(tonnage))
            for tonnage in LEFTOVERS
        ),
        Statement("prices", "price of a transport, above its yield", "gp",
                  Limits(low=float(tables["transport_yield"]), strict=True),
                  lambda played: Measured(Estimate(transport), 0)),
        Statement("prices", "turns until a DE has paid for itself, at best", "gp",
                  Limits(low=float(tables["last_turn"]) / 2),
                  lambda played: Measured(Estimate(turns), 0)),
    ]  # fmt: skip


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
