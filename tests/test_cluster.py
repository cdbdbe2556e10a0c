"""Jobs on a cluster of two nodes on this machine: the same games, one line for what is wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from glory_env.jobs import TRIES, Engine, LostJob
from glory_env.jobs.cluster import ClusterError
from tests import cluster
from tests.test_jobs import deaths, die, refuse, square

pytestmark = pytest.mark.slow

if find_spec("ray") is None:  # importing it would fix the token
    pytest.skip("Ray is not installed: pip install -e '.[scale]'", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("the test looks for Ray's processes in /proc", allow_module_level=True)

OTHER = "GLORY_TEST_VERSION"  # set on the second node alone


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in cluster.TOKEN.items():
            patch.setenv(name, value)
        with cluster.two_nodes(**{OTHER: "2"}) as address:
            yield address


def results(engine: Engine, *arguments: Any) -> dict[int, Any]:
    with closing(engine.map(*arguments)) as found:
        return dict(found)


def nodes_own() -> dict[str, str]:
    return {"version": os.environ.get(OTHER, "1")}


def large(size: int) -> bytes:
    return bytes(size)


def wait_for_ever(folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)


def command(address: str, **environment: str) -> tuple[int, str]:
    """What `glory study talk` on the cluster gives: its code and what it says of what is wrong."""
    words = ["--games", "1", "--scenario", "teaching", "--cluster", address]
    done = subprocess.run(
        [sys.executable, "-m", "glory_env.cli.main", "study", "talk", *words],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


def test_a_tournament_is_the_same_in_every_way(address: str, tmp_path: Path) -> None:
    played = list(cluster.digests(tmp_path, address))
    assert len({digest for _, digest, _ in played}) == 1, played
    assert [killed for _, _, killed in played] == [0, 0, 1, 0, 1]
    assert not cluster.ray_workers()


def test_a_killed_job_is_tried_again_and_named_when_it_never_ends(
    address: str, tmp_path: Path
) -> None:
    engine = Engine(cluster=address)
    assert results(engine, square, range(5)) == {k: k * k for k in range(5)}
    jobs = [deaths(tmp_path / "a", TRIES - 1), deaths(tmp_path / "b", 0)]
    assert set(results(engine, die, jobs)) == {0, 1}
    jobs = [deaths(tmp_path / "c", TRIES), deaths(tmp_path / "d", 0)]
    with pytest.raises(LostJob, match=f"^job c: tried {TRIES} times, ") as caught:
        results(engine, die, jobs, lambda job: f"job {Path(job).name}")
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "c").iterdir()) == []  # all tries


def test_an_error_of_a_job_comes_out_as_it_is(address: str) -> None:
    with pytest.raises(ValueError, match="another") as caught:
        results(Engine(cluster=address), refuse, [2])
    assert str(caught.value) == "2: expected another number"


def test_a_node_with_another_version_is_named(address: str) -> None:
    with pytest.raises(ClusterError, match=r"^node .*: version 2, expected 1 as") as caught:
        results(Engine(cluster=address, versions=nodes_own), square, [1])
    assert "\n" not in str(caught.value)


def test_a_full_object_store_is_one_line(address: str) -> None:
    with pytest.raises(ClusterError, match="object store is full") as caught:
        results(Engine(cluster=address), large, [3 * 10**8])
    assert "\n" not in str(caught.value)


def test_the_address_or_the_token_is_wrong(address: str) -> None:
    wrong = {"RAY_AUTH_TOKEN": "0" * 64}
    free = f"127.0.0.1:{cluster.free_port()}"
    for place, environment, words in (
        (address, wrong, "the token is missing or wrong"),
        (address, {"RAY_AUTH_TOKEN": ""}, "the token is missing or wrong"),
        (free, {}, f"cluster {free}: no Ray cluster answers there"),
        ("nowhere", {}, "cluster nowhere: expected HOST:PORT or auto"),
    ):
        code, said = command(place, **environment)
        assert (code, said.count("\n")) == (2, 1), said
        assert words in said


def test_ctrl_c_leaves_nothing_running(address: str, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom contextlib import closing\nfrom glory_env.jobs import Engine\n"
        "from tests.test_cluster import wait_for_ever\n"
        "engine = Engine(cluster=sys.argv[1])\n"
        "try:\n"
        "    with closing(engine.map(wait_for_ever, [sys.argv[2]] * 3)) as found: list(found)\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, address, str(tmp_path)]) as run:
        until = time.monotonic() + 120
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        started = {int(file.name) for file in tmp_path.iterdir()}
        assert len(started) == 2
        assert started <= set(cluster.ray_workers())
        run.send_signal(signal.SIGINT)
        assert run.wait(60) == 130
    until = time.monotonic() + 30
    while started & set(cluster.ray_workers()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not started & set(cluster.ray_workers())
