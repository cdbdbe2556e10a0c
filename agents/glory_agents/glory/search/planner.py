"""What all planners share: what they want, whom they expect, and the way through a decision."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.rows import SCRIPT, both
from glory_agents.glory.search.candidates import NO_STEP, Line, candidates
from glory_agents.glory.search.rollouts import TO_THE_END, Roller
from glory_agents.glory.search.weights import share_of_turn
from glory_agents.search.budget import Budget, Share
from glory_env.envs.agent import GameView
from glory_env.games.glory.describe import describe
from glory_env.games.glory.engine.rewards import (
    COS,
    SIN,
    SOLO_REWARD,
    Reward,
    parse_reward,
    reward_params,
)
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import (
    JANKEN,
    NAVY,
    NONE,
    OFFER_ARMY,
    OFFER_CIVIL,
    SEALED,
    SERVICES,
)

ROW = "withdraw_in_time"  # plays where no other script is named
SECONDS = 1.0
HORIZON = 3  # what lies beyond is noise, at the price of most of the time
MOST = 24  # candidates of a decision
KEYS = 4  # rollouts a candidate should get, else fewer candidates are looked at
SHOWN = 3  # of them in an explanation


class Settings(NamedTuple):
    """What a planner is built with.

    seconds: per turn of the game. simulations: rollouts per decision instead, None for seconds.
    objective: reward it maximises, None for the angle the game tells its seat. script, partner:
    SCRIPT (1,) rows that play its own and the other seat in rollouts, None for withdraw_in_time.
    horizon: turns a rollout sees, this one counted; 0 = to the end of the game.
    """

    seconds: float = SECONDS
    simulations: int | None = None
    objective: Reward | None = None
    script: np.ndarray | None = None
    partner: np.ndarray | None = None
    horizon: int = HORIZON


class Weighed(NamedTuple):
    """A candidate after the search: its own seat's mean payoff over that many rollouts."""

    line: Line
    mean: float
    rollouts: int


class Root:
    """The position a decision is about, and everything its rollouts are to use.

    games: GAME (1,), re-keyed; seat: 0 army, 1 navy; rows: SCRIPT (1, 2); params: as for
    rewards.reward_params; turn: where rollouts stop; lines: the candidates, the script's first.
    """

    def __init__(
        self,
        roller: Roller,
        games: np.ndarray,
        rows: np.ndarray,
        params: np.ndarray,
        horizon: int,
        rng: np.random.Generator,
    ) -> None:
        self.roller = roller
        self.games = games
        self.record = games[0]
        self.seat = int(self.record.actor)
        self.rows = rows
        self.params = params
        self.turn = int(self.record.turn) + horizon if horizon else TO_THE_END
        self.rng = rng
        self.lines: list[Line] = []

    def keys(self, count: int) -> np.ndarray:
        """New dice keys, int64 (count,)."""
        return self.rng.integers(0, 1 << 62, count)

    def roll(self, lines: list[Line], keys: np.ndarray) -> np.ndarray:
        """Payoffs float64 (C, M, 2) of the lines under the keys."""
        return self.roller.roll(
            self.games, np.array(lines, np.int64), self.rows, keys, self.turn, self.params
        )


class Planner:
    """Base of the planners: they differ in `_search`."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.budget = Budget(self.settings.seconds, self.settings.simulations)
        ordinary = row_of(ROW)
        self.script = ordinary if self.settings.script is None else self.settings.script
        self.partner = ordinary if self.settings.partner is None else self.settings.partner
        self._roller: Roller | None = None
        self.reset("army", 0)

    # --- the protocol ----------------------------------------------------------------------
    def reset(self, seat: str, seed: int) -> None:
        self.budget.reset()
        self._rng = np.random.default_rng([SERVICES.index(seat), seed])
        self._next = NO_STEP
        self._weighed: list[Weighed] = []
        self._reason = "nothing has been decided yet"

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        legal = np.flatnonzero(mask)
        games = env_view.records()
        decision = int(games["decision"][0])
        planned, self._next = self._next, NO_STEP
        if len(legal) == 1:
            return self._take(int(legal[0]), "there was no choice")
        if decision == JANKEN:
            return self._take(int(self._rng.choice(legal)), "a hand cannot be planned: drawn")
        if decision == OFFER_ARMY and planned != NO_STEP and mask[planned]:
            return self._take(planned, "the rest of the offer just planned")
        roller = self.roller_for(env_view.scenario)  # before the clock runs: it loads code
        self._look_ahead(games, roller)
        part = share_of_turn(int(games["phase"][0]), decision)
        share = self.budget.take(int(games["turn"][0]), part)
        action = self._decide(self._root(games, roller), mask, env_view, share)
        self.budget.end()
        return action

    def explain(self) -> str:
        """The candidates of the last decision with their means, best first."""
        return self._reason

    def roller_for(self, scenario: Scenario) -> Roller:
        """What plays its rollouts; made when a game of another scenario begins."""
        if self._roller is None or self._roller.tables is not scenario.tables:
            self._roller = Roller(scenario.tables)
        return self._roller

    # --- inside ----------------------------------------------------------------------------
    def _decide(self, root: Root, mask: np.ndarray, view: GameView, share: Share) -> int:
        guess_unseen(root)
        proposals = root.roller.propose(root.games, self._advice(root), int(root.keys(1)[0]))
        most = max(1, min(MOST, share.affords() // KEYS))
        root.lines = candidates(root.record, mask, proposals, most, root.rng)
        weighed = self._search(root, share) if len(root.lines) > 1 else []
        if not weighed:
            return self._take(root.lines[0][0], "no time to search: as its script plays")
        self._next = weighed[0].line[1]
        return self._take(weighed[0].line[0], _in_words(weighed, root.games, view))

    def _look_ahead(self, games: np.ndarray, roller: Roller) -> None:
        """Room for what a planner does before a decision, on the same budget."""

    def _search(self, root: Root, share: Share) -> list[Weighed]:
        """The candidates, best first; the first is played."""
        raise NotImplementedError

    def _root(self, games: np.ndarray, roller: Roller) -> Root:
        seat = int(games["actor"][0])
        rows = np.empty((1, 2), SCRIPT)
        rows[0, seat] = self.script[0]
        rows[0, 1 - seat] = self.script[0] if games["opt_solo"][0] else self.partner[0]
        params = payoff_params(games[0], self.settings.objective)
        return Root(roller, games, rows, params, self.settings.horizon, self._rng)

    def _advice(self, root: Root) -> np.ndarray:
        """Scripts whose proposals are candidates, SCRIPT (R, 2), those played on with first."""
        return np.concatenate([root.rows, advisers()])

    def _roll(self, root: Root, lines: list[Line], keys: np.ndarray, share: Share) -> np.ndarray:
        """Own payoffs of the lines under the keys, float64 (C, M), booked on the share."""
        began = time.perf_counter()
        values = root.roll(lines, keys)
        share.spend(len(lines) * len(keys), time.perf_counter() - began)
        return values[:, :, root.seat]

    def _take(self, action: int, reason: str) -> int:
        self._reason = reason
        return action


def advisers() -> np.ndarray:
    """Rows of unlike temper, SCRIPT (R, 2): what they would do is worth a look."""
    global _advisers
    if _advisers is None:
        names = ("hold_the_line", "greedy_gp", "civil_first", "needs_splitter")
        _advisers = both(np.concatenate([row_of(name) for name in names]))
    return _advisers


_advisers: np.ndarray | None = None


def payoff_params(record: np.record, objective: Reward | None) -> np.ndarray:
    """Parameters of both seats' payoffs, float64 (2, N_PARAMS).

    Without an objective it is the angle the game tells the acting seat; the other seat is
    thought to want the same unless the game reveals its angle. A single controller of both
    services is paid as it is in solo play.
    """
    if record.opt_solo:
        return reward_params(parse_reward(SOLO_REWARD))
    if objective is not None:
        return reward_params(parse_reward(objective))
    params = reward_params(parse_reward("selfish"))
    own = int(record.actor)
    for seat in range(2):
        shown = seat if record.reveal_objective else own
        params[seat, COS], params[seat, SIN] = record.objective[shown]
    return params


def guess_unseen(root: Root) -> None:
    """Put the partner's script's offer where a sealed offer is hidden from the second seat."""
    g = root.record
    hidden = int(g.opt_protocol) == SEALED and int(g.decision) in (OFFER_CIVIL, OFFER_ARMY)
    if not hidden or root.seat != NAVY or g.offers == 0:
        return
    twin = root.games.copy()
    twin["decision"], twin["actor"], twin["offers"] = OFFER_CIVIL, 1 - root.seat, 0
    twin["chosen_civil"] = NONE
    civil, army = root.roller.propose(twin, root.rows, 0)[0]
    root.roller.step(twin, int(civil))
    if int(twin["decision"][0]) == OFFER_ARMY:
        root.roller.step(twin, int(army))
    root.games["offer"][0, 1 - root.seat] = twin["offer"][0, 1 - root.seat]


def _in_words(weighed: list[Weighed], games: np.ndarray, view: GameView) -> str:
    """The best candidates with their means."""
    words = [
        f"{_name(candidate.line, games, view)}: {candidate.mean:.2f} over "
        f"{candidate.rollouts} rollouts"
        for candidate in weighed[:SHOWN]
    ]
    rest = f" (of {len(weighed)})" if len(weighed) > SHOWN else ""
    return words[0] + "".join(f"; next {word}" for word in words[1:]) + rest


def _name(line: Line, games: np.ndarray, view: GameView) -> str:
    first = view.describe(line[0])
    if line[1] == NO_STEP:
        return first
    after = games.copy()
    after["decision"] = OFFER_ARMY
    return f"{first}, {describe(view.scenario, line[1], after[0])}"
