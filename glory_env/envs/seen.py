"""What a learner is given of the observation: the options `without` and `observation_index`.

Agents inside an environment (partners, scripts, networks) see the whole vector all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from glory_env.core.errors import OptionError, check_switches
from glory_env.game.definition import GameDefinition, Indices

OBSERVATION, INDEX = "observation", "observation_index"
Given = np.ndarray | dict[str, np.ndarray]


class Seen:
    """without: names of the sections of the observation that are left out. observation_index:
    whether there is a second array with one number for each piece (`definition.Indices`).

    `columns`: int64, the entries that stay, None for all. `box`: the space of the vector, `index`:
    of the second array, None without it. OptionError for names that the game does not have.
    """

    def __init__(
        self, game: GameDefinition, without: Sequence[str] = (), observation_index: bool = False
    ) -> None:
        check_switches(observation_index=observation_index)
        self.full = game.observation_space()
        self.box, self.columns = self.full, _columns(game, without)
        if self.columns is not None:
            self.box = spaces.Box(self.full.low[self.columns], self.full.high[self.columns])
        self._runs = _runs(self.columns)
        self._indices: Indices | None = None
        self.index: spaces.Box | None = None
        if observation_index:
            if game.indices is None:
                raise OptionError(f"option 'observation_index': {game.name} has no such numbers")
            self._indices, self.index = game.indices, game.indices.space()

    @property
    def parts(self) -> dict[str, spaces.Space[Any]]:
        """The spaces by name: `observation` and, if it was asked for, `observation_index`."""
        parts: dict[str, spaces.Space[Any]] = {OBSERVATION: self.box}
        return parts if self.index is None else {**parts, INDEX: self.index}

    @property
    def space(self) -> spaces.Space[Any]:
        """The Box of the vector alone; a Dict of both arrays if the second was asked for."""
        return self.box if self.index is None else spaces.Dict(self.parts)

    def take(self, full: np.ndarray) -> np.ndarray:
        """Of whole observations (..., size) the entries that stay; the same array if all do."""
        return full if self.columns is None else full[..., self.columns]

    def copy(self, full: np.ndarray, out: np.ndarray) -> None:
        """`take` for many, (N, size) into out, a run of neighbouring columns at a time."""
        for to, run in self._runs:
            out[:, to] = full[:, run]

    def split(self, full: np.ndarray, games: np.ndarray) -> dict[str, np.ndarray]:
        """The arrays by name, as `parts`, for a whole observation (size,) of a game (1,)."""
        parts = {OBSERVATION: self.take(full)}
        if self.index is not None:
            out = np.empty((1, *self.index.shape), np.int16)
            self.write_index(games, out)
            parts[INDEX] = out[0]
        return parts

    def give(self, full: np.ndarray, games: np.ndarray) -> Given:
        """An element of `space`, for a whole observation (size,) of a game (1,)."""
        return self.take(full) if self.index is None else self.split(full, games)

    def write_index(self, games: np.ndarray, out: np.ndarray) -> None:
        """Of games (N,) the numbers of the pieces into int16 (N, pieces), if asked for."""
        if self._indices is not None:
            self._indices.write(games, out)


def _columns(game: GameDefinition, without: Sequence[str]) -> np.ndarray | None:
    if isinstance(without, list | tuple) and not without:
        return None
    if game.columns_without is None:
        raise OptionError(f"option 'without': the observation of {game.name} has no sections")
    return game.columns_without(without)


def _runs(columns: np.ndarray | None) -> list[tuple[slice, slice]]:
    """Runs of neighbouring columns: where they go, and where they come from."""
    if columns is None:
        return []
    first = np.flatnonzero(np.diff(columns, prepend=-2) != 1)
    ends = [*first[1:].tolist(), len(columns)]
    starts = columns[first].tolist()
    return [
        (slice(at, end), slice(start, start + end - at))
        for at, end, start in zip(first.tolist(), ends, starts, strict=True)
    ]
