"""The calibration: plays the pairings, and shows statements and sensitivity rows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from glory_env import __version__
from glory_env.bench.statistics import CONFIDENCE, RESAMPLES, Estimate
from glory_env.calibration import metrics
from glory_env.calibration.games import (
    DEGENERATE,
    PRICED,
    REFERENCE,
    REPORTING,
    SOLO,
    Book,
    Budget,
    Games,
    Pairing,
    Progress,
    ordinary,
    play,
)
from glory_env.calibration.statements import HELD, MISSED, Row, judge, statements
from glory_env.calibration.variants import VARIANTS, applies, scenario_of
from glory_env.calibration.words import expected, measured
from glory_env.core.state import SERVICES
from glory_env.engine.options import Options
from glory_env.scenarios import Scenario

FORMAT = 1


class Sensitivity(NamedTuple):
    """How the reference pair fares under another reading; GP in completed games, None without."""

    name: str
    games: int
    completion: Estimate
    gp: tuple[Estimate | None, Estimate | None]  # army, navy


@dataclass(frozen=True, eq=False)
class Report:
    """A finished calibration; seconds: wall time."""

    scenario: Scenario
    budget: Budget
    rows: list[Row]
    sensitivity: list[Sensitivity]
    book: Book
    seconds: float


def plan(scenario: Scenario, search: bool = True) -> list[Pairing]:
    """Everything that is played: each script with itself, one mind in solo, the variants."""
    found = [Pairing(PRICED, PRICED, PRICED, scenario, watched=True)]
    for name in (*ordinary(), *DEGENERATE):
        found.append(Pairing(name, name, name, scenario, watched=name == REFERENCE))
    if search:
        found.append(Pairing(SOLO, SOLO, SOLO, scenario, search=True, options={"solo": True}))
    for variant in VARIANTS:
        if applies(variant, scenario):
            board = scenario_of(variant, scenario)
            options = variant.options
            found.append(Pairing(variant.key, REFERENCE, REFERENCE, board, options=options))
    return found


def calibrate(
    scenario: Scenario,
    budget: Budget,
    search: bool = True,
    progress: Progress = None,
) -> Report:
    """Play and measure; AgentError for an agent that is not there."""
    start = time.perf_counter()
    book = {pairing.key: play(pairing, budget, progress) for pairing in plan(scenario, search)}
    return Report(
        scenario,
        budget,
        [judge(statement, book) for statement in statements(scenario)],
        [_sensitivity("as it is", book[REFERENCE])]
        + [_sensitivity(v.name, book[v.key]) for v in VARIANTS if v.key in book],
        book,
        time.perf_counter() - start,
    )


def _sensitivity(name: str, games: Games) -> Sensitivity:
    done = metrics.completed(games.finals)
    army, navy = (metrics.mean(games.finals["gp"][:, seat], games.seeds, done) for seat in range(2))
    return Sensitivity(name, len(done), metrics.mean(done, games.seeds), (army, navy))


# --- JSON ----------------------------------------------------------------------------------
def header(scenario: Scenario, budget: Budget, seconds: float) -> dict[str, Any]:
    """What figures depend on, as plain values for JSON."""
    return {
        "format": FORMAT,
        "package": __version__,
        "scenario": scenario.name,
        "scenario_id": scenario.id,
        "options": Options().as_dict(),
        "seeds": {
            "first": budget.first,
            "games": budget.games,
            "range": "reporting" if budget.first == REPORTING else "tuning",
        },
        "wall_time_s": round(seconds, 3),
        "intervals": {
            "kind": "percentile bootstrap clustered by seed",
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
        },
    }


def plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    """An estimate for JSON."""
    return None if estimate is None else estimate.plain()


def document(report: Report) -> dict[str, Any]:
    """The whole report as plain values for JSON."""
    return {
        **header(report.scenario, report.budget, report.seconds),
        "statements": [_statement(row) for row in report.rows],
        "sensitivity": [
            {
                "name": row.name,
                "games": row.games,
                "completion": plain(row.completion),
                "gp": dict(zip(SERVICES, map(plain, row.gp), strict=True)),
            }
            for row in report.sensitivity
        ],
        "pairings": [_pairing(games) for games in report.book.values()],
    }


def _statement(row: Row) -> dict[str, Any]:
    statement, limits = row.statement, row.statement.limits
    return {
        "group": statement.group,
        "name": statement.name,
        "unit": statement.unit,
        "expected": limits._asdict(),
        "measured": plain(row.measured.estimate),
        "games": row.measured.games,
        "note": row.measured.note,
        "verdict": row.verdict,
    }


def _pairing(games: Games) -> dict[str, Any]:
    pairing = games.pairing
    return {
        "key": pairing.key,
        "agents": dict(zip(SERVICES, (pairing.army, pairing.navy), strict=True)),
        "scenario_id": pairing.scenario.id,
        "options": dict(pairing.options),
        "games": len(games.seeds),
        "completion": plain(metrics.mean(metrics.completed(games.finals), games.seeds)),
        "wall_time_s": round(games.seconds, 3),
    }


# --- text and Markdown ---------------------------------------------------------------------
def first_line(scenario: Scenario, budget: Budget, games: str) -> str:
    """What was played, in one line."""
    kind = "" if budget.first == REPORTING else ", tuning seeds"
    return (
        f"glory_env {__version__}, scenario {scenario.name} ({scenario.id[:12]}), "
        f"{budget.games} games {games} from seed {budget.first}{kind}"
    )


def table(report: Report) -> str:
    """Statements and sensitivity rows as text of at most 100 columns."""
    lines = [
        first_line(report.scenario, report.budget, "a pairing") + f", {report.seconds:.0f} s",
        f"{'mean [95 % interval]':<49}{'expected':<12}{'measured':<24}games",
    ]
    for group, rows in groupby(report.rows, lambda row: row.statement.group):
        lines += ["", group]
        lines += [_line(row) for row in rows]
    lines += ["", _summary(report), *_notes(report), ""]
    lines.append(f"{f'{REFERENCE} with itself':<34}{'completion':<26}{'GP army':<20}GP navy")
    for row in report.sensitivity:
        army, navy = (measured(gp, "GP") for gp in row.gp)
        lines.append(f"  {row.name:<32}{measured(row.completion, 'share'):<26}{army:<20}{navy}")
    return "\n".join(lines)


def _line(row: Row) -> str:
    statement, figure = row.statement, row.measured
    words = measured(figure.estimate, statement.unit)
    games = figure.games or ""
    return f"  {statement.name:<47}{_expected(row):<12}{words:<23}{games:>6} {row.verdict}"


def _expected(row: Row) -> str:
    return expected(row.statement.limits, row.statement.unit)


def _summary(report: Report) -> str:
    judged = [row for row in report.rows if row.verdict in (HELD, MISSED)]
    held = sum(row.verdict == HELD for row in judged)
    return f"held: {held} of {len(judged)}, not run: {len(report.rows) - len(judged)}"


def _notes(report: Report) -> Iterator[str]:
    """The references that were found during the measurement."""
    seen = {
        f"best ordinary pair in {'completion' if row.statement.unit == 'points' else 'GP'}: "
        f"{row.measured.note}": None
        for row in report.rows
        if row.measured.note
    }
    yield from seen


def markdown(report: Report) -> str:
    """The same for docs/agents.md."""
    lines = [
        first_line(report.scenario, report.budget, "a pairing")
        + "; means with 95 % bootstrap intervals clustered by seed. "
        + "; ".join([_summary(report).capitalize(), *_notes(report)])
        + ".",
        "",
        "| statement | expected | measured | games | |",
        "|---|---|---|---|---|",
    ]
    for group, rows in groupby(report.rows, lambda row: row.statement.group):
        lines.append(f"| **{group}** | | | | |")
        for row in rows:
            words = measured(row.measured.estimate, row.statement.unit)
            verdict = f"**{MISSED}**" if row.verdict == MISSED else row.verdict
            games = row.measured.games or ""
            cells = (row.statement.name, _expected(row), words, games, verdict)
            lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += [
        "",
        f"| {REFERENCE} with itself | completion | GP army | GP navy |",
        "|---|---|---|---|",
    ]
    for row in report.sensitivity:
        army, navy = (measured(gp, "GP") for gp in row.gp)
        lines.append(f"| {row.name} | {measured(row.completion, 'share')} | {army} | {navy} |")
    return "\n".join(lines)
