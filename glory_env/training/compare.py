"""What was learned: trained and random agents in all four pairings, and the network as it began."""

from __future__ import annotations

from typing import Any

from glory_env.bench import bootstrap, play_pairs
from glory_env.bench.statistics import Estimate
from glory_env.envs.agent import make_agent
from glory_env.training.config import TrainConfig

TRAINED, RANDOM, UNTRAINED = "trained", "random", "untrained"
PAIRINGS = (
    (TRAINED, TRAINED),
    (RANDOM, RANDOM),
    (TRAINED, RANDOM),
    (RANDOM, TRAINED),
    (UNTRAINED, UNTRAINED),
)
# Metric -> heading and how a value is written.
METRICS = {
    "turns": ("turns", "{:.2f}"),
    "completion": ("completed", "{:.0%}"),
    "gp_army": ("GP army", "{:.1f}"),
    "gp_navy": ("GP navy", "{:.1f}"),
    "reward": ("mean reward", "{:+.3f}"),
}
JUDGED = ("turns", "reward")
SEED = 1_000_000  # of the first game; far from the seeds people train with

Comparison = dict[str, dict[str, Estimate]]


def compare(config: TrainConfig, policy: str, untrained: str) -> Comparison:
    """Pairing ("army with navy") -> metric -> mean and 95 % interval, over `config.games` games.

    policy, untrained: folders of the network at the end and at the start of the run. Every
    pairing meets the same dice.
    """
    found: Comparison = {}
    names = {TRAINED: policy, UNTRAINED: untrained, RANDOM: RANDOM}
    for army, navy in PAIRINGS:
        agents = [make_agent(names[name]) for name in (army, navy)]
        results = play_pairs(
            *agents,
            games=config.games,
            seed=SEED,
            scenario=config.scenario,
            reward=config.spec,
            **vars(config.options),
        )
        columns = {name: results.columns()[name] for name in METRICS if name != "reward"}
        columns["reward"] = results.rewards.mean(axis=1)
        estimates = bootstrap(columns, results.seeds)
        found[f"{army} with {navy}"] = {name: estimates[name] for name in METRICS}
    return found


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
    heading = ["army with navy", *(title for title, _ in METRICS.values())]
    rows = [heading]
    for pairing, values in comparison.items():
        cells = []
        for name, (_, form) in METRICS.items():
            mean, low, high = (form.format(x) for x in values[name])
            cells.append(f"{mean} [{low}, {high}]" if values[name].has_interval else mean)
        rows.append([pairing, *cells])
    widths = [max(len(row[k]) for row in rows) for k in range(len(heading))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
    verdict = "shown" if is_learning(comparison) else "NOT shown"
    return "\n".join(
        [
            f"{config.games} paired games each, scenario {config.scenario}, reward "
            f"{config.reward}; mean [95 % interval]; reward: mean of both seats, no shaping",
            *(line.rstrip() for line in lines),
            f"learning: {verdict} (trained with trained above random with random in turns and "
            "mean reward, and above the untrained network in mean reward, intervals apart)",
        ]
    )


def as_json(comparison: Comparison, config: TrainConfig) -> dict[str, Any]:
    """The same as plain values."""
    found = {
        pairing: {name: list(value.plain().values()) for name, value in values.items()}
        for pairing, values in comparison.items()
    }
    return {"games": config.games, "seed": SEED, "pairings": found}
