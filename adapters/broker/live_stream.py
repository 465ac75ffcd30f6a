"""The JetStream stream behind live streams (D-162).

It holds the events of ten minutes in the memory of the broker; the sequence of a message is the number of its event.
After a restart of the broker it is another stream, which its ``epoch`` tells.
"""

from contextlib import suppress

from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig, StreamInfo
from nats.js.errors import NotFoundError

STREAM = "MARKAZ_LIVE"
SUBJECTS = "markaz.live.*"
AGE_SECONDS = 600
MAX_BYTES = 32 * 1024 * 1024
MAX_EVENTS = 20_000


def subject(topic: str) -> str:
    """The subject of an event's topic."""
    return SUBJECTS.replace("*", topic)


def topic_of(subject: str) -> str:
    """The topic of an event by its subject."""
    return subject.rpartition(".")[2]


async def ensure_live_stream(js: JetStreamContext) -> StreamInfo:
    """Creates the stream unless it exists; returns its state."""
    with suppress(NotFoundError):
        return await js.stream_info(STREAM)
    await js.add_stream(
        config=StreamConfig(
            name=STREAM,
            subjects=[SUBJECTS],
            retention=RetentionPolicy.LIMITS,
            discard=DiscardPolicy.OLD,
            storage=StorageType.MEMORY,
            max_age=AGE_SECONDS,
            max_bytes=MAX_BYTES,
            max_msgs=MAX_EVENTS,
            duplicate_window=AGE_SECONDS,
        )
    )
    return await js.stream_info(STREAM)


def epoch_of(info: StreamInfo) -> str:
    """The stream's creation time, which differs after each restart of the broker."""
    created = info.created
    return f"{int(created.timestamp() * 1000):x}" if created else "0"
