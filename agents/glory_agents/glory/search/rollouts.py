"""Scripted continuations of a position, many in one compiled call.

Every candidate is played under the same keys, so candidates differ by what they do and not by
their luck: dice and scripts' draws are pure functions of key and place in the game.
"""

from __future__ import annotations

import math

import numpy as np

from glory_agents.glory.scripted.plan import forget
from glory_agents.glory.scripted.rows import MEMO, SCRIPT
from glory_agents.glory.scripted.script import play_out, script_action
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.core.stepping import LOOK
from glory_env.core.trace import Trace, blank_trace
from glory_env.envs.agent import PLAY
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.rewards import (
    CENTRE,
    GP_SCALE,
    JOINT,
    JOINT_LOSS,
    KIND,
    N_PARAMS,
    OUTCOME_WEIGHT,
    RAW,
    SPREAD,
    mix,
    rewards_of,
)
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import contested_boxes
from glory_env.games.glory.rules.handicap import floor_of, margin_of, occupation_loss_of
from glory_env.games.glory.state import ARMY, GAME, NAVY, OFFER_ARMY, PLAYING

TALK = 2  # offers a turn after the first of a rollout: talks take most of its time
TO_THE_END = 1 << 20  # a turn that never begins
NO_LINE = np.full((1, 1), -1)  # a candidate without an action of its own
# Of the estimate below, fitted to 14,000 games of scripts like withdraw_in_time (logistic
# regression on who completes, by turn). Tonnage in shares of the total at the start.
DRAIN = 1 / 15  # lost in a turn, whatever happens
SPREAD_OF_DRAIN = 1 / 21  # of what is lost in one turn
STANDING, AHEAD = 0.4, 0.1  # of the penalties due now, and of those one step away, each turn
GP_TO_COME = (5.0, 3.0)  # glory points of army and navy in a turn still to come


@rule
def burden(g: Game, s: Tables) -> float:
    """Tonnage a turn still to come is thought to cost, by where the markers stand."""
    contested = contested_boxes(g, s)
    ahead = 0
    for m in range(s.markers):
        step = int(g.marker_step[m])
        if step < s.route_length[m] and not (contested >> int(s.route[m, step])) & 1:
            ahead += occupation_loss_of(g, s, int(s.route[m, step]))
    standing = 0
    for b in range(s.boxes):
        if (contested >> b) & 1:
            standing += occupation_loss_of(g, s, b)
    return DRAIN * int(s.start_total) + STANDING * standing + AHEAD * ahead


@rule
def chance_to_last(g: Game, s: Tables) -> float:
    """Estimated chance that a game in play is completed, 0..1."""
    left = float(max(1, int(s.last_turn) - int(g.turn) + 1))
    reserve = int(g.total) - floor_of(g, s) - burden(g, s) * left
    spread = SPREAD_OF_DRAIN * int(s.start_total) * math.sqrt(left)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, reserve / spread))))


@rule
def estimate(g: Game, s: Tables, params: Array[float], out: Array[float]) -> None:
    """What a game cut off in play is worth to army and navy, on the scale of the rewards.

    The chance to complete is that of a reserve which has to outlast what the turns left will
    cost; the points are those so far and GP_TO_COME for each turn left; the outcome is the lead
    over the margin, cut off at 1. Then the reward is the one of rewards.py.
    """
    left = int(s.last_turn) - int(g.turn) + 1
    careful = chance_to_last(g, s)
    gp = np.empty(2)
    for seat in range(2):
        gp[seat] = max(0.0, int(g.gp[seat]) + GP_TO_COME[seat] * left)
    for seat in range(2):
        weight = params[seat, OUTCOME_WEIGHT]
        lead = gp[seat] - gp[1 - seat]
        lead /= max(1.0, float(margin_of(g, s, seat if lead > 0 else 1 - seat)))
        lead = weight * min(max(lead, -1.0), 1.0)
        own = lead + (1.0 - weight) * min(gp[seat] / GP_SCALE, 2.0) / 2
        other = -lead + (1.0 - weight) * min(gp[1 - seat] / GP_SCALE, 2.0) / 2
        if params[seat, KIND] == JOINT:
            goal = min(1.0, min(gp[ARMY], gp[NAVY]) / (int(s.solo_gp) + 1))
            paid = params[seat, CENTRE] + params[seat, SPREAD] * goal
            out[seat] = (1.0 - careful) * params[seat, JOINT_LOSS] + careful * paid
        elif params[seat, KIND] == RAW:
            out[seat] = careful * params[seat, SPREAD] * (own - other)
        else:
            paid = params[seat, CENTRE] + params[seat, SPREAD] * mix(params, seat, own, other)
            out[seat] = (1.0 - careful) * params[seat, JOINT_LOSS] + careful * paid


@rule
def worth(g: Game, s: Tables, params: Array[float], out: Array[float]) -> None:
    """Payoffs of army and navy into out, float64 (2,): the reward, or its estimate in play."""
    if g.outcome == PLAYING:
        estimate(g, s, params, out)
    else:
        rewards_of(g, s, params, out)


@rule
def roll(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    work: Array[Game], lines: Array[int], rows: np.ndarray, keys: Array[int], turn: int,
    params: Array[float], values: np.ndarray,
) -> int:  # fmt: skip
    """Play every candidate under every key; returns the number of decisions.

    games: GAME (C,) or (1,), the position of each candidate; lines: int64 (C, L), its first
    actions, -1 for none (two only for an offer); rows: SCRIPT (C, 2) or (1, 2), who plays on;
    keys: int64 (M,); turn: the rollout stops when it begins; params: float64 (2, N_PARAMS), see
    rewards.reward_params.
    work: GAME (1,), scratch, as mask is. values: float64 (C, M, 2), filled.
    """
    s = tables[0]
    count = 0
    for c in range(lines.shape[0]):
        for m in range(keys.shape[0]):
            work[0] = games[c % games.shape[0]]
            g = work[0]
            g.key = keys[m]
            kernels.play(g, s, trace[0], mask, LOOK, True)
            for k in range(lines.shape[1]):
                # A second action is the rest of an offer, unless the engine has played it already.
                if lines[c, k] < 0 or not mask[lines[c, k]] or (k > 0 and g.decision != OFFER_ARMY):
                    break
                kernels.play(g, s, trace[0], mask, lines[c, k], True)
            pair = rows[c % rows.shape[0]]
            count += play_out(work, 0, tables, trace, mask, pair, keys[m], min(turn, g.turn + 1))
            g.opt_max_offers = min(int(g.opt_max_offers), TALK)
            count += play_out(work, 0, tables, trace, mask, pair, keys[m], turn)
            worth(g, s, params, values[c, m])
    return count


@rule
def propose(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    work: Array[Game], rows: np.ndarray, key: int, lines: Array[int],
) -> None:  # fmt: skip
    """What each script would do now: lines int64 (R, 2) is filled, -1 for no second action.

    rows: SCRIPT (R, 2), army and navy. An offer is proposed whole: civil share, then army share.
    """
    s = tables[0]
    memo = np.empty(MEMO, np.int64)
    for r in range(rows.shape[0]):
        forget(memo)
        work[0] = games[0]
        g = work[0]
        kernels.play(g, s, trace[0], mask, LOOK, False)
        first = hash_key(key, PLAY + int(g.actor), 0)
        lines[r, 0] = script_action(g, s, rows[r], mask, first, memo)
        lines[r, 1] = -1
        kernels.play(g, s, trace[0], mask, lines[r, 0], False)
        if g.decision == OFFER_ARMY:
            second = hash_key(key, PLAY + int(g.actor), 1)
            lines[r, 1] = script_action(g, s, rows[r], mask, second, memo)


class Roller:
    """The compiled calls with their scratch memory, for one scenario.

    tables: TABLES (1,). `rollouts` counts those played so far.
    """

    def __init__(self, tables: np.ndarray) -> None:
        self.tables = tables
        self.trace = blank_trace()
        self.mask = np.zeros(N_ACTIONS, np.int8)
        self.work = np.zeros(1, GAME)
        self.rollouts = 0
        self._load()

    def _load(self) -> None:
        """Call everything once on nothing, since the first call loads or compiles it."""
        rows = np.zeros((1, 2), SCRIPT)
        none = np.zeros(0, np.int64)
        self.roll(self.work, np.zeros((1, 1), np.int64), rows, none, 0, np.zeros((2, N_PARAMS)))
        self.propose(self.work, rows[:0], 0)
        self.step(self.work, LOOK)

    def roll(
        self,
        games: np.ndarray,
        lines: np.ndarray,
        rows: np.ndarray,
        keys: np.ndarray,
        turn: int,
        params: np.ndarray,
    ) -> np.ndarray:
        """Payoffs float64 (C, M, 2) of C candidates under M keys; arguments as for `roll`."""
        values = np.empty((len(lines), len(keys), 2))
        roll(
            games, self.tables, self.trace, self.mask, self.work, lines, rows, keys, turn, params,
            values,
        )  # fmt: skip
        self.rollouts += len(lines) * len(keys)
        return values

    def propose(self, games: np.ndarray, rows: np.ndarray, key: int) -> np.ndarray:
        """The scripts' proposals, int64 (R, 2), for rows SCRIPT (R, 2)."""
        lines = np.empty((len(rows), 2), np.int64)
        propose(games, self.tables, self.trace, self.mask, self.work, rows, key, lines)
        return lines

    def step(self, games: np.ndarray, action: int) -> int:
        """Play one action (or PLAY_ON, LOOK) in games[0]; `mask` holds what is legal then.

        Forced decisions are played. Returns the number of legal actions, 0 when it is over.
        """
        return int(kernels.step(games, 0, self.tables, self.trace, self.mask, action, True))
