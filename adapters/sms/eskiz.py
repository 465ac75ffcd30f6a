"""SMS through Eskiz (protocols §3.1).

A token for thirty days, one message per call, statuses by its id or by the console's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from yarl import URL

from adapters.http_client import HttpClient, HttpResponse, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.network_policy import NetworkPolicy
from adapters.sms.eskiz_vocabulary import bearer_token, content, listed, message_id, refusal, verdict
from application.messaging.ports import (
    Account,
    OutgoingSms,
    PolledSms,
    Report,
    SmsOutcomeUnknown,
    SmsRefused,
    SmsUnavailable,
)
from domain.people.phones import sms_phone

FORM = "application/x-www-form-urlencoded"
# it writes times in this zone; the zone in which it reads them is undocumented, so the window of a search is generous
ZONE = ZoneInfo("Asia/Tashkent")
AROUND = timedelta(hours=6)
PAGE, MAX_PAGES = 100, 50
BUSY_TRIES = 4


class EskizSms:
    """See ``application.messaging.ports.SmsSender``. Connects at its first use."""

    name = "eskiz"

    def __init__(
        self,
        url: str,
        email: str,
        password: str,
        sender: str,
        retry_policy: RetryPolicy | None = None,
        request_id: Callable[[], str] | None = None,
        callback_url: str = "",
        policy: NetworkPolicy | None = None,
    ) -> None:
        """Without ``callback_url`` for delivery reports statuses are polled."""
        self._retry_policy, request_id = retry_policy or RetryPolicy(answer=20.0), request_id or new_request_id
        accept = {"Accept": "application/json"}
        self._http = HttpClient(URL(url), "eskiz", accept, self._retry_policy, request_id=request_id, policy=policy)
        # it has no idempotency keys: a message that may have been accepted is never retried here
        once = RetryPolicy(self._retry_policy.connect, self._retry_policy.answer, tries=1)
        self._once = HttpClient(URL(url), "eskiz send", accept, once, request_id=request_id, policy=policy)
        self._login = {"email": email, "password": password}
        self._sender, self._callback_url = sender, callback_url
        self._token = ""
        self._renewing = asyncio.Lock()

    async def close(self) -> None:
        await self._http.close()
        await self._once.close()

    async def send(self, message: OutgoingSms) -> str:
        form = {
            "mobile_phone": sms_phone(message.phone),
            "message": message.text,
            "from": self._sender,
            # decimal, at most 12 digits
            "user_sms_id": str(message.ref),
        } | ({"callback_url": self._callback_url} if self._callback_url else {})
        answer = await self._handed_over(urlencode(form).encode(), message.ref)
        if answer.status in (200, 201):
            if (provider_id := message_id(answer.body)) is None:
                raise SmsOutcomeUnknown
            return provider_id
        if answer.status in (400, 422):
            if (code := refusal(answer.body)) == "no_money":
                raise SmsUnavailable(code)
            raise SmsRefused(code)
        raise SmsUnavailable("unauthorised" if answer.status in (401, 403) else "refused")

    async def reports(self, polled: Sequence[PolledSms]) -> Mapping[int, Report]:
        found = {}
        for one in (one for one in polled if one.provider_id is not None):
            answer = await self._authorised("GET", f"/api/message/sms/status_by_id/{one.provider_id}")
            if answer.status == 200 and (status_row := listed(content(answer.body))) is not None:
                state, error = verdict(status_row)
                found[one.ref] = Report(state, str(one.provider_id), error)
        return found | await self._by_our_number([one for one in polled if one.provider_id is None])

    async def account(self) -> Account:
        answer = await self._authorised("GET", "/api/auth/user")
        data = content(answer.body)
        if answer.status != 200 or not isinstance(data, dict):
            raise SmsUnavailable("garbage" if answer.status == 200 else "refused")
        balance = data.get("balance")
        return Account(None if balance is None else str(balance), str(data.get("name") or data.get("email") or ""))

    async def _by_our_number(self, polled: Sequence[PolledSms]) -> dict[int, Report]:
        """The reports of messages whose sending had no response.

        They are searched among all messages accepted around that time.
        """
        if not polled:
            return {}
        wanted = {(str(one.ref), sms_phone(one.phone)): one.ref for one in polled}
        times = [one.handed_over for one in polled]
        span = {
            "start_date": f"{(min(times) - AROUND).astimezone(ZONE):%Y-%m-%d %H:%M}",
            "end_date": f"{(max(times) + AROUND).astimezone(ZONE):%Y-%m-%d %H:%M}",
            "page_size": str(PAGE),
        }
        found: dict[int, Report] = {}
        for page in range(1, MAX_PAGES + 1):
            form = urlencode(span | {"page": str(page)}).encode()
            answer = await self._authorised("POST", "/api/message/sms/get-user-messages", form)
            rows = _rows(answer)
            for row in rows:
                status_row = listed(row)
                if status_row and (ref := wanted.get((status_row.ref, status_row.phone))) is not None:
                    state, error = verdict(status_row)
                    found[ref] = Report(state, status_row.id, error)
            if len(rows) < PAGE:
                return found
        # incomplete: a missing message may be on a later page
        raise SmsUnavailable("garbage")

    async def _handed_over(self, form: bytes, ref: int) -> HttpResponse:
        """The response to a message.

        It waits while the provider is busy, which means that the message was not accepted.
        """
        for attempt in range(1, BUSY_TRIES + 1):
            try:
                return await self._with_token(
                    lambda bearer: self._once.post("/api/message/sms/send", form, str(ref), FORM, bearer)
                )
            except IntegrationUnavailable as problem:
                if problem.reason != "busy" or attempt == BUSY_TRIES:
                    raise _outcome(problem) from problem
                await asyncio.sleep(self._retry_policy.pause(attempt, problem.wait))
        raise SmsUnavailable("busy")

    async def _authorised(self, method: str, path: str, form: bytes = b"") -> HttpResponse:
        async def ask(bearer: Mapping[str, str]) -> HttpResponse:
            if method == "GET":
                return await self._http.get(path, None, bearer)
            return await self._http.post(path, form, new_request_id(), FORM, bearer)

        try:
            answer = await self._with_token(ask)
        except IntegrationUnavailable as problem:
            raise SmsUnavailable(problem.cause) from problem
        if answer.status in (401, 403):
            raise SmsUnavailable("unauthorised")
        return answer

    async def _with_token(self, ask: Callable[[Mapping[str, str]], Awaitable[HttpResponse]]) -> HttpResponse:
        """Sends a call with a valid token.

        A token that expired, or was revoked by a new password, is renewed once.
        """
        token = await self._access()
        answer = await ask({"Authorization": f"Bearer {token}"})
        if answer.status == 401:
            token = await self._access(instead_of=token)
            answer = await ask({"Authorization": f"Bearer {token}"})
        return answer

    async def _access(self, instead_of: str = "") -> str:
        async with self._renewing:
            if not self._token or self._token == instead_of:
                self._token = ""
                try:
                    answer = await self._http.post(
                        "/api/auth/login", urlencode(self._login).encode(), new_request_id(), FORM
                    )
                except IntegrationUnavailable as problem:
                    raise SmsUnavailable(problem.cause) from problem
                # a blocked account is answered 200, without a token
                token = bearer_token(answer.body) if answer.status == 200 else ""
                if not token:
                    raise SmsUnavailable("refused" if answer.status == 404 else "unauthorised")
                self._token = token
            return self._token


def _outcome(problem: IntegrationUnavailable) -> Exception:
    return SmsUnavailable(problem.cause) if problem.not_sent else SmsOutcomeUnknown()


def _rows(answer: HttpResponse) -> list[object]:
    """The messages of a page: a list, or an object with a list."""
    data = content(answer.body)
    rows = data.get("data") if isinstance(data, dict) else data
    if answer.status != 200 or not isinstance(rows, list):
        raise SmsUnavailable("garbage" if answer.status == 200 else "refused")
    return rows
