"""RLlib: what is sent is what was seen, episodes are those of the games, and training goes on."""

from __future__ import annotations

import logging
import os
import signal
from importlib.util import find_spec

import numpy as np
import pytest

from glory_agents.learned.policy_file import load_policy
from glory_env.envs.agent import make_agent
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import NONE, SERVICES
from glory_env.training.advantages import OPEN, OVER, transitions

pytestmark = pytest.mark.slow

if find_spec("ray") is None:  # importing it here would fix the token of other tests
    pytest.skip("Ray is not installed: pip install -e '.[scale]'", allow_module_level=True)


@pytest.fixture(scope="module")
def ray():
    import ray

    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR)
    yield ray
    ray.shutdown()


@pytest.fixture
def config():
    from glory_env.games.glory.rllib import ppo_config

    def make(runners=0, **settings):
        made = ppo_config("teaching", layers=(16, 16), **settings)
        made = made.env_runners(num_env_runners=runners, num_envs_per_env_runner=8)
        return made.training(train_batch_size_per_learner=256, minibatch_size=64)

    return make


def played(steps=40, games=6, seed=3):
    """Decisions of a fresh network, as `SelfPlay.play` gives them, and the network."""
    import torch

    from glory_env.games.glory.learn import LEARNABLE
    from glory_env.games.glory.rllib.runner import _Itself, both_seats
    from glory_env.training.partners import start_network
    from glory_env.training.selfplay import SelfPlay

    torch.manual_seed(seed)
    both = both_seats(*(start_network("", "teaching", (16, 16)) for _ in SERVICES))
    env = SelfPlay(games, "teaching", seed=seed, partners=[_Itself(both)], answer=LEARNABLE.answer)
    return env.play(both, both, steps), both, env


def test_a_row_holds_what_the_network_looks_at(torch):
    from glory_env.games.glory.rllib.packed import Packing

    result, both, _ = played()
    network = both.networks[SERVICES[0]]
    packing = Packing(network)
    rows = packing.pack(result.made.looked, result.made.legal)
    assert rows.shape == (len(result.made.actions), packing.size)
    assert packing.size < 4400
    looked, legal = packing.unpack(torch.from_numpy(rows))
    assert torch.equal(legal, result.made.legal)
    for found, given in zip(looked, result.made.looked, strict=True):
        assert torch.equal(found.float(), given.float())


def test_each_seat_decides_by_its_own_policy(torch):
    result, both, _ = played()
    seats = result.seats[result.seats != NONE]
    likely = both.log_probabilities(result.made.looked, result.made.legal)
    for seat, network in enumerate(both.networks.values()):
        own = torch.from_numpy(seats == seat)
        assert own.any()
        some = type(result.made.looked)(*(part[own] for part in result.made.looked))
        alone = network.log_probabilities(some, result.made.legal[own])
        assert torch.allclose(likely[own], alone, atol=1e-5)


def test_a_transition_holds_what_is_paid_until_the_seats_next_decision():
    seats = np.array([[0], [1], [0], [1], [0], [1]], np.int8)
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[:, 0, 0] = [1, 2, 4, 8, 16, 32]
    rewards[:, 0, 1] = [64, 128, 256, 512, 1024, 2048]
    done = np.zeros((6, 1), np.bool_)
    done[3] = True
    paid, following = transitions(seats, rewards, done)
    assert paid[:, 0].tolist() == [3, 384, 12, 512, 48, 2048]
    assert following[:, 0].tolist() == [2, 3, OVER, OVER, OPEN, OPEN]


def test_episodes_are_the_games_in_order():
    from glory_env.games.glory.rllib.episodes import cut
    from glory_env.games.glory.rllib.packed import Packing

    result, both, _ = played(steps=300)
    made, seats = result.made, result.seats
    rows = Packing(both.networks[SERVICES[0]]).pack(made.looked, made.legal)
    numbers = np.arange(len(rows), dtype=np.float32)  # in place of advantages: which decision
    paid, following = transitions(seats, result.rewards, result.done)
    episodes = cut(
        rows, made.actions.numpy(), made.log_probs.numpy(), numbers, numbers, seats, paid, following
    )
    own = seats != NONE
    of_row = np.nonzero(own)
    seen = []
    for episode in episodes:
        at = episode.extra_model_outputs["advantages"].data.astype(int)
        seat, slot = SERVICES.index(episode.module_id), of_row[1][at[0]]
        between = (of_row[1] == slot) & (seats[own] == seat)
        between &= (np.arange(len(rows)) >= at[0]) & (np.arange(len(rows)) <= at[-1])
        assert np.flatnonzero(between).tolist() == at.tolist()
        assert not (following[own][at[:-1]] == OVER).any()
        assert episode.is_terminated == (following[own][at[-1]] == OVER)
        assert np.array_equal(episode.observations.data[:-1], rows[at])
        assert np.allclose(episode.rewards.data, paid[own][at])
        if not episode.is_terminated:
            assert of_row[1][at[-1]] == slot
        seen += at.tolist()
    assert len(seen) == len(set(seen))
    left_out = set(range(len(rows))) - set(seen)
    assert {int(following[own][k]) for k in left_out} == {OPEN}
    assert any(episode.is_terminated for episode in episodes)


def test_training_changes_the_policies_and_what_is_saved_plays(ray, torch, config, tmp_path):
    from glory_env.games.glory.rllib import save

    algorithm = config().build_algo()
    before = {seat: algorithm.get_module(seat).network.head.weight.clone() for seat in SERVICES}
    result = algorithm.train()
    assert result["env_runners"]["num_env_steps_sampled"] == 256
    folders = save(algorithm, tmp_path)
    runner = algorithm.env_runner_group.local_env_runner
    for seat in SERVICES:
        network = algorithm.get_module(seat).network
        assert not torch.equal(network.head.weight, before[seat])
        assert torch.equal(runner.module[seat].network.head.weight, network.head.weight)
        stored, about = load_policy(folders[seat])
        assert torch.allclose(stored.head.weight, network.head.weight, atol=1e-3)
        assert about["steps"] == 256
    agents = [make_agent(str(folders[seat])) for seat in SERVICES]
    games = GloryVector(4, "teaching", seed=1)
    games.reset()
    actions = agents[0].act_batch(games.full_observations, games.masks, np.full(4, 0.5))
    assert (games.masks[np.arange(4), actions] == 1).all()
    assert actions.max() < N_ACTIONS
    algorithm.stop()


def test_partners_by_name_also_after_the_start(ray, config, tmp_path):
    from glory_env.games.glory.rllib import save, set_partners

    algorithm = config(partners={"itself": 0.5, "withdraw_in_time": 0.5}).build_algo()
    algorithm.train()
    past = str(save(algorithm, tmp_path)["army"])
    set_partners(algorithm, {past: 1.0})
    runner = algorithm.env_runner_group.local_env_runner
    assert [str(partner.path) for partner in runner.env.partners] == [past]
    assert runner.get_state()["partners"] == {past: 1.0}
    algorithm.train()
    algorithm.stop()


def test_training_goes_on_after_a_killed_runner(ray, config):
    algorithm = config(runners=1).build_algo()
    algorithm.train()
    group = algorithm.env_runner_group
    (process,) = group.foreach_env_runner(lambda runner: os.getpid(), local_env_runner=False)
    os.kill(process, signal.SIGKILL)
    for _ in range(60):
        algorithm.train()
        found = group.foreach_env_runner(lambda runner: os.getpid(), local_env_runner=False)
        if found and found != [process]:
            break
    assert found
    assert found != [process]
    algorithm.stop()


def test_a_checkpoint_goes_on(ray, torch, config, tmp_path):
    first = config().build_algo()
    first.train()
    first.save_to_path(str(tmp_path))
    weights = first.get_module("navy").network.head.weight.clone()
    first.stop()
    second = config(runners=1).build_algo()
    second.restore_from_path(str(tmp_path))
    assert torch.equal(second.get_module("navy").network.head.weight, weights)
    assert second.train()["env_runners"]["num_env_steps_sampled_lifetime"] > 256
    second.stop()
