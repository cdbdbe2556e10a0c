"""A planner: what the scripts propose is tried in worlds that agree with what its seat knows.

For each candidate the game is played on by scripts, in worlds whose hidden things and dice are
drawn anew, the same worlds for every candidate. The script's own action is left only for one that
is better beyond doubt.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from glory_agents.aleutians.playouts import worlds_of
from glory_agents.aleutians.records import Script
from glory_agents.aleutians.rows import PROPOSERS, script_row
from glory_agents.aleutians.script import play_out, script_action
from glory_agents.aleutians.veil import veil
from glory_agents.search.budget import Budget, Share
from glory_agents.search.halving import halve, trusted
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace, blank_trace
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.describe import describe
from glory_env.games.aleutians.engine.rewards import params, terminal_reward
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.victory import vp

GAMES, CANDIDATES, HORIZON = 16, 4, 2
MIDDLE = 2.5  # VP between an Allied and a Japanese victory
# Decisions worth thinking about; the script alone answers all others.
WEIGHED = {
    st.ASK_SECOND_PHASE, st.FORM, st.SAIL, st.AIR_TARGET, st.BOMB, st.DECLARE, st.SHIFT,
    st.FIRE, st.LAND_FLEET, st.LAND_SPOT, st.GROUND_BATTLE_SPOT, st.RETURN_FLEET, st.RECOVER,
    st.CHANGE_STRATEGY,
}  # fmt: skip


@rule
def worth(g: Game, s: Tables, paid: np.ndarray) -> float:
    """What a position is worth to Japan: its reward, or in play what the VP are worth so far.

    paid: as `rewards.params` gives. In play: VP over MIDDLE on the scale of the rewards.
    """
    if g.outcome != st.PLAYING:
        return terminal_reward(g, s, paid, st.JAPAN)
    return max(-1.0, min(1.0, (vp(g, s) - MIDDLE) / 4.5))


@rule
def roll(
    worlds: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    work: np.ndarray, lines: Array[int], rows: np.ndarray, turn: int, paid: np.ndarray,
    values: np.ndarray,
) -> None:  # fmt: skip
    """Play every candidate in every world, with the dice of the world's key.

    worlds: GAME (M,); lines: int64 (C,), first actions; rows: SCRIPT (2,); work: GAME (2,),
    scratch; turn: a rollout stops when it begins; values: float64 (C, M), filled: what it was
    worth to Japan.
    """
    s = tables[0]
    for c in range(lines.shape[0]):
        for m in range(worlds.shape[0]):
            work[0] = worlds[m]
            key = int(work[0].key)
            kernels.play(work[0], s, trace[0], mask, lines[c], True)
            play_out(work[:1], tables, trace, mask, work[1:], rows, key, turn)
            values[c, m] = worth(work[0], s, paid)


@rule
def propose(
    games: Array[Game], tables: Array[Tables], mask: Array[int], work: Array[Game],
    rows: Array[Script], x: int, actions: Array[int],
) -> None:  # fmt: skip
    """What each script would do in games[0]: actions int64 (R,), filled; rows: SCRIPT (R,)."""
    for r in range(rows.shape[0]):
        work[0] = games[0]
        veil(work[0], tables[0], int(work[0].actor))
        actions[r] = script_action(work[0], tables[0], rows[r], mask, x)


class Rollouts:
    """The planner as an agent of either seat.

    games: rollouts of a candidate. candidates: how many actions are tried, the script's own one
    included. horizon: turns a rollout sees, this one counted; 0 = to the end. script: the name of
    the plan that plays on, for both seats.
    """

    def __init__(
        self,
        games: int = GAMES,
        candidates: int = CANDIDATES,
        horizon: int = HORIZON,
        script: str = "historical",
    ) -> None:
        self.games, self.candidates, self.horizon = games, candidates, horizon
        names = [script, *(name for name in PROPOSERS if name != script)]
        self._advice = np.concatenate([script_row(name) for name in names])
        self._rows = np.concatenate([script_row(script)] * 2)
        self._budget = Budget(0.0, games * candidates)
        self._paid = params("outcome", None, None)
        self._trace = blank_trace()
        self._mask = np.zeros(N_ACTIONS, np.int8)
        self._work = np.zeros(2, st.GAME)
        self.reset(st.SIDES[0], 0)

    def reset(self, seat: str, seed: int) -> None:
        self._budget.reset()
        self._rng = np.random.default_rng([st.SIDES.index(seat), seed])
        self._reason = "nothing has been decided yet"

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        games, tables = env_view.records(), env_view.scenario.tables
        proposals = np.empty(len(self._advice), np.int64)
        x = int(self._rng.integers(1 << 32))
        propose(games, tables, mask, self._work, self._advice, x, proposals)
        legal = np.flatnonzero(mask)
        own = int(proposals[0])
        if len(legal) == 1 or int(games["decision"][0]) not in WEIGHED:
            return self._take(own, env_view, "as its script plays")
        lines = self._lines(proposals, legal)
        seat = int(games["actor"][0])
        turn = int(games["turn"][0]) + self.horizon if self.horizon else st.MAX_TURNS + 1

        def play(alive: list[int], count: int, part: Share) -> np.ndarray:
            seeds = self._rng.integers(0, 1 << 62, count)
            worlds = worlds_of(env_view, seeds)
            values = np.empty((len(alive), count))
            began = time.perf_counter()
            roll(
                worlds, tables, self._trace, self._mask, self._work, lines[alive], self._rows,
                turn, self._paid, values,
            )  # fmt: skip
            part.spend(values.size, time.perf_counter() - began)
            return values if seat == st.JAPAN else -values

        share = self._budget.take(int(games["turn"][0]), 1.0)
        values, alive = halve(len(lines), share, play)
        self._budget.end()
        chosen = trusted(values, alive)
        tried = f"{values[chosen].mean():.2f} over {len(values[chosen])} rollouts"
        return self._take(int(lines[chosen]), env_view, f"{tried}, of {len(lines)} actions")

    def explain(self) -> str:
        """The last action, what it was worth in the rollouts and how many were tried."""
        return self._reason

    def _lines(self, proposals: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """The candidates, int64 (C,): proposals, the own script's first, then others drawn."""
        others = self._rng.permutation(legal)
        found = list(dict.fromkeys([*proposals.tolist(), *others.tolist()]))
        return np.array(found[: self.candidates], np.int64)

    def _take(self, action: int, view: GameView, reason: str) -> int:
        self._reason = f"{describe(view.scenario, action)}: {reason}"
        return action
