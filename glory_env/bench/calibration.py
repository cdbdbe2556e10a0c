"""The calibration: the designer's statements and how the reference fares under other readings."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_agents.glory.scripted.named import DEGENERATE, NAMED
from glory_env import __version__
from glory_env.bench.config import REPORTING, PlayConfig
from glory_env.bench.crossplay import Plain, plain
from glory_env.bench.pairing import Pairing, pairing
from glory_env.bench.statements import (
    ORDINARY,
    PRICED,
    REFERENCE,
    SOLO,
    Played,
    Row,
    figure_of,
    judge,
    statements,
)
from glory_env.bench.statistics import INTERVALS, Among, Figure, derive
from glory_env.bench.store import Games, ResultsStore, Start
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import VARIANTS, applies
from glory_env.games.glory.state import SERVICES

FORMAT = 2
MATRIX: dict[str, str | Among] = {
    "completion": "completed",
    **{f"gp_{seat}": Among(f"gp_{seat}", "completed") for seat in SERVICES},
}
EVERYBODY = ("random", *NAMED)  # the agents of the matrix


def plan(config: PlayConfig, search: bool = True) -> dict[str, Pairing]:
    """All pairings by key: each script with itself, solo by a single controller, the variants."""
    scenario = load(config.scenario)
    wanted = {PRICED: pairing(PRICED, PRICED, observed=True)}
    for name in (*ORDINARY, *DEGENERATE):
        wanted[name] = pairing(name, name, observed=name == REFERENCE)
    if search:
        wanted[SOLO] = pairing(SOLO, SOLO, solo=True)
    for variant in VARIANTS:
        if applies(variant, scenario):
            wanted[variant.key] = pairing(REFERENCE, REFERENCE, variant=variant.key)
    return wanted


def calibrate(
    config: PlayConfig, search: bool = True, progress: Start | None = None
) -> dict[str, Any]:
    """Play what is missing and measure: plain values for JSON."""
    start = time.perf_counter()
    wanted, store = plan(config, search), ResultsStore(config)
    store.play_all([*wanted.values()], progress)
    played: Played = {key: store.games(pair) for key, pair in wanted.items()}
    rows = [judge(statement, played) for statement in statements(load(config.scenario))]
    names = {REFERENCE: "as it is", **{v.key: v.name for v in VARIANTS if v.key in wanted}}
    return {
        **header(config),
        "statements": [_statement(row) for row in rows],
        "sensitivity": [
            {"name": name, "games": len(played[key].seeds), **_reference_figures(played[key])}
            for key, name in names.items()
        ],
        "pairings": [
            {
                "key": key,
                "agents": dict(zip(SERVICES, pair[:2], strict=True)),
                "scenario_id": store.scenario(pair).id,
                "options": store.options(pair),
                "games": len(played[key].seeds),
                "completion": plain(figure_of(played[key], "completed")),
                "seconds": round(played[key].seconds, 3),
            }
            for key, pair in wanted.items()
        ],
        "wall_time_s": round(time.perf_counter() - start, 3),
    }


def cross_play(
    config: PlayConfig, names: tuple[str, ...], progress: Start | None = None
) -> dict[str, Any]:
    """Completion and GP in completed games of every ordered pair: plain values for JSON."""
    start = time.perf_counter()
    pairs = [pair for row in matrix_pairings(names) for pair in row]
    store = ResultsStore(config)
    store.play_all(pairs, progress)
    return {
        **header(config),
        "agents": list(names),
        **matrix(store, names, MATRIX),
        "wall_time_s": round(time.perf_counter() - start, 3),
    }


def matrix_pairings(names: Sequence[str]) -> list[list[Pairing]]:
    """Rows play the army."""
    return [[pairing(army, navy) for navy in names] for army in names]


def matrix(
    store: ResultsStore[Any], names: Sequence[str], figures: Mapping[str, str | Among]
) -> dict[str, list[list[Plain]]]:
    """Figure -> rows (army) of columns (navy) of [mean, low, high], each of the pairing's games."""
    grids = {}
    pairs = matrix_pairings(names)
    for key, figure in figures.items():
        columns: dict[str, np.ndarray] = {}
        formulas: dict[str, Figure] = {}
        for i, row in enumerate(pairs):
            for j, pair in enumerate(row):
                games = store.games(pair)
                if isinstance(figure, Among):
                    part = Among(f"{figure.column} {i} {j}", f"{figure.where} {i} {j}")
                    columns[part.where] = games.columns[figure.where]
                    columns[part.column] = games.columns[figure.column]
                    formulas[f"{i} {j}"] = part
                else:
                    columns[f"{i} {j}"] = games.columns[figure]
                    formulas[f"{i} {j}"] = f"{i} {j}"
        estimates = derive(formulas, columns, store.games(pairs[0][0]).seeds)
        at = range(len(names))
        grids[key] = [[plain(estimates[f"{i} {j}"]) for j in at] for i in at]
    return grids


def header(config: PlayConfig) -> dict[str, Any]:
    """What figures depend on, as plain values for JSON."""
    scenario = load(config.scenario)
    return {
        "format": FORMAT,
        "package": __version__,
        "scenario": scenario.name,
        "scenario_id": scenario.id,
        "options": config.options.as_dict(),
        "seeds": {
            "first": config.first_seed,
            "games": config.games,
            "range": "reporting" if config.first_seed == REPORTING else "tuning",
        },
        "intervals": INTERVALS,
    }


def _reference_figures(games: Games) -> dict[str, Any]:
    figures = {name: plain(figure_of(games, figure)) for name, figure in MATRIX.items()}
    return {
        "completion": figures["completion"],
        "gp": {seat: figures[f"gp_{seat}"] for seat in SERVICES},
    }


def _statement(row: Row) -> dict[str, Any]:
    statement = row.statement
    return {
        "group": statement.group,
        "name": statement.name,
        "form": statement.form,
        "expected": statement.limits.words(statement.form),
        "limits": statement.limits._asdict(),
        "measured": plain(row.measured.estimate),
        "games": row.measured.games,
        "note": row.measured.note,
        "verdict": row.verdict,
    }
