"""One open live stream: what waits to be sent to one browser, bounded."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from application.live.audience import NOBODY, Audience
from application.live.topics import Change, Topic

HEARTBEAT_SECONDS = 20.0
# a stream ends by itself and is opened again, with the rights and groups of then
LIFE_SECONDS = 300.0
# more changes than these are told by their topics alone
MAX_PENDING = 50


@dataclass(frozen=True)
class Message:
    """A message of a stream: all that is sent at once.

    ``place``: the ``Last-Event-ID`` from here on. ``opens``: the first message; ``reload``: events were missed.
    Without changes it is a heartbeat.
    """

    place: str
    changes: tuple[Change, ...] = ()
    opens: bool = False
    reload: bool = False


class LiveStream:
    """A stream of one session.

    ``place`` is where it stands. A reader that is slow gets what waits in one message: at most ``MAX_PENDING`` changes,
    or one for each topic.
    """

    __slots__ = ("_pending", "_reload", "_wake", "audience", "ended", "place", "session_id", "user_id")

    def __init__(self, user_id: int, session_id: int) -> None:
        self.user_id, self.session_id = user_id, session_id
        self.audience: Audience = NOBODY
        self.place = ""
        self.ended = False
        self._reload = False
        self._pending: dict[tuple[Topic, str | None, int | None], Change] = {}
        self._wake = asyncio.Event()

    def begin(self, place: str, missed: Iterable[Change] | None) -> None:
        """Sets the place of the stream, and what it missed; None where that is unknown."""
        self.place, self._reload = place, missed is None
        self.tell(missed or (), place)

    def tell(self, changes: Iterable[Change], place: str) -> None:
        """Adds changes to what waits."""
        self.place = place
        for change in changes:
            self._pending[change.topic, change.entity, change.id] = change
        if len(self._pending) > MAX_PENDING:
            self._pending = {(topic, None, None): Change(topic) for topic, _, _ in self._pending}
        if self._pending:
            self._wake.set()

    def end(self) -> None:
        """Ends the stream; what waits is not sent."""
        self.ended = True
        self._wake.set()

    async def messages(self) -> AsyncIterator[Message]:
        """Yields messages, a heartbeat after each silence, until the stream ends."""
        loop = asyncio.get_running_loop()
        # so that streams that were opened together are not opened again together
        until = loop.time() + LIFE_SECONDS * random.uniform(0.8, 1)  # noqa: S311
        opens = True
        while not self.ended:
            if not opens and not self._wake.is_set():
                left = until - loop.time()
                if left <= 0:
                    return
                await self._wait(min(HEARTBEAT_SECONDS, left))
                if self.ended:
                    return
            pending, self._pending = self._pending, {}
            reload, self._reload = self._reload, False
            self._wake.clear()
            yield Message(self.place, tuple(pending.values()), opens, reload)
            opens = False

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
