"""The Python agent around the compiled script."""

from __future__ import annotations

from glory_agents import compiled_agent
from glory_env.games.empire import GAME, codes, describe


class CompiledAgent(compiled_agent.CompiledAgent):
    """play: `script.script_all`; row: SCRIPT (1,)."""

    seats = GAME.seats
    decisions = codes.DECISIONS
    describe = staticmethod(describe.describe)
