"""Stable-Baselines3 on the ladder: from easy to whole, one environment after the other.

python examples/sb3_ladder.py [STEPS [GAMES]]     (needs sb3-contrib)

Plain PPO chooses a script's parameters once a turn (every choice is legal). MaskablePPO plays every
micro-step; observation and actions are the same on its three rungs, so the network of one rung goes
on with the next. Printed are mean reward and mean last turn, before and after each rung.
"""

import sys

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

SETTINGS = {"batch_size": 512, "n_epochs": 4, "learning_rate": 7e-4, "gamma": 1.0, "seed": 0}
SEAT = {"seat": "army", "reward": "cooperative"}
RUNGS = {
    "GloryMacro-v0": SEAT,
    "GloryTeaching-v0": SEAT,
    "GlorySolo-v0": {},
    "Glory-v0": SEAT,
}


def play(name: str, model, games: int) -> tuple[float, float]:
    """Mean reward and mean last turn of so many games."""
    env = gymnasium.make(f"glory_env:{name}", **RUNGS[name])
    rewards, turns = [], []
    for seed in range(1000, 1000 + games):
        seen, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            masks = {"action_masks": info["action_mask"]} if "action_mask" in info else {}
            action, _ = model.predict(seen, deterministic=False, **masks)
            seen, reward, over, _, info = env.step(action)
            total += float(reward)
        rewards.append(total)
        turns.append(int(info["turn"]))
    return float(np.mean(rewards)), float(np.mean(turns))


def main(steps: int = 12_000, games: int = 30) -> dict[str, tuple[float, float]]:
    """Of each rung the mean reward before and after so many steps of training."""
    torch.set_num_threads(1)
    found = {}
    micro = None
    for name, options in RUNGS.items():
        shaped = make_vec_env(f"glory_env:{name}", 8, 0, env_kwargs={**options, "shaping": 1.0})
        if name == "GloryMacro-v0":
            rows = min(64, steps // 8)
            model = PPO("MlpPolicy", shaped, n_steps=rows, device="cpu", **SETTINGS)
        elif micro is None:
            rows = min(256, steps // 8)
            model = micro = MaskablePPO("MlpPolicy", shaped, n_steps=rows, device="cpu", **SETTINGS)
        else:
            model = micro
            model.set_env(shaped)
        before = play(name, model, games)
        model.learn(steps // 6 if name == "GloryMacro-v0" else steps)
        after = play(name, model, games)
        found[name] = before[0], after[0]
        print(
            f"{name}: mean reward {before[0]:+.3f} -> {after[0]:+.3f}, "
            f"mean last turn {before[1]:.1f} -> {after[1]:.1f}"
        )
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
