"""One training run: rollouts and updates until the time is up, checkpoints, scalars, export."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console

from glory_agents.learned.flat import FlatPlayer
from glory_agents.learned.policy_file import save_policy
from glory_env.envs.agent import AgentError
from glory_env.report.progress import run_bar
from glory_env.training import checkpoint
from glory_env.training.files import about_network
from glory_env.training.learnable import learnable
from glory_env.training.learners import Learner, Spent, first_network
from glory_env.training.partners import agent_for, make_partner
from glory_env.training.plain import PAST
from glory_env.training.pool import Pool
from glory_env.training.selfplay import SelfPlay
from glory_env.training.settings import BEST, POLICY, UNTRAINED, TrainSettings

RECENT = 256  # games over which completion is averaged
TOO_FAR = 2.0  # nats: an update that moves the policy so far has destroyed it
MASKED = 1e8  # sb3-contrib gives illegal actions minus this as logit


class DivergedError(RuntimeError):
    """The network is no longer usable; the last checkpoint is."""


class Trainer:
    """Trains by the settings; `resume` goes on from the run's last checkpoint.

    ConfigError or AgentError, before anything is written, for settings that do not fit.
    """

    def __init__(self, config: TrainSettings, resume: bool = False) -> None:
        self.config, self.subject = config, learnable(config.game)
        self.rivals = {
            name: _named("rivals", partial(agent_for, game=config.game), name, [config.scenario])
            for name in config.rivals
        }
        partner = partial(make_partner, game=config.game)
        scripts = [_named("scripts", partner, name, config.scenarios) for name in config.scripts]
        first = first_network(config)
        state = checkpoint.prepare(config, resume)
        new = {"seconds": 0.0, "cpu_seconds": 0.0, "completion": 0.0, "best": None, "kept": 0.0}
        progress = new | (state or {})
        self.seconds: float = progress["seconds"]
        self.cpu_seconds: float = progress["cpu_seconds"]  # of this process, for the same
        self.completion: float = progress["completion"]
        self.best: float | None = progress["best"]  # score of the best evaluation
        self.kept: float = progress["kept"]  # seconds at which the last past self was kept
        self.spent = {"rollout": 0.0, "update": 0.0, "evaluation": 0.0}
        torch.set_num_threads(config.threads)
        self.stage = config.stage(0.0 if state is None else self._share(state["steps"]))
        steps = state["steps"] if state else 0
        dice = np.random.SeedSequence([config.seed, steps])  # a run that goes on has others
        self._dice = int(dice.generate_state(1)[0] >> 1)
        self.env = self._env(config.slots, self.stage)
        self.rate = config.learning_rate
        self.learner = Learner(config, self.env, first, state)
        self.network = first
        self.pool = Pool(config, FlatPlayer(self.network), scripts)
        if state is None:
            self.export(UNTRAINED)
        else:
            self.pool.restore(state["steps"])
        self.env.set_partners(*self.pool.partners())
        self.logger = checkpoint.new_logger(config, self.learner.steps)
        if state is None:
            self._save()  # so that a run can go on however early it is stopped

    def _env(self, slots: int, stage: Any) -> SelfPlay:
        config = self.config
        return SelfPlay(
            slots,
            seat=config.seat,
            seed=self._dice,
            answer=self.subject.answer,
            vector=self.subject.vector,
            **config.played(stage),
        )

    def _share(self, steps: int) -> float:
        if self.config.steps:
            return min(1.0, steps / self.config.steps)
        return min(1.0, self.seconds / (60 * self.config.minutes))

    @property
    def done(self) -> float:
        """How much of the run is done, 0..1."""
        return self._share(self.learner.steps)

    def run(self, console: Console) -> Path:
        """Train to the end and export; returns the folder of the policy.

        DivergedError, with the last checkpoint kept, where training has diverged.
        """
        config = self.config
        saved = judged = self.seconds
        words = ""
        with run_bar(console) as bar:
            task = bar.add_task("training", total=1.0, words="")
            bar.update(task, completed=self.done)
            while self.done < 1.0:
                start, cpu = time.monotonic(), time.process_time()
                self._enter_stage()
                self._schedule()
                rate = self._learn()
                figures = self.subject.figures(self.env.drain())
                self._note_completion(figures)
                self.seconds += time.monotonic() - start
                words = _in_words(config.game, rate, figures) or words
                self._log(figures, rate)
                start = time.monotonic()
                if config.evaluate_games and self.seconds - judged >= 60 * config.evaluate_minutes:
                    judged = self.seconds
                    self._evaluate(bar.console)
                if self.seconds - self.kept >= 60 * config.snapshot_minutes:
                    self.kept = self.seconds
                    self.pool.keep(self._about())
                    self.env.set_partners(*self.pool.partners())
                self.seconds += time.monotonic() - start
                self.cpu_seconds += time.process_time() - cpu
                bar.update(task, completed=self.done, words=words)
                if self.seconds - saved >= 60 * config.checkpoint_minutes:
                    saved = self.seconds
                    self._save()
                    line = f"{saved / 60:6.1f} min  {self.learner.steps:9,} steps  {words}"
                    bar.console.print(line)
        if config.evaluate_games:
            self._evaluate(console)
        self._save()
        return self.export(POLICY)

    def export(self, name: str) -> Path:
        """Write the network as it is now; returns its folder."""
        folder = self.config.folder / name
        save_policy(folder, self.network, self._about())
        return folder

    def _about(self) -> dict[str, Any]:
        whole = self._env(
            1, None
        )  # its conditioning is that of the whole game, whatever stage it is in
        return about_network(
            self.config.plain(),
            whole.games.observations[0],
            self.config.changing,
            seed=self.config.seed,
            steps=self.learner.steps,
            seconds=round(self.seconds, 1),
            cpu_seconds=round(self.cpu_seconds, 1),
        )

    def _learn(self) -> float:
        """One rollout and its update; transitions a second."""
        steps, wrong = self.learner.steps, None
        spent = Spent(0.0, 0.0)
        try:
            spent = self.learner.learn(self.rate, self.logger)
        except ValueError as error:  # logits that cannot be drawn from, or outshine the masks
            wrong = error
        self._check(wrong)
        self.spent["rollout"] += spent.rollout
        self.spent["update"] += spent.update
        return (self.learner.steps - steps) / sum(spent)

    def _check(self, wrong: ValueError | None) -> None:
        """DivergedError where the update left no usable network."""
        sound = all(bool(torch.isfinite(p).all()) for p in self.network.parameters())
        largest = np.abs(self.network.logits(self.env.games.full_observations)).max()
        usable = sound and bool(largest < MASKED)
        if wrong is not None and usable:
            raise wrong
        moved = abs(float(self.logger.name_to_value.get("train/approx_kl", 0.0)))
        if usable and not moved > TOO_FAR:
            return
        what = f"the policy moved by {moved:.1f} nats"
        if not usable:
            what = "outputs are beyond all bounds" if sound else "weights are not finite"
        raise DivergedError(
            f"{self.config.folder}: {what} after {self.learner.steps:,} steps. The last "
            f"checkpoint is kept: lower learning_rate (now {self.config.learning_rate:g}) or "
            f"clip and start again, or look at tensorboard/ for where it began"
        )

    def _enter_stage(self) -> None:
        """Another game, where a stage of the curriculum has ended."""
        stage = self.config.stage(self.done)
        if stage != self.stage:
            self.stage, seconds = stage, self.env.seconds
            self.env = self._env(self.config.slots, stage)
            self.env.seconds = seconds
            self.env.set_partners(*self.pool.partners())
            self.learner.set_env(self.env)

    def _schedule(self) -> None:
        """Shaping falls to 0 over its share of the run, the learning rate to its last one, survival
        with the share of games completed.
        """
        config, done = self.config, self.done
        left = max(0.0, 1.0 - done / config.shaped_share) if config.shaped_share else 0.0
        left = max(left, config.last_shaping)
        self.env.set_shaping(config.shaping * left)
        self.env.set_survival(config.survival_at(self.completion))
        self.rate = config.learning_rate * max(config.last_rate, 1.0 - done)

    def _note_completion(self, figures: dict[str, float]) -> None:
        if "outcome/completion" in figures:
            news = min(1.0, figures["episode/count"] / RECENT)
            self.completion += news * (figures["outcome/completion"] - self.completion)

    def _evaluate(self, console: Console) -> None:
        """Held-out games; the network with the best score so far is kept in `best`."""
        start = time.monotonic()
        rivals = dict(self.rivals)
        if self.pool.latest is not None:
            rivals[PAST] = self.pool.latest
        figures = self.subject.evaluate(self.config, FlatPlayer(self.network), rivals)
        score = figures["evaluation/score"]
        if self.best is None or score > self.best:
            self.best = score
            self.export(BEST)
        self._log(figures)
        self.spent["evaluation"] += time.monotonic() - start
        parts = [f"{k.removeprefix('evaluation/')} {v:.3f}" for k, v in figures.items()]
        console.print(f"held-out games: {', '.join(parts)}")

    def _save(self) -> None:
        state = {
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "completion": self.completion,
            "best": self.best,
            "kept": self.kept,
        }
        self.learner.save(state)

    def _log(self, figures: dict[str, float], rate: float | None = None) -> None:
        """Scalars of one rollout or evaluation; docs/training.md explains each."""
        record = self.logger.record
        if rate is not None:
            record("time/steps_per_second", rate)
            record("shaped/potential_weight", self.env.shaping)
            record("shaped/survival_weight", self.env.survival)
        record("time/minutes", self.seconds / 60)
        for name, value in figures.items():
            record(name, value)
        self.logger.dump(self.learner.steps)

    def profile(self) -> str:
        """Where the time of this part of the run went, as a table."""
        inside = self.env.seconds
        learn = self.spent["rollout"] + self.spent["update"]
        rows = [
            ("learn()", learn),
            ("  engine: rules, masks, observations", inside["engine"]),
            ("  partners", inside["partners"]),
            ("  policy and the rest of the rollout", self.spent["rollout"] - sum(inside.values())),
            ("  updates", self.spent["update"]),
            ("evaluations", self.spent["evaluation"]),
        ]
        return "\n".join(f"{name:38} {s:8.1f} s {s / max(learn, 1e-9):6.1%}" for name, s in rows)


def _named(key: str, make: Callable[..., Any], name: str, scenarios: Sequence[str]) -> Any:
    """An agent of the settings; AgentError says under which key it stands."""
    try:
        return make(name, scenarios)
    except AgentError as error:
        raise AgentError(f"{key}: {error}") from None


def _in_words(game: str, rate: float, figures: dict[str, float]) -> str:
    if "outcome/turns" not in figures:
        return ""
    return f"{rate:,.0f} steps/s  {learnable(game).in_words(figures)}"
