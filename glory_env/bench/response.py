"""Best response: how much a learner gains against one frozen policy, and what that costs it.

`python evaluate.py best-response --agent X --minutes 5` trains and measures; the suite reads what
is stored (`read_responses`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from glory_agents.learned.agent import LearnedAgent
from glory_env import __version__
from glory_env.bench import Results, bootstrap, play_pairs
from glory_env.bench.config import RESPONSES
from glory_env.bench.fingerprint import fingerprint
from glory_env.bench.summary import progress_bar
from glory_env.calibration.games import REPORTING
from glory_env.cli.arguments import guarded, value_of
from glory_env.core.files import write_whole
from glory_env.core.state import SERVICES
from glory_env.engine.rewards import parse_reward
from glory_env.envs.agent import make_agent
from glory_env.game.settings import ConfigError, make_settings, read_settings, shipped
from glory_env.report.tables import cell
from glory_env.scenarios import load
from glory_env.strength.games import columns
from glory_env.training.config import TrainConfig
from glory_env.training.trainer import DivergedError, Trainer

FORMAT = "glory-best-response-1"
KEYS = (
    "format", "agent", "fingerprint", "response", "scenario", "scenario_id", "options", "version",
    "reward", "angle", "minutes", "transitions", "seeds", "figures",
)  # fmt: skip
KEY = ("fingerprint", "scenario_id", "options", "angle")  # which of the results stand for the same
DEFAULT = shipped("evaluate/best_response.yaml")
BOTH = "both"
VICTIM = "victim.json"  # in the run's folder: whom it is trained against
STOPPED = "stopped; the same command with --resume goes on from the last checkpoint"

Figures = dict[str, dict[str, list[float | None]]]


def slug(name: str) -> str:
    """An agent's name as that of a file; names that differ never share one."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")
    return plain if plain == name else f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def figures(alone: Results, as_army: Results, as_navy: Results) -> Figures:
    """Seat of the response, or "both" -> figure -> mean and 95 % interval, clustered by seed.

    alone: the policy with itself; as_army, as_navy: the response in that seat, the policy in the
    other; the same seeds in all. response, victim: their utilities; policy, policy_with_itself:
    what the policy gets in these two seats with itself. gain: response - policy. damage:
    policy_with_itself - victim. "both": the mean over the two seats.
    """
    own = columns(alone)
    found: Figures = {}
    sides: list[dict[str, np.ndarray]] = []
    for seat, results in enumerate((as_army, as_navy)):
        if not np.array_equal(results.seeds, alone.seeds):
            raise ValueError("a response is measured on the seeds of the policy with itself")
        here, there = f"utility_{SERVICES[seat]}", f"utility_{SERVICES[1 - seat]}"
        met = columns(results)
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
    for place, values in zip((*SERVICES, BOTH), (*sides, both), strict=True):
        seeds = np.tile(alone.seeds, len(values["gain"]) // len(alone))
        estimates = bootstrap(values, seeds)
        found[place] = {name: one.rounded(4) for name, one in estimates.items()}
    return found


def settings(path: Path, agent: str, **given: Any) -> TrainConfig:
    """The configuration of a response to an agent; given: what replaces the file's, if not None.

    ConfigError where something is wrong or the response would not be to that agent alone.
    """
    base = read_settings(TrainConfig, path)
    changed = {key: value for key, value in given.items() if value is not None}
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


def respond(
    agent: str, config: TrainConfig, folder: Path, console: Console, resume: bool = False
) -> Path:
    """Train a response, measure it and keep the result; returns the file of what is kept.

    A best response is a lower bound: of two for the same policy, game and angle the one that gains
    more is kept, and one measured in fewer games never replaces another. AgentError, ConfigError
    or ValueError, before anything is written, where the agent cannot be a partner, the run's folder
    is another run's or a stored result is damaged.
    """
    read_responses(folder)
    mark = fingerprint(agent)
    note = config.folder / VICTIM
    if resume and note.exists() and json.loads(note.read_text(encoding="utf-8")) != mark:
        raise ConfigError(f"{config.folder}: {agent} has changed since; start with another --seed")
    trainer = Trainer(config, resume)
    write_whole(note, json.dumps(mark) + "\n")
    console.print(f"{config.folder}: best response to {agent}; Ctrl-C stops the run")
    policy = trainer.run(console)
    scenario = load(config.scenario)
    with progress_bar(3 * config.games) as progress:
        measured = _measure(agent, policy, config, progress)
    document = {
        "format": FORMAT,
        "agent": agent,
        "fingerprint": mark,
        "response": fingerprint(str(policy)),
        "scenario": scenario.name,
        "scenario_id": scenario.id,
        "options": config.options.as_dict(),
        "version": __version__,
        "reward": config.plain()["reward"],
        "angle": parse_reward(config.spec)[0].theta,
        "minutes": round(trainer.seconds / 60, 2),
        "transitions": trainer.model.num_timesteps,
        "seeds": {"training": config.seed, "first": REPORTING, "games": config.games},
        "figures": measured,
    }
    console.print(as_text(document), markup=False)
    file = folder / file_name(document)
    stored = read_responses(folder).get(file)
    if stored and not _replaces(document, stored):
        console.print(
            f"not kept: the highest gain counts, and {file} holds one of {gain(stored):+.3f} in "
            f"{stored['seeds']['games']} games a seating",
            markup=False,
        )
        return file
    write_whole(file, json.dumps(document, indent=1) + "\n")
    console.print(f"written to {file}", markup=False)
    return file


def file_name(document: dict[str, Any]) -> str:
    """Of a result: the agent's name, and what else has to be the same for it to be replaced."""
    key = json.dumps([document[name] for name in KEY], sort_keys=True)
    return f"{slug(document['agent'])}-{hashlib.sha256(key.encode()).hexdigest()[:8]}.json"


def gain(document: dict[str, Any]) -> float:
    """What the response gains, mean of both seats."""
    mean: float = document["figures"][BOTH]["gain"][0]
    return mean


def _replaces(new: dict[str, Any], old: dict[str, Any]) -> bool:
    return gain(new) > gain(old) and new["seeds"]["games"] >= old["seeds"]["games"]


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


def as_text(document: dict[str, Any]) -> str:
    """The result as a table."""
    seeds = document["seeds"]
    names = ("response", "gain", "victim", "damage")
    rows = [["response as", *names]]
    for place, values in document["figures"].items():
        cells = (cell(values[name], "signed") for name in names)
        rows.append([place, *cells])
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = ("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(
        [
            f"best response to {document['agent']}: {document['minutes']:g} minutes, "
            f"{document['transitions']:,} turns, {document['angle']:g} degrees",
            f"{seeds['games']} games a seating from seed {seeds['first']}, scenario "
            f"{document['scenario']}; utility, mean [95 % interval]; gain and damage: against the "
            "policy with itself",
            *(line.rstrip() for line in lines),
        ]
    )


def read_responses(folder: Path = RESPONSES) -> dict[Path, dict[str, Any]]:
    """File -> stored result, several to an agent; nothing for a folder that is not there.

    ValueError names a file that is no best response of this format.
    """
    found = {}
    for file in sorted(folder.glob("*.json")):
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: not JSON: {error}") from None
        kind = document.get("format") if isinstance(document, dict) else None
        if kind != FORMAT:
            raise ValueError(f"{file}: expected format {FORMAT!r}, got {kind!r}")
        missing = [key for key in KEYS if key not in document]
        if missing:
            raise ValueError(f"{file}: expected the keys {', '.join(missing)} as well")
        found[file] = document
    return found


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(prog="evaluate.py best-response", description=__doc__)
    out.add_argument("--agent", required=True, help="the frozen policy: a script or macro network")
    out.add_argument("--minutes", type=float, help="of training; default: the file's")
    out.add_argument("--reward", help="preset or angle in degrees of both; default: the file's")
    out.add_argument("--seed", type=int, help="of the training; default: the file's")
    out.add_argument("--games", type=int, help="of each of three pairings; default: the file's")
    out.add_argument("--config", type=Path, default=DEFAULT, help="default: %(default)s")
    out.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    return out


def main(arguments: list[str] | None = None, folder: Path = RESPONSES) -> int:
    """The command; 0, 2 with one line on stderr for bad input, 1 where the training diverged."""
    given = parser().parse_args(arguments)
    console = Console(soft_wrap=True, highlight=False)

    def work() -> None:
        reward = None if given.reward is None else value_of("--reward", given.reward)
        config = settings(
            given.config,
            given.agent,
            minutes=given.minutes,
            reward=reward,
            seed=given.seed,
            games=given.games,
        )
        respond(given.agent, config, folder, console, given.resume)

    try:
        return guarded("evaluate.py best-response", work, STOPPED)
    except DivergedError as error:
        print(error, file=sys.stderr)
        return 1
