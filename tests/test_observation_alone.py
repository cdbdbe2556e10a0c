"""No column of the observation depends on what an agent would do: it needs no agents."""

from __future__ import annotations

import hashlib
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from glory_env.vector import GloryVector

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
CASES = (
    {"scenario": "glory"},
    {"scenario": "teaching", "negotiation": "sealed", "deadlock": "janken"},
    {"scenario": "glory", "talk": "cheap"},
)
ALONE = """
import sys
sys.modules["glory_agents"] = None
try:
    import glory_agents.registry
except ModuleNotFoundError:
    print("refused")
from tests.test_observation_alone import digest
print(digest())
"""


def digest(games: int = 8, steps: int = 150) -> str:
    """Of all observations of some games of random play."""
    out = hashlib.sha256()
    for options in CASES:
        vector = GloryVector(games, seed=21, **options)
        for count in range(steps):
            out.update(vector.observations.tobytes())
            vector.step(vector.sample(3, count))
    return out.hexdigest()


def test_the_observation_is_the_same_where_no_agent_can_be_imported() -> None:
    assert importlib.import_module("glory_agents.registry")
    run = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.split() == ["refused", digest()]
