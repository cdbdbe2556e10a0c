"""Training of a game that brings no figures of its own is measured by the rewards of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.registry import make_agent
from glory_env.bench.pairs import play_pairs
from glory_env.bench.statistics import bootstrap
from glory_env.envs.agent import Agent
from glory_env.games import game
from glory_env.report.tables import Table, interval, text
from glory_env.training.games import Episodes
from glory_env.training.validation import PAST, SEED

REWARD = "selfish"  # where the settings name none
RIVAL = "random"  # of the comparison at the end of a run
DIGITS = 5


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


def in_words(found: Mapping[str, float]) -> str:
    """The figures that the progress bar shows."""
    return f"reward {found['outcome/reward']:+.2f}  turns {found['outcome/turns']:.1f}"


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
    found = {}
    for k, seat in enumerate(bundle.seats):
        pair = (player, rival) if k == 0 else (rival, player)
        played = play_pairs(*pair, games, SEED, vector_class=bundle.vector(), **settings)
        found[seat] = played.rewards[:, k]
    return found


def compare(config: Any, policy: Path, new: Path | None = None) -> tuple[dict[str, Any], str]:
    """The policy in each seat against random play: plain values, text."""
    trained, rival = (make_agent(name, game=config.game) for name in (str(policy), RIVAL))
    rewards = _rewards(config, trained, rival, config.games)
    means = bootstrap(rewards, SEED + np.arange(config.games))
    rows = [[seat, interval(one.rounded(DIGITS), "signed")] for seat, one in means.items()]
    document = {
        "rival": RIVAL,
        "games": config.games,
        "rewards": {seat: one.plain() for seat, one in means.items()},
    }
    return document, text([Table("rewards", f"against {RIVAL}", "", ["seat", "reward"], rows)])
