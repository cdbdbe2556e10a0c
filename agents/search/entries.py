"""The planners' place in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from agents.base import AgentError, Entry
from agents.scripted.named import NAMED, row_of
from agents.search.flat import FlatMC, OnePly
from agents.search.joint import JointPlanner
from agents.search.mcts import MCTS
from agents.search.planner import Planner, Settings
from glory_env.options import OptionError, unknown
from glory_env.rewards import parse_reward

SCRIPT = "withdraw_in_time"
_PARAMETERS = {
    "seconds": "to think about each turn of the game, shared over its decisions; 1",
    "simulations": "rollouts for each decision instead; the same seed, the same play",
    "objective": "reward it maximises, a preset or an angle; what the game tells its seat",
    "script": f"who plays its own seat in rollouts; {SCRIPT}",
    "partner": f"who it expects in the other seat; {SCRIPT}",
    "horizon": "turns a rollout sees, this one counted, 0 to the end of the game; {}",
}


def _entry(planner: type[Planner], horizon: int, about: str, **fixed: Any) -> Entry:
    parameters = {k: v.format(horizon) for k, v in _PARAMETERS.items() if k not in fixed}

    def make(given: Mapping[str, Any]) -> Planner:
        return planner(_settings({"horizon": horizon, **given, **fixed}))

    return Entry(make, parameters, about, "planners")


def _settings(given: Mapping[str, Any]) -> Settings:
    objective = given.get("objective")
    if objective is not None:
        try:
            objective = _angle(objective)
            parse_reward(objective)
        except OptionError as error:
            raise AgentError(f"parameter 'objective': {error}") from None
    simulations = given.get("simulations")
    return Settings(
        seconds=_number("seconds", given.get("seconds", 1.0), 0.0),
        simulations=None if simulations is None else int(_whole("simulations", simulations, 1)),
        objective=objective,
        script=_row("script", given.get("script", SCRIPT)),
        partner=_row("partner", given.get("partner", SCRIPT)),
        horizon=int(_whole("horizon", given["horizon"], 0)),
    )


def _angle(text: Any) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _number(key: str, text: Any, least: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not least <= number < float("inf"):
        raise AgentError(f"parameter {key!r}: expected a number from {least:g}, got {text!r}")
    return number


def _whole(key: str, text: Any, least: int) -> float:
    number = _number(key, text, least)
    if number != int(number):
        raise AgentError(f"parameter {key!r}: expected a whole number, got {text!r}")
    return number


def _row(key: str, name: Any) -> np.ndarray:
    if name not in NAMED:
        raise AgentError(f"parameter {key!r}: " + unknown("script", str(name), NAMED))
    return row_of(name)


ENTRIES: dict[str, Entry] = {
    "one_ply": _entry(OnePly, 3, "tries every action in a few scripted rollouts"),
    "flat_mc": _entry(FlatMC, 3, "flat Monte-Carlo: ever more rollouts for the better half"),
    "mcts": _entry(MCTS, 3, "tree search in which each seat wants its own part (max^n)"),
    "joint_planner": _entry(
        JointPlanner,
        0,
        "plans both seats for their common good: the upper reference",
        objective="cooperative",
    ),
}
