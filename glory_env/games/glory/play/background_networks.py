"""Networks that load while the page is there already: torch alone takes longer than the rest."""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import threading
from typing import Any

from glory_agents.glory.characters.player import CHARACTERS, split
from glory_agents.learned.entries import pretrained
from glory_agents.learned.shipped import is_installed, scenario_of
from glory_env.envs.agent import Agent, make_agent
from glory_env.games.glory.scenario import Scenario


def late_agent(name: str, force: bool, scenario: Scenario) -> Agent:
    """An agent by name: a network that fits loads in the background, others at once.

    The network may be one that comes with the package, or that of a character.
    """
    character = split(name)
    network = CHARACTERS[character[0]].network if character else name
    fits = network in pretrained() and is_installed(network)
    fits = fits and scenario_of(network) == scenario.id
    if not fits or importlib.util.find_spec("torch") is None:
        return make_agent(name, force)
    return LateAgent(name, force, scenario)


class LateAgent:
    """An agent that is loaded once a game begins; what it is asked before waits for it."""

    def __init__(self, name: str, force: bool, scenario: Scenario) -> None:
        self._name_and_force, self._scenario = (name, force), scenario
        self._start = "army", 0
        self._agent: Any = None
        self._lock = threading.Lock()

    def _load(self) -> None:
        with contextlib.suppress(Exception):  # raised again when it is asked
            self.agent()

    def agent(self) -> Any:
        """The agent itself; waits until it is loaded."""
        with self._lock:
            if self._agent is None:
                agent = make_agent(*self._name_and_force)
                if hasattr(agent, "check"):  # a character loads its network there
                    agent.check(self._scenario)
                agent.reset(*self._start)
                self._agent = agent
            return self._agent

    def reset(self, seat: str, seed: int) -> None:
        self._start = seat, seed
        if self._agent is not None:
            self._agent.reset(seat, seed)
        else:
            threading.Thread(target=self._load, daemon=True).start()

    def check(self, scenario: Scenario) -> None:
        """Was done before it was made (`late_agent`)."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.agent(), name)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """Before it is loaded it remembers nothing: the copy begins anew."""
        if self._agent is not None:
            return copy.deepcopy(self._agent, memo)
        twin = LateAgent(*self._name_and_force, self._scenario)
        twin._start = self._start
        return twin
