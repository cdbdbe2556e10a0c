"""Partners for the VecEnvs, by name: what plays the other seat in training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.interface import FLAT, MACRO
from glory_agents.macro.parameters import rows_of
from glory_agents.macro.player import MacroPlayer
from glory_agents.scripted.agent import ScriptedAgent
from glory_env.envs.agent import Agent, AgentError, make_agent, plays_batches
from glory_env.scenarios import load
from glory_env.training.macro_vecenv import MacroVecEnv
from glory_env.training.vecenv import GloryVecEnv

VEC_ENVS = {FLAT: GloryVecEnv, MACRO: MacroVecEnv}


class ScriptPartner:
    """A script with its own parameters."""

    def __init__(self, script: ScriptedAgent) -> None:
        self._row = script.row

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return np.repeat(self._row, len(observations))


class NetworkPartner:
    """A macro network as it plays: its likeliest parameters, given its conditioning."""

    def __init__(self, agent: LearnedAgent, player: MacroPlayer) -> None:
        self._agent, self._player = agent, player

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return rows_of(self._player.choices(self._agent.condition(observations)))


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
    if isinstance(agent, ScriptedAgent):
        return ScriptPartner(agent)
    if isinstance(agent, LearnedAgent) and isinstance(agent.player, MacroPlayer):
        return NetworkPartner(agent, agent.player)
    raise AgentError(
        f"agent {name!r}: with interface macro only scripts and macro networks can be partners"
    )
