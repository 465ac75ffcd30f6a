"""A school system that speaks OneRoster 1.2 (rostering, REST).

It implements the same port as hh v1. Data that OneRoster lacks stays empty here and is never invented: the times of a
group (only its teachers and rooms are known), study months and topics, identity documents, a student's status beyond
active or not, the reason for leaving, and the student merged into. An organisation above branches (a district) is not a
branch.
"""

from collections.abc import AsyncIterator, Callable
from hashlib import blake2b

import msgspec
from yarl import URL

from adapters.http_client import RetryPolicy
from adapters.network_policy import NetworkPolicy
from adapters.school.oneroster_reader import RETENTION, SOURCES, Cursor, Reading, unavailable
from adapters.school.oneroster_service import NotThere, OneRosterService
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import Capabilities, Feed, Page

BASE = "/ims/oneroster/rostering/v1p2"


class OneRosterSchool:
    """A OneRoster 1.2 provider at ``url``; implements SchoolRegister.

    ``url`` is the service's base, or only the host, which implies the path of the specification. ``token_url`` is the
    token endpoint; '' for ``/token`` beside the service.
    """

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        token_url: str = "",
        retry_policy: RetryPolicy | None = None,
        request_id: Callable[[], str] | None = None,
        policy: NetworkPolicy | None = None,
    ) -> None:
        given = URL(url)
        self.address = given if given.path.strip("/") else given.with_path(BASE)
        issuer = URL(token_url) if token_url else given.with_path("/token")
        self._service = OneRosterService(
            self.address, issuer, client_id, client_secret, retry_policy, request_id, policy
        )
        self._mark = blake2b(str(self.address).encode(), digest_size=4).hexdigest()

    async def capabilities(self) -> Capabilities:
        """Supports every feed but those of gamification; checks the token and the service.

        Raises SchoolUnavailable.
        """
        try:
            async for part in self._service.parts("orgs", {}):
                return Capabilities(types=[*SOURCES], retention_days=RETENTION.days, clock=part.at)
        except NotThere as refusal:
            raise unavailable(refusal) from refusal
        raise SchoolUnavailable("garbage", "no answer about organisations")

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """Yields the feed's pages. See SchoolRegister.

        A provider has no snapshot: a change during a reading may be included already, and is included again in the next
        one. A delta repeats the changes of the last day before the previous reading.
        """
        reading = Reading(self._service, SOURCES[feed], self._parse_cursor(cursor))
        async for page in reading.pages():
            yield page

    async def close(self) -> None:
        """Releases connections."""
        await self._service.close()

    def _parse_cursor(self, cursor: str | None) -> Cursor:
        if cursor is None:
            return Cursor(self._mark)
        try:
            place = msgspec.json.decode(bytes.fromhex(cursor), type=Cursor)
        except (ValueError, msgspec.DecodeError) as strange:
            raise ResyncRequired("the cursor is none of ours") from strange
        if place.mark != self._mark:
            raise ResyncRequired("the cursor is another provider's")
        return place
