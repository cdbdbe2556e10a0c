"""The agents of Empire of the Sun by name."""

from __future__ import annotations

from typing import Any

from glory_agents.base import Agent, Entry, RandomAgent
from glory_agents.empire.agent import CompiledAgent
from glory_agents.empire.rows import NAMED, meanings, script_row
from glory_env.games.empire import GAME

FLOOR, SCRIPTS = "floor", "scripts"


def _random(given: dict[str, Any]) -> Agent:
    return RandomAgent(GAME.seats)


def _script(name: str) -> Entry:
    def make(given: dict[str, Any]) -> Agent:
        from glory_agents.empire.script import script_all

        return CompiledAgent(name, script_all, script_row(name, given))

    return Entry(make, meanings(name), NAMED[name][0], SCRIPTS, frozenset(meanings(name)))


ENTRIES: dict[str, Entry] = {
    "random": Entry(_random, {}, "uniform over the legal micro-steps", FLOOR),
    **{name: _script(name) for name in NAMED},
}
