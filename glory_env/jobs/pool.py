"""Jobs in processes of this machine: one that is killed is replaced, and its job tried again."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

from glory_env.jobs.attempt import Losses, Outcome, attempt, sendable

PATIENCE = 5.0  # seconds for a process to end before it is killed
KILLED = "its process was killed (out of memory? fewer --jobs need less)"


class Worker:
    """A process that runs one job at a time."""

    def __init__(self) -> None:
        # Spawned: a fork of a process that has run torch or compiled code may hang.
        context = get_context("spawn")
        self.pipe, end = context.Pipe()
        self._process = context.Process(target=_work, args=(end,), daemon=True)
        self._process.start()
        end.close()  # so that the pipe ends with the process

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.pipe.close()


def map_in_processes(
    function: Callable[[Any], Any], jobs: Sequence[Any], count: int, losses: Losses
) -> Generator[tuple[int, Any], None, None]:
    """Index and result of each job as they come, from at most `count` processes.

    All of them have ended when the iterator ends or is closed.
    """
    waiting = deque(range(len(jobs)))
    idle: list[Worker] = []
    busy: dict[Any, tuple[Worker, int]] = {}  # by the worker's pipe
    try:
        while waiting or busy:
            while waiting and len(busy) < count:
                worker = idle.pop() if idle else Worker()
                try:
                    worker.pipe.send((function, jobs[waiting[0]]))
                except OSError:  # killed while it was idle
                    worker.stop()
                else:
                    busy[worker.pipe] = worker, waiting.popleft()
            done: list[tuple[int, Any]] = []
            problem: Exception | None = None
            for pipe in wait(list(busy)):
                worker, index = busy[pipe]
                try:
                    outcome: Outcome = worker.pipe.recv()
                except (EOFError, OSError):
                    del busy[pipe]
                    worker.stop()
                    waiting.appendleft(index)
                    try:
                        losses.count(index, KILLED)
                    except Exception as error:
                        problem = error
                    continue
                del busy[pipe]
                idle.append(worker)
                if outcome.error:
                    problem = outcome.error
                else:
                    done.append((index, outcome.result))
            yield from done  # before any error: what is finished is kept
            if problem:
                raise problem
    finally:
        for worker in [*idle, *(worker for worker, _ in busy.values())]:
            worker.stop()


def _work(pipe: Connection) -> None:
    """Run jobs until the pipe ends."""
    # Ctrl-C is for the process that waits for the others; with that one gone they go, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, daemon=True).start()
    while True:
        try:
            function, job = pipe.recv()
        except (EOFError, OSError):
            return
        except Exception as error:  # the function cannot be imported here
            outcome = Outcome(error=sendable(error))
        else:
            outcome = attempt(function, job)
        try:
            pipe.send(outcome)
        except (BrokenPipeError, ConnectionError):
            return
        except Exception as error:  # the result cannot be pickled
            pipe.send(Outcome(error=sendable(error)))


def _follow() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
