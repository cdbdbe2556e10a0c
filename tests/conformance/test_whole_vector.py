"""Agents inside an environment see the whole vector, whatever the learner leaves out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env import glory_v0, macro_v0
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import RandomAgent
from glory_env.games.glory.sections import OBSERVATION_SIZE, SECTIONS
from tests.conformance.test_observation_options import BOTH, OUT, STAY, some_legal


class Watcher(RandomAgent):
    """Notes the observations it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[np.ndarray] = []

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        self.shown.append(observation.copy())
        return super().act(observation, mask, env_view)


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_the_partner_plays_the_same_whatever_the_learner_leaves_out(seat: str) -> None:
    handed = []
    for options in ({}, BOTH):
        env: Any = glory_v0.single_agent(seat, partner := Watcher(), scenario="teaching", **options)
        rng, over = np.random.default_rng(6), False
        env.reset(seed=6)
        while not over:
            *_, over, _, info = env.step(some_legal(rng, env.action_masks()))
        handed.append((np.array(partner.shown), info["gp"].tolist(), env.env.games.tobytes()))
    assert handed[0][0].shape[1] == OBSERVATION_SIZE
    np.testing.assert_array_equal(handed[0][0], handed[1][0])
    assert handed[0][1:] == handed[1][1:]


@pytest.mark.parametrize("name", ["selfish-macro", "cooperative"])
def test_a_network_is_a_partner_whatever_the_learner_leaves_out(name: str) -> None:
    ends = []
    for options in ({}, {"without": [s.name for s in SECTIONS[1:]]}):
        env: Any = glory_v0.single_agent("army", name, **options)
        rng, over = np.random.default_rng(8), False
        env.reset(seed=8)
        while not over:
            *_, over, _, _ = env.step(some_legal(rng, env.action_masks()))
        ends.append(env.env.games.tobytes())
    assert ends[0] == ends[1]


class Rows:
    """A partner in macro play that notes what it is shown."""

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []
        self._row = make_agent("grim").row

    def script_rows(self, observations: np.ndarray, draws: np.ndarray) -> np.ndarray:
        self.shown.append(observations.copy())
        return np.repeat(self._row, len(observations))


def test_the_partner_in_macro_play_sees_the_whole_vector() -> None:
    shown, given = [], []
    for options in ({}, BOTH):
        env = macro_v0.MacroEnv("navy", partner := Rows(), scenario="teaching", **options)
        seen, _ = env.reset(seed=9)
        rng, over = np.random.default_rng(9), False
        mine: list[Any] = []
        while not over:
            mine.append(seen)
            assert env.observation_space.contains(seen)
            seen, _, over, _, _ = env.step(rng.integers(env.action_space.nvec))
        shown.append(np.concatenate(partner.shown))
        given.append(mine)
    np.testing.assert_array_equal(*shown)
    assert shown[0].shape[1] == OBSERVATION_SIZE
    for whole, part in zip(*given, strict=True):
        np.testing.assert_array_equal(part["observation"], whole[STAY])


def test_training_and_pairings_show_agents_the_whole_vector() -> None:
    from glory_env.training.vecenv import GloryVecEnv

    class Batch(Watcher):
        def act_batch(
            self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: Any = None
        ) -> np.ndarray:
            if observations is not None:
                assert observations.shape[1] == OBSERVATION_SIZE
                self.shown.append(observations)
            return super().act_batch(observations, masks, draws, view)

    partner = Batch()
    env = GloryVecEnv(4, "teaching", partners=[partner], without=OUT)
    seen = env.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        assert env.observation_space.shape == seen.shape[1:] == STAY.shape
        seen, _, done, infos = env.step(np.array([some_legal(rng, m) for m in env.masks]))
        for slot in np.flatnonzero(done):
            assert infos[slot]["terminal_observation"].shape == STAY.shape
    assert partner.shown
    plain, less = (
        play_pairs(Batch(), Batch(), 4, 1, "teaching", **options)
        for options in ({}, {"without": OUT})
    )
    assert plain.finals.tobytes() == less.finals.tobytes()
