"""What an agent is, as a hash: results say with it whose they are."""

from __future__ import annotations

import hashlib
from functools import cache

from agents import make_agent
from agents.learned import LearnedAgent
from agents.scripted.agent import ScriptedAgent
from glory_env.partners import Agent
from glory_env.training.export import read_policy


@cache
def known(name: str) -> Agent:
    """An agent to look at, not to play with, made once; AgentError where there is none."""
    return make_agent(name)


def fingerprint(name: str) -> str:
    """sha256 over what an agent is, in hex; AgentError where there is none of the name.

    Of a network its policy.safetensors and policy.json, one after the other, an alias followed; of
    a script its parameters; of a planner and of random play the name with its parameters.
    """
    agent = known(name)
    if isinstance(agent, LearnedAgent):
        _, tensors, about = read_policy(agent.path)
        content = tensors + about
    elif isinstance(agent, ScriptedAgent):
        content = agent.row.tobytes()
    else:
        content = name.encode()
    return hashlib.sha256(content).hexdigest()
