"""Connections and uploads without a word of a link: they leave places for everybody else."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from glory_env.games.glory.play.messages import Chat
from glory_env.play import connections, page_limits, transfer
from glory_env.play.error_messages import LONGEST
from glory_env.play.page_limits import Places
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from tests.play.pages import FakePage, new_table, pages
from tests.play.test_apart import apart_table, both, opened
from tests.play.test_slow_pages import Socket, serving

HOST = "http://127.0.0.1:8765"


# --- connections ---------------------------------------------------------------------------
def get(port: int) -> bytes:
    """The first line of the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), 5) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        try:
            return client.recv(15)
        except OSError:
            return b""


@pytest.mark.parametrize("limit", ["MOST", "MOST_OF_ONE"])
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_half_open_requests_shut_nobody_out(
    limit: str, said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They give way, at once; pages that are in and who plays go on."""
    monkeypatch.setattr(connections, limit, 8)
    with serving(new_table(tmp_path, "both", None)) as port, ExitStack() as stack:
        page_socket = Socket(port)
        page = FakePage(page_socket)
        page.until("state")
        for _ in range(30):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            client.sendall(said)
        assert get(port) == b"HTTP/1.1 200 OK"
        page.choose()
        late_socket = Socket(port)
        FakePage(late_socket).until("state")
        for one in (page_socket, late_socket):
            one.close()


def test_who_only_looks_on_leaves_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_limits, "WATCHING", 2)
    free = Places()
    with free.taken(""), free.taken(""), free.taken("") as third, free.taken("army") as army:
        assert (third, army) == (False, True)
    with free.taken("") as again:
        assert again


def test_so_many_are_told_why_they_are_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A WebSocket that is told keeps its place until it has answered."""
    monkeypatch.setattr(page_limits, "REFUSED", 1)
    monkeypatch.setattr(page_limits, "WATCHING", 0)
    with serving(apart_table(tmp_path)) as port:
        with connect(f"ws://127.0.0.1:{port}/ws") as told:
            assert told.recv_streaming is not None
            with pytest.raises(Exception, match="1013"):
                told.recv(timeout=5)
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://127.0.0.1:{port}/ws").__enter__()


# --- uploads -------------------------------------------------------------------------------
def test_who_only_looks_on_sends_no_games(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with TestClient(make_app(table), base_url=HOST) as client:
        for query in ("", "?seat=", "?seat=guess"):
            assert client.post(f"/games{query}", content=b"{}").status_code == 403
        assert client.post(f"/games?seat={both(table)[0]}", content=b"{}").status_code == 400


@pytest.mark.parametrize(("limit", "value"), [("MOST", 3), ("MOST_BYTES", 20_000)])
def test_the_folder_does_not_grow_without_end(
    limit: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, limit, value)
    table = new_table(tmp_path, "both", None)
    table.session.choose({"army": 100, "navy": 100})
    table.session.save(tmp_path / "game.jsonl")
    data = (tmp_path / "game.jsonl").read_bytes()
    with TestClient(make_app(table), base_url=HOST) as client:
        codes = [client.post("/games", content=data).status_code for _ in range(30)]
        assert codes[0] == 200
        assert codes[-1] == 400
        assert "delete some" in client.post("/games", content=data).json()["detail"]
    files = [file.stat().st_size for file in tmp_path.glob("upload-*.jsonl")]
    assert len(files) == codes.count(200)
    assert len(files) <= transfer.MOST
    assert sum(files) <= transfer.MOST_BYTES + len(data)


# --- what is written and what is said of it ------------------------------------------------
@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("one\r\ntwo\u2028three\x85four", "one two three four"),
        ("\x1b[31mred\x07", "[31mred"),
        ("abc\u202edcba\u2066x\u2069", "abcdcbax"),
        ("\ufeff\u00ad tag\U000e0041", "tag"),
        ("\U0001f469\u200d\U0001f680 go", "\U0001f469\u200d\U0001f680 go"),
        ("こんにちは", "こんにちは"),
    ],
)
def test_a_line_of_the_chat_is_one_line_of_what_is_seen(words: str, kept: str) -> None:
    assert Chat(type="chat", words=words).words == kept


@pytest.mark.parametrize("words", ["\n", "\u202e", "\u200d ", "\x1b"])
def test_a_line_of_nothing_is_refused(words: str, tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, "") as [page]:
        assert page.ask("error", type="chat", words=words)["code"] == "malformed"
    assert not table.apart.chat


@pytest.mark.parametrize(
    "message",
    [
        {"type": "x" * 15_000},
        {"type": "look", "line": 0, "y" * 15_000: 1},
        {"type": "save", "name": "n" * 15_000},
        {"type": "new", "seat": "navy", "partner": "p" * 299},
        {"type": "new", "seat": "navy", "options": {"o" * 5_000: 1}},
        {"type": "new", "seat": "navy", "options": {"deadlock": "v" * 5_000}},
        {"type": "choose", "seq": 10**4000, "id": "c0"},
    ],
)
def test_errors_repeat_little(message: dict, tmp_path: Path) -> None:
    with pages(new_table(tmp_path, "both", None)) as [page]:
        answer = page.ask("error", **message)
        assert max(len(str(value)) for value in answer.values()) <= LONGEST + 10


def test_errors_of_files_repeat_little(tmp_path: Path) -> None:
    table = new_table(tmp_path, "both", None)
    with TestClient(make_app(table), base_url=HOST) as client:
        for answer in (
            client.get(f"/games/{'n' * 5_000}.jsonl"),
            client.post("/games", content=b'{"x": "' + b"y" * 5_000 + b'"}'),
        ):
            assert len(answer.json()["detail"]) <= LONGEST + 10


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(tmp_path, "both", None)

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with pages(table) as [page]:
        monkeypatch.setattr(table.session, "save", full)
        answer = page.ask("error", type="save", name="mine")
        assert answer["code"] == "not_saved"
        assert "No space left on device" in answer["words"]
        assert not Saves(tmp_path).path("mine").exists()
