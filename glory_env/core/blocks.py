"""Action tables: one flat table of micro-steps for each game, made of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Block(NamedTuple):
    """A run of actions: first action number, length, what entry k of it means."""

    name: str
    start: int
    size: int
    meaning: str


def block_of(blocks: Sequence[Block], action: int) -> Block:
    """The block of an action; ValueError outside the action table."""
    for block in blocks:
        if block.start <= action < block.start + block.size:
            return block
    raise ValueError(f"action {action} is not in 0..{blocks[-1].start + blocks[-1].size - 1}")
