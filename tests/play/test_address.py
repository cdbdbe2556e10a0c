"""Where the page is and who may enter: hosts, origins, tokens, ports, files."""

from __future__ import annotations

import re
import socket

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from glory_env.play import server
from glory_env.play.server import NO_TOKEN, check_address, make_app, own_addresses, serve
from tests.play.pages import ADDRESS, new_table


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


def enters(table, address: str = ADDRESS, token: str | None = None, **headers: str) -> bool:
    with TestClient(make_app(table, token), base_url="http://127.0.0.1:8765") as client:
        try:
            with client.websocket_connect(address, headers=headers) as page:
                return page.receive_json()["type"] == "hello"
        except WebSocketDisconnect:
            return False


def test_only_the_own_page_enters(table):
    assert enters(table)
    assert enters(table, origin="http://127.0.0.1:8765")
    assert enters(table, "ws://localhost:8765/ws", origin="http://localhost:8765")
    assert not enters(table, origin="http://evil.example")
    assert not enters(table, origin="http://127.0.0.1:9999")
    assert not enters(table, origin="null")
    # A foreign name that leads to this machine brings a matching origin along.
    assert not enters(table, "ws://evil.example:8765/ws", origin="http://evil.example:8765")
    assert not enters(table, "ws://evil.example:8765/ws")


def test_with_a_token_only_who_knows_it_enters(table):
    far = "ws://192.168.0.7:8765/ws"
    assert not enters(table, far, token="secret")
    assert not enters(table, far + "?token=wrong", token="secret")
    assert not enters(table, ADDRESS, token="secret")
    assert enters(table, far + "?token=secret", token="secret")
    assert not enters(table, far + "?token=secret", token="secret", origin="http://evil.example")


def closed_with(table, address: str, token: str | None = None, **headers: str) -> int:
    """The code with which a page is turned away."""
    with (
        TestClient(make_app(table, token), base_url="http://127.0.0.1:8765") as client,
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(address, headers=headers) as page,
    ):
        page.receive_json()
    return closed.value.code


def test_a_page_without_the_token_gets_a_message(table):
    """And hears nothing of the game; a foreign one is turned away before it is in."""
    far = "ws://192.168.0.7:8765/ws"
    for address in (far, far + "?token=wrong", far + "?token=", ADDRESS):
        assert closed_with(table, address, "secret") == NO_TOKEN
    assert closed_with(table, far + "?token=secret", "secret", origin="http://evil.example") == 1008
    assert closed_with(table, far, "secret", origin="http://evil.example") == 1008
    assert closed_with(table, far) == 1008


@pytest.mark.parametrize("token", [None, "secret"])
def test_an_origin_that_is_no_address_is_refused(table, token):
    address = ADDRESS + "?token=secret"
    assert closed_with(table, address, token, origin="http://[") == 1008
    assert closed_with(table, ADDRESS, host="[") == 1008


def test_another_host_needs_a_token(table):
    with pytest.raises(ValueError, match="give a --token"):
        serve(table, "0.0.0.0", 0, None, opens=False)
    check_address("0.0.0.0", "secret")
    check_address("127.0.0.1", None)


def test_a_port_that_is_taken_is_named(table):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"--port {port}"):
            serve(table, "127.0.0.1", port, None, opens=False)


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_does_not_exist_is_named(table, port):
    with pytest.raises(ValueError, match=f"--port {port}: expected 0 to 65535"):
        serve(table, "127.0.0.1", port, None, opens=False)


class Idle:
    """In place of uvicorn's server: ends at once."""

    def __init__(self, config: object) -> None:
        pass

    def run(self, sockets: list[socket.socket]) -> None:
        sockets[0].close()


def test_the_addresses_for_other_machines_are_printed_and_let_in(table, capsys, monkeypatch):
    monkeypatch.setattr(server.uvicorn, "Server", Idle)
    monkeypatch.setattr(server, "own_addresses", lambda family: ["192.168.0.7"])
    serve(table, "0.0.0.0", 0, "sec ret", opens=False)
    here, there = capsys.readouterr().out.splitlines()
    assert re.search(r"http://127\.0\.0\.1:\d+/\?token=sec%20ret ", here)
    [port] = re.findall(r"http://192\.168\.0\.7:(\d+)/\?token=sec%20ret$", there)
    far = f"192.168.0.7:{port}"
    assert enters(table, f"ws://{far}/ws?token=sec%20ret", "sec ret", origin=f"http://{far}")
    serve(table, "127.0.0.1", 0, None, opens=False)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_own_addresses_are_found_without_a_network(monkeypatch):
    class Cut(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("network is unreachable")

    known = [(0, 0, 0, "", (name, 0)) for name in ("127.0.1.1", "10.0.0.4", "10.0.0.4")]
    assert all(not name.startswith("127.") for name in own_addresses(socket.AF_INET))
    monkeypatch.setattr(server.socket, "socket", Cut)
    monkeypatch.setattr(server.socket, "getaddrinfo", lambda *_: known)
    assert own_addresses(socket.AF_INET) == ["10.0.0.4"]


def test_files_are_those_of_the_page_alone(table):
    with TestClient(make_app(table), base_url="http://127.0.0.1:8765") as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "default-src 'self'" in page.headers["content-security-policy"]
        for path in ("/../session.py", "/%2e%2e/session.py", "/..%2fsession.py", "//etc/passwd"):
            assert client.get(path).status_code == 404
