"""Which lines of the rules random play reaches: coverage.py over uncompiled play."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "games" / "glory"
MEASURED = ("rules", "engine")


def measure(games: int, seed: int, scenario: str, careful: float, out: Path) -> int:
    """Play in a process without the compiler and print the lines that were not reached.

    The invariants are left out, they take most of the time there. Returns 1 where something was
    raised; ValueError where coverage.py is not installed.
    """
    if importlib.util.find_spec("coverage") is None:
        raise ValueError("--coverage needs the package coverage: pip install coverage")
    with tempfile.TemporaryDirectory() as folder:
        coverage = [sys.executable, "-m", "coverage"]
        data = f"--data-file={folder}/coverage"
        include = "--include=" + ",".join(str(PACKAGE / name / "*") for name in MEASURED)
        settings = map(str, (games, seed, scenario, careful, out))
        code = subprocess.run(
            [*coverage, "run", data, include, "-m", __name__, *settings],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        ).returncode
        subprocess.run([*coverage, "report", data, "--show-missing", "--skip-covered"], check=True)
    return code


if __name__ == "__main__":  # the process that is measured
    from glory_env.fuzz.games import play_games
    from glory_env.games.glory.fuzz.fuzzer import Fuzzer

    games, seed, scenario, careful, out = sys.argv[1:]
    fuzzer = Fuzzer(scenario, checked=False)
    sys.exit(play_games(fuzzer, int(games), int(seed), float(careful), Path(out)))
