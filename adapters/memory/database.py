"""A database in memory: tables, unique constraints and row locks."""

import asyncio
import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from application.idempotency import StoredResponse
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User
from domain.branches.office import Office, Workplace
from domain.jobs.job import Job
from domain.messaging.message import SmsBatch, SmsMessage
from domain.messaging.templates import SmsTemplate
from domain.people.student import StickyField, Student
from domain.settings.integration import Integration
from domain.sync.run import ACTIVE, SyncRun

Row = dict[str, Any]

KEYS: dict[type, tuple[str, ...]] = {
    LoginAttempts: ("subject",),
    StickyField: ("entity", "entity_id", "field"),
    Workplace: ("user_id", "office_id"),
}
# unique constraints: the key of a row (None: the row is exempt), and the error code of a violation
UNIQUE: dict[type, tuple[tuple[str, Any], ...]] = {
    Role: (("access.role_name_taken", lambda row: row["name"]),),
    User: (("access.login_taken", lambda row: row["login"].lower()),),
    Session: (
        ("shared.conflict", lambda row: row["refresh_digest"]),
        ("shared.conflict", lambda row: row["previous_digest"]),
    ),
    LoginAttempts: (("shared.conflict", lambda row: row["subject"]),),
    SyncRun: (("sync.in_progress", lambda row: True if row["status"] in ACTIVE else None),),
}
REFERENCES: dict[type, dict[str, type]] = {User: {"role_id": Role}, Session: {"user_id": User}}
# classes that branches divide; the branches of a row are in ``MemoryDatabase.offices``
SCOPED = (User, Student)
MESSAGING = (SmsMessage, SmsBatch, SmsTemplate, Integration)
KINDS = (Role, User, Session, LoginAttempts, Job, SyncRun, Student, StickyField, Office, Workplace, *MESSAGING)


@dataclass
class MemoryDatabase:
    """The committed rows.

    ``offices``: (kind, id) → branches; ``notified``: how often the relay was notified.
    """

    tables: dict[type, dict[Any, Row]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    audits: list[Row] = field(default_factory=list)
    outbox: list[Row] = field(default_factory=list)
    offices: dict[tuple[type, int], tuple[int, ...]] = field(default_factory=dict)
    notified: int = 0
    responses: dict[tuple[int, str, str], StoredResponse] = field(default_factory=dict)
    _ids: dict[type, int] = field(default_factory=dict)
    _locks: dict[tuple[type, Any], asyncio.Lock] = field(default_factory=dict)

    def next_id(self, kind: type) -> int:
        """A number that was never used before, not even by a transaction rolled back."""
        self._ids[kind] = self._ids.get(kind, 0) + 1
        return self._ids[kind]

    def lock(self, kind: type, key: object) -> asyncio.Lock:
        """The lock of a row."""
        return self._locks.setdefault((kind, key), asyncio.Lock())


def key_of(entity: Any) -> Any:
    """The key of a row."""
    return tuple(getattr(entity, name) for name in KEYS.get(type(entity), ("id",)))


def values_of(entity: Any) -> Row:
    """The fields as the object holds them."""
    return {field.name: getattr(entity, field.name) for field in fields(entity)}


def row_of(entity: Any) -> Row:
    """The fields as a database stores them: enumerations by their values."""
    return {
        name: value.value if isinstance(value, Enum) else copy.deepcopy(value)
        for name, value in values_of(entity).items()
    }


def fits(row: Row, equals: Mapping[str, object]) -> bool:
    """True if the fields equal these; a login in any case."""
    return all(
        row[name].lower() == str(value).lower() if name == "login" else row[name] == value
        for name, value in equals.items()
    )
