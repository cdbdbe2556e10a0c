"""The agents of the Aleutians Campaign by name."""

from __future__ import annotations

from typing import Any

from glory_agents.aleutians.agent import CompiledAgent
from glory_agents.aleutians.rollouts import CANDIDATES, GAMES, HORIZON, Rollouts
from glory_agents.aleutians.rows import NAMED, meanings, script_row
from glory_agents.base import Agent, AgentError, Entry, RandomAgent
from glory_agents.language_model.entries import entries as language_models
from glory_agents.number_parameters import whole
from glory_env.core.errors import unknown
from glory_env.games.aleutians.play.seat_text import SeatText
from glory_env.games.aleutians.state import MAX_TURNS, SIDES

FLOOR, SCRIPTS, PLANNERS = "floor", "scripts", "planners"


def _random(given: dict[str, Any]) -> Agent:
    return RandomAgent(SIDES)


def _careful(given: dict[str, Any]) -> Agent:
    from glory_agents.aleutians.careful import careful_all

    return CompiledAgent("careful", careful_all, script_row("historical"))


def _script(name: str) -> Entry:
    def make(given: dict[str, Any]) -> Agent:
        from glory_agents.aleutians.script import script_all

        return CompiledAgent(name, script_all, script_row(name, given))

    return Entry(make, meanings(name), NAMED[name][0], SCRIPTS, frozenset(meanings(name)))


def _rollouts(given: dict[str, Any]) -> Agent:
    script = str(given.get("script", "historical"))
    if script not in NAMED:
        raise AgentError("parameter 'script': " + unknown("script", script, NAMED))
    return Rollouts(
        whole(given, "games", GAMES, 1, 10_000),
        whole(given, "candidates", CANDIDATES, 2, 100),
        whole(given, "horizon", HORIZON, 0, MAX_TURNS),
        script,
    )


_SCRIPTS: dict[str, Entry] = {
    "careful": Entry(_careful, {}, "random, without the plainly bad choices", FLOOR),
    **{name: _script(name) for name in NAMED},
}
ENTRIES: dict[str, Entry] = {
    "random": Entry(_random, {}, "uniform over the legal micro-steps", FLOOR),
    **_SCRIPTS,
    "rollouts": Entry(
        _rollouts,
        {
            "games": f"rollouts of each candidate; {GAMES}",
            "candidates": f"actions that are tried at a decision; {CANDIDATES}",
            "horizon": f"turns a rollout sees, this one counted, 0 to the end; {HORIZON}",
            "script": "plan that plays both seats in rollouts; historical",
        },
        "tries what the scripts propose in drawn worlds, and plays on by script",
        PLANNERS,
    ),
    **language_models(SeatText, _SCRIPTS, "careful"),
}
