"""Which lines of the rules random play reaches: coverage.py over uncompiled play."""

from __future__ import annotations

import importlib.util
import inspect
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from glory_env.game.bundle import Bundle

MEASURED = ("rules", "engine")  # folders of a game


def measure(bundle: Bundle, games: int, seed: int, scenario: str, careful: float, out: Path) -> int:
    """Play in a process without the compiler and print the lines that were not reached.

    The invariants are left out, they take most of the time there. Returns 1 where something was
    raised; ValueError where coverage.py is not installed.
    """
    if importlib.util.find_spec("coverage") is None:
        raise ValueError("--coverage needs the package coverage: pip install coverage")
    with tempfile.TemporaryDirectory() as folder:
        coverage = [sys.executable, "-m", "coverage"]
        data = f"--data-file={folder}/coverage"
        package = Path(inspect.getfile(type(bundle))).resolve().parent
        include = "--include=" + ",".join(str(package / name / "*") for name in MEASURED)
        settings = map(str, (bundle.name, games, seed, scenario, careful, out))
        code = subprocess.run(
            [*coverage, "run", data, include, "-m", __name__, *settings],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        ).returncode
        subprocess.run([*coverage, "report", data, "--show-missing", "--skip-covered"], check=True)
    return code


if __name__ == "__main__":  # the process that is measured
    from glory_env.fuzz.games import play_games
    from glory_env.games import game

    name, number, seed, scenario, careful, out = sys.argv[1:]
    fuzzer = game(name).fuzzer()(scenario, checked=False)
    sys.exit(play_games(fuzzer, int(number), int(seed), float(careful), Path(out)))
