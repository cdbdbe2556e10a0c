"""Games with somebody looking on: what the record of a finished game no longer shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from glory_env.bench.pairs import BATCH, ask
from glory_env.core.state import CIVIL, MAX_BOXES, MAX_MARKERS, MAX_TURNS, PRODUCE, SERVICES
from glory_env.envs.agent import Agent
from glory_env.envs.vector import SKIP, GloryVector
from glory_env.scenarios import Scenario

NOT_REACHED = -1


@dataclass(frozen=True, eq=False)
class Sightings:
    """What was seen in N games; turns count from 1, so row 0 of a game is empty."""

    out: np.ndarray  # bool (N, MAX_MARKERS): the marker was outside its base at some time
    entered: np.ndarray  # bool (N, MAX_BOXES): a marker stood in the box at some time
    civil_left: np.ndarray  # int16 (N, MAX_TURNS + 2), at the end of production, or NOT_REACHED
    stuck: np.ndarray  # bool, same shape: some was left, and nothing could be done with it


def blank_sightings(games: int) -> Sightings:
    """Nothing seen yet."""
    turns = (games, MAX_TURNS + 2)
    return Sightings(
        out=np.zeros((games, MAX_MARKERS), np.bool_),
        entered=np.zeros((games, MAX_BOXES), np.bool_),
        civil_left=np.full(turns, NOT_REACHED, np.int16),
        stuck=np.zeros(turns, np.bool_),
    )


def watch(
    agents: tuple[Agent, Agent],
    games: int,
    seed: int,
    scenario: Scenario,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> tuple[np.ndarray, Sightings]:
    """The same games as `play_pairs` plays: GAME (games,) when over, and what was seen.

    Both agents need `act_batch`.
    """
    for seat, agent in enumerate(agents):
        agent.reset(SERVICES[seat], seed)
    finals, parts = [], []
    for start in range(seed, seed + games, BATCH):
        seeds = list(range(start, min(start + BATCH, seed + games)))
        vector = GloryVector(
            len(seeds), scenario, seed=seeds, autoreset=False, auto_forced=False, **options
        )
        seen = blank_sightings(vector.n)
        _play_out(vector, agents, seen, progress)
        finals.append(vector.games)
        parts.append(seen)
    names = Sightings.__dataclass_fields__
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return np.concatenate(finals), Sightings(**joined)


def _play_out(
    vector: GloryVector,
    agents: tuple[Agent, Agent],
    seen: Sightings,
    progress: Callable[[int], object] | None,
) -> None:
    """Every game to its end. Forced decisions are stepped through here, to be seen, but no agent
    is asked about them: its draws are counted as everywhere else.
    """
    keys = vector.games["key"].copy()
    decisions = np.zeros((2, vector.n), np.int64)
    while (vector.seats < len(agents)).any():
        forced = vector.masks.sum(axis=1) == 1
        note(vector.games, vector.scenario.tables[0], forced, seen)
        actions = np.where(forced, vector.masks.argmax(axis=1), SKIP)
        ask(vector, agents, keys, decisions, actions)
        _, done = vector.step(actions)
        if progress is not None and done.any():
            progress(int(done.sum()))


def note(games: np.ndarray, tables: Any, forced: np.ndarray, seen: Sightings) -> None:
    """Look at GAME (N,) at a decision each (or over); forced: bool (N,), one action is legal."""
    steps = games["marker_step"]
    seen.out[:] |= steps > 0
    for m in range(int(tables["markers"])):
        outside = np.flatnonzero(steps[:, m] > 0)
        seen.entered[outside, tables["route"][m, steps[outside, m] - 1]] = True
    # The last menu of a production phase, where both pass, leaves the final figures.
    at = np.flatnonzero(games["decision"] == PRODUCE)
    turn, left = games["turn"][at], games["left"][at, CIVIL]
    seen.civil_left[at, turn] = left
    seen.stuck[at, turn] = forced[at] & (left > 0)
