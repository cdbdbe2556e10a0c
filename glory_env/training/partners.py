"""Agents and networks of the settings, by name: partners in training, and what it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from glory_agents.learned.by_seat import BySeat
from glory_agents.learned.micro import MicroNetwork
from glory_agents.learned.policy_file import load_policy
from glory_agents.learned.shipped import folder_of
from glory_agents.registry import make_agent
from glory_env import games
from glory_env.envs.agent import Agent, AgentError, plays_batches
from glory_env.game.settings import ConfigError
from glory_env.training.learnable import learnable


def agent_for(name: str, scenarios: Sequence[str], game: str = games.DEFAULT) -> Agent:
    """An agent by name; AgentError where it was trained in another scenario than one of these."""
    agent = make_agent(name, game=game)
    if hasattr(agent, "check"):  # a network: whether it knows the scenario
        for scenario in scenarios:
            agent.check(learnable(game).load(scenario))
    return agent


def make_partner(name: str, scenarios: Sequence[str] = (), game: str = games.DEFAULT) -> Any:
    """An agent as a partner in training, in these scenarios; AgentError where it cannot be one."""
    agent = agent_for(name, scenarios, game)
    if not plays_batches(agent):
        raise AgentError(f"agent {name!r}: a planner is too slow to train with")
    return agent


def start_network(
    name: str, scenario: str, layers: Sequence[int], game: str = games.DEFAULT
) -> MicroNetwork:
    """The network for micro-steps that training begins with: a stored one, which is a folder or a
    start of the project by name, or a new one for "".

    AgentError or ConfigError where a stored one cannot be used in this scenario, or has other
    layers.
    """
    subject = learnable(game)
    if not name:
        return subject.new_network(subject.load(scenario), layers)
    network, about = load_policy(folder_of(name))
    if (plays := about.get("game", games.DEFAULT)) != game:
        raise AgentError(f"start: {name}: the network plays {plays}, not {game}")
    if not isinstance(network, MicroNetwork):
        raise AgentError(f"start: {name}: expected a network for every micro-step")
    if isinstance(network, BySeat) is not subject.seat_networks:
        raise AgentError(f"start: {name}: expected the folder of the networks of both seats")
    if about["scenario_id"] != subject.load(scenario).id:
        raise AgentError(f"start: {name} was trained in another scenario")
    if about["config"]["layers"] != list(layers):
        raise ConfigError(f"layers: {list(layers)}, but {name} has {about['config']['layers']}")
    return network.train()


def device_for(name: str) -> str:
    """Where a network is, "cpu" or "cuda", for a setting `device`; ConfigError where it asks for a
    GPU and there is none.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise ConfigError("device: 'cuda', but PyTorch finds no GPU; expected auto or cpu")
    return "cuda" if there and name != "cpu" else "cpu"
