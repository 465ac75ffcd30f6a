"""Opening the live stream of a browser."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.live.hub import LiveHub
from application.live.stream import LiveStream


@permits(SIGNED_IN)
async def open_live_stream(*, place: str, actor: Actor, hub: LiveHub) -> LiveStream:
    """Opens the stream that tells a browser what changed (D-162).

    A stream of server-sent events, shared by the tabs of the browser. A message ``changed`` names a topic (jobs,
    sync, today, checking, exams, rights) and what changed in it, never its content: the screen reads that again
    through its ordinary call. Each topic is opened by its own permission, and what the caller may not see is not
    told. Each message has an id; a stream that is opened with the header ``Last-Event-ID`` continues after it.
    ``reload`` says that more was missed than the ten minutes that are kept. A heartbeat comes every 20 seconds, the
    stream ends after some minutes and is opened again. Where it is not available (503), screens poll.
    """
    return await hub.open(actor, place)
