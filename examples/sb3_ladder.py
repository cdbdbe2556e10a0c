"""Stable-Baselines3 on the ladder: from easy to whole, one environment after the other.

python examples/sb3_ladder.py [STEPS [GAMES]]     (needs sb3-contrib)

MaskablePPO chooses a script's parameters once a turn; every choice is legal, so there it needs no
masks. Then it plays every micro-step; observation and actions are the same on those three rungs, so
the network of one rung goes on with the next. Printed are mean reward and mean last turn, before
and after each rung. The first network is saved, and is an agent by its place in every command:

glory evaluate --army sb3_ladder:trained --navy grim
"""

import sys

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from glory_agents.glory.macro.model_agent import MacroModelAgent

FILE, MACRO = "macro_model.zip", "GloryMacro-v0"
SETTINGS = {"batch_size": 512, "n_epochs": 4, "learning_rate": 7e-4, "gamma": 1.0, "seed": 0}
SEAT = {"seat": "army", "reward": "cooperative"}
RUNGS = {MACRO: SEAT, "GloryTeaching-v0": SEAT, "GlorySolo-v0": {}, "Glory-v0": SEAT}


def trained(file: str = FILE) -> MacroModelAgent:
    """The agent of a saved model; load only a file that you made, it can run code."""
    return MacroModelAgent(MaskablePPO.load(file, device="cpu"))


def play(name: str, model, games: int) -> tuple[float, float]:
    """Mean reward and mean last turn of so many games."""
    env = gymnasium.make(f"glory_env:{name}", **RUNGS[name])
    rewards, turns = [], []
    for seed in range(1000, 1000 + games):
        seen, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            action, _ = model.predict(seen, action_masks=info.get("action_mask"))
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
        rows = min(64 if name == MACRO else 256, steps // 8)
        if micro is None:
            model = MaskablePPO("MlpPolicy", shaped, n_steps=rows, device="cpu", **SETTINGS)
        model.set_env(shaped)
        before = play(name, model, games)
        if name == MACRO:
            model.learn(steps // 6, use_masking=False).save(FILE)
        else:
            micro = model.learn(steps)
        after = play(name, model, games)
        found[name] = before[0], after[0]
        print(
            f"{name}: mean reward {before[0]:+.3f} -> {after[0]:+.3f}, "
            f"mean last turn {before[1]:.1f} -> {after[1]:.1f}"
        )
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
