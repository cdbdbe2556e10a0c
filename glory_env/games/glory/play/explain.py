"""Why an agent did what it did, as data: what it weighed, and its own value before and after.

An agent may have, beside the text of `explain()`:
- `weigh() -> (about, [(action, probability)])`: of its last decision, the likeliest first
- `value(observation) -> float`: its estimate of the reward still to come, for the seat that looks
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from glory_env.envs.agent import Agent
from glory_env.games.glory.choices import part_of_choice
from glory_env.games.glory.game import Game
from glory_env.games.glory.words import choice_words

SHOWN = 3


@dataclass
class Explanation:
    """alternatives: {"words", "probability", "chosen", "choice"} each. before, after: the agent's
    own value of the position for its seat; None where it has none or the game is over. drawn:
    whether a weak level of play took the choice at random."""

    agent: str
    text: str
    about: str
    alternatives: list[dict[str, Any]]
    before: float | None
    after: float | None = None
    drawn: bool = False

    def after_first(self, first: Explanation | None) -> Explanation:
        """Of a choice of several steps: what was weighed at the first, and the text of all."""
        if first is None:
            return self
        text = f"{first.text}; then {self.text}"
        return replace(first, text=text, drawn=first.drawn or self.drawn)

    def as_dict(self) -> dict[str, Any]:
        return dict(self.__dict__)


def explain(
    name: str, agent: Agent, game: Game, action: int, observation: np.ndarray
) -> Explanation:
    """What an agent says of the action it has just chosen; the game has not taken it yet."""
    about, weighed = agent.weigh() if hasattr(agent, "weigh") else ("", [])
    shown = weighed[:SHOWN]
    if weighed and action not in dict(shown):
        shown = [*shown[: SHOWN - 1], (action, dict(weighed).get(action, 0.0))]
    alternatives = [
        {
            "words": choice_words.label(game, _part(game, number)),
            "probability": float(share),
            "chosen": number == action,
            "choice": _part(game, number),
        }
        for number, share in shown
    ]
    drawn = bool(getattr(agent, "at_random", False))
    value = estimate(agent, observation)
    return Explanation(name, agent.explain(), about, alternatives, value, drawn=drawn)


def estimate(agent: Agent | None, observation: np.ndarray) -> float | None:
    """A network's value of what a seat sees; None of an agent without one."""
    if agent is None or not hasattr(agent, "value"):
        return None
    value = agent.value(observation)
    return None if value is None else float(value)


def _part(game: Game, action: int) -> dict[str, Any]:
    part = part_of_choice(game.scenario, game.record, action)
    return {key.removeprefix("_"): value for key, value in part.items()}
