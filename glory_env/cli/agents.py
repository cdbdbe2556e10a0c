"""`glory agents`: the agents and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import tyro

from glory_agents.base import AgentError, Entry
from glory_agents.registry import registry
from glory_env.core.errors import unknown


def agents(
    name: tyro.conf.Positional[
        Annotated[str | None, tyro.conf.arg(metavar="[AGENT]", help_behavior_hint="")]
    ] = None,
    game: str = "glory",
) -> None:
    """List the agents, or the parameters of one.

    Args:
        name: the agent whose parameters are shown; without it all agents are listed.
        game: glory, aleutians or empire.
    """
    entries = registry(game)
    print(_one(name, entries) if name else _all(entries))


def _all(entries: Mapping[str, Entry]) -> str:
    lines = []
    width = max(map(len, entries))
    for group in dict.fromkeys(entry.group for entry in entries.values()):
        lines += ["", group]
        of_it = {k: e for k, e in entries.items() if e.group == group}
        lines += [f"  {k:<{width}}  {_about(e)}" for k, e in of_it.items()]
    lines += [
        "",
        "Parameters: name:key=value,key=value; `glory agents NAME` lists an agent's.",
        "A trained policy is named by its folder or .safetensors file.",
    ]
    return "\n".join(lines[1:])


def _one(name: str, entries: Mapping[str, Entry]) -> str:
    if name not in entries:
        raise AgentError(unknown("agent", name, entries))
    entry = entries[name]
    lines = [f"{name}: {_about(entry)}"]
    width = max(map(len, entry.parameters), default=0)
    lines += [f"  {key:<{width}}  {meaning}" for key, meaning in entry.parameters.items()]
    return "\n".join(lines)


def _about(entry: Entry) -> str:
    return entry.about if entry.installed else f"{entry.about}; not installed"
