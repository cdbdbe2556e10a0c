"""Random games with every array access checked; a process of its own, as it compiles anew."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

CHECKED = """
import random
import numpy as np
from glory_env import glory_v0
from glory_env.core import compile
from glory_env.games.glory.generated import kernels
from glory_env.core.trace import blank_trace
from glory_env.games.glory.fuzz.fuzzer import Fuzzer
from glory_env.games.glory.fuzz.random_start import scatter
from glory_env.games.glory.scenario import load

assert compile.bounds_are_checked(), "the canary did not raise"
decisions = 0
for number in range(24):
    name = ("glory", "teaching")[number % 2]
    options = {**Fuzzer(name).random_header(9, number, 0.5)["options"], "solo": False}
    env = glory_v0.raw_env(name, auto_forced=number % 3 == 0, shaping=0.5, **options)
    env.reset(seed=number)
    if number % 4 > 1:  # late turns and full boxes
        tables = env.scenario.tables
        kernels.begin(env.games, 0, tables)
        scatter(env.games, 0, tables, number)
        kernels.step(env.games, 0, tables, blank_trace(), env.mask, kernels.PLAY_ON, False)
        env.restore(env.to_bytes())
    rng = random.Random(number)
    while not env.terminations[env.agent_selection]:
        seen = env.observe(env.agent_selection)
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        decisions += 1
print(decisions)
"""


def test_random_games_never_read_or_write_out_of_range() -> None:
    run = subprocess.run(
        [sys.executable, "-c", CHECKED],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1000
