"""All registered agents of Glory, trained networks apart."""

from __future__ import annotations

from typing import Any

from glory_agents.base import Agent, Entry, RandomAgent
from glory_agents.glory.characters.player import ENTRIES as CHARACTERS
from glory_agents.glory.macro.in_kind import ENTRIES as IN_KIND
from glory_agents.glory.macro.varied import ENTRIES as VARIED
from glory_agents.glory.scripted.entries import ENTRIES as SCRIPTS
from glory_agents.glory.search.entries import ENTRIES as PLANNERS
from glory_agents.glory.strangers import ENTRIES as STRANGERS
from glory_agents.language_model.entries import entries as language_models
from glory_env.games.glory.words.seat_text import SeatText


def _random(given: dict[str, Any]) -> Agent:
    return RandomAgent()


_RANDOM = Entry(_random, {}, "uniform over the legal micro-steps", "floor")


def entries() -> dict[str, Entry]:
    """By name, in the order in which `glory agents` lists them."""
    return {
        "random": _RANDOM, **SCRIPTS, **STRANGERS, **PLANNERS,
        **language_models(SeatText, SCRIPTS, "withdraw_in_time"), **IN_KIND, **VARIED, **CHARACTERS,
    }  # fmt: skip
