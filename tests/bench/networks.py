"""Small untrained networks of Glory in files, and what a card of a network begins with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from glory_agents.glory.macro.parameters import N_LOGITS
from glory_agents.learned.game_networks import interfaces_of
from glory_agents.learned.names import MACRO
from glory_agents.learned.policy_file import save_policy
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.training.files import provenance


def write_network(
    folder: Path, kind: str = "macro", scenario: str = "teaching", seed: int = 1
) -> Path:
    """A network whose orders differ from situation to situation."""
    import torch

    from glory_agents.glory.perceptron import Network

    torch.manual_seed(seed)
    network = Network([16], outputs=N_LOGITS if kind == MACRO else N_ACTIONS)
    with torch.no_grad():
        network.policy[-1].weight.mul_(300)
    about = {
        **provenance(scenario),
        "config": {"interface": kind, "layers": [16], "activation": "relu", "name": "own"},
        "outputs": interfaces_of("glory")[kind].outputs(),
        "conditioning": {
            "objective.cos": 0.0,
            "objective.sin": 1.0,
            "turn.turn": 0.5,
            "turn.left": 0.5,
        },
    }
    save_policy(folder, network, about)
    return folder


def head_of(card: Path) -> dict[str, Any]:
    """The front matter of a card."""
    empty, head, _ = card.read_text(encoding="utf-8").split("---\n", 2)
    assert empty == ""
    found: dict[str, Any] = yaml.safe_load(head)
    return found
