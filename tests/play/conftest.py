"""Fixtures of the tests of play: compiled scripts, and a game served to Chromium."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.warmup import compile_scripts
from glory_env.play.saves import Saves
from tests.play.browser import Served, Tab, served

# What the page would have kept from an earlier visit.
SETTINGS = {"language": "en", "theme": "light", "welcomed": True, "motion": "off"}


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """What play.py would compile and tell at its first start."""
    compile_scripts()


Open = Callable[..., Tab]


@pytest.fixture
def open_tab(chromium: Any, tmp_path: Path) -> Iterator[Open]:
    """Serves a teaching game and opens it; afterwards no tab may have had an error."""
    servers: list[Any] = []
    tabs: list[Tab] = []

    def start(
        *,
        size: tuple[int, int] = (1280, 720),
        at: Served | None = None,
        settings: dict[str, Any] | None = None,
        query: str = "",
        session: GlorySession | None = None,
        browser: dict[str, Any] | None = None,
        **game: Any,
    ) -> Tab:
        if at is None:
            given = {"scenario": "teaching", "seat": "navy", "partner": "withdraw_in_time", **game}
            saves = Saves(tmp_path / f"saves-{len(servers)}")
            server = served(Table(session or new_session(**given), saves))
            at = server.__enter__()
            servers.append(server)
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(viewport=viewport, **(browser or {}))
        tab = Tab(context, at, {**SETTINGS, **(settings or {})}, query)
        tabs.append(tab)
        if game.get("seat") != "watch":
            tab.my_turn()
        return tab

    yield start
    for tab in tabs:
        tab.page.context.close()
    for server in servers:
        server.__exit__(None, None, None)
    assert [problem for tab in tabs for problem in tab.problems] == []


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: GLORY_SCREENSHOTS=docs writes those of the documentation."""
    folder = Path(os.environ.get("GLORY_SCREENSHOTS", tmp_path / "pictures"))
    folder.mkdir(exist_ok=True)
    return folder
