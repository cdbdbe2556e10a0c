"""What the seats are paid for, drawn for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from glory_env.games.glory.engine.rewards import COS, SIN

if TYPE_CHECKING:
    from glory_env.envs.vector import GameVector

DIAL = 45.0  # degrees; angles are drawn from -DIAL to DIAL


def draw_objectives(games: GameVector, slots: np.ndarray, rng: np.random.Generator) -> None:
    """Give the games in these slots, int64 (M,), other angles, and write them into what is seen."""
    for slot in slots:
        games.params[slot, :, [COS, SIN]] = draw_angles(rng)
    games.refresh()


def draw_angles(rng: np.random.Generator) -> np.ndarray:
    """Cosines and sines of the angles of army and navy, (2, 2); every other time the same angle."""
    angles = np.radians(rng.uniform(-DIAL, DIAL, 2))
    if rng.random() < 0.5:
        angles[1] = angles[0]
    return np.stack([np.cos(angles), np.sin(angles)])
