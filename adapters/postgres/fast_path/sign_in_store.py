"""Signing in on PostgreSQL: one statement before the password is looked at, two after it, in plain SQL.

Through the unit of work it was twelve, and a third of the processor time of a sign-in (docs/performance.md).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from adapters.postgres.core.audit_writer import CONTENT, digest, made_by
from adapters.postgres.core.pool import RawPool, ReadPool
from application.access.ports import AtTheDoor, Entry
from application.actor import Actor
from application.ports import Clock
from domain.access.login_attempts import Tries
from domain.access.roles import Role, RoleType
from domain.access.sessions import Session
from domain.access.users import User, UserStatus
from domain.shared.errors import NotFound

LOOK = """
select u.id, u.password_hash, t.subject, t.failures, t.blocked_until, t.last_at
from (values (1)) one (row) left join users u on lower(u.login) = lower($1)
left join sign_in_tries t on t.subject = any ($2::text[])
"""
HOLD = """
select u.id, u.login, u.password_hash, u.role_id, u.last_name, u.first_name, u.middle_name, u.photo,
       u.status, u.must_change_password, r.name as role_name, r.type as role_type,
       nextval(pg_get_serial_sequence('sessions', 'id')) as session_id
from users u join roles r on r.id = u.role_id where u.id = $1 for no key update of u
"""
OF_SESSION = (
    *("id", "user_id", "refresh_digest", "sealed_refresh", "created_at", "rotated_at", "last_seen_at"),
    *("address", "user_agent", "fcm_token"),
)
OF_RECORD = (*CONTENT, "digest")


def _places(first: int, count: int) -> str:
    return ", ".join(f"${number}" for number in range(first, first + count))


KEEP = f"""
with forgotten as (delete from sign_in_tries where subject = $1),
active as (update users set status = $3, version = version + 1 where id = $2 and status <> $3),
opened as (insert into sessions ({", ".join(OF_SESSION)}) values ({_places(4, len(OF_SESSION))})),
recorded as (
    insert into audits ({", ".join(OF_RECORD)}) values ({_places(4 + len(OF_SESSION), len(OF_RECORD))}) returning id
)
insert into audit_pending (audit_id) select id from recorded
"""  # noqa: S608  names of ours


class PostgresDoor:
    """See ``application.access.ports.Door``."""

    def __init__(self, reads: ReadPool, writes: RawPool, clock: Clock) -> None:
        self._reads = reads
        self._writes = writes
        self._clock = clock

    async def look(self, login: str, subjects: tuple[str, ...]) -> AtTheDoor:
        rows = await self._reads.fetch(LOOK, login, list(subjects))
        counted = [row for row in rows if row["subject"] is not None]
        tries = (Tries(row["subject"], row["failures"], row["blocked_until"], row["last_at"]) for row in counted)
        return AtTheDoor(rows[0]["id"], rows[0]["password_hash"], tuple(tries))

    @asynccontextmanager
    async def entering(self, user_id: int) -> AsyncIterator[Entry]:
        async with self._writes.acquire() as connection, connection.transaction():
            row = await connection.fetchrow(HOLD, user_id)
            if row is None:
                raise NotFound("User", user_id)
            yield PostgresEntry(connection, row, self._clock)


class PostgresEntry:
    """See ``application.access.ports.Entry``. What is kept is committed at the end of ``entering``."""

    def __init__(self, connection: Any, row: Any, clock: Clock) -> None:
        names = {name: row[name] for name in ("last_name", "first_name", "middle_name", "photo")}
        account = {name: row[name] for name in ("id", "login", "password_hash", "role_id", "must_change_password")}
        self.user = User(**account, **names, status=UserStatus(row["status"]))
        self.role = Role(row["role_name"], RoleType(row["role_type"]), {}, id=row["role_id"])
        self.session_id: int = row["session_id"]
        self._connection = connection
        self._clock = clock
        self._record: dict[str, Any] = {}

    def audit(self, verb: str, entity: str, entity_id: int | None, *, actor: Actor) -> None:
        said = {"permission": "", "verb": verb, "entity": entity, "entity_id": entity_id}
        self._record = made_by(actor, self._clock.now()) | said | {"params": {}, "before": None, "after": None}
        self._record["digest"] = digest(self._record)

    async def commit(self, session: Session, *, forget: str) -> None:
        opened = [getattr(session, name) for name in OF_SESSION]
        record = [self._record[name] for name in OF_RECORD]
        await self._connection.execute(KEEP, forget, session.user_id, int(self.user.status), *opened, *record)
