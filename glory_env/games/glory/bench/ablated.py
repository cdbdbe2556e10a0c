"""Agents with a part of them taken away: what they lose says what that part is worth.

- `constant_K`: all its offers are the K-th split of `bids.GRID`;
- `frozen_log`: the log of earlier turns is always that of a game's start;
- `script_tactics`: outside the talks the script SCRIPT decides;
- `script_talks`: in the talks the script decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.envs.agent import Agent, AgentError, BatchAgent, GamesView, plays_batches
from glory_env.games.glory.bench.bids import GRID, Constant, Wrapper
from glory_env.games.glory.bench.positions import PAST, PAST_SECTIONS, PLANNER, STANDING, with_past
from glory_env.games.glory.sections import BY_SECTION
from glory_env.games.glory.state import GAME, TONNAGE
from glory_env.games.glory.turn_log import clear_log

SCRIPT = PLANNER  # decides what is taken from an agent
CONSTANT, FROZEN_LOG = "constant", "frozen_log"
SCRIPT_TACTICS, SCRIPT_TALKS = "script_tactics", "script_talks"


def constant(number: int) -> str:
    """The name of the ablation whose offers are `bids.GRID[number]`."""
    return f"{CONSTANT}_{number}"


def ablated(agent: Agent, ablation: str) -> Agent:
    """The agent without that part; "": as it is.

    ValueError where there is no such ablation, AgentError for an agent that does not play in
    batches.
    """
    if not ablation:
        return agent
    if not plays_batches(agent):
        raise AgentError("expected an agent that plays in batches, no planner")
    kind, _, number = ablation.partition(f"{CONSTANT}_")
    if not kind and number.isdigit() and int(number) < len(GRID):
        return Constant(agent, GRID[int(number)])
    if ablation == FROZEN_LOG:
        return Forgetful(agent)
    script: Any = make_agent(SCRIPT)
    if ablation == SCRIPT_TACTICS:
        return Divided(agent, script)
    if ablation == SCRIPT_TALKS:
        return Divided(script, agent)
    raise ValueError(f"no ablation {ablation!r}")


class Forgetful(Wrapper):
    """Decides as if no turn had been played before, by the log; the position is as it is."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        seen = observations.copy()
        for name in PAST_SECTIONS:
            seen[:, BY_SECTION[name].start : BY_SECTION[name].stop] = 0.0  # as in turn 1
        return self.agent.act_batch(seen, masks, draws, _WithoutPast(view))


class _WithoutPast(GamesView):
    """The same games, but without the log of earlier turns: a script reads it from the record."""

    def __init__(self, view: GamesView) -> None:
        self.scenario = view.scenario
        self._view = view

    def records(self) -> np.ndarray:
        games = self._view.records()
        blank = np.zeros(1, GAME)
        clear_log(blank[0])
        return with_past(games, np.repeat(blank, len(games)), (*PAST, *STANDING))


class Divided(Wrapper):
    """One agent in the talks over tonnage, another one in all other decisions."""

    def __init__(self, talks: BatchAgent, tactics: BatchAgent) -> None:
        super().__init__(talks)
        self.tactics = tactics

    def reset(self, seat: str, seed: int) -> None:
        super().reset(seat, seed)
        self.tactics.reset(seat, seed)

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games = view.records()
        in_talks = games["phase"] == TONNAGE
        actions = np.empty(len(draws), np.int64)
        for agent, at in ((self.agent, in_talks), (self.tactics, ~in_talks)):
            if at.any():
                some = GamesView(view.scenario, games, np.flatnonzero(at))
                actions[at] = agent.act_batch(observations[at], masks[at], draws[at], some)
        return actions
