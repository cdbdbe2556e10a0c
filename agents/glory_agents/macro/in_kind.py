"""A bargainer in good faith, to learn from: it offers both what they need and answers in kind.

On the map it plays by a macro network. In the talks it splits by need. A seat that took too much
last turn (`scripted.temper.took_too_much`) is answered for one turn: it is offered less, gets no
escorts, and more of the losses is paid from the total (tit for tat: Axelrod 1984).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.base import Entry
from glory_agents.learned.entries import STARTS, entry
from glory_agents.scripted.temper import find_wronged
from glory_env.core.state import SERVICES
from glory_env.envs.agent import Draws, GamesView, GameView

NETWORK = STARTS / "macro"
# What the network does not decide: towards a seat that has done nothing, and towards one that has.
KIND = {"negotiator": "splitter", "burn": 0.0}
CROSS = {"negotiator": "timed", "claim": 0.4, "concession": 0.5, "honesty": 0.5, "burn": 0.3,
         "escort": 0.0}  # fmt: skip
THRIFT = {"army": 0.3, "navy": 0.15}  # of six pairs the one that completed most games


class InKind:
    """Plays by a macro network: with KIND, or with CROSS in the turn after a wrong."""

    def __init__(self) -> None:
        network = entry(NETWORK)
        self._agents: dict[tuple[int, bool], Any] = {  # by seat, and whether it was wronged
            (seat, is_wronged): network.make(mood | {"thrift": THRIFT[name]})
            for seat, name in enumerate(SERVICES)
            for is_wronged, mood in ((False, KIND), (True, CROSS))
        }
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)
        self._was_wronged = False

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: GameView) -> int:
        view = GamesView(env_view.scenario, env_view.records(), np.zeros(1, np.int64))
        self._was_wronged = bool(_wronged(view.records())[0])
        draws = np.array([self._draws.next()])
        return int(self.act_batch(observation[None], mask[None], draws, view)[0])

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games = view.records()
        was_wronged = _wronged(games)
        actions = np.empty(len(draws), np.int64)
        for (seat, is_wronged), agent in self._agents.items():
            at = (games["actor"] == seat) & (was_wronged == is_wronged)
            if at.any():
                some = GamesView(view.scenario, games, np.flatnonzero(at))
                actions[at] = agent.act_batch(observations[at], masks[at], draws[at], some)
        return actions

    def explain(self) -> str:
        """How it stands to the other seat, by the last decision of `act`."""
        if self._was_wronged:
            return "the other seat took too much last turn: less for it until the next one"
        return "the other seat has done nothing: offers of what both need"


def _wronged(games: np.ndarray) -> np.ndarray:
    """Whether the acting seat was wronged last turn, bool (M,); never in solo play."""
    found = np.zeros(len(games), np.bool_)
    find_wronged(games, found)
    found &= games["opt_solo"] == 0
    return found


def _make(given: dict[str, Any]) -> InKind:
    return InKind()


ENTRIES = {
    "in_kind": Entry(_make, {}, "starts/macro with other talks: offers what both need; tit for tat",
                     "teachers"),
}  # fmt: skip
