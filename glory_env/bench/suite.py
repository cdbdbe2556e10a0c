"""A run of the suite: everything played, everything worked out, one document."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from glory_env import __version__
from glory_env.bench import crossplay, dilemma, tasks
from glory_env.bench.columns import Book
from glory_env.bench.config import COOPERATIVE, SELFISH, ZERO_SUM, BenchConfig
from glory_env.bench.entrants import Entrant, check, code, distinct, entrants, is_slow, kind
from glory_env.bench.fingerprint import fingerprint
from glory_env.bench.statistics import CONFIDENCE, RESAMPLES
from glory_env.bench.store import Pairing, options_of, play_missing
from glory_env.engine.observation import OBSERVATION_VERSION
from glory_env.report.annotate import annotated
from glory_env.scenarios import load

SCHEMA = "tonnage-bench-1"
# Of a results file: where these differ, so may all figures.
CIRCUMSTANCES = (
    "package", "code", "scenario_id", "options", "seeds", "search", "deterministic",
    "temperaments", "held_out",
)  # fmt: skip


def pairings(config: BenchConfig, found: Sequence[Entrant], certify: bool) -> list[Pairing]:
    """All pairings of a run, none twice."""
    wanted = [
        pair
        for name, task in tasks.PLAYED.items()
        for entrant in players(config, found, name)
        for pair in task.pairings(config, entrant)
    ]
    if "crossplay" in config.tasks:
        wanted += crossplay.matrix_pairings(found)
    if certify:
        wanted += dilemma.cells(config).values()
    wanted += [tasks.itself(entrant) for entrant in found]  # how its games run by turn
    return list(dict.fromkeys(wanted))


def players(config: BenchConfig, found: Sequence[Entrant], task: str) -> list[Entrant]:
    """Who plays a task: everybody, but planners only what they have the time for."""
    if task not in config.tasks:
        return []
    return [
        entrant
        for entrant in found
        if task in config.search_tasks or not any(map(is_slow, entrant.policies))
    ]


def run(
    config: BenchConfig, certify: bool, progress: Callable[[int], Any] | None = None
) -> dict[str, Any]:
    """Play what is missing and give the results as plain values for JSON.

    progress: called with the number of pairings there are, gives what is told how many of them
    have just been finished. AgentError, ScenarioError or ValueError for what does not exist.
    """
    start = time.perf_counter()
    found = entrants(config.agents)
    named = [policy for entrant in found for policy in entrant.policies]
    check(named + list(config.dilemma.values()) * certify, load(config.scenario))
    distinct(found)
    if certify:
        dilemma.check(config)
    wanted = pairings(config, found, certify)
    play_missing(config, wanted, progress(len(wanted)) if progress else lambda finished: None)
    book = Book(config)
    return {
        **_header(config, found),
        "tasks": {
            name: {
                "question": task.question,
                "columns": [column._asdict() for column in task.columns(config)],
                "rows": {e.name: _row(task.row(book, e)) for e in players(config, found, name)},
            }
            for name, task in tasks.PLAYED.items()
            if name in config.tasks
        },
        "crossplay": crossplay.crossplay(book, found) if "crossplay" in config.tasks else None,
        "certificate": dilemma.certificate(book) if certify else None,
        "by_turn": {e.name: book.games(tasks.itself(e)).by_turn for e in found},
        "game": annotated(book, found),
        "pairings": {pair.key: _pairing(book, config, pair) for pair in wanted},
        "wall_time_s": round(time.perf_counter() - start, 1),
    }


def _header(config: BenchConfig, found: Sequence[Entrant]) -> dict[str, Any]:
    """Everything the figures depend on."""
    scenario = load(config.scenario)
    return {
        "schema": SCHEMA,
        "package": __version__,
        "code": code()[:16],
        "observation_version": OBSERVATION_VERSION,
        "scenario": scenario.name,
        "scenario_id": scenario.id,
        "options": config.options.as_dict(),
        "deadlock": config.options.deadlock,
        "reward": {
            "coop": COOPERATIVE,
            "selfish": SELFISH,
            "zero_sum": ZERO_SUM,
            "others": SELFISH,
        },
        "seeds": {"first": config.first_seed, "games": config.games},
        "search": {"games": config.search_games, "minutes": config.search_minutes},
        "deterministic": config.deterministic,
        "intervals": {
            "kind": "percentile bootstrap clustered by seed",
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
        },
        "agents": {
            e.name: {
                "kind": kind(e.policy()),
                "seeds": {f"{angle:g}": list(names) for angle, names in e.seeds.items()},
                "fingerprints": {name: fingerprint(name)[:16] for name in e.policies},
            }
            for e in found
        },
        "temperaments": list(config.temperaments),
        "held_out": {
            "seeds": list(config.held_out),
            "sha256": _sha256_of(tasks.held_out(config)),
        },
    }


def _sha256_of(names: Sequence[str]) -> str:
    """sha256 over the fingerprints of agents, in order."""
    return hashlib.sha256("\n".join(map(fingerprint, names)).encode()).hexdigest()


def _row(row: tasks.Row) -> dict[str, list[float | None] | None]:
    return {name: crossplay.plain(value) for name, value in row.items()}


def _pairing(book: Book, config: BenchConfig, pair: Pairing) -> dict[str, Any]:
    games = book.games(pair)
    return {
        "army": pair.army,
        "navy": pair.navy,
        "angle": pair.angle,
        "deadlock": options_of(config, pair)["deadlock"],
        "solo": pair.solo,
        "planner": pair.is_slow,
        "games": len(games.seeds),
        "seconds": round(games.seconds, 2),
        "figures": _row(book.figures(pair)),
    }


def read_results(path: Path) -> dict[str, Any]:
    """A results file; ValueError names one of another schema or without what `compare` reads.

    OSError for one that is not there.
    """
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: not a results file: {error}") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise ValueError(f"{path}: expected schema {SCHEMA!r}, got {schema!r}")
    missing = list(_missing(found))
    if missing:
        raise ValueError(f"{path}: expected the keys {', '.join(missing)} as well")
    return found


def _missing(found: dict[str, Any]) -> Iterator[str]:
    """Keys that `compare` reads and a document does not have."""
    yield from (key for key in (*CIRCUMSTANCES, "agents", "tasks") if key not in found)
    for name, task in found.get("tasks", {}).items():
        place = f"tasks.{name}"
        yield from (f"{place}.{key}" for key in ("columns", "rows") if key not in task)
        columns = task.get("columns", [])
        for k, column in enumerate(columns):
            wanted = tasks.Column._fields
            yield from (f"{place}.columns.{k}.{key}" for key in wanted if key not in column)
        for agent, row in task.get("rows", {}).items():
            keys = (column["key"] for column in columns if "key" in column)
            yield from (f"{place}.rows.{agent}.{key}" for key in keys if key not in row)
