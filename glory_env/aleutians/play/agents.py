"""Who plays a seat of the Aleutians Campaign against a person: agents by name."""

from __future__ import annotations

from glory_agents.registry import ALEUTIANS, make_agent, registry
from glory_env.envs.agent import Agent


def player_names() -> list[str]:
    """The agents that a page offers."""
    return sorted(registry(ALEUTIANS))


def make_player(name: str) -> Agent:
    """An agent by name, with parameters; AgentError lists what there is."""
    return make_agent(name, game=ALEUTIANS)
