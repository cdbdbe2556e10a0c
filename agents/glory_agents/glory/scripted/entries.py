"""The scripts' place in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_agents.base import AgentError, Entry, build, split_name
from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.glory.scripted.named import (
    DEGENERATE,
    NAMED,
    PUBLIC,
    TEMPERAMENTS,
    draw_held_out,
    draw_sliders,
    row_of,
    values_of,
)
from glory_agents.glory.scripted.rows import PARAMETERS, SLIDERS, TURNS

FAMILY = "temperament"
HELD_OUT = "held_out"
_SLIDER = f"sets retreat_turn: 0 the first turn, 1 turn {1 + TURNS}"


def _meanings(name: str) -> dict[str, str]:
    values = values_of(name)
    parameters = {
        q.name: f"{q.meaning}; {', '.join(q.words) if q.words else f'{q.low:g} to {q.high:g}'}; "
        f"{values.get(q.name, 'by withdrawal')}"
        for q in PARAMETERS
    }
    return {**parameters, "withdrawal": _SLIDER}


def _script(name: str) -> Entry:
    about = NAMED[name][0]
    if name in TEMPERAMENTS:
        group = "temperaments (scripts)"
    else:
        group = "degenerate plans (scripts)" if name in DEGENERATE else "scripts"

    def make(given: Mapping[str, Any]) -> ScriptedAgent:
        return ScriptedAgent(name, row_of(name, dict(given)))

    meanings = _meanings(name)
    return Entry(make, meanings, about, group, frozenset(meanings))


def _draw(given: dict[str, Any]) -> ScriptedAgent:
    """A temperament of the family: sliders drawn by `seed` in [low, high], those given kept."""
    seed, low, high = (
        given.pop(key, text) for key, text in (("seed", 0), ("low", 0), ("high", PUBLIC))
    )
    try:
        sliders = draw_sliders(int(seed), float(low), float(high))
    except ValueError:
        raise AgentError(
            f"seed, low and high: expected a whole number and two of 0 to 1 in order, "
            f"got {seed}, {low}, {high}"
        ) from None
    return ScriptedAgent(f"{FAMILY} {seed}", row_of("withdraw_in_time", {**sliders, **given}))


def _draw_held_out(given: dict[str, Any]) -> ScriptedAgent:
    """A temperament outside the public range, drawn by `seed`."""
    seed = given.pop("seed", 0)
    try:
        sliders = draw_held_out(int(seed))
    except ValueError:
        raise AgentError(f"seed: expected a whole number of at least 0, got {seed}") from None
    return ScriptedAgent(f"{HELD_OUT} {seed}", row_of("withdraw_in_time", sliders))


ENTRIES: dict[str, Entry] = {name: _script(name) for name in NAMED}
_DRAWN = {
    "seed": "which temperament of the family; 0",
    "low": "sliders are drawn from here; 0",
    "high": f"sliders are drawn up to here; {PUBLIC}",
    **{name: "this slider, instead of drawing it; 0 to 1" for name in SLIDERS},
}
ENTRIES[FAMILY] = Entry(
    _draw,
    _DRAWN,
    "one of the family of the eight temperaments, drawn by its seed",
    "temperaments (scripts)",
    frozenset(_DRAWN),
)
ENTRIES[HELD_OUT] = Entry(
    _draw_held_out,
    {"seed": "which of the held-out temperaments; 0"},
    "one outside the family's public range: never trained with, to measure generalisation",
    "temperaments (scripts)",
    frozenset({"seed"}),
)


def is_held_out(text: str) -> bool:
    """Whether a name asks for what is kept for measuring generalisation.

    That is `held_out`, and any script with a parameter that takes a slider above the public range:
    a slider, `high`, or a later `retreat_turn` than such a slider sets. What a named script
    is without parameters is public. False for names of other agents, and for wrong ones.
    """
    try:
        build(text, ENTRIES)
    except AgentError:
        return False  # `make_agent` says what is wrong with the name
    name, given = split_name(text)
    asked = [float(given[key]) for key in (*SLIDERS, "high") if key in given]
    late = float(given.get("retreat_turn", 0)) > 1 + round(TURNS * PUBLIC)
    return name == HELD_OUT or late or any(value > PUBLIC for value in asked)
