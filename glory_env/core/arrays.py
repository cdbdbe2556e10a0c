"""The type of an array in compiled code, for readers and type checkers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")


class Array(Protocol[Item]):
    """A NumPy array of which single entries are read: `Array[int]`, `Array[Game]`.

    Every `np.ndarray` fits. Where whole rows are read, the annotation is `np.ndarray` itself.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __iter__(self) -> Iterator[Item]: ...
    def __getitem__(self, index: Any, /) -> Item: ...
    def __setitem__(self, index: Any, value: Item | Sequence[Item], /) -> None: ...
