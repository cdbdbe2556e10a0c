"""The agents and their parameters: `python -m agents`, or `python -m agents NAME` for one."""

from __future__ import annotations

import argparse
import sys

from glory_agents.registry import AgentError, registry
from glory_env.core.errors import unknown


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 2 with one line on stderr for an unknown name."""
    parser = argparse.ArgumentParser(prog="python -m agents", description=__doc__)
    parser.add_argument("name", nargs="?", help="show this agent's parameters")
    name = parser.parse_args(arguments).name
    entries = registry()
    try:
        print(_one(name, entries) if name else _all(entries))
    except AgentError as error:
        print(f"python -m agents: {error}", file=sys.stderr)
        return 2
    return 0


def _all(entries) -> str:
    lines = []
    width = max(map(len, entries))
    for group in dict.fromkeys(entry.group for entry in entries.values()):
        lines += ["", group]
        lines += [f"  {k:<{width}}  {e.about}" for k, e in entries.items() if e.group == group]
    lines += [
        "",
        "Parameters: name:key=value,key=value; `python -m agents NAME` lists an agent's.",
        "A trained policy is named by its folder or .safetensors file.",
    ]
    return "\n".join(lines[1:])


def _one(name: str, entries) -> str:
    if name not in entries:
        raise AgentError(unknown("agent", name, entries))
    entry = entries[name]
    lines = [f"{name}: {entry.about}"]
    width = max(map(len, entry.parameters), default=0)
    lines += [f"  {key:<{width}}  {meaning}" for key, meaning in entry.parameters.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
