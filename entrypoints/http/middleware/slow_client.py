"""Disconnects slow clients and those with endless heads (ASVS-60).

A client that sends a request byte by byte, or stops in the middle of it, gets an error and is disconnected. uvicorn
itself waits as long as a byte arrives now and then.
"""

from asyncio import Transport
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from entrypoints.http.middleware.coalesced_write import CoalescingTransport

# From the first byte of a request, or from the connection, to the end of its headers.
HEADERS_WITHIN_SECONDS = 15.0
# The limit of a body; it grows with the bytes received, so that a slow but steady connection is not cut.
BODY_WITHIN_SECONDS = 15.0
BODY_BYTES_PER_SECOND = 2048
# Of a head, or of what follows the last part of a body; the bytes that arrive at once come on top.
MAX_HEAD_BYTES = 64 * 1024
# The extensions of a request by which a response reaches its connection, and its number on it.
CONNECTION, NUMBER = "markaz.connection", "markaz.number"
# given to the parser for bytes that were read past it
_BLANK = memoryview(bytes(1024 * 1024))
_LAST_RESPONSE = b"HTTP/1.1 %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TIMEOUT_RESPONSE = _LAST_RESPONSE % b"408 Request Timeout"
_TOO_LARGE_RESPONSE = _LAST_RESPONSE % b"431 Request Header Fields Too Large"


class TimeoutProtocol(HttpToolsProtocol):
    """A connection with a time limit on every request that it receives.

    At every moment it either waits for a request, by a limit, or responds.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limit: Any = None
        self._came = 0
        self._head_bytes = 0
        self._began = 0.0
        self._stopping: Callable[[], None] | None = None
        self._number = 0
        self._direct = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Starts the limit: a connection that never sends anything is closed as well."""
        super().connection_made(transport)
        self._wait(HEADERS_WITHIN_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the limit when the connection is closed."""
        self._stop_waiting()
        self._stopping = None
        super().connection_lost(exc)

    def when_stopping(self, end: Callable[[], None]) -> None:
        """Sets the function that ends the present response when the server stops.

        A response without an end would hold up the server until its patience is over.
        """
        self._stopping = end

    def shutdown(self) -> None:
        """Closes the connection after its present response."""
        super().shutdown()
        if self._stopping is not None:
            self._stopping()

    def abort(self) -> None:
        """Drops the connection with what the client has not taken."""
        self.transport.abort()

    @property
    def body_bytes(self) -> int:
        """The bytes of the present body that were received."""
        return self._came

    def is_receiving(self, scope: Mapping[str, Any]) -> bool:
        """True until the body of this request has ended.

        A pipelined request is received while the one before it is served: then the bytes that arrive are not its own.
        """
        is_last = scope["extensions"][NUMBER] == self._number
        return is_last and bool(self.cycle.more_body) and not self.transport.is_closing()

    def begin_direct(self) -> bytes:
        """Stops reading; returns the bytes of the body that wait to be taken."""
        self.flow.pause_reading()
        waiting, self.cycle.body = bytes(self.cycle.body), bytearray()
        return waiting

    def end_direct(self, count: int) -> None:
        """Goes on reading, behind so many bytes that were read past the parser."""
        if self.transport.is_closing():
            return
        self._direct = True
        for at in range(0, count, len(_BLANK)):
            self.parser.feed_data(_BLANK[: min(len(_BLANK), count - at)])
        self._direct = False
        self.flow.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Starts the limit at any byte while no response is in progress.

        Empty lines, which the parser skips, count as well. A head of too many bytes is rejected: the parser would
        collect it in memory.
        """
        if self.cycle is None or self.cycle.response_complete:
            self.expect_request()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self._stop_waiting()
            self._disconnect(_TOO_LARGE_RESPONSE)

    def expect_request(self) -> None:
        """Starts the limit of a request whose first bytes have arrived, unless it runs."""
        self._unset_keepalive_if_required()
        if self._limit is None:
            self._wait(HEADERS_WITHIN_SECONDS)

    def stop_limits(self) -> None:
        """Stops the limits of a connection that is not served here any more."""
        self._unset_keepalive_if_required()
        self._stop_waiting()

    def on_headers_complete(self) -> None:
        """Starts the limit of the body; where there is none, its end follows at once."""
        self._came, self._began, self._head_bytes = 0, self.loop.time(), 0
        self._wait(BODY_WITHIN_SECONDS)
        before, self._stopping = self.cycle, None
        self._number += 1
        self.scope["extensions"] = {CONNECTION: self, NUMBER: self._number}  # type: ignore[dict-item]
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = CoalescingTransport(self.transport, self.loop)  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        """Records a received part of the body."""
        self._came += len(body)
        self._head_bytes = 0
        if not self._direct:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stops the limit: the request is complete."""
        self._stop_waiting()
        self._began, self._head_bytes = 0.0, 0
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
        self._disconnect(_TIMEOUT_RESPONSE)

    def _disconnect(self, response: bytes) -> None:
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(response)
        self.transport.close()

    def _deserved(self) -> float:
        """The seconds left for a body, by the bytes received so far.

        Time during which reading is paused does not count.
        """
        if not self._began:
            return 0.0
        if self.flow.read_paused:
            return BODY_WITHIN_SECONDS
        until = self._began + BODY_WITHIN_SECONDS + self._came / BODY_BYTES_PER_SECOND
        return until - self.loop.time()


def connection_of(scope: Mapping[str, Any]) -> TimeoutProtocol | None:
    """The connection of a request; None in tests without a server."""
    found = (scope.get("extensions") or {}).get(CONNECTION)
    return found if isinstance(found, TimeoutProtocol) else None
