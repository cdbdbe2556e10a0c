"""What is known of an agent by its name: a hash of what it is, its kind, how it plays."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.learned.names import FLAT
from glory_agents.registry import make_agent, own_agent
from glory_env.envs.agent import Agent, plays_batches
from glory_env.envs.guard import Guard

if TYPE_CHECKING:  # it imports torch
    from glory_agents.learned.agent import LearnedAgent

# What decides how agents play and what is kept of it, for the cache key of stored games.
SOURCES = {
    "glory_agents": ("**/*.py",),
    "glory_env": (
        "core/*.py", "scenario/*.py", "game/*.py", "games/glory/*.py", "games/glory/rules/*.py",
        "games/glory/scenario/*.py", "games/glory/engine/*.py", "games/glory/generated/*.py",
        "envs/*.py",
        "bench/pairs.py", "bench/statistics.py", "bench/digests.py",
        "games/glory/bench/metrics.py", "games/glory/bench/observer.py",
        "games/glory/bench/levels.py",
        "games/glory/bench/store.py", "games/glory/bench/ablated.py", "games/glory/bench/bids.py",
        "games/glory/bench/positions.py",
    ),
}  # fmt: skip


@cache
def policy(name: str) -> Agent:
    """An agent to look at, not to play with, made once; AgentError where there is none."""
    return make_agent(name)


def is_network(agent: Agent) -> TypeGuard[LearnedAgent]:
    """Whether it was trained. What an agent that is not part of the project says is not asked."""
    return hasattr(agent, "path") and not isinstance(agent, Guard)


def fingerprint(name: str) -> str:
    """`fingerprint_of` an agent by name; AgentError where there is none."""
    return fingerprint_of(policy(name), name)


def fingerprint_of(agent: Agent, name: str) -> str:
    """sha256 over what an agent is, in hex.

    Of a network its policy.safetensors and policy.json, one after the other, an alias followed, and
    whether its name asks for likeliest or drawn actions against what is stored; of a script its
    parameters; of an agent that is not part of the project all its files; of any other, such as a
    planner, the name with its parameters.
    """
    if is_network(agent):  # only then is there torch to import
        from glory_agents.learned.policy_file import read_policy

        _, tensors, about = read_policy(agent.path)
        content = tensors + about
        # A macro network's parameters are always the likeliest, asked for or not.
        stored = json.loads(about)
        likeliest = bool(stored.get("deterministic"))
        asked = f"deterministic={'false' if likeliest else 'true'}"
        if stored["config"]["interface"] == FLAT and asked in name.lower():
            content += b"drawn" if likeliest else b"deterministic"
    elif isinstance(agent, ScriptedAgent):
        content = agent.row.tobytes()
    else:
        own = own_agent(name)
        content = own.fingerprint() if own else name.encode()
    return hashlib.sha256(content).hexdigest()


def other_way(name: str) -> str | None:
    """A network for micro-steps that draws its actions, by the name that plays the likeliest ones,
    or the other way round; None for any other agent.
    """
    agent = policy(name)
    if not is_network(agent) or agent.about["config"]["interface"] != FLAT:
        return None
    base, _, given = name.partition(":")
    kept = [part for part in given.split(",") if part and not part.startswith("deterministic=")]
    return f"{base}:{','.join([*kept, f'deterministic={not agent.deterministic}'.lower()])}"


def is_slow(name: str) -> bool:
    """A planner: it plays game by game."""
    return not plays_batches(policy(name))


def uses_objective(name: str) -> bool:
    """Whether it may play otherwise at another angle."""
    agent = policy(name)
    return is_network(agent) and "objective.cos" not in agent.about.get("conditioning", {})


def kind(name: str) -> str:
    """network, planner, script or own, for the tables."""
    if is_network(policy(name)):
        return "network"
    if own_agent(name):
        return "own"
    return "planner" if is_slow(name) else "script"


def sources() -> list[Path]:
    """The files that decide how agents play, in a fixed order."""
    return [
        file
        for package, patterns in SOURCES.items()
        for pattern in patterns
        for file in sorted(Path(str(files(package))).glob(pattern))
    ]


@cache
def code() -> str:
    """sha256 over the sources that decide how agents play."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()
