"""The rules of the toy game: its record and its kernels (`glory_env.game.definition.Kernels`).

rest: actions, through, autoreset, keys, episodes, params, potentials, observations, masks, seats,
rewards, done, finals, unshaped, as `GameVector` gives them.
"""

import numpy as np

from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die, new_key
from glory_env.core.stepping import ILLEGAL, SKIP

PLACES = ("turn", "phase", "decision", "actor", "outcome", "cause", "pile")
TOY = np.dtype(
    (np.record, [("key", "i8"), *((name, "i2") for name in PLACES), ("points", "i2", (2,))])
)
TABLES = np.rec.array([(12,)], dtype=[("pile", "i2")])


@rule
def begin(games, i, tables):
    g = games[i]
    g.turn, g.phase, g.decision, g.actor, g.outcome, g.cause = 1, 0, 1, 0, 0, 0
    g.pile = tables[0].pile
    g.points[:] = 0


@rule
def step(games, i, tables, trace, mask, action, through):
    if action >= games[i].pile or action >= mask.shape[0]:
        return ILLEGAL
    return play(games[i], trace[0], mask, action)


@rule
def play(g, t, mask, action):
    t.entries = 0
    if action >= 0:
        g.pile -= action + 1
        begin_roll(t, 0)
        g.points[g.actor] += die(g, t, 0, g.actor, 0, 0)
        g.actor, g.turn = 1 - g.actor, g.turn + 1
        if g.pile == 0:
            g.outcome, g.decision, g.actor = 1, 0, 2
    for k in range(mask.shape[0]):
        mask[k] = k < g.pile
    return mask.sum()


@rule
def hide(games, i, tables, seat):
    pass


@rule
def conceal(games, tables):
    for i in range(games.shape[0]):
        games[i].key = 0


@rule
def observe(games, i, tables, seat, out):
    out[0], out[1], out[2] = games[i].pile, games[i].points[seat], games[i].points[1 - seat]


@rule
def pay(games, i, tables, params, out):
    lead = games[i].points[0] - games[i].points[1]
    out[0] = np.sign(lead) if games[i].outcome else 0.0
    out[1] = -out[0]


@rule
def potentials(games, i, tables, params, out):
    out[:] = 0.0


@rule
def show_all(games, tables, params, potentials, observations, seats):
    for i in range(games.shape[0]):
        seats[i] = games[i].actor
        if games[i].actor < 2:
            observe(games, i, tables, games[i].actor, observations[i])


@rule
def begin_all(games, tables, trace, *rest):
    for i in range(games.shape[0]):
        begin(games, i, tables)
        play(games[i], trace[0], rest[8][i], SKIP)
    show_all(games, tables, rest[5], rest[6], rest[7], rest[9])


@rule
def step_all(games, tables, trace, *rest):
    actions, _, autoreset, keys, episodes, params = rest[:6]
    seen, masks, seats, rewards, done, finals, unshaped = rest[7:]
    for i in range(games.shape[0]):
        turn = games[i].turn
        done[i] = actions[i] != SKIP and play(games[i], trace[0], masks[i], actions[i]) == 0
        pay(games, i, tables, params[i], unshaped[i])
        rewards[i] = unshaped[i] + params[i, :, 0] * (games[i].turn - turn)
        if done[i]:
            finals[i] = games[i]
            if autoreset:
                episodes[i] += 1
                games[i].key = new_key(keys[i], episodes[i])
                begin(games, i, tables)
                play(games[i], trace[0], masks[i], SKIP)
    show_all(games, tables, params, rest[6], seen, seats)
