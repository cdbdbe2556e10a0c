"""One training run: rollouts and updates until the time is up, checkpoints, scalars, export."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import FloatSchedule

from glory_env.engine.state import ARMY, BY_HOME_BOXES, CIVIL, COMPLETED, NAVY
from glory_env.partners import Agent, make_agent
from glory_env.training import checkpoint
from glory_env.training.config import TrainConfig
from glory_env.training.export import save_policy
from glory_env.training.files import provenance
from glory_env.training.network import ACTIVATIONS, Network, network_of
from glory_env.training.vecenv import Episodes, GloryVecEnv

ENOUGH = 0.5  # completed games, with which survival needs no reward of its own
RECENT = 256  # games over which completion is averaged
POLICY = "policy"  # folder of the exported network inside the run's folder
LEAST_RATE = 0.3  # of the learning rate, at the end


class SelfPlay:
    """The learner itself as a partner, with its weights as they are now."""

    network: Network

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: object = None
    ) -> np.ndarray:
        return self.network.act_batch(observations, masks, draws)


class Trainer:
    """Trains by the settings; `resume` goes on from the run's last checkpoint.

    ConfigError or AgentError, before anything is written, for settings that do not fit.
    """

    def __init__(self, config: TrainConfig, resume: bool = False) -> None:
        self.config = config
        myself = SelfPlay()
        partners: list[Agent | SelfPlay] = [myself]
        weights = [1.0]
        if config.partner != "self":
            partners.append(make_agent(config.partner))
            weights = [1.0 - config.partner_share, config.partner_share]
        state = checkpoint.prepare(config, resume)
        torch.set_num_threads(config.threads)
        self.env = GloryVecEnv(
            config.slots,
            config.scenario,
            partners=partners,
            weights=weights,
            reward=config.reward,
            **vars(config.options),
        )
        self.model = self._new_model() if state is None else self._old_model(state["zip"])
        seed = np.random.SeedSequence([config.seed, self.model.num_timesteps])
        self.model.set_random_seed(int(seed.generate_state(1)[0] >> 1))
        myself.network = network_of(self.model.policy)
        self.network = myself.network
        self.model.set_logger(configure(str(config.folder / "tensorboard"), ["tensorboard"]))
        self.seconds = 0.0 if state is None else float(state["seconds"])
        self.completion = 0.0 if state is None else float(state["completion"])

    def _new_model(self) -> MaskablePPO:
        config = self.config
        layers = list(config.layers)
        return MaskablePPO(
            "MlpPolicy",
            self.env,
            n_steps=config.rollout,
            batch_size=config.batch,
            n_epochs=config.epochs,
            learning_rate=config.learning_rate,
            clip_range=config.clip,
            ent_coef=config.entropy,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            policy_kwargs={
                "net_arch": {"pi": layers, "vf": layers},
                "activation_fn": ACTIVATIONS[config.activation],
            },
            seed=config.seed,
            device="cpu",
        )

    def _old_model(self, name: str) -> MaskablePPO:
        return MaskablePPO.load(self.config.folder / name, env=self.env, device="cpu")

    @property
    def done(self) -> float:
        """How much of the run is done, 0..1."""
        if self.config.steps:
            return min(1.0, self.model.num_timesteps / self.config.steps)
        return min(1.0, self.seconds / (60 * self.config.minutes))

    def run(self, console: Console) -> Path:
        """Train to the end and export; returns the folder of the policy."""
        saved = self.seconds
        latest = {"turns": float("nan"), "reward": float("nan")}
        with _progress_bar(console) as bar:
            task = bar.add_task("training", total=1.0, completed=self.done, words="")
            while self.done < 1.0:
                start, steps = time.monotonic(), self.model.num_timesteps
                self._fade()
                self.model.learn(
                    self.config.slots * self.config.rollout,
                    reset_num_timesteps=False,
                    log_interval=None,
                )
                spent = time.monotonic() - start
                self.seconds += spent
                rate = (self.model.num_timesteps - steps) / spent
                latest |= self._log(self.env.drain(), rate)
                words = (
                    f"{rate:,.0f} steps/s  turns {latest['turns']:.1f}  "
                    f"reward {latest['reward']:+.2f}"
                )
                bar.update(task, completed=self.done, words=words)
                if self.seconds - saved >= 60 * self.config.checkpoint_minutes:
                    saved = self.seconds
                    self._save()
                    line = f"{saved / 60:6.1f} min  {self.model.num_timesteps:9,} steps  {words}"
                    bar.console.print(line)
        self._save()
        return self.export()

    def export(self) -> Path:
        """Write the network as it is now; returns its folder."""
        folder = self.config.folder / POLICY
        about = {
            **provenance(self.config.scenario),
            "seed": self.config.seed,
            "steps": self.model.num_timesteps,
            "seconds": round(self.seconds, 1),
            "config": self.config.plain(),
        }
        save_policy(folder, self.network, about)
        return folder

    def _save(self) -> None:
        state = {"seconds": self.seconds, "completion": self.completion}
        checkpoint.save(self.config, self.model, state)

    def _fade(self) -> None:
        """The schedules: shaping falls to 0 over its share of the run, the rate to LEAST_RATE,
        survival with the share of games completed.
        """
        config, done = self.config, self.done
        left = max(0.0, 1.0 - done / config.shaped_share) if config.shaped_share else 0.0
        self.env.set_shaping(config.shaping * left)
        self.env.survival = config.survival * max(0.0, 1.0 - self.completion / ENOUGH)
        rate = config.learning_rate * max(LEAST_RATE, 1.0 - done)
        self.model.lr_schedule = FloatSchedule(rate)

    def _log(self, episodes: Episodes, rate: float) -> dict[str, float]:
        """Scalars of one rollout (docs/training.md explains each); turns and mean reward."""
        record = self.model.logger.record
        record("time/steps_per_second", rate)
        record("time/minutes", self.seconds / 60)
        record("shaped/potential_weight", self.env.shaping)
        record("shaped/survival_weight", self.env.survival)
        means: dict[str, float] = {}
        if len(episodes.seats):
            finals = episodes.finals
            over = finals["outcome"] != COMPLETED
            means = {"turns": finals["turn"].mean(), "reward": episodes.outcomes.mean()}
            news = min(1.0, len(finals) / RECENT)
            self.completion += news * (1.0 - over.mean() - self.completion)
            record("outcome/turns", means["turns"])
            record("outcome/reward", means["reward"])
            for seat, name in ((ARMY, "army"), (NAVY, "navy")):
                record(f"outcome/gp_{name}", finals["gp"][:, seat].mean())
                if (episodes.seats == seat).any():
                    paid = episodes.outcomes[episodes.seats == seat]
                    record(f"outcome/reward_{name}", paid.mean())
            record("outcome/completion", 1.0 - over.mean())
            record("outcome/lost_by_home_boxes", (finals["cause"] == BY_HOME_BOXES).mean())
            record("outcome/shipping", finals["total"].mean())
            share = finals["allotment"][:, CIVIL] / np.maximum(finals["allotted_total"], 1)
            record("outcome/civil_share", share.mean())
            record("shaped/return", episodes.returns.mean())
            record("episode/decisions", episodes.decisions.mean())
            record("episode/count", len(finals))
        self.model.logger.dump(self.model.num_timesteps)
        return means


def _progress_bar(console: Console) -> Progress:
    return Progress(
        BarColumn(bar_width=16),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
        console=console,
    )
