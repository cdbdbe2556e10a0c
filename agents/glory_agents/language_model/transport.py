"""One POST over the standard library's HTTP that ends at a deadline, whatever the other side does.

The time-outs of urllib, and of httpx or urllib3, begin anew with every read: an answer that drips
is never late. So a request runs in a thread of its own, and at the deadline its socket is shut.
"""

from __future__ import annotations

import socket
import time
import urllib.request
from contextlib import suppress
from threading import Thread
from typing import Any

MAX_BYTES = 1 << 24  # of an answer
PIECE = 1 << 16  # bytes of a read


class TooLong(ValueError):
    """An answer of more than MAX_BYTES."""


class _Request(urllib.request.Request):
    """A request that knows its sockets."""

    sockets: list[socket.socket]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What is sent goes to the address that was given, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Noting(urllib.request.AbstractHTTPHandler):
    """Notes the socket of each connection in its request."""

    def do_open(self, http_class: Any, req: Any, **given: Any) -> Any:
        class Noted(http_class):  # type: ignore[misc]
            def connect(self) -> None:
                super().connect()
                req.sockets.append(self.sock)

        return super().do_open(Noted, req, **given)


class _Http(_Noting, urllib.request.HTTPHandler):
    pass


class _Https(_Noting, urllib.request.HTTPSHandler):
    pass


class Transport:
    """is_local: the proxies of the environment are not for this host."""

    def __init__(self, is_local: bool) -> None:
        no_proxy = [urllib.request.ProxyHandler({})] if is_local else []
        self._opener = urllib.request.build_opener(_NoRedirect, _Http, _Https, *no_proxy)

    def post(self, url: str, body: bytes, headers: dict[str, str], seconds: float) -> bytes:
        """The body of the answer, as it is sent: no redirect is followed, nothing is unpacked.

        TimeoutError where it is not whole in time, TooLong, and whatever urllib raises.
        """
        request = _Request(url, body, headers)
        request.sockets = []
        outcomes: list[bytes | Exception] = []

        def run() -> None:
            try:
                outcomes.append(self._read(request, seconds))
            except Exception as error:
                outcomes.append(error)

        thread = Thread(target=run, daemon=True)
        thread.start()
        try:
            thread.join(seconds)
            if not outcomes:
                raise TimeoutError
        finally:
            if thread.is_alive():  # it ends with its socket
                for one in request.sockets:
                    with suppress(OSError):
                        one.shutdown(socket.SHUT_RDWR)
        if isinstance(outcomes[0], Exception):
            raise outcomes[0]
        return outcomes[0]

    def _read(self, request: _Request, seconds: float) -> bytes:
        end = time.monotonic() + seconds
        content = bytearray()
        with self._opener.open(request, timeout=seconds) as answer:
            while piece := answer.read1(PIECE):
                content += piece
                if len(content) > MAX_BYTES:
                    raise TooLong(f"more than {MAX_BYTES:,} bytes")
                if time.monotonic() > end:
                    raise TimeoutError
        return bytes(content)
