"""What is printed and written about an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from glory_env import __version__
from glory_env.bench.statistics import INTERVALS
from glory_env.games.glory.bench.results import GloryResults
from glory_env.games.glory.engine.options import changed
from glory_env.games.glory.engine.rewards import RewardSpec
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.sections import OBSERVATION_VERSION
from glory_env.games.glory.state import CAUSES, SERVICES
from glory_env.games.glory.trace import OUTCOMES
from glory_env.report.tables import Table, interval, text

FORMAT = 1
ENDINGS = ("win", "draw", "loss", "game_over")


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


def document(results: GloryResults, settings: Settings, seconds: float) -> dict[str, Any]:
    """The whole evaluation as plain values for JSON; seconds: wall time."""
    return {
        "format": FORMAT,
        **about(settings),
        "seeds": {"first": settings.seed, "games": len(results)},
        "wall_time_s": round(seconds, 3),
        "intervals": INTERVALS,
        "summary": {name: value.plain() for name, value in results.summary().items()},
        "games": [_game(results, k) for k in range(len(results))],
    }


def about(settings: Settings) -> dict[str, Any]:
    """What decides how the games run, the seeds apart, as plain values for JSON."""
    return {
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
    }


def _by_seat(values: Any) -> dict[str, Any]:
    return dict(zip(SERVICES, values, strict=True))


def _game(results: GloryResults, k: int) -> dict[str, Any]:
    return {
        "seed": int(results.seeds[k]),
        "outcome": OUTCOMES[results.outcome[k]],
        "cause": CAUSES[results.cause[k]],
        "turn": int(results.turn[k]),
        "gp": _by_seat(int(gp) for gp in results.gp[k]),
        "total": int(results.total[k]),
        "rewards": _by_seat(float(reward) for reward in results.rewards[k]),
    }


def table(results: GloryResults, settings: Settings, seconds: float) -> str:
    """The figures as text."""
    summary = results.summary()
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
    ]
    by_seat = [
        *((ending.replace("_", " "), f"{{}}_{ending}", "share") for ending in ENDINGS),
        ("glory points", "gp_{}", "number"),
        ("reward", "reward_{}", "signed"),
    ]
    rows = [
        [words, *(interval(summary[name.format(seat)], form) for seat in SERVICES)]
        for words, name, form in by_seat
    ]
    rows += [
        [words, interval(summary[name], form), ""]
        for words, name, form in (
            ("completion", "completion", "share"),
            ("welfare", "welfare", "number"),
            *([("solo victory", "solo_victory", "share")] if settings.options["solo"] else []),
            *((f"lost by {c.replace('_', ' ')}", f"cause_{c}", "share") for c in CAUSES[1:]),
            ("turns", "turns", "number"),
            ("GP army - navy", "margin", "number"),
        )
    ]
    figures = Table("", "", "", ["mean [95 % interval]", *SERVICES], rows)
    return "\n".join([*lines, "", text([figures])])


def _reward_words(spec: RewardSpec) -> str:
    kind = f" ({spec.kind})" if spec.kind != "blend" else ""
    return f"angle {spec.theta:g}{kind}"


def _other_options(options: Mapping[str, Any]) -> list[str]:
    """A line with the options that are not the default ones, if any."""
    other = [f"{name}={value}" for name, value in changed(options).items()]
    return ["options " + ", ".join(other)] if other else []
