"""Hexes by number: rows in columns, neighbours, and distances over the hexes there are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from glory_env.games.empire.state import COLUMNS, FIRST_COLUMN, NONE, ROWS

# Column and row to each neighbour, N NE SE S SW NW; odd columns lie half a hex lower.
EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
FAR = 127


def neighbour(number: int, direction: int) -> int | None:
    """The printed number beyond a side, hex or not; None above the top row."""
    column, row = divmod(number, 100)
    across, down = (ODD if column % 2 else EVEN)[direction]
    return (column + across) * 100 + row + down if row + down >= 0 else None


def in_frame(number: int) -> bool:
    """Whether a printed number lies inside the frame."""
    column, row = divmod(number, 100)
    return 0 <= column - FIRST_COLUMN < COLUMNS and 0 <= row < ROWS


def rows_of(text: str) -> list[int]:
    """The rows in a text like "4, 6-10"; ValueError if it is none."""
    rows: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        rows += range(int(first), int(last if dash else first) + 1)
    return rows


def cube(number: int) -> tuple[int, int, int]:
    """Cube coordinates of a printed number."""
    column, row = divmod(number, 100)
    across = column - FIRST_COLUMN
    down = row - (across - across % 2) // 2
    return across, -across - down, down


def formula(one: int, other: int) -> int:
    """Hexes between two printed numbers as if there were hexes everywhere."""
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def centre(number: int) -> tuple[float, float]:
    """Where a hex is drawn: hexes of radius 1, y to the south."""
    column, row = divmod(number, 100)
    across = column - FIRST_COLUMN
    return 1.5 * across, 3**0.5 * (row + (0.5 if column % 2 else 0))


def neighbours(numbers: list[int]) -> np.ndarray:
    """(hexes, 6) indices of the neighbours, NONE where there is no hex; numbers in order."""
    index = {number: k for k, number in enumerate(numbers)}
    beyond = [[neighbour(number, d) for d in range(6)] for number in numbers]
    return np.array([[NONE if n is None else index.get(n, NONE) for n in row] for row in beyond])


def distances(near: np.ndarray) -> np.ndarray:
    """(hexes, hexes) steps from neighbour to neighbour, FAR where there is no way."""
    count = len(near)
    closed = np.where(near < 0, count, near)  # one more row that reaches nothing
    reached = np.zeros((count + 1, count), bool)
    reached[np.arange(count), np.arange(count)] = True
    steps = np.full((count, count), FAR, np.int8)
    bits = np.packbits(reached, axis=1)
    for step in range(FAR):
        fresh = np.unpackbits(bits[:count], axis=1, count=count).astype(bool) & (steps == FAR)
        if not fresh.any():
            break
        steps[fresh] = step
        grown = bits.copy()
        for d in range(6):
            grown[:count] |= bits[closed[:, d]]
        bits = grown
    return steps


def bitmap(hexes: Iterable[int], column: np.ndarray, row: np.ndarray) -> np.ndarray:
    """(51,) words: bit `row` for each hex index, in its column."""
    words = np.zeros(COLUMNS, np.int64)
    for h in hexes:
        words[column[h]] |= np.int64(1) << np.int64(row[h])
    return words


def discs(dist: np.ndarray, column: np.ndarray, row: np.ndarray, radius: int) -> np.ndarray:
    """(hexes, 2 * radius + 1) words: hexes within a radius, in the columns around each hex."""
    words = np.zeros((len(dist), 2 * radius + 1), np.int64)
    for h, other in zip(*np.nonzero(dist <= radius), strict=True):
        words[h, column[other] - column[h] + radius] |= np.int64(1) << np.int64(row[other])
    return words
