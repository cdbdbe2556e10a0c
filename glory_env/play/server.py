"""The server of the page: static files, the catalogue and one WebSocket (docs/play_protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import mimetypes
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import uvicorn
from fastapi import FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.requests import HTTPConnection
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.requests import ClientDisconnect

from glory_env.play.budget import FILE, Budgets
from glory_env.play.connections import LimitedHTTP
from glory_env.play.error_messages import cut
from glory_env.play.messages import LARGEST
from glory_env.play.page_limits import Places, Refusals
from glory_env.play.people import Who, who
from glory_env.play.socket_page import SocketPage
from glory_env.play.table import GameTable
from glory_env.play.transfer import LARGEST as LARGEST_FILE
from glory_env.play.transfer import Transfer
from glory_env.play.two_pages import ONLOOKER
from glory_env.text import LANGUAGES, catalogue

PAGE = Path(__file__).parent.parent / "page"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
HOST, PORT = "127.0.0.1", 8765
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # no address to open: this machine's own is
OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # of nobody (RFC 5737)
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address may hold the token
}
NO_TOKEN = 4403  # the WebSocket's close code where the token is missing or wrong
NO_SEAT = 4404  # where the address has the word of a seat that is none of this game's
FULL = 1013  # where there is no place to look on: try again later
UPLOAD_SECONDS = 60.0  # for the body of a game
MOST_HELD = 64 * LARGEST  # bytes of a frame beyond which the connection is closed


def make_app(table: GameTable[Any], token: str | None = None, host: str = HOST) -> FastAPI:
    """The application: `/ws` is the game, all else a file of the page.

    token: what a page has to bring; host: the one that was asked for, besides this machine's own
    names. With a token every host name is taken, since everybody who knows the token may come.
    """
    mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise

    @contextlib.asynccontextmanager
    async def until_the_end(_: FastAPI) -> AsyncIterator[None]:
        yield
        await table.close()

    budgets, places, refusals = Budgets(), Places(), Refusals()
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=until_the_end)

    @app.middleware("http")
    async def add_headers(
        request: Request, go_on: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await go_on(request)
        response.headers.update(HEADERS)
        return response

    @app.websocket("/ws")
    async def play(websocket: WebSocket) -> None:
        if not is_own_page(websocket, token, host):
            await websocket.close(1008)  # before it opens: HTTP 403
            return
        seat = seat_of(websocket, table)
        if not has_token(websocket, token):
            await refusals.tell(websocket, NO_TOKEN)
            return
        if seat == ONLOOKER and websocket.query_params.get("seat"):
            await refusals.tell(websocket, NO_SEAT)
            return
        with places.taken(seat) as is_free:
            if not is_free:
                await refusals.tell(websocket, FULL)
                return
            await websocket.accept()
            budget = budgets.of_page(seat)
            page = SocketPage(websocket, language_of(websocket), budget, seat, who_of(websocket))
            await page.serve(table)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has closed itself
            await websocket.close(1011)

    @app.get("/text/{language}.json")
    def text(language: str) -> Response:
        if language not in LANGUAGES:
            raise HTTPException(404)
        return Response(_sentences(language), media_type="application/json")

    def check_page(request: Request) -> None:
        """HTTPException 403 for other pages than this one's, and without the token."""
        if not is_own_page(request, token, host) or not has_token(request, token):
            raise HTTPException(403)

    if table.transfer is not None:
        add_files(app, table, table.transfer, check_page, budgets)

    @app.get("/")
    def index() -> Response:
        return FileResponse(PAGE / table.page)

    app.mount("/", StaticFiles(directory=PAGE, html=True))
    return app


def add_files(
    app: FastAPI,
    table: GameTable[Any],
    transfer: Transfer,
    check_page: Callable[[Request], None],
    budgets: Budgets,
) -> None:
    """Games as files: download and upload. check_page: HTTPException for other pages."""
    reading = asyncio.Lock()  # one file at a time: each keeps the processor busy for a while

    @app.get("/games/{name}.jsonl")
    async def download(request: Request, name: str, line: int | None = None) -> Response:
        check_page(request)
        await budgets.shared(seat_of(request, table)).spend(FILE)
        try:
            async with reading:
                data = await asyncio.to_thread(transfer.game_file, name, line)
        except ValueError as error:
            raise HTTPException(404, in_utf8(error)) from None
        part = "" if line is None else f"-{line + 1}"
        kept = {"Content-Disposition": f'attachment; filename="{name}{part}.jsonl"'}
        return Response(data, media_type="application/jsonl", headers=kept)

    @app.post("/games")
    async def upload(request: Request) -> Response:
        check_page(request)
        if seat_of(request, table) == ONLOOKER:
            raise HTTPException(403, "who only looks on sends no games")
        try:
            transfer.check_room()
            data = await asyncio.wait_for(_body(request), UPLOAD_SECONDS)
            async with reading:
                transfer.check_room()
                name, is_over = await asyncio.to_thread(transfer.take_in, data)
        except TimeoutError:
            raise HTTPException(408, f"expected the game within {UPLOAD_SECONDS:g} s") from None
        except OSError as error:
            raise HTTPException(507, error.strerror or str(error)) from None
        except ValueError as error:
            raise HTTPException(400, in_utf8(error)) from None
        return JSONResponse({"name": name, "over": is_over})


def in_utf8(error: Exception) -> str:
    """What an error says, as an answer can hold it: half a UTF-16 pair of a file is no text."""
    return cut(str(error)).encode(errors="backslashreplace").decode()


@functools.cache
def _sentences(language: str) -> bytes:
    """The catalogue as JSON."""
    return bytes(JSONResponse(catalogue(language)).body)


async def _body(request: Request) -> bytes:
    """What a page sends; HTTPException 413 for too much."""
    data = bytearray()
    with contextlib.suppress(ClientDisconnect):  # what has come is no game then
        async for chunk in request.stream():
            data += chunk
            if len(data) > LARGEST_FILE:
                raise HTTPException(413, f"expected at most {LARGEST_FILE} bytes")
    return bytes(data)


def language_of(websocket: WebSocket) -> str:
    """The language a page asks for; English where that is not known."""
    language = websocket.query_params.get("language", "en")
    return language if language in LANGUAGES else "en"


def who_of(websocket: WebSocket) -> Who:
    """What the page's link says of its person; nothing where the words cannot be kept."""
    return who(*(websocket.query_params.get(name, "") for name in Who._fields))


def seat_of(websocket: HTTPConnection, table: GameTable[Any]) -> str | None:
    """The seat that the page's link is for, where two people play apart; else None."""
    word = websocket.query_params.get("seat", "")
    return None if table.apart is None else table.apart.seat_of(word)


def is_own_page(websocket: HTTPConnection, token: str | None, host: str) -> bool:
    """Whether host and origin are right. A client without an origin is no page."""
    asked = websocket.headers.get("host", "")
    origin = websocket.headers.get("origin")
    try:
        if origin is not None and urlsplit(origin).netloc != asked:
            return False
        return token is not None or urlsplit(f"//{asked}").hostname in (*LOOPBACK, host)
    except ValueError:  # no address at all
        return False


def has_token(websocket: HTTPConnection, token: str | None) -> bool:
    """Whether the page has brought the token, if there is one."""
    brought = websocket.query_params.get("token", "")
    return token is None or secrets.compare_digest(brought.encode(), token.encode())


def check_address(host: str, token: str | None, port: int = PORT) -> None:
    """ValueError where others could come in without a token, or there is no such port."""
    if not 0 <= port <= 65535:
        raise ValueError(f"--port {port}: expected 0 to 65535")
    if token is None and host not in LOOPBACK:
        raise ValueError(f"--host {host}: others can come in there: give a --token")
    if token == "":
        raise ValueError("--token: expected some text")


def own_addresses(family: socket.AddressFamily) -> list[str]:
    """This machine's addresses for others in its network; none where it is in no network."""
    addresses: list[str] = []
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((OUTSIDE[family], 9))  # sends nothing: it only picks the way out
        addresses.append(probe.getsockname()[0])
    if not addresses:  # no way out, perhaps a network all the same
        with contextlib.suppress(OSError):
            own = socket.getaddrinfo(socket.gethostname(), None, family)
            addresses += dict.fromkeys(str(one[4][0]) for one in own)
    return [address for address in addresses if not ip_address(address).is_loopback]


def serve(
    table: GameTable[Any],
    host: str = HOST,
    port: int = PORT,
    token: str | None = None,
    opens: bool = True,
    seat: str | None = None,
) -> None:
    """Serve until ctrl-C; prints the address and opens it. ValueError, OSError on bad input.

    seat: where two people play apart the one that is played on this machine.
    """
    check_address(host, token, port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise OSError(f"--host {host} --port {port}: {error.strerror or error}") from None

    def address_of(name: str, seat: str | None = None) -> str:
        shown = f"[{name}]" if ":" in name else name
        words = {"token": token, "seat": table.apart.keys[seat] if table.apart and seat else None}
        given = {key: word for key, word in words.items() if word is not None}
        query = urlencode(given, quote_via=quote)
        return f"http://{shown}:{listening.getsockname()[1]}/{'?' if query else ''}{query}"

    address = address_of(EVERYWHERE.get(host, host), seat)
    print(
        f"{table.title} is on the table: {address} (ctrl-C ends; games are in {table.saves.folder})"
    )
    others = (own_addresses(family) or [socket.gethostname()]) if host in EVERYWHERE else []
    if table.apart is None:
        for name in others:
            print(f"From another machine: {address_of(name)}")
    else:
        for name in others or [host]:
            for one in table.apart.keys:
                seat_link = f"Link of the {one.capitalize()}, for who plays it alone"
                print(f"{seat_link}: {address_of(name, one)}")
            print(f"Link to look on: {address_of(name)}")
    if opens:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    new_server(table, host, token).run(sockets=[listening])


def new_server(table: GameTable[Any], host: str = HOST, token: str | None = None) -> uvicorn.Server:
    """The web server, with limits on what a client can hold."""
    config = uvicorn.Config(
        make_app(table, token, host), log_level="warning", http=LimitedHTTP, ws="auto",
        ws_max_size=MOST_HELD, timeout_graceful_shutdown=2,
    )  # fmt: skip
    return uvicorn.Server(config)
