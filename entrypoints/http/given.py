"""What routes are given: the caller, and the adapters of the container, each under the name of its port."""

from typing import Any

from litestar.di import Provide

from entrypoints.http.caller import Given, caller
from entrypoints.wiring import Container

__all__ = ["Given", "dependencies"]

# the providers that routes may ask for by name
PORTS = (
    "academic_views",
    "access",
    "attendance",
    "attendance_sheets",
    "audit_log",
    "author_views",
    "branches",
    "bulk",
    "clock",
    "days",
    "door_book",
    "enrolments",
    "files",
    "groups",
    "import_rows",
    "integration_cipher",
    "jobs",
    "journals",
    "late_sheets",
    "likenesses",
    "links",
    "matching",
    "lists",
    "options",
    "own_jobs",
    "outside",
    "paper_cipher",
    "passwords",
    "pictures",
    "preferences",
    "pushes",
    "roles",
    "readings",
    "runs",
    "settings",
    "spreadsheet_reader",
    "spreadsheet_writer",
    "sms",
    "sms_cipher",
    "sign_in_semaphore",
    "sign_in_store",
    "staff",
    "staff_lessons",
    "students",
    "tokens",
    "transaction",
    "uow",
    "version",
    "zone",
)


def dependencies(container: Container) -> dict[str, Provide]:
    """The dependencies of every route."""
    ports = {name: _from(getattr(container, name)) for name in PORTS}
    return {**ports, "actor": Provide(caller)}


def _from(provider: Any) -> Provide:
    def give() -> Any:
        return provider()

    return Provide(give, sync_to_thread=False)
