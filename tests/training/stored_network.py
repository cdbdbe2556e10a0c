"""A small network of Glory in files, and questions for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from glory_agents.glory.perceptron import Network
from glory_agents.learned.policy_file import save_policy
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE
from glory_env.training.files import provenance

CONFIG = {"interface": "flat", "layers": [16, 8], "activation": "relu"}


def written(folder: Path) -> Path:
    """The folder of a new network in `folder`."""
    torch.manual_seed(0)
    network = Network(CONFIG["layers"], "relu")
    save_policy(folder / "policy", network, {**provenance("teaching"), "config": CONFIG})
    return folder / "policy"


def change(folder: Path, **values: Any) -> None:
    path = folder / "policy.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def questions(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    masks = (rng.random((n, N_ACTIONS)) < 0.05).astype(np.int8)
    masks[:, 3] = 1
    return rng.random((n, OBSERVATION_SIZE)).astype(np.float32), masks
