"""Who plays a seat of the Aleutians Campaign against a person: agents by name."""

from __future__ import annotations

from glory_env.aleutians.state import SIDES
from glory_env.core.errors import unknown
from glory_env.envs.agent import Agent, AgentError, RandomAgent

AGENTS = {"random": lambda: RandomAgent(SIDES)}


def make_player(name: str) -> Agent:
    """An agent by name; AgentError lists what there is."""
    if name not in AGENTS:
        raise AgentError(unknown("agent", name, AGENTS))
    return AGENTS[name]()
