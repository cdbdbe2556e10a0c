"""A game as bytes, and back: checked as a whole before any of it is used.

A snapshot is a header and the record. The header names the format, the layout of the record and
the scenario, and holds a checksum of the record. The options are compared inside the record, and
every field that is an index somewhere has to be in range for the scenario.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from typing import Any

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.game.definition import GameDefinition

FORMAT = 1
_HEADER = struct.Struct("<6sH8s32sI")  # magic, format, layout, scenario, checksum
_MAGIC = b"glory\0"


class Snapshots:
    """Writes and reads the snapshots of one game: its scenario, and the options of `games` (1,)."""

    def __init__(self, definition: GameDefinition, scenario: Any, games: np.ndarray) -> None:
        # No module and no lambda of the definition: environments are pickled with this.
        self._nobody = len(definition.seats)
        self._name = f"{scenario.name} ({scenario.id})"
        kind = definition.record
        self._layout = hashlib.sha256(repr(kind.descr).encode()).digest()[:8]
        self._place = hashlib.sha256(scenario.id.encode()).digest()
        self._offsets = {name: int(field[1]) for name, field in (kind.fields or {}).items()}
        self._checks = _checks(definition, scenario.tables[0], games)
        self._last: tuple[bytes | None, np.ndarray] = None, games.view(np.uint8)
        self.size = _HEADER.size + kind.itemsize  # bytes

    def write(self, games: np.ndarray) -> bytes:
        """The snapshot of a game: record array of shape (1,)."""
        record = games.tobytes()
        return self._header(record) + record

    def read(self, data: bytes, stops: bool = True) -> np.ndarray:
        """The record in a snapshot, as its bytes: uint8.

        stops: the game may be in play with no decision pending, as it is between two phases.
        Raises ValueError for a snapshot of another version, scenario or options, one that was
        damaged, and one of no game in play or over.
        """
        data = bytes(data)
        if data is not self._last[0]:  # a search comes back to one position many times
            self._last = data, self._checked(data)
        values = self._last[1]
        if not stops and not (
            values[self._offsets["decision"]] or values[self._offsets["outcome"]]
        ):
            raise ValueError("snapshot: no decision is pending, though the game is not over")
        return values

    def _header(self, record: bytes) -> bytes:
        return _HEADER.pack(_MAGIC, FORMAT, self._layout, self._place, zlib.adler32(record))

    def _checked(self, data: bytes) -> np.ndarray:
        if len(data) != self.size:
            raise ValueError(f"snapshot: expected {self.size} bytes, got {len(data)}")
        record = data[_HEADER.size :]
        if data[: _HEADER.size] != self._header(record):
            raise ValueError(f"snapshot: {self._explain_header(data, record)}")
        values = np.frombuffer(record, np.uint8)
        wrong = first_outside(values, self._checks)
        if wrong >= 0:
            raise ValueError(f"snapshot: {self._explain_value(record, wrong)}")
        asked = record[self._offsets["decision"]] != 0
        over = record[self._offsets["outcome"]] != 0
        nobody = record[self._offsets["actor"]] == self._nobody
        if asked == nobody or (asked and over):
            raise ValueError("snapshot: decision, actor and outcome do not fit together")
        return values

    def _explain_value(self, record: bytes, wrong: int) -> str:
        at, size, low, high = self._checks[wrong].tolist()
        name = max((start, name) for name, start in self._offsets.items() if start <= at)[1]
        value = int.from_bytes(record[at : at + size], "little", signed=True)
        words = f"expected {low} to {high} in this scenario and with these options"
        return f"{name} is {value}, {words}"

    def _explain_header(self, data: bytes, record: bytes) -> str:
        magic, version, layout, place, checksum = _HEADER.unpack_from(data)
        if magic != _MAGIC:
            return "expected one that this package has written"
        if (version, layout) != (FORMAT, self._layout):
            return f"of another version of the package (format {version}, here {FORMAT})"
        if place != self._place:
            return f"of another scenario than {self._name}"
        return f"damaged (checksum {zlib.adler32(record)}, expected {checksum})"


def _checks(definition: GameDefinition, tables: np.record, games: np.ndarray) -> np.ndarray:
    """int64 (entries, 4): where each limited entry lies, its bytes, its lowest and highest value.

    An option has one value; that of a float is compared by its bits.
    """
    rows: list[np.ndarray] = []
    limits = definition.limits(tables)
    for name, (field, start, *_) in (definition.record.fields or {}).items():
        size = field.base.itemsize
        count = field.itemsize // size
        if name.startswith(definition.option_fields):
            bits = np.frombuffer(games.tobytes(), f"<i{size}", count, start)
            low, high = bits, bits
        elif name in limits:
            low, high = (np.broadcast_to(end, field.shape).reshape(-1) for end in limits[name])
        else:
            continue
        at = start + size * np.arange(count)
        rows.append(np.stack([at, np.full(count, size), low, high], 1).astype(np.int64))
    return np.concatenate(rows) if rows else np.zeros((0, 4), np.int64)


@rule
def first_outside(values: Array[int], checks: Array[int]) -> int:
    """The first row of `_checks` whose entry is out of range, or -1. values: uint8."""
    for k in range(checks.shape[0]):
        at = checks[k, 0]
        size = checks[k, 1]
        number = 0
        for i in range(size):
            number |= int(values[at + i]) << (8 * i)
        if number >> (8 * size - 1):  # negative
            number -= 1 << (8 * size)
        if number < checks[k, 2] or number > checks[k, 3]:
            return k
    return -1
