"""A teacher that bargains in many ways, so that a network has seen them before it is paid for any.

On the map it plays as `in_kind` does. For each turn each seat draws how it bargains: as `in_kind`,
by its needs and with every offer accepted, with a first offer drawn from a spread, or with a claim
from a little more than it needs to nearly everything. With the option `talk` it speaks as it
bargains: who takes threatens or deceives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.base import Entry
from glory_agents.glory.careful import nearest_amount
from glory_agents.glory.macro.in_kind import KIND, NETWORK, OPENING, InKind
from glory_agents.learned.entries import entry
from glory_agents.learned.shipped import has_weights
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import MASK, mix
from glory_env.envs.agent import GamesView
from glory_env.games.glory.actions import ACCEPT
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.state import ANSWER, ARMY, CIVIL, NAVY, OFFER_ARMY

SALT = 0x5717E5
PARAMETERS: tuple[dict[str, Any], ...] = (
    {**OPENING, "voice": "forgiving"},
    {**KIND, "claim": 0.15, "concession": 0.5, "voice": "honest"},
    {**KIND, "claim": 0.4, "concession": 0.5, "voice": "deceiving"},
    {**KIND, "claim": 1.0, "concession": 0.1, "voice": "threatening"},
)
GIVES, *_ = range(len(PARAMETERS))  # accepts every offer
IN_KIND, SPREAD = -2, -1  # SPREAD: as in_kind, but for the first offer
STYLES = np.array([IN_KIND, IN_KIND, GIVES, SPREAD, SPREAD, 1, 2, 3])  # all equally likely
LEAST, MOST = 20, 80  # per cent of what is not civil that SPREAD first offers the army


@rule
def draw_styles(games: Array[Game], draws: Array[float], numbers: Array[int]) -> None:
    """Numbers of 32 bits, int64 (M,), the same throughout a turn of a seat.

    Drawn from what happened before the turn; in turn 1, where nothing has, for each decision
    from draws, float64 (M,) in [0, 1).
    """
    for i in range(games.shape[0]):
        g = games[i]
        x = mix(SALT, int(g.turn) * 2 + int(g.actor))
        if g.turn <= 1:
            x = mix(SALT, int(draws[i] * (MASK + 1)))
        for turn in range(1, g.turn):
            x = mix(mix(x, int(g.log_total[turn])), int(g.log_convoy_loss[turn]))
            x = mix(mix(x, int(g.log_gp[turn, ARMY])), int(g.log_gp[turn, NAVY]))
        numbers[i] = x


@rule
def first_offers(
    games: Array[Game], masks: np.ndarray, numbers: Array[int], actions: Array[int]
) -> None:
    """Put a drawn split in place of a seat's first offer in a turn; masks: (M, N_ACTIONS)."""
    for i in range(games.shape[0]):
        g = games[i]
        if g.decision == OFFER_ARMY and g.offers < CIVIL:
            per_cent = LEAST + numbers[i] // len(STYLES) % (MOST - LEAST + 1)
            rest = int(g.total) - int(g.chosen_civil)
            actions[i] = nearest_amount(masks[i], rest * per_cent // 100)


class Varied(InKind):
    """Plays in one of STYLES, drawn for each turn and seat."""

    def __init__(self) -> None:
        network = entry(NETWORK)
        self._scripts: list[Any] = [network.make(dict(given)) for given in PARAMETERS]
        super().__init__("honest")

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games = view.records()
        numbers = np.zeros(len(draws), np.int64)
        draw_styles(games, np.asarray(draws, np.float64), numbers)
        styles = STYLES[numbers % len(STYLES)]
        actions = np.empty(len(draws), np.int64)
        for style in np.unique(styles):
            at = np.flatnonzero(styles == style)
            some = GamesView(view.scenario, games, at)
            act = super().act_batch if style < 0 else self._scripts[style].act_batch
            actions[at] = act(observations[at], masks[at], draws[at], some)
        actions[(styles == GIVES) & (games["decision"] == ANSWER)] = ACCEPT
        at = np.flatnonzero(styles == SPREAD)
        offers = actions[at]
        first_offers(games[at], masks[at], numbers[at], offers)
        actions[at] = offers
        return actions

    def explain(self) -> str:
        """A style is nothing to explain: it is drawn."""
        return "it bargains in a style that it draws for each turn"


def _make(given: dict[str, Any]) -> Varied:
    return Varied()


ABOUT = "as in_kind on the map; for each turn it draws how it bargains, from giving to taking"
ENTRIES = {"varied": Entry(_make, {}, ABOUT, "teachers", installed=has_weights(NETWORK))}
