"""Cross-play: every agent in the first seat against every agent in the second one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.pairs import Progress, play_pairs
from glory_env.bench.results import Results
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import INTERVALS, bootstrap
from glory_env.bench.study import SECONDS, head
from glory_env.envs.agent import Agent
from glory_env.envs.vector import GameVector

FORMAT = 1
DIGITS = 5
AHEAD, LEVEL, BEHIND, OPEN = "ahead", "level", "behind", "open"

Estimates = dict[str, list[float | None]]


def estimates(columns: Mapping[str, np.ndarray], seeds: np.ndarray) -> Estimates:
    """Column (N,) -> mean with the ends of its interval; seeds: int64 (N,)."""
    return {name: one.rounded(DIGITS) for name, one in bootstrap(dict(columns), seeds).items()}


def about_games(board: Any, first: int, games: int) -> dict[str, Any]:
    """How a document begins: `study.head`, seeds from `first` on, kind of intervals."""
    return head(FORMAT, board, seeds={"first": first, "games": games}, intervals=INTERVALS)


def cross_play(
    agents: dict[str, Agent],
    measured: Sequence[str],
    games: int,
    vector: type[GameVector],
    scenario: Any = None,
    seed: int = REPORTING,
    progress: Progress = None,
    whole: bool = True,
    **options: Any,
) -> dict[str, Any]:
    """Plain values for JSON: cells, what each of `measured` gets, best replies.

    agents: by name. measured: those of them that are compared with all others. games: of each
    cell, at least 2, with the dice of the seeds from `seed` on in all cells. vector: of which game.
    progress: called with the number of games just finished. whole: or else only what `measured`
    need, each with all others and all with themselves. options: of the game.
    """
    start = time.perf_counter()
    definition = vector.definition
    board = definition.scenario(scenario)
    played: dict[tuple[str, str], Results] = {}
    for first, second in pairs_of(list(agents), measured, whole):
        played[first, second] = play_pairs(
            agents[first], agents[second], games, seed, board, vector_class=vector,
            progress=progress, **options,
        )  # fmt: skip
    table = CrossPlay(tuple(agents), definition.seats, played)
    return {
        **about_games(board, seed, games),
        "options": definition.options(**options).as_dict(),
        "agents": list(agents),
        "measured": list(measured),
        "cells": table.cells(),
        "against": {name: table.against(name) for name in measured},
        "replies": {name: table.replies(name) for name in measured},
        SECONDS: round(time.perf_counter() - start, 1),
    }


def pairs_of(agents: Sequence[str], measured: Sequence[str], whole: bool) -> list[tuple[str, str]]:
    """Who plays the first seat and who the second."""
    return [
        (first, second)
        for first in agents
        for second in agents
        if whole or first == second or {first, second} & set(measured)
    ]


class CrossPlay(NamedTuple):
    """Games of pairs of agents, all on the same dice. played: by the agents of the two seats."""

    agents: tuple[str, ...]
    seats: tuple[str, ...]
    played: Mapping[tuple[str, str], Results]

    @property
    def seeds(self) -> np.ndarray:
        """int64 (games,), of every pair."""
        return next(iter(self.played.values())).seeds

    def reward(self, name: str, other: str, seat: int) -> np.ndarray:
        """Of an agent in a seat against another one, float64 (games,)."""
        pair = (name, other) if seat == 0 else (other, name)
        return self.played[pair].rewards[:, seat]

    def cells(self) -> dict[str, dict[str, Estimates]]:
        """First agent -> second agent -> reward of the first seat and the game's own figures."""
        return {
            first: {
                second: self._cell(self.played[first, second])
                for second in self.agents
                if (first, second) in self.played
            }
            for first in self.agents
        }

    def _cell(self, results: Results) -> Estimates:
        columns = results.columns()
        own = {name: columns[column] for name, (column, *_) in results.cells.items()}
        return estimates({"reward": results.rewards[:, 0], **own}, self.seeds)

    def against(self, name: str) -> dict[str, Any]:
        """Opponent -> seat -> own reward, its verdict, and the gain over the opponent's own play.

        The verdict: whether the interval of the reward lies above 0, below it, or around it; open
        without an interval.
        """
        return {
            other: {seat: self._met(name, other, k) for k, seat in enumerate(self.seats)}
            for other in self.agents
            if other != name
        }

    def _met(self, name: str, other: str, seat: int) -> dict[str, Any]:
        own = self.reward(name, other, seat)
        columns = {"reward": own, "gain": own - self.reward(other, other, seat)}
        figures = estimates(columns, self.seeds)
        return {**figures, "verdict": verdict(figures["reward"])}

    def replies(self, name: str) -> dict[str, Any]:
        """Seat of the reply -> the best reply to `name` among the agents, and its reward.

        It is chosen on every second game and measured on the others, so the choice does not favour
        it. A better one may exist: the reward is a lower bound of what a best response gets.
        """
        return {seat: self._reply(name, k) for k, seat in enumerate(self.seats)}

    def _reply(self, name: str, seat: int) -> dict[str, Any]:
        best = max(self.agents, key=lambda other: self.reward(other, name, seat)[::2].mean())
        rest = {"reward": self.reward(best, name, seat)[1::2]}
        return {"reply": best, **estimates(rest, self.seeds[1::2])}


def verdict(value: Sequence[float | None]) -> str:
    """Of a mean with its interval: open without one, since too few games differ to give one."""
    _, low, high = value
    if low is None or high is None:
        return OPEN
    return AHEAD if low > 0 else BEHIND if high < 0 else LEVEL
