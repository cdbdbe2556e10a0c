"""A hint for the person: three choices, each tried in scripted rollouts to the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from glory_agents.glory.search.advice import Advice, Adviser
from glory_env.envs.agent import GameView
from glory_env.games.glory.words.choice_words import full
from glory_env.play.reading import SEEDS
from glory_env.text.lazy import Say

if TYPE_CHECKING:
    from glory_env.games.glory.play.session import GlorySession

EVEN = 0.02, 1.0  # differences of completion (share) and GP that say nothing


def hint_seed(session: GlorySession) -> int:
    """A seed for the dice of a hint, new with each change: never one that a game has (`SEEDS`).

    It holds nothing of the game's seed, which the hint would else tell something of.
    """
    return SEEDS + session.noticed.by([session.game.actor])


def hint(view: GameView, mask: np.ndarray, seed: int) -> dict[str, Any]:
    """The best choices with expected completion and GP, in the form of a `hint` message.

    view: of the seat to act; mask: int8 (N_ACTIONS,); seed: of the rollouts' dice, which are
    never the game's.
    """
    adviser = Adviser()
    adviser.reset(view.seat, seed)
    advice = adviser.advise(view, mask)
    game, rollouts = view.clone(0), advice[0].rollouts
    about = [Say("hint.about", n=rollouts)]
    if is_even(advice):
        about.append(Say("hint.even", n=rollouts))
    return {
        "rollouts": rollouts,
        "about": about,
        "candidates": [
            {
                "words": full(game, one.choice),
                "choice": one.choice,
                "completion": round(one.completion, 3),
                "gp": {"army": round(one.gp[0], 1), "navy": round(one.gp[1], 1)},
            }
            for one in advice
        ],
    }


def is_even(advice: list[Advice]) -> bool:
    """Whether the figures of all choices are as good as the same."""

    def spread(values: list[float]) -> float:
        return max(values) - min(values)

    share, points = EVEN
    return (
        len(advice) > 1
        and spread([one.completion for one in advice]) <= share
        and all(spread([one.gp[k] for one in advice]) <= points for k in range(2))
    )
