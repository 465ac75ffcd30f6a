"""The HTTP client for outside systems: time limits, retries, circuit breaker.

Every outside adapter uses it, so that a slow or failing system is handled the same everywhere, and no log line ever
contains a token, a body or the value of a parameter.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from uuid import uuid4

import aiohttp
from multidict import CIMultiDictProxy
from yarl import URL

from adapters.network_policy import NetworkPolicy, NotAllowed
from adapters.response_body import CODING, MAX_ANSWER_BYTES, BodyRejected, read_body

log = logging.getLogger("markaz.outside")

TOO_MANY_REQUESTS = 429
# a bearer token that a header can carry (RFC 6750 §2.1)
PRINTABLE_ASCII = r"^[!-~]+\Z"
_NEVER_RETRIED = ("too_large", "garbage")


class IntegrationUnavailable(Exception):
    """No usable response after all attempts.

    ``reason`` is one of unreachable, slow, failing, busy, resting, cut (the answer broke off or stalled), too_large,
    garbage. ``not_sent``: the other side has surely not
    received the call; ``wait``: seconds until it accepts calls again. ``because``: for an unreachable system, whether
    its certificate is not trusted (``certificate``) or its address not allowed (``not_allowed``); ``fingerprint``:
    that of the presented certificate, where another one was expected.
    """

    not_sent = False
    wait: float | None = None
    because = ""
    fingerprint = b""

    def __init__(self, reason: str, detail: str = "", status: int | None = None, body: bytes = b"") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
        self.status = status
        self.body = body

    @property
    def cause(self) -> str:
        """The reason for reports; tells an address that is not allowed apart."""
        return "not_allowed" if self.because == "not_allowed" else self.reason


@dataclass(frozen=True)
class RetryPolicy:
    """Timeouts and number of attempts.

    Times are in seconds; ``answer`` limits one attempt, body included; ``silence`` the time between two pieces of a
    body. After an answer that broke off nothing is retried later than ``silence`` after the first attempt began.
    """

    connect: float = 5.0
    answer: float = 60.0
    silence: float = 12.0
    tries: int = 4
    first_pause: float = 0.3
    longest_pause: float = 20.0

    def pause(self, attempt: int, retry_after: float | None = None) -> float:
        """The delay after failed attempt number ``attempt`` (from 1).

        ``retry_after``: the delay that the other side requests.
        """
        if retry_after is not None:
            return min(retry_after, self.longest_pause)
        full = min(self.longest_pause, self.first_pause * 2.0 ** (attempt - 1))
        return full * random.uniform(0.5, 1.0)  # noqa: S311 (so that clients spread; not a secret)


@dataclass
class CircuitBreaker:
    """A circuit breaker that opens for ``open_seconds`` seconds.

    It opens after ``limit`` consecutive calls failed with all their attempts.
    """

    limit: int = 5
    open_seconds: float = 30.0
    clock: Callable[[], float] = time.monotonic
    _failed: int = 0
    _until: float = 0.0

    def seconds_open(self) -> float:
        """Seconds until the circuit closes; 0 while calls are allowed."""
        return max(0.0, self._until - self.clock())

    def succeeded(self) -> None:
        """Resets the count of failures after a response."""
        self._failed = 0

    def failed(self) -> None:
        """Counts a failed call.

        After the circuit was open, one call is allowed, and its failure opens it again.
        """
        self._failed += 1
        if self._failed >= self.limit:
            self._until = self.clock() + self.open_seconds


@dataclass(frozen=True)
class HttpResponse:
    """A complete response.

    Its status is below 500 and not 429: those are failures, which are retried before.
    """

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes


@dataclass(frozen=True)
class _Call:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class _Failure:
    reason: str
    detail: str
    wait: float | None = None
    status: int | None = None
    body: bytes = b""
    not_sent: bool = False
    because: str = ""
    fingerprint: bytes = b""
    begun: bool = False

    def unavailable(self) -> IntegrationUnavailable:
        problem = IntegrationUnavailable(self.reason, self.detail, self.status, self.body)
        problem.not_sent, problem.wait = self.not_sent, self.wait
        problem.because, problem.fingerprint = self.because, self.fingerprint
        return problem


def new_request_id() -> str:
    """An id for a call that belongs to no request."""
    return uuid4().hex


@dataclass
class HttpClient:
    """A client of one outside system below ``base``.

    ``name`` identifies it in the logs; ``headers`` are sent with every call. ``policy``: its allowed addresses;
    ``fingerprint``: SHA-256 of the only trusted certificate; ``largest``: the maximum number of bytes read of
    a response, decompressed; ``middlewares``: authentication of the calls.
    """

    base: URL
    name: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    retry_policy: RetryPolicy = RetryPolicy()
    breaker: CircuitBreaker = field(default_factory=CircuitBreaker)
    request_id: Callable[[], str] = new_request_id
    policy: NetworkPolicy | None = None
    fingerprint: bytes = b""
    largest: int = MAX_ANSWER_BYTES
    middlewares: Sequence[aiohttp.ClientMiddlewareType] = field(default=(), repr=False)
    _session: aiohttp.ClientSession | None = field(default=None, repr=False)

    async def get(
        self, path: str, query: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> HttpResponse:
        """Sends a GET, which is safe to retry. Raises OutsideUnavailable."""
        return await self._call(_Call("GET", path, query or {}, self._all(headers or {})))

    async def post(
        self,
        path: str,
        body: bytes,
        idempotency_key: str,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """Sends ``body``, retried under one idempotency key.

        The other side executes it once. Raises OutsideUnavailable.
        """
        own = {**(headers or {}), "Idempotency-Key": idempotency_key, "Content-Type": content_type}
        return await self._call(_Call("POST", path, {}, self._all(own), body))

    async def patch(self, path: str, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Sends a PATCH whose repetition changes nothing more. Raises OutsideUnavailable."""
        return await self._call(_Call("PATCH", path, {}, self._all({"Content-Type": content_type}), body))

    async def delete(self, path: str) -> HttpResponse:
        """Sends a DELETE, which is safe to retry. Raises OutsideUnavailable."""
        return await self._call(_Call("DELETE", path, {}, self._all({})))

    async def head(self, path: str, headers: Mapping[str, str]) -> HttpResponse:
        """Sends a HEAD, which is safe to retry. Raises OutsideUnavailable."""
        return await self._call(_Call("HEAD", path, {}, self._all(headers)))

    async def close(self) -> None:
        """Closes the connections; a later call opens new ones."""
        session, self._session = self._session, None
        if session:
            await session.close()

    def _all(self, own: Mapping[str, str]) -> Mapping[str, str]:
        return {"Accept-Encoding": CODING, **self.headers, **own, "X-Request-Id": self.request_id()}

    async def _call(self, call: _Call) -> HttpResponse:
        if pause := self.breaker.seconds_open():
            failure = _Failure("resting", f"{self.name} failed repeatedly, next try in {pause:.0f} s", not_sent=True)
            raise failure.unavailable()
        attempt, first = 1, time.monotonic()
        while True:
            began = time.monotonic()
            got = await self._try(call)
            self._note(call, got, attempt, time.monotonic() - began)
            if isinstance(got, HttpResponse):
                self.breaker.succeeded()
                return got
            if attempt >= self.retry_policy.tries or self._final(got, time.monotonic() - first):
                self.breaker.failed()
                raise got.unavailable()
            await asyncio.sleep(self.retry_policy.pause(attempt, got.wait))
            attempt += 1

    def _final(self, got: _Failure, seconds: float) -> bool:
        """True if a retry would only repeat the failure or delay its report."""
        if got.reason in _NEVER_RETRIED or got.because == "not_allowed":
            return True
        return got.begun and seconds >= self.retry_policy.silence

    async def _try(self, call: _Call) -> HttpResponse | _Failure:
        url = self.base.joinpath(call.path.lstrip("/")).with_query(call.query)
        begun = False
        try:
            async with self._open().request(
                call.method, url, headers=call.headers, data=call.body, allow_redirects=False
            ) as answer:
                begun = True
                body = await read_body(answer, self.largest, self.retry_policy.silence)
                return _judge(answer.status, answer.headers, body)
        except BodyRejected as rejected:
            return _Failure(rejected.reason, f"{self.name}: {rejected}", begun=True)
        except aiohttp.ServerFingerprintMismatch as other:
            detail = f"{self.name}: another certificate"
            return _Failure("unreachable", detail, not_sent=True, because="certificate", fingerprint=other.got)
        except TimeoutError:
            return _Failure("slow", f"no answer from {self.name} in {self.retry_policy.answer:g} s", begun=begun)
        except (aiohttp.ClientError, OSError) as problem:
            never = isinstance(problem, aiohttp.ClientConnectorError)
            detail = f"{self.name}: {'no connection' if never else 'the connection was lost'}"
            return _Failure("unreachable", detail, not_sent=never, because=_because(problem))

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            limits = aiohttp.ClientTimeout(total=self.retry_policy.answer, connect=self.retry_policy.connect)
            connector = aiohttp.TCPConnector(
                ssl=aiohttp.Fingerprint(self.fingerprint) if self.fingerprint else True,
                socket_factory=self.policy.socket if self.policy else None,
            )
            self._session = aiohttp.ClientSession(
                timeout=limits, connector=connector, middlewares=self.middlewares, auto_decompress=False
            )
        return self._session

    def _note(self, call: _Call, got: HttpResponse | _Failure, attempt: int, seconds: float) -> None:
        """Logs an attempt: names of parameters, never values, headers or bodies."""
        failure = got.reason if isinstance(got, _Failure) else None
        log.log(
            logging.WARNING if failure else logging.DEBUG,
            "%s %s %s",
            call.method,
            call.path,
            failure or got.status,
            extra={
                "outside": self.name,
                "query_names": sorted(call.query),
                "request_id": call.headers["X-Request-Id"],
                "attempt": attempt,
                "ms": round(seconds * 1000),
            },
        )


def _because(problem: Exception) -> str:
    if isinstance(problem, aiohttp.ClientSSLError):
        return "certificate"
    if isinstance(problem, aiohttp.ClientConnectorError) and isinstance(problem.os_error, NotAllowed):
        return "not_allowed"
    return ""


def _judge(status: int, headers: CIMultiDictProxy[str], body: bytes) -> HttpResponse | _Failure:
    if status == TOO_MANY_REQUESTS:
        return _Failure("busy", "429 too many requests", _retry_after(headers), status, body, not_sent=True)
    if status >= 500:
        return _Failure("failing", f"answered {status}", _retry_after(headers), status, body)
    return HttpResponse(status, headers, body)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The requested delay in seconds (a number or an HTTP date); None without one."""
    header = headers.get("Retry-After", "").strip()
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time()) if header else None
    except ValueError:
        return None
