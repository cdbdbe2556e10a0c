"""Imitation: a network learns every micro-step that a teacher would play (DAgger).

The teacher is asked at every decision of many games side by side. At first it plays them; then the
network plays more and more of them, so that the teacher also says what to do after the network's
own mistakes. Half of those games are played by actions drawn from its distribution, which go wrong
in other ways than its likeliest actions.

Ross, Gordon, Bagnell (2011): A reduction of imitation learning and structured prediction to
no-regret online learning.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from rich.console import Console
from torch.nn.functional import nll_loss

from glory_agents.learned.policy_file import save_policy
from glory_agents.learned.probabilities import sample
from glory_env.envs.agent import AgentError, GamesView, plays_batches
from glory_env.report.progress import run_bar
from glory_env.training import checkpoint
from glory_env.training.advantages import NONE
from glory_env.training.files import about_network
from glory_env.training.games import is_solo
from glory_env.training.learnable import learnable
from glory_env.training.memory import Memory
from glory_env.training.partners import agent_for, device_for, start_network
from glory_env.training.settings import POLICY, UNTRAINED, ImitationSettings

WARM = 0.02  # share of the run in which the learning rate rises
LAST_RATE = 0.03  # share of it that is left at the end
RISE = 4  # share of the games that the network plays more, for each share of the run
ROUND = 4  # decisions of each game between updates
LOGGED = 25  # rounds between two points of a curve
RECENT = 200  # games that the printed figures are of
LARGEST_NORM = 1.0  # of a gradient


class Figures(NamedTuple):
    """How it goes."""

    loss: float  # cross-entropy with the teacher's actions in decisions that are kept, nats
    agreement: float  # share of newly seen decisions where the likeliest action is the teacher's
    success: float  # share of the last games of its likeliest actions, as the game counts it


class Imitation:
    """Learns from the teacher; `resume` goes on from the run's last checkpoint.

    The memory of decisions is not kept: a resumed run fills it anew. ConfigError or AgentError,
    before anything is written, for settings that do not fit. Of records all decisions are in the
    memory from the start, and no game is played.
    """

    def __init__(self, config: ImitationSettings, resume: bool = False) -> None:
        self.config, self.subject = config, learnable(config.game)
        recorded = config.recorded()
        self.teachers = [_player(config, "teacher", name) for name in config.teachers]
        self._scripts = [_player(config, "scripts", name) for name in config.scripts]
        torch.manual_seed(config.seed)
        first = start_network(config.start, config.scenario, config.layers, config.game)
        self.network = first.to(device_for(config.device))
        self.network.dtype = config.products
        state = checkpoint.prepare(config, resume)
        self.seconds: float = state["seconds"] if state else 0.0
        self.decisions: int = state["steps"] if state else 0
        torch.set_num_threads(config.threads)
        self._rng = np.random.default_rng([config.seed, self.decisions])
        self.games = self.subject.vector(
            config.slots,
            config.scenario,
            seed=int(self._rng.integers(2**31)),
            reward=self.subject.reward,
            **vars(config.options),
        )
        if config.solo_part:
            self.games.games["opt_solo"][: round(config.solo_part * config.slots)] = True
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate)
        if state:
            checkpoint.load(config.folder, state, self.network, self.optimizer)
        size = len(recorded.actions) if recorded else config.memory
        n_actions = self.games.definition.n_actions
        self.memory = Memory(self.network, size, n_actions, config.by_kind)
        if recorded:
            self.memory.add(*recorded)
        self._steers = np.zeros(config.slots, np.bool_)
        self._script_of = np.full(config.slots, NONE)
        self._script_seat = np.zeros(config.slots, np.int8)
        self._draws = np.zeros(config.slots, np.bool_)
        self._losses: list[float] = []
        self._agreed: list[float] = []
        self._succeeded: list[bool] = []
        self.logger = checkpoint.new_logger(config, self.decisions)
        self._begin(np.arange(config.slots))
        if not state:
            self.export(UNTRAINED)
            self._save()

    @property
    def done(self) -> float:
        """How much of the run is done, 0..1."""
        if self.config.steps:
            return min(1.0, self.decisions / self.config.steps)
        return min(1.0, self.seconds / (60 * self.config.minutes))

    def run(self, console: Console) -> Path:
        """Learn to the end and export; returns the folder of the policy."""
        saved = self.seconds
        if self.teachers:  # what they compile on first use is no training time
            self._taught()
        with run_bar(console) as bar:
            task = bar.add_task("imitation", total=1.0, words="")
            while self.done < 1.0:
                start = time.monotonic()
                for _ in range(ROUND if self.teachers else 0):
                    self._watch()
                self._learn()
                self.seconds += time.monotonic() - start
                if len(self._agreed) % LOGGED == 0:
                    self._log()
                bar.update(task, completed=self.done, words=self._in_words())
                if self.seconds - saved >= 60 * self.config.checkpoint_minutes:
                    saved = self.seconds
                    self._save()
                    head = f"{saved / 60:6.1f} min  {self.decisions:9,} decisions  "
                    bar.console.print(head + self._in_words())
        if len(self._agreed) % LOGGED:
            self._log()
        self._save()
        return self.export()

    def figures(self) -> Figures:
        """Of the last updates and games; nan where there are none yet."""
        succeeded = self._succeeded[-RECENT:]
        return Figures(
            float(np.mean(self._losses[-RECENT:] or [np.nan])),
            float(np.mean(self._agreed[-RECENT:] or [np.nan])),
            float(np.mean(succeeded)) if succeeded else np.nan,
        )

    def export(self, name: str = POLICY) -> Path:
        """Write the network as it is now; returns its folder."""
        folder = self.config.folder / name
        first = self.games.full_observations[-1]  # of a game that is not solo, if there is one
        about = about_network(
            self.config.plain(),
            first,
            self.config.changing,
            seed=self.config.seed,
            steps=self.decisions,
            seconds=round(self.seconds, 1),
        )
        save_policy(folder, self.network, about)
        return folder

    # --- one round -----------------------------------------------------------------------
    def _begin(self, slots: np.ndarray) -> None:
        """Who plays games that begin."""
        share = min(self.config.steered, RISE * max(0.0, self.done - self.config.alone))
        self._steers[slots] = self._rng.random(len(slots)) < share
        self._draws[slots] = self._rng.random(len(slots)) < 0.5
        has_script = self._rng.random(len(slots)) < self.config.script_share
        has_script &= ~is_solo(self.games.games[slots])
        drawn = self._rng.integers(max(len(self._scripts), 1), size=len(slots))
        self._script_of[slots] = np.where(has_script, drawn, NONE)
        self._script_seat[slots] = self._rng.integers(2, size=len(slots))
        self.subject.begin(self.games, slots, self._rng)

    def _watch(self) -> None:
        """One decision of every game: note what the teacher would do, also in the place of a
        script, and play on.
        """
        games = self.games
        wanted = self._taught()
        self.memory.add(games.full_observations, games.masks, wanted)
        self.decisions += games.n
        actions = wanted.copy()
        steered = np.flatnonzero(self._steers)
        if len(steered):
            actions[steered] = self._actions(steered)
        others = np.where(games.seats == self._script_seat, self._script_of, NONE)
        for k, script in enumerate(self._scripts):
            at = np.flatnonzero(others == k)
            if len(at):
                actions[at] = self._asked(script, at)
        over = np.flatnonzero(games.step(actions)[1])
        if len(over):
            alone = self._script_of[over] == NONE
            likeliest = over[self._steers[over] & ~self._draws[over] & alone]
            self._succeeded += self.subject.success(games.finals[likeliest]).tolist()
            self._begin(over)

    def _taught(self) -> np.ndarray:
        """What the teachers would do in all games."""
        if len(self.teachers) == 1:
            return self._asked(self.teachers[0], np.arange(self.games.n))
        actions = np.zeros(self.games.n, np.int64)
        for seat, teacher in enumerate(self.teachers):
            if len(at := np.flatnonzero(self.games.seats == seat)):
                actions[at] = self._asked(teacher, at)
        return actions

    def _asked(self, agent: Any, at: np.ndarray) -> np.ndarray:
        """What an agent would do in the games `at`."""
        games, draws = self.games, self._rng.random(len(at))
        view = GamesView(games.scenario, games.games, at, games.definition)
        seen, masks = games.full_observations[at], games.masks[at]
        actions: np.ndarray = agent.act_batch(seen, masks, draws, view)
        return actions

    def _actions(self, slots: np.ndarray) -> np.ndarray:
        """The network's own."""
        games = self.games
        likely = self.network.probabilities(games.full_observations[slots], games.masks[slots])
        actions: np.ndarray = likely.argmax(axis=1)
        drawn = self._draws[slots]
        actions[drawn] = sample(likely[drawn], self._rng.random(int(drawn.sum())))
        return actions

    def _learn(self) -> None:
        """A gradient step on the newest decisions, and one on any that are kept."""
        done = self.done
        rate = min(max(LAST_RATE, 1.0 - done), max(done / WARM, LAST_RATE))
        for group in self.optimizer.param_groups:
            group["lr"] = self.config.learning_rate * rate
        n = self.config.batch
        newest = self.memory.newest(n) if self.teachers else self._any(n)
        _, agreed = self._step(newest)
        loss, _ = self._step(self._any(n))
        if not self.teachers:
            self.decisions += len(newest) + n
        self._agreed.append(agreed)
        self._losses.append(loss)

    def _any(self, n: int) -> np.ndarray:
        """Where any n kept decisions stand."""
        return self.memory.draw(n, self.config.priority)

    def _step(self, at: np.ndarray) -> tuple[float, float]:
        """One gradient step on decisions of the memory: loss, and share of likeliest actions
        that are the teacher's, before the step.
        """
        decided = self.memory.take(at)
        likely = self.network.log_probabilities(decided.looked, decided.legal)
        losses = nll_loss(likely, decided.actions, reduction="none")
        self.memory.note(at, -losses.detach())
        loss = losses.mean()
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_NORM)
        self.optimizer.step()
        return loss.item(), (likely.argmax(1) == decided.actions).float().mean().item()

    def _log(self) -> None:
        """Scalars of the last rounds; docs/training.md explains each."""
        figures, record = self.figures(), self.logger.record
        record("time/minutes", self.seconds / 60)
        record("time/decisions", self.decisions)
        record("imitation/loss", figures.loss)
        record("imitation/agreement", figures.agreement)
        if self._succeeded:
            record("imitation/success", figures.success)
        self.logger.dump(self.decisions)

    def _in_words(self) -> str:
        figures = self.figures()
        words = self.subject.success_words
        own = f"  {words} {figures.success:.0%}" if self._succeeded else ""
        return f"loss {figures.loss:.3f}  agrees {figures.agreement:.1%}{own}"

    def _save(self) -> None:
        state = {"seconds": self.seconds}
        checkpoint.save(self.config, self.decisions, self.network, self.optimizer, state)


def _player(config: ImitationSettings, key: str, name: str) -> Any:
    """An agent of the settings that plays in batches; AgentError names its key."""
    try:
        agent = agent_for(name, [config.scenario], config.game)
    except AgentError as error:
        raise AgentError(f"{key}: {error}") from None
    if not plays_batches(agent):
        raise AgentError(f"{key}: agent {name!r}: a planner is too slow here")
    return agent
