"""Dice without a generator, and the trace on which rolls and events are reported.

A die is a pure function of (key, turn, phase, actor, place, purpose, index). Two policies that
play the same seed therefore meet the same dice even after their decisions have diverged, and a
snapshot of the record carries its dice. The mixing runs in int64 with multipliers below 2**31
and a 32-bit mask after every step, so compiled and plain Python agree to the bit.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from glory_env.core.compile import rule
from glory_env.core.trace import T_DIE, T_LINE, T_ROLL, TRACE_ENTRIES, Trace

MASK = 0xFFFFFFFF


class HasDice(Protocol):
    """What the record of any game of the family has, for its dice."""

    key: int
    turn: int
    phase: int


@rule
def mix(state: int, value: int) -> int:
    """Stir `value` into a 32-bit state; both int64, the result in 0..2**32-1."""
    x = (state ^ (value & MASK)) & MASK
    x = ((x ^ (x >> 16)) * 0x45D9F3B) & MASK
    x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & MASK
    x = ((x ^ (x >> 13)) * 0x297A2D39 + 0x5BD1E995) & MASK
    return x ^ (x >> 16)


@rule
def hash_key(key: int, a: int, b: int) -> int:
    """A 32-bit number drawn from a 64-bit key and two integers."""
    x = mix(mix(0x1B873593, int(key) & MASK), (int(key) >> 32) & MASK)
    return mix(mix(x, a), b)


@rule
def new_key(key: int, episode: int) -> int:
    """The key of another game derived from this one; 63 bits."""
    return ((hash_key(key, 101, episode) & 0x7FFFFFFF) << 32) | hash_key(key, 102, episode)


@rule
def write(t: Trace, code: int, a: int, b: int, c: int) -> None:
    """Report one entry; a full trace (which no rule can fill) drops the rest."""
    n = t.entries
    if n < TRACE_ENTRIES:
        t.entry[n, 0] = code
        t.entry[n, 1] = a
        t.entry[n, 2] = b
        t.entry[n, 3] = c
        t.entries = n + 1


@rule
def begin_line(g: HasDice, t: Trace, line: int) -> None:
    """What is reported from here on has no decision behind it: a line of the system's own."""
    write(t, T_LINE, line, g.phase, g.turn)


@rule
def begin_roll(t: Trace, purpose: int) -> None:
    """The dice that follow belong together and are rolled for `purpose`; any number (R2-0c)."""
    write(t, T_ROLL, purpose, 0, 0)


@rule
def die(g: HasDice, t: Trace, purpose: int, actor: int, place: int, index: int) -> int:
    """One six-sided die (R2-0b). `place` is the box, or the piece for a sea check."""
    return die_of(g, t, purpose, actor, place, index, 6)


@rule
def die_of(
    g: HasDice, t: Trace, purpose: int, actor: int, place: int, index: int, sides: int
) -> int:
    """One die with faces 1..sides."""
    if t.scripted >= 0:
        if t.next_face < t.scripted:
            face = int(t.faces[t.next_face])
            t.next_face += 1
        else:
            t.short = 1
            face = 1
    else:
        x = hash_key(g.key, int(g.turn) * 16 + int(g.phase), int(actor) * 128 + int(place) + 8)
        x = mix(mix(x, purpose + 1), index)
        face = 1 + ((x * sides) >> 32)
    write(t, T_DIE, face, 0, 0)
    return face


def key_from_seed(seed: int) -> int:
    """The 64-bit dice key of a seed (any non-negative integer)."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
