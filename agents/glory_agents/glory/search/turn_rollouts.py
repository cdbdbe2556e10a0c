"""Rollouts turn by turn: this turn by given orders, all later ones by those of a network.

All rollouts go side by side, one turn at a time, so that the network is asked once a turn for all
of them. Candidates meet the same dice keys.
"""

from __future__ import annotations

import numpy as np

from glory_agents.glory.macro.turns import play_turns
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.glory.search.orders import Orders
from glory_agents.glory.search.rollouts import TALK
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.record import copy_games
from glory_env.core.trace import blank_trace
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.rewards import N_PARAMS, rewards_of
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import COMPLETED, GAME, PLAYING


@rule
def pay_all(
    games: Array[Game], tables: Array[Tables], params: Array[float], values: np.ndarray
) -> None:
    """Rewards of army and navy for games that are over; values: float64 (N, 2), filled."""
    for i in range(games.shape[0]):
        rewards_of(games[i], tables[0], params, values[i])


class TurnRoller:
    """tables: TABLES (1,); later: who orders army and navy in the turns after this one."""

    def __init__(self, tables: np.ndarray, later: tuple[Orders, Orders]) -> None:
        self.tables = tables
        self.later = later
        self.rollouts = 0  # so far
        self._trace = blank_trace()
        self._mask = np.zeros(N_ACTIONS, np.int8)
        self._load()

    def _load(self) -> None:
        """Call everything once on nothing, since the first call loads or compiles it."""
        none = np.zeros(0, GAME)
        self._play(none, np.zeros((0, 2), SCRIPT))
        self.payoffs(none, np.zeros((2, N_PARAMS)))
        for seat, orders in enumerate(self.later):
            orders.rows(none, self.tables, seat)

    def roll(self, game: np.ndarray, plans: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """Games at their end, GAME (C * M,), those of a plan one after the other.

        game: GAME (1,), at a decision of the turn the plans are for; plans: SCRIPT (C, 2), army and
        navy; keys: dice, int64 (M,).
        """
        count = len(plans) * len(keys)
        games = np.repeat(game, count)
        games["key"] = np.tile(keys, len(plans))
        finals = copy_games(games)
        rows, at = np.repeat(plans, len(keys), axis=0), np.arange(count)
        while True:
            self._play(games, rows)
            over = games["outcome"] != PLAYING
            finals[at[over]] = games[over]
            games, at = games[~over], at[~over]
            if not len(at):
                break
            games["opt_max_offers"] = np.minimum(games["opt_max_offers"], TALK)
            rows = np.empty((len(games), 2), SCRIPT)
            for seat, orders in enumerate(self.later):
                rows[:, seat] = orders.rows(games, self.tables, seat)
        self.rollouts += count
        return finals

    def payoffs(self, finals: np.ndarray, params: np.ndarray) -> np.ndarray:
        """What finished games pay, float64 (N, 2); params: float64 (2, N_PARAMS)."""
        values = np.empty((len(finals), 2))
        pay_all(finals, self.tables, params, values)
        return values

    def victories(self, finals: np.ndarray) -> np.ndarray:
        """Which finished games are victories of solo play, bool (N,)."""
        best = finals["gp"].min(axis=1) > int(self.tables["solo_gp"][0])
        won: np.ndarray = (finals["outcome"] == COMPLETED) & best
        return won

    def _play(self, games: np.ndarray, rows: np.ndarray) -> None:
        """Every game until its next turn begins."""
        unpaid = np.zeros((len(games), 2, N_PARAMS))
        play_turns(
            games, self.tables, self._trace, self._mask, rows, unpaid, np.empty((len(games), 2))
        )
