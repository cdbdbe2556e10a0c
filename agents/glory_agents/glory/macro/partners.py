"""Who sets the script parameters of the other seat in macro play."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from glory_agents.base import AgentError
from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_env.core.errors import shown


class MacroPartner(Protocol):
    """Sets the script parameters of a seat, once a turn."""

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """SCRIPT (M,) for observations float32 (M, OBSERVATION_SIZE) at the start of a turn.

        draws: float64 (M, heads) in [0, 1).
        """


class ScriptPartner:
    """A script with its own parameters."""

    def __init__(self, script: ScriptedAgent) -> None:
        self._row = script.row

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return np.repeat(self._row, len(observations))


class NetworkPartner:
    """A macro network as it plays: its likeliest parameters, given its conditioning.

    agent: a `LearnedAgent` whose player is a `MacroPlayer`; neither is imported here, since that
    needs torch.
    """

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        player = self._agent.player
        rows: np.ndarray = player.rows_of(player.choices(self._agent.condition(observations)))
        return rows


def macro_partner(agent: Any, name: str = "") -> MacroPartner:
    """An agent as a partner in macro play: a script, a macro network, or what has `script_rows`.

    name: for the message. AgentError for every other agent.
    """
    agent = getattr(agent, "guarded_agent", agent)  # only its parameters are used
    if isinstance(agent, ScriptedAgent):
        return ScriptPartner(agent)
    if hasattr(agent, "script_rows"):
        partner: MacroPartner = agent
        return partner
    if hasattr(getattr(agent, "player", None), "script_rows"):
        return NetworkPartner(agent)
    raise AgentError(
        f"agent {shown(name or agent)}: only scripts and macro networks can be partners where "
        "script parameters are chosen"
    )
