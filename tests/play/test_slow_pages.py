"""Clients that do not read, or do not finish a request: nobody else waits for them."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from websockets.sync.client import connect

from glory_env.games.glory.play.table import Table
from glory_env.play import connections, server, socket_page
from tests.play.pages import FakePage, new_table

SMALL = 4096  # bytes of a socket's buffers, so that they are soon full


@contextmanager
def serving(table: Table) -> Iterator[int]:
    """The real server in a thread; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        running = server.new_server(table)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            running.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


class Socket:
    """A WebSocket as `FakePage` wants it; it does not wait longer than five seconds."""

    def __init__(self, port: int) -> None:
        self._context = connect(f"ws://127.0.0.1:{port}/ws", max_size=None)
        self._inner = self._context.__enter__()

    def receive_json(self) -> dict:
        return json.loads(self._inner.recv(timeout=5))

    def send_text(self, text: str) -> None:
        self._inner.send(text)

    def close(self) -> None:
        self._context.__exit__(None, None, None)


def deaf(port: int, *messages: dict) -> socket.socket:
    """A page that says something and never reads."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    client.settimeout(5)
    client.connect(("127.0.0.1", port))
    client.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    for message in messages:
        text = json.dumps(message).encode()
        head = struct.pack("!BB", 0x81, 0x80 | len(text)) + bytes(4)  # a mask of zeros
        client.sendall(head + text)
    return client


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path, seat="both", partner=None)


def play_some(port: int, exchanges: int = 20) -> None:
    """A page that reads, and is answered at once."""
    page_socket = Socket(port)
    try:
        page = FakePage(page_socket)
        page.until("state")
        for _ in range(exchanges):
            start = time.monotonic()
            page.choose()
            assert time.monotonic() - start < 2
    finally:
        page_socket.close()


def test_a_page_that_asks_and_never_reads_stops_nobody(table, monkeypatch):
    monkeypatch.setattr(socket_page, "PATIENCE", 1.0)
    with serving(table) as port:
        with deaf(port, *[{"type": "why_not", "box": "rangoon"}] * 400):
            play_some(port)
        assert wait_for(lambda: not table.pages)


@pytest.mark.slow
def test_pages_that_stop_reading_stop_nobody_and_are_dropped(table, monkeypatch):
    monkeypatch.setattr(socket_page, "PATIENCE", 1.0)
    with serving(table) as port, ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(deaf(port))
        assert wait_for(lambda: len(table.pages) == 6)
        play_some(port, 40)
        assert wait_for(lambda: not table.pages)
        play_some(port)


def test_a_page_that_reads_late_gets_everything_in_order(table):
    with serving(table) as port:
        page_socket = Socket(port)
        page = FakePage(page_socket)
        page.until("state")
        late_socket = Socket(port)
        for _ in range(10):
            page.choose()
        late = FakePage(late_socket)
        while late.last.get("state", {}).get("seq") != page.state["seq"]:
            late.hear()
        assert late.log == page.log
        for one in (page_socket, late_socket):
            one.close()


def test_half_a_request_is_not_waited_for(table, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS", 1.0)
    with serving(table) as port:
        page_socket = Socket(port)
        for text in ("", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "GET "):
            with socket.create_connection(("127.0.0.1", port), 5) as client:
                client.sendall(text.encode())
                assert client.recv(100) == b""
        page = FakePage(page_socket)  # which is older than that, and stays
        page.until("state")
        page.choose()
        page_socket.close()


def test_so_many_connections_and_no_more(table, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 3)
    with serving(table) as port:
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()

        def answer() -> bytes:
            with socket.create_connection(("127.0.0.1", port), 5) as client:
                try:
                    client.sendall(request)
                    return client.recv(15)
                except OSError:  # closed before it was asked
                    return b""

        waiting = [Socket(port) for _ in range(3)]  # pages that are in do not give way
        assert wait_for(lambda: answer() == b"")
        for client in waiting:
            client.close()
        assert wait_for(lambda: answer() == b"HTTP/1.1 200 OK")


def wait_for(condition) -> bool:
    """Whether that comes true within ten seconds."""
    end = time.monotonic() + 10
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
