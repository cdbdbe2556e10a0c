"""What is compiled ahead of the first game of Empire of the Sun."""

from __future__ import annotations


def compile_all() -> None:
    """Its rules, one game and many."""
    from glory_env.games.empire.envs import Vector, raw_env

    env = raw_env(shaping=1.0)
    env.reset(seed=0)
    env.observe(env.agent_selection)
    env.clone().close()
    games = Vector(2)
    games.step(games.sample(0, 0))
