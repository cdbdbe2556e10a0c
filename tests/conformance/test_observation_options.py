"""The options `without` and `observation_index`, in every environment."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from glory_env import glory_v0, macro_v0
from glory_env.core.errors import OptionError
from glory_env.games.glory.engine.observation import columns_without, labels, space, views
from glory_env.games.glory.engine.observe_units import (
    INDEX_ABSENT,
    INDEX_ASIDE,
    INDEX_POOL,
    INDEX_REMOVED,
    N_INDICES,
)
from glory_env.games.glory.sections import OBSERVATION_SIZE, SECTIONS, TRACK_SCALE
from glory_env.games.glory.state import ABSENT, ASIDE, MAX_COUNTERS, MOVEMENT, NAVY, POOL, REMOVED
from glory_env.solo_v0 import SoloEnv
from glory_env.vector import GloryVector
from tests.toy_game import ToyEnv, ToyVector

OUT = ["offers", "counter_box", SECTIONS[-1].name]
STAY = columns_without(OUT)
BOTH: dict[str, Any] = {"without": OUT, "observation_index": True}
CASES = [{"without": OUT}, {"observation_index": True}, BOTH]
SEALED = {"scenario": "teaching", "negotiation": "sealed", "deadlock": "janken"}
MADE: dict[str, Callable[..., Any]] = {
    "raw_env": glory_v0.raw_env,
    "env": glory_v0.env,
    "single": glory_v0.single_agent,
    "solo": SoloEnv,
    "vector": lambda **options: GloryVector(2, **options),
    "macro": macro_v0.parallel_env,
    "macro_single": macro_v0.MacroEnv,
}


def some_legal(rng: np.random.Generator, mask: np.ndarray) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# --- the shorter vector ----------------------------------------------------------------------
def test_the_shorter_vector_has_its_own_space_views_and_labels() -> None:
    full = np.arange(2 * OBSERVATION_SIZE, dtype=np.float32).reshape(2, -1)
    short, kept = full[:, STAY], [s for s in SECTIONS if s.name not in OUT]
    seen, whole = views(short, OUT), views(full)
    assert list(seen) == [s.name for s in kept]
    for name, view in seen.items():
        np.testing.assert_array_equal(view, whole[name])
        assert np.shares_memory(view, short)
    assert labels(OUT) == tuple(np.array(labels())[STAY])
    assert space(OUT).shape == (sum(s.size for s in kept),) == STAY.shape
    np.testing.assert_array_equal(space(OUT).high, space().high[STAY])
    np.testing.assert_array_equal(space(OUT).low, space().low[STAY])
    with pytest.raises(ValueError, match=rf"\(\.\.\., {len(STAY)}\), not"):
        views(full, OUT)
    names = [s.name for s in SECTIONS]
    assert columns_without([]).tolist() == list(range(OBSERVATION_SIZE))
    assert columns_without([*names[1:], names[1]]).tolist() == list(range(SECTIONS[0].size))


# --- the checks of others --------------------------------------------------------------------
@pytest.mark.parametrize("options", CASES)
@pytest.mark.parametrize("kind", [glory_v0.raw_env, glory_v0.env])
def test_aec_api(kind: Any, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in ("We recommend agents", "Observation space for each", "Observation is not"):
            warnings.filterwarnings("ignore", words)
        api_test(kind(scenario="teaching", **options), num_cycles=200)
    seed_test(lambda: kind(scenario="teaching", **options), num_cycles=100)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:We recommend agents", "ignore:Action space for each agent")
@pytest.mark.filterwarnings("ignore:Observation space for each", "ignore:Observation is not")
@pytest.mark.parametrize("options", CASES)
def test_macro_api(options: dict[str, Any]) -> None:
    parallel_api_test(macro_v0.parallel_env(scenario="teaching", **options), num_cycles=40)
    api_test(macro_v0.env(scenario="teaching", **options), num_cycles=40)


class LegalOnly(gymnasium.ActionWrapper[Any, Any, Any], RecordConstructorArgs):
    """The checks draw actions without the mask: a legal one takes the place of an illegal one."""

    def __init__(self, env: Any) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def action(self, action: Any) -> Any:
        mask = self.unwrapped.action_masks()
        return action if mask[action] or not mask.any() else int(mask.argmax())


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
@pytest.mark.parametrize("options", CASES)
@pytest.mark.parametrize("name", ["GloryTeaching-v0", "GlorySolo-v0", "GloryMacro-v0"])
def test_gymnasium_and_sb3(name: str, options: dict[str, Any]) -> None:
    from stable_baselines3.common.env_checker import check_env as sb3_check_env

    env = gymnasium.make(name, scenario="teaching", **options)
    own = env.unwrapped if name == "GloryMacro-v0" else LegalOnly(env.unwrapped)
    check_env(own, skip_render_check=True)
    sb3_check_env(own)
    assert isinstance(env.observation_space, spaces.Dict) == ("observation_index" in options)


@pytest.mark.parametrize("name", ["GloryTeaching-v0", "GloryMacro-v0"])
def test_ppo_learns_from_both_arrays(name: str) -> None:
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import PPO

    macro = name == "GloryMacro-v0"
    env = gymnasium.make(name, scenario="teaching", shaping=1.0, **BOTH)
    make: Any = PPO if macro else MaskablePPO
    model = make("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, device="cpu")
    model.learn(128)
    seen, _ = env.reset(seed=1)
    masks = {} if macro else {"action_masks": env.unwrapped.action_masks()}
    action, _ = model.predict(seen, **masks)
    assert env.action_space.contains(action if macro else int(action))


# --- what is given ---------------------------------------------------------------------------
def checked_index(index: np.ndarray, game: Any) -> None:
    """Against the record, read anew."""
    place, space = game["place"].astype(int), np.clip(game["space"], 1, TRACK_SCALE)
    on_map = 4 * place + 2 * game["active"].astype(int) + (game["damage"] > 0)
    off_map = {POOL: INDEX_POOL, REMOVED: INDEX_REMOVED, ASIDE: INDEX_ASIDE, ABSENT: INDEX_ABSENT}
    expected = np.where(place >= 0, on_map, INDEX_ABSENT + space)
    for code, number in off_map.items():
        expected[place == code] = number
    assert index.dtype == np.int16
    np.testing.assert_array_equal(index, expected)
    assert index.max() < N_INDICES


@pytest.mark.parametrize("options", [{"scenario": "teaching"}, SEALED, {"talk": "cheap"}])
def test_the_columns_are_those_of_the_whole_vector(options: dict[str, Any]) -> None:
    full, less = glory_v0.raw_env(**options), glory_v0.raw_env(**options, **BOTH)
    rng = np.random.default_rng(3)
    for seed in range(3):
        full.reset(seed=seed)
        less.reset(seed=seed)
        while not full.terminations["army"]:
            for seat in full.possible_agents:
                whole, part = full.observe(seat), less.observe(seat)
                np.testing.assert_array_equal(part["observation"], whole["observation"][STAY])
                np.testing.assert_array_equal(part["action_mask"], whole["action_mask"])
                np.testing.assert_array_equal(less.full_observation(seat), whole["observation"])
                assert less.observation_space(seat).contains(part)
                checked_index(part["observation_index"], less.games[0])
            assert less.state_space.contains(less.state())
            action = some_legal(rng, full.mask)
            full.step(action)
            less.step(action)
        assert full.to_bytes() == less.to_bytes()


def test_the_numbers_are_the_same_for_both_seats_of_a_sealed_game() -> None:
    env = glory_v0.raw_env(**SEALED, observation_index=True)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    hid = 0
    while not env.terminations["army"]:
        army, navy = (env.observe(seat)["observation_index"] for seat in env.possible_agents)
        np.testing.assert_array_equal(army, navy)
        records = env.games.copy()
        env.definition.kernels.hide(records, 0, env.scenario.tables, NAVY)
        hid += records.tobytes() != env.games.tobytes()
        out = np.zeros((1, MAX_COUNTERS), np.int16)
        env.seen.write_index(env.full_observation("navy")[np.newaxis], records, out)
        np.testing.assert_array_equal(out[0], navy)
        env.step(some_legal(rng, env.mask))
    assert hid > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_the_batch_gives_what_the_environment_gives(threads: int) -> None:
    n = 4
    games = GloryVector(n, "teaching", seed=11, autoreset=False, threads=threads, **BOTH)
    plain = GloryVector(n, "teaching", seed=11, autoreset=False)
    envs = [glory_v0.raw_env("teaching", **BOTH) for _ in range(n)]
    for k, env in enumerate(envs):
        env.reset(seed=11 + k)
    arrays = games.observations, games.full_observations, games.indices
    compared = 0
    for count in range(60):
        for k, env in enumerate(envs):
            if not env.terminations["army"]:
                seen = env.observe(env.agent_selection)
                np.testing.assert_array_equal(games.observations[k], seen["observation"])
                np.testing.assert_array_equal(games.indices[k], seen["observation_index"])
                compared += games.games["phase"][k] >= MOVEMENT
        np.testing.assert_array_equal(games.full_observations, plain.observations)
        actions = games.sample(5, count)
        games.step(actions)
        plain.step(actions)
        for env, action in zip(envs, actions.tolist(), strict=True):
            if not env.terminations["army"]:
                env.step(action)
    assert compared > 20
    after = games.observations, games.full_observations, games.indices
    assert [id(one) for one in arrays] == [id(one) for one in after]


def test_another_reward_shows_at_once_in_the_batch() -> None:
    games = GloryVector(2, "teaching", without=OUT)
    before = games.observations.copy()
    games.set_reward("zero_sum")
    assert (before != games.observations).any()
    np.testing.assert_array_equal(games.observations, games.full_observations[:, STAY])


def test_without_the_options_there_is_no_copy() -> None:
    games = GloryVector(2, "teaching")
    assert games.full_observations is games.observations
    assert games.indices.shape == (2, 0)
    env = glory_v0.raw_env("teaching")
    env.reset(seed=1)
    assert env.observe("army").keys() == {"observation", "action_mask"}
    full = env.full_observation("army")
    assert env.seen.take(full) is full


def test_solo() -> None:
    full, less = SoloEnv("teaching"), SoloEnv("teaching", **BOTH)
    (whole, _), (part, _) = full.reset(seed=4), less.reset(seed=4)
    rng, over = np.random.default_rng(4), False
    while not over:
        np.testing.assert_array_equal(part["observation"], whole[STAY])
        checked_index(part["observation_index"], less.games[0])
        assert less.observation_space.contains(part)
        action = some_legal(rng, full.mask)
        whole, _, over, _, _ = full.step(action)
        part, _, same, _, _ = less.step(action)
        assert over == same


@pytest.mark.parametrize("make", [glory_v0.raw_env, SoloEnv, glory_v0.single_agent])
def test_copies_and_pickles_go_on_alike(make: Any) -> None:
    env = make(scenario="teaching", **BOTH)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    written = pickle.dumps(env)
    assert b"numba" not in written
    others = [pickle.loads(written), copy.deepcopy(env)]
    for _ in range(8):
        mask = env.mask if hasattr(env, "mask") else env.action_masks()
        action = some_legal(rng, mask)
        for one in (env, *others):
            given = one.step(action)
            seen = one.observe("army") if given is None else given[0]
            if one is env:
                expected = seen
            for name in ("observation", "observation_index"):
                np.testing.assert_array_equal(seen[name], expected[name])


# --- bad input -------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"without": ["offer"]},
            "unknown value for option 'without': 'offer': did you mean 'offers'? valid are offers,",
        ),
        ({"without": [["seat"]]}, "unknown value for option 'without': ['seat']: did you mean"),
        ({"without": "offers"}, "'without': expected a list of names of sections, got 'offers'"),
        ({"without": None}, "'without': expected a list of names of sections, got None"),
        ({"without": [s.name for s in SECTIONS]}, "'without': at least one section has to stay"),
        ({"observation_index": 1}, "'observation_index': expected true or false, got 1"),
        ({"witout": ["offers"]}, "unknown option 'witout'"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_input_is_one_line(kind: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError) as error:
        MADE[kind](scenario="teaching", **given)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_game_without_sections_refuses_both() -> None:
    for make in (ToyEnv, lambda **options: ToyVector(2, **options)):
        with pytest.raises(OptionError, match="'without': the observation of toy_v0 has no secti"):
            make(without=["pile"])
        with pytest.raises(OptionError, match="'observation_index': toy_v0 has no such numbers"):
            make(observation_index=True)
