"""A small results document of the benchmark, as it was really played."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A small suite as it was really played; one participant has a best response on top of it."""
    # Not above: the other tests of this folder need neither torch nor a plot.
    from glory_env.games.glory.bench.config import BenchConfig
    from glory_env.games.glory.bench.standing import standing
    from glory_env.games.glory.bench.suite import run
    from tests.bench.shown import AGENTS, PARTNERS

    folder = tmp_path_factory.mktemp("bench")
    config = BenchConfig(
        agents=AGENTS,
        scenario="teaching",
        games=60,
        folder=folder,
        responses=folder / "none",
        temperaments=("yielding", "dogged"),
        held_out=(9001, 9002),
        outside=("demands_60",),
        talking=("honest",),
        deadlocks=("dice", "zero"),
        standing=PARTNERS,
    )
    placed = standing(config.model_copy(update={"games": 10}), AGENTS[:1])
    document = json.loads(json.dumps({"standing": placed, **run(config)}))
    response = document["tasks"]["best_response"]
    for k, column in enumerate(response["columns"]):
        response["found"]["civil_first"] = "search, 5 minutes: network as army, network as navy"
        response["rows"]["civil_first"][column["key"]] = [0.25 + k, 0.125 + k, 0.5 + k]
    response["budgets"]["civil_first"] = [[2, [0.1, 0.05, 0.15]], [5, [0.25, 0.125, 0.5]]]
    return document


@pytest.fixture
def document(played: dict[str, Any]) -> dict[str, Any]:
    """One to change."""
    return copy.deepcopy(played)
