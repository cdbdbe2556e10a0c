"""Cross-play of the Aleutians Campaign: every agent as Japan against every agent as the Allies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from glory_env.aleutians_v0 import Vector
from glory_env.games.glory.bench.config import REPORTING
from glory_env.bench.pairs import Progress, play_pairs
from glory_env.envs.agent import Agent
from glory_env.games.aleutians.bench.document import Columns, estimates, head
from glory_env.games.aleutians.rules.victory import final_vp
from glory_env.games.aleutians.state import LEVELS, SIDES

FIELD = ("random", "careful", "historical", "aggressive", "defensive")
WINS = LEVELS.index("japan_substantive")  # and above
AHEAD, LEVEL, BEHIND, OPEN = "ahead", "level", "behind", "open"


def cross_play(
    agents: dict[str, Agent],
    measured: Sequence[str],
    games: int,
    scenario: Any = None,
    seed: int = REPORTING,
    progress: Progress = None,
    whole: bool = True,
    **options: Any,
) -> dict[str, Any]:
    """Plain values for JSON: cells, what each of `measured` gets, best replies.

    agents: by name. measured: those of them that are compared with all others. games: of each
    cell, at least 2, with the dice of the seeds from `seed` on in all cells. progress: called with
    the number of games just finished. whole: or else only what `measured` need, each with all
    others and all with themselves. options: of the game.
    """
    start = time.perf_counter()
    board = Vector.definition.scenario(scenario)
    cells: dict[tuple[str, str], Columns] = {}
    for japan, allies in pairs_of(list(agents), measured, whole):
        pair = agents[japan], agents[allies]
        cells[japan, allies] = _play(*pair, games, seed, board, progress, options)
    seeds = np.arange(seed, seed + games)
    return {
        **head(board, seed, games),
        "options": Vector.definition.options(**options).as_dict(),
        "agents": list(agents),
        "measured": list(measured),
        "cells": {
            japan: {
                allies: estimates(cells[japan, allies], seeds)
                for allies in agents
                if (japan, allies) in cells
            }
            for japan in agents
        },
        "against": {name: _against(name, list(agents), cells, seeds) for name in measured},
        "replies": {name: _replies(name, list(agents), cells, seeds) for name in measured},
        "wall_time_s": round(time.perf_counter() - start, 1),
    }


def pairs_of(agents: Sequence[str], measured: Sequence[str], whole: bool) -> list[tuple[str, str]]:
    """Who plays Japan and who the Allies."""
    return [
        (japan, allies)
        for japan in agents
        for allies in agents
        if whole or japan == allies or {japan, allies} & set(measured)
    ]


def _play(
    japan: Agent,
    allies: Agent,
    games: int,
    seed: int,
    board: Any,
    progress: Progress,
    options: dict[str, Any],
) -> Columns:
    results = play_pairs(
        japan, allies, games, seed, board, "outcome", vector_class=Vector, progress=progress,
        **options,
    )  # fmt: skip
    finals, tables = results.finals, board.tables[0]
    return {
        "reward": results.rewards[:, 0],  # of Japan
        "wins": finals["level"] >= WINS,
        "vp": np.array([float(final_vp(g, tables)) for g in finals]),
        "turns": finals["turn"].astype(np.float64),
    }


def _of(name: str, other: str, seat: int, cells: dict[tuple[str, str], Columns]) -> np.ndarray:
    """Reward of an agent in a seat against another one, float64 (games,)."""
    cell = cells[name, other] if seat == 0 else cells[other, name]
    return cell["reward"] if seat == 0 else -cell["reward"]


def _against(
    name: str, agents: Sequence[str], cells: dict[tuple[str, str], Columns], seeds: np.ndarray
) -> dict[str, Any]:
    """Opponent -> side -> own reward, its verdict, and the gain over the opponent's own play there.

    The verdict: whether the interval of the reward lies above 0, below it, or around it; open
    without an interval.
    """
    found: dict[str, Any] = {}
    for other in agents:
        if other == name:
            continue
        found[other] = {}
        for seat, side in enumerate(SIDES):
            own = _of(name, other, seat, cells)
            gain = own - _of(other, other, seat, cells)
            made = estimates({"reward": own, "gain": gain}, seeds)
            found[other][side] = {**made, "verdict": verdict(made["reward"])}
    return found


def verdict(value: Sequence[float | None]) -> str:
    """Of a mean with its interval: open without one, since too few games differ to give one."""
    _, low, high = value
    if low is None or high is None:
        return OPEN
    return AHEAD if low > 0 else BEHIND if high < 0 else LEVEL


def _replies(
    name: str, agents: Sequence[str], cells: dict[tuple[str, str], Columns], seeds: np.ndarray
) -> dict[str, Any]:
    """Side of the reply -> the best reply to `name` among the agents, and its reward.

    It is chosen on every second game and measured on the others, so the choice does not favour it.
    A better one may exist: the reward is a lower bound of what a best response gets.
    """
    found: dict[str, Any] = {}
    for seat, side in enumerate(SIDES):
        best = max(agents, key=lambda other: _of(other, name, seat, cells)[::2].mean())
        rest = {"reward": _of(best, name, seat, cells)[1::2]}
        found[side] = {"reply": best, **estimates(rest, seeds[1::2])}
    return found
