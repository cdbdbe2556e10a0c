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
    package = Path(inspect.getfile(type(bundle))).resolve().parent
    settings = map(str, (bundle.name, games, seed, scenario, careful, out))
    return run_plain(package, __name__, *settings)[0]


def run_plain(package: Path, module: str, *arguments: str) -> tuple[int, bool]:
    """Run a module without the compiler and print the lines of a game's rules that it missed.

    package: the game's folder. Returns the exit status, and whether every line was reached.
    """
    source = "--source=" + ",".join(str(package / name) for name in MEASURED)
    with tempfile.TemporaryDirectory() as folder:
        coverage = [sys.executable, "-m", "coverage"]
        data = f"--data-file={folder}/coverage"
        code = subprocess.run(
            [*coverage, "run", "--rcfile=", data, source, "-m", module, *arguments],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        ).returncode
        report = ["report", "--rcfile=", data, "--show-missing", "--skip-covered"]
        status = subprocess.run([*coverage, *report, "--fail-under=100"]).returncode
    return code, status == 0


if __name__ == "__main__":  # the process that is measured
    from glory_env.fuzz.games import play_games
    from glory_env.games import game

    name, number, seed, scenario, careful, out = sys.argv[1:]
    fuzzer = game(name).fuzzer()(scenario, checked=False)
    sys.exit(play_games(fuzzer, int(number), int(seed), float(careful), Path(out)))
