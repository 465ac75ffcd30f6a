"""Slow senders hold nobody up: whoever drips a request, or stops in the middle of it, is told so and let go (ASVS-60).

uvicorn itself waits for a request for as long as a byte comes now and then.
"""

from asyncio import Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from entrypoints.http.middleware.coalesced_write import OnePacket

#: From the first sign of a request, or of a connection, to the end of its headers.
HEADERS_WITHIN_SECONDS = 15.0
#: From there on the body has so long, and longer the more of it has come: a slow line is no drip.
BODY_WITHIN_SECONDS = 15.0
BODY_BYTES_PER_SECOND = 2048
_TOLD = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class PatientForSoLong(HttpToolsProtocol):
    """One connection; at every moment either a request of it is waited for, by a limit, or it is answered."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limit: Any = None
        self._came = 0
        self._began = 0.0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """A connection that never says a word is over as well."""
        super().connection_made(transport)
        self._wait(HEADERS_WITHIN_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side has gone, or was let go."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Any byte while nothing is answered begins a request, also the empty lines that the parser passes over."""
        if self._limit is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(HEADERS_WITHIN_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """From now on the body is waited for; where there is none, its end follows at once."""
        self._came, self._began = 0, self.loop.time()
        self._wait(BODY_WITHIN_SECONDS)
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = OnePacket(self.transport, self.loop)  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        """A part of the body has come."""
        self._came += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is here, and it is ours to be quick."""
        self._stop_waiting()
        self._began = 0.0
        super().on_message_complete()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(seconds, self._over)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _over(self) -> None:
        self._limit = None
        if self.transport.is_closing():
            return
        if (more := self._deserved()) > 0:
            self._wait(more)
            return
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(_TOLD)
        self.transport.close()

    def _deserved(self) -> float:
        """The seconds that a body has left, for what has come of it; while we don't read, it is not the sender."""
        if not self._began:
            return 0.0
        if self.flow.read_paused:
            return BODY_WITHIN_SECONDS
        until = self._began + BODY_WITHIN_SECONDS + self._came / BODY_BYTES_PER_SECOND
        return until - self.loop.time()
