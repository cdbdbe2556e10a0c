"""The trace: dice fed in and everything reported out, for one call of a game's engine.

Entries are (code, a, b, c). The first codes are those of every game; each game goes on with its
own.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.record import record

TRACE_DICE, TRACE_ENTRIES = 512, 2048
TRACE = record(
    [
        ("scripted", "i4"),  # number of faces below that replace the dice; -1 = real dice
        ("next_face", "i4"),
        ("pause", "i1"),  # 1 = come back to the caller whenever a phase has ended
        ("short", "i1"),  # 1 = a scripted roll found no face left
        ("faces", "i2", (TRACE_DICE,)),
        ("entries", "i4"),
        ("entry", "i2", (TRACE_ENTRIES, 4)),
    ],
)

(
    T_LINE,  # a = system line, b = phase, c = turn
    T_ROLL,  # a = purpose; the T_DIE entries of one purpose that follow belong to it
    T_DIE,  # a = face
) = range(3)


class Trace:
    """One record of dtype TRACE, to annotate compiled code with."""

    scripted: int  # int32
    next_face: int  # int32
    pause: int  # int8
    short: int  # int8
    faces: Array[int]  # int16 (512,)
    entries: int  # int32
    entry: np.ndarray  # int16 (2048, 4)


def blank_trace() -> np.ndarray:
    """A trace with real dice, shape (1,), dtype TRACE."""
    trace = np.zeros(1, TRACE)
    trace["scripted"] = -1
    return trace
