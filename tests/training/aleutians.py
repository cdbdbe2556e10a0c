"""Small networks and runs of the Aleutians Campaign, for the tests of training."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from glory_agents.aleutians.policy import new_policy
from glory_agents.learned.by_seat import BySeat
from glory_env.games.aleutians.run_settings import AleutiansImitation, AleutiansTraining
from glory_env.games.aleutians.scenario import load
from glory_env.training.imitation import Imitation
from glory_env.training.trainer import Trainer

LAYERS = (16, 16)
GAME = "aleutians"


def new_network() -> BySeat:
    torch.manual_seed(1)
    return new_policy(load(GAME), LAYERS)


def lesson(runs: Path, **values: Any) -> AleutiansImitation:
    chosen: dict[str, Any] = {"slots": 8, "batch": 64, "layers": LAYERS, "memory": 512}
    chosen |= {"steps": 96, "games": 0, "runs": runs, "teacher": "historical"}
    return AleutiansImitation(**{**chosen, **values})


def settings(runs: Path, **values: Any) -> AleutiansTraining:
    chosen: dict[str, Any] = {"slots": 8, "rollout": 16, "batch": 64, "epochs": 1, "games": 0}
    chosen |= {"layers": LAYERS, "steps": 200, "shaping": 0.5, "scripts": ("careful",)}
    return AleutiansTraining(**{**chosen, "runs": runs, **values})


def finish(run: Imitation | Trainer) -> Path:
    return run.run(Console(file=io.StringIO()))
