"""Action tables: one flat table of micro-steps for each game, made of blocks."""

from __future__ import annotations

from typing import NamedTuple


class Block(NamedTuple):
    """A run of actions: first action number, length, what entry k of it means."""

    name: str
    start: int
    size: int
    meaning: str
