"""Small networks of the Aleutians Campaign, and settings of small runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.games.aleutians.run_settings import AleutiansImitation, AleutiansTraining
from glory_env.games.aleutians.scenario import load

if TYPE_CHECKING:
    from glory_agents.learned.by_seat import BySeat

LAYERS = (16, 16)
GAME = "aleutians"


def new_network() -> BySeat:
    import torch

    from glory_agents.aleutians.policy import new_policy

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
