"""Trained networks that play the Aleutians Campaign: one seat's, or those of both seats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from glory_agents.aleutians.network import UnitNetwork
from glory_agents.aleutians.policy import OPTIONS, SEAT, both, check, network_of
from glory_agents.base import AgentError, GamesView
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.stored import Stored
from glory_env.games.aleutians.state import SIDES


class SeatAgent(LearnedAgent):
    """As `LearnedAgent`; path: folder of a network of one seat, or of a policy of both.

    AgentError where a network is asked to play the other seat.
    """

    game = "aleutians"

    @property
    def seat(self) -> str | None:
        """The only seat it plays; None: both."""
        network = self.network
        return network.seat if isinstance(network, UnitNetwork) else None

    def reset(self, seat: str, seed: int) -> None:
        self._check_seat(seat)
        super().reset(seat, seed)

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None = None,
    ) -> np.ndarray:
        for number in np.unique(observations[:, SEAT]):
            self._check_seat(SIDES[int(number)])
        return super().act_batch(observations, masks, draws, view)

    def _check_seat(self, seat: str) -> None:
        if self.seat not in (None, seat):
            raise AgentError(f"{self.path}: this network plays {self.seat}, not {seat}")

    def _first_seat(self) -> str:
        return self.seat or SIDES[0]


def columns_at(labels: Sequence[str]) -> np.ndarray:
    """Where the observation has these options, int64."""
    return np.array([OPTIONS[label] for label in labels], np.int64)


STORED = Stored(check, network_of, columns_at, both=both, agent=SeatAgent)
