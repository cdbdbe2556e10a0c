"""An entrant is checked in a process of its own, with limits on time, memory and what it writes.

Its code may leave, hang, or ask for all there is; whatever it does, what it has not passed is not
passed. These are limits for mistakes. They are no sandbox: who does not trust an entrant runs this
on a machine that holds nothing else.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench.submission import Finding, check

MOST_BYTES, MOST_FILES = 4 * 10**9, 10_000  # of a folder
MOST_WRITTEN = 10**9  # bytes of a file that the entrant writes
MESSAGE = 1_000_000  # bytes of a finding
STARTING = 600.0  # seconds for the process to begin
NO_VERDICT = "no verdict"
BEGINS, ENDS, ERROR = "begins", "ends", "error"  # said between the processes, beside findings


class Limits(NamedTuple):
    """minutes: for the whole check. memory: GB that the entrant takes beside the project itself."""

    minutes: float = 30.0
    memory: float = 16.0


def checked(folder: Path, scenario: str, limits: Limits) -> Iterator[Finding]:
    """What `submission.check` finds, and a finding that fails where it does not come to its end.

    AgentError, ValueError as of `submission.check`.
    """
    if too_large := _too_large(folder):
        yield Finding("size", False, too_large)
        return
    context = get_context("spawn")
    pipe, end = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(end, str(folder), scenario, limits))
    process.start()
    end.close()  # so that the pipe ends with the process
    try:
        until, why = time.monotonic() + STARTING, ""
        while not why:
            if not pipe.poll(max(until - time.monotonic(), 0)):
                why = f"it has not ended within {limits.minutes:g} minutes (--minutes)"
                break
            try:
                what, passed, says = json.loads(pipe.recv_bytes(MESSAGE))
            except (EOFError, OSError, ValueError, TypeError, RecursionError):
                process.join(5)
                why = _ending(process.exitcode)
                break
            if what == BEGINS:
                until = time.monotonic() + 60 * limits.minutes
            elif what == ENDS:
                return
            elif what == ERROR:
                raise AgentError(str(says))
            else:
                yield Finding(str(what), passed, str(says))
        yield Finding(NO_VERDICT, False, why)
    finally:
        _kill(process)
        pipe.close()


def _too_large(folder: Path) -> str:
    """Why a folder is not looked into; "" for one of a usual size. Nothing is read."""
    size = count = 0
    for file in folder.rglob("*"):
        with suppress(OSError):
            size, count = size + (file.stat().st_size if file.is_file() else 0), count + 1
        if size > MOST_BYTES or count > MOST_FILES:
            return f"expected at most {MOST_BYTES / 1e9:g} GB in {MOST_FILES:,} files"
    return ""


def _ending(code: int | None) -> str:
    """In words, of an exit code; below 0 it is the number of a signal."""
    if code is not None and code < 0:
        hint = " (out of memory?)" if -code in (signal.SIGABRT, 9) else ""
        return f"its process was ended by signal {-code}{hint}"
    return f"its process has ended by itself, with code {code}"


def _kill(process: Any) -> None:
    """The process, and those that it has started."""
    if process.is_alive() and hasattr(os, "killpg"):
        with suppress(OSError):
            if os.getpgid(process.pid) == process.pid:
                os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _work(end: Connection, folder: str, scenario: str, limits: Limits) -> None:
    """In the other process: findings as JSON, then ENDS. Its output goes to the error stream."""
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if hasattr(os, "setsid"):
        os.setsid()  # so that what it starts ends with it
    _limit(limits)

    def send(finding: Finding) -> None:
        end.send_bytes(json.dumps(finding).encode())

    send(Finding(BEGINS, None, ""))
    try:
        for finding in check(Path(folder), scenario):
            send(finding)
    except (ValueError, OSError) as error:
        send(Finding(ERROR, False, str(error)))
    send(Finding(ENDS, None, ""))


def _limit(limits: Limits) -> None:
    """Limits of the system, where it has them."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return
    seconds = int(60 * limits.minutes * (os.cpu_count() or 1)) + 60
    wanted = {
        "RLIMIT_CPU": seconds,  # in case nobody is left to end it
        "RLIMIT_AS": _taken() + int(limits.memory * 1e9),
        "RLIMIT_FSIZE": MOST_WRITTEN,
        "RLIMIT_CORE": 0,
    }
    for name, most in wanted.items():
        with suppress(ValueError, OSError):  # the system's own limit is lower, or there is none
            resource.setrlimit(getattr(resource, name), (most, most))


def _taken() -> int:
    """Bytes of address space that this process has, 0 where the system does not say."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
