"""PPO in a single file, in the manner of CleanRL, on a gymnasium VectorEnv.

python examples/cleanrl_ppo.py [UPDATES]     (needs torch)

Printed is the mean reward of the army against random play, in the first 200 games and the last.
"""

import sys

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

SLOTS, STEPS, EPOCHS, BATCH, LAMBDA, CLIP = 64, 64, 4, 512, 0.98, 0.2
GAMES = 200


def play(envs, net, seen, info):
    """One step in every game: observations, masks, actions, log-chances, values, rewards, ends."""
    seen, masks = torch.as_tensor(seen), torch.as_tensor(info["action_mask"]).bool()
    with torch.no_grad():
        chances, values = look(net, seen, masks)
    actions = chances.sample()
    after, paid, over, _, info = envs.step(actions.numpy())
    row = seen, masks, actions, chances.log_prob(actions), values, torch.tensor(paid).float()
    return (*row, torch.tensor(over)), after, info


def look(net, seen, masks):
    """The chances of the actions, and the value."""
    out = net(seen)
    return Categorical(logits=out[..., 1:].masked_fill(~masks, -1e9)), out[..., 0]


def main(updates: int = 15) -> dict[str, float]:
    """Mean reward, without shaping, of the first and the last 200 games."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(
        "glory_env:GloryTeaching-v0", SLOTS, "vector_entry_point", seat="army", partner="random",
        reward="cooperative", shaping=1.0, autoreset_mode="SameStep",
    )  # fmt: skip
    inputs, outputs = envs.single_observation_space.shape[0], envs.single_action_space.n
    net = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 1 + outputs))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    ended, (seen, info) = [], envs.reset(seed=0)
    for _ in range(updates):
        rows = []
        for _ in range(STEPS):
            row, seen, info = play(envs, net, seen, info)
            rows.append(row)
            ended += [info["final_info"]["reward_unshaped"][k] for k in np.flatnonzero(row[-1])]
        s, m, a, old, v, paid, over = (torch.stack(part) for part in zip(*rows, strict=True))
        gains, running, ahead = torch.zeros(STEPS, SLOTS), 0.0, net(torch.as_tensor(seen))[:, 0]
        for k in reversed(range(STEPS)):  # gamma is 1; every end is a true one
            running = paid[k] - v[k] + (ahead.detach() + LAMBDA * running) * ~over[k]
            gains[k], ahead = running, v[k]
        data = [part.flatten(0, 1) for part in (s, m, a, old, gains, gains + v)]
        orders = [torch.randperm(SLOTS * STEPS) for _ in range(EPOCHS)]
        for at in torch.cat(orders).split(BATCH):
            s, m, a, old, gain, target = (part[at] for part in data)
            chances, values = look(net, s, m)
            ratio, gain = (chances.log_prob(a) - old).exp(), (gain - gain.mean()) / gain.std()
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss += 0.5 * (values - target).square().mean() - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    found = {"first": float(np.mean(ended[:GAMES])), "last": float(np.mean(ended[-GAMES:]))}
    print(f"mean reward of the army: first {found['first']:+.3f}, last {found['last']:+.3f}")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
