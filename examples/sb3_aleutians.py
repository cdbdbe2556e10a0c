"""The second game with Stable-Baselines3: MaskablePPO plays Japan in The Aleutians Campaign.

python examples/sb3_aleutians.py [STEPS [GAMES]]     (needs sb3-contrib)

Printed is the mean reward of Japan against random play, before and after the training.
"""

import sys

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

ID = "glory_env:Aleutians-v0"  # with the module, so that other processes know it, too
OPTIONS = {"seat": "japan", "partner": "random", "render_mode": None}  # it draws no images


def main(steps: int = 60_000, games: int = 100) -> dict[str, float]:
    """Mean reward of so many games before and after so many steps of training."""
    torch.set_num_threads(1)
    # Shaping by the victory points pays on the way; the order of policies stays.
    learning = make_vec_env(ID, 8, 0, env_kwargs={**OPTIONS, "shaping": 1.0})
    judged = make_vec_env(ID, 1, 1000, env_kwargs=OPTIONS)
    model = MaskablePPO(
        "MlpPolicy", learning, n_steps=min(512, steps // 8), batch_size=512, n_epochs=4,
        learning_rate=7e-4, gamma=1.0, gae_lambda=0.98, seed=0, device="cpu",
    )  # fmt: skip
    found = {}
    for when in ("before", "after"):
        found[when], _ = evaluate_policy(model, judged, games, deterministic=False)
        print(f"mean reward of Japan {when}: {found[when]:+.3f}")
        if when == "before":
            model.learn(steps)
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
