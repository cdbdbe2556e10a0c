"""Agents by name. `glory_env.partners.make_agent` looks here for all but the random one.

A path to a folder or .safetensors file, as training writes it, makes a learned agent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from glory_env.options import unknown
from glory_env.partners import Agent, AgentError, RandomAgent

REGISTRY: dict[str, Callable[[], Agent]] = {"random": RandomAgent}


def make_agent(name: str) -> Agent:
    """An agent by name or path; AgentError lists the valid names, near misses first."""
    if name in REGISTRY:
        return REGISTRY[name]()
    path = Path(name)
    if path.is_dir() or path.suffix == ".safetensors":
        try:
            from agents.learned import LearnedAgent
        except ModuleNotFoundError as error:
            raise AgentError(
                f"{name}: a learned agent needs {error.name}: pip install -e '.[train]'"
            ) from None
        return LearnedAgent(path)
    raise AgentError(
        unknown("agent", name, REGISTRY) + ", or the folder or .safetensors file of a policy"
    )
