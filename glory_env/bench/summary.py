"""What is printed and written about an evaluation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from glory_env import __version__
from glory_env.bench.statistics import CONFIDENCE, RESAMPLES, Estimate, Results
from glory_env.core.state import CAUSES, SERVICES
from glory_env.engine.observation import OBSERVATION_VERSION
from glory_env.engine.options import changed
from glory_env.engine.rewards import RewardSpec
from glory_env.game.trace import OUTCOMES
from glory_env.scenarios import Scenario

FORMAT = 1


@dataclass(frozen=True)
class Settings:
    """Everything a figure depends on; printed and written with it."""

    scenario: Scenario
    options: Mapping[str, Any]  # of the game, all of them
    reward: tuple[RewardSpec, RewardSpec]  # army, navy
    agents: tuple[str, str]  # as given, army and navy
    fingerprints: tuple[str, str]  # sha256 of what they are
    sampled: tuple[bool, bool]  # False: plays its most likely action
    seed: int  # of the first game; the next ones follow


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], object]]:
    """A callback for finished games; draws a bar where stderr is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield lambda finished: None
        return
    with tqdm(total=games, unit="game", disable=not sys.stderr.isatty(), leave=False) as bar:
        yield bar.update


def document(results: Results, settings: Settings, seconds: float) -> dict[str, Any]:
    """The whole evaluation as plain values for JSON; seconds: wall time."""
    return {
        "format": FORMAT,
        "package": __version__,
        "observation_version": OBSERVATION_VERSION,
        "scenario": settings.scenario.name,
        "scenario_id": settings.scenario.id,
        "options": dict(settings.options),
        "deadlock": settings.options["deadlock"],
        "reward": _by_seat([asdict(spec) for spec in settings.reward]),
        "agents": _by_seat(settings.agents),
        "fingerprints": _by_seat(settings.fingerprints),
        "deterministic": _by_seat([not sampled for sampled in settings.sampled]),
        "seeds": {"first": settings.seed, "games": len(results)},
        "wall_time_s": round(seconds, 3),
        "intervals": {
            "kind": "percentile bootstrap clustered by seed",
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
        },
        "summary": {name: value.plain() for name, value in results.summary().items()},
        "games": [_game(results, k) for k in range(len(results))],
    }


def _by_seat(values: Any) -> dict[str, Any]:
    return dict(zip(SERVICES, values, strict=True))


def _game(results: Results, k: int) -> dict[str, Any]:
    return {
        "seed": int(results.seeds[k]),
        "outcome": OUTCOMES[results.outcome[k]],
        "cause": CAUSES[results.cause[k]],
        "turn": int(results.turn[k]),
        "gp": _by_seat(int(gp) for gp in results.gp[k]),
        "total": int(results.total[k]),
        "rewards": _by_seat(float(reward) for reward in results.rewards[k]),
    }


# --- the table -----------------------------------------------------------------------------
def table(results: Results, settings: Settings, seconds: float) -> str:
    """The figures as text of at most 100 columns."""
    found = results.summary()
    ways = ("sampled" if sampled else "deterministic" for sampled in settings.sampled)
    players = zip(SERVICES, settings.agents, ways, strict=True)
    last = settings.seed + len(results) - 1
    angles = _by_seat(_reward_words(spec) for spec in settings.reward)
    lines = [
        ", ".join(f"{seat} {agent} ({way})" for seat, agent, way in players),
        f"{len(results)} games, seeds {settings.seed} to {last}, {seconds:.1f} s",
        f"glory_env {__version__}, scenario {settings.scenario.name} "
        f"({settings.scenario.id[:12]}), deadlock {settings.options['deadlock']}",
        "reward " + ", ".join(f"{seat}: {words}" for seat, words in angles.items()),
        *_other_options(settings.options),
        "",
        f"{'mean [95 % interval]':<24}{'army':<28}navy",
    ]
    for ending in ("win", "draw", "loss", "game_over"):
        lines.append(_pair(found, ending.replace("_", " "), f"{{}}_{ending}", _share))
    lines.append(_pair(found, "glory points", "gp_{}", _number))
    lines.append(_pair(found, "reward", "reward_{}", _small))
    lines.append("")
    lines.append(_one(found, "completion", "completion", _share))
    if settings.options["solo"]:
        lines.append(_one(found, "solo victory", "solo_victory", _share))
    for cause in CAUSES[1:]:
        words = f"lost by {cause.replace('_', ' ')}"
        lines.append(_one(found, words, f"cause_{cause}", _share))
    lines.append(_one(found, "turns", "turns", _number))
    lines.append(_one(found, "GP army - navy", "margin", _number))
    return "\n".join(lines)


def _reward_words(spec: RewardSpec) -> str:
    kind = f" ({spec.kind})" if spec.kind != "blend" else ""
    return f"angle {spec.theta:g}{kind}"


def _other_options(options: Mapping[str, Any]) -> list[str]:
    """A line with the options that are not the default ones, if any."""
    found = [f"{name}={value}" for name, value in changed(options).items()]
    return ["options " + ", ".join(found)] if found else []


def _pair(
    found: Mapping[str, Estimate], words: str, name: str, form: Callable[[Estimate], str]
) -> str:
    army, navy = (form(found[name.format(seat)]) for seat in SERVICES)
    return f"{words:<24}{army:<28}{navy}"


def _one(
    found: Mapping[str, Estimate], words: str, name: str, form: Callable[[Estimate], str]
) -> str:
    return f"{words:<24}{form(found[name])}"


def _share(value: Estimate) -> str:
    return f"{100 * value.mean:5.1f} %" + _interval(value, ".1f", 100)


def _number(value: Estimate) -> str:
    return f"{value.mean:7.2f}" + _interval(value, ".2f")


def _small(value: Estimate) -> str:
    return f"{value.mean:+7.3f}" + _interval(value, "+.3f")


def _interval(value: Estimate, form: str, scale: float = 1) -> str:
    """Nothing where there is none."""
    low, high = scale * value.low, scale * value.high
    return f" [{low:{form}}, {high:{form}}]" if value.has_interval else ""
