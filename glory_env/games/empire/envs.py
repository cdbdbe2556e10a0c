"""Empire of the Sun: one game (PettingZoo), one seat (gymnasium), many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from glory_env.envs.aec import GameEnv
from glory_env.envs.batch import GameSeatBatch, GameTurnsBatch
from glory_env.envs.illegal import END
from glory_env.envs.single import GameSeatEnv
from glory_env.envs.vector import GameVector
from glory_env.game.play import GamePlay
from glory_env.games.empire.definition import EMPIRE
from glory_env.games.empire.generated import records
from glory_env.games.empire.scenario import Scenario


class Game(GamePlay):
    """One game of Empire of the Sun; arguments as for `GamePlay`."""

    definition = EMPIRE
    record: records.Game
    scenario: Scenario

    def summary(self, decisions: int) -> dict[str, Any]:
        """How the game ended after so many decisions, for the footer of its record."""
        info = EMPIRE.final_info(self.record, self.scenario.tables[0], 0)
        return {**info, "decisions": decisions}


class raw_env(GameEnv):  # noqa: N801 (PettingZoo's name for it)
    """Empire of the Sun without wrappers; options as for `GameEnv` (R1.0-a)."""

    game_class = Game


class Vector(GameVector):
    """Many games side by side, as `glory_env.vector.GloryVector` has them."""

    game_class = Game


def env(illegal: str = END, **options: Any) -> AECEnv:
    """The environment with PettingZoo's check of the order of calls; options as for `raw_env`."""
    return wrappers.OrderEnforcingWrapper(raw_env(illegal=illegal, **options))


class SingleAgentEnv(GameSeatEnv):
    """One seat of the war; arguments as for `GameSeatEnv`, options of `raw_env`."""

    env_class = raw_env


def single_agent(seat: str = "japan", **options: Any) -> gymnasium.Env:
    """One seat as a gymnasium.Env, the other one played inside: `SingleAgentEnv`."""
    return SingleAgentEnv(seat, **options)


class SeatBatch(GameSeatBatch):
    """One seat of many games: `Empire-v0`; arguments as for `GameSeatBatch`."""

    env_class, vector_class = SingleAgentEnv, Vector


class TurnsBatch(GameTurnsBatch):
    """Both seats of many games; arguments as for `GameTurnsBatch`."""

    env_class, vector_class = raw_env, Vector
