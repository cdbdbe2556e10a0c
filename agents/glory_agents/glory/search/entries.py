"""The planners' place in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_agents.base import Agent, AgentError, Entry
from glory_agents.glory.scripted.named import NAMED, row_of
from glory_agents.glory.search.flat import FlatMC, OnePly
from glory_agents.glory.search.joint import JointPlanner
from glory_agents.glory.search.mcts import MCTS
from glory_agents.glory.search.planner import HORIZON, ROW, SECONDS, Planner, Settings
from glory_agents.glory.search.turn_planner import BASE, OBJECTIVE, TurnPlanner, TurnSettings
from glory_agents.number_parameters import number, whole
from glory_env.core.errors import unknown
from glory_env.games.glory.engine.rewards import PRESETS, RewardSpec, parse_reward
from glory_env.games.glory.state import MAX_TURNS

GROUP = "planners"
ONE_TURN = 64  # rollouts a decision of the one that plans a single turn


def settings(given: Mapping[str, Any], horizon: int = HORIZON) -> Settings:
    """A planner's settings from parameters, text or numbers; AgentError for one that is wrong."""
    chosen = Settings(
        seconds=number(given, "seconds", SECONDS, 1e-3, 3600.0),
        simulations=whole(given, "simulations", None, 1, 10**9),
        objective=_objective(given.get("objective")),
        horizon=whole(given, "horizon", horizon, 0, MAX_TURNS),
    )
    rows: dict[str, Any] = {
        key: _row(key, str(given[key])) for key in ("script", "partner") if key in given
    }
    return chosen._replace(**rows)


def _objective(given: Any) -> RewardSpec | None:
    if given is None:
        return None
    try:
        return parse_reward(float(given))[0]
    except (TypeError, ValueError):
        pass
    if given not in PRESETS:
        raise AgentError(
            "parameter 'objective': "
            + unknown("reward", given, PRESETS)
            + ", or an angle in degrees from -180 to 180"
        )
    return PRESETS[given]


def _row(key: str, name: str) -> np.ndarray:
    if name not in NAMED:
        raise AgentError(f"parameter {key!r}: " + unknown("script", name, NAMED))
    return row_of(name)


_MEANINGS = {
    "seconds": f"thought a turn of the game, shared over its decisions; {SECONDS:g}",
    "simulations": "rollouts a decision instead of seconds, the same play every time; none",
    "objective": "reward it maximises: a preset or an angle in degrees; what the game tells it",
    "script": f"script that plays its own seat in rollouts; {ROW}",
    "partner": f"script it expects of the other seat; {ROW}",
    "horizon": "turns a rollout sees, this one counted, 0 to the end; ",
}


def _entry(make: type[Planner], about: str, horizon: int = HORIZON, **meanings: str) -> Entry:
    parameters = {**_MEANINGS, "horizon": f"{_MEANINGS['horizon']}{horizon}", **meanings}
    return Entry(lambda given: make(settings(given, horizon)), parameters, about, GROUP)


def _one_turn(given: dict[str, Any]) -> Agent:
    budget = {} if "seconds" in given else {"simulations": ONE_TURN}
    return OnePly(settings({"objective": "selfish", **budget, **given}, horizon=1))


def _turn_planner(given: dict[str, Any]) -> Agent:
    plain = settings({key: given[key] for key in given if key != "partner"})
    return TurnPlanner(
        TurnSettings(
            seconds=plain.seconds,
            simulations=plain.simulations,
            objective=plain.objective or OBJECTIVE,
            base=str(given.get("base", BASE)),
            partner=given.get("partner"),
        )
    )


ENTRIES: dict[str, Entry] = {
    "one_ply": _entry(OnePly, "tries every action in a few rollouts and takes the best"),
    "flat_mc": _entry(FlatMC, "gives more and more rollouts to fewer and fewer actions"),
    "mcts": _entry(MCTS, "grows a tree of both seats' choices, each after its own good"),
    "joint_planner": _entry(
        JointPlanner,
        "plans both seats for their common good: the upper reference",
        horizon=0,  # plans differ in what they come to in the end
        objective="reward it maximises: a preset or an angle in degrees; cooperative",
        partner="script it expects of the other seat; planned like its own",
    ),
    "one_turn_planner": _entry(
        OnePly,
        "plans each turn for itself, as if it were the last",
        horizon=1,
        simulations=f"rollouts a decision; {ONE_TURN}",
        objective="reward it maximises: a preset or an angle in degrees; selfish",
    )._replace(make=_one_turn),
    "turn_planner": Entry(
        _turn_planner,
        {
            "seconds": f"thought a turn of the game, all at its start; {SECONDS:g}",
            "simulations": "rollouts a turn instead of seconds, the same play every time; none",
            "objective": "reward it maximises between two players: a preset or an angle in "
            f"degrees; {OBJECTIVE}",
            "base": f"network or script whose orders it improves on; {BASE}",
            "partner": "network or script that orders the other seat; planned like its own",
        },
        "improves on a network's orders for each turn by rollouts with the network",
        GROUP,
    ),
}
