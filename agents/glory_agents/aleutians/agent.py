"""The Python agent around compiled play: a scripted plan, or careful random play."""

from __future__ import annotations

from glory_agents import compiled_agent
from glory_env.games.aleutians import describe, state


class CompiledAgent(compiled_agent.CompiledAgent):
    """play: `script.script_all`, or a function of its form; row: SCRIPT (1,)."""

    seats = state.SIDES
    decisions = state.DECISIONS
    describe = staticmethod(describe.describe)
