"""An answer's head goes out with its body: to the system they are one packet and one turn, which cost as much as a
statement (docs/performance.md). uvicorn by itself writes the head as soon as it is known."""

from asyncio import AbstractEventLoop, Handle, Transport

#: A larger beginning of a body is not copied for it.
SMALL_BYTES = 64 * 1024


class OnePacket:
    """What an answer is written to: the first that is written waits for the second, until the loop comes round."""

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._first = True
        self._head = b""
        self._later: Handle | None = None

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
