"""The Aleutians Campaign as a game to learn: a network for each side."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.aleutians import policy as policies
from glory_agents.registry import make_agent
from glory_env.aleutians_v0 import Vector
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.bench.field import FIELD, cross_play
from glory_env.games.aleutians.rules.victory import final_vp
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.state import LEVELS, SIDES
from glory_env.games.aleutians.studies import field_page as field
from glory_env.games.aleutians.version import facts
from glory_env.report.tables import text
from glory_env.training.checkpoint import UNTRAINED
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
    found: dict[str, Any] = {"episode/count": count}
    if count:
        finals = episodes.finals
        tables = load("aleutians").tables[0]
        found |= {
            "episode/decisions": episodes.decisions.mean(),
            "shaped/return": episodes.returns.mean(),
            "outcome/reward": episodes.outcomes.mean(),
            "outcome/japan_wins": is_won(finals).mean(),
            "outcome/vp": np.mean([int(final_vp(g, tables)) for g in finals]),
            "outcome/turns": finals["turn"].mean(),
        }
        for seat, name in enumerate(SIDES):
            if (own := episodes.seats == seat).any():
                found[f"outcome/reward_{name}"] = episodes.outcomes[own].mean()
    return {name: float(value) for name, value in found.items()}


def in_words(found: dict[str, float]) -> str:
    """The figures that the progress bar shows."""
    rewards = (found.get(f"outcome/reward_{name}", float("nan")) for name in SIDES)
    return (
        f"Japan wins {found['outcome/japan_wins']:.0%}  VP {found['outcome/vp']:.1f}  "
        f"turns {found['outcome/turns']:.1f}  "
        f"learner's reward {' / '.join(f'{reward:+.2f}' for reward in rewards)}"
    )


def compare(config: Any, policy: Path, new: Path | None = None) -> tuple[dict[str, Any], str]:
    """The policy with the scripts and with itself before, from both sides: plain values, text."""
    rivals = {name: make_agent(name, game=GAME.name) for name in FIELD}
    before = config.folder / UNTRAINED
    if config.start:
        rivals["before"] = make_agent(str(before), game=GAME.name)
    agents = {"trained": make_agent(str(policy), game=GAME.name), **rivals}
    document = cross_play(
        agents, ["trained"], config.games, config.scenario, whole=False, **config.options.as_dict()
    )
    return document, text(field.tables(document))


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
    compare=compare,
    seat_networks=True,
)
