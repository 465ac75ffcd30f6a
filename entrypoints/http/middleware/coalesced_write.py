"""Sends the head of a response together with its body (docs/performance.md).

One packet and one turn of the event loop cost as much as a statement; uvicorn by itself writes the head as soon as it
is known.
"""

from asyncio import AbstractEventLoop, Handle, Transport

# A larger first part of a body is not copied.
SMALL_BYTES = 64 * 1024


class CoalescingTransport:
    """A transport that holds the first write back until the second or the next turn.

    The turn is that of the event loop.
    """

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._first = True
        self._head = b""
        self._later: Handle | None = None

    @property
    def holds_head(self) -> bool:
        """True while the first write waits for the second."""
        return self._later is not None

    def write(self, data: bytes) -> None:
        """See ``asyncio.WriteTransport``."""
        if self._first:
            self._first, self._head = False, data
            self._later = self._loop.call_soon(self._flush)
        elif self._later and len(data) <= SMALL_BYTES:
            self._later.cancel()
            self._later, data = None, self._head + data
            self._transport.write(data)
        else:
            self._flush()
            self._transport.write(data)

    def _flush(self) -> None:
        if self._later:
            self._later.cancel()
            self._later = None
            self._transport.write(self._head)

    def is_closing(self) -> bool:
        """See ``asyncio.BaseTransport``."""
        return self._transport.is_closing()

    def close(self) -> None:
        """See ``asyncio.BaseTransport``."""
        self._flush()
        self._transport.close()
