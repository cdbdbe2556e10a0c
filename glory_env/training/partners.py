"""Partners for the VecEnvs, by name: what plays the other seat in training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.interface import FLAT
from glory_agents.macro.partners import macro_partner
from glory_env.envs.agent import Agent, AgentError, make_agent, plays_batches
from glory_env.scenarios import load


def agent_for(name: str, scenarios: Sequence[str]) -> Agent:
    """An agent by name; AgentError where it was trained in another scenario than one of these."""
    agent = make_agent(name)
    if isinstance(agent, LearnedAgent):
        for scenario in scenarios:
            agent.check(load(scenario))
    return agent


def make_partner(interface: str, name: str, scenarios: Sequence[str] = ()) -> Any:
    """An agent as a partner for the VecEnv of an interface, in these scenarios.

    AgentError where it cannot be one.
    """
    agent = agent_for(name, scenarios)
    if interface == FLAT:
        if not plays_batches(agent):
            raise AgentError(f"agent {name!r}: a planner is too slow to train with")
        return agent
    return macro_partner(agent, name)
