"""A second game in a few lines: two seats take 1 to 3 from a pile and roll a die for points.

It shows what a game needs of its own: a record, kernels, words. All else is shared with Glory.
"""

import sys
from types import SimpleNamespace

import numpy as np
from gymnasium import spaces

from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die, new_key
from glory_env.core.stepping import ILLEGAL, SKIP
from glory_env.envs.aec import GameEnv
from glory_env.envs.single import GameSeatEnv
from glory_env.envs.vector import GameVector
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay

TOY = np.dtype((np.record,
    [("key", "i8"), ("turn", "i2"), ("phase", "i1"), ("decision", "i1"), ("actor", "i1"),
     ("outcome", "i1"), ("cause", "i1"), ("pile", "i2"), ("points", "i2", (2,))],
))  # fmt: skip
TABLES = np.rec.array([(12,)], dtype=[("pile", "i2")])


# --- the kernels: in a module of their own, which Numba caches by its file -------------------
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
def begin_all(games, tables, trace, actions, through, autoreset, keys, episodes, params,
              potentials, observations, masks, seats, rewards, done, finals,
              unshaped):  # fmt: skip
    for i in range(games.shape[0]):
        begin(games, i, tables)
        play(games[i], trace[0], masks[i], SKIP)
    show_all(games, tables, params, potentials, observations, seats)


@rule
def step_all(games, tables, trace, actions, through, autoreset, keys, episodes, params,
             potentials, observations, masks, seats, rewards, done, finals,
             unshaped):  # fmt: skip
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
    show_all(games, tables, params, potentials, observations, seats)


class ToyGame(GamePlay):
    definition = GameDefinition(
        name="toy_v0", seats=("left", "right"), record=TOY, n_actions=3, phases=("taking",),
        outcomes=("playing", "completed"), causes=("none",), purposes=("points",),
        decisions=tuple(SimpleNamespace(name=name, record_word=name, continues=False)
                        for name in ("none", "take")),
        kernels=sys.modules[__name__],
        default_scenario="toy",
        load=lambda name: SimpleNamespace(name="toy", id="toy", tables=TABLES),
        options=lambda *_: SimpleNamespace(write=lambda games: None, as_dict=dict, solo=False),
        reward=lambda reward, shaping, survival: np.full((2, 1), survival or 0.0),
        observation_space=lambda: spaces.Box(0, 127, (3,), np.float32),
        part_of_choice=lambda scenario, g, action: {"take": action + 1},
        describe=lambda scenario, action, g: f"take {action + 1}",
        final_info=lambda g, s, seat: {"points": int(g.points[seat])},
        draw=lambda scenario, g, mode: f"{g.pile} left",
    )  # fmt: skip


class ToyEnv(GameEnv):
    game_class = ToyGame
    metadata = {"name": "toy_v0", "is_parallelizable": False}  # noqa: RUF012


class ToyVector(GameVector):
    game_class = ToyGame


class ToySeat(GameSeatEnv):
    env_class = ToyEnv
