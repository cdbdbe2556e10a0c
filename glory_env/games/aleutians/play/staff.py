"""What a side's staff would do: a script, asked about what a seat sees."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from glory_agents.aleutians.playouts import OTHER
from glory_agents.aleutians.rollouts import propose
from glory_agents.aleutians.rows import script_row
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.envs import Game

OWN = "aggressive"
DRAW = 1 << 31  # what the script has no opinion about is always answered alike


@cache
def _row(name: str) -> np.ndarray:
    return script_row(name)


@cache
def _work() -> np.ndarray:
    return np.zeros(1, st.GAME)


def proposal(game: Game, script: str = OWN) -> int:
    """The legal action that the staff of who is asked proposes.

    It reads what the seat sees, and nothing else: the same view, the same proposal.
    """
    view = GameView(game, game.actor)
    actions = np.empty(1, np.int64)
    tables: Any = view.scenario.tables
    propose(view.records(), tables, game.mask.copy(), _work(), _row(script), DRAW, actions)
    return int(actions[0])


def enemy_proposal(game: Game) -> int:
    """What the other side is taken to do."""
    return proposal(game, OTHER)
