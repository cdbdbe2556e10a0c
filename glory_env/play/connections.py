"""Limits on connections, so that none of them can take the server from the others."""

from __future__ import annotations

import asyncio
from asyncio import Transport

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST = 200  # connections at a time, WebSockets included; a browser opens six
MOST_OF_ONE = 120  # of them from one address
HEAD_SECONDS = 5.0  # until the head of the first request is there
SECONDS = 30.0  # that a connection may stay open without a whole request being answered on it


class LimitedHTTP(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP, which waits for the rest of a request, and takes connections, without end.

    Where there is no place for a connection, the oldest one gives way that nothing is answered on,
    then the oldest of the others. A WebSocket takes over the connection with its first request, has
    limits of its own and never gives way: a page that is in stays in.
    """

    def connection_made(self, transport: Transport) -> None:
        super().connection_made(transport)
        self._opened = self.loop.time()
        if self._find_place():
            self.loop.call_later(HEAD_SECONDS, self._end_without_head)
            self.loop.call_later(SECONDS, self._end)
        else:
            self._close()

    @property
    def _is_idle(self) -> bool:
        """Whether nothing is being answered on it; the head of a request may not be there yet."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def _find_place(self) -> bool:
        """Whether there is a place, where need be that of another connection."""
        same = [one for one in self.connections if _address(one) == _address(self)]
        for crowd, most in ((same, MOST_OF_ONE), (self.connections, MOST)):
            if len(crowd) > most:
                others = [one for one in crowd if isinstance(one, LimitedHTTP) and one is not self]
                if not others:
                    return False
                min(others, key=lambda one: (not one._is_idle, one._opened))._close()
        return True

    def _close(self) -> None:
        self.connections.discard(self)
        self.transport.close()

    def _end_without_head(self) -> None:
        if self.transport.get_protocol() is self and self.cycle is None:
            self.transport.close()

    def _end(self) -> None:
        if self.transport.get_protocol() is not self:
            return
        if self._is_idle:
            self.transport.close()
        else:  # in the middle of an answer
            self.loop.call_later(SECONDS, self._end)


def _address(protocol: asyncio.Protocol) -> str | None:
    """Of the client, None where it has none (a socket of this machine alone)."""
    client = getattr(protocol, "client", None)
    return client[0] if client else None
