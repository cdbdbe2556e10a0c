"""What agents have used, such as tokens of a language model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from glory_env.envs.agent import Agent


def usage(agents: Mapping[str, Agent]) -> dict[str, dict[str, int]]:
    """By seat what an agent says it has used (`usage`), for those that do; in solo play once."""
    by_agent = {id(agent): seat for seat, agent in reversed(list(agents.items()))}
    return {
        seat: agent.usage()
        for seat, agent in agents.items()
        if hasattr(agent, "usage") and by_agent[id(agent)] == seat
    }


def usage_lines(by_seat: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The same as text, a line for each seat."""
    return [
        f"{seat}: " + ", ".join(f"{key.replace('_', ' ')} {n:,}" for key, n in counts.items())
        for seat, counts in by_seat.items()
    ]


# --- the table -----------------------------------------------------------------------------
