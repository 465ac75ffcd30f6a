"""The school system over HTTP, contract hh v1 (``contracts/external/hh-v1.yaml``)."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from yarl import URL

from adapters.http_client import HttpClient, HttpResponse, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.network_policy import NetworkPolicy
from adapters.response_body import MAX_PAGE_BYTES
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import RECORDS, Capabilities, Feed, Page, Record

MEDIA_TYPE = "application/vnd.hh.v1+json"
VERSION = "1"
UNCHANGED = 304
# decoding a larger page would block the event loop for too long
MAX_PAGE_ROWS = 5000

R = TypeVar("R", bound=Record)
T = TypeVar("T")


class _WirePage(msgspec.Struct, Generic[R], kw_only=True):
    items: list[R]
    has_more: bool
    next_cursor: str | None = None
    snapshot_id: str | None = None
    total: int | None = None


@dataclass(frozen=True)
class _UnchangedPage:
    """A page without changes after a cursor, with its ETag."""

    after: str
    tag: str
    cursor: str | None


# the newest such page per feed of each school: the next run sends a conditional request and gets no body
_quiet: dict[tuple[str, Feed], _UnchangedPage] = {}


class _Problem(msgspec.Struct):
    code: str = ""
    message: str = ""


class HhSchool:
    """A school system that speaks hh v1 at ``url``; implements SchoolRegister."""

    def __init__(
        self,
        url: str,
        token: str,
        retry_policy: RetryPolicy | None = None,
        request_id: Callable[[], str] | None = None,
        policy: NetworkPolicy | None = None,
    ) -> None:
        self.address = URL(url)
        self._http = HttpClient(
            self.address,
            "school",
            {"Accept": MEDIA_TYPE, "Authorization": f"Bearer {token}", "HH-Version": VERSION},
            retry_policy or RetryPolicy(),
            request_id=request_id or new_request_id,
            largest=MAX_PAGE_BYTES,
            policy=policy,
        )
        self._offers: Capabilities | None = None
        self._pages = {feed: msgspec.json.Decoder(_WirePage[record]) for feed, record in RECORDS.items()}  # type: ignore[valid-type]

    async def capabilities(self) -> Capabilities:
        """Fetches the features of the school system on every call.

        Raises SchoolUnavailable.
        """
        answer = await self._get("v1/capabilities", {})
        self._offers = decoded(msgspec.json.Decoder(Capabilities), answer.body)
        return self._offers

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """Yields the feed's pages in the size the school chooses. See SchoolRegister."""
        offers = self._offers or await self.capabilities()
        limit = str(max(1, min(offers.max_page, MAX_PAGE_ROWS)))
        seen: set[str | None] = {cursor}
        full, announced, last = cursor is None, 0, False
        while not last:
            query = {"limit": limit} if cursor is None else {"limit": limit, "cursor": cursor}
            known = _quiet.get((str(self.address), feed))
            known = known if known and known.after == cursor else None
            answer = await self._get(f"v1/{feed.path}", query, known.tag if known else None)
            if known and answer.status == UNCHANGED:
                yield Page(items=[], cursor=known.cursor, last=True, announced=announced, full=full)
                return
            wire = decoded(self._pages[feed], answer.body)
            self._remember(feed, cursor, answer.headers.get("ETag"), wire)
            cursor, last = wire.next_cursor, not wire.has_more
            if not last and cursor in seen:
                raise SchoolUnavailable("garbage", f"{feed}: the school gives the same cursor again")
            seen.add(cursor)
            announced = max(announced, len(wire.items) if wire.total is None else wire.total)
            full = full or wire.snapshot_id is not None
            items: list[Record] = wire.items
            yield Page(items=items, cursor=cursor, last=last, announced=announced, full=full)

    def _remember(self, feed: Feed, after: str | None, tag: str | None, wire: _WirePage[Any]) -> None:
        says_nothing_new = not wire.items and not wire.has_more and wire.snapshot_id is None
        if tag and after is not None and says_nothing_new:
            _quiet[str(self.address), feed] = _UnchangedPage(after, tag, wire.next_cursor)

    async def close(self) -> None:
        """Releases connections."""
        await self._http.close()

    async def _get(self, path: str, query: dict[str, str], unless: str | None = None) -> HttpResponse:
        """Sends a request.

        ``unless``: the ETag of a known page; if it is current, the result is UNCHANGED, without a body.
        """
        try:
            answer = await self._http.get(path, query, {"If-None-Match": unless} if unless else None)
        except IntegrationUnavailable as problem:
            raise SchoolUnavailable(problem.cause, error_message(problem.body) or problem.detail) from problem
        match answer.status:
            case 200 if answer.headers.get("HH-Version", VERSION) != VERSION:
                raise SchoolUnavailable("garbage", f"the school speaks hh v{answer.headers['HH-Version']}")
            case 200:
                return answer
            case status if unless and status == UNCHANGED:
                return answer
            case 401 | 403:
                raise SchoolUnavailable("unauthorised", error_message(answer.body) or f"answered {answer.status}")
            case 410:
                raise ResyncRequired(error_message(answer.body) or "the cursor no longer holds")
        raise SchoolUnavailable("refused", error_message(answer.body) or f"answered {answer.status}")


def decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise SchoolUnavailable("garbage", str(problem)) from problem


def error_message(body: bytes) -> str:
    """Returns the school's error message, shortened; empty without one."""
    try:
        return msgspec.json.decode(body, type=_Problem).message[:500]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
