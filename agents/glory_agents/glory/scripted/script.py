"""Scripted play, whole: which part answers which decision, one game or many.

A script is a row of SCRIPT; its play is a pure function of the game record, the row and a 32-bit
draw x, so the Python agent, the batch and the rollouts of a planner play the same.
"""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.commander import command
from glory_agents.glory.scripted.plan import forget
from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import MEMO, PASSIVE, RANDOM_MOVES, RANDOM_TALK, RANDOM_WORKS
from glory_agents.glory.scripted.talk import negotiate
from glory_agents.glory.scripted.works import build
from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, mix
from glory_env.core.stepping import LOOK
from glory_env.core.trace import Trace
from glory_env.envs.agent import PLAY
from glory_env.games.glory.actions import END, N_ACTIONS
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.talk import is_speaking
from glory_env.games.glory.state import ARMY, NAVY, NO_DECISION, NONE, PRODUCTION, TONNAGE


@rule
def script_action(
    g: Game, s: Tables, rows: Array[Script], mask: Array[int], x: int, memo: Array[int]
) -> int:
    """A legal action of the pending decision by the scripts of army and navy, SCRIPT (2,).

    The script of the acting seat decides; in solo play each says what its service needs.
    memo: int64 (MEMO,), kept from decision to decision of one game, or emptied by `forget`.
    """
    p = rows[g.actor]
    a = -1
    if g.phase == TONNAGE:
        if p.negotiator != RANDOM_TALK:
            a = negotiate(g, s, rows, mask, x, memo)
    elif g.phase == PRODUCTION:
        if p.producer != RANDOM_WORKS:
            a = build(g, s, p, mask)
    elif p.commander == PASSIVE:
        a = END if mix(x, 3) >> 31 else -1
    elif p.commander != RANDOM_MOVES:
        a = command(g, s, p, mask, x)
    if a < 0 or not mask[a]:
        a = pick(mask, 0, N_ACTIONS, x)
    return a


@rule
def script_one(
    games: Array[Game], i: int, tables: Array[Tables], rows: Array[Script], mask: Array[int],
    draw: float,
) -> int:  # fmt: skip
    """The action in game i for a draw in [0, 1); rows: SCRIPT (2,), mask int8 (N_ACTIONS,)."""
    memo = np.full(MEMO, NONE)
    return script_action(games[i], tables[0], rows, mask, int(draw * 4294967296.0), memo)


@rule
def script_all(
    games: Array[Game], tables: Array[Tables], rows: np.ndarray, masks: np.ndarray,
    draws: Array[float], actions: Array[int],
) -> None:  # fmt: skip
    """The same for many games: draws float64 (M,), actions int64 (M,) is filled.

    rows: SCRIPT (M, 2), army and navy of each game, or (1, 2), the same for all.
    """
    each = rows.shape[0] > 1
    memo = np.empty(MEMO, np.int64)
    for i in range(games.shape[0]):
        forget(memo)
        x = int(draws[i] * 4294967296.0)
        actions[i] = script_action(games[i], tables[0], rows[i if each else 0], masks[i], x, memo)


@rule
def play_out(
    games: Array[Game], i: int, tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    rows: Array[Script], key: int, turn: int,
) -> int:  # fmt: skip
    """Let scripts play game i until `turn` begins or the game is over.

    rows: SCRIPT (2,), army and navy; key: of the scripts' draws, numbered by seat as everywhere;
    mask: int8 (N_ACTIONS,), scratch. The game stands at a decision or is over. Forced decisions are
    played. Returns the number of decisions. Lines of an offer have no number of their own, so that
    scripts meet the same draws with talk and without it.
    """
    g = games[i]
    s = tables[0]
    counts = np.zeros(2, np.int64)
    memo = np.full(MEMO, NONE)
    legal = kernels.play(g, s, trace[0], mask, LOOK, True)
    while legal > 0 and g.turn < turn and g.decision != NO_DECISION:
        seat = int(g.actor)
        x = hash_key(key, PLAY + seat, counts[seat])
        action = script_action(g, s, rows, mask, x, memo)
        counts[seat] += 0 if is_speaking(g) else 1
        legal = kernels.play(g, s, trace[0], mask, action, True)
    return int(counts[ARMY] + counts[NAVY])


@rule
def play_out_all(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], mask: Array[int],
    rows: np.ndarray, keys: Array[int], turn: int,
) -> int:  # fmt: skip
    """`play_out` for every game, rows the same for all; keys int64 (M,). Decisions in all."""
    count = 0
    for i in range(games.shape[0]):
        count += play_out(games, i, tables, trace, mask, rows, keys[i], turn)
    return count
