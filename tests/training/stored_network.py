"""A small network of Glory in files, and questions for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from glory_agents.learned.policy_file import save_policy
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE
from glory_env.training.files import provenance

if TYPE_CHECKING:
    from glory_agents.glory.perceptron import Network

LAYERS = [16, 8]
CONFIG = {"interface": "flat", "layers": LAYERS, "activation": "relu"}


def new_network(layers: Sequence[int] = LAYERS) -> Network:
    """Always the same one; it loads torch."""
    import torch

    from glory_agents.glory.perceptron import Network

    torch.manual_seed(0)
    return Network(layers)


def written(folder: Path) -> Path:
    """The folder of a new network in `folder`."""
    save_policy(folder / "policy", new_network(), {**provenance("teaching"), "config": CONFIG})
    return folder / "policy"


def change(folder: Path, **values: Any) -> None:
    path = folder / "policy.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def questions(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    masks = (rng.random((n, N_ACTIONS)) < 0.05).astype(np.int8)
    masks[:, 3] = 1
    return rng.random((n, OBSERVATION_SIZE)).astype(np.float32), masks
