"""Best response: how much a learner gains against one frozen policy, and what that costs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from glory_agents.learned.agent import LearnedAgent
from glory_env import __version__
from glory_env.bench import Results, bootstrap, play_pairs
from glory_env.bench.best_responses import (
    BOTH,
    FORMAT,
    file_name,
    gain,
    read_responses,
    replaces,
    slug,
)
from glory_env.bench.config import REPORTING
from glory_env.bench.policies import fingerprint
from glory_env.core.files import write_whole
from glory_env.core.state import SERVICES
from glory_env.engine.rewards import parse_reward
from glory_env.envs.agent import make_agent
from glory_env.game.settings import ConfigError, make_settings, read_settings
from glory_env.report.evaluation import progress_bar
from glory_env.report.tables import Table, interval, text
from glory_env.scenarios import load
from glory_env.training.config import TrainConfig
from glory_env.training.trainer import Trainer

VICTIM = "victim.json"  # in the run's folder: the policy it is trained against
SHOWN = ("response", "gain", "victim", "damage")

Figures = dict[str, dict[str, list[float | None]]]


def settings(path: Path, agent: str, **changes: Any) -> TrainConfig:
    """The configuration of a response to an agent; changes: what replaces the file's, if not None.

    ConfigError where something is wrong or the response would not be to that agent alone.
    """
    base = read_settings(TrainConfig, path)
    changed = {key: value for key, value in changes.items() if value is not None}
    named = {"name": f"best-response-{slug(agent)}", "scripts": (agent,)}
    config = make_settings(TrainConfig, {**base.plain(), **changed, **named}, path)
    if config.interface != "macro" or config.self_share or config.past_share or config.curriculum:
        raise ConfigError(
            f"{path}: expected interface macro, self_share and past_share 0 and no curriculum: "
            "a best response meets nobody but the policy"
        )
    if config.is_uniform or config.games < 1:
        raise ConfigError(
            f"{path}: expected games of at least 1 and one reward, got {config.games} and "
            f"{config.reward!r}"
        )
    return config


def best_response(
    agent: str, config: TrainConfig, folder: Path, console: Console, resume: bool = False
) -> Path:
    """Train a response, measure it and keep the result; returns the file of what is kept.

    A best response is a lower bound: of two for the same policy, game and angle the one that gains
    more is kept, and one measured in fewer games never replaces another. AgentError, ConfigError
    or ValueError, before anything is written, where the agent cannot be a partner, the run's folder
    is another run's or a stored result is damaged.
    """
    read_responses(folder)
    victim = fingerprint(agent)
    note = config.folder / VICTIM
    if resume and note.exists() and json.loads(note.read_text(encoding="utf-8")) != victim:
        raise ConfigError(f"{config.folder}: {agent} has changed since; start with another --seed")
    trainer = Trainer(config, resume)
    write_whole(note, json.dumps(victim) + "\n")
    console.print(f"{config.folder}: best response to {agent}; Ctrl-C stops the run")
    policy = trainer.run(console)
    scenario = load(config.scenario)
    with progress_bar(3 * config.games) as progress:
        measured = _measure(agent, policy, config, progress)
    document = {
        "format": FORMAT,
        "agent": agent,
        "fingerprint": victim,
        "response": fingerprint(str(policy)),
        "scenario": scenario.name,
        "scenario_id": scenario.id,
        "options": config.options.as_dict(),
        "version": __version__,
        "reward": config.plain()["reward"],
        "angle": parse_reward(config.spec)[0].theta,
        "minutes": round(trainer.seconds / 60, 2),
        "transitions": trainer.learner.steps,
        "seeds": {"training": config.seed, "first": REPORTING, "games": config.games},
        "figures": measured,
    }
    console.print(as_text(document), markup=False)
    file = folder / file_name(document)
    stored = read_responses(folder).get(file)
    if stored and not replaces(document, stored):
        console.print(
            f"not kept: the highest gain counts, and {file} holds one of {gain(stored):+.3f} in "
            f"{stored['seeds']['games']} games a seating",
            markup=False,
        )
        return file
    write_whole(file, json.dumps(document, indent=1) + "\n")
    console.print(f"written to {file}", markup=False)
    return file


def _measure(
    agent: str, policy: Path, config: TrainConfig, progress: Callable[[int], object]
) -> Figures:
    """The three pairings on the reporting seeds."""
    victim, response = make_agent(agent), LearnedAgent(policy)
    pairs = ((victim, victim), (response, victim), (victim, response))
    return figures(
        *(
            play_pairs(
                *pair,
                games=config.games,
                seed=REPORTING,
                scenario=config.scenario,
                reward=config.spec,
                progress=progress,
                **vars(config.options),
            )
            for pair in pairs
        )
    )


def figures(alone: Results, as_army: Results, as_navy: Results) -> Figures:
    """Seat of the response, or "both" -> figure -> mean and 95 % interval, clustered by seed.

    alone: the policy with itself; as_army, as_navy: the response in that seat, the policy in the
    other; the same seeds in all. response, victim: their utilities; policy, policy_with_itself:
    what the policy gets in these two seats with itself. gain: response - policy. damage:
    policy_with_itself - victim. "both": the mean over the two seats.
    """
    own = alone.columns()
    sides: list[dict[str, np.ndarray]] = []
    for seat, results in enumerate((as_army, as_navy)):
        if not np.array_equal(results.seeds, alone.seeds):
            raise ValueError("a response is measured on the seeds of the policy with itself")
        here, there = f"utility_{SERVICES[seat]}", f"utility_{SERVICES[1 - seat]}"
        met = results.columns()
        sides.append(
            {
                "response": met[here],
                "victim": met[there],
                "policy": own[here],
                "policy_with_itself": own[there],
                "gain": met[here] - own[here],
                "damage": own[there] - met[there],
            }
        )
    both = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
    by_place: Figures = {}
    for place, values in zip((*SERVICES, BOTH), (*sides, both), strict=True):
        seeds = np.tile(alone.seeds, len(values["gain"]) // len(alone))
        estimates = bootstrap(values, seeds)
        by_place[place] = {name: one.rounded(4) for name, one in estimates.items()}
    return by_place


def as_text(document: dict[str, Any]) -> str:
    """The result as a table."""
    seeds = document["seeds"]
    rows = [
        [place, *(interval(values[name], "signed") for name in SHOWN)]
        for place, values in document["figures"].items()
    ]
    note = (
        f"{document['minutes']:g} minutes, {document['transitions']:,} turns, "
        f"{document['angle']:g} degrees\n"
        f"{seeds['games']} games a seating from seed {seeds['first']}, scenario "
        f"{document['scenario']}; utility, mean [95 % interval]; gain and damage: against the "
        "policy with itself"
    )
    title = f"best response to {document['agent']}"
    return text([Table("", title, note, ["response as", *SHOWN], rows)])
