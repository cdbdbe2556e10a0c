"""What an agent is, as a hash: results say with it whose they are."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from glory_agents.registry import make_agent
from glory_agents.scripted.agent import ScriptedAgent
from glory_env.envs.agent import Agent


@cache
def known(name: str) -> Agent:
    """An agent to look at, not to play with, made once; AgentError where there is none."""
    return make_agent(name)


def fingerprint(name: str) -> str:
    """`fingerprint_of` an agent by name; AgentError where there is none."""
    return fingerprint_of(known(name), name)


def fingerprint_of(agent: Agent, name: str) -> str:
    """sha256 over what an agent is, in hex.

    Of a network its policy.safetensors and policy.json, one after the other, an alias followed, and
    whether its name asks for the likeliest actions; of a script its parameters; of any other, such
    as a planner, the name with its parameters.
    """
    if hasattr(agent, "path"):  # a network; only then is there torch to import
        from glory_agents.learned.interface import FLAT
        from glory_agents.learned.policy_file import read_policy

        _, tensors, about = read_policy(agent.path)
        content = tensors + about
        # A macro network's parameters are always the likeliest, asked for or not.
        kind = json.loads(about)["config"]["interface"]
        if kind == FLAT and "deterministic=true" in name.lower():
            content += b"deterministic"
    elif isinstance(agent, ScriptedAgent):
        content = agent.row.tobytes()
    else:
        content = name.encode()
    return hashlib.sha256(content).hexdigest()
