"""Plain MaskablePPO on each rung of the ladder of environments: `glory study ladder`.

What learns is `sb3_contrib.MaskablePPO` with "MlpPolicy", as its users write it. A rung says which
games, which partner and which settings. Training is paid in CPU minutes; the evaluations in between
do not count. They play the same held-out games each time.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback, CallbackList
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from glory_agents.glory.macro.batch import MacroBatch
from glory_agents.glory.macro.model_agent import MacroModelAgent
from glory_agents.glory.macro.parameters import SIZES
from glory_agents.learned.sb3 import (
    ModelAgent,
    ValueFirst,
    play_as_start,
    start_kwargs,
)
from glory_env import __version__
from glory_env.bench import play_pairs
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import Estimate, bootstrap
from glory_env.bench.study import Start
from glory_env.core import json_file
from glory_env.core.errors import OptionError, shown, unknown
from glory_env.core.files import write_whole
from glory_env.core.json_file import JsonError
from glory_env.envs.agent import make_agent
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Ladder
from glory_env.training.vecenv import GloryVecEnv

FORMAT = "glory-ladder-1"
REWARD = "cooperative"
MODES = {"drawn": False, "likeliest": True}  # how the model plays -> deterministic
ITSELF, ALONE = "itself", "alone"  # in place of a partner; alone: it plays both services

Found = dict[str, np.ndarray]  # figure -> of each game (N,), and "seeds"
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Rung:
    """An environment, and how plain MaskablePPO learns there.

    partner: agent in the other seat, by name; empty: one player for both services. start: that the
    policy begins with; empty: from nothing. slots: games side by side. shaping: weight of the
    potential, which stays. settings: keywords of MaskablePPO. figure: what is judged.
    """

    id: str
    chosen: str
    scenario: str
    partner: str
    start: str
    slots: int
    shaping: float
    figure: str
    settings: dict[str, Any] = field(default_factory=dict)
    macro: bool = False

    @property
    def solo(self) -> bool:
        """Whether one player plays both services."""
        return not self.partner

    @property
    def others(self) -> tuple[str, ...]:
        """Who plays the other seat in evaluations; the first one in training, too."""
        return (ALONE,) if self.solo else (self.partner, ITSELF)

    def games(self, seed: int) -> VecEnv:
        """The games to learn in."""
        if self.solo:
            return DummyVecEnv([self._game] * self.slots)
        if self.macro:  # half of them in either seat
            seats = [{"seat": SERVICES[k % 2], "partner": self.partner} for k in range(self.slots)]
            return DummyVecEnv([partial(self._game, reward=REWARD, **seat) for seat in seats])
        return GloryVecEnv(
            self.slots,
            self.scenario,
            partners=[make_agent(self.partner)],
            reward=REWARD,
            shaping=self.shaping,
            seed=seed,
        )

    def model(self, games: VecEnv, seed: int) -> MaskablePPO:
        """What learns, before it has learnt anything."""
        given = dict(self.settings)
        if self.start:
            given["policy_kwargs"] = start_kwargs(self.start)
        model = MaskablePPO("MlpPolicy", games, gamma=1.0, seed=seed, device="cpu", **given)
        if self.start:
            play_as_start(model)
        return model

    def _game(self, **options: Any) -> gymnasium.Env[Any, Any]:
        return gymnasium.make(self.id, disable_env_checker=True, shaping=self.shaping, **options)


FROM_START = {
    "learning_rate": 3e-4, "n_steps": 96, "batch_size": 4096, "n_epochs": 2, "gae_lambda": 0.98,
}  # fmt: skip
RUNGS = {
    "macro": Rung(
        "GloryMacro-v0", "a script's parameters, once a turn", "glory", "withdraw_in_time", "",
        slots=64, shaping=0.0, figure="completion", macro=True,
        settings={"learning_rate": 7e-4, "n_steps": 64, "batch_size": 512, "n_epochs": 4,
                  "gae_lambda": 0.98},
    ),
    "teaching": Rung(
        "GloryTeaching-v0", "every micro-step, four turns", "teaching", "random", "",
        slots=64, shaping=1.0, figure="completion",
        settings={"learning_rate": 7e-4, "n_steps": 64, "batch_size": 512, "n_epochs": 4,
                  "gae_lambda": 0.98},
    ),
    "solo": Rung(
        "GlorySolo-v0", "every micro-step of both services", "glory", "", "micro",
        slots=256, shaping=1.0, figure="completion", settings=FROM_START,
    ),
    "glory": Rung(
        "Glory-v0", "every micro-step, twelve turns", "glory", "careful_random", "micro",
        slots=256, shaping=1.0, figure="completion", settings=FROM_START,
    ),
}  # fmt: skip


class Clock(BaseCallback):
    """Ends the training after so many CPU seconds, and calls `look` on the way.

    points: how often it looks, at even distances, the end included; what it does then takes none
    of the time. look(CPU seconds, transitions).
    """

    def __init__(self, seconds: float, points: int, look: Callable[[float, int], object]) -> None:
        super().__init__()
        self._marks = [seconds * k / points for k in range(1, points + 1)]
        self._look = look
        self._away = 0.0

    @property
    def spent(self) -> float:
        """CPU seconds of training so far."""
        return time.process_time() - self._began - self._away

    def _on_training_start(self) -> None:
        self._began = time.process_time()

    def _on_rollout_start(self) -> None:
        spent = self.spent
        if self._marks and spent >= self._marks[0]:
            self._look(spent, self.num_timesteps)
            self._marks = [mark for mark in self._marks if mark > spent]
            self._away += time.process_time() - self._began - self._away - spent

    def _on_step(self) -> bool:
        return bool(self._marks)


def plan(asked: Ladder, _: Start | None = None) -> None:
    """Train on rungs; what was found is kept beside the page after each of them."""
    if asked.page_only and asked.rungs:
        raise ValueError("--page-only: expected without rungs, nothing is trained")
    if asked.write.suffix != ".md":
        raise ValueError(f"--write {asked.write}: expected a file that ends in .md")
    how = (asked.minutes, asked.games, asked.points, asked.seed)
    check(*how)
    file = asked.write.with_suffix(".json")
    read(file)  # what is wrong with it shows before anything is trained
    names: Iterable[str] = () if asked.page_only else asked.rungs or RUNGS
    for name in names:
        result = climb(name, *how, partial(print, flush=True))
        write_whole(file, as_json({**read(file), name: result}))


def judge(asked: Ladder, _: None) -> dict[str, Any]:
    """All that has been measured, in this run and before: rung -> what `climb` gave."""
    return read(asked.write.with_suffix(".json"))


def climb(
    name: str, minutes: float, games: int, points: int = 5, seed: int = 0, tell: Tell = print
) -> dict[str, Any]:
    """Train on a rung for so many CPU minutes of one core; the curve as plain values for JSON.

    games: of each line at each of the points, and before the training. An even number: with a
    partner every deal is played in both seats. tell: gets a line of text for each point.
    """
    check(minutes, games, points, seed)
    if name not in RUNGS:
        raise OptionError(unknown("rung", name, RUNGS))
    rung = RUNGS[name]
    torch.set_num_threads(1)
    model = rung.model(rung.games(seed), seed)
    curve: list[dict[str, Any]] = []

    def look(spent: float, steps: int) -> None:
        lines = evaluate(rung, model, games)
        curve.append({"minutes": round(spent / 60, 2), "steps": steps, "lines": lines})
        tell(f"{rung.id}, {spent / 60:.1f} minutes, {steps:,} steps: {_in_words(rung, lines)}")

    began = time.monotonic()
    look(0.0, 0)
    callbacks: list[BaseCallback] = [Clock(60 * minutes, points, look)]
    if rung.start:
        callbacks.append(ValueFirst())
    # Every choice of script parameters is legal: that environment has no masks.
    model.learn(10**12, callback=CallbackList(callbacks), use_masking=not rung.macro)
    return {
        "package": __version__,
        "id": rung.id,
        "partner": rung.partner,
        "start": rung.start,
        "slots": rung.slots,
        "shaping": rung.shaping,
        "settings": rung.settings,
        "figure": rung.figure,
        "games": games,
        "seed": seed,
        "wall_time_s": round(time.monotonic() - began, 1),
        "curve": curve,
    }


def check(minutes: float, games: int, points: int, seed: int) -> None:
    """OptionError where `climb` cannot use one of these."""
    if not 0 < minutes < math.inf:
        raise OptionError(f"minutes: {minutes}, expected a number above 0")
    if games < 2 or games % 2:
        raise OptionError(f"games: {games}, expected an even number from 2 on")
    if points < 1:
        raise OptionError(f"points: {points}, expected at least 1")
    if seed < 0:
        raise OptionError(f"seed: {seed}, expected at least 0")


def read(file: Path) -> dict[str, Any]:
    """Rung -> what `climb` gave, as stored; nothing where there is no file. OptionError else."""
    if not file.exists():
        return {}
    try:
        document = json_file.read(file)
    except JsonError as error:
        raise OptionError(str(error)) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise OptionError(f"{file}: expected format {FORMAT!r}")
    rungs = document.get("rungs")
    if not isinstance(rungs, dict):
        raise OptionError(f"{file}: rungs: expected an object, got {shown(rungs)}")
    return {name: rungs[name] for name in RUNGS if name in rungs}


def as_json(stored: dict[str, Any]) -> str:
    """What `read` reads."""
    return json.dumps({"format": FORMAT, "rungs": stored}, indent=1) + "\n"


def evaluate(
    rung: Rung, model: MaskablePPO, games: int
) -> dict[str, dict[str, list[float | None]]]:
    """Line ("drawn, itself") -> figure -> [mean, low, high] over that many held-out games.

    Figures: completion, turns, reward (of both seats, without shaping), victory (solo alone).
    """
    lines = {}
    for other in rung.others:
        for mode, deterministic in MODES.items():
            play = _macro_games if rung.macro else _flat_games
            per_game = play(rung, model, other, games, deterministic)
            seeds = per_game.pop("seeds")
            lines[f"{mode}, {other}"] = {
                figure: estimate.rounded(4)
                for figure, estimate in bootstrap(per_game, seeds).items()
            }
    return lines


def judged_line(partner: str) -> str:
    """Drawn actions with the partner of the training: what PPO optimises."""
    return f"drawn, {partner or ALONE}"


def _flat_games(
    rung: Rung, model: MaskablePPO, other: str, games: int, deterministic: bool
) -> Found:
    me = ModelAgent(model, deterministic)
    if other in (ITSELF, ALONE):
        seatings = [(me, me)]
    else:
        partner: Any = make_agent(other)
        seatings = [(me, partner), (partner, me)]
    parts = []
    for army, navy in seatings:
        results = play_pairs(
            army, navy, games // len(seatings), REPORTING, rung.scenario, REWARD, solo=rung.solo
        )
        per_game = _figures(results.columns(), rung.solo)
        parts.append(per_game | {"reward": results.rewards.mean(axis=1), "seeds": results.seeds})
    return _joined(parts)


def _macro_games(
    rung: Rung, model: MaskablePPO, other: str, games: int, deterministic: bool
) -> Found:
    """The first game of every slot: a slot whose game ends early must not count twice."""
    me = MacroModelAgent(model, deterministic)
    seats, partner = (SERVICES[:1], me) if other == ITSELF else (SERVICES, other)
    n, parts = games // len(seats), []
    for seat in seats:
        env = MacroBatch(n, seat, partner, scenario=rung.scenario, reward=REWARD)
        rng = np.random.default_rng(REPORTING)
        seen: Any = env.reset(seed=REPORTING)[0]
        in_play, finals, rewards = np.ones(n, np.bool_), env.games.games.copy(), np.zeros(n)
        while in_play.any():
            seen, paid, over, _, _ = env.step(me.choices(seen, rng.random((n, len(SIZES)))))
            rewards += np.where(in_play, paid, 0.0)
            ended = in_play & over
            finals[ended] = env.games.games[ended]
            in_play &= ~over
        per_game = _figures(columns(finals, env.games.scenario.tables[0]), False)
        parts.append(per_game | {"reward": rewards, "seeds": np.arange(n)})
    return _joined(parts)


def _joined(parts: list[Found]) -> Found:
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def _figures(of_games: Found, solo: bool) -> Found:
    per_game = {"completion": of_games["completed"], "turns": of_games["turns"]}
    return per_game | ({"victory": of_games["solo_victory"]} if solo else {})


def _in_words(rung: Rung, lines: dict[str, dict[str, list[float | None]]]) -> str:
    estimates = {line: Estimate.read(figures[rung.figure]) for line, figures in lines.items()}
    parts = (f"{line} {value.mean:.3f}" for line, value in estimates.items())
    return f"{rung.figure} {'; '.join(parts)}"
