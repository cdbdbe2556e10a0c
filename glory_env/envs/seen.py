"""What a learner is given: the options `without`, `observation_index`, `mask_in_observation`,
`mask_at_end`.

Agents inside an environment (partners, scripts, networks) see the whole vector all the same.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces

from glory_env.core.errors import OptionError, check_switches, unknown
from glory_env.game.definition import GameDefinition, Indices

OBSERVATION, INDEX, MASK = "observation", "observation_index", "action_mask"
ZEROS, ONES = AT_END = ("zeros", "ones")
Given = np.ndarray | dict[str, np.ndarray]
Space = TypeVar("Space", bound=spaces.Space[Any])


class Seen:
    """without: names of the sections of the observation that are left out. observation_index:
    whether there is a second array of small integers (`definition.Indices`).
    mask_in_observation: whether the legal actions are given with it. mask_at_end: "zeros" or
    "ones", the mask of a game that is over.

    `columns`: int64, the entries that stay, None for all. `box`: the space of the vector, `index`:
    of the second array, `mask`: of the legal actions, None where they are not given. OptionError
    for names that the game does not have.
    """

    def __init__(
        self,
        game: GameDefinition,
        without: Sequence[str] = (),
        observation_index: bool = False,
        mask_in_observation: bool = False,
        mask_at_end: str = ZEROS,
    ) -> None:
        check_switches(observation_index=observation_index, mask_in_observation=mask_in_observation)
        if mask_at_end not in AT_END:
            raise OptionError(unknown("value for option 'mask_at_end':", mask_at_end, AT_END))
        self._ones_at_end = mask_at_end == ONES
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
        self.mask: spaces.Box | None = None
        if mask_in_observation:
            self.mask = spaces.Box(0, 1, (game.n_actions,), np.int8)

    @property
    def parts(self) -> dict[str, spaces.Space[Any]]:
        """The spaces by name: `observation`, and what else was asked for."""
        given = {OBSERVATION: self.box, INDEX: self.index, MASK: self.mask}
        return {name: space for name, space in given.items() if space is not None}

    @property
    def space(self) -> spaces.Space[Any]:
        """The Box of the vector alone; a Dict of `parts` if there are others."""
        return self.box if len(self.parts) == 1 else spaces.Dict(self.parts)

    def take(self, full: np.ndarray) -> np.ndarray:
        """Of whole observations (..., size) the entries that stay; the same array if all do."""
        return full if self.columns is None else full[..., self.columns]

    def copy(self, full: np.ndarray, out: np.ndarray) -> None:
        """`take` for many, (N, size) into out, a run of neighbouring columns at a time."""
        for to, run in self._runs:
            out[:, to] = full[:, run]

    def masks(self, legal: np.ndarray, over: Any) -> np.ndarray:
        """Copies of masks (..., N_ACTIONS), for games that are over, bool (...), as asked for."""
        masks = legal.copy()
        if self._ones_at_end:
            masks[over] = 1
        return masks

    def split(
        self, full: np.ndarray, games: np.ndarray, mask: np.ndarray, over: bool
    ) -> dict[str, np.ndarray]:
        """The arrays of `parts`, for a whole observation (size,) of a game (1,), and its mask."""
        parts = {OBSERVATION: self.take(full)}
        if self.index is not None:
            out = np.empty((1, *self.index.shape), np.int16)
            self.write_index(full[None], games, out)
            parts[INDEX] = out[0]
        if self.mask is not None:
            parts[MASK] = self.masks(mask, over)
        return parts

    def give(self, full: np.ndarray, games: np.ndarray, mask: np.ndarray, over: bool) -> Given:
        """The same as an element of `space`."""
        return _alone(self.split(full, games, mask, over))

    def give_all(
        self, seen: np.ndarray, indices: np.ndarray, masks: np.ndarray, over: np.ndarray
    ) -> Given:
        """Elements of `space` in one batch, copied from arrays whose first axis are the games."""
        parts = {OBSERVATION: seen.copy(), INDEX: indices.copy()}
        if self.mask is not None:
            parts[MASK] = self.masks(masks, over)
        return _alone({name: parts[name] for name in self.parts})

    def write_index(self, full: np.ndarray, games: np.ndarray, out: np.ndarray) -> None:
        """Of whole observations (N, size) of games (N,) the integers into out, if asked for."""
        if self._indices is not None:
            self._indices.write(full, games, out)


def own_space(space: Space) -> Space:
    """A copy of a space with a generator of its own in the same state; what never changes is
    shared.
    """
    twin = copy.copy(space)
    twin._np_random = copy.deepcopy(space._np_random)
    if isinstance(twin, spaces.Dict):
        twin.spaces = {name: own_space(one) for name, one in twin.spaces.items()}
    return twin


def _alone(parts: dict[str, np.ndarray]) -> Given:
    return parts[OBSERVATION] if len(parts) == 1 else parts


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
