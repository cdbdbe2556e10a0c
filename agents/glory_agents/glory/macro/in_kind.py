"""A bargainer in good faith, to learn from: it begins with what both need and answers in kind.

On the map it plays by a macro network. The first offer of each seat in a turn is split by need;
later ones are its own need first, and yield soon. A seat that took too much last turn
(`scripted.temper.took_too_much`) is answered for one turn: it is offered less, gets no escorts, and
more of the losses is paid from the total (tit for tat: Axelrod 1984).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.base import Entry
from glory_agents.glory.scripted.temper import find_wronged
from glory_agents.learned.entries import entry
from glory_agents.learned.shipped import STARTS, has_weights
from glory_env.envs.agent import Draws, GamesView, GameView
from glory_env.games.glory.state import OFFER_ARMY, OFFER_CIVIL, SERVICES

NETWORK = STARTS / "macro"
# What the network does not decide: towards a seat that has done nothing, in its first offer and
# afterwards, and towards one that took too much.
KIND = {"negotiator": "timed", "claim": 0.0, "concession": 0.9, "honesty": 1.0, "thrift": 0.25,
        "burn": 0.0}  # fmt: skip
OPENING = {**KIND, "negotiator": "splitter"}
CROSS = {**KIND, "claim": 0.4, "concession": 0.5, "honesty": 0.5, "burn": 0.3, "escort": 0.0}
OFFERS = (OFFER_CIVIL, OFFER_ARMY)


class InKind:
    """Plays by a macro network: with OPENING and KIND, or with CROSS in the turn after a wrong.

    voice: what it says beside its offers, of `scripted.rows.VOICES`.
    """

    def __init__(self, voice: str = "silent") -> None:
        network = entry(NETWORK)
        self._opening: Any = network.make({**OPENING, "voice": voice})
        self._kind: Any = network.make({**KIND, "voice": voice})
        self._cross: Any = network.make({**CROSS, "voice": voice})
        self.reset("army", 0)

    def check(self, scenario: Any) -> None:
        """AgentError where the network was trained in another scenario."""
        self._kind.check(scenario)

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
        is_wronged = _wronged(games)
        is_first = np.isin(games["decision"], OFFERS) & (games["offers"] < len(SERVICES))
        actions = np.empty(len(draws), np.int64)
        for agent, at in (
            (self._opening, ~is_wronged & is_first),
            (self._kind, ~is_wronged & ~is_first),
            (self._cross, is_wronged),
        ):
            if at.any():
                some = GamesView(view.scenario, games, np.flatnonzero(at))
                actions[at] = agent.act_batch(observations[at], masks[at], draws[at], some)
        return actions

    def explain(self) -> str:
        """How it stands to the other seat, by the last decision of `act`."""
        if self._was_wronged:
            return "the other seat took too much last turn: less for it until the next one"
        return "the other seat has done nothing: first offers of what both need"


def _wronged(games: np.ndarray) -> np.ndarray:
    """Whether the acting seat was wronged last turn, bool (M,); never in solo play."""
    wronged = np.zeros(len(games), np.bool_)
    find_wronged(games, wronged)
    wronged &= games["opt_solo"] == 0
    return wronged


def _make(given: dict[str, Any]) -> InKind:
    return InKind()


ABOUT = "starts/macro with other talks: first offers of what both need; tit for tat"
ENTRIES = {"in_kind": Entry(_make, {}, ABOUT, "teachers", installed=has_weights(NETWORK))}
