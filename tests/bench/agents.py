"""Agents whose play is known: the first or the last legal action."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.glory.sections import SECTIONS

SEAT = next(section.start for section in SECTIONS if section.name == "seat")


class Picker:
    """Always the first (or last) legal action; keeps whose eyes it saw through, and its draws."""

    def __init__(self, last: bool = False) -> None:
        self.last = last
        self.seats_seen: set[int] = set()
        self.seat = ""
        self.draws: list[float] = []

    def reset(self, seat: str, seed: int) -> None:
        self.seat = seat

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        return int(np.flatnonzero(mask)[-1 if self.last else 0])

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: Any = None
    ) -> np.ndarray:
        self.seats_seen |= {int(k) for k in observations[:, SEAT : SEAT + 2].argmax(axis=1)}
        self.draws += draws.tolist()
        return np.array([self.act(None, mask, None) for mask in masks])

    def explain(self) -> str:
        return "the last one" if self.last else "the first one"
