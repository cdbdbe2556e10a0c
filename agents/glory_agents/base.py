"""What every agent is, and how agents are named: `name` or `name:key=value,key=value`.

The protocol itself (`reset`, `act`, `act_batch`, `explain`) and what an agent is shown live in
`glory_env.envs.agent`, since the environments need them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glory_env.core.errors import shown, unknown
from glory_env.envs.agent import Agent, AgentError, Draws, GamesView, GameView, RandomAgent

__all__ = ["Agent", "AgentError", "Draws", "Entry", "GameView", "GamesView", "RandomAgent", "build"]


class Entry(NamedTuple):
    """A registered agent.

    make: called with the given parameters (text or numbers by key). parameters: key -> meaning,
    with its default. about: one line for the list. group: heading of the list. in_files: the
    parameters that a name may have which stands in somebody else's message or file
    (`registry.check_listed`); None where such a name may not mean this agent at all. installed:
    False where files that it needs are in the repository alone; `make` says which.
    """

    make: Callable[[dict[str, Any]], Agent]
    parameters: Mapping[str, str]
    about: str
    group: str
    in_files: frozenset[str] | None = frozenset()
    installed: bool = True


def shown_name(text: str) -> str:
    """An agent's name in an error: whole, since it may be a path, if it is not very long."""
    return repr(text) if len(text) <= 400 else shown(text)


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """`withdraw_in_time:claim=0.5` -> the name and its parameters; AgentError if malformed."""
    name, _, rest = text.partition(":")
    given: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, sign, value = part.partition("=")
        if not sign or not key or not value:
            raise AgentError(
                f"agent {shown_name(text)}: expected name:key=value,key=value, got {shown(part)}"
            )
        if key in given:
            raise AgentError(f"agent {shown_name(text)}: parameter {shown(key)} is given twice")
        given[key] = value
    return name, given


def build(text: str, registry: Mapping[str, Entry]) -> Agent:
    """The agent a text names; AgentError lists the valid names or parameters."""
    name, given = split_name(text)
    if name not in registry:
        raise AgentError(unknown("agent", name, registry))
    entry = registry[name]
    for key in given:
        if key not in entry.parameters:
            valid = tuple(entry.parameters) or ("none",)
            raise AgentError(f"agent {name!r}: " + unknown("parameter", key, valid))
    try:
        return entry.make(dict(given))
    except AgentError as error:
        raise AgentError(f"agent {shown_name(text)}: {error}") from None
