"""PettingZoo's own checks, and what they do not look at: masks, rewards, errors."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, render_test, seed_test

from glory_agents.glory.macro.envs import MacroParallelEnv
from glory_env import glory_v0, macro_v0
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.envs import SingleAgentEnv
from glory_env.games.glory.solo import SoloEnv
from glory_env.glory_v0 import MAX_DECISIONS, IllegalAction, raw_env

ENVS = {"raw_env": glory_v0.raw_env, "env": glory_v0.env}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"scenario": "teaching", "reward": "zero_sum", "shaping": 0.5, "survival": 0.25},
    {"scenario": "teaching", "auto_forced": False, "negotiation": "sealed", "deadlock": "janken"},
    {"scenario": "teaching", "negotiation": "fixed", "production": "joint_vote"},
]


def actions_of(env: Any, seed: int) -> Iterator[tuple[str, int]]:
    """Random legal play to the end: yields agent and action before each step, then steps."""
    rng = np.random.default_rng(seed)
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask)))
        yield agent, action
        env.step(action)


def play(env: Any, seed: int) -> None:
    for _ in actions_of(env, seed):
        pass


# --- PettingZoo's checks -------------------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", ENVS)
def test_api(kind: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Recommendations that do not fit: agents without a number, a mask in the observation.
        for words in ("We recommend agents", "Observation space for each", "Observation is not"):
            warnings.filterwarnings("ignore", words)
        api_test(ENVS[kind](**options), num_cycles=300)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", ENVS)
def test_seed(kind: str, options: dict[str, Any]) -> None:
    seed_test(lambda: ENVS[kind](**options), num_cycles=300)


@pytest.mark.parametrize("kind", [*ENVS.values(), macro_v0.env, macro_v0.raw_env])
def test_pettingzoo_render_test(kind: Any) -> None:
    make = partial(kind, scenario="teaching")
    assert make().metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    render_test(make, {"ansi": lambda text: text.count("\n") > 5})


@pytest.mark.parametrize(
    "made",
    [glory_v0.raw_env, SingleAgentEnv, SoloEnv, macro_v0.MacroEnv, macro_v0.parallel_env],
)
def test_human_prints_the_board_after_every_step(made: Any, capsys: Any) -> None:
    env = made(scenario="teaching", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    ansi = made(scenario="teaching", render_mode="ansi")
    ansi.reset(seed=1)
    assert first.endswith(ansi.render() + "\n")
    for one in (env, ansi):
        if isinstance(one.action_space, spaces.Discrete):
            one.step(int(one.action_masks().argmax()))
        elif isinstance(one.action_space, spaces.MultiDiscrete):
            one.step(np.zeros(12, int))
        elif hasattr(one, "agent_selection"):
            one.step(int(one.mask.argmax()))
        else:
            one.step({seat: np.zeros(12, int) for seat in one.agents})
    assert capsys.readouterr().out.endswith(ansi.render() + "\n")


@pytest.mark.parametrize(
    "made", [glory_v0.raw_env, SingleAgentEnv, SoloEnv, macro_v0.MacroEnv, MacroParallelEnv]
)
def test_classes_and_instances_have_the_same_metadata(made: Any) -> None:
    assert made.metadata == made(scenario="teaching").metadata
    assert made.metadata["render_fps"] > 0


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="a version without a registry")
@pytest.mark.parametrize(
    ("kind", "name", "actions"),
    [
        ("aec", "glory-v0", N_ACTIONS),
        ("aec", "glory_teaching_v0", N_ACTIONS),
        ("aec", "glory_macro-v0", None),
        ("parallel", "glory_macro-v0", None),
        ("aec", "Glory-v0", N_ACTIONS),
        ("aec", "GloryTeaching-v0", N_ACTIONS),
        ("aec", "GloryMacro-v0", None),
        ("parallel", "GloryMacro-v0", None),
    ],
)
def test_pettingzoos_registry(kind: Any, name: str, actions: int | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = pettingzoo.make(kind, name, render_mode="ansi")
    env.reset(seed=1)
    assert env.unwrapped.render_mode == "ansi"
    space = env.action_space("navy")
    assert getattr(space, "n", None) == actions
    if "teaching" in name.lower():
        assert env.unwrapped.scenario.name == "teaching"


# --- observations, masks, spaces -----------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_seen_at_every_step(options: dict[str, Any]) -> None:
    env = raw_env(**options)
    env.reset(seed=11)
    steps = 0
    for agent, action in actions_of(env, 1):
        other = next(a for a in env.possible_agents if a != agent)
        mine, theirs = env.observe(agent), env.observe(other)
        for name, seen in ((agent, mine), (other, theirs)):
            assert env.observation_space(name).contains(seen)
            assert seen["observation"].dtype == np.float32
            assert seen["action_mask"].dtype == np.int8
            assert seen["action_mask"].shape == (N_ACTIONS,)
        assert not theirs["action_mask"].any()
        assert mine["action_mask"][action] == 1
        assert mine["action_mask"].sum() >= (2 if env.auto_forced else 1)
        assert env.state_space.contains(env.state())
        steps += 1
    assert steps <= MAX_DECISIONS
    for agent in env.possible_agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert not seen["action_mask"].any()


def test_the_mask_is_exactly_what_step_accepts() -> None:
    env = raw_env("teaching")
    env.reset(seed=3)
    for k, (agent, _) in enumerate(actions_of(env, 2)):
        if k % 25:
            continue
        mask = env.observe(agent)["action_mask"]
        for action in range(N_ACTIONS):
            twin = env.clone()
            if mask[action]:
                twin.step(action)
                assert twin.to_bytes() != env.to_bytes()
            else:
                with pytest.raises(IllegalAction):
                    twin.step(action)
                assert twin.to_bytes() == env.to_bytes()


def test_an_observation_is_not_overwritten_by_later_steps() -> None:
    env = raw_env("teaching")
    env.reset(seed=3)
    seen = env.observe(env.agent_selection)
    kept = {key: value.copy() for key, value in seen.items()}
    play(env, 1)
    for key, value in seen.items():
        np.testing.assert_array_equal(value, kept[key])
    seen["action_mask"][:] = 1
    assert not env.observe(env.agent_selection)["action_mask"].any()


@pytest.mark.parametrize("kind", ENVS)
def test_spaces_are_the_same_objects_at_every_call(kind: str) -> None:
    env = ENVS[kind]("teaching") if kind == "raw_env" else ENVS[kind](scenario="teaching")
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == N_ACTIONS


def test_each_seat_samples_its_own_actions() -> None:
    env = raw_env("teaching")
    army, navy = (env.action_space(agent) for agent in env.possible_agents)
    assert army is not navy


# --- rewards and endings -------------------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS)
def test_rewards_add_up_and_both_agents_end_together(options: dict[str, Any]) -> None:
    env = raw_env(**options)
    env.reset(seed=5)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    owed = dict.fromkeys(env.possible_agents, 0.0)  # since the agent's last own step
    for agent, _ in actions_of(env, 4):
        for seat in env.possible_agents:
            sums[seat] += env.rewards[seat]
            owed[seat] += env.rewards[seat]
            assert np.isfinite(env.rewards[seat])
            assert env.terminations[seat] is False
            assert env.truncations[seat] is False
            assert not any(np.any(value) for value in env.infos[seat].values())
            assert env._cumulative_rewards[seat] == pytest.approx(owed[seat])
        assert env.last()[1] == pytest.approx(owed[agent])
        owed[agent] = 0.0
    for seat in env.possible_agents:
        sums[seat] += env.rewards[seat]
        owed[seat] += env.rewards[seat]
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    last = {}
    for _ in env.possible_agents:  # dead agents are stepped with None and leave
        agent = env.agent_selection
        observation, reward, terminated, truncated, info = env.last()
        assert terminated
        assert not truncated
        assert not observation["action_mask"].any()
        assert set(info) == {"outcome", "cause", "turn", "gp", "margin", "result"} | (
            {"reward_unshaped"} if options.get("shaping") else set()
        )
        last[agent] = (reward, glory_v0.info_words(info))
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        env.step(None)
        assert agent not in env.agents
    assert env.agents == []
    assert {agent: reward for agent, (reward, _) in last.items()} == pytest.approx(owed)
    assert last["army"][1]["margin"] == -last["navy"][1]["margin"]
    for key in ("outcome", "cause", "turn", "gp"):
        assert last["army"][1][key] == last["navy"][1][key]
    if not options.get("shaping"):
        assert sums == pytest.approx(owed)  # nothing was paid on the way


def test_shaping_pays_in_all_minus_the_first_potential() -> None:
    totals = {}
    for shaping in (None, 2.0):
        env = raw_env("teaching", shaping=shaping)
        env.reset(seed=5)
        start = env._potential()
        sums = np.zeros(2)
        for _ in actions_of(env, 4):
            sums += [env.rewards[agent] for agent in env.possible_agents]
        sums += [env.rewards[agent] for agent in env.possible_agents]
        totals[shaping] = sums + start
    np.testing.assert_allclose(totals[None], totals[2.0], atol=1e-9)


def test_final_infos_say_how_the_game_ended() -> None:
    results = set()
    for seed in range(40):
        env = raw_env("teaching")
        env.reset(seed=seed)
        play(env, seed)
        g = env.games[0]
        army, navy = (glory_v0.info_words(env.infos[seat]) for seat in ("army", "navy"))
        results.add((army["result"], navy["result"]))
        assert army["gp"] == {"army": g.gp[0], "navy": g.gp[1]}
        assert army["margin"] == g.gp[0] - g.gp[1]
        assert army["turn"] == g.turn
        assert army["outcome"] == ("completed" if g.outcome == st.COMPLETED else "game_over")
        assert army["cause"] == st.CAUSES[g.cause]
    assert results == {
        ("game_over", "game_over"), ("win", "loss"), ("loss", "win"), ("draw", "draw"),
    }  # fmt: skip


# --- illegal actions -----------------------------------------------------------------------
BAD_ACTIONS = [-1, -2, -3, N_ACTIONS, 10**9, None, np.int64(-1), "illegal"]


@pytest.mark.parametrize("bad", BAD_ACTIONS, ids=repr)
@pytest.mark.parametrize("auto_forced", [True, False])
def test_an_illegal_action_is_named_and_changes_nothing(bad: Any, auto_forced: bool) -> None:
    env = raw_env("teaching", auto_forced=auto_forced)
    env.reset(seed=8)
    for k, (agent, _) in enumerate(actions_of(env, 8)):
        if k % 10:
            continue
        mask = env.observe(agent)["action_mask"]
        action = int(np.flatnonzero(mask == 0)[k % 50]) if bad == "illegal" else bad
        before = env.to_bytes(), env.state().tobytes(), env._cumulative_rewards.copy()
        with pytest.raises(IllegalAction) as error:
            env.step(action)
        assert (env.to_bytes(), env.state().tobytes(), env._cumulative_rewards) == before
        np.testing.assert_array_equal(env.observe(agent)["action_mask"], mask)
        words = str(error.value)
        assert agent in words
        assert repr(st.DECISIONS[env.games["decision"][0]]) in words
        assert repr(action) in words
        assert f"{mask.sum()} actions are" in words
        if bad == "illegal":
            assert env.describe(action) in words


def test_an_illegal_action_ends_the_wrapped_game() -> None:
    env = glory_v0.env(scenario="teaching")
    env.reset(seed=8)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    other = next(a for a in env.possible_agents if a != agent)
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1, other: 0}
