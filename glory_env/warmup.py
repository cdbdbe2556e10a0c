"""Compile ahead of the first game: `python -m glory_env.warmup`."""

from __future__ import annotations

import sys
import time

DONE = "warm"  # beside the compiled scripts, once all of them are


def compile_rules() -> None:
    """What every environment needs."""
    from glory_env import glory_v0
    from glory_env.vector import GloryVector

    env = glory_v0.raw_env(shaping=1.0)
    env.reset(seed=0)
    env.observe(env.agent_selection)
    games = GloryVector(2)
    games.step(games.sample(0, 0))


def compile_scripts() -> None:
    """What a game with a partner needs besides, rollouts of hints included; at once if it is there.

    Nothing to do where there is no agents' folder.
    """
    from glory_env.partners import AgentError, GameView, agents_module

    try:
        folder = agents_module("agents.scripted.compiled").FOLDER
    except AgentError:
        return
    if (folder / DONE).exists():
        return
    print(
        "glory_env: compiling the scripts, once on this machine; this takes up to a minute",
        file=sys.stderr,
    )
    from glory_env.play.hint import hint
    from glory_env.play.start import new_session

    session = new_session("teaching", "navy", "withdraw_in_time", seed=0)
    while not session.waits_for_person:
        session.play_on()
    hint(GameView(session.game, session.game.actor), session.game.mask, 0)
    if folder.is_dir():  # not with NUMBA_DISABLE_JIT
        (folder / DONE).touch()


def main() -> None:
    from glory_env.engine.compile import CACHE_FOLDER

    start = time.perf_counter()
    compile_rules()
    compile_scripts()
    print(f"compiled rules are in {CACHE_FOLDER} ({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
