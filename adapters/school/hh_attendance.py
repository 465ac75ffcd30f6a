"""Pushes attendance to a school that speaks hh v1.

Contract: ``contracts/external/hh-v1.yaml``, attendance-batches.
"""

from collections.abc import Callable
from datetime import date, datetime

import msgspec
from yarl import URL

from adapters.http_client import HttpClient, HttpResponse, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.network_policy import NetworkPolicy
from adapters.school.hh import MEDIA_TYPE, VERSION, decoded, error_message
from application.attendance.ports.pushes import (
    AttendanceBatch,
    AttendanceUnsupported,
    KeyReused,
    PushResult,
    UnsentMark,
)
from application.ports import SchoolUnavailable
from domain.attendance.marks import AttendanceStatus, Reason

STATUSES = {AttendanceStatus.ATTENDED: "attended", AttendanceStatus.LATE: "late", AttendanceStatus.ABSENT: "absent"}
REASONS = {
    Reason.ON_THE_ROAD: "on_the_road",
    Reason.REASONABLE: "reasonable",
    Reason.WITHOUT_REASON: "without_reason",
}
# the push job is retried anyway; here only a brief failure is retried
RETRY_POLICY = RetryPolicy(connect=5.0, answer=20.0, tries=2)
MAX_CODE_LENGTH, MAX_MESSAGE_LENGTH = 50, 500


class _Row(msgspec.Struct, omit_defaults=True):
    student_id: str
    status: str
    at: datetime
    version: int
    reason: str | None = None


class _Batch(msgspec.Struct):
    lesson_id: str
    group_id: str
    date: date
    rows: list[_Row]


class _Failed(msgspec.Struct):
    student_id: str
    code: str
    message: str = ""
    retryable: bool = False


class _Outcome(msgspec.Struct):
    saved: list[str]
    failed: list[_Failed]


class HhAttendance:
    """Implements ``AttendanceRegister``; connects on first use.

    See ``application.attendance.ports.pushes.AttendanceRegister``.
    """

    def __init__(
        self,
        url: str,
        token: str,
        retry_policy: RetryPolicy | None = None,
        request_id: Callable[[], str] | None = None,
        policy: NetworkPolicy | None = None,
    ) -> None:
        self._http = HttpClient(
            URL(url),
            "school attendance",
            {"Accept": MEDIA_TYPE, "Authorization": f"Bearer {token}", "HH-Version": VERSION},
            retry_policy or RETRY_POLICY,
            request_id=request_id or new_request_id,
            policy=policy,
        )

    async def push(self, marks: AttendanceBatch, key: str) -> PushResult:
        try:
            answer = await self._http.post("v1/attendance-batches", request_body(marks), key)
        except IntegrationUnavailable as problem:
            raise SchoolUnavailable(problem.cause, error_message(problem.body) or problem.detail) from problem
        return _read(answer)

    async def close(self) -> None:
        """Releases connections."""
        await self._http.close()


def request_body(marks: AttendanceBatch) -> bytes:
    """Builds the request body of the contract."""
    rows = [
        _Row(
            row.student,
            STATUSES[row.value.status],
            row.at,
            row.version,
            REASONS[row.value.reason] if row.value.reason else None,
        )
        for row in marks.rows
    ]
    return msgspec.json.encode(_Batch(str(marks.lesson), marks.group, marks.day, rows))


def _read(answer: HttpResponse) -> PushResult:
    match answer.status:
        case 200 | 207:
            outcome = decoded(msgspec.json.Decoder(_Outcome), answer.body)
            refused = [
                UnsentMark(
                    one.student_id,
                    _sanitise(one.code, MAX_CODE_LENGTH),
                    _sanitise(one.message, MAX_MESSAGE_LENGTH),
                    one.retryable,
                )
                for one in outcome.failed
            ]
            return PushResult(frozenset(outcome.saved) - {one.student for one in refused}, refused)
        case 409:
            raise KeyReused(error_message(answer.body))
        case 404 | 405 | 501:
            raise AttendanceUnsupported
        case 401 | 403:
            raise SchoolUnavailable("unauthorised", error_message(answer.body) or f"answered {answer.status}")
    raise SchoolUnavailable("refused", error_message(answer.body) or f"answered {answer.status}")


def _sanitise(text: str, most: int) -> str:
    """Sanitises a foreign text so that it can be stored and shown in one line."""
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())[:most]
