"""Agents and networks of the settings, by name: partners in training, and what it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.entries import folder_of
from glory_agents.learned.interface import FLAT
from glory_agents.learned.pointer import PointerNetwork
from glory_agents.learned.policy_file import load_policy
from glory_agents.macro.partners import macro_partner
from glory_env.envs.agent import Agent, AgentError, make_agent, plays_batches
from glory_env.game.settings import ConfigError
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


def start_network(name: str, scenario: str, layers: Sequence[int]) -> PointerNetwork:
    """The network for micro-steps that training begins with: a stored one, which is a folder or a
    start of the project by name, or a new one for "".

    AgentError or ConfigError where a stored one cannot be used in this scenario, or has other
    layers.
    """
    if not name:
        return PointerNetwork(load(scenario).tables[0]["face"], layers)
    network, about = load_policy(folder_of(name))
    if not isinstance(network, PointerNetwork):
        raise AgentError(f"start: {name}: expected a network for every micro-step")
    if about["scenario_id"] != load(scenario).id:
        raise AgentError(f"start: {name} was trained in another scenario")
    if about["config"]["layers"] != list(layers):
        raise ConfigError(f"layers: {list(layers)}, but {name} has {about['config']['layers']}")
    return network.train()
