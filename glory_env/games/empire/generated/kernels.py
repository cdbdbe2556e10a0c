"""The compiled entry points: one game of an array, named by its index, and all of them.

Generated, do not edit. Write it again with
`python -m glory_env.core.generate glory_env.games.empire`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.beside import compile_beside
from glory_env.core.compile import rule
from glory_env.core.dice import new_key
from glory_env.core.stepping import ILLEGAL, LOOK, PLAY_ON, SKIP
from glory_env.core.trace import TRACE, Trace
from glory_env.games.empire.engine.hiding import redraw
from glory_env.games.empire.engine.observation import encode
from glory_env.games.empire.engine.rewards import potential, survival_reward, terminal_reward
from glory_env.games.empire.engine.sequence import play_on, set_up
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import GAME, NO_DECISION
from glory_env.games.empire.tables import TABLES

compile_beside(__name__, play_on, (GAME, TABLES, TRACE))


@rule
def begin(games: Array[Game], i: int, tables: Array[Tables]) -> None:
    """Set up game i at the start of turn 1; its options and dice key stay."""
    set_up(games[i], tables[0])


@rule
def step(
    games: Array[Game], i: int, tables: Array[Tables], trace: Array[Trace],
    mask: Array[int], action: int, through: bool,
) -> int:  # fmt: skip
    """Play one micro-step of game i and let the system play on to the next decision.

    games: GAME array; tables: TABLES (1,); trace: TRACE (1,), emptied first; mask: int8
    (N_ACTIONS,), holds afterwards the legal actions of the decision now pending. With `through`
    every decision with a single legal action is played as well. Returns the number of legal
    actions (0 = the game is over, or a pause), or ILLEGAL. It also serves to play on and to look:
    one entry point compiles in half the time of two.
    """
    if action >= 0:
        g = games[i]
        legal(g, tables[0], mask)
        if g.decision == NO_DECISION or action >= mask.shape[0] or not mask[action]:
            return ILLEGAL
    return play(games[i], tables[0], trace[0], mask, action, through)


@rule
def play(g: Game, s: Tables, t: Trace, mask: Array[int], action: int, through: bool) -> int:
    """`step` for one record, after the check that the action is legal."""
    t.entries = 0
    phase = g.phase
    if action >= 0:
        apply(g, s, t, action)
    if action != LOOK and not (t.pause and g.phase != phase):
        play_on(g, s, t)
    while True:
        legal(g, s, mask)
        count = 0
        for k in range(mask.shape[0]):  # without a branch: many entries at a time
            count += int(mask[k])
        if count != 1 or not through or g.decision in (37, 39, 41, 50, 54, 57, 60, 67):
            return count
        only = 0
        while not mask[only]:
            only += 1
        apply(g, s, t, only)
        play_on(g, s, t)


@rule
def hide(games: Array[Game], i: int, tables: Array[Tables], seat: int) -> None:
    """Make game i forget what a seat has not been shown yet.

    A game with hidden pieces draws them anew instead, from the key of the game.
    """
    redraw(games[i], tables[0], seat, int(games[i].key))


@rule
def conceal(games: Array[Game], tables: Array[Tables]) -> None:
    """Take the dice, and what its acting seat has not seen, out of each game."""
    for i in range(games.shape[0]):
        games[i].key = i
        redraw(games[i], tables[0], int(games[i].actor), i)


@rule
def observe(games: Array[Game], i: int, tables: Array[Tables], seat: int, out: np.ndarray) -> None:
    """Write what a seat sees of game i into out, float32 (OBSERVATION_SIZE,)."""
    encode(games[i], tables[0], seat, out)


@rule
def pay(
    games: Array[Game], i: int, tables: Array[Tables], params: np.ndarray, out: Array[float]
) -> None:
    """Write the terminal rewards of the seats into out, float64 (2,); zeros while in play."""
    for seat in range(2):
        out[seat] = terminal_reward(games[i], tables[0], params, seat)


@rule
def potentials(
    games: Array[Game], i: int, tables: Array[Tables], params: np.ndarray, out: Array[float]
) -> None:
    """Write the shaping potentials of the seats into out, float64 (2,)."""
    for seat in range(2):
        out[seat] = potential(games[i], tables[0], params, seat)


# --- many games at once -------------------------------------------------------------------
@rule
def show(
    g: Game, s: Tables, i: int, params: np.ndarray, potentials: Array[float],
    observations: np.ndarray, seats: Array[int],
) -> None:  # fmt: skip
    """After a game has stopped at a decision: whose it is, and what that seat sees."""
    seats[i] = g.actor
    if g.actor < 2:
        encode(g, s, g.actor, observations[i])
    for seat in range(2):
        potentials[i, seat] = potential(g, s, params[i], seat)


@rule
def show_all(
    games: Array[Game], tables: Array[Tables], params: np.ndarray, potentials: Array[float],
    observations: np.ndarray, seats: Array[int],
) -> None:  # fmt: skip
    """The same for every game that has begun."""
    for i in range(games.shape[0]):
        if games[i].turn > 0:
            show(games[i], tables[0], i, params, potentials, observations, seats)


@rule
def begin_all(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], actions: Array[int],
    through: bool, autoreset: bool, keys: Array[int], episodes: Array[int], params: np.ndarray,
    potentials: Array[float], observations: np.ndarray, masks: np.ndarray, seats: Array[int],
    rewards: Array[float], done: Array[bool], finals: Array[Game], unshaped: Array[float],
) -> None:  # fmt: skip
    for i in range(games.shape[0]):
        begin(games, i, tables)
        play(games[i], tables[0], trace[0], masks[i], PLAY_ON, through)
        show(games[i], tables[0], i, params, potentials, observations, seats)


@rule
def step_all(
    games: Array[Game], tables: Array[Tables], trace: Array[Trace], actions: Array[int],
    through: bool, autoreset: bool, keys: Array[int], episodes: Array[int], params: np.ndarray,
    potentials: Array[float], observations: np.ndarray, masks: np.ndarray, seats: Array[int],
    rewards: Array[float], done: Array[bool], finals: Array[Game], unshaped: Array[float],
) -> None:  # fmt: skip
    s = tables[0]
    for i in range(games.shape[0]):
        done[i] = False
        for seat in range(2):
            rewards[i, seat] = 0.0
            unshaped[i, seat] = 0.0
        if actions[i] == SKIP:
            continue
        g = games[i]
        turn = int(g.turn)
        count = play(g, s, trace[0], masks[i], actions[i], through)
        for seat in range(2):
            gain = potential(g, s, params[i], seat) - potentials[i, seat]
            unshaped[i, seat] = terminal_reward(g, s, params[i], seat)
            survived = survival_reward(params[i], seat, int(g.turn) - turn)
            rewards[i, seat] = unshaped[i, seat] + gain + survived
        if count == 0:
            done[i] = True
            finals[i] = g
            if autoreset:
                episodes[i] += 1
                g.key = new_key(keys[i], episodes[i])
                begin(games, i, tables)
                play(g, s, trace[0], masks[i], PLAY_ON, through)
        show(g, s, i, params, potentials, observations, seats)
