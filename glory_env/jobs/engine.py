"""The one way in which commands run jobs: here, in processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeVar

from glory_env.jobs.attempt import Losses
from glory_env.jobs.pool import map_in_processes

Job = TypeVar("Job")
Result = TypeVar("Result")


class Engine:
    """Runs jobs.

    processes: of this machine; with 1 everything runs in the caller's own process. cluster: address
    of a Ray cluster, HOST:PORT or auto, that runs them instead. versions: gives what must be equal
    on all its machines, name -> value; a function of a module, as is warm_up: called once on each
    machine before any job.
    """

    def __init__(
        self,
        processes: int = 1,
        cluster: str = "",
        versions: Callable[[], Mapping[str, str]] = dict,
        warm_up: Callable[[], object] = dict,
    ) -> None:
        self._processes, self._cluster = processes, cluster
        self._versions, self._warm_up = versions, warm_up

    def map(
        self,
        function: Callable[[Job], Result],
        jobs: Sequence[Job],
        name: Callable[[Job], str] = str,
    ) -> Generator[tuple[int, Result], None, None]:
        """Index and result of each job, in the order in which they finish.

        function: of a module, so that another process can import it; jobs and results can be
        pickled. An error that it raises comes out of the iterator, after the results that were
        there before. A job whose process is killed is tried again; LostJob, with the job's `name`,
        after TRIES times. ClusterError where the cluster cannot be used. Close the iterator
        (`contextlib.closing`) and nothing is left running.
        """
        losses = Losses(lambda k: name(jobs[k]))
        if self._cluster and jobs:
            from glory_env.jobs.cluster import Cluster  # Ray is an optional extra

            return Cluster(self._cluster, self._versions, self._warm_up).map(function, jobs, losses)
        if self._processes == 1 or len(jobs) < 2:
            return ((k, function(job)) for k, job in enumerate(jobs))
        return map_in_processes(function, jobs, self._processes, losses)
