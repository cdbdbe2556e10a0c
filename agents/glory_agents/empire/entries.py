"""The agents of Empire of the Sun by name."""

from __future__ import annotations

from typing import Any

from glory_agents.base import Agent, Entry, RandomAgent
from glory_env.games.empire import GAME

FLOOR = "floor"


def _random(given: dict[str, Any]) -> Agent:
    return RandomAgent(GAME.seats)


ENTRIES: dict[str, Entry] = {
    "random": Entry(_random, {}, "uniform over the legal micro-steps", FLOOR),
}
