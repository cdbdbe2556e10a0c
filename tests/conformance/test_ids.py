"""The ids of gymnasium, with the module in front: known in every process."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from glory_env import glory_v0

IDS = ["Glory-v0", "GloryTeaching-v0", "GlorySolo-v0", "GloryMacro-v0"]
ALONE = """
import gymnasium
env = gymnasium.make("glory_env:{name}", scenario="teaching")
envs = gymnasium.make_vec("glory_env:{name}", 2, "vector_entry_point", scenario="teaching")
print(env.reset(seed=1)[0].shape, envs.reset(seed=1)[0].shape)
"""


@pytest.mark.parametrize("name", IDS)
def test_an_id_with_its_module_needs_no_import(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE.format(name=name)], capture_output=True, text=True, check=True
    )
    one = gymnasium.make(name, scenario="teaching")  # the plain id, once the package is imported
    (size,) = one.observation_space.shape
    assert run.stdout.strip() == f"({size},) (2, {size})"


@pytest.mark.slow
@pytest.mark.parametrize("start_method", ["forkserver", "spawn"])
def test_stable_baselines_plays_it_in_processes_of_its_own(start_method: str) -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = make_vec_env(
        "glory_env:GloryTeaching-v0", 2, 0, vec_env_cls=SubprocVecEnv,
        vec_env_kwargs={"start_method": start_method}, env_kwargs={"partner": "random"},
    )  # fmt: skip
    try:
        seen = envs.reset()
        for k in range(2):  # the games of the seeds 0 and 1
            own = glory_v0.single_agent("army", "random", scenario="teaching")
            np.testing.assert_array_equal(seen[k], own.reset(seed=k)[0])
        masks = np.stack(envs.env_method("action_masks"))
        assert masks.any(1).all()
        _, rewards, _, infos = envs.step(masks.argmax(1))
        assert rewards.shape == (2,)
        assert all("action_mask" in info for info in infos)
    finally:
        envs.close()
