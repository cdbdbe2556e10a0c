"""What the model cards of all networks say, each a short page beside its weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_agents.learned.names import TENSORS

if TYPE_CHECKING:
    from torch import nn

CARD = "card.md"
NOT_MEASURED = "Strength: not measured yet."


def size_of(network: nn.Module, folder: Path) -> str:
    """Weights, and megabytes of their file in the folder."""
    weights = sum(p.numel() for p in network.parameters())
    size = (folder / TENSORS).stat().st_size
    return f"{weights / 1e6:.2f} million weights, {size / 1e6:.2f} MB in float16."


def experience(about: Mapping[str, Any]) -> str:
    """What was played to train it, and how long that took."""
    cpu = f", {about['cpu_seconds'] / 60:.0f} CPU minutes" if about.get("cpu_seconds") else ""
    return (
        f"- Games of the project alone, no human ones: {about['steps'] / 1e6:.1f} million "
        f"transitions in {about['seconds'] / 60:.0f} minutes{cpu}."
    )


def commit(about: Mapping[str, Any]) -> str:
    """The state of the project that trained it."""
    git = about.get("git") or {}
    state = "with changes" if git.get("changed") else "clean"
    return f"- Git commit {git.get('commit', 'unknown')} ({state})."


def is_imitation(config: Mapping[str, Any]) -> bool:
    """Whether a network's settings are those of an imitation, not of a training."""
    return "memory" in config


def method(config: Mapping[str, Any]) -> str:
    """How a network was trained, by its settings: a tag of the front matter."""
    return "imitation-learning" if is_imitation(config) else "ppo"
