"""All games are compiled before xdist starts its workers, side by side, instead of by one that the
others wait for. Without workers (`pytest FILE`) a test compiles what it needs and no more.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

import glory_agents
import glory_env
from glory_env.core.compile import CACHE_FOLDER
from glory_env.core.sources import digest_below
from glory_env.games import GAMES

WARMUP = "import sys; from glory_env.cli.main import main; sys.exit(main(sys.argv[1:]))"
ROOT = Path(__file__).parents[1]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    distributes = config.getoption("numprocesses", None) and not hasattr(config, "workerinput")
    if not distributes or config.option.collectonly or numba.config.DISABLE_JIT:
        return
    done = _marker()
    if not done.exists():
        writer, start = config.get_terminal_writer(), time.perf_counter()
        writer.write("compiling all games, once on this machine: some minutes ... ", flush=True)
        failed = compile_games()
        writer.line(f"{time.perf_counter() - start:.0f} s")
        if failed:  # the tests will say more
            writer.line(failed)
        else:
            done.touch()


def compile_games() -> str:
    """Run `glory warmup` for all games at once; what the failed ones say, else empty."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WARMUP, "warmup", "--game", game],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        )
        for game in GAMES
    ]  # fmt: skip
    texts = [process.communicate()[0] for process in processes]
    return "".join(text for text, one in zip(texts, processes, strict=True) if one.returncode)


def _marker() -> Path:
    """The file that says that the rules of these sources are compiled."""
    return CACHE_FOLDER / f"tested-{digest_below(glory_env, glory_agents)}"
