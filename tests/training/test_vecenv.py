"""The VecEnv: transitions, masks, seats and partners."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_env.envs.agent import RandomAgent
from glory_env.envs.seen import Seen
from glory_env.game.snapshot import Snapshots
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE, views
from glory_env.games.glory.engine.rewards import COS, JOINT_LOSS, N_PARAMS, SIN, RewardSpec
from glory_env.games.glory.scenario import load
from glory_env.games.glory.training.objectives import DIAL, draw_objectives
from glory_env.glory_v0 import raw_env
from glory_env.vector import SKIP

if TYPE_CHECKING:
    from glory_env.training.vecenv import GloryVecEnv


def new_env(n: int = 4, **options: Any) -> GloryVecEnv:
    from glory_env.training.vecenv import GloryVecEnv

    return GloryVecEnv(n, "teaching", **{"partners": [RandomAgent()], "seed": 5, **options})


def random_actions(env: GloryVecEnv, rng: np.random.Generator) -> np.ndarray:
    return RandomAgent().act_batch(None, env.masks, rng.random(env.num_envs))


class TwoMoves:
    """A game of one slot: the army decides twice, the navy in between and before the end.

    What each micro-step pays (army, navy): 1, 10 | 2, 20 | 4, 40 | 8, 80, and the game is over.
    """

    scenario = load("teaching")
    definition = GLORY

    def __init__(self, n: int, scenario: Any, **options: Any) -> None:
        self.games = np.zeros(n, st.GAME)
        self.finals = np.zeros(n, st.GAME)
        self.observations = np.zeros((n, OBSERVATION_SIZE), np.float32)
        self.full_observations, self.seen = self.observations, Seen(GLORY)
        self.masks = np.ones((n, N_ACTIONS), np.int8)
        self.params = np.zeros((n, 2, N_PARAMS))
        self.reset([])

    def reset(self, seeds: Any) -> None:
        self.moves = 0
        self.seats = np.zeros(1, np.int8)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if actions[0] == SKIP:
            return np.zeros((1, 2)), np.zeros(1, bool)
        paid = 2.0**self.moves * np.array([[1.0, 10.0]])
        self.moves = (self.moves + 1) % 4
        self.seats = np.array([self.moves % 2], np.int8)
        self.observations[:] = self.moves
        return paid, np.array([self.moves == 0])


@pytest.mark.parametrize(("seat", "rewards"), [(st.ARMY, [3.0, 12.0]), (st.NAVY, [60.0, 80.0])])
def test_a_transition_holds_what_was_paid_until_the_next_own_decision(
    seat: int, rewards: list[float]
) -> None:
    """The army is paid during the navy's moves too; the navy's first 10 come before it decides."""
    env = new_env(1, vector=TwoMoves)
    drawn = SimpleNamespace(
        integers=lambda *_, size: np.full(size, seat), random=lambda size: np.zeros(size)
    )
    env._rng = drawn  # type: ignore[assignment]
    first = env.reset()
    assert first[0, 0] == seat
    for episode in range(2):
        seen, reward, done, infos = env.step(np.zeros(1))
        assert (reward[0], done[0], seen[0, 0], infos) == (rewards[0], False, seat + 2, [{}])
        seen, reward, done, infos = env.step(np.zeros(1))
        assert (reward[0], done[0], seen[0, 0]) == (rewards[1], True, seat)
        assert infos[0]["episode"]["r"] == sum(rewards), episode
        assert infos[0]["episode"]["l"] == 2
    episodes = env.drain()
    assert episodes.returns.tolist() == [sum(rewards)] * 2
    assert episodes.decisions.tolist() == [2, 2]
    assert len(env.drain().returns) == 0


def test_transitions_agree_with_a_replay_of_the_same_games() -> None:
    """Observations, masks, rewards and endings against the PettingZoo environment, step by step."""
    env = new_env(6, reward="cooperative", shaping=1.0)
    played: list[np.ndarray] = []
    starts: list[np.ndarray] = []
    inner = env.games.step

    def step(actions: np.ndarray) -> Any:
        if not starts:
            starts.append(env.games.games.copy())
        played.append(np.array(actions))
        return inner(actions)

    env.games.step = step  # type: ignore[method-assign]
    seen = env.reset()
    twins = [raw_env("teaching", reward="cooperative", shaping=1.0) for _ in range(6)]
    for slot, twin in enumerate(twins):
        twin.restore(
            Snapshots(twin.definition, twin.scenario, twin.games).write(starts[0][slot : slot + 1])
        )
    learners = [st.SERVICES[k] for k in env._learners]
    assert set(learners) == set(st.SERVICES)
    finished: dict[int, float] = {}
    rng = np.random.default_rng(0)
    reward, done = np.zeros(6), np.zeros(6, bool)
    for _ in range(400):
        for slot, twin in enumerate(twins):
            if slot in finished:
                continue
            paid = 0.0
            for actions in played:
                if actions[slot] != SKIP and twin.agents and not any(twin.terminations.values()):
                    twin.step(int(actions[slot]))
                    paid += twin.rewards[learners[slot]]
            over = any(twin.terminations.values())
            assert over == done[slot]
            if done.any() or reward.any():
                assert reward[slot] == pytest.approx(paid, abs=1e-6)
            if over:
                finished[slot] = paid
            else:
                assert twin.agent_selection == learners[slot]
                look = twin.observe(learners[slot])
                np.testing.assert_array_equal(seen[slot], look["observation"])
                np.testing.assert_array_equal(env.masks[slot], look["action_mask"])
        if len(finished) == 6:
            break
        played.clear()
        seen, reward, done, _ = env.step(random_actions(env, rng))
    assert len(finished) == 6


def test_outcomes_are_kept_apart_from_shaping_and_survival() -> None:
    env = new_env(16, shaping=1.0, survival=0.25)
    env.reset()
    rng = np.random.default_rng(1)
    for _ in range(300):
        _, _, done, infos = env.step(random_actions(env, rng))
        for slot in np.flatnonzero(done):
            assert infos[slot]["terminal_observation"].shape == (OBSERVATION_SIZE,)
            assert infos[slot]["TimeLimit.truncated"] is False
    episodes = env.drain()
    lost = episodes.finals["outcome"] == st.GAME_OVER
    assert lost.any()
    assert not lost.all()
    assert (episodes.outcomes[lost] == -1.0).all()
    assert (episodes.outcomes[~lost] >= 0.0).all()
    # Shaping pays minus the potential of the first decision, within 0.5; survival by the turn.
    rest = episodes.returns - episodes.outcomes - 0.25 * (episodes.finals["turn"] - 1)
    assert (np.abs(rest) < 0.5).all()
    assert (np.abs(rest) > 0.01).all()
    assert set(episodes.seats) == {st.ARMY, st.NAVY}


def test_masks_reach_maskable_ppo_as_one_array() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = new_env()
    env.reset()
    assert is_masking_supported(env)
    handed = env.env_method("action_masks")
    assert isinstance(handed, np.ndarray)
    np.testing.assert_array_equal(get_action_masks(env), env.games.masks)
    assert env.env_method("action_masks", indices=[1, 3]).shape == (2, N_ACTIONS)
    assert not env.has_attr("nothing_of_the_kind")
    assert env.env_is_wrapped(object) == [False] * 4
    assert env.get_attr("render_mode") == [None] * 4


def test_a_learner_is_on_turn_in_every_slot_with_something_to_decide() -> None:
    env = new_env(8)
    env.reset()
    rng = np.random.default_rng(2)
    for _ in range(200):
        assert (env.games.seats == env._learners).all()
        assert (env.masks.sum(axis=1) >= 2).all()
        seen, reward, _, _ = env.step(random_actions(env, rng))
        assert seen.dtype == reward.dtype == np.float32


@pytest.mark.parametrize("seat", st.SERVICES)
def test_one_seat_alone_can_learn(seat: str) -> None:
    env = new_env(8, seat=seat)
    env.reset()
    rng = np.random.default_rng(2)
    for _ in range(200):
        assert (env.games.seats == st.SERVICES.index(seat)).all()
        env.step(random_actions(env, rng))


def test_an_illegal_action_is_an_error() -> None:
    env = new_env()
    env.reset()
    with pytest.raises(ValueError, match="is not legal"):
        env.step(np.full(4, N_ACTIONS - 1))


def test_the_same_seed_gives_the_same_episodes() -> None:
    def rewards(seed: int) -> np.ndarray:
        env = new_env()
        env.seed(seed)
        env.reset()
        rng = np.random.default_rng(3)
        return np.array([env.step(random_actions(env, rng))[1] for _ in range(150)])

    np.testing.assert_array_equal(rewards(7), rewards(7))
    assert (rewards(7) != rewards(8)).any()


def test_partners_are_drawn_by_weight() -> None:
    asked = [0, 0]

    class Counting(RandomAgent):
        def __init__(self, number: int) -> None:
            self.number = number

        def act_batch(
            self, observations: Any, masks: Any, draws: Any, view: Any = None
        ) -> np.ndarray:
            asked[self.number] += len(masks)
            return super().act_batch(observations, masks, draws)

    env = new_env(64, partners=[Counting(0), Counting(1)], weights=[3.0, 1.0])
    env.reset()
    rng = np.random.default_rng(4)
    for _ in range(100):
        env.step(random_actions(env, rng))
    assert 0.15 < asked[1] / sum(asked) < 0.35


def test_angles_are_drawn_for_each_game_and_the_rest_of_the_reward_stays() -> None:
    env = new_env(64, begin=draw_objectives, reward=RewardSpec(0.0, v_m=-0.25))
    looked = env.reset()
    seen = set()
    rng = np.random.default_rng(2)
    for _ in range(100):
        params = env.games.params
        angles = np.degrees(np.arctan2(params[..., SIN], params[..., COS]))
        assert (np.abs(angles) <= DIAL).all()
        assert (params[..., JOINT_LOSS] == -0.25).all()
        own = angles[np.arange(64), env._learners]
        told = views(looked)["objective"]
        assert told == pytest.approx(
            np.stack([np.cos(np.radians(own)), np.sin(np.radians(own))], 1)
        )
        seen |= {tuple(pair) for pair in angles.round(6).tolist()}
        looked, _, _, _ = env.step(random_actions(env, rng))
    drawn = np.array(sorted(seen))
    assert len(drawn) > 100  # the games of the start, and others since
    assert 0.35 < (drawn[:, 0] == drawn[:, 1]).mean() < 0.65
    assert drawn.min() < -40
    assert drawn.max() > 40


def test_a_share_of_the_slots_is_solo_from_game_to_game() -> None:
    env = new_env(8, solo_share=0.25, reward="joint")
    env.reset()
    rng = np.random.default_rng(3)
    ended = np.zeros(8, np.int64)
    while ended.min() < 2:
        looked, _, done, _ = env.step(random_actions(env, rng))
        ended += done
        assert env.games.games["opt_solo"].tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
        assert (views(looked)["solo"][:, 0] == env.games.games["opt_solo"]).all()
    finals, _, _, outcomes, _ = env.drain()
    floor = env.games.scenario.tables["floor"][0]
    lost = (finals["outcome"] == st.GAME_OVER) & (finals["cause"] == st.CAUSES.index("tonnage"))
    between = finals["total"][lost & (finals["opt_solo"] == 1)]
    assert (finals["total"][lost & (finals["opt_solo"] == 0)] < floor[0]).all()
    assert (between < floor[1]).all()
    assert (between >= floor[0]).any()
    assert (outcomes[finals["outcome"] == st.GAME_OVER] == -1.0).all()


def test_maskable_ppo_plays_legal_actions_only() -> None:
    from sb3_contrib import MaskablePPO

    env = new_env(4)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, n_epochs=1, seed=0)
    model.learn(32)  # GloryVector raises where an action is illegal
    assert model.num_timesteps == 32
