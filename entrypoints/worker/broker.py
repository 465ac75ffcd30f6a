"""The job broker: taskiq over JetStream with additions (stack.md §3).

A running task keeps its message alive, a repeated publication is dropped by its id, a message whose job another
worker holds is redelivered later, and an unreadable one is set aside instead of redelivered forever. Missing streams
are created, and the outbox is notified that they were empty.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig
from nats.js.errors import NotFoundError, ServiceUnavailableError
from taskiq import AckableMessage, BrokerMessage
from taskiq_nats import PullBasedJetStreamBroker

from adapters.broker.live_stream import ensure_live_stream, subject

log = logging.getLogger("markaz.jobs")

STREAM = "MARKAZ_JOBS"
SUBJECT = "markaz.jobs"
# dead letters: messages that no delivery could handle
DEAD_STREAM = "MARKAZ_DEAD"
DEAD_SUBJECT = "markaz.dead"
EVENT_STREAM = "MARKAZ_EVENTS"
EVENT_SUBJECTS = "markaz.events.*"
ACK_WAIT_SECONDS = 10
# deliveries before a message is set aside; attempts of a job are counted by the job itself
MAX_DELIVERIES = 100
POSTPONED_SECONDS = 5
DUPLICATE_WINDOW_SECONDS = 120
KEPT_SECONDS = 7 * 24 * 3600
# messages stay for a while after their acknowledgement: deleting each one costs another disk write, half of the
# stream's throughput. An unacknowledged message that is dropped still has its row, and is sent again
JOBS_KEPT_SECONDS = 24 * 3600
JOBS_KEPT_BYTES = 256 * 1024 * 1024
REST_AFTER_FAULT_SECONDS = 1.0
MAX_FETCH = 32
# a job that runs longer occupies the capacity of so many short ones, so that other workers fetch the next messages
LONG_SECONDS, SLOTS_OF_LONG_JOB = 0.25, 8


class JobsBroker(PullBasedJetStreamBroker):
    """The broker of the module; ``when_emptied`` is called after streams were created.

    Everything that the broker had stored is lost then.
    """

    def __init__(
        self, nats_url: str, when_emptied: Callable[[], Awaitable[object]] | None = None, *, at_once: int = 1
    ) -> None:
        super().__init__(
            servers=nats_url.split(","),
            subject=SUBJECT,
            stream_name=STREAM,
            durable="workers",
            pull_consume_batch=at_once,
            pull_consume_timeout=2,
            stream_config=StreamConfig(
                name=STREAM,
                subjects=[SUBJECT],
                retention=RetentionPolicy.LIMITS,
                max_age=JOBS_KEPT_SECONDS,
                max_bytes=JOBS_KEPT_BYTES,
                duplicate_window=DUPLICATE_WINDOW_SECONDS,
            ),
            consumer_config=ConsumerConfig(
                durable_name="workers", ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_WAIT_SECONDS
            ),
            connect_timeout=5,
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
        )

        # fetched, unacknowledged messages by their stream sequence
        self._pending: dict[int, tuple[Msg, float]] = {}
        self._postponed: set[str] = set()
        self._when_emptied = when_emptied
        self._emptied = False

    def postpone(self, task_id: str) -> None:
        """Redelivers the message of this task later instead of acknowledging it."""
        self._postponed.add(task_id)

    async def startup(self) -> None:
        await super().startup()
        await self._notify_emptied()

    async def _add_or_reuse_stream(self) -> None:
        kept = ((DEAD_STREAM, DEAD_SUBJECT), (EVENT_STREAM, EVENT_SUBJECTS))
        streams = {name: StreamConfig(name=name, subjects=[subject], max_age=KEPT_SECONDS) for name, subject in kept}
        for name, config in (streams | {STREAM: self.stream_config}).items():
            # checked first: the server reports an existing stream as created
            try:
                found = await self.js.stream_info(name)
                if found.config.retention == config.retention:
                    continue
                # created by an earlier version; its messages are sent again
                await self.js.delete_stream(name)
            except NotFoundError:
                pass
            await self.js.add_stream(config=config)
            self._emptied = True
        # in memory and without an answer to its loss: browsers read again what they show
        await ensure_live_stream(self.js)

    async def delete_streams(self) -> None:
        """Deletes the streams, which are recreated and refilled at the next start.

        A server whose disk was full, or whose directory was emptied, still lists them and stores nothing more in them
        until they are deleted or the server is restarted.
        """
        for name in (STREAM, EVENT_STREAM):
            with contextlib.suppress(NatsError):
                await self.js.delete_stream(name)

    async def _notify_emptied(self) -> None:
        while self._emptied and self._when_emptied is not None:
            try:
                await self._when_emptied()
                self._emptied = False
            except Exception as fault:
                log.warning("can't send again yet: %s", type(fault).__name__)
                await asyncio.sleep(REST_AFTER_FAULT_SECONDS)

    async def kick(self, message: BrokerMessage) -> None:
        """Publishes under the task's id, by which the server drops duplicates.

        Ids are those of outbox rows.
        """
        await self.js.publish(SUBJECT, message.message, timeout=5, headers={"Nats-Msg-Id": message.task_id})

    async def publish_event(self, name: str, payload: bytes, message_id: str) -> None:
        """Publishes an event to its subscribers."""
        headers = {"Nats-Msg-Id": message_id}
        await self.js.publish(f"markaz.events.{name}", payload, timeout=5, headers=headers)

    async def publish_live(self, name: str, payload: bytes, message_id: str) -> None:
        """Publishes an event to the live streams of the API processes."""
        await self.js.publish(subject(name), payload, timeout=5, headers={"Nats-Msg-Id": message_id})

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """Messages one by one, each kept alive until it is acknowledged.

        It fetches as many as the worker has free capacity for.
        """
        beating = asyncio.create_task(self._heartbeat())
        try:
            while True:
                for message in await self._fetch():
                    if message.metadata.num_delivered > MAX_DELIVERIES:
                        await self._set_aside(message)
                    else:
                        yield self._kept_alive(message)
        finally:
            beating.cancel()

    async def _fetch(self) -> list[Msg]:
        try:
            try:
                if not (free := self._free_capacity()):
                    await asyncio.sleep(LONG_SECONDS)
                    return []
                taken = min(free, MAX_FETCH)
                return list(await self.consumer.fetch(taken, timeout=self.pull_consume_timeout))
            except (NotFoundError, ServiceUnavailableError):
                await self._recreate_consumer()
        except TimeoutError:
            pass
        except NatsError as fault:
            log.warning("no messages: %s", type(fault).__name__)
            await asyncio.sleep(REST_AFTER_FAULT_SECONDS)
        return []

    def _free_capacity(self) -> int:
        """The free capacity."""
        long_ago = time.monotonic() - LONG_SECONDS
        used_slots = sum(SLOTS_OF_LONG_JOB if since < long_ago else 1 for _, since in self._pending.values())
        return max(0, self.pull_consume_batch - used_slots)

    async def _recreate_consumer(self) -> None:
        """Recreates the consumer after the broker has lost it."""
        log.warning("the queue is gone: making it again")
        await self._add_or_reuse_stream()
        await self._startup_consumer()
        await self._notify_emptied()

    def _kept_alive(self, message: Msg) -> AckableMessage:
        place = message.metadata.sequence.stream
        self._pending[place] = message, time.monotonic()

        async def ack() -> None:
            self._pending.pop(place, None)
            task_id = (message.headers or {}).get("Nats-Msg-Id", "")
            try:
                if task_id in self._postponed:
                    self._postponed.discard(task_id)
                    await message.nak(delay=POSTPONED_SECONDS)
                else:
                    # not awaited: a message with a lost acknowledgement is redelivered, and its job is done
                    await message.ack()
            except (NatsError, TimeoutError) as fault:
                log.info("an answer did not arrive, the message comes again: %s", type(fault).__name__)

        return AckableMessage(data=message.data, ack=ack)

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(ACK_WAIT_SECONDS / 3)
            for message, _ in list(self._pending.values()):
                with contextlib.suppress(NatsError):
                    await message.in_progress()

    async def _set_aside(self, message: Msg) -> None:
        log.error("a message was delivered %s times without an answer: put aside", message.metadata.num_delivered)
        await self.js.publish(DEAD_SUBJECT, message.data, timeout=5)
        await message.term()
