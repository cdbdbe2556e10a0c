"""The staff level as `glory_env.training.interface` asks for it, and how such a network plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.base import AgentError
from agents.learned import LearnedAgent
from agents.scripted.agent import WEIGHED, ScriptedAgent, shares
from agents.scripted.rows import both
from agents.scripted.script import script_all
from agents.staff.orders import (
    ENDS,
    HEADS,
    N_LOGITS,
    SIZES,
    columns,
    rows_of,
    seen,
    table,
    usual_choices,
)
from agents.staff.turns import observe_all
from agents.staff.vecenv import StaffVecEnv
from glory_env.observation import OBSERVATION_SIZE
from glory_env.partners import GamesView
from glory_env.training.export import TOLD
from glory_env.training.interface import agent_for
from glory_env.training.network import Network, sample, softmax

_TOLD = columns(TOLD)  # the same for both services


class StaffPlayer:
    """A network that gives orders, and the script that carries them out.

    Orders are worked out at every decision from what it sees then, always the likeliest ones;
    what it sees hardly changes within a turn. In training, `orders` draws them once a turn.
    """

    deterministic = True
    needs_view = True

    def __init__(self, network: Network) -> None:
        self.network = network

    def reset(self, seat: str, seed: int) -> None:
        """Nothing is remembered from game to game."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        """Actions int64 (M,); the draws are the script's."""
        actions = np.empty(len(draws), np.int64)
        games, tables = view.records(), view.scenario.tables
        script_all(games, tables, self._rows(observations, games, tables), masks, draws, actions)
        return actions

    def _rows(self, observations: np.ndarray, games: np.ndarray, tables: np.ndarray) -> np.ndarray:
        """Orders for army and navy, SCRIPT (M, 2); the other service's matter to one mind only."""
        pairs = both(rows_of(self.choices(observations)))
        solo = np.flatnonzero(games["opt_solo"])
        if len(solo):
            others = (1 - games["actor"][solo]).astype(np.int8)
            seen = np.empty((len(solo), OBSERVATION_SIZE), np.float32)
            observe_all(games[solo], tables, others, seen)
            seen[:, _TOLD] = observations[solo][:, _TOLD]
            pairs[solo, others] = rows_of(self.choices(seen))
        return pairs

    def choices(self, observations: np.ndarray, draws: np.ndarray | None = None) -> np.ndarray:
        """int64 (M, heads): the likeliest, or drawn with draws float64 (M, heads)."""
        logits = np.split(self.network.logits(observations), ENDS[:-1], axis=1)
        if draws is None:
            return np.stack([head.argmax(axis=1) for head in logits], axis=1)
        return np.stack(
            [sample(softmax(head), draws[:, k]) for k, head in enumerate(logits)], axis=1
        )

    def orders(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """As a partner in training: SCRIPT (M,), drawn."""
        return rows_of(self.choices(observations, draws))

    def explain(self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any) -> str:
        """The action, the orders it follows, and how sure the network is of each."""
        logits = np.split(self.network.logits(observation[None])[0], ENDS[:-1])
        parts = []
        for head, own in zip(HEADS, logits, strict=True):
            likely = softmax(own)
            best = int(likely.argmax())
            parts.append(f"{head.name} {head.values[best]} ({likely[best]:.0%})")
        name = f"action {action}" if env_view is None else env_view.describe(action)
        return f"{name}; the staff's orders for this turn: {', '.join(parts)}"

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any
    ) -> tuple[str, list[tuple[int, float]]]:
        """Orders drawn from the network, each carried out: how often they lead to which action.

        The orders it plays by are the likeliest ones; drawn ones show what else it thought of.
        """
        draws = np.random.default_rng(0).random((WEIGHED, len(HEADS)))
        games, scenario = env_view.records(), env_view.scenario
        rows = np.repeat(self._rows(observation[None], games, scenario.tables), WEIGHED, axis=0)
        choices = self.choices(np.repeat(observation[None], WEIGHED, axis=0), draws)
        rows[:, games["actor"][0]] = rows_of(choices)
        about = f"share of {WEIGHED} orders drawn from the network that lead to it"
        return about, shares(scenario, games, rows)


class ScriptOrders:
    """A script's own parameters as orders."""

    def __init__(self, script: ScriptedAgent) -> None:
        self._row = script.row

    def orders(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return np.repeat(self._row, len(observations))


class LearnedOrders:
    """A staff network's orders as it gives them in play: the likeliest, by what it is told."""

    def __init__(self, agent: LearnedAgent, player: StaffPlayer) -> None:
        self._agent, self._player = agent, player

    def orders(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        return rows_of(self._player.choices(self._agent.told(observations)))


class Staff:
    """Orders once a turn, carried out by a script."""

    env = StaffVecEnv

    def shape(self, layers: Sequence[int], activation: str) -> dict[str, Any]:
        return {
            "layers": list(layers),
            "activation": activation,
            "outputs": N_LOGITS,
            "seen": seen(),
        }

    def bias(self, usual: float) -> np.ndarray:
        """`usual` for the orders nearest to withdraw_in_time, 0 for all others."""
        starts = ENDS - SIZES
        bias = np.zeros(N_LOGITS, np.float32)
        bias[starts + usual_choices()] = usual
        return bias

    def signature(self) -> list[list[Any]]:
        return table()

    def player(self, network: Network) -> StaffPlayer:
        return StaffPlayer(network)

    def partner(self, name: str, scenarios: Sequence[str] = ()) -> ScriptOrders | LearnedOrders:
        agent = agent_for(name, scenarios)
        if isinstance(agent, ScriptedAgent):
            return ScriptOrders(agent)
        if isinstance(agent, LearnedAgent) and isinstance(agent.player, StaffPlayer):
            return LearnedOrders(agent, agent.player)
        raise AgentError(
            f"agent {name!r}: at the staff level only scripts and staff networks can be partners"
        )
