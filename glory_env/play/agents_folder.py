"""The agents' folder of the repository, looked up only when it is asked for."""

from __future__ import annotations

import importlib
from types import ModuleType

from glory_env.partners import AgentError


def agents_module(name: str) -> ModuleType:
    """A module of the agents' folder; AgentError where it cannot be found."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise AgentError(f"{error}: run from the repository root") from None


def known_agents() -> list[dict[str, str]]:
    """Name, one line about it and group of every agent there is."""
    try:
        entries = agents_module("agents").registry()
    except (AgentError, AttributeError):  # another package may own that name
        return [{"name": "random", "about": "uniform over the legal micro-steps", "group": "floor"}]
    return [{"name": name, "about": one.about, "group": one.group} for name, one in entries.items()]
