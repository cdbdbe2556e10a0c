"""The batched environment plays the same games as the environment, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env import glory_v0
from glory_env.core.errors import OptionError
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.vector import SKIP, GloryVector

OPTIONS = {
    "scenario": "teaching",
    "shaping": 0.7,
    "survival": 0.3,
    "reward": {"army": "selfish", "navy": 30},
}
HANDICAP = {"start": -30, "floor": 40, "convoy_losses": 60, "lead_navy": 2, "escorts": 2}


def play_both(n: int, steps: int, **options):
    """The same actions in a batch and in n environments; yields after every step."""
    games = GloryVector(n, seed=11, **options)
    envs = [glory_v0.raw_env(**options) for _ in range(n)]
    for k, env in enumerate(envs):
        env.reset(seed=11 + k)
    for count in range(steps):
        actions = games.sample(5, count)
        before = games.seats.copy()
        rewards, done = games.step(actions)
        for env, action in zip(envs, actions, strict=True):
            if not any(env.terminations.values()):
                env.step(int(action))
        yield games, envs, before, rewards, done


@pytest.mark.parametrize("more", [{}, {"handicap": HANDICAP}], ids=["usual", "handicap"])
def test_batch_equals_environments(more):
    alive = np.ones(6, bool)
    compared = 0
    for games, envs, _, rewards, done in play_both(6, 150, **OPTIONS, **more):
        for i, env in enumerate(envs):
            if not alive[i]:
                continue
            compared += 1
            assert rewards[i] == pytest.approx([env.rewards["army"], env.rewards["navy"]])
            assert done[i] == env.terminations["army"]
            ends = [info.get("reward_unshaped", 0.0) for info in env.infos.values()]
            assert games.unshaped[i].tolist() == ends
            if done[i]:
                alive[i] = False
                assert games.finals[i].tobytes() == env.games.tobytes()
            else:
                seen = env.observe(env.agent_selection)
                assert games.seats[i] == env.possible_agents.index(env.agent_selection)
                assert np.array_equal(games.observations[i], seen["observation"])
                assert np.array_equal(games.masks[i], seen["action_mask"])
    assert compared > 200
    assert not alive.all()


def test_autoreset_starts_another_game_with_other_dice():
    games = GloryVector(8, "teaching", seed=3)
    keys = games.games["key"].copy()
    finished = np.zeros(8, int)
    for count in range(400):
        _, done = games.step(games.sample(1, count))
        finished += done
        assert (games.seats < 2).all()
        assert (games.finals["outcome"][done] != st.PLAYING).all()
    assert (finished > 1).all()
    assert np.array_equal(games.episodes, finished)
    assert (games.games["key"] != keys).all()


def test_without_autoreset_a_finished_game_stays_over():
    games = GloryVector(4, "teaching", seed=3, autoreset=False)
    for count in range(2000):
        actions = games.sample(1, count)
        if (actions == SKIP).all():
            break
        games.step(actions)
    assert (games.seats == st.SYSTEM).all()
    assert not games.masks.any()
    last = games.games.tobytes()
    rewards, done = games.step(np.full(4, SKIP))
    assert not rewards.any()
    assert not done.any()
    assert games.games.tobytes() == last


def test_skip_leaves_a_game_alone():
    games = GloryVector(3, "teaching", seed=3)
    before = games.games[1].tobytes()
    actions = games.sample(1, 0)
    actions[1] = SKIP
    games.step(actions)
    assert games.games[1].tobytes() == before
    assert games.games[0].tobytes() != before


def test_illegal_action_changes_nothing_and_is_named():
    games = GloryVector(3, "teaching", seed=3)
    before = games.games.tobytes()
    actions = games.sample(1, 0)
    actions[2] = 0
    with pytest.raises(
        ValueError, match=r"game 2: .*offer_civil.*action 0 \(.*\) is not legal; \d+ actions are"
    ):
        games.step(actions)
    assert games.games.tobytes() == before
    actions[2] = N_ACTIONS
    with pytest.raises(ValueError, match=rf"game 2: .*action {N_ACTIONS}"):
        games.step(actions)


def test_threads_play_the_same_games():
    one, two = GloryVector(9, "teaching", seed=4), GloryVector(9, "teaching", seed=4, threads=2)
    for count in range(60):
        one.step(one.sample(2, count))
        two.step(two.sample(2, count))
    assert one.games.tobytes() == two.games.tobytes()
    assert np.array_equal(one.observations, two.observations)


def test_shaping_adds_up_to_the_potential_of_the_start():
    shaped = GloryVector(1, "teaching", seed=9, shaping=1.0)
    plain = GloryVector(1, "teaching", seed=9)
    sums = np.zeros((2, 2))
    for count in range(2000):
        actions = plain.sample(1, count)
        rewards, done = plain.step(actions)
        sums[0] += rewards[0]
        sums[1] += shaped.step(actions)[0][0]
        if done[0]:
            break
    assert sums[1] - sums[0] == pytest.approx([-0.2, -0.2])  # 0.2 of the reserve, nothing else


def test_solo_pays_both_seats_the_solo_reward():
    games = GloryVector(16, "teaching", seed=1, solo=True)
    ends = []
    for count in range(600):
        rewards, done = games.step(games.sample(1, count))
        assert not rewards[~done].any()
        ends += rewards[done].tolist()
    assert {tuple(np.sign(end)) for end in ends} >= {(-1.0, -1.0)}
    assert all(army == navy for army, navy in ends)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n": 0}, "n and threads must be at least 1"),
        ({"n": 2, "seed": [1, 2, 3]}, "expected 2 seeds, got 3"),
        ({"n": 2, "deadlok": "lot"}, "did you mean 'deadlock'"),
    ],
)
def test_bad_arguments(arguments, words):
    with pytest.raises(OptionError, match=words):
        GloryVector(**arguments)
