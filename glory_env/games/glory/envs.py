"""Glory's environments: one game (PettingZoo), one seat (gymnasium), many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from glory_env.envs.aec import GameEnv
from glory_env.envs.agent import Agent
from glory_env.envs.batch import GameSeatBatch, GameTurnsBatch
from glory_env.envs.illegal import END
from glory_env.envs.single import GameSeatEnv
from glory_env.envs.vector import GameVector
from glory_env.games.glory.game import Game


class raw_env(GameEnv):  # noqa: N801 (PettingZoo's name for it)
    """Glory without wrappers; options as for `GameEnv`."""

    game_class = Game


def env(illegal: str = END, **options: Any) -> AECEnv:
    """The environment with PettingZoo's check of the order of calls; options as for `raw_env`.

    An illegal action ends the game (reward -1), if `illegal` does not say otherwise.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(illegal=illegal, **options))


class GloryVector(GameVector):
    """N games of Glory; arguments and arrays as for `GameVector`."""

    game_class = Game


class SingleAgentEnv(GameSeatEnv):
    """One seat of Glory; arguments as for `GameSeatEnv`, options of `raw_env`."""

    env_class = raw_env


def single_agent(
    seat: str = "army", partner: str | Agent = "random", **options: Any
) -> gymnasium.Env:
    """One seat as a gymnasium.Env, the partner played inside: `SingleAgentEnv`."""
    return SingleAgentEnv(seat, partner, **options)


class SeatBatch(GameSeatBatch):
    """One seat of many games: `Glory-v0`, `GloryTeaching-v0`; arguments as for `GameSeatBatch`."""

    env_class, vector_class = SingleAgentEnv, GloryVector


class TurnsBatch(GameTurnsBatch):
    """Both seats of many games; arguments as for `GameTurnsBatch`."""

    env_class, vector_class = raw_env, GloryVector
