"""Agents with a part of them taken away: what they lose says what that part is worth.

- `constant_K`: all its offers are the K-th split of `bids.GRID`;
- `frozen_log`: the log of earlier turns is always that of a game's start;
- `script_tactics`: outside the talks the script SCRIPT decides;
- `script_talks`: in the talks the script decides.

Two show another past in place of the real one: `generous_past` the log of a game with the partner
`always_saint`, `grim_past` that of one with `always_grim` (`OtherPast`).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.results import Results
from glory_env.bench.seeds import REPORTING
from glory_env.core.record import copy_games
from glory_env.envs.agent import Agent, AgentError, BatchAgent, GamesView, plays_batches
from glory_env.games.glory.bench.bids import GRID, Constant, Wrapper
from glory_env.games.glory.bench.positions import (
    PAST,
    PAST_SECTIONS,
    PLANNER,
    STANDING,
    rows_of,
    with_past,
)
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.sections import BY_SECTION, OBSERVATION_SIZE
from glory_env.games.glory.state import GAME, SERVICES, TONNAGE
from glory_env.games.glory.turn_log import clear_log

SCRIPT = PLANNER  # decides what is taken from an agent
CONSTANT, FROZEN_LOG = "constant", "frozen_log"
SCRIPT_TACTICS, SCRIPT_TALKS = "script_tactics", "script_talks"
GENEROUS_PAST, GRIM_PAST = "generous_past", "grim_past"
PARTNERS = {GENEROUS_PAST: "always_saint", GRIM_PAST: "always_grim"}  # in that past
DONORS, DONOR_SEED = 100, REPORTING + 500_000  # games that the past is taken from, and their seed
# Of a game's first turn, which says what donor it has: the same one as long as possible.
FIRST = ("log_claim", "log_first_other", "log_spent", "log_loss", "log_total", "log_gp")
Play = Callable[[Agent, Agent, int, int], Results]  # two agents, how many games, the first seed


def constant(number: int) -> str:
    """The name of the ablation whose offers are `bids.GRID[number]`."""
    return f"{CONSTANT}_{number}"


def past_games(agent: Agent, ablation: str, seat: str, play: Play) -> np.ndarray:
    """GAME (N,): games of an agent in a seat with the partner of one of PARTNERS, finished."""
    pair = [agent, make_agent(PARTNERS[ablation])]
    army, navy = pair if seat == SERVICES[0] else reversed(pair)
    return play(army, navy, DONORS, DONOR_SEED).finals


def ablated(agent: Agent, ablation: str, donors: np.ndarray | None = None) -> Agent:
    """The agent without that part; "": as it is.

    donors: `past_games`, for those of PARTNERS alone. ValueError where there is no such ablation,
    AgentError for an agent that does not play in batches.
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
    if ablation in PARTNERS and donors is not None:
        return OtherPast(agent, donors)
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
        return self.agent.act_batch(seen, masks, draws, _Changed(view, _without_past))


class OtherPast(Wrapper):
    """Decides as if the turns before had been those of another game; the position is as it is.

    donors: GAME (N,), finished games of the same seat. Which one is shown depends on a game's first
    turn; where it has ended before the position's turn the next one that has not; where all have,
    the one that lasted longest, and the turns that it has not come to stay as they were.
    """

    def __init__(self, agent: BatchAgent, donors: np.ndarray) -> None:
        super().__init__(agent)
        self._donors = donors
        lasts = donors["turn"].astype(np.int64)
        numbers, turns = np.arange(len(donors)), np.arange(donors["log_offers"].shape[1])
        order = (numbers[:, None] + numbers) % len(donors)  # from each donor on
        alive = lasts[order][:, :, None] >= turns
        next_one = order[numbers[:, None], alive.argmax(axis=1)]
        # Donor that a game begins with, turn -> the one shown.
        self._shown = np.where(alive.any(axis=1), next_one, int(lasts.argmax()))

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games = self._told(view.records())
        seen, told = observations.copy(), np.zeros((len(games), OBSERVATION_SIZE), np.float32)
        for i in range(len(games)):
            kernels.observe(games, i, view.scenario.tables, int(games["actor"][i]), told[i])
        for name in PAST_SECTIONS:
            at = slice(BY_SECTION[name].start, BY_SECTION[name].stop)
            seen[:, at] = told[:, at]
        return self.agent.act_batch(seen, masks, draws, _Changed(view, lambda _: copy_games(games)))

    def _told(self, games: np.ndarray) -> np.ndarray:
        """The games with the past of donors, GAME (M,)."""
        count = len(games)
        begun = np.concatenate([games[name][:, 1].reshape(count, -1) for name in FIRST], axis=1)
        first = [zlib.crc32(row.tobytes()) % len(self._donors) for row in begun]
        return with_past(games, rows_of(self._donors, self._shown[first, games["turn"]]))


class _Changed(GamesView):
    """The same games with another log of earlier turns: a script reads it from the record."""

    def __init__(self, view: GamesView, change: Callable[[np.ndarray], np.ndarray]) -> None:
        self.scenario = view.scenario
        self._view = view
        self._change = change

    def records(self) -> np.ndarray:
        return self._change(self._view.records())


def _without_past(games: np.ndarray) -> np.ndarray:
    blank = np.zeros(1, GAME)
    clear_log(blank[0])
    blank["turn"] = np.iinfo(np.int16).max  # empty as far as the games have come
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
