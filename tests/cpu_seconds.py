"""`--long-tests SECONDS`: at the end, the tests without the mark `slow` that took more CPU time.

CPU time of a test is that of its process and of the children it has waited for. What it is the
first to import or to load counts too, so one that is a little too long may be no fault of its own.
PyTorch alone is loaded before all tests.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

NAME = "cpu_seconds"
_START = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long-tests", type=float, metavar="SECONDS",
        help="list the tests without the mark slow that take more CPU time",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    limit = config.getoption("long_tests")
    if limit is not None:
        config.pluginmanager.register(LongTests(limit))


def cpu_seconds() -> float:
    """What this process has taken so far, with children that have ended, in seconds."""
    return sum(os.times()[:4])


@cache
def load_torch() -> None:
    with suppress(ImportError):
        import torch  # noqa: F401


class LongTests:
    """Measures in the process that runs a test, counts in the one that reports."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._taken: list[float] = []
        self._long: list[tuple[float, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        load_torch()
        item.stash[_START] = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Iterator[pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((NAME, cpu_seconds() - item.stash[_START]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, seconds in report.user_properties:
            if name == NAME and report.when == "teardown":
                self._taken.append(seconds)
                if seconds > self._limit and "slow" not in report.keywords:
                    self._long.append((seconds, report.nodeid))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"without the mark slow, above {self._limit:g} CPU seconds")
        for seconds, test in sorted(self._long, reverse=True):
            terminalreporter.write_line(f"{seconds:6.1f}  {test}")
        terminalreporter.write_line(
            f"{len(self._long)} of {len(self._taken)} tests; "
            f"all tests took {sum(self._taken):.0f} CPU seconds"
        )
