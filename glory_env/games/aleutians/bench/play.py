"""Two agents of the Aleutians Campaign against each other over many seeds, watched."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from glory_env.aleutians_v0 import Vector
from glory_env.bench.pairs import BATCH, Log, Progress, again, payoffs, play_out
from glory_env.bench.statistics import Estimate, bootstrap
from glory_env.core.errors import OptionError
from glory_env.envs.agent import Agent, BatchAgent, GamesView, GameView, plays_batches
from glory_env.envs.guard import guarded, strangers
from glory_env.envs.vector import GameVector
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.bench.watch import KINDS, SUMMER, WINTER, Watch
from glory_env.games.aleutians.rules.victory import final_vp

# Figure of `Played.summary` -> column.
SUMMARY = {
    **{f"level_{name}": f"level_{name}" for name in st.LEVELS},
    "vp": "vp",
    "turns": "turns",
    "reward_japan": "reward_japan",
    "japan_wins": "japan_wins",
}


@dataclass(frozen=True, eq=False)
class Played:
    """Finished games, one row each (first axis N).

    seeds: int64 (N,), of the dice; finals: GAME (N,); rewards: float64 (N, 2), Japan and the
    Allies; columns: name -> (N,), bool for shares, see `columns_of`.
    """

    seeds: np.ndarray
    finals: np.ndarray
    rewards: np.ndarray
    columns: dict[str, np.ndarray]

    def summary(self) -> dict[str, Estimate]:
        """Figure -> mean with its 95 % interval."""
        return bootstrap({name: self.columns[key] for name, key in SUMMARY.items()}, self.seeds)


class _Singly:
    """An agent without `act_batch`, for a batch of one game."""

    def __init__(self, agent: Agent, seat: str) -> None:
        self._agent = agent
        self._seat = seat
        self.vector: Any = None

    def reset(self, seat: str, seed: int) -> None:
        self._agent.reset(seat, seed)

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
        return self._agent.act(observation, mask, env_view)

    def explain(self) -> str:
        return self._agent.explain()

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        own = GameView(self.vector.one(0), self._seat)
        return np.array([self._agent.act(observations[0], masks[0], own)])


def play_games(
    japan: Agent,
    allies: Agent,
    games: int,
    seed: int = 0,
    scenario: Any = None,
    *,
    batch: int = BATCH,
    progress: Progress = None,
    **options: Any,
) -> Played:
    """Play `games` games; game k has the dice of seed + k, whatever `batch` is.

    options: of `options.Options`. progress: called with the number of games
    just finished. Errors, and games of agents that are not part of the project, as in `play_pairs`.
    """
    if games < 1 or batch < 1 or seed < 0:
        raise OptionError(
            "games and batch must be at least 1 and seed at least 0, "
            f"got {games}, {batch} and {seed}"
        )
    board = Vector.definition.scenario(scenario)
    players: list[BatchAgent] = []
    for name, agent in zip(st.SIDES, map(guarded, (japan, allies)), strict=True):
        players.append(agent if plays_batches(agent) else _Singly(agent, name))
    if any(isinstance(player, _Singly) for player in players):
        batch = 1
    parts = []
    for start in range(seed, seed + games, batch):
        seeds = np.arange(start, min(start + batch, seed + games), dtype=np.int64)
        parts.append(_play(players, seeds, board, progress, options))
    names = parts[0].columns
    return Played(
        np.concatenate([part.seeds for part in parts]),
        np.concatenate([part.finals for part in parts]),
        np.concatenate([part.rewards for part in parts]),
        {name: np.concatenate([part.columns[name] for part in parts]) for name in names},
    )


def _play(
    players: list[BatchAgent],
    seeds: np.ndarray,
    board: Any,
    progress: Progress,
    options: dict[str, Any],
) -> Played:
    begin = partial(Vector, len(seeds), board, seed=seeds.tolist(), autoreset=False, **options)
    vector: GameVector = begin()
    names = strangers(*players)
    for seat, player in zip(st.SIDES, players, strict=True):
        player.reset(seat, int(seeds[0]))
        if isinstance(player, _Singly):
            player.vector = vector
    watch = Watch(len(seeds), board)
    log: Log | None = [] if names else None
    play_out(vector, (players[0], players[1]), progress, watch, log=log)
    if log is not None:
        vector = again(vector, begin(), log, names, watch)
    watch.look(vector.games)
    rewards = payoffs(vector.games, board.tables, vector.params, Vector.definition.kernels)
    return Played(seeds, vector.games, rewards, columns_of(vector.games, board, watch, rewards))


def columns_of(
    finals: np.ndarray, scenario: Any, watch: Watch, rewards: np.ndarray
) -> dict[str, np.ndarray]:
    """Everything that figures are made of, by name, (N,); bool for shares.

    historical: Midway 2 to 4, and strategies 3 or 4 of both sides. lost_X: Japan does not hold
    place X at the end.
    """
    s = scenario.tables[0]
    points = np.array([int(final_vp(g, s)) for g in finals])
    midway, strategies = finals["midway"], finals["strategy"]
    columns: dict[str, np.ndarray] = {
        **{f"level_{name}": finals["level"] == k for k, name in enumerate(st.LEVELS)},
        "vp": points.astype(np.float64),
        "turns": finals["turn"].astype(np.float64),
        "reward_japan": rewards[:, 0],
        "japan_wins": finals["level"] >= st.LEVELS.index("japan_substantive"),
        "near_history": (points >= 1) & (points <= 4),
        "sudden_japan": (finals["cause"] == st.BY_POINTS) & (finals["level"] == 4),
        "sudden_allies": (finals["cause"] != st.BY_LAST_TURN) & (finals["level"] == 0),
        "historical": (midway >= 2) & (midway <= 4) & (strategies >= 3).all(axis=1),
        "first_points_4": watch.first_points == 4,
        "dutch_harbor_early": watch.dutch_harbor,
        "mainland_fell": watch.mainland,
        "depot_burnt": watch.fire,
        "soviet": finals["soviet"] == 1,
        "torpedoed": watch.torpedoed.astype(np.float64),
    }
    for k in range(1, 7):
        columns[f"midway_{k}"] = midway == k
    for side, name in enumerate(st.SIDES):
        columns[f"phases_{name}"] = watch.phases[:, side].astype(np.float64)
        for k, kind in enumerate(KINDS):
            columns[f"lost_{kind}_{name}"] = watch.lost[:, side, k].astype(np.float64)
        for strategy in range(1, 5):
            columns[f"strategy_{name}_{strategy}"] = strategies[:, side] == strategy
    columns["lost_carriers"] = columns["lost_carriers_japan"] + columns["lost_carriers_allies"]
    for season, name in ((SUMMER, "summer"), (WINTER, "winter")):
        columns[f"moved_{name}"] = watch.moved[:, season].astype(np.float64)
        columns[f"found_{name}"] = watch.found[:, season].astype(np.float64)
    for place in ("attu", "kiska", "paramushiro"):
        columns[f"lost_{place}"] = finals["holder"][:, scenario.spots.index(place)] != st.JAPAN
    return columns
