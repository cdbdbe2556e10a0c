"""The Aleutians Campaign as a game to learn: a network for each side."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from glory_agents.aleutians import policy as policies
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.curves import CURVES
from glory_env.games.aleutians.envs import Vector
from glory_env.games.aleutians.rules.victory import final_vp
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.state import LEVELS, SIDES
from glory_env.games.aleutians.version import facts
from glory_env.training.games import Episodes
from glory_env.training.learnable import Learnable

WINS = LEVELS.index("japan_substantive")  # and above


def fixed_inputs(observation: np.ndarray, varying: Collection[str]) -> dict[str, float]:
    """The options of the game: label -> number; no run has more than one set of them."""
    return policies.fixed_inputs(observation)


def is_won(finals: np.ndarray) -> np.ndarray:
    """Whether Japan has done better than an Allied victory, bool (N,)."""
    won: np.ndarray = finals["level"] >= WINS
    return won


def figures(episodes: Episodes) -> dict[str, float]:
    """Means over the games that ended in a rollout; only their number where none did."""
    count = len(episodes.seats)
    means: dict[str, Any] = {"episode/count": count}
    if count:
        finals = episodes.finals
        tables = load("aleutians").tables[0]
        means |= {
            "episode/decisions": episodes.decisions.mean(),
            "shaped/return": episodes.returns.mean(),
            "outcome/reward": episodes.outcomes.mean(),
            "outcome/japan_wins": is_won(finals).mean(),
            "outcome/vp": np.mean([int(final_vp(g, tables)) for g in finals]),
            "outcome/turns": finals["turn"].mean(),
        }
        for seat, name in enumerate(SIDES):
            if (own := episodes.seats == seat).any():
                means[f"outcome/reward_{name}"] = episodes.outcomes[own].mean()
    return {name: float(value) for name, value in means.items()}


def in_words(means: dict[str, float]) -> str:
    """The figures that the progress bar shows."""
    rewards = (means.get(f"outcome/reward_{name}", float("nan")) for name in SIDES)
    return (
        f"Japan wins {means['outcome/japan_wins']:.0%}  VP {means['outcome/vp']:.1f}  "
        f"turns {means['outcome/turns']:.1f}  "
        f"learner's reward {' / '.join(f'{reward:+.2f}' for reward in rewards)}"
    )


LEARNABLE = Learnable(
    name=GAME.name,
    vector=Vector,
    reward="outcome",
    facts=facts,
    new_network=policies.new_policy,
    fixed_inputs=fixed_inputs,
    figures=figures,
    in_words=in_words,
    success=is_won,
    success_words="Japan wins",
    curves=CURVES,
    seat_networks=True,
)
