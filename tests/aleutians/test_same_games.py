"""Random games by seed stay the same: rules that are off, and new fields, change nothing.

A digest has to be written anew only for a change of behaviour. To see the present ones:
`NUMBA_DISABLE_JIT=1 python -m tests.aleutians.test_same_games`.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from glory_env.core.dice import key_from_seed
from glory_env.core.stepping import PLAY_ON
from glory_env.core.trace import blank_trace
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.generated import kernels

from .positions import scenario

STEPS = 300
SHOWN = ("turn", "op", "place", "at", "when", "damaged", "disrupted", "supply", "seattle", "points")
DIGESTS = {  # by seed; the second one without decisions that have one answer
    1: ("05577dd2ccb91cb6", "05d6c777987eafb6"),
    2: ("7221c50f9012a1e8", "8e7870af2eaae129"),
    3: ("ff79e386c43bd7e2", "497ef1699eb1d590"),
}


def digest(seed: int, auto_forced: bool) -> str:
    """Of the decisions, who is asked, the legal actions and at the end the position."""
    games = np.zeros(1, st.GAME)
    games["key"] = key_from_seed(seed)
    tables, trace = scenario().tables, blank_trace()
    mask = np.zeros(N_ACTIONS, np.int8)
    rng = np.random.default_rng(seed)
    found = hashlib.sha256()
    kernels.begin(games, 0, tables)
    kernels.step(games, 0, tables, trace, mask, PLAY_ON, auto_forced)
    for _ in range(STEPS):
        legal = np.flatnonzero(mask)
        g = games[0]
        found.update(repr((st.DECISIONS[g.decision], int(g.actor), legal.tolist())).encode())
        kernels.step(games, 0, tables, trace, mask, int(rng.choice(legal)), auto_forced)
    for name in SHOWN:
        found.update(repr((name, games[0][name].tolist())).encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize("seed", DIGESTS)
def test_a_game_of_a_seed_is_the_same(seed: int) -> None:
    """The first 300 decisions with no option on."""
    assert (digest(seed, False), digest(seed, True)) == DIGESTS[seed]


if __name__ == "__main__":
    for one in DIGESTS:
        print(f'    {one}: ("{digest(one, False)}", "{digest(one, True)}"),')
