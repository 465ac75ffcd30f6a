"""A server that adopts connections of the other process beside its own."""

import asyncio
import socket
from functools import partial
from typing import Any

import uvicorn

from entrypoints.http.handover.channel import Channel
from entrypoints.http.handover.ends import HandoverEnd
from entrypoints.http.handover.protocol import HandoverProtocol


class HandoverServer(uvicorn.Server):
    """Serves an application on its sockets, and on adopted connections.

    ``options`` are those of ``uvicorn.Config``.
    """

    def __init__(self, app: Any, end: HandoverEnd, **options: Any) -> None:
        protocol: Any = partial(HandoverProtocol, end=end)
        super().__init__(uvicorn.Config(app, http=protocol, **options))
        self._end = end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the end when the application is ready."""
        await super().startup(sockets)
        self._end.start(self._adopted)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the handover, then finishes the requests in progress."""
        await self._end.close()
        await super().shutdown(sockets)

    def _adopted(self, origin: Channel, held: bytes) -> asyncio.Protocol:
        return HandoverProtocol(
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            end=self._end,
            origin=origin,
            held=held,
        )
