"""A OneRoster service over HTTP: token, single records and pages.

All requests pass here; deviations of vendors from the specification are handled here once.
"""

import asyncio
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from yarl import URL

from adapters.http_client import (
    PRINTABLE_ASCII,
    HttpClient,
    HttpResponse,
    IntegrationUnavailable,
    RetryPolicy,
    new_request_id,
)
from adapters.network_policy import NetworkPolicy
from adapters.response_body import MAX_ANSWER_BYTES, MAX_PAGE_BYTES
from adapters.school.oneroster_responses import (
    clock_of,
    content_of,
    decoded,
    error_message,
    links_of,
    next_query,
    rejected_parameter,
)
from application.ports import SchoolUnavailable

SCOPE = "https://purl.imsglobal.org/spec/or/v1p2/scope/"
CORE = f"{SCOPE}roster-core.readonly"
# some providers require a scope of its own for demographics, some the one of the roster: both are requested
SCOPES = f"{CORE} {SCOPE}roster.readonly {SCOPE}roster-demographics.readonly"
LIMIT = 1000
MAX_PAGES = 50_000
# a page may repeat when rows are inserted before it; more often means a loop of the provider
SAME_PAGES = 3
# seconds before its expiry at which a token is renewed
EARLY = 30
AN_HOUR = 3600.0


class FilterRefused(Exception):
    """The provider does not support this filter."""


class NotThere(Exception):
    """The provider has no such record or collection.

    404, or 403 (``hidden``).
    """

    def __init__(self, detail: str, *, hidden: bool = False) -> None:
        super().__init__(detail)
        self.hidden = hidden


class _Token(msgspec.Struct):
    access_token: Annotated[str, msgspec.Meta(pattern=PRINTABLE_ASCII)]
    # some issuers send the number as a string
    expires_in: float | str | None = None

    @property
    def seconds(self) -> float:
        """Returns the lifetime in seconds; an hour if it is not a number."""
        try:
            return float(self.expires_in or AN_HOUR)
        except ValueError:
            return AN_HOUR


@dataclass(frozen=True)
class Part:
    """A page of a collection.

    ``at``: the provider's clock; ``following``: the query of the next page.
    """

    rows: msgspec.Raw
    count: int
    total: int | None
    at: datetime
    following: dict[str, str] | None


class OneRosterService:
    """The rostering service at ``base``.

    Tokens come from ``token_url``, which may be another server.
    """

    def __init__(
        self,
        base: URL,
        token_url: URL,
        client_id: str,
        client_secret: str,
        retry_policy: RetryPolicy | None = None,
        request_id: Callable[[], str] | None = None,
        policy: NetworkPolicy | None = None,
    ) -> None:
        retry_policy, request_id = retry_policy or RetryPolicy(), request_id or new_request_id
        basic = b64encode(f"{client_id}:{client_secret}".encode()).decode()

        def http(url: URL, name: str, headers: dict[str, str], largest: int) -> HttpClient:
            return HttpClient(url, name, headers, retry_policy, request_id=request_id, policy=policy, largest=largest)

        self._http = http(base, "school", {"Accept": "application/json"}, MAX_PAGE_BYTES)
        self._issuer = http(token_url.parent, "school token", {"Authorization": f"Basic {basic}"}, MAX_ANSWER_BYTES)
        self._token_path = token_url.name
        self._token, self._token_ends = "", 0.0
        self._left_out: set[tuple[str, str]] = set()
        self._renewing = asyncio.Lock()

    async def close(self) -> None:
        """Releases connections."""
        await self._http.close()
        await self._issuer.close()

    async def one(self, collection: str, id: str) -> msgspec.Raw:
        """Fetches one record. Raises NotThere, SchoolUnavailable."""
        answer = await self._get(f"{collection}/{id}", {})
        content = content_of(answer.body, collection, b"{", b"[")
        rows = msgspec.json.decode(content, type=list[msgspec.Raw]) if bytes(content)[:1] == b"[" else [content]
        if not rows:
            raise NotThere(collection)
        return rows[0]

    async def parts(self, collection: str, query: dict[str, str], offset: int = 0) -> AsyncIterator[Part]:
        """Yields the pages of a collection.

        Raises FilterRefused, NotThere, SchoolUnavailable.
        """
        page_query: dict[str, str] | None = {"limit": str(LIMIT), "offset": str(offset), **query}
        before, repeated = b"", 0
        for _ in range(MAX_PAGES):
            part = await self._part(collection, page_query or {}, query)
            repeated = repeated + 1 if part.count and bytes(part.rows) == before else 0
            if repeated == SAME_PAGES:
                raise SchoolUnavailable("garbage", f"{collection}: the school gives the same page again and again")
            before, page_query = bytes(part.rows), part.following
            yield part
            if page_query is None:
                return
        raise SchoolUnavailable("garbage", f"{collection}: more than {MAX_PAGES} pages")

    async def _part(self, collection: str, page_query: dict[str, str], query: dict[str, str]) -> Part:
        answer = await self._query(collection, page_query)
        rows = content_of(answer.body, collection, b"[")
        count = len(decoded(rows, list[msgspec.Raw]))
        total_header = answer.headers.get("X-Total-Count", "").strip()
        total = int(total_header) if total_header.isdigit() else None
        links = links_of(answer.headers.getall("Link", []))
        after = next_query(page_query, query, links, count, total)
        if after == page_query:
            raise SchoolUnavailable("garbage", f"{collection}: the next page is the same one")
        return Part(rows, count, total, clock_of(answer), after)

    async def _query(self, collection: str, page_query: dict[str, str]) -> HttpResponse:
        """Sends a query without parameters that this provider has rejected before.

        The rejections are stored per collection.
        """
        while True:
            sent = {name: value for name, value in page_query.items() if (collection, name) not in self._left_out}
            answer = await self._get(collection, sent, refusable=True)
            if answer.status == 200:
                return answer
            word = rejected_parameter(answer, sent)
            if word == "filter":
                raise FilterRefused(collection)
            if word is None:
                raise SchoolUnavailable("refused", error_message(answer.body) or f"answered {answer.status}")
            self._left_out |= {(collection, word), *([(collection, "orderBy")] if word == "sort" else [])}

    async def _get(self, path: str, query: dict[str, str], *, refusable: bool = False) -> HttpResponse:
        answer = await self._authorised(path, query)
        match answer.status:
            case 200:
                return answer
            case 401:
                raise SchoolUnavailable("unauthorised", error_message(answer.body) or "answered 401")
            case 403 | 404:
                raise NotThere(
                    error_message(answer.body) or f"{path}: answered {answer.status}", hidden=answer.status == 403
                )
            case 400 | 422 if refusable:
                return answer
        raise SchoolUnavailable("refused", error_message(answer.body) or f"answered {answer.status}")

    async def _authorised(self, path: str, query: dict[str, str]) -> HttpResponse:
        """Sends a request with a valid token; renews an expired one once."""
        token = await self._access()
        try:
            answer = await self._http.get(path, query, {"Authorization": f"Bearer {token}"})
            if answer.status == 401:
                token = await self._access(instead_of=token)
                answer = await self._http.get(path, query, {"Authorization": f"Bearer {token}"})
        except IntegrationUnavailable as problem:
            raise SchoolUnavailable(problem.cause, error_message(problem.body) or problem.detail) from problem
        return answer

    async def _access(self, instead_of: str = "") -> str:
        async with self._renewing:
            if not self._token or self._token == instead_of or time.monotonic() > self._token_ends:
                answer = await self._grant(SCOPES)
                if answer.status == 400:
                    answer = await self._grant(CORE)
                if answer.status != 200:
                    raise SchoolUnavailable("unauthorised", f"the token is refused with {answer.status}")
                given = decoded(answer.body, _Token)
                self._token = given.access_token
                self._token_ends = time.monotonic() + max(0.0, given.seconds - EARLY)
            return self._token

    async def _grant(self, scopes: str) -> HttpResponse:
        form = urlencode({"grant_type": "client_credentials", "scope": scopes}).encode()
        try:
            return await self._issuer.post(
                self._token_path, form, new_request_id(), "application/x-www-form-urlencoded"
            )
        except IntegrationUnavailable as problem:
            raise SchoolUnavailable(problem.cause, problem.detail) from problem
