"""A second process compiles a part of the rules while the first compiles the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from glory_env.core import beside
from glory_env.core import compile as compiling

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
import time
from types import SimpleNamespace
import numpy as np
from glory_env.core import beside
import small_rules

beside._cores = lambda: {cores}
assert small_rules.step(np.zeros(1, small_rules.PLACE)) == 0
end = time.monotonic() + 120
while beside._marker("small_rules").exists() and time.monotonic() < end:
    time.sleep(0.05)
small_rules.part(np.zeros(1, small_rules.PLACE)[0])
print("hits", sum(small_rules.part.stats.cache_hits.values()))
"""


@pytest.mark.parametrize(("cores", "hits"), [(2, 1), (1, 0)])
def test_the_part_is_taken_from_the_cache(tmp_path, cores, hits):
    (tmp_path / "small_rules.py").write_text(RULES)
    paths = [str(tmp_path), *sys.path]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", MAIN.format(cores=cores)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.stdout == f"hits {hits}\n", done.stderr


def test_one_at_a_time(monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(compiling, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(beside, "_cores", lambda: 2)
    process = SimpleNamespace(wait=lambda: 0)
    monkeypatch.setattr(
        beside.subprocess, "Popen", lambda command, **_: started.append(command) or process
    )
    beside._start("rules.kernels")
    beside._start("rules.kernels")
    assert len(started) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["rules.kernels.beside"]


def test_where_no_process_can_be_started(monkeypatch, tmp_path):
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(compiling, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(beside, "_cores", lambda: 2)
    monkeypatch.setattr(beside.subprocess, "Popen", refuse)
    beside._start("rules.kernels")
    assert list(tmp_path.iterdir()) == []
