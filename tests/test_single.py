"""One seat with the partner inside, and the solo variant, as gymnasium environments."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from glory_env import glory_v0
from glory_env.core.errors import OptionError
from glory_env.envs.agent import AgentError, RandomAgent, make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observation import views
from glory_env.solo_v0 import SoloEnv


def play(env, seed: int):
    """A random game; returns rewards and the last info."""
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    rewards = []
    while True:
        assert env.observation_space.contains(observation)
        legal = np.flatnonzero(env.unwrapped.action_masks())
        observation, reward, terminated, truncated, info = env.step(int(rng.choice(legal)))
        rewards.append(reward)
        assert not truncated
        if terminated:
            return rewards, info


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_single_agent_plays_a_whole_game(seat):
    env = glory_v0.single_agent(seat, scenario="teaching")
    rewards, info = play(env, 3)
    assert rewards[-1] == sum(rewards)  # paid at the end only
    assert glory_v0.info_words(info)["result"] in ("win", "draw", "loss", "game_over")
    assert not env.action_masks().any()


def test_single_agent_collects_what_is_paid_during_the_partners_moves():
    env = glory_v0.single_agent("navy", scenario="teaching", shaping=1.0)
    rewards, info = play(env, 5)
    plain, same = play(glory_v0.single_agent("navy", scenario="teaching"), 5)
    assert info.pop("reward_unshaped") == sum(plain)
    info, same = (glory_v0.info_words({**one, "action_mask": 0}) for one in (info, same))
    assert info == same
    start = sum(rewards) - sum(plain)
    assert start == pytest.approx(-0.2, abs=0.1)  # less what was paid before the first decision


def test_same_seed_same_game():
    games = [play(glory_v0.single_agent("army", scenario="teaching"), 8) for _ in range(2)]
    assert games[0][0] == games[1][0]
    assert games[0][1]["gp"].tolist() == games[1][1]["gp"].tolist()


def test_partner_can_be_an_agent_and_sees_only_its_seat():
    class Watcher(RandomAgent):
        def act(self, observation, mask, env_view):
            seats.add(env_view.seat)
            assert not hasattr(env_view, "to_bytes")
            twin = env_view.clone(seed=5)
            assert twin.legal_actions() == env_view.legal()
            assert int(twin.games["key"][0]) != int(env.env.games["key"][0])
            return super().act(observation, mask, env_view)

    seats = set()
    env = glory_v0.single_agent("army", Watcher(), scenario="teaching")
    play(env, 1)
    assert seats == {"navy"}


@pytest.mark.parametrize("name", ["cooperative", "dial-macro", "in_kind"])
def test_a_network_of_another_scenario_is_refused_when_the_environment_is_made(name):
    agent = make_agent(name)
    for partner in (name, agent):
        with pytest.raises(AgentError, match="trained in another scenario"):
            glory_v0.single_agent("army", partner, scenario="teaching")
        with pytest.raises(AgentError, match="trained in another scenario"):
            gymnasium.make_vec("GloryTeaching-v0", 2, "vector_entry_point", partner=partner)
    if "macro" in name:
        with pytest.raises(AgentError, match="trained in another scenario"):
            gymnasium.make("GloryMacro-v0", scenario="teaching", partner=agent)
    env = glory_v0.single_agent("army", agent)
    env.reset(seed=1)
    if name != "in_kind":  # which has no parameters
        forced = glory_v0.single_agent("army", f"{name}:force=true", scenario="teaching")
        forced.reset(seed=1)


def test_registered_names():
    env = gymnasium.make("Glory-v0", seat="navy", scenario="teaching")
    _, info = play(env, 2)
    assert "margin" in info
    teaching = gymnasium.make("GloryTeaching-v0", seat="navy")
    assert teaching.unwrapped.env.scenario.name == "teaching"
    solo = gymnasium.make("GlorySolo-v0", scenario="teaching")
    _, info = play(solo, 2)
    assert {"outcome", "cause", "turn", "gp", "victory"} <= set(info)


def test_solo_flags_and_reward():
    env = SoloEnv("teaching")
    seats = set()
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(0)
    done = False
    while not done:
        view = views(observation)
        assert view["solo"].all()
        seats.add(tuple(view["seat"]))
        legal = np.flatnonzero(env.action_masks())
        observation, reward, done, _, info = env.step(int(rng.choice(legal)))
    assert seats == {(1.0, 0.0), (0.0, 1.0)}
    if info["outcome"] == st.GAME_OVER:
        assert reward == -1.0
    else:
        assert reward == 0.5 + 0.5 * min(1, min(info["gp"]) / 66)


def test_bad_input():
    with pytest.raises(OptionError, match="did you mean 'navy'"):
        glory_v0.single_agent("nav")
    with pytest.raises(AgentError, match="did you mean 'random'"):
        glory_v0.single_agent("army", "randon")
    with pytest.raises(OptionError, match="solo_v0"):
        glory_v0.raw_env(solo=True)
    with pytest.raises(OptionError, match="unknown option 'survivl': did you mean 'survival'"):
        SoloEnv("teaching", survivl=1)
    with pytest.raises(OptionError, match="'survival': expected None or a number of at least 0"):
        SoloEnv("teaching", survival=True)
    env = SoloEnv("teaching")
    env.reset(seed=1)
    before = env.games.tobytes()
    with pytest.raises(glory_v0.IllegalAction, match=r"action 0 .* is not legal"):
        env.step(0)
    with pytest.raises(glory_v0.IllegalAction):
        env.step(N_ACTIONS)
    assert env.games.tobytes() == before
