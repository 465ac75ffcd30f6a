"""A connection that moves to the process that serves its next request."""

from asyncio import Transport
from functools import partial
from typing import Any

from entrypoints.http.handover.channel import Channel
from entrypoints.http.handover.ends import HandoverEnd
from entrypoints.http.handover.request_line import begins_upload
from entrypoints.http.middleware.coalesced_write import CoalescingTransport
from entrypoints.http.middleware.slow_client import TimeoutProtocol

# before a request line; the parser skips them, too
_EMPTY_LINES = b"\r\n"


class HandoverProtocol(TimeoutProtocol):
    """A connection that is handed over between two requests.

    It has the limits of ``TimeoutProtocol``. Between two requests it looks at the first bytes before the parser sees
    them. Where it can't be sure, and where the other process is not there, the request is served here. ``origin`` and
    ``held`` are those of an adopted connection: the channel that it came by, and the bytes that were read of it.
    """

    def __init__(
        self, *arguments: Any, end: HandoverEnd, origin: Channel | None = None, held: bytes = b"", **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        self._end, self._origin, self._held = end, origin, held
        self._between = True

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Serves what was read elsewhere."""
        super().connection_made(transport)
        if self._held:
            # later: a transport begins to read after this call, even if reading was paused in it
            self.loop.call_soon(self._serve_held)

    def shutdown(self) -> None:
        """Serves the request of an adopted connection first: it was accepted."""
        self._serve_held()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Decides at the beginning of a request where it is served."""
        if not self._between or (self.cycle is not None and not self.cycle.response_complete):
            super().data_received(data)
            return
        data, self._held = (self._held + data).lstrip(_EMPTY_LINES), b""
        is_upload = begins_upload(data)
        if is_upload is None:
            self._held = data
            self.expect_request()
        elif is_upload is self._end.serves_uploads or not self._hand_over(data):
            super().data_received(data)

    def on_message_begin(self) -> None:
        """Notes that the parser is in a request."""
        self._between = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """Notes that the parser is between two requests, unless it is upgraded."""
        self._between = not self.parser.should_upgrade()
        super().on_message_complete()

    def _hand_over(self, data: bytes) -> bool:
        if self.transport.is_closing() or not self._has_sent_all():
            return False
        channel = self._end.channel(self._origin)
        descriptor = self.transport.get_extra_info("socket").fileno()
        if channel is None or not channel.hand_over(descriptor, data, partial(self._settle, data)):
            return False
        self.flow.pause_reading()
        self.stop_limits()
        return True

    def _has_sent_all(self) -> bool:
        """True if nothing of the last response is left to be written by this process."""
        last = self.cycle.transport if self.cycle is not None else None
        if isinstance(last, CoalescingTransport) and last.holds_head:
            return False
        return self.transport.get_write_buffer_size() == 0

    def _settle(self, data: bytes, is_accepted: bool) -> None:
        if is_accepted:
            # closes the descriptor of this process alone: the connection lives on
            self.transport.abort()
        elif not self.transport.is_closing():
            self.flow.resume_reading()
            super().data_received(data)

    def _serve_held(self) -> None:
        if self._held and not self.transport.is_closing():
            data, self._held = self._held, b""
            self.data_received(data)
