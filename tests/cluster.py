"""A Ray cluster of two nodes on this machine, and one tournament played in every way.

`python -m tests.cluster` prints the digests of the tournament's games; all must be equal.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from typing import Any

from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.store import ResultsStore

SCRIPTS = ("grim", "civil_first", "greedy_gp")
PAIRS = [pairing(army, navy) for army in SCRIPTS for navy in SCRIPTS]
GAMES = 100
PATIENCE = 120.0  # seconds for the cluster
# What does not fit into the object store does not go to the disk: it counts as full.
FULL = {"RAY_local_fs_capacity_threshold": "0.001"}
# The mode must be the same for head, nodes and driver.
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("", 0))
        return int(found.getsockname()[1])


@contextmanager
def two_nodes(**environment: str) -> Iterator[str]:
    """The address of a cluster of two nodes with a processor each, ended with the block.

    environment: variables of the second node alone.
    """
    with started(**environment) as (address, _):
        yield address


@contextmanager
def started(**environment: str) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The same, and the processes of the nodes."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ray") as folder:  # a short path: it holds sockets
        options = ("--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats")
        head = ("--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}")
        nodes = [_start({}, *head, *options)]
        try:
            address = f"127.0.0.1:{port}"
            _wait(lambda: _answers(port), nodes)
            nodes.append(_start(environment, f"--address={address}", *options))
            _wait(lambda: len(_nodes(address)) == len(nodes), nodes)
            yield address, nodes
        finally:
            for node in reversed(nodes):
                node.terminate()  # `ray start --block` ends what it has started
                node.wait()


def _start(environment: dict[str, str], *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *arguments]
    return subprocess.Popen(
        command,
        env={**os.environ, **TOKEN, **FULL, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _wait(ready: Callable[[], bool], nodes: list[subprocess.Popen[bytes]]) -> None:
    until = time.monotonic() + PATIENCE
    while not ready():
        if time.monotonic() > until or any(node.poll() is not None for node in nodes):
            raise RuntimeError("the Ray cluster of the test does not start")
        time.sleep(0.5)


def _answers(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


def _nodes(address: str) -> list[str]:
    code = (
        "import ray, sys\nray.init(sys.argv[1], logging_level='ERROR', log_to_driver=False)\n"
        "print(*[node['NodeID'] for node in ray.nodes() if node['Alive']])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, address],
        env={**os.environ, **TOKEN}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.split()


def ray_workers(task: str = "_run") -> list[int]:
    """Processes of this cluster that run a task of this name now; of no other cluster here."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = TOKEN["RAY_AUTH_TOKEN"].encode() in (process / "environ").read_bytes()
            if is_ours and (process / "cmdline").read_bytes().startswith(f"ray::{task}".encode()):
                found.append(int(process.name))
        except OSError:  # it has ended, or is of another user
            continue
    return found


def play(folder: Path, finished: Any = None, **how: Any) -> str:
    """The tournament's digest. finished: called after each pairing; how: jobs, cluster."""
    store = ResultsStore(PlayConfig(games=GAMES, scenario="teaching", folder=folder, **how))
    store.play_missing(PAIRS, finished)
    games = "".join(digest for pair in PAIRS for digest in store.games(pair).digests)
    return hashlib.sha256(games.encode()).hexdigest()[:16]


class Killer:
    """Kills one process once, with the signal 9, when a pairing has just been finished."""

    def __init__(self, processes: Callable[[], list[int]]) -> None:
        self._processes = processes
        self.killed: list[int] = []

    def __call__(self, count: int) -> None:
        for process in self._processes()[: 1 - len(self.killed)]:
            os.kill(process, signal.SIGKILL)
            self.killed.append(process)


def local_workers() -> list[int]:
    return [worker.pid for worker in active_children() if worker.pid]


def digests(folder: Path, address: str) -> Iterator[tuple[str, str, int]]:
    """Of each way to play: its name, the tournament's digest, how many processes were killed."""
    ways: dict[str, tuple[dict[str, Any], Killer | None]] = {
        "serial": ({}, None),
        "two processes": ({"jobs": 2}, None),
        "two processes, one killed": ({"jobs": 2}, Killer(local_workers)),
        "Ray": ({"cluster": address}, None),
        "Ray, one process killed": ({"cluster": address}, Killer(ray_workers)),
    }
    for k, (name, (how, killer)) in enumerate(ways.items()):
        yield name, play(folder / str(k), killer, **how), len(killer.killed) if killer else 0


def main() -> None:
    os.environ.update(TOKEN)
    with two_nodes() as address, tempfile.TemporaryDirectory() as folder:
        for name, digest, killed in digests(Path(folder), address):
            print(f"{name:28} {digest}  killed: {killed}", flush=True)


if __name__ == "__main__":
    main()
