"""Training of a game that brings no figures of its own is measured by the rewards of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.crossplay import cross_play
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import Agent
from glory_env.games import game
from glory_env.report.crossplay import tables
from glory_env.report.tables import text
from glory_env.training.games import Episodes
from glory_env.training.settings import UNTRAINED

SEED = 1_500_000  # of the first game of an evaluation: neither trained on nor reported
PAST = "past"  # among the rivals: the network as it was
REWARD = "selfish"  # where the settings name none


def figures(episodes: Episodes) -> dict[str, float]:
    """Means over the games that ended in a rollout; only their number where none did."""
    count = len(episodes.seats)
    if not count:
        return {"episode/count": 0.0}
    return {
        "episode/count": float(count),
        "episode/decisions": float(episodes.decisions.mean()),
        "shaped/return": float(episodes.returns.mean()),
        "outcome/reward": float(episodes.outcomes.mean()),
        "outcome/turns": float(episodes.finals["turn"].mean()),
    }


def in_words(means: Mapping[str, float]) -> str:
    """The figures that the progress bar shows."""
    return f"reward {means['outcome/reward']:+.2f}  turns {means['outcome/turns']:.1f}"


def evaluate(config: Any, player: Any, rivals: Mapping[str, Agent]) -> dict[str, float]:
    """Scalars `evaluation/...`: mean reward of each seat against each rival, on the same dice.

    `evaluation/score` is the mean of those of the rivals; a past self is no part of it.
    """
    scalars: dict[str, float] = {}
    scores = []
    for name, rival in rivals.items():
        for seat, own in _rewards(config, player, rival, config.evaluate_games).items():
            scalars[f"evaluation/{name}/{seat}"] = float(own.mean())
            if name != PAST:
                scores.append(float(own.mean()))
    return {"evaluation/score": float(np.mean(scores or [0.0])), **scalars}


def _rewards(config: Any, player: Any, rival: Any, games: int) -> dict[str, np.ndarray]:
    """What the player is paid in each seat against a rival in the other one, float64 (games,)."""
    bundle = game(config.game)
    settings = {"scenario": config.scenario, **config.options.as_dict()}
    settings["reward"] = getattr(config, "spec", REWARD)  # an imitation has none
    rewards = {}
    for k, seat in enumerate(bundle.seats):
        pair = (player, rival) if k == 0 else (rival, player)
        played = play_pairs(*pair, games, SEED, vector_class=bundle.vector(), **settings)
        rewards[seat] = played.rewards[:, k]
    return rewards


def compare(config: Any, policy: Path, new: Path | None = None) -> tuple[dict[str, Any], str]:
    """The policy with the field and with itself before, from both seats: plain values, text."""
    bundle = game(config.game)
    names = {"trained": str(policy), **{name: name for name in bundle.field()}}
    if config.start:
        names["before"] = str(config.folder / UNTRAINED)
    agents = {name: make_agent(agent, game=bundle.name) for name, agent in names.items()}
    document = cross_play(
        agents, ["trained"], config.games, bundle.vector(), config.scenario, whole=False,
        **config.options.as_dict(),
    )  # fmt: skip
    return document, text(tables(document, bundle))
