"""Limits on connections, so that none of them can take the server from the others."""

from __future__ import annotations

from asyncio import Transport

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST = 200  # connections at a time, WebSockets included; a browser opens six
SECONDS = 30.0  # that a connection may stay open without a whole request being answered on it


class LimitedHTTP(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP, which waits for the rest of a request, and takes connections, without end.

    A WebSocket takes over the connection with its first request and has limits of its own.
    """

    def connection_made(self, transport: Transport) -> None:
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.close()
        else:
            self.loop.call_later(SECONDS, self._end)

    def _end(self) -> None:
        if self.transport.get_protocol() is not self:
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:  # in the middle of an answer
            self.loop.call_later(SECONDS, self._end)
