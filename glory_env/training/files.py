"""Where a result comes from: what a network depends on, versions, git state."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.learned.names import FLAT
from glory_env import games
from glory_env.training.learnable import learnable

PACKAGES = ("glory-env", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")


def provenance(scenario: str, game: str = games.DEFAULT) -> dict[str, Any]:
    """What a network depends on, and the versions and git state it was made with."""
    subject = learnable(game)
    return {
        "game": game,
        **subject.facts(),
        "scenario": scenario,
        "scenario_id": subject.load(scenario).id,
        "versions": {"python": platform.python_version()} | {p: _version(p) for p in PACKAGES},
        "git": _git_state(),
    }


def about_network(
    config: dict[str, Any], observation: np.ndarray, varying: Collection[str], **figures: Any
) -> dict[str, Any]:
    """What is written down beside a network.

    config: settings of its training, scenario and layers among them; observation, varying: as of
    `Learnable.fixed_inputs`; figures: of its training.
    """
    game = config.get("game", games.DEFAULT)
    return {
        **provenance(config["scenario"], game),
        **figures,
        "conditioning": learnable(game).fixed_inputs(observation, varying),
        "deterministic": True,
        "config": {**config, "interface": FLAT, "activation": "relu"},
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _git_state() -> dict[str, Any] | None:
    """Commit and whether files differ from it; None outside a repository or without git.

    Without a lock on git's index: it would stay there where the process is killed meanwhile.
    """
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", "--no-optional-locks", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
        return done.stdout.strip()

    try:
        return {"commit": git("rev-parse", "HEAD"), "changed": bool(git("status", "--porcelain"))}
    except (OSError, subprocess.SubprocessError):
        return None
