"""Games played to their ends by scripts, from the same worlds for every choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_agents.aleutians.rows import BEST, NAMED, script_row
from glory_agents.aleutians.script import play_out
from glory_env.core.stepping import ILLEGAL
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.engine.rewards import OUTCOMES
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.rules.victory import final_vp, vp

OTHER = "historical"  # who plays for an agent that is no script


class Ended(NamedTuple):
    """How games ended that began with C choices in M worlds.

    points: VP of Japan, int64 (C, M); payoff: reward of the seat, -1 to 1, float64 (C, M). At the
    end of the turn in which they began, int64 (C, M) each: soon: VP of Japan; lost, taken: units
    that the seat and the other one have lost so far.
    """

    points: np.ndarray
    payoff: np.ndarray
    soon: np.ndarray
    lost: np.ndarray
    taken: np.ndarray

    @property
    def won(self) -> np.ndarray:
        """Which games the seat has won, bool (C, M)."""
        is_won: np.ndarray = self.payoff > 0
        return is_won


def worlds_of(view: GameView, seeds: Iterable[int]) -> np.ndarray:
    """GAME (M,), a world for each of M seeds, which are also the keys of their dice."""
    return np.concatenate([view.records(int(seed)) for seed in seeds])


def scripts_for(seat: str, players: Mapping[str, str]) -> dict[str, str]:
    """The script that plays on for each seat; players: agents' names by seat.

    The best script for the seat itself; the other agent where it is a named script, else OTHER.
    """
    return {
        side: BEST[side] if side == seat else players[side] if players[side] in NAMED else OTHER
        for side in st.SIDES
    }


class Playouts:
    """Scripts that play on. seat: whose payoff counts; scripts: names by seat."""

    def __init__(self, scenario: Any, seat: str, scripts: Mapping[str, str]) -> None:
        self._tables = scenario.tables
        self._seat = st.SIDES.index(seat)
        self._sign = 1.0 if seat == st.SIDES[st.JAPAN] else -1.0
        self._rows = np.concatenate([script_row(scripts[side]) for side in st.SIDES])
        self._trace = blank_trace()
        self._mask = np.zeros(N_ACTIONS, np.int8)
        self._work, self._veiled = np.zeros(1, st.GAME), np.zeros(1, st.GAME)

    def play(self, worlds: np.ndarray, actions: Sequence[int]) -> Ended:
        """Every choice in every world, with the dice of its key.

        worlds: GAME (M,); actions: C first micro-steps. ValueError where one is not legal.
        """
        shape = len(actions), len(worlds)
        points, payoff = np.empty(shape, np.int64), np.empty(shape)
        soon, lost, taken = (np.empty(shape, np.int64) for _ in range(3))
        for c, action in enumerate(actions):
            for m in range(len(worlds)):
                soon[c, m], lost[c, m], taken[c, m] = self._first_turn(worlds, m, int(action))
                points[c, m], payoff[c, m] = self._rest(int(worlds["key"][m]))
        return Ended(points, payoff, soon, lost, taken)

    def _first_turn(self, worlds: np.ndarray, m: int, action: int) -> tuple[int, int, int]:
        """VP of Japan, and the units both sides have lost, when the turn has ended."""
        games, tables, key = self._work, self._tables, int(worlds["key"][m])
        games[0] = worlds[m]
        turn = int(games["turn"][0])
        count = kernels.step(games, 0, tables, self._trace, self._mask, action, True)
        if count == ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._play_on(key, turn + 1)
        s, is_lost = tables[0], games["place"][0] == st.LOST
        own = int((is_lost & (s.side == self._seat)).sum())
        return int(vp(games[0], s)), own, int(is_lost.sum()) - own

    def _rest(self, key: int) -> tuple[int, float]:
        """VP of Japan at the end and the seat's payoff."""
        self._play_on(key, st.MAX_TURNS + 1)
        g = self._work[0]
        return int(final_vp(g, self._tables[0])), self._sign * OUTCOMES[int(g.level)]

    def _play_on(self, key: int, turn: int) -> None:
        args = self._tables, self._trace, self._mask, self._veiled, self._rows
        play_out(self._work, *args, key, turn)
