"""Proximal policy optimisation (Schulman et al., 2017) with a pull towards the start.

The pull is the divergence of the policy from the network that training began with. It keeps the
policy from losing what imitation has given it while the dice are loud. It may be stronger in
decisions where a seat deals with the other one: towards most partners it pays to give no answer to
what they do, so a policy would lose that first (compare the anchor of piKL, Jacob et al., 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from glory_agents.learned.micro import MicroNetwork
from glory_env.training.selfplay import CHUNK, FAR, Rollout

VALUE_RATE = 1e-3  # learning rate of the value network
LARGEST_NORM = 0.5  # of a gradient
DOUBT = 0.1  # an action that had at most the probability 1 - DOUBT is always learnt from
SELDOM = 0.1  # share that is learnt from of actions that were certain


class Terms(NamedTuple):
    """What a gradient step comes to; all of them numbers without a gradient."""

    value_loss: torch.Tensor  # mean squared error
    approx_kl: torch.Tensor  # nats between the policy that has played and the one that learns
    clip_fraction: torch.Tensor  # share of the decisions beyond the bounds of the ratio
    entropy: torch.Tensor  # nats
    pull: torch.Tensor  # nats between the policy and the start


class PPO:
    """Updates a network from rollouts.

    start: the network that the policy is pulled to, with the weight `pull`, in the decisions
    `talks` with `pull_talks`; None: none.
    batch: decisions of a gradient step. epochs: passes over a rollout. clip: of the probability
    ratio. entropy: weight of the bonus. seed: of the order of the decisions.
    """

    def __init__(
        self,
        network: MicroNetwork,
        start: MicroNetwork | None,
        *,
        pull: float,
        pull_talks: float,
        talks: Sequence[int],
        batch: int,
        epochs: int,
        clip: float,
        entropy: float,
        seed: int,
    ) -> None:
        self.network, self.start = network, start
        pulls = [pull_talks if kind in talks else pull for kind in network.kinds]
        self._pulls = torch.tensor(pulls, device=network.order.device)
        self.batch, self.epochs, self.clip, self.entropy = batch, epochs, clip, entropy
        self._value = network.value_parameters()
        self._policy = network.policy_parameters()
        self.optimizer = torch.optim.Adam([{"params": self._policy}, {"params": self._value}])
        self._random = torch.Generator().manual_seed(seed)

    def update(self, rollout: Rollout, rate: float) -> dict[str, float]:
        """Learn from a rollout at that learning rate of the policy; figures of the update.

        Rate 0 leaves the policy as it is: the value network alone learns.
        """
        for group, its_rate in zip(self.optimizer.param_groups, (rate, VALUE_RATE), strict=True):
            group["lr"] = its_rate
        known = torch.isfinite(rollout.advantages)
        gains, returns = rollout.advantages[known], rollout.returns[known]
        scaled = (rollout.advantages - gains.mean()) / (gains.std() + 1e-8)
        at, weights = self._choose(rollout)
        chosen, scaled = rollout.take(at), scaled[at]
        near = self._likely_at_start(chosen) if rate and self._pulls.any() else None
        taken: list[Terms] = []
        for _ in range(self.epochs):
            order = torch.randperm(len(at), generator=self._random).to(at.device)
            for some in torch.tensor_split(order, max(1, round(len(at) / self.batch))):
                batch = chosen.take(some)
                pulled = None if near is None else near[some].float()
                taken.append(self._step(batch, scaled[some], weights[some], pulled, rate > 0))
        means = {name: torch.stack(terms).mean().item() for name, terms in _columns(taken)}
        errors = gains.var() / returns.var().clamp(min=1e-8)
        return {
            **{f"train/{name}": mean for name, mean in means.items()},
            "train/explained_variance": 1.0 - errors.item(),
            "train/learnt_share": len(at) / len(gains),
        }

    def _choose(self, rollout: Rollout) -> tuple[torch.Tensor, torch.Tensor]:
        """Which decisions to learn from, int64 (K,), and how much each counts, float32 (K,).

        There is little to learn from an action that was nearly certain. Of those a share is
        drawn, which counts more, so that the gradient stays the same in the mean.
        """
        doubt = 1.0 - rollout.log_probs.exp()
        share = (doubt / DOUBT).clamp(SELDOM, 1.0)
        share[~torch.isfinite(rollout.advantages)] = 0.0
        draws = torch.rand(len(share), generator=self._random).to(share.device)
        at = torch.nonzero(draws < share)[:, 0]
        return at, 1.0 / share[at]

    def _likely_at_start(self, chosen: Rollout) -> torch.Tensor | None:
        """Log-probabilities of the start, float16 (K, actions)."""
        if self.start is None:
            return None
        with torch.no_grad():
            likely = [
                self.start.log_probabilities(part.looked, part.legal)
                for part in map(chosen.take, torch.split(torch.arange(len(chosen.actions)), CHUNK))
            ]
        return torch.cat([part.clamp(min=-FAR).half() for part in likely])

    def _step(
        self,
        batch: Rollout,
        scaled: torch.Tensor,
        weights: torch.Tensor,
        near: torch.Tensor | None,
        policy_learns: bool,
    ) -> Terms:
        """One gradient step."""
        share = weights / weights.sum()
        errors = self.network.expected(batch.looked) - batch.returns
        loss = value_loss = errors.square().mean()
        kl = clipped = spread = pulled = torch.zeros(())
        if policy_learns:
            likely = self.network.log_probabilities(batch.looked, batch.legal).clamp(min=-FAR)
            change = likely.gather(1, batch.actions[:, None])[:, 0] - batch.log_probs
            ratio = change.exp()
            bounded = ratio.clamp(1 - self.clip, 1 + self.clip)
            gain = torch.minimum(ratio * scaled, bounded * scaled)
            spread = -(share * (likely.exp() * likely).sum(1)).sum()
            loss = loss - (share * gain).sum() - self.entropy * spread
            if near is not None:
                apart = share * (likely.exp() * (likely - near)).sum(1)
                pulled = apart.sum()
                loss = loss + (apart * (batch.looked.decision.float() @ self._pulls)).sum()
            kl = (share * (ratio - 1 - change)).sum()
            clipped = (share * (bounded != ratio)).sum()
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        for part in (self._policy, self._value):
            torch.nn.utils.clip_grad_norm_(part, LARGEST_NORM)
        self.optimizer.step()
        return Terms(*(x.detach() for x in (value_loss, kl, clipped, spread, pulled)))


def _columns(taken: list[Terms]) -> list[tuple[str, list[torch.Tensor]]]:
    return [(name, [getattr(terms, name) for terms in taken]) for name in Terms._fields]
