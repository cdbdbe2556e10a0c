"""The calibration: the designer's statements and how the reference fares under other readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_agents.glory.scripted.named import DEGENERATE, NAMED
from glory_env.bench.seeds import REPORTING, TUNING
from glory_env.bench.statistics import INTERVALS, Among, Figure, derive
from glory_env.bench.study import SECONDS, Start, head
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.crossplay import Plain, plain
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.policies import policy
from glory_env.games.glory.bench.store import Games, PlayStore, ResultsStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import VARIANTS, applies
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Calibrate
from glory_env.games.glory.studies.statements import (
    ORDINARY,
    PRICED,
    REFERENCE,
    SOLO,
    Played,
    Row,
    figure_of,
    statements,
)
from glory_env.games.glory.studies.statements import judge as judge_statement

FORMAT = 2
MATRIX: dict[str, str | Among] = {
    "completion": "completed",
    **{f"gp_{seat}": Among(f"gp_{seat}", "completed") for seat in SERVICES},
}
EVERYBODY = ("random", *NAMED)  # the agents of the matrix
GAMES, MATRIX_GAMES, QUICK_GAMES = 1000, 200, 20
QUICK_LEAST = 2  # games of a planner


def pairings(config: PlayConfig, search: bool = True) -> dict[str, Pairing]:
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


def plan(asked: Calibrate, progress: Start | None = None) -> PlayStore:
    """Play what is missing of the statements or of the matrix. ValueError names what is wrong."""
    if asked.agents and not asked.matrix:
        raise ValueError("--agents: only with --matrix")
    if not asked.minutes >= 0:
        raise ValueError(f"--minutes: expected at least 0, got {asked.minutes:g}")
    load(asked.scenario)
    usual = QUICK_GAMES if asked.quick else MATRIX_GAMES if asked.matrix else GAMES
    kept = store(
        asked,
        usual if asked.games is None else asked.games,
        TUNING if asked.tuning else REPORTING,
        search_games=QUICK_LEAST if asked.quick else PlayConfig().search_games,
        search_minutes=0.0 if asked.quick else asked.minutes,
        scenario=asked.scenario,
    )
    if asked.matrix:
        names = asked.agents or EVERYBODY
        for name in names:
            policy(name)  # a name that is not one shows before anything is played
        wanted = [pair for row in matrix_pairings(names) for pair in row]
    else:
        wanted = [*pairings(kept.config, not asked.no_search).values()]
    kept.play_all(wanted, progress)
    return kept


def judge(asked: Calibrate, kept: PlayStore) -> dict[str, Any]:
    """The statements and the sensitivity, or completion and GP of every ordered pair."""
    config = kept.config
    about = {
        **head(FORMAT, load(config.scenario)),
        "options": config.options.as_dict(),
        "seeds": {
            "first": config.first_seed,
            "games": config.games,
            "range": "reporting" if config.first_seed == REPORTING else "tuning",
        },
        "intervals": INTERVALS,
    }
    if asked.matrix:
        names = asked.agents or EVERYBODY
        return {**about, "agents": list(names), **matrix(kept, names, MATRIX), SECONDS: 0.0}
    wanted = pairings(config, not asked.no_search)
    played: Played = {key: kept.games(pair) for key, pair in wanted.items()}
    rows = [judge_statement(one, played) for one in statements(load(config.scenario))]
    readings = {REFERENCE: "as it is", **{v.key: v.name for v in VARIANTS if v.key in wanted}}
    return {
        **about,
        "statements": [_statement(row) for row in rows],
        "sensitivity": [
            {"name": name, "games": len(played[key].seeds), **_reference_figures(played[key])}
            for key, name in readings.items()
        ],
        "pairings": [
            {
                "key": key,
                "agents": dict(zip(SERVICES, pair[:2], strict=True)),
                "scenario_id": kept.scenario(pair).id,
                "options": kept.options(pair),
                "games": len(played[key].seeds),
                "completion": plain(figure_of(played[key], "completed")),
                "seconds": round(played[key].seconds, 3),
            }
            for key, pair in wanted.items()
        ],
        SECONDS: 0.0,
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
