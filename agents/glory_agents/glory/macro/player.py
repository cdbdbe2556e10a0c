"""How a macro network plays, and its `glory_agents.learned.interface`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_agents.glory.macro.parameters import ENDS, HEADS, columns, rows_of, table
from glory_agents.glory.macro.turns import observe_all
from glory_agents.glory.perceptron import CONDITIONING
from glory_agents.glory.scripted.agent import WEIGHED, shares
from glory_agents.glory.scripted.rows import both, script_row
from glory_agents.glory.scripted.script import script_all
from glory_agents.learned.network import ActorCritic
from glory_agents.learned.probabilities import sample, softmax
from glory_env.envs.agent import AgentError, GamesView
from glory_env.games.glory.sections import OBSERVATION_SIZE

_CONDITIONING = columns(CONDITIONING)  # the same for both services


class MacroPlayer:
    """A network that sets script parameters, and the script that plays by them.

    The parameters are computed at every decision from what it sees then, always the likeliest
    ones; what it sees hardly changes within a turn.
    """

    deterministic = True

    def __init__(self, network: ActorCritic) -> None:
        self.network = network
        self._fixed: dict[str, Any] = {}

    def fix(self, given: Mapping[str, Any]) -> None:
        """Script parameters (`scripted.rows.PARAMETERS`) that are these whatever the network says.

        AgentError for a wrong one.
        """
        row = script_row(dict(given))
        self._fixed = {name: row[name][0] for name in given}

    def reset(self, seat: str, seed: int) -> None:
        """Nothing is remembered from game to game."""

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None = None,
    ) -> np.ndarray:
        """Actions int64 (M,); the draws are the script's. AgentError without a view."""
        if view is None:
            raise AgentError("a macro network needs the game itself: pass env_view")
        actions = np.empty(len(draws), np.int64)
        games, tables = view.records(), view.scenario.tables
        script_all(games, tables, self._rows(observations, games, tables), masks, draws, actions)
        return actions

    def _rows(self, observations: np.ndarray, games: np.ndarray, tables: np.ndarray) -> np.ndarray:
        """Parameters for army and navy, SCRIPT (M, 2); the other's matter in solo play only."""
        pairs = both(self.rows_of(self.choices(observations)))
        solo = np.flatnonzero(games["opt_solo"])
        if len(solo):
            others = (1 - games["actor"][solo]).astype(np.int8)
            seen = np.empty((len(solo), OBSERVATION_SIZE), np.float32)
            observe_all(games[solo], tables, others, seen)
            seen[:, _CONDITIONING] = observations[solo][:, _CONDITIONING]
            pairs[solo, others] = self.rows_of(self.choices(seen))
        return pairs

    def rows_of(self, choices: np.ndarray) -> np.ndarray:
        """Choices int64 (M, heads) as SCRIPT (M,), with what is fixed."""
        rows = rows_of(choices)
        for name, value in self._fixed.items():
            rows[name] = value
        return rows

    def choices(self, observations: np.ndarray, draws: np.ndarray | None = None) -> np.ndarray:
        """int64 (M, heads): the likeliest, or drawn with draws float64 (M, heads)."""
        logits = np.split(self.network.logits(observations), ENDS[:-1], axis=1)
        if draws is None:
            return np.stack([head.argmax(axis=1) for head in logits], axis=1)
        return np.stack(
            [sample(softmax(head), draws[:, k]) for k, head in enumerate(logits)], axis=1
        )

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """As a partner in `macro_v0`: SCRIPT (M,), drawn once a turn."""
        return self.rows_of(self.choices(observations, draws))

    def explain(self, observation: np.ndarray, mask: np.ndarray, action: int, env_view: Any) -> str:
        """The action, the parameters it follows, and how sure the network is of each."""
        logits = np.split(self.network.logits(observation[None])[0], ENDS[:-1])
        parts = []
        for head, own in zip(HEADS, logits, strict=True):
            likely = softmax(own)
            best = int(likely.argmax())
            parts.append(f"{head.name} {head.values[best]} ({likely[best]:.0%})")
        name = f"action {action}" if env_view is None else env_view.describe(action)
        return f"{name}; script parameters for this turn: {', '.join(parts)}"

    def weigh(
        self, observation: np.ndarray, mask: np.ndarray, env_view: Any
    ) -> tuple[str, list[tuple[int, float]]]:
        """Parameters drawn from the network, each played: how often they lead to which action.

        It plays by the likeliest parameters; drawn ones show what else it considered.
        """
        draws = np.random.default_rng(0).random((WEIGHED, len(HEADS)))
        games, scenario = env_view.records(), env_view.scenario
        rows = np.repeat(self._rows(observation[None], games, scenario.tables), WEIGHED, axis=0)
        choices = self.choices(np.repeat(observation[None], WEIGHED, axis=0), draws)
        rows[:, games["actor"][0]] = self.rows_of(choices)
        about = f"share of {WEIGHED} parameters drawn from the network that lead to it"
        return about, shares(scenario, games, rows)


class Macro:
    """Script parameters once a turn; a script plays by them."""

    def outputs(self) -> list[list[Any]]:
        return table()

    def player(self, network: ActorCritic) -> MacroPlayer:
        return MacroPlayer(network)
