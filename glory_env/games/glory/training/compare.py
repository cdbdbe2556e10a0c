"""What was learned: trained and random agents in all four pairings, and the network as it began."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glory_env.bench import play_pairs
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import Estimate, Figure, derive
from glory_env.envs.agent import make_agent
from glory_env.games.glory.run_settings import ImitationConfig, TrainConfig
from glory_env.report.tables import Table, interval, text
from glory_env.training.settings import POLICY, UNTRAINED

TRAINED, RANDOM, BEFORE = "trained", "random", "before training"
DRAWN, BEFORE_DRAWN = "trained, drawn", "before, drawn"  # actions drawn, not the likeliest ones
NEW = "new network"  # before imitation
PAIRINGS = (
    (TRAINED, TRAINED),
    (RANDOM, RANDOM),
    (TRAINED, RANDOM),
    (RANDOM, TRAINED),
)
# Figure -> heading, how it is written, and what of the games' columns it is.
METRICS: dict[str, tuple[str, str, Figure]] = {
    "turns": ("turns", "number", "turns"),
    "completion": ("completed", "share", "completed"),
    "gp_army": ("GP army", "gp", "gp_army"),
    "gp_navy": ("GP navy", "gp", "gp_navy"),
    "reward": ("mean reward", "signed", lambda m: (m["reward_army"] + m["reward_navy"]) / 2),
}
JUDGED = ("turns", "completion", "reward")

Comparison = dict[str, dict[str, Estimate]]


def compare(config: TrainConfig, new: Path | None = None) -> Comparison:
    """Pairing ("army with navy") -> metric -> mean and 95 % interval, over `config.games` games.

    The network of the run plays with itself and with random play; as it was before training it
    plays with itself, and so does `new`, the folder of the network before imitation. Every pairing
    meets the same dice.
    """
    policy = str(config.folder / POLICY)
    before = str(config.folder / UNTRAINED)
    names = {
        TRAINED: policy,
        RANDOM: RANDOM,
        DRAWN: f"{policy}:deterministic=false",
        BEFORE_DRAWN: f"{before}:deterministic=false",
        BEFORE: before,
    }
    if new is not None:
        names[NEW] = str(new)
    pairs = [*PAIRINGS, *((name, name) for name in names if name not in (TRAINED, RANDOM))]
    return {
        f"{army} with {navy}": _measure(config, config.spec, names[army], names[navy])
        for army, navy in pairs
    }


def compare_imitation(config: ImitationConfig, policy: str) -> Comparison:
    """The same of an imitated network, its teacher, a start and random play, each with itself."""
    names = {
        "the network, likeliest actions": f"{policy}:deterministic=true",
        "the network, drawn actions": f"{policy}:deterministic=false",
    }
    if config.start:
        names["before imitation"] = str(config.folder / UNTRAINED)
    if not config.records:
        names[f"its teacher {config.teacher}"] = config.teacher
    names[RANDOM] = RANDOM
    return {words: _measure(config, "cooperative", name, name) for words, name in names.items()}


def compared(
    config: TrainConfig | ImitationConfig, policy: Path, new: Path | None = None
) -> tuple[dict[str, Any], str]:
    """The comparison at the end of a run, as plain values and as text."""
    if isinstance(config, ImitationConfig):
        comparison = compare_imitation(config, str(policy))
        return as_json(comparison, config.games), imitation_as_text(comparison, config)
    comparison = compare(config, new)
    return as_json(comparison, config.games), as_text(comparison, config)


def _measure(
    config: TrainConfig | ImitationConfig, reward: Any, army: str, navy: str
) -> dict[str, Estimate]:
    results = play_pairs(
        make_agent(army),
        make_agent(navy),
        games=config.games,
        seed=REPORTING,
        scenario=config.scenario,
        reward=reward,
        **vars(config.options),
    )
    formulas = {name: figure for name, (_, _, figure) in METRICS.items()}
    estimates = derive(formulas, results.columns(), results.seeds)
    return {name: estimate for name, estimate in estimates.items() if estimate}


def is_learning(comparison: Comparison) -> bool:
    """Trained with trained above random with random, intervals apart, in turns, completion and
    reward, and above the network before training in reward.

    It is compared with itself before by drawn actions: those are what training improves, and its
    start was chosen for its likeliest ones.
    """
    trained, random, after, before = (
        comparison[f"{name} with {name}"] for name in (TRAINED, RANDOM, DRAWN, BEFORE_DRAWN)
    )
    better = all(is_above(trained[name], random[name]) for name in JUDGED)
    return better and is_above(after["reward"], before["reward"])


def is_above(one: Estimate, other: Estimate) -> bool:
    """Whether intervals do not overlap; a value that is the same in every game has no interval."""
    low = one.low if one.has_interval else one.mean
    return low > (other.high if other.has_interval else other.mean)


def as_text(comparison: Comparison, config: TrainConfig) -> str:
    """A table to print, and the verdict."""
    verdict = "shown" if is_learning(comparison) else "NOT shown"
    return "\n".join(
        [
            _table(comparison, "army with navy", config, config.reward),
            f"learning: {verdict} (trained with trained above random with random in turns, "
            "completion and mean reward, and above the network before training in mean reward, "
            "by drawn actions, intervals apart)",
        ]
    )


def imitation_as_text(comparison: Comparison, config: ImitationConfig) -> str:
    """A table to print."""
    return _table(comparison, "with itself", config, "cooperative")


def _table(
    comparison: Comparison, head: str, config: TrainConfig | ImitationConfig, reward: Any
) -> str:
    rows = [
        [pairing, *(interval(values[name], form) for name, (_, form, _) in METRICS.items())]
        for pairing, values in comparison.items()
    ]
    note = (
        f"{config.games} paired games each, scenario {config.scenario}, reward "
        f"{reward}; mean [95 % interval]; reward: mean of both seats, no shaping"
    )
    titles = [head, *(title for title, _, _ in METRICS.values())]
    return text([Table("", "", note, titles, rows)])


def as_json(comparison: Comparison, games: int) -> dict[str, Any]:
    """The same as plain values."""
    pairings = {
        pairing: {name: list(value.plain().values()) for name, value in values.items()}
        for pairing, values in comparison.items()
    }
    return {"games": games, "seed": REPORTING, "pairings": pairings}
