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

from glory_env.core import state as st
from glory_env.core.compile import rule
from glory_env.rules.negotiation import JANKEN_REPLAYS

FORMAT = 1
_HEADER = struct.Struct("<6sH8s32sI")  # magic, format, layout, scenario id, checksum
_MAGIC = b"glory\0"
_LAYOUT = hashlib.sha256(repr(st.GAME.descr).encode()).digest()[:8]
SIZE = _HEADER.size + st.GAME.itemsize  # bytes
_OPTION_FIELDS = ("opt_", "rul_", "reveal_objective", "objective")  # names, or how they begin
_OFFSETS = {name: int(st.GAME.fields[name][1]) for name in st.GAME.names}


def write(scenario_id: str, games: np.ndarray) -> bytes:
    """The snapshot of a game: GAME array of shape (1,). scenario_id: hex, of `Scenario.id`."""
    record = games.tobytes()
    return _header(bytes.fromhex(scenario_id), record) + record


def _header(scenario: bytes, record: bytes) -> bytes:
    return _HEADER.pack(_MAGIC, FORMAT, _LAYOUT, scenario, zlib.adler32(record))


class Reader:
    """Reads the snapshots of one scenario and of the options that `games` (1,) is played with."""

    def __init__(self, scenario_id: str, tables: np.ndarray, games: np.ndarray) -> None:
        self._scenario = bytes.fromhex(scenario_id)
        self._low, self._high = low, high = games.copy(), games.copy()
        limits = _limits(tables[0])
        for name in st.GAME.names:
            if not name.startswith(_OPTION_FIELDS):  # an option has one value
                kind = np.iinfo(st.GAME[name].base)
                low[name], high[name] = limits.get(name, (kind.min, kind.max))
        self._ends = low.view(np.uint8), high.view(np.uint8)
        self._last: tuple[bytes | None, np.ndarray] = None, np.zeros(0, np.uint8)

    def read(self, data: bytes, stops: bool = True) -> np.ndarray:
        """The record in a snapshot, uint8 (GAME.itemsize,).

        stops: the game may be in play with no decision pending, as it is between two phases.
        Raises ValueError for a snapshot of another version, scenario or options, one that was
        damaged, and one of no game in play or over.
        """
        data = bytes(data)
        if data is not self._last[0]:  # a search comes back to one position many times
            self._last = data, self._checked(data)
        values = self._last[1]
        if not stops and values[_OFFSETS["decision"]] == values[_OFFSETS["outcome"]] == 0:
            raise ValueError("snapshot: no decision is pending, though the game is not over")
        return values

    def _checked(self, data: bytes) -> np.ndarray:
        if len(data) != SIZE:
            raise ValueError(f"snapshot: expected {SIZE} bytes, got {len(data)}")
        record = data[_HEADER.size :]
        if data[: _HEADER.size] != _header(self._scenario, record):
            raise ValueError(f"snapshot: {self._explain_header(data, record)}")
        values = np.frombuffer(record, np.uint8)
        wrong = first_outside(values, *self._ends)
        if wrong >= 0:
            raise ValueError(f"snapshot: {self._explain_value(record, wrong)}")
        asked = record[_OFFSETS["decision"]] != st.NO_DECISION
        over = record[_OFFSETS["outcome"]] != st.PLAYING
        if asked == (record[_OFFSETS["actor"]] == st.SYSTEM) or (asked and over):
            raise ValueError("snapshot: decision, actor and outcome do not fit together")
        return values

    def _explain_value(self, record: bytes, at: int) -> str:
        name = max((start, name) for name, start in _OFFSETS.items() if start <= at)[1]
        k = (at - _OFFSETS[name]) // st.GAME[name].base.itemsize
        games = (np.frombuffer(record, st.GAME), self._low, self._high)
        value, low, high = (one[name].reshape(-1)[k] for one in games)
        return (
            f"{name} is {value}, expected {low} to {high} in this scenario and with these options"
        )

    def _explain_header(self, data: bytes, record: bytes) -> str:
        magic, version, layout, scenario, checksum = _HEADER.unpack_from(data)
        if magic != _MAGIC:
            return "expected one that this package has written"
        if (version, layout) != (FORMAT, _LAYOUT):
            return f"of another version of the package (format {version}, here {FORMAT})"
        if scenario != self._scenario:
            return f"of the scenario {scenario.hex()}, expected {self._scenario.hex()}"
        return f"damaged (checksum {zlib.adler32(record)}, expected {checksum})"


def _region(size: int) -> tuple[int, int]:
    """Where the fields of so many bytes an entry lie: by size, the largest first."""
    begins = [at for name, at in _OFFSETS.items() if st.GAME[name].base.itemsize == size]
    after = [at for name, at in _OFFSETS.items() if st.GAME[name].base.itemsize < size]
    return min(begins), min(after, default=st.GAME.itemsize)


# The key of the dice, the only field of eight bytes, may be anything; options are floats as well,
# whose bits are compared.
_WIDE, _WIDE_END = _region(4)
_SHORT, _SHORT_END = _region(2)
_BYTE, _BYTE_END = _region(1)


def _limits(s: np.record) -> dict[str, tuple[Any, Any]]:
    """Lowest and highest value of every field that serves as an index or as a number of loops."""
    flag, box = (0, 1), (st.NONE, int(s.boxes) - 1)
    tons, perhaps_tons = (0, st.MAX_TONNAGE), (st.NONE, st.MAX_TONNAGE)
    flags = (
        "convoy_method active moved escorted supports handled asked opener battle_alone converted "
        "bonus_paid"
    )
    boxes = "chosen_box chosen_embark chosen_landing battle_box"
    return {
        **dict.fromkeys(flags.split(), flag),
        **dict.fromkeys(boxes.split(), box),
        **dict.fromkeys(("allotment", "left", "loss", "pool_paid"), tons),
        **dict.fromkeys(("offer", "chosen_civil"), perhaps_tons),
        **dict.fromkeys(("total", "allotted_total"), (np.iinfo(np.int16).min, st.MAX_TONNAGE)),
        **dict.fromkeys(("started", "refused"), (0, (1 << len(st.ROWS)) - 1)),
        **dict.fromkeys(("winner", "battle_service"), (st.NONE, st.NAVY)),
        "fought": (0, (1 << int(s.boxes)) - 1),
        "turn": (1, int(s.last_turn) + 1),
        "phase": (0, st.OVER),
        "step": (0, 2),
        "decision": (0, len(st.DECISIONS) - 1),
        "actor": (st.ARMY, st.SYSTEM),
        "outcome": (st.PLAYING, st.GAME_OVER),
        "cause": (0, len(st.CAUSES) - 1),
        "marker_step": (0, s.route_length),
        "place": (st.ABSENT, int(s.boxes) - 1),
        "space": (0, int(s.track_spaces)),
        "damage": (0, 2),
        "printed_dice": (0, st.TRACE_DICE),
        "printed_tonnage": tons,
        "offers": (0, st.MAX_OFFERS_LIMIT + 2),
        "hand": (st.NONE, 2),
        "replays": (0, JANKEN_REPLAYS),
        "passes": (0, 2),
        "chosen_counter": (st.NONE, int(s.counters) - 1),
        "chosen_kind": (st.NONE, len(st.ROWS) - 1),
        "battle_hits": (0, np.iinfo(np.int16).max),
        "convoy_hits": (0, st.MAX_ESCORTS),
    }


@rule
def first_outside(values, low, high):
    """Where in a record the first entry is not between its low and its high, or -1; all uint8."""
    at = outside(values, low, high, _WIDE, _WIDE_END, np.int32)
    if at < 0:
        at = outside(values, low, high, _SHORT, _SHORT_END, np.int16)
    if at < 0:
        at = outside(values, low, high, _BYTE, _BYTE_END, np.int8)
    return at


@rule
def outside(values, low, high, start, stop, kind):
    """The same for the entries of one kind."""
    entries = values[start:stop].view(kind)
    lowest = low[start:stop].view(kind)
    highest = high[start:stop].view(kind)
    for k in range(entries.shape[0]):
        if entries[k] < lowest[k] or entries[k] > highest[k]:
            return start + k * entries.itemsize
    return -1
