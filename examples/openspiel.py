"""OpenSpiel: its MCTS against random play, and its DQN, both in the small scenario.

python examples/openspiel.py [GAMES [EPISODES]]     (needs open_spiel and torch)

`glory_env.open_spiel_game` registers `python_glory`. Printed is the mean return of
the army against random play, with the reward "cooperative".
"""

import sys

import numpy as np
import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, random_agent
from open_spiel.python.bots import uniform_random
from open_spiel.python.pytorch import dqn

from glory_env import open_spiel_game

ARMY, NAVY = 0, 1


def play_bots(game, bots, games: int, rng) -> float:
    """The army's mean return when bots play."""
    total = 0.0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.choice(6)))  # a die
            else:
                state.apply_action(bots[state.current_player()].step(state))
        total += state.returns()[ARMY]
    return total / games


def play_agents(env, agents, games: int, learning: bool) -> float:
    """The army's mean return when learners play."""
    total = 0.0
    for _ in range(games):
        now = env.reset()
        while not now.last():
            output = agents[now.current_player()].step(now, is_evaluation=not learning)
            now = env.step([output.action])
        for agent in agents:
            agent.step(now, is_evaluation=not learning)
        total += now.rewards[ARMY]
    return total / games


def main(games: int = 40, episodes: int = 300, simulations: int = 15) -> dict[str, float]:
    """Mean returns of random play, of MCTS, and of DQN before and after so many episodes."""
    torch.set_num_threads(1)
    game = pyspiel.load_game(f"{open_spiel_game.NAME}(scenario=teaching,reward=cooperative)")
    rng = np.random.RandomState(1)
    army, navy = (uniform_random.UniformRandomBot(seat, rng) for seat in (ARMY, NAVY))
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    search = mcts.MCTSBot(game, 1.0, simulations, rollouts, solve=False, random_state=rng)
    found = {"random": play_bots(game, [army, navy], games, rng)}
    found["MCTS"] = play_bots(game, [search, navy], max(1, games // 6), rng)
    kind = rl_environment.ObservationType.OBSERVATION  # there is no information state tensor
    env = rl_environment.Environment(game, observation_type=kind)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    learner = dqn.DQN(
        ARMY, size, actions, [64], learning_rate=3e-4, optimizer_str="adam", learn_every=10,
        min_buffer_size_to_learn=200, epsilon_decay_duration=20 * episodes,
    )  # fmt: skip
    agents = [learner, random_agent.RandomAgent(NAVY, actions)]
    found["DQN before"] = play_agents(env, agents, games, learning=False)
    play_agents(env, agents, episodes, learning=True)
    found["DQN after"] = play_agents(env, agents, games, learning=False)
    print("mean return of the army:", {name: round(mean, 3) for name, mean in found.items()})
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
