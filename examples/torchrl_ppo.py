"""TorchRL: PPO with its collector, mask and losses, on every micro-step of one seat.

python examples/torchrl_ppo.py [STEPS [GAMES]]     (needs torchrl)

Printed is the mean reward of the army against random play, before and after the training.
"""

import sys

import torch
from tensordict.nn import InteractionType, TensorDictModule, set_interaction_type
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

FRAMES, BATCH, EPOCHS = 1000, 250, 4


def make(**options) -> TransformedEnv:
    """With the mask in the observation, where ActionMask reads it."""
    given = {"mask_in_observation": True, "seat": "army", "reward": "cooperative", **options}
    env = GymEnv("glory_env:GloryTeaching-v0", categorical_action_encoding=True, **given)
    is_legal = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(is_legal, ActionMask()))


@torch.no_grad()
def judge(actor, games: int) -> float:
    """Mean reward of so many games, with drawn actions."""
    env = make()
    env.set_seed(1000)
    with set_interaction_type(InteractionType.RANDOM):
        played = [env.rollout(1000, actor)["next", "reward"].sum() for _ in range(games)]
    return float(torch.stack(played).mean())


def main(steps: int = 12_000, games: int = 40) -> dict[str, float]:
    """Mean reward of so many games before and after so many steps of training."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    env = make(shaping=1.0)
    env.set_seed(0)
    inputs, outputs = env.observation_spec["observation"].shape[-1], env.action_spec.n
    net = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, outputs))
    actor = ProbabilisticActor(
        TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    values = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 1))
    critic = ValueOperator(values, in_keys=["observation"])
    gains = GAE(gamma=1.0, lmbda=0.98, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    found = {"before": judge(actor, games)}
    for data in Collector(env, actor, frames_per_batch=FRAMES, total_frames=steps):
        for _ in range(EPOCHS):
            with torch.no_grad():
                gains(data)
            rows = data.reshape(-1)
            for at in torch.randperm(len(rows)).split(BATCH):
                parts = loss(rows[at])
                optimizer.zero_grad()
                sum(part for name, part in parts.items() if name.startswith("loss_")).backward()
                optimizer.step()
    found["after"] = judge(actor, games)
    print(f"mean reward of the army: {found['before']:+.3f} -> {found['after']:+.3f}")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
