"""Compiled play by orders, whole turns at once: what training needs."""

from __future__ import annotations

from agents.scripted.compiled import rule
from agents.scripted.script import play_out
from glory_env.engine import core
from glory_env.engine.dice import hash_key, new_key
from glory_env.engine.state import ARMY, NAVY, PLAYING
from glory_env.observation import encode
from glory_env.rewards import potential, terminal_reward

ORDERS = 1 << 22  # sets the scripts' draws apart from the dice and from other agents' draws


@rule
def play_turns(games, tables, tape, mask, rows, params, rewards):
    """Play every game until its next turn begins or it is over.

    rows: SCRIPT (N, 2), army and navy; params: reward parameters (N, 2, N_PARAMS); rewards
    float64 (N, 2) is filled: the outcome's and the change of the potential. mask int8 (309,) is
    scratch. Games that are over stay as they are.
    """
    s = tables[0]
    for i in range(games.shape[0]):
        g = games[i]
        for seat in range(ARMY, NAVY + 1):
            rewards[i, seat] = -potential(g, s, params[i], seat)
        key = hash_key(g.key, ORDERS, g.turn)
        play_out(games, i, tables, tape, mask, rows[i], key, g.turn + 1)
        for seat in range(ARMY, NAVY + 1):
            gain = potential(g, s, params[i], seat)
            rewards[i, seat] += gain + terminal_reward(g, s, params[i], seat)


@rule
def renew(games, finals, keys, episodes, tables, tape, mask):
    """Keep the finished games in `finals` and begin others with new dice in their place."""
    s = tables[0]
    for i in range(games.shape[0]):
        g = games[i]
        if g.outcome != PLAYING:
            finals[i] = g
            episodes[i] += 1
            g.key = new_key(keys[i], episodes[i])
            core.begin(games, i, tables)
            core.play(g, s, tape[0], mask, core.PLAY_ON, True)


@rule
def observe_all(games, tables, seats, out):
    """What the given seat of each game sees: seats int8 (N,), out float32 (N, OBSERVATION_SIZE)."""
    for i in range(games.shape[0]):
        encode(games[i], tables[0], seats[i], out[i])
