"""The server of the page: static files and one WebSocket (docs/play_protocol.md)."""

from __future__ import annotations

import mimetypes
import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from urllib.parse import quote, urlsplit

import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.staticfiles import StaticFiles

from glory_env.play.messages import LARGEST
from glory_env.play.table import Table

PAGE = Path(__file__).parent / "page"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
HOST, PORT = "127.0.0.1", 8765
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address may hold the token
}
MOST_HELD = 64 * LARGEST  # bytes of a frame beyond which the connection is closed


class SocketPage:
    """A page at the other end of a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        await self._socket.send_text(text)


def make_app(table: Table, token: str | None = None, host: str = HOST) -> FastAPI:
    """The application: `/ws` is the game, all else a file of the page.

    token: what a page has to bring; host: the one that was asked for, besides this machine's own
    names. With a token every host name is taken, since whoever knows the token may come.
    """
    mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    @app.middleware("http")
    async def add_headers(request: Request, go_on) -> Response:
        response = await go_on(request)
        response.headers.update(HEADERS)
        return response

    @app.websocket("/ws")
    async def play(websocket: WebSocket) -> None:
        if not may_enter(websocket, token, host):
            await websocket.close(1008)
            return
        await websocket.accept()
        page = SocketPage(websocket)
        try:
            await table.join(page)
            while True:
                await table.hear(page, await _text(websocket))
        except (WebSocketDisconnect, RuntimeError):  # the latter: gone while we were sending
            pass
        finally:
            table.leave(page)

    app.mount("/", StaticFiles(directory=PAGE, html=True))
    return app


async def _text(websocket: WebSocket) -> str:
    """The next frame as text; a binary one is no message of ours."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    return frame.get("text") or ""


def may_enter(websocket: WebSocket, token: str | None, host: str) -> bool:
    """Whether host, origin and token are right. A client without an origin is no page."""
    asked = websocket.headers.get("host", "")
    origin = websocket.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != asked:
        return False
    if token is not None:
        given = websocket.query_params.get("token", "")
        return secrets.compare_digest(given.encode(), token.encode())
    return _name(asked) in (*LOOPBACK, host)


def _name(netloc: str) -> str:
    """The host without its port."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


def check_address(host: str, token: str | None) -> None:
    """ValueError where others could come in without a token."""
    if token is None and host not in LOOPBACK:
        raise ValueError(f"--host {host}: others can come in there: give a --token")
    if token == "":
        raise ValueError("--token: expected some text")


def serve(
    table: Table, host: str = HOST, port: int = PORT, token: str | None = None, opens: bool = True
) -> None:
    """Serve until ctrl-C; prints the address and opens it. ValueError, OSError on bad input."""
    check_address(host, token)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise OSError(f"--host {host} --port {port}: {error.strerror or error}") from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    if token is not None:
        address += f"?token={quote(token)}"
    print(f"Glory is on the table: {address} (ctrl-C ends; games are in {table.saves.folder})")
    if opens:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        make_app(table, token, host), log_level="warning", ws="auto",
        ws_max_size=MOST_HELD, timeout_graceful_shutdown=2,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
