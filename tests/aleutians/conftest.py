"""Fixtures of the tests of this game's page."""

from __future__ import annotations

import pytest

from tests.play.browser import Tab, served

from .at_a_table import SETTINGS


@pytest.fixture
def open_tab(chromium, tmp_path):
    """Serves a table and opens its page; afterwards it may have had no error."""
    servers, tabs = [], []

    def start(table, size=(1280, 760), state="person", browser=None, **settings):
        server = served(table)
        at = server.__enter__()
        servers.append(server)
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(viewport=viewport, **(browser or {}))
        tab = Tab(context, at, {**SETTINGS, **settings})
        tabs.append(tab)
        tab.page.wait_for_selector(f"body:is([data-waiting={state}], [data-waiting=cover])")
        return tab

    yield start
    for tab in tabs:
        tab.page.context.close()
    for server in servers:
        server.__exit__(None, None, None)
    assert [problem for tab in tabs for problem in tab.problems] == []
