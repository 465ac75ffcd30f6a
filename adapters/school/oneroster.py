"""A school system that speaks OneRoster 1.2 (rostering, REST), behind the same port as hh v1.

What OneRoster doesn't have stays empty here and is never made up: when a group meets (only who teaches it and where
is known), study months and topics, identity papers, where a student stands beyond active or not, why he stopped, and
into whom he was merged. What a branch has above it (a district) is no branch.
"""

from collections.abc import AsyncIterator, Callable
from hashlib import blake2b

import msgspec
from yarl import URL

from adapters.http_client import Patience
from adapters.school.oneroster_reader import RETENTION, SOURCES, Place, Reading, unavailable
from adapters.school.oneroster_service import NotThere, OneRosterService
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import Capabilities, Feed, Page

BASE = "/ims/oneroster/rostering/v1p2"


class OneRosterSchool:
    """A OneRoster 1.2 provider at ``url``; implements SchoolRegister.

    ``url`` is the service's base, or only the host: then the path of the specification is taken. ``token_url`` is
    where tokens come from; '' for ``/token`` beside the service.
    """

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        token_url: str = "",
        patience: Patience | None = None,
        request_id: Callable[[], str] | None = None,
    ) -> None:
        given = URL(url)
        self.address = given if given.path.strip("/") else given.with_path(BASE)
        issuer = URL(token_url) if token_url else given.with_path("/token")
        self._service = OneRosterService(self.address, issuer, client_id, client_secret, patience, request_id)
        self._mark = blake2b(str(self.address).encode(), digest_size=4).hexdigest()

    async def capabilities(self) -> Capabilities:
        """Every feed; that the token and the service are there is looked at. Raises SchoolUnavailable."""
        try:
            async for part in self._service.parts("orgs", {}):
                return Capabilities(types=[*Feed], retention_days=RETENTION.days, clock=part.at)
        except NotThere as refusal:
            raise unavailable(refusal) from refusal
        raise SchoolUnavailable("garbage", "no answer about organisations")

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """The feed's pages. See SchoolRegister.

        A provider gives no snapshot: what changes during a reading may come in it already, and comes again with the
        next one. A delta repeats what was changed in the last day before the reading before it.
        """
        reading = Reading(self._service, SOURCES[feed], self._place(cursor))
        async for page in reading.pages():
            yield page

    async def close(self) -> None:
        """Releases connections."""
        await self._service.close()

    def _place(self, cursor: str | None) -> Place:
        if cursor is None:
            return Place(self._mark)
        try:
            place = msgspec.json.decode(bytes.fromhex(cursor), type=Place)
        except (ValueError, msgspec.DecodeError) as strange:
            raise ResyncRequired("the cursor is none of ours") from strange
        if place.mark != self._mark:
            raise ResyncRequired("the cursor is another provider's")
        return place
