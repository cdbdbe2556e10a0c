"""Games of OpenSpiel in which something is dealt that no player sees.

The first chance nodes deal the key of the game, a part at a time: by it cards lie in a deck, or
like counters get new numbers. No die of the game depends on it. `resample_from_infostate` draws
what the player has not seen by the game's own `hide`, with a key of its own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from glory_env.core.errors import IllegalAction
from glory_env.envs.open_spiel import TRIES, Position, State, Table

DEALS, DEALT = 4, 256  # chance nodes of the key, and the outcomes of each


class DealtTable(Table):
    """What all positions of such a game share."""

    def begin(self, games: np.ndarray) -> Position:
        return Deal(self, games)

    def first(self, games: np.ndarray, key: int) -> Position:
        """The first decision, or die, of the game that is dealt by the key."""
        games["key"] = key
        return super().begin(games)

    def chances(self, position: Position) -> list[tuple[int, float]]:
        if isinstance(position, Deal):
            return [(k, 1 / DEALT) for k in range(DEALT)]
        return super().chances(position)


class Deal(Position):
    """Before the game: the outcomes of the chance nodes that make the key, `faces` so far."""

    def __init__(self, table: Table, games: np.ndarray, faces: tuple[int, ...] = ()) -> None:
        self.table, self.games, self.faces = table, games, faces
        self.purpose, self.legal, self.before, self.since = -1, [], None, None
        self._seen = dict.fromkeys(range(len(table.definition.seats)), b"")

    def after(self, action: int) -> Position:
        if not 0 <= action < DEALT:
            raise IllegalAction(f"chance: expected 0 to {DEALT - 1}, got {action}")
        faces = (*self.faces, action)
        if len(faces) < DEALS:
            return Deal(self.table, self.games, faces)
        assert isinstance(self.table, DealtTable)
        return self.table.first(self.games.copy(), int.from_bytes(bytes(faces), "big"))

    def words(self, action: int) -> str:
        return f"deal {action}"

    def observe(self, player: int, out: np.ndarray) -> None:
        out[:] = 0.0

    def returns(self) -> list[float]:
        return [0.0] * len(self.table.definition.seats)


class RedrawnState(State):
    """One game as OpenSpiel sees it."""

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one; sampler: numbers in [0, 1).

        Its position is another one; `history` stays that of this state. Where no player decides it
        is this state again.
        """
        state: State = self.clone()
        here = self.position
        if not here.legal:
            return state
        kernels, tables = here.table.definition.kernels, here.table.scenario.tables
        for _ in range(TRIES):
            games = here.games.copy()
            games["key"] = int(sampler() * 2**53)
            kernels.hide(games, 0, tables, player)
            state.position = here.in_another_world(games, player)
            if state.position.is_like(here, player):
                return state
        raise RuntimeError(f"player {player}: no such state was found in {TRIES} tries")
