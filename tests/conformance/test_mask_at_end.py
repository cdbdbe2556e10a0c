"""The option `mask_at_end`: the mask of a game that is over, all zeros or all ones."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import glory_env  # noqa: F401 (registers the ids)
from glory_env import aleutians_v0, glory_v0
from glory_env.core.errors import OptionError
from glory_env.vector import TurnsBatch

ONE_SEAT = ["GloryTeaching-v0", "GlorySolo-v0"]
VALUES = {"zeros": 0, "ones": 1}
MODES = ["NextStep", "SameStep", "Disabled"]


def make_vec(name: str, **options: Any) -> Any:
    given = {"scenario": "teaching", "mask_in_observation": True, **options}
    return gymnasium.make_vec(name, 3, "vector_entry_point", **given)


@pytest.mark.parametrize("given", ["left out", *VALUES])
@pytest.mark.parametrize("name", ONE_SEAT)
def test_one_seat(name: str, given: str) -> None:
    options = {} if given == "left out" else {"mask_at_end": given}
    env = gymnasium.make(name, scenario="teaching", mask_in_observation=True, **options)
    seen, info = env.reset(seed=3)
    rng = np.random.default_rng(3)
    over = False
    while True:
        masks = (seen["action_mask"], info["action_mask"], env.unwrapped.action_masks())
        assert all((mask == masks[0]).all() for mask in masks)
        if over:
            break
        inner = getattr(env.unwrapped, "env", env.unwrapped)
        assert (masks[0] == inner.mask).all()
        seen, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(masks[0]))))
    assert (masks[0] == VALUES.get(given, 0)).all()
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize(
    "make",
    [
        lambda **options: glory_v0.raw_env("teaching", **options),
        lambda **options: glory_v0.env(scenario="teaching", **options),
        aleutians_v0.raw_env,
        aleutians_v0.env,
    ],
    ids=["glory raw_env", "glory env", "aleutians raw_env", "aleutians env"],
)
@pytest.mark.parametrize("given", VALUES)
def test_both_seats_of_both_games(make: Any, given: str) -> None:
    env = make(mask_at_end=given, illegal="end")
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        other = next(seat for seat in env.possible_agents if seat != agent)
        assert not env.observe(other)["action_mask"].any()  # it is not its turn
        legal = np.flatnonzero(env.observe(agent)["action_mask"])
        env.step(int(rng.choice(legal)))
    assert all(env.terminations.values())
    for _ in env.possible_agents:
        mask = env.last()[0]["action_mask"]
        assert (mask == VALUES[given]).all()
        env.step(None)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("given", VALUES)
@pytest.mark.parametrize("name", [*ONE_SEAT, "both seats"])
def test_a_batch_has_no_empty_mask_with_ones(name: str, given: str, mode: str) -> None:
    options = {"mask_at_end": given, "autoreset_mode": mode}
    if name == "both seats":
        envs = TurnsBatch(3, scenario="teaching", **options)
    else:
        envs = make_vec(name, **options)
    seen, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(300):
        over = envs.games.games["outcome"] != 0
        for masks in (seen["action_mask"], infos["action_mask"], envs.action_masks()):
            assert (masks[over] == VALUES[given]).all()
            assert (masks[~over] == envs.games.masks[~over]).all()
        for last in infos.get("final_obs", ()):
            if last is not None:
                assert (last["action_mask"] == VALUES[given]).all()
        if mode == "Disabled" and over.any():
            seen, infos = envs.reset(options={"reset_mask": over})
            continue
        masks = infos["action_mask"]
        actions = [rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks]
        seen, _, terminations, _, infos = envs.step(np.array(actions))
        ended += int(terminations.sum())
    assert ended > 3


def test_a_policy_that_masks_with_minus_infinity_has_probabilities_in_waiting_slots() -> None:
    def policy(masks: np.ndarray) -> np.ndarray:
        logits = np.where(masks, 0.0, -np.inf)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True)

    found = {}
    for given in VALUES:
        envs = make_vec("GloryTeaching-v0", mask_at_end=given)
        _, infos = envs.reset(seed=3)
        rng = np.random.default_rng(3)
        over = np.zeros(3, bool)
        while not over.any():
            masks = infos["action_mask"]
            actions = np.array([rng.choice(np.flatnonzero(m)) for m in masks])
            *_, over, _, infos = envs.step(actions)
        with np.errstate(invalid="ignore"):
            found[given] = np.isfinite(policy(infos["action_mask"])).all()
    assert found == {"zeros": False, "ones": True}


@pytest.mark.parametrize("wrong", ["one", 1, True, None])
@pytest.mark.parametrize(
    "make",
    [
        lambda **options: glory_v0.raw_env("teaching", **options),
        lambda **options: aleutians_v0.env(**options),
        lambda **options: gymnasium.make("GloryTeaching-v0", **options),
        lambda **options: gymnasium.make("GlorySolo-v0", **options),
        lambda **options: make_vec("GloryTeaching-v0", **options),
        lambda **options: TurnsBatch(2, scenario="teaching", **options),
    ],
)
def test_other_values_are_refused(make: Any, wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"option 'mask_at_end'.*valid are .*(zeros|ones)"):
        make(mask_at_end=wrong)


def test_the_macro_level_has_no_mask_and_no_such_option() -> None:
    with pytest.raises(OptionError, match="unknown option 'mask_at_end'"):
        gymnasium.make("GloryMacro-v0", mask_at_end="ones")
