"""How fast training is, beside MaskablePPO as one would set it up: `python benchmarks/trainer.py`.

Same game, observation, partner, transitions an update, batch and passes for all. What counts is
CPU time of the process, rollout and update together; the first round of each is not counted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from glory_agents.learned.micro import Looked, MicroNetwork
from glory_agents.learned.sb3 import start_kwargs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.learn import LEARNABLE
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.sections import OBSERVATION_SIZE
from glory_env.training.learners import Learner, first_network
from glory_env.training.selfplay import SelfPlay
from glory_env.training.vecenv import GloryVecEnv

PARTNER, START = "careful_random", "micro"
SLOTS, STEPS, BATCH, EPOCHS = 512, 96, 4096, 2
STANDARD = (256, 256)  # hidden layers of MlpPolicy, policy and value each

Round = Callable[[], int]  # a rollout and its update; the transitions that entered it


def settings(precision: str) -> TrainConfig:
    """Of the trainer: a partner in every game, the rest as in the table's head."""
    return TrainConfig(
        start=START, layers=(384, 384), precision=precision,
        reward="cooperative", slots=SLOTS, rollout=STEPS, batch=BATCH, epochs=EPOCHS, entropy=0,
        self_share=0, past_share=0, script_share=1, scripts=(PARTNER,), runs=Path(),
    )  # fmt: skip


def new_network(precision: str = "float32") -> MicroNetwork:
    """The start that comes with the project."""
    return first_network(settings(precision))


class Ours:
    """Rounds of the project's trainer."""

    def __init__(self, precision: str) -> None:
        self.config = settings(precision)
        games = SelfPlay(
            SLOTS, partners=[make_agent(PARTNER)], reward="cooperative", seed=1,
            answer=LEARNABLE.answer,
        )  # fmt: skip
        self.learner = Learner(self.config, games, new_network(precision), None)
        self.logger = Logger(None, [])

    def __call__(self) -> int:
        before = self.learner.steps
        self.learner.learn(self.config.learning_rate, self.logger)
        return self.learner.steps - before

    @property
    def learnt_share(self) -> float:
        """Of the transitions, those in gradient steps of the last round."""
        return float(self.logger.name_to_value["train/learnt_share"])


def standard(**policy_settings: Any) -> Round:
    """Rounds of sb3-contrib's MaskablePPO on the project's VecEnv."""
    games = GloryVecEnv(SLOTS, partners=[make_agent(PARTNER)], reward="cooperative", seed=1)
    model = MaskablePPO(
        "MlpPolicy", games, n_steps=STEPS, batch_size=BATCH, n_epochs=EPOCHS, device="cpu",
        policy_kwargs=policy_settings,
    )  # fmt: skip

    def run() -> int:
        model.learn(SLOTS * STEPS, reset_num_timesteps=False)
        return SLOTS * STEPS

    return run


def arithmetic(precision: str, learnt_share: float) -> Round:
    """The network alone, on as many random numbers: a bound for any trainer of this kind."""
    network, start = new_network(precision), new_network(precision)
    m = SLOTS * STEPS
    seen = network.look(torch.rand((m, OBSERVATION_SIZE)).half())
    legal = torch.ones((m, N_ACTIONS), dtype=torch.bool)

    def taken(part: torch.Tensor) -> Looked:
        return Looked(*(numbers[part] for numbers in seen))

    def run() -> int:
        every = torch.arange(m)
        learnt = every[: round(m * learnt_share)]
        with torch.no_grad():
            for part in torch.split(every, SLOTS):
                network.log_probabilities(taken(part), legal[part])
            for part in torch.split(every, BATCH):
                network.expected(taken(part))
            for part in torch.split(learnt, BATCH):
                start.log_probabilities(taken(part), legal[part])
        for part in torch.split(learnt, BATCH) * EPOCHS:
            loss = network.log_probabilities(taken(part), legal[part])[:, 0].mean()
            loss = loss + network.expected(taken(part)).mean()
            loss.backward()  # type: ignore[no-untyped-call]
        return m

    return run


def main(rounds: int = 5) -> None:
    """Print the table: transitions that enter the update per CPU second. The rows take turns.

    Args:
        rounds: of each row, of which the median counts.
    """
    torch.set_num_threads(1)
    ours, single = Ours("auto"), Ours("float32")
    rows: dict[str, Round] = {
        "this trainer": ours,
        "this trainer, float32": single,
        "MaskablePPO, MlpPolicy 256 x 256": standard(net_arch=list(STANDARD)),
        "MaskablePPO, this network": standard(**start_kwargs(START)),
    }
    for run in rows.values():
        run()
    rows["arithmetic of this network"] = arithmetic("auto", ours.learnt_share)
    rows["arithmetic of this network, float32"] = arithmetic("float32", single.learnt_share)
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, run in rows.items():
            start = time.process_time()
            rates[name].append(run() / (time.process_time() - start))
    medians = {name: statistics.median(per_round) for name, per_round in rates.items()}
    base = medians["MaskablePPO, MlpPolicy 256 x 256"]
    print(f"{'':38} transitions/CPU s  ratio to MlpPolicy")
    for name, median in medians.items():
        print(f"{name:38} {median:17,.0f}  {median / base:18.2f}")
    print(
        f"{SLOTS} games x {STEPS} steps an update, batch {BATCH}, {EPOCHS} passes, partner "
        f"{PARTNER}; "
        f"medians of {rounds}; this trainer takes gradient steps on {ours.learnt_share:.0%} of the "
        "transitions, those whose action was not nearly certain"
    )


if __name__ == "__main__":
    tyro.cli(main)
