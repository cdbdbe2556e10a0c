"""What is compiled ahead of the first game of the Aleutians Campaign."""

from __future__ import annotations

SCRIPTS = ("historical", "careful")  # the others are these with other numbers
PLANNER = "rollouts:games=2,horizon=1"


def compile_all() -> None:
    """Its rules, one game and many, its agents, what a page shows."""
    from glory_agents.registry import make_agent
    from glory_env.bench.pairs import play_pairs
    from glory_env.envs.agent import GameView
    from glory_env.games.aleutians.envs import Vector, raw_env
    from glory_env.games.aleutians.play.start import new_session

    env = raw_env(shaping=1.0)
    env.reset(seed=0)
    seen = env.observe(seat := env.agent_selection)
    planner = make_agent(PLANNER, game="aleutians")
    planner.reset(seat, 0)
    planner.act(seen["observation"], seen["action_mask"], GameView(env, seat))
    games = Vector(2)
    games.step(games.sample(0, 0))
    for name in SCRIPTS:
        script = make_agent(name, game="aleutians")
        play_pairs(script, script, 2, scenario="aleutians", reward="outcome", vector_class=Vector)
    session = new_session("japan", seed=0)
    session.play_to_person()
    session.decision("japan")
