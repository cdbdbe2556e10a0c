"""Files that a stranger sends to the server: odd ones are refused, and nothing breaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from glory_env.play.server import make_app
from tests.attacks.loop import in_a_loop
from tests.play.pages import new_table

BASE = "http://127.0.0.1:8765"


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


def test_text_that_no_answer_can_hold_is_refused_in_words(table):
    """Half a pair of UTF-16: valid in JSON, but no text."""
    right = table.session.record.header
    agents = {"army": "\ud800", "navy": "person"}
    headers = [{**right, key: "\ud800"} for key in right] + [{**right, "agents": agents}]
    with TestClient(make_app(table), base_url=BASE) as http:
        for header in [*headers, {**right, "\ud800": 1}, {"\ud800": {}}]:
            answer = http.post("/games", content=json.dumps(header).encode() + b"\n")
            assert answer.status_code == 400, header
            assert answer.json()["detail"].startswith("file: line ")
        for name in ("%ed%a0%80", "%ff", "%00", "a" * 5000):
            assert http.get(f"/games/{name}.jsonl").status_code == 404


def test_a_client_that_goes_away_in_the_middle_is_forgotten(table):
    """Nothing is raised into the server's log, and nothing is kept."""
    frames: list[dict[str, Any]] = [
        {"type": "http.request", "body": b'{"format"', "more_body": True},
        {"type": "http.disconnect"},
    ]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "path": "/games", "raw_path": b"/games", "query_string": b"", "root_path": "",
        "scheme": "http", "headers": [(b"host", b"127.0.0.1:8765")],
        "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8765),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return frames.pop(0) if frames else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        pass

    in_a_loop(make_app(table)(scope, receive, send), 60)
    assert not list(table.saves.folder.glob("*"))
