"""The live streams of this process: fed by one feed, told in memory (D-162)."""

import asyncio
import contextvars
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress

from application.access.ports import AccessViews
from application.actor import Actor
from application.live.audience import Audience, Batch, opened_by
from application.live.history import History
from application.live.ports import FeedLost, GroupScopes, LiveFeed, Numbered
from application.live.stream import LiveStream
from application.live.topics import REGROUPING, Change, Reach, Topic, changes_of
from domain.shared.errors import DomainError

log = logging.getLogger("markaz.live")

# the first event after a silence is told at once, the following ones together
PAUSE_SECONDS = 0.25
OPENS_WITHIN_SECONDS = 3.0
# the feed is not followed any more after so long without a stream
IDLE_SECONDS = 60.0
MAX_STREAMS = 2_000
# a browser has one stream, and for a moment two when another of its tabs takes over
MAX_STREAMS_OF_SESSION = 3
# of an account in many browsers, beside those of the caller's own session; further ones poll
MAX_STREAMS_OF_ACCOUNT = MAX_STREAMS // 4


class LiveHub:
    """Opens streams and tells them of changes.

    The feed is followed while there are streams. When it is lost, every stream ends: the browsers open theirs again and
    learn by their place if they missed anything.
    """

    def __init__(self, feed: LiveFeed, access: AccessViews, groups: GroupScopes) -> None:
        self._feed, self._access, self._groups = feed, access, groups
        self._streams: dict[int, list[LiveStream]] = defaultdict(list)
        self._total = 0
        self._history: History | None = None
        self._following: asyncio.Task[None] | None = None
        self._opened: asyncio.Future[None] | None = None
        # rights are read for one set of streams after the other, so that an older reading never replaces a newer one
        self._admitting = asyncio.Lock()
        self._unused_since = 0.0
        # the branch of each group that was told of; read anew after a synchronisation
        self._offices: dict[int, int | None] = {}

    @property
    def total(self) -> int:
        """The number of open streams."""
        return self._total

    async def open(self, actor: Actor, place: str) -> LiveStream:
        """Opens a stream, from ``place`` on if the browser names one.

        Raises DomainError("shared.busy") while the broker is away, ("live.too_many_streams") for an account with too
        many in other browsers.
        """
        if self._total >= MAX_STREAMS:
            raise DomainError("shared.busy")
        others = self._streams.get(actor.id or 0, ())
        if sum(not one.ended and one.session_id != actor.session_id for one in others) >= MAX_STREAMS_OF_ACCOUNT:
            raise DomainError("live.too_many_streams", streams=MAX_STREAMS_OF_ACCOUNT)
        await self._follow()
        stream = LiveStream(actor.id or 0, actor.session_id or 0)
        self._add(stream)
        try:
            async with self._admitting:
                await self._admit([stream])
            history = self._history
            if history is None or stream.ended:
                raise DomainError("shared.busy")
            missed = history.since(place) if place else []
            # the branches of these groups are known since they were told of
            seen = None if missed is None else Batch(missed, self._offices).seen_by(stream.audience)
            stream.begin(history.place, seen)
        except BaseException:
            self.close(stream)
            raise
        return stream

    def close(self, stream: LiveStream) -> None:
        """Forgets a stream that ended, or whose browser is gone."""
        stream.end()
        with suppress(ValueError):
            self._streams[stream.user_id].remove(stream)
            self._total -= 1
        if not self._streams[stream.user_id]:
            del self._streams[stream.user_id]
        self._unused_since = asyncio.get_running_loop().time()

    async def stop(self) -> None:
        """Ends every stream and stops following."""
        self._end_all()
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    def _add(self, stream: LiveStream) -> None:
        own = self._streams[stream.user_id]
        same = [one for one in own if one.session_id == stream.session_id]
        for oldest in same[: max(0, len(same) + 1 - MAX_STREAMS_OF_SESSION)]:
            oldest.end()
        own.append(stream)
        self._total += 1

    async def _follow(self) -> None:
        """Waits until the feed is followed. Raises DomainError."""
        self._unused_since = asyncio.get_running_loop().time()
        if self._following is None or self._following.done():
            self._opened = asyncio.get_running_loop().create_future()
            # a task of no single caller: its log lines carry nobody's request id
            self._following = asyncio.create_task(self._run(self._opened), context=contextvars.Context())
        if self._opened is None or (self._opened.done() and self._history is not None):
            return
        try:
            await asyncio.wait_for(asyncio.shield(self._opened), OPENS_WITHIN_SECONDS)
        except (FeedLost, TimeoutError):
            raise DomainError("shared.busy") from None

    async def _run(self, opened: "asyncio.Future[None]") -> None:
        try:
            async with self._feed.open() as feed:
                backlog = [(one.number, _changes_of(one)) for one in feed.backlog]
                self._offices = {}
                await self._learn_offices(change for _, changes in backlog for change in changes)
                self._history = History(feed.epoch, feed.head, backlog)
                opened.set_result(None)
                while not self._is_unused():
                    await self._take(await feed.next())
                    await asyncio.sleep(PAUSE_SECONDS)
        except FeedLost as lost:
            log.warning("live streams end: %s", lost)
        except Exception:
            log.exception("live streams end")
        finally:
            self._history = None
            self._end_all()
            if not opened.done():
                opened.set_exception(FeedLost("not opened"))
                # nobody may be waiting any more
                opened.exception()

    def _is_unused(self) -> bool:
        return not self._total and asyncio.get_running_loop().time() - self._unused_since > IDLE_SECONDS

    async def _take(self, events: Sequence[Numbered]) -> None:
        history = self._history
        if history is None or not events:
            return
        numbered = [(one.number, _changes_of(one)) for one in events]
        changes = [change for _, found in numbered for change in found]
        regroups = any(isinstance(one.event, REGROUPING) for one in events)
        if regroups:
            self._offices = {}
            await self._learn_offices(history.changes)
        await self._learn_offices(changes)
        # before anything is told: a change of rights holds for everything that comes with it
        await self._readmit(changes, regroups=regroups)
        for number, found in numbered:
            history.add(number, found)
        batch, place = Batch(changes, self._offices), history.place
        for stream in self._all():
            stream.tell(batch.seen_by(stream.audience), place)

    async def _readmit(self, changes: Iterable[Change], *, regroups: bool) -> None:
        """Reads the rights again of streams whose accounts changed."""
        rights = [change for change in changes if change.topic is Topic.RIGHTS]
        if any(change.everyone for change in rights):
            affected = self._all()
        else:
            users = {change.user_id for change in rights if change.user_id is not None}
            affected = [stream for user_id in users for stream in self._streams.get(user_id, ())]
            if regroups:
                affected += [one for one in self._all() if Reach.OWN_GROUPS in one.audience.topics]
        if affected:
            async with self._admitting:
                await self._admit(affected)

    async def _admit(self, streams: Sequence[LiveStream]) -> None:
        """Sets the audience of streams by their accounts' present rights.

        A stream whose session has ended ends, and so does one whose rights can't be read.
        """
        found = await asyncio.gather(*map(self._audience_of, streams), return_exceptions=True)
        for stream, audience in zip(streams, found, strict=True):
            if isinstance(audience, Audience):
                stream.audience = audience
            else:
                if isinstance(audience, BaseException):
                    log.warning("a stream ends, its rights can't be read: %s", type(audience).__name__)
                stream.end()

    async def _audience_of(self, stream: LiveStream) -> Audience | None:
        actor = await self._access.actor(stream.user_id, stream.session_id)
        if actor is None or actor.must_change_password:
            return None
        own = Reach.OWN_GROUPS in opened_by(actor)
        return Audience.of(actor, await self._groups.taught_by(stream.user_id) if own else frozenset())

    async def _learn_offices(self, changes: Iterable[Change]) -> None:
        unknown = {one.group_id for one in changes if one.group_id is not None} - self._offices.keys()
        if unknown:
            self._offices |= await self._groups.offices_of(unknown)

    def _all(self) -> list[LiveStream]:
        return [stream for own in self._streams.values() for stream in own]

    def _end_all(self) -> None:
        for stream in self._all():
            stream.end()


def _changes_of(one: Numbered) -> list[Change]:
    return [*changes_of(one.event)] if one.event else []
