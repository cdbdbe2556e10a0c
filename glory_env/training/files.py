"""Where a result comes from: what a network depends on, versions, git state."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.learned.interface import interface
from glory_agents.learned.network import CONDITIONING
from glory_env.core.actions import VERBS, table_hash
from glory_env.core.sections import OBSERVATION_SIZE, OBSERVATION_VERSION, SECTIONS
from glory_env.engine.observation import labels
from glory_env.scenarios import load

PACKAGES = ("glory-env", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")


def provenance(scenario: str) -> dict[str, Any]:
    """What a network depends on, and the versions and git state it was made with."""
    return {
        "action_table": {"verbs": len(VERBS), "hash": table_hash()},
        "observation_version": OBSERVATION_VERSION,
        "observation_size": OBSERVATION_SIZE,
        "scenario": scenario,
        "scenario_id": load(scenario).id,
        "versions": {"python": platform.python_version()} | {p: _version(p) for p in PACKAGES},
        "git": _git_state(),
    }


def about_network(
    config: dict[str, Any], observation: np.ndarray, varying: Collection[str], **figures: Any
) -> dict[str, Any]:
    """What is written down beside a network.

    config: settings of its training, scenario and interface among them; observation, varying: as
    of `fixed_inputs`; figures: of its training.
    """
    return {
        **provenance(config["scenario"]),
        **figures,
        "conditioning": fixed_inputs(observation, varying),
        "outputs": interface(config["interface"]).outputs(),
        "deterministic": True,
        "config": config,
    }


def fixed_inputs(observation: np.ndarray, varying: Collection[str]) -> dict[str, float]:
    """What a network is always shown of objective and options: label -> number.

    observation: float32 (OBSERVATION_SIZE,), of a game as in training. varying: sections that
    have changed in training and therefore mean something to the network.
    """
    names, numbers = labels(), observation.tolist()
    fixed = [s for s in SECTIONS if s.name in CONDITIONING and s.name not in varying]
    return {names[k]: numbers[k] for s in fixed for k in range(s.start, s.stop)}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _git_state() -> dict[str, Any] | None:
    """Commit and whether files differ from it; None outside a repository or without git."""
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=folder, capture_output=True, text=True, check=True, timeout=10
        )
        return done.stdout.strip()

    try:
        return {"commit": git("rev-parse", "HEAD"), "changed": bool(git("status", "--porcelain"))}
    except (OSError, subprocess.SubprocessError):
        return None
