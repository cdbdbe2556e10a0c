"""Digests of finished games: two runs played the same games if and only if these are equal."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import numpy as np

# Fields that are younger than stored digests: where they are 0 the digest is the old one.
LATER = ("opt_handicap", "opt_bid")


def content(finals: np.ndarray) -> Iterator[bytes]:
    """All fields of finished games, GAME (N,), one after the other, without the padding."""
    for field in finals.dtype.names or ():
        if field != "spare" and (field not in LATER or finals[field].any()):
            yield np.ascontiguousarray(finals[field]).tobytes()


def digests(finals: np.ndarray) -> np.ndarray:
    """The first 16 hex digits of each game's sha256, GAME (N,) to text (N,)."""
    games = (finals[k : k + 1] for k in range(len(finals)))
    return np.array([sha256(b"".join(content(game))).hexdigest()[:16] for game in games], "U16")
