"""Agents by name: scripts, planners and trained networks.

`make_agent("withdraw_in_time:retreat_turn=5")`; `glory agents` lists them.
"""

from glory_agents.base import Agent, AgentError, Entry
from glory_agents.registry import check_listed, is_held_out, make_agent, registry

__all__ = ["Agent", "AgentError", "Entry", "check_listed", "is_held_out", "make_agent", "registry"]

COMPILED = ""  # for `core.announce`: helpers that all games share
