"""Jobs in this process and in others: results, errors, killed processes, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from glory_env.cli.main import main
from glory_env.core.installed import advice
from glory_env.jobs import TRIES, Engine, LostJob
from glory_env.jobs.pool import Worker

BOTH = pytest.mark.parametrize("processes", [1, 2])


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 2:
        raise ValueError(f"{number}: expected another number")
    return number


class OddError(Exception):
    """Does not survive pickling: it is made with two arguments, and keeps one."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


def fail_oddly(number: int) -> int:
    raise OddError("odd", "its words stay")


def unsendable(number: int) -> Any:
    return lambda: number


def die(folder: str) -> int:
    """Killed as often as there are files to take away."""
    for file in Path(folder).iterdir():
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def sleep(place: str) -> None:
    Path(place, str(os.getpid())).touch()
    time.sleep(600)


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def deaths(folder: Path, count: int) -> str:
    """A job that is killed so often."""
    folder.mkdir()
    for k in range(count):
        (folder / str(k)).touch()
    return str(folder)


def results(engine: Engine, *arguments: Any) -> dict[int, Any]:
    with closing(engine.map(*arguments)) as found:
        return dict(found)


@BOTH
def test_every_job_gives_its_result(processes: int) -> None:
    numbers = list(range(7))
    found = results(Engine(processes), square, numbers)
    assert found == {k: k * k for k in numbers}
    assert results(Engine(processes), square, []) == {}
    assert not active_children()


@BOTH
def test_an_error_comes_out_as_it_is(processes: int) -> None:
    with pytest.raises(ValueError, match="another") as caught:
        results(Engine(processes), refuse, [0, 1, 2, 3])
    assert str(caught.value) == "2: expected another number"
    assert not active_children()


@pytest.mark.slow
def test_errors_and_results_that_cannot_be_sent_are_errors_with_words() -> None:
    with pytest.raises(RuntimeError, match="OddError: odd: its words stay"):
        results(Engine(2), fail_oddly, [1, 2])
    with pytest.raises(Exception, match="pickle"):
        results(Engine(2), unsendable, [1, 2])
    assert not active_children()


def test_a_killed_job_is_tried_again(tmp_path: Path) -> None:
    jobs = [deaths(tmp_path / "a", TRIES - 1), deaths(tmp_path / "b", 0)]
    found = results(Engine(2), die, jobs)
    assert set(found) == {0, 1}
    assert os.getpid() not in found.values()
    assert not active_children()


def test_a_job_that_is_killed_every_time_is_named(tmp_path: Path) -> None:
    jobs = [deaths(tmp_path / "a", TRIES), deaths(tmp_path / "b", 0)]
    with pytest.raises(LostJob, match=f"^job a: tried {TRIES} times, .*killed") as caught:
        results(Engine(2), die, jobs, lambda job: f"job {Path(job).name}")
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "a").iterdir()) == []  # all tries
    assert not active_children()


def test_a_process_that_is_killed_while_it_waits_costs_no_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each first job is done, then its process is killed; the next jobs need new ones."""
    monkeypatch.setattr("glory_env.jobs.attempt.TRIES", 1)
    made: list[Worker] = []
    begin = Worker.__init__

    def counted(self: Worker) -> None:
        begin(self)
        made.append(self)

    monkeypatch.setattr(Worker, "__init__", counted)
    with closing(Engine(2).map(pause, [0.0, 3.0, 0.0])) as found:
        assert next(found)[0] == 0
        idle = made[0]._process
        idle.kill()
        idle.join()
        assert {k for k, _ in found} == {1, 2}
    assert len(made) == 3


def pause(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_nothing_is_left_running_when_the_caller_stops(tmp_path: Path) -> None:
    with closing(Engine(2).map(pause, [0.0, 600.0, 600.0])) as found:
        assert next(found) == (0, 0.0)
        assert active_children()
    assert not active_children()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.parametrize("code", [130, -signal.SIGKILL])
def test_ctrl_c_and_a_killed_caller_leave_nothing_running(tmp_path: Path, code: int) -> None:
    program = (
        "import signal, sys\nfrom contextlib import closing\nfrom glory_env.jobs import Engine\n"
        "from tests.test_jobs import sleep\n"
        # Ignored where the tests run in the background, and then in this process, too.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try:\n"
        "    with closing(Engine(2).map(sleep, [sys.argv[1]] * 3)) as found: list(found)\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE) as run:
        until = time.monotonic() + 120
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        workers = [int(file.name) for file in tmp_path.iterdir()]
        assert len(workers) == 2
        if code == 130:
            os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to all of them
        else:
            run.kill()
        said = run.communicate(timeout=60)[1]
    assert run.returncode == code
    assert said == b""
    until = time.monotonic() + 30
    while any(map(runs, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [pid for pid in workers if runs(pid)]


def test_without_ray_a_cluster_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert (
        main(["study", "talk", "--games", "1", "--scenario", "teaching", "--cluster", "auto"]) == 2
    )
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"cluster auto: Ray is not installed: {advice('scale')}" in err
