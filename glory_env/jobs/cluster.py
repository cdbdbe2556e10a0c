"""Jobs on the machines of a Ray cluster. Ray comes with the extra `scale`.

Ray imports the functions on each machine, so the package has to be installed there, the same
version. Jobs are spread; what a job gives comes back as a value, and only the caller writes files.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from glory_env.core.installed import advice
from glory_env.jobs.attempt import Losses, Outcome, attempt

AUTO = "auto"
PATIENCE = 5.0  # seconds for the address to answer
QUEUED = 2  # jobs handed to Ray for each processor; the rest waits here
Versions = Callable[[], Mapping[str, str]]


class ClusterError(OSError):
    """The cluster cannot be used; one line that says why."""


class Cluster:
    """A Ray cluster at an address, HOST:PORT or auto: the one that this machine belongs to.

    versions, warm_up: as of `Engine`. ClusterError where Ray is not installed.
    """

    def __init__(self, address: str, versions: Versions, warm_up: Callable[[], object]) -> None:
        try:
            import ray
        except ImportError:
            raise ClusterError(
                f"cluster {address}: Ray is not installed: {advice('scale')}"
            ) from None
        self._ray, self._address = ray, address
        self._versions, self._warm_up = versions, warm_up

    def map(
        self, function: Callable[[Any], Any], jobs: Sequence[Any], losses: Losses
    ) -> Generator[tuple[int, Any], None, None]:
        """As `Engine.map`. When it ends or is closed, Ray ends what still runs."""
        ours = not self._ray.is_initialized()
        if ours:
            self._connect()
        running: dict[Any, int] = {}
        try:
            self._prepare()
            yield from self._map(function, jobs, losses, running)
        finally:
            for task in running:
                self._ray.cancel(task, force=True)
            if ours:
                self._ray.shutdown()

    def _connect(self) -> None:
        what = f"cluster {self._address}"
        if self._address != AUTO:
            _check_answers(self._address)
        try:
            with _quiet():
                self._ray.init(self._address, logging_level="ERROR", log_to_driver=False)
        except (OSError, RuntimeError, ValueError, self._ray.exceptions.RayError) as error:
            if "uthenticat" in f"{error} {error.__cause__}":
                raise ClusterError(
                    f"{what}: the token is missing or wrong: expected RAY_AUTH_MODE=token, and in "
                    "RAY_AUTH_TOKEN (or the file RAY_AUTH_TOKEN_PATH) the same token as its nodes"
                ) from None
            raise ClusterError(f"{what}: no Ray cluster: {_line(error)}") from None

    def _prepare(self) -> None:
        """Compare the machines with this one, then warm each up. ClusterError names a node."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        wanted = dict(self._versions())
        nodes = {
            node["NodeID"]: node["NodeManagerAddress"]
            for node in self._ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU")
        }
        if not nodes:
            raise ClusterError(f"cluster {self._address}: expected a node with a processor")

        def on_each(function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
            call = self._ray.remote(num_cpus=0, max_retries=2)(function)
            tasks = {
                node: call.options(
                    scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)
                ).remote(*arguments)
                for node in nodes
            }
            return {node: self._value(task, nodes[node]) for node, task in tasks.items()}

        for node, installed in on_each(_versions_of, self._versions).items():
            _check_same(wanted, installed, nodes[node])
        on_each(_call, self._warm_up)

    def _value(self, task: Any, node: str) -> Any:
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            raise ClusterError(
                f"node {node}: {_line(error)}; expected the same version of glory-env as here"
            ) from None

    def _map(
        self,
        function: Callable[[Any], Any],
        jobs: Sequence[Any],
        losses: Losses,
        running: dict[Any, int],
    ) -> Iterator[tuple[int, Any]]:
        # Tried again from here, as in processes: Ray's own tries have no bound without memory.
        call = self._ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(_run)
        waiting, wanted = deque(range(len(jobs))), dict(self._versions())
        while waiting or running:
            room = QUEUED * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < room:
                index = waiting.popleft()
                running[call.remote(function, jobs[index], self._versions, wanted)] = index
            (task,), _ = self._ray.wait(list(running), num_returns=1)
            index = running.pop(task)
            try:
                outcome: Outcome = self._ray.get(task)
            except self._ray.exceptions.RayError as error:
                if problem := self._full(error):
                    raise problem from None
                losses.count(index, f"it was lost: {_line(error)}")
                waiting.appendleft(index)
                continue
            if outcome.error:
                raise outcome.error
            yield index, outcome.result

    def _full(self, error: Exception) -> ClusterError | None:
        """Where there is no room for values on a node."""
        exceptions = self._ray.exceptions
        cause = getattr(error, "cause", None) or error
        if isinstance(cause, exceptions.ObjectStoreFullError | exceptions.OutOfDiskError):
            return ClusterError(
                f"cluster {self._address}: a node's object store is full ({_line(cause)}); ray "
                "start --object-store-memory gives it more, or free its disk"
            )
        return None


# --- on the machines -----------------------------------------------------------------------
def _versions_of(versions: Versions) -> dict[str, str]:
    return dict(versions())


def _call(function: Callable[[], object]) -> None:
    function()


def _run(
    function: Callable[[Any], Any], job: Any, versions: Versions, wanted: Mapping[str, str]
) -> Outcome:
    """A node that has joined since the start is compared with the caller here."""
    try:
        _check_same(wanted, versions(), socket.gethostname())
    except ClusterError as error:
        return Outcome(error=error)
    return attempt(function, job)


# --- errors --------------------------------------------------------------------------------
def _check_same(wanted: Mapping[str, str], installed: Mapping[str, str], node: str) -> None:
    for name, value in wanted.items():
        if installed.get(name) != value:
            raise ClusterError(
                f"node {node}: {name} {installed.get(name)}, expected {value} as on this machine: "
                "install the same version of glory-env on every node"
            )


def _check_answers(address: str) -> None:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ClusterError(f"cluster {address}: expected HOST:PORT or {AUTO}")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"cluster {address}: no Ray cluster answers there ({error})") from None


def _line(error: BaseException) -> str:
    """The last line of an error's text; Ray's begin with the remote traceback."""
    lines = [line.strip() for line in str(error.__cause__ or error).splitlines()]
    return next((line for line in reversed(lines) if line), type(error).__name__)


@contextmanager
def _quiet() -> Iterator[None]:
    """Ray's own lines about a connection, which its C++ code writes, do not come to stderr."""
    kept = os.dup(2)
    with tempfile.TemporaryFile() as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
