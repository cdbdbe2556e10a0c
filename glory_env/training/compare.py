"""What was learned: trained and random agents in all four pairings, and the network as it began."""

from __future__ import annotations

from typing import Any

from glory_env.bench import play_pairs
from glory_env.bench.config import REPORTING
from glory_env.bench.statistics import Estimate, Figure, derive
from glory_env.envs.agent import make_agent
from glory_env.report.tables import Table, interval, text
from glory_env.training.config import TrainConfig

TRAINED, RANDOM, UNTRAINED = "trained", "random", "untrained"
PAIRINGS = (
    (TRAINED, TRAINED),
    (RANDOM, RANDOM),
    (TRAINED, RANDOM),
    (RANDOM, TRAINED),
    (UNTRAINED, UNTRAINED),
)
# Figure -> heading, how it is written, and what of the games' columns it is.
METRICS: dict[str, tuple[str, str, Figure]] = {
    "turns": ("turns", "number", "turns"),
    "completion": ("completed", "share", "completed"),
    "gp_army": ("GP army", "gp", "gp_army"),
    "gp_navy": ("GP navy", "gp", "gp_navy"),
    "reward": ("mean reward", "signed", lambda m: (m["reward_army"] + m["reward_navy"]) / 2),
}
JUDGED = ("turns", "reward")

Comparison = dict[str, dict[str, Estimate]]


def compare(config: TrainConfig, policy: str, untrained: str) -> Comparison:
    """Pairing ("army with navy") -> metric -> mean and 95 % interval, over `config.games` games.

    policy, untrained: folders of the network at the end and at the start of the run. Every
    pairing meets the same dice.
    """
    comparison: Comparison = {}
    formulas = {name: figure for name, (_, _, figure) in METRICS.items()}
    names = {TRAINED: policy, UNTRAINED: untrained, RANDOM: RANDOM}
    for army, navy in PAIRINGS:
        results = play_pairs(
            make_agent(names[army]),
            make_agent(names[navy]),
            games=config.games,
            seed=REPORTING,
            scenario=config.scenario,
            reward=config.spec,
            **vars(config.options),
        )
        estimates = derive(formulas, results.columns(), results.seeds)
        comparison[f"{army} with {navy}"] = {name: e for name, e in estimates.items() if e}
    return comparison


def is_learning(comparison: Comparison) -> bool:
    """Trained with trained above random with random, intervals apart, in turns and reward, and
    above the untrained network in reward.
    """
    trained, random, untrained = (
        comparison[f"{name} with {name}"] for name in (TRAINED, RANDOM, UNTRAINED)
    )
    better = all(_above(trained[name], random[name]) for name in JUDGED)
    return better and _above(trained["reward"], untrained["reward"])


def _above(one: Estimate, other: Estimate) -> bool:
    """Whether intervals do not overlap; a value that is the same in every game has no interval."""
    low = one.low if one.has_interval else one.mean
    return low > (other.high if other.has_interval else other.mean)


def as_text(comparison: Comparison, config: TrainConfig) -> str:
    """A table to print, and the verdict."""
    rows = [
        [pairing, *(interval(values[name], form) for name, (_, form, _) in METRICS.items())]
        for pairing, values in comparison.items()
    ]
    note = (
        f"{config.games} paired games each, scenario {config.scenario}, reward "
        f"{config.reward}; mean [95 % interval]; reward: mean of both seats, no shaping"
    )
    head = ["army with navy", *(title for title, _, _ in METRICS.values())]
    verdict = "shown" if is_learning(comparison) else "NOT shown"
    return "\n".join(
        [
            text([Table("", "", note, head, rows)]),
            f"learning: {verdict} (trained with trained above random with random in turns and "
            "mean reward, and above the untrained network in mean reward, intervals apart)",
        ]
    )


def as_json(comparison: Comparison, config: TrainConfig) -> dict[str, Any]:
    """The same as plain values."""
    pairings = {
        pairing: {name: list(value.plain().values()) for name, value in values.items()}
        for pairing, values in comparison.items()
    }
    return {"games": config.games, "seed": REPORTING, "pairings": pairings}
