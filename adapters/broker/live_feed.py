"""The feed of live streams.

A consumer of the JetStream stream, one for each process.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import msgspec
import nats
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from adapters.broker.live_stream import STREAM, ensure_live_stream, epoch_of, topic_of
from application.live.ports import FeedLost, Numbered, OpenFeed
from contracts.events import EVENTS

log = logging.getLogger("markaz.live")

CONNECT_SECONDS = 2.0
BACKLOG_SECONDS = 5.0
HEARTBEAT_SECONDS = 5.0
# a broker that is silent for longer is gone
SILENCE_SECONDS = 3 * HEARTBEAT_SECONDS
UNAVAILABLE = (NatsError, OSError, TimeoutError)


class JetStreamLiveFeed:
    """See ``application.live.ports.LiveFeed``."""

    def __init__(self, nats_url: str) -> None:
        self._servers = nats_url.split(",") if nats_url else []

    def open(self) -> AbstractAsyncContextManager[OpenFeed]:
        return self._open()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[OpenFeed]:
        if not self._servers:
            raise FeedLost("no broker")
        feed = _Feed()
        try:
            connection = await nats.connect(
                self._servers,
                connect_timeout=CONNECT_SECONDS,
                allow_reconnect=False,
                closed_cb=feed.lose,
                error_cb=_ignore,
            )
        except UNAVAILABLE as fault:
            raise FeedLost(type(fault).__name__) from None
        try:
            await feed.begin(connection)
            yield feed
        except UNAVAILABLE as fault:
            raise FeedLost(type(fault).__name__) from None
        finally:
            await connection.close()


class _Feed:
    """Messages as they arrive, checked for gaps."""

    def __init__(self) -> None:
        self.epoch, self.head = "", 0
        self.backlog: Sequence[Numbered] = ()
        self._arrived: list[Msg] = []
        self._wake = asyncio.Event()
        self._lost = False
        self._delivered = 0
        self._heard = time.monotonic()

    async def begin(self, connection: Any) -> None:
        """Creates the consumer and reads what the stream holds."""
        js = connection.jetstream()
        info = await ensure_live_stream(js)
        self.epoch, self.head = epoch_of(info), info.state.last_seq
        inbox = connection.new_inbox()
        await connection.subscribe(inbox, cb=self._on_message)
        consumer = await js.add_consumer(
            STREAM,
            ConsumerConfig(
                deliver_subject=inbox,
                deliver_policy=DeliverPolicy.ALL,
                ack_policy=AckPolicy.NONE,
                max_deliver=1,
                idle_heartbeat=HEARTBEAT_SECONDS,
                mem_storage=True,
            ),
        )
        backlog: list[Numbered] = []
        async with asyncio.timeout(BACKLOG_SECONDS):
            while len(backlog) < (consumer.num_pending or 0):
                backlog += await self.next()
        self.backlog = backlog
        if backlog:
            self.head = backlog[-1].number

    async def next(self) -> Sequence[Numbered]:
        while not self._arrived:
            if self._lost:
                raise FeedLost("the connection to the broker is cut")
            self._wake.clear()
            try:
                async with asyncio.timeout(SILENCE_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                raise FeedLost("the broker is silent") from None
            if not self._arrived and time.monotonic() - self._heard > SILENCE_SECONDS:
                raise FeedLost("the broker is silent")
        arrived, self._arrived = self._arrived, []
        return [self._numbered(message) for message in arrived]

    def _numbered(self, message: Msg) -> Numbered:
        sequence = message.metadata.sequence
        self._delivered += 1
        if sequence.consumer != self._delivered:
            raise FeedLost("an event was left out")
        kind = EVENTS.get(topic_of(message.subject))
        try:
            return Numbered(sequence.stream, msgspec.json.decode(message.data, type=kind) if kind else None)
        except msgspec.MsgspecError:
            # of a version that this process does not know
            return Numbered(sequence.stream, None)

    async def _on_message(self, message: Msg) -> None:
        self._heard = time.monotonic()
        if message.reply:
            self._arrived.append(message)
        self._wake.set()

    async def lose(self) -> None:
        """Ends the feed: the connection is cut."""
        self._lost = True
        self._wake.set()


async def _ignore(_: Exception) -> None:
    """The fault closes the connection, which ends the feed."""
