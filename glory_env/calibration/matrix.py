"""Agents against agents: completion and GP of every ordered pair, the same seeds for all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from glory_env.bench.statistics import Estimate
from glory_env.calibration import metrics
from glory_env.calibration.games import Budget, Pairing, Progress, play, scripted
from glory_env.calibration.report import first_line, header, plain
from glory_env.scenarios import Scenario

GAMES = 200  # a cell
WIDTH = 100  # columns of the text
TITLES = ("completion, %", "GP of the army in completed games", "GP of the navy in completed games")


class Cell(NamedTuple):
    """One pairing: completion is a share; GP are means in completed games, None without."""

    completion: Estimate
    army: Estimate | None
    navy: Estimate | None


@dataclass(frozen=True, eq=False)
class Matrix:
    """Rows are the army's agents, columns the navy's; seconds: wall time."""

    scenario: Scenario
    budget: Budget
    agents: tuple[str, ...]
    cells: dict[tuple[str, str], Cell]
    seconds: float


def everybody() -> tuple[str, ...]:
    """The random agent and all scripts."""
    return ("random", *scripted())


def play_matrix(
    scenario: Scenario,
    budget: Budget,
    agents: Sequence[str],
    progress: Progress = None,
) -> Matrix:
    """Every agent against every agent and itself, both ways round."""
    start = time.perf_counter()
    cells = {
        (army, navy): _cell(Pairing(f"{army} {navy}", army, navy, scenario), budget, progress)
        for army in agents
        for navy in agents
    }
    return Matrix(scenario, budget, tuple(agents), cells, time.perf_counter() - start)


def _cell(pairing: Pairing, budget: Budget, progress: Progress) -> Cell:
    games = play(pairing, budget, progress)
    done = metrics.completed(games.finals)
    army, navy = (metrics.mean(games.finals["gp"][:, seat], games.seeds, done) for seat in range(2))
    return Cell(metrics.mean(done, games.seeds), army, navy)


def document(matrix: Matrix) -> dict[str, Any]:
    """Plain values for JSON."""
    return {
        **header(matrix.scenario, matrix.budget, matrix.seconds),
        "agents": list(matrix.agents),
        "cells": [
            {
                "army": army,
                "navy": navy,
                "completion": plain(cell.completion),
                "gp": {"army": plain(cell.army), "navy": plain(cell.navy)},
            }
            for (army, navy), cell in matrix.cells.items()
        ],
    }


def _shown(cell: Cell, k: int) -> str:
    """Figure k of a cell in at most three characters."""
    found = cell[k]
    return "-" if found is None else f"{found.mean * (100 if k == 0 else 1):.0f}"


def table(matrix: Matrix) -> str:
    """Three tables as text of at most 100 columns; the columns bear the rows' numbers."""
    lines = [
        first_line(matrix.scenario, matrix.budget, "a cell") + f", {matrix.seconds:.0f} s",
        "rows: army, columns: navy",
    ]
    labels = [f"{k:>2} {name}" for k, name in enumerate(matrix.agents, 1)]
    left = max(map(len, labels)) + 1
    step = (WIDTH - left) // 4
    for k, title in enumerate(TITLES):
        for start in range(0, len(labels), step):
            columns = matrix.agents[start : start + step]
            numbers = "".join(f"{start + n:>4}" for n in range(1, len(columns) + 1))
            lines += ["", title, " " * left + numbers]
            for label, army in zip(labels, matrix.agents, strict=True):
                shown = (f"{_shown(matrix.cells[army, navy], k):>4}" for navy in columns)
                lines.append(f"{label:<{left}}{''.join(shown)}")
    return "\n".join(lines)


def markdown(matrix: Matrix) -> str:
    """The same for docs/agents.md."""
    agents = matrix.agents
    lines = [
        first_line(matrix.scenario, matrix.budget, "a cell")
        + ". Rows are the army's agents, columns the navy's, by the rows' numbers; "
        + "a dash where no game was completed.",
    ]
    for k, title in enumerate(TITLES):
        lines += [
            "",
            f"| {title} | " + " | ".join(str(n) for n in range(1, len(agents) + 1)) + " |",
            "|---|" + "---:|" * len(agents),
        ]
        for n, army in enumerate(agents, 1):
            shown = " | ".join(_shown(matrix.cells[army, navy], k) for navy in agents)
            lines.append(f"| {n} {army} | {shown} |")
    return "\n".join(lines)
