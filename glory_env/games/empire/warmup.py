"""What is compiled ahead of the first game of Empire of the Sun."""

from __future__ import annotations

SCRIPT = "careful"  # the others are this one with other numbers


def compile_all() -> None:
    """Its rules, one game and many, its scripts."""
    from glory_agents.registry import make_agent
    from glory_env.bench.pairs import play_pairs
    from glory_env.games.empire.envs import Vector, raw_env

    env = raw_env(shaping=1.0)
    env.reset(seed=0)
    env.observe(env.agent_selection)
    env.clone().close()
    games = Vector(2)
    games.step(games.sample(0, 0))
    script = make_agent(SCRIPT, game="empire")
    play_pairs(script, script, 1, reward="outcome", vector_class=Vector)
