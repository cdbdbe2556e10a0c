"""A second process compiles a part of the rules while the first compiles the rest."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from glory_env.core import beside

pytestmark = pytest.mark.slow

RULES = """
import numpy as np
from glory_env.core.beside import compile_beside
from glory_env.core.compile import rule

PLACE = np.dtype([("strength", "i8")])

@rule
def part(place):
    return place.strength + 1

@rule
def step(places):
    return places[0].strength

compile_beside(__name__, part, (PLACE,))
"""
# Calls `step` alone, waits until the second process has ended, and calls the part.
MAIN = """
import numpy as np
from glory_env.core import beside
import small_rules

started = []
start = beside.subprocess.Popen
beside.subprocess.Popen = lambda *a, **k: started.append(start(*a, **k)) or started[-1]
beside._cores = lambda: {cores}
assert small_rules.step(np.zeros(1, small_rules.PLACE)) == 0
for process in started:
    process.wait(120)
small_rules.part(np.zeros(1, small_rules.PLACE)[0])
print("hits", sum(small_rules.part.stats.cache_hits.values()))
"""


@pytest.mark.parametrize("home", [True, False])
@pytest.mark.parametrize(("cores", "hits"), [(2, 1), (1, 0)])
def test_the_part_is_taken_from_the_cache(tmp_path, cores, hits, home):
    """Without a folder to keep it in both processes use the temporary one."""
    (tmp_path / "small_rules.py").write_text(RULES)
    paths = [str(tmp_path), *sys.path]
    cache = tmp_path if home else tmp_path / "small_rules.py"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-c", MAIN.format(cores=cores)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.stdout == f"hits {hits}\n", done.stderr
    assert ("no cache folder" in done.stderr) != home


def test_where_no_process_can_be_started(monkeypatch, tmp_path):
    asked = []

    def refuse(command: list[str], **_: object) -> None:
        asked.append(command)
        raise OSError

    monkeypatch.setattr(beside, "_cores", lambda: 2)
    monkeypatch.setattr(beside.subprocess, "Popen", refuse)
    beside._start("rules.kernels")
    assert len(asked) == 1
