"""A run of the suite: everything played, everything worked out, one document."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from glory_env import __version__
from glory_env.bench.statistics import INTERVALS
from glory_env.core import json_file
from glory_env.core.errors import shown
from glory_env.games.glory.bench import crossplay, repeat, tasks
from glory_env.games.glory.bench.best_responses import BOTH, gain, responses_to, words
from glory_env.games.glory.bench.config import ANGLES, COOPERATIVE, SELFISH, ZERO_SUM, BenchConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import Participant, check, distinct, participants
from glory_env.games.glory.bench.policies import code, is_slow, kind
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.bench.stories import stories
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import OBSERVATION_VERSION
from glory_env.games.glory.state import SERVICES

SCHEMA = "tonnage-bench-4"
# Of a results file: where these differ, so may all figures.
CIRCUMSTANCES = (
    "package", "code", "scenario_id", "options", "seeds", "search", "deterministic",
    "temperaments", "held_out", "outside", "hidden",
)  # fmt: skip


def pairings(config: BenchConfig, measured: Sequence[Participant]) -> list[Pairing]:
    """All pairings of a run, none twice."""
    wanted = [
        pair
        for name, task in tasks.PLAYED.items()
        for participant in players(config, measured, name)
        for pair in task.pairings(config, participant)
    ]
    if "crossplay" in config.tasks:
        wanted += crossplay.pairings(config, crossplay.players(measured))
    wanted += [pair for participant in measured for pair in tasks.each_itself(participant)]
    return list(dict.fromkeys(wanted))


def players(config: BenchConfig, measured: Sequence[Participant], task: str) -> list[Participant]:
    """Participants of a task: all of them, but planners only where they have the time."""
    if not _is_asked(config, task):
        return []
    return [
        participant
        for participant in measured
        if task in config.search_tasks or not any(map(is_slow, participant.policies))
    ]


def _is_asked(config: BenchConfig, task: str) -> bool:
    """The hidden partners only where some are named."""
    return task in config.tasks and (task != "hidden" or bool(config.hidden))


def measured_by(config: BenchConfig) -> list[Participant]:
    """Who is measured. AgentError, ScenarioError or ValueError for what does not exist."""
    measured = participants(config.agents, config.games_of_families)
    named = [policy for participant in measured for policy in participant.policies]
    check([*named, *_partners(config)], load(config.scenario))
    distinct(measured)
    return measured


def run(config: BenchConfig, progress: Callable[[int], Any] | None = None) -> dict[str, Any]:
    """Play what is missing and give the results as plain values for JSON.

    progress: called with the number of pairings there are, returns what is called with how many of
    them have just been finished. Errors as of `measured_by`.
    """
    start = time.perf_counter()
    measured = measured_by(config)
    wanted = pairings(config, measured)
    store = ResultsStore(config)
    store.play_all(wanted, progress)
    matrix = crossplay.crossplay(store, measured) if "crossplay" in config.tasks else None
    document = {
        **_header(store, measured),
        "tasks": {
            name: {
                "question": task.question,
                "columns": [column._asdict() for column in task.columns(config)],
                "rows": {p.name: _row(task.row(store, p)) for p in players(config, measured, name)},
            }
            for name, task in tasks.PLAYED.items()
            if _is_asked(config, name)
        },
        "crossplay": matrix,
        "with_itself": {p.name: _with_itself(store, p, wanted) for p in measured},
        "by_turn": {p.name: store.games(tasks.itself(p)).by_turn for p in measured},
        "games": stories(store, measured),
        "pairings": {pair.key: _pairing(store, pair) for pair in wanted},
        "repeat": repeat.games_to_repeat(store, wanted),
    }
    if "held_out" in document["tasks"]:
        document["tasks"]["held_out"]["partners"] = {
            p.name: _row(tasks.EACH_HELD_OUT.row(store, p))
            for p in players(config, measured, "held_out")
        }
    if "best_response" in document["tasks"]:
        exploited(config, measured, document)
    return document | {"wall_time_s": round(time.perf_counter() - start, 1)}


def exploited(
    config: BenchConfig, measured: Sequence[Participant], document: dict[str, Any]
) -> None:
    """Complete the best response task: the larger of what a search and what the matrix gains.

    "found": participant -> where its row is from. "budgets": participant -> minutes and what they
    gain, for each stored search. The policy itself is a candidate of both, so no gain is below 0.
    """
    task, matrix = document["tasks"]["best_response"], document["crossplay"]
    task |= {"found": {}, "budgets": {}}
    for one in measured:
        stored = responses_to(config, config.responses, one.policy())
        if stored:
            task["budgets"][one.name] = [
                [entry["minutes"], entry["figures"][BOTH]["gain"]] for entry in stored
            ]
        row = document["agents"][one.name]["row"]
        field = matrix["exploitability"][row] if matrix and row else None
        if stored and (not field or gain(stored[-1]) >= field[BOTH][0]):
            task["found"][one.name] = words(stored[-1])
        elif field and one.name in task["rows"]:
            replies = [f"{matrix['best_reply'][row][seat]} as {seat}" for seat in SERVICES]
            task["found"][one.name] = ", ".join(replies)
            gains = {f"gain_{place}": value for place, value in field.items()}
            task["rows"][one.name] = dict.fromkeys(task["rows"][one.name]) | gains


def _with_itself(
    store: tasks.Store, participant: Participant, played: Sequence[Pairing]
) -> dict[str, Any]:
    """All metrics of a participant with itself, by the angle in degrees, where it was played."""
    return {
        f"{angle:g}": _row(tasks.figures(store, participant, angle))
        for angle in ANGLES
        if set(tasks.each_itself(participant, angle)) <= set(played)
    }


def _header(store: tasks.Store, measured: Sequence[Participant]) -> dict[str, Any]:
    """Everything the figures depend on."""
    config = store.config
    scenario = load(config.scenario)
    rows = {one.seeds[SELFISH]: one.name for one in crossplay.players(measured)}
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
        "seeds": {
            "first": config.first_seed,
            "games": config.games,
            "of_families": config.family_games,
        },
        "search": {"games": config.search_games, "minutes": config.search_minutes},
        "deterministic": config.deterministic,
        "intervals": INTERVALS,
        "agents": {
            e.name: {
                "kind": kind(e.policy()),
                "seeds": {f"{angle:g}": list(names) for angle, names in e.seeds.items()},
                "fingerprints": {name: store.fingerprint(name)[:16] for name in e.policies},
                "row": rows.get(e.seeds[SELFISH]),  # of the cross-play matrix
            }
            for e in measured
        },
        "temperaments": list(config.temperaments),
        "held_out": {
            "seeds": list(config.held_out),
            "sha256": _sha256_of(store, tasks.held_out(config)),
        },
        "outside": [*config.outside, *config.talking],
        "hidden": {
            "agents": tasks.hidden_partners(config),
            "sha256": _sha256_of(store, tasks.hidden_partners(config)),
        },
    }


def published(document: dict[str, Any]) -> dict[str, Any]:
    """What stands beside a page of results: what its games depend on, and some to repeat."""
    return {key: document[key] for key in ("schema", "scenario", *CIRCUMSTANCES, repeat.KEY)}


def _partners(config: BenchConfig) -> list[str]:
    """Partners of the tasks that a file may name."""
    named = {"outside": [*config.outside, *config.talking], "hidden": tasks.hidden_partners(config)}
    return [name for task, names in named.items() if task in config.tasks for name in names]


def _sha256_of(store: tasks.Store, names: Sequence[str]) -> str:
    """sha256 over the fingerprints of agents, in order."""
    return hashlib.sha256("\n".join(map(store.fingerprint, names)).encode()).hexdigest()


def _row(row: tasks.Row) -> dict[str, list[float | None] | None]:
    return {name: crossplay.plain(value) for name, value in row.items()}


def _pairing(store: tasks.Store, pair: Pairing) -> dict[str, Any]:
    games = store.games(pair)
    return {
        "army": pair.army,
        "navy": pair.navy,
        "angle": pair.angle,
        "deadlock": store.options(pair)["deadlock"],
        "solo": pair.solo,
        "planner": pair.is_slow,
        "games": len(games.seeds),
        "seconds": round(games.seconds, 2),
        "figures": _row(store.figures(pair)),
    }


def read_results(path: Path) -> dict[str, Any]:
    """A results file; ValueError names one of another schema or without what `compare` reads.

    OSError for one that is not there.
    """
    document: Any = json_file.read(path)
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != SCHEMA:
        raise ValueError(f"{path}: expected schema {SCHEMA!r}, got {shown(schema)}")
    try:
        missing = list(_missing(document))
    except (TypeError, AttributeError):  # a text where an object belongs, and the like
        raise ValueError(f"{path}: expected the results of a run of the suite") from None
    if missing:
        raise ValueError(f"{path}: expected the keys {', '.join(missing)} as well")
    checked: dict[str, Any] = document
    return checked


def _missing(document: dict[str, Any]) -> Iterator[str]:
    """Keys that `compare` reads and a document does not have."""
    yield from (key for key in (*CIRCUMSTANCES, "agents", "tasks") if key not in document)
    for name, task in document.get("tasks", {}).items():
        place = f"tasks.{name}"
        yield from (f"{place}.{key}" for key in ("columns", "rows") if key not in task)
        columns = task.get("columns", [])
        for k, column in enumerate(columns):
            wanted = tasks.Column._fields
            yield from (f"{place}.columns.{k}.{key}" for key in wanted if key not in column)
        for agent, row in task.get("rows", {}).items():
            keys = (column["key"] for column in columns if "key" in column)
            yield from (f"{place}.rows.{agent}.{key}" for key in keys if key not in row)
