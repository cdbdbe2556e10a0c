"""Games whose figures are known: made by hand, and a results store that holds nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.participants import Participant, participants
from glory_env.games.glory.bench.results import GloryResults
from glory_env.games.glory.bench.store import Games, ResultsStore
from glory_env.games.glory.bench.tasks import PLAYED, Row
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import BY_TONNAGE, COMPLETED, GAME, GAME_OVER, SERVICES

NO_OFFERS = np.zeros((0, 0, 5), np.int16)
LOST = None  # an end: both lost
End = tuple[int, int] | None  # GP of the army and of the navy in a completed game
WIN, DRAW, LOSS = (60, 30), (40, 40), (30, 60)  # for the army: utilities 1, 0.5 and 0


def config(folder: Path, *agents: Any, **given: Any) -> BenchConfig:
    """Settings for a few games of the small scenario."""
    settings: dict[str, Any] = {
        "scenario": "teaching", "games": 6, "folder": folder, "responses": folder / "responses",
        "temperaments": ("yielding", "bluffing"), "held_out": (9001, 9002),
        "outside": ("demands_60",), "talking": ("honest",),
    }  # fmt: skip
    return BenchConfig(agents=agents or ("grim",), **{**settings, **given})


def finals(*ends: End) -> np.ndarray:
    """GAME (N,), the records of games that ended so on turn 12."""
    out = np.zeros(len(ends), GAME)
    for game, end in zip(out, ends, strict=True):
        game["outcome"], game["cause"] = (GAME_OVER, BY_TONNAGE) if end is LOST else (COMPLETED, 0)
        game["turn"], game["gp"] = 12, (0, 0) if end is LOST else end
    return out


def ended(*ends: End) -> Games:
    """Games of the full scenario that ended so, from seed 0, through the suite's own columns."""
    return made(columns(finals(*ends), load("glory").tables[0]))


def made(found: Mapping[str, Sequence[Any] | np.ndarray]) -> Games:
    """Games with these columns alone."""
    arrays = {name: np.asarray(column) for name, column in found.items()}
    count = len(next(iter(arrays.values())))
    seeds, digests = np.arange(count, dtype=np.int64), np.array(["-"] * count)
    return Games(arrays, seeds, {}, 1.0, digests, NO_OFFERS)


def results(
    ends: Sequence[End], turns: Any = 12, rewards: Any = None, first: int = 0, **tables: int
) -> GloryResults:
    """Games of the full scenario that ended so, from a seed on; tables: other values of it."""
    games = finals(*ends)
    games["turn"] = turns
    board = load("glory").tables.copy()
    for name, value in tables.items():
        board[name] = value
    paid = np.zeros((len(ends), 2)) if rewards is None else np.asarray(rewards, np.float64)
    return GloryResults(first + np.arange(len(ends)), games, paid, board[0], SERVICES)


class Handmade(ResultsStore[BenchConfig]):
    """A store of hand-made games that notes which were asked for."""

    def __init__(self, config: BenchConfig, games: Mapping[Pairing, Games]) -> None:
        super().__init__(config)
        self.held = dict(games)
        self.asked: set[Pairing] = set()

    def games(self, pair: Pairing) -> Games:
        self.asked.add(pair)
        return self.held[pair]


def row_of(task: str, config: BenchConfig, games: Mapping[Pairing, Games]) -> Row:
    """A task's row of the only participant; all its pairings are asked for, and no others."""
    (participant,) = participants(config.agents)
    store = Handmade(config, games)
    row = PLAYED[task].row(store, participant)
    assert store.asked == set(PLAYED[task].pairings(config, participant))
    assert {column.key for column in PLAYED[task].columns(config)} <= set(row)
    return row


def matrix(
    names: Sequence[str], army: Any, navy: Any, completed: Any = None
) -> tuple[dict[Pairing, Games], list[Participant]]:
    """Games of everybody with everybody; utilities (rows, columns, games), rows the army's."""
    army, navy = np.asarray(army, float), np.asarray(navy, float)
    done = np.ones(army.shape, bool) if completed is None else np.asarray(completed, bool)
    games = {
        pairing(row, column): made(
            {"utility_army": army[i, j], "utility_navy": navy[i, j], "completed": done[i, j]}
        )
        for i, row in enumerate(names)
        for j, column in enumerate(names)
    }
    return games, participants(names)


def finished(gp: tuple[int, int] = (0, 0), turn: int = 12) -> np.ndarray:
    """One completed game, GAME (1,), in which nobody talked, fought or was given anything."""
    game = np.zeros(1, GAME)
    game["log_claim"] = -1
    game["outcome"], game["turn"], game["gp"] = COMPLETED, turn, gp
    return game


def lost(turn: int, gp: tuple[int, int] = (0, 0), cause: int = BY_TONNAGE) -> np.ndarray:
    """One game, GAME (1,), lost by both in a turn."""
    game = finished(gp, turn)
    game["outcome"], game["cause"] = GAME_OVER, cause
    return game


def logged(game: np.ndarray, name: str, **turns: Any) -> np.ndarray:
    """The game, with the log's field set in turns named t1, t2, ..."""
    for turn, value in turns.items():
        game["log_" + name][0, int(turn[1:])] = value
    return game
