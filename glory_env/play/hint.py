"""A hint for the person: three choices, each tried in scripted rollouts to the end of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.search.advice import Adviser
from glory_env.envs.agent import GameView
from glory_env.play.words import choice_words, split_words

ABOUT = "{} re-keyed scripted rollouts each, to the end of the game"


def hint(view: GameView, mask: np.ndarray, seed: int) -> dict[str, Any]:
    """The best choices with expected completion and GP, in the form of a `hint` message.

    view: of the seat to act; mask: int8 (309,); seed: of the rollouts' dice, never the game's.
    """
    adviser = Adviser()
    adviser.reset(view.seat, seed)
    found = adviser.advise(view, mask)
    rollouts = found[0].rollouts
    return {
        "rollouts": rollouts,
        "about": ABOUT.format(rollouts),
        "candidates": [
            {
                "words": _words(view, one.choice),
                "choice": one.choice,
                "completion": round(one.completion, 3),
                "gp": {"army": round(one.gp[0], 1), "navy": round(one.gp[1], 1)},
            }
            for one in found
        ],
    }


def _words(view: GameView, choice: dict[str, Any]) -> str:
    game = view.clone(0)
    if "army" in choice:
        return f"offer {split_words(**choice, civil=game.total - sum(choice.values()))}"
    return choice_words(game, choice)
