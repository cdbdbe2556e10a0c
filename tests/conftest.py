"""What all tests share: the plugins of pytest, and Chromium for the tests that look at a page.

Those are skipped with a reason where Playwright or Chromium is missing (Debian: apt-get install
chromium).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from pathlib import Path
from typing import Any

import pytest

# Of PyTorch, which is not loaded yet: of batches as small as those of tests more threads only wait
# for each other, and every worker would have as many as there are cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# OpenSpiel brings absl, which keeps the error stream that it finds when it is loaded and closes it
# when logging is set up anew, as by a web server: pytest's capture, for all tests that follow.
with suppress(ImportError), redirect_stderr(sys.__stderr__):
    import absl.logging  # noqa: F401

pytest_plugins = ["tests.compile_first", "tests.cpu_seconds"]
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """Where Chromium is; None where it is not installed."""
    return CHROMIUM if Path(CHROMIUM).exists() else shutil.which("chromium")


@contextmanager
def browsing() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright  # optional

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium for all browser tests."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if chromium_path() is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with browsing() as browser:
        yield browser
