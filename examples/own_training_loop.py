"""Your own training loop in 60 lines: REINFORCE with a baseline on the batched environment.

python examples/own_training_loop.py [updates]     (needs torch; prints the mean reward)
"""

import sys

import numpy as np
import torch
from torch import nn

from glory_env.vector import GloryVector

N, STEPS = 64, 64


def main(updates: int = 30) -> list[float]:
    """Train one shared policy for both seats; returns the mean reward of each update."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    games = GloryVector(N, "teaching", seed=0, reward="cooperative", shaping=1.0)
    inputs, outputs = games.observations.shape[1], games.masks.shape[1]
    net = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, outputs))
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    curve = []
    for _ in range(updates):
        observations, masks, actions, seats = [], [], [], []
        rewards = np.zeros((STEPS, N, 2), np.float32)
        dones = np.zeros((STEPS, N), bool)
        for k in range(STEPS):
            observations.append(torch.as_tensor(games.observations).clone())
            masks.append(torch.as_tensor(games.masks).bool())
            seats.append(games.seats.copy())
            with torch.no_grad():
                logits = net(observations[-1]).masked_fill(~masks[-1], -1e9)
            actions.append(torch.distributions.Categorical(logits=logits).sample())
            rewards[k], dones[k] = games.step(actions[-1].numpy())
        # Each action is credited with what its own seat is paid until the game's end.
        returns = np.zeros_like(rewards)
        running = np.zeros((N, 2), np.float32)
        for k in reversed(range(STEPS)):
            running = rewards[k] + running * ~dones[k][:, None]
            returns[k] = running
        own = np.take_along_axis(returns, np.stack(seats)[..., None].astype(int), 2)[..., 0]
        gain = torch.as_tensor((own - own.mean()) / (own.std() + 1e-6))
        logits = net(torch.stack(observations)).masked_fill(~torch.stack(masks), -1e9)
        chances = torch.distributions.Categorical(logits=logits)
        loss = -(chances.log_prob(torch.stack(actions)) * gain).mean()
        loss = loss - 0.01 * chances.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(float(rewards.sum() / max(1, dones.sum()) / 2))
        print(f"update {len(curve):3}: mean reward of a finished game {curve[-1]:+.3f}")
    return curve


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
