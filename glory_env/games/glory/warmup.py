"""What is compiled ahead of the first game of Glory."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

DONE = "warm"  # beside what is compiled, once all scripts are


def compile_rules() -> None:
    """What every environment needs."""
    from glory_env.games.glory.envs import GloryVector, raw_env

    env = raw_env(shaping=1.0)
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
    from glory_env.games.glory.play.hint import hint
    from glory_env.games.glory.play.start import new_session

    session = new_session("teaching", "navy", "withdraw_in_time", seed=0)
    while not session.waits_for:
        session.play_on()
    hint(GameView(session.game, session.game.actor), session.game.mask, 0)
    script = make_agent("withdraw_in_time")
    play_pairs(script, script, 2, scenario="teaching")
    play_pairs(make_agent("sakaki"), script, 2, scenario="teaching")  # how characters bargain
    with suppress(OSError):  # no folder with NUMBA_DISABLE_JIT; another user's can be read only
        done.touch()


def _marker() -> Path:
    """The file that says that the scripts of these sources are compiled."""
    from glory_agents import glory as players
    from glory_env import core
    from glory_env.core.compile import CACHE_FOLDER
    from glory_env.core.sources import digest_below
    from glory_env.games import glory

    return CACHE_FOLDER / f"{DONE}-{digest_below(core, glory, players)}"
