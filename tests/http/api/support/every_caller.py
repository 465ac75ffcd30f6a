"""One visitor for every call: the superadmin, in the gateway a student."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from dependency_injector import providers

from entrypoints.http.app import STUDENTS
from entrypoints.http.rate_limiter import CallerRateLimiter
from tests.support.builders import Account, Student, a_student, a_superadmin
from tests.support.console import Console, Visitor


@dataclass
class EveryCaller(Visitor):
    """The superadmin's browser; calls below /api/student are sent by ``student``."""

    student: Visitor | None = None

    async def request(self, method: str, path: str, *, headers: dict[str, str] | None = None, **more: Any) -> Any:
        if path.startswith(STUDENTS) and self.student:
            return await self.student.request(method, path, headers=headers, **more)
        return await super().request(method, path, headers=headers, **more)


def lift_student_limit(console: Console) -> None:
    """Lets students of this console send any number of requests."""
    unlimited = CallerRateLimiter(10**9, timedelta(minutes=1))
    console.container.student_rate_limiter.override(providers.Object(unlimited))


async def every_caller(console: Console, student: Student | None = None, chief: Account | None = None) -> EveryCaller:
    """Signs both in, and lifts the student's limit of requests."""
    lift_student_limit(console)
    browser = await console.sign_in(chief or a_superadmin())
    application = await console.sign_in_student(student or a_student())
    return EveryCaller(browser.http, browser.token, browser.signed_in, student=application)
