"""What a network decides: every micro-step (flat), or orders that a script carries out (staff).

An interface says what shape the network has, what the VecEnv is, and how the network plays.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from glory_env.engine.actions import N_ACTIONS
from glory_env.partners import Agent, AgentError, GamesView, make_agent
from glory_env.scenarios import load
from glory_env.training.network import Network, sample
from glory_env.training.vecenv import GloryVecEnv

FLAT, STAFF = "flat", "staff"
SHOWN = 3  # actions named by explain


class Player(Protocol):
    """A network that plays: the batched half of an agent, and a partner for the VecEnv."""

    network: Network
    deterministic: bool
    needs_view: bool  # whether it can do without the game itself

    def reset(self, seat: str, seed: int) -> None: ...

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray: ...

    def explain(
        self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any
    ) -> str: ...

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any
    ) -> tuple[str, list[tuple[int, float]]]:
        """What its probabilities are, and the likeliest actions with them, best first."""


class Interface(Protocol):
    """One of the two; `interface` finds it by name."""

    env: type[GloryVecEnv]

    def shape(self, layers: Sequence[int], activation: str) -> dict[str, Any]:
        """Keywords of the network."""

    def bias(self, usual: float) -> np.ndarray | None:
        """Logits at the start, float (outputs,): `usual` for what a usual script would do."""

    def signature(self) -> Any:
        """What the network's outputs mean, in plain values; None where the action table says it."""

    def player(self, network: Network) -> Player:
        """The network as a player."""

    def partner(self, name: str, scenarios: Sequence[str] = ()) -> Any:
        """An agent as a partner for the VecEnv, in these scenarios; AgentError where it cannot be
        one.
        """


class FlatPlayer:
    """Every micro-step drawn from the network's distribution, or the likeliest one."""

    needs_view = False

    def __init__(self, network: Network, deterministic: bool = False) -> None:
        self.network = network
        self.deterministic = deterministic

    def reset(self, seat: str, seed: int) -> None:
        """Nothing is remembered from game to game."""

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None = None,
    ) -> np.ndarray:
        """Actions int64 (M,), one uniform number in [0, 1) for each."""
        likely = self.network.probabilities(observations, masks)
        return likely.argmax(axis=1) if self.deterministic else sample(likely, draws)

    def explain(self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any) -> str:
        """The likeliest actions, with their probabilities."""

        def name(k: int) -> str:
            return f"action {k}" if env_view is None else str(env_view.describe(k))

        likely = self.network.probabilities(observation[None], mask[None])[0]
        best = self.weigh(observation, mask, env_view)[1]
        weighed = ", ".join(f"{name(k)} {share:.0%}" for k, share in best)
        return f"{name(action)} ({likely[action]:.0%}); the network weighed: {weighed}"

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any = None
    ) -> tuple[str, list[tuple[int, float]]]:
        """The network's own distribution."""
        likely = self.network.probabilities(observation[None], mask[None])[0]
        best = [int(k) for k in np.argsort(-likely, kind="stable")[:SHOWN] if likely[k] > 0]
        return "the network's own probabilities", [(k, float(likely[k])) for k in best]


class Flat:
    """The environment's own actions, one network choice for each."""

    env = GloryVecEnv

    def shape(self, layers: Sequence[int], activation: str) -> dict[str, Any]:
        return {"layers": list(layers), "activation": activation, "outputs": N_ACTIONS}

    def bias(self, usual: float) -> None:
        return None

    def signature(self) -> None:
        return None

    def player(self, network: Network) -> FlatPlayer:
        return FlatPlayer(network)

    def partner(self, name: str, scenarios: Sequence[str] = ()) -> Agent:
        agent = agent_for(name, scenarios)
        if not hasattr(agent, "act_batch"):
            raise AgentError(f"agent {name!r}: a planner is too slow to train with")
        return agent


def agent_for(name: str, scenarios: Sequence[str]) -> Agent:
    """An agent by name; AgentError where it was trained in another scenario than one of these."""
    agent = make_agent(name)
    if hasattr(agent, "check"):
        for scenario in scenarios:
            agent.check(load(scenario))
    return agent


def interface(name: str) -> Interface:
    """ "flat" or "staff"; AgentError where the scripts of the staff level cannot be found."""
    if name == FLAT:
        return Flat()
    try:
        return importlib.import_module("agents.staff.interface").Staff()
    except ImportError:
        raise AgentError(
            "interface 'staff' needs the folder agents/: run from the repository root"
        ) from None
