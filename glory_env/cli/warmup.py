"""`glory warmup`: compile ahead of the first game, mend or delete what has been compiled."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

ALEUTIANS_SCRIPTS = ("historical", "careful")  # the others are these with other numbers
ALEUTIANS_PLANNER = "rollouts:games=2,horizon=1"
DONE = "warm"  # beside what is compiled, once all scripts are


def compile_rules() -> None:
    """What every environment needs."""
    from glory_env import glory_v0
    from glory_env.envs.vector import GloryVector

    env = glory_v0.raw_env(shaping=1.0)
    env.reset(seed=0)
    env.observe(env.agent_selection)
    games = GloryVector(2)
    games.step(games.sample(0, 0))


def compile_scripts(again: bool = False) -> None:
    """What games with agents need too, one or many, hints included; quick if it is there.

    again: look whether all of it is still there.
    """
    from glory_env.envs.agent import GameView, make_agent

    done = _marker()
    if done.exists() and not again:
        return
    from glory_env.bench.pairs import play_pairs
    from glory_env.games.glory.play.start import new_session
    from glory_env.play.hint import hint

    session = new_session("teaching", "navy", "withdraw_in_time", seed=0)
    while not session.waits_for_person:
        session.play_on()
    hint(GameView(session.game, session.game.actor), session.game.mask, 0)
    script = make_agent("withdraw_in_time")
    play_pairs(script, script, 2, scenario="teaching")
    with suppress(OSError):  # no folder with NUMBA_DISABLE_JIT; another user's can be read only
        done.touch()


def _marker() -> Path:
    """The file that says that the scripts of these sources are compiled."""
    import glory_agents
    import glory_env
    from glory_env.core.compile import CACHE_FOLDER
    from glory_env.core.sources import below, digest_of

    folders = [Path(package.__file__ or "").parent for package in (glory_env, glory_agents)]
    return CACHE_FOLDER / f"{DONE}-{digest_of(file for one in folders for file in below(one))}"


def compile_aleutians() -> None:
    """The same for the second game: its rules, one game and many, its agents, what a page shows."""
    from glory_agents.registry import ALEUTIANS, make_agent
    from glory_env.aleutians_v0 import Vector, raw_env
    from glory_env.bench.pairs import play_pairs
    from glory_env.envs.agent import GameView
    from glory_env.games.aleutians.play.start import new_session

    env = raw_env(shaping=1.0)
    env.reset(seed=0)
    seen = env.observe(seat := env.agent_selection)
    planner = make_agent(ALEUTIANS_PLANNER, game=ALEUTIANS)
    planner.reset(seat, 0)
    planner.act(seen["observation"], seen["action_mask"], GameView(env, seat))
    games = Vector(2)
    games.step(games.sample(0, 0))
    for name in ALEUTIANS_SCRIPTS:
        script = make_agent(name, game=ALEUTIANS)
        play_pairs(script, script, 2, scenario=ALEUTIANS, reward="outcome", vector_class=Vector)
    session = new_session("japan", seed=0)
    session.play_to_person()
    session.decision("japan")


def warmup(game: Literal["glory", "aleutians", "all"] = "glory", clear: bool = False) -> None:
    """Compile the rules and the scripts ahead of the first game.

    Files of compiled rules that are damaged are dropped and compiled again.

    Args:
        game: glory, aleutians, or all: both.
        clear: delete the compiled rules of all versions instead.
    """
    if clear:
        print(_clear())
        return
    from glory_env.core.compile import CACHE_FOLDER, drop_damaged

    start = time.perf_counter()
    if count := drop_damaged():
        print(f"damaged files of compiled rules deleted from {CACHE_FOLDER}: {count}")
    if game in ("glory", "all"):
        compile_rules()
        compile_scripts(again=True)
    if game in ("aleutians", "all"):
        compile_aleutians()
    print(f"compiled rules are in {CACHE_FOLDER} ({time.perf_counter() - start:.0f} s)")


def _clear() -> str:
    from glory_env.core import cache_folder

    try:
        return cache_folder.clear()
    except RuntimeError as error:  # no home
        raise ValueError(f"--clear: {error}; XDG_CACHE_HOME may name the folder") from None
