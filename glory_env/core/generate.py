"""The compiled entry points of a game, written from its decision objects.

`python -m glory_env.core.generate PACKAGE` writes `dispatch.py` and `kernels.py` in `generated/` of
a game's package. Numba compiles a chain of calls, not a table of functions, and keeps code by
source file, so every game has such a text of its own.

What a game brings: `decisions.ALL` (`glory_env.core.decision`), GAME and NO_DECISION in `state`,
TABLES in `tables` or `state`, the chapters of `rules/`, and in `engine/` the modules `sequence`
(set_up, play_on), `observation` (encode), `hiding` (hide_from, conceal_from; or redraw, which draws
a world from a key) and `rewards` (potential, terminal_reward, survival_reward).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from glory_env.core.decision import Dispatched, is_asked_always

HEAD = '''\
"""{about}

Generated, do not edit. Write it again with
`python -m glory_env.core.generate {package}`.
"""

from __future__ import annotations

'''
LEGAL = '''

@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when nobody has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
'''
APPLY = '''

@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask."""
    d = g.decision
'''
KERNELS = '''\
import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.beside import compile_beside
from glory_env.core.compile import rule
from glory_env.core.dice import new_key
from glory_env.core.stepping import ILLEGAL, LOOK, PLAY_ON, SKIP
from glory_env.core.trace import TRACE, Trace
from PACKAGE.engine.hiding import HIDING
from PACKAGE.engine.observation import encode
from PACKAGE.engine.rewards import potential, survival_reward, terminal_reward
from PACKAGE.engine.sequence import play_on, set_up
from PACKAGE.generated.dispatch import apply, legal
from PACKAGE.generated.records import Game, Tables
from PACKAGE.state import GAME, NO_DECISION
from TABLES_MODULE import TABLES

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
        if count != 1 or not throughALWAYS:
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
    HIDE


@rule
def conceal(games: Array[Game], tables: Array[Tables]) -> None:
    """Take the dice, and what its acting seat has not seen, out of each game."""
    for i in range(games.shape[0]):
        CONCEAL


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
'''


def dispatch(package: str, decisions: Sequence[Dispatched]) -> str:
    """The text of `dispatch.py`: every decision to its `legal_...` and `apply_...`."""
    asked = [one for one in decisions if one.module]
    modules = sorted({one.module for one in asked})
    lines = [HEAD.format(about="Which chapter answers for a decision.", package=package)]
    lines += [
        "from glory_env.core.arrays import Array\n",
        "from glory_env.core.compile import rule\n",
        "from glory_env.core.trace import Trace\n",
        f"from {package}.generated.records import Game, Tables\n",
        f"from {package}.rules import (\n",
        *(f"    {module},\n" for module in modules),
        ")\n",
    ]
    parts = (LEGAL, "legal", "g, s, mask"), (APPLY, "apply", "g, s, t, action")
    for head, part, arguments in parts:
        lines.append(head)
        for k, one in enumerate(asked):
            lines.append(f"    {'if' if k == 0 else 'elif'} d == {one.code}:\n")
            lines.append(f"        {one.module}.{part}_{one.name}({arguments})\n")
    return "".join(lines)


# What `engine.hiding` of a game has, and how it is called.
FORGETTING = {
    "HIDING": "conceal_from, hide_from",
    "HIDE": "hide_from(games[i], tables[0], seat)",
    "CONCEAL": "conceal_from(games[i], tables[0], int(games[i].actor), i)",
}
DRAWING = {
    "HIDING": "redraw",
    "HIDE": "redraw(games[i], tables[0], seat, int(games[i].key))",
    "CONCEAL": "games[i].key = i\n        redraw(games[i], tables[0], int(games[i].actor), i)",
}


def kernels(package: str, decisions: Sequence[Dispatched]) -> str:
    """The text of `kernels.py`: one game of an array, named by its index, and all of them."""
    always = [one.code for one in decisions if is_asked_always(one)]
    about = "The compiled entry points: one game of an array, named by its index, and all of them."
    tables = f"{package}.tables" if find_spec(f"{package}.tables") else f"{package}.state"
    text = KERNELS.replace("PACKAGE", package).replace("TABLES_MODULE", tables)
    draws = hasattr(import_module(f"{package}.engine.hiding"), "redraw")
    for name, call in (DRAWING if draws else FORGETTING).items():
        text = text.replace(name, call)
    text = text.replace("ALWAYS", f" or g.decision in {(*always,)}" if always else "")
    if tables.endswith(".state"):
        text = text.replace("import GAME, NO_DECISION\n", "import GAME, NO_DECISION, TABLES\n")
        text = text.replace(f"from {tables} import TABLES\n", "")
    return HEAD.format(about=about, package=package) + text


def texts(package: str) -> dict[Path, str]:
    """The generated files of a game and what they have to hold."""
    folder = Path(import_module(package).__file__ or "").parent / "generated"
    decisions = import_module(f"{package}.decisions").ALL
    return {
        folder / "dispatch.py": dispatch(package, decisions),
        folder / "kernels.py": kernels(package, decisions),
    }


def main() -> None:
    for path, text in texts(sys.argv[1]).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
