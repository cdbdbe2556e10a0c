"""The type of an array in compiled code, for readers and type checkers."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")


class Array(Protocol[Item]):
    """A NumPy array whose entries are read and written one by one: `Array[int]`, `Array[Game]`.

    `np.ndarray` fits it. One with rows that are arrays themselves is an `np.ndarray` there, too.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, index: Any, /) -> Item: ...
    def __setitem__(self, index: Any, value: Item, /) -> None: ...
