"""Signing in with raw SQL: one statement before the password check, two after it.

A browser that sends the cookie of an earlier sign-in costs one more before the check.
Through the unit of work it is twelve, a third of a sign-in's processor time (docs/performance.md).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from adapters.postgres.core.audit.writer import audit_record, column_values, insert_values, numbered
from adapters.postgres.core.pool import Connection, RawPool, ReadPool
from application.access.ports import SignInCandidate, SignInTransaction
from application.actor import Actor
from application.ports import Clock
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role, RoleType
from domain.access.sessions import SIGNED_OUT, Session
from domain.access.users import User, UserStatus
from domain.shared.errors import NotFound

FIND = """
select u.id, u.password_hash, t.subject, t.failures, t.blocked_until, t.last_at
from (values (1)) one (row) left join users u on lower(u.login) = lower($1)
left join sign_in_tries t on t.subject = any ($2::text[])
"""
KNOWN = f"""
select exists (
    select from sessions s join users u on u.id = s.user_id
    where s.id = any ($2::bigint[]) and lower(u.login) = lower($1)
      and (s.ended_at is null or s.end_reason = '{SIGNED_OUT}')
)
"""  # noqa: S608  names of ours
LOCK = """
select u.id, u.login, u.password_hash, u.role_id, u.last_name, u.first_name, u.middle_name, u.photo,
       u.status, u.must_change_password, r.name as role_name, r.type as role_type,
       nextval(pg_get_serial_sequence('sessions', 'id')) as session_id
from users u join roles r on r.id = u.role_id where u.id = $1 for no key update of u
"""
SESSION_COLUMNS = (
    *("id", "user_id", "refresh_digest", "sealed_refresh", "created_at", "rotated_at", "last_seen_at"),
    *("address", "user_agent", "fcm_token"),
)
_FIRST_OF_SESSION = 4
_FIRST_OF_RECORD = _FIRST_OF_SESSION + len(SESSION_COLUMNS)
_PUSH_TOKEN = f"${_FIRST_OF_SESSION + SESSION_COLUMNS.index('fcm_token')}"
OPEN_SESSION = f"""
with cleared as (delete from sign_in_tries where subject = $1),
active as (update users set status = $3, version = version + 1 where id = $2 and status <> $3),
taken as (update sessions set fcm_token = null where fcm_token = {_PUSH_TOKEN}),
opened as (
    insert into sessions ({", ".join(SESSION_COLUMNS)})
    values ({", ".join(f"${number}" for number in range(_FIRST_OF_SESSION, _FIRST_OF_RECORD))})
),
{insert_values(numbered(_FIRST_OF_RECORD))}
select 1
"""  # noqa: S608  names of ours


class PostgresSignInStore:
    """See ``application.access.ports.SignInStore``."""

    def __init__(self, pool: ReadPool, writes: RawPool, clock: Clock) -> None:
        self._pool = pool
        self._writes = writes
        self._clock = clock

    async def find_account(self, login: str, subjects: tuple[str, ...]) -> SignInCandidate:
        rows = await self._pool.fetch(FIND, login, list(subjects))
        counted = [row for row in rows if row["subject"] is not None]
        attempts = (
            LoginAttempts(row["subject"], row["failures"], row["blocked_until"], row["last_at"]) for row in counted
        )
        return SignInCandidate(rows[0]["id"], rows[0]["password_hash"], tuple(attempts))

    async def is_known_browser(self, login: str, sessions: tuple[int, ...]) -> bool:
        return bool(await self._pool.fetchval(KNOWN, login, list(sessions)))

    @asynccontextmanager
    async def begin_sign_in(self, user_id: int) -> AsyncIterator[SignInTransaction]:
        async with self._writes.acquire() as connection, connection.transaction():
            row = await connection.fetchrow(LOCK, user_id)
            if row is None:
                raise NotFound("User", user_id)
            yield PostgresSignInTransaction(connection, row, self._clock)


class PostgresSignInTransaction:
    """See ``application.access.ports.SignInTransaction``.

    Commits at the end of ``begin_sign_in``.
    """

    def __init__(self, connection: Connection, row: Any, clock: Clock) -> None:
        names = {name: row[name] for name in ("last_name", "first_name", "middle_name", "photo")}
        account = {name: row[name] for name in ("id", "login", "password_hash", "role_id", "must_change_password")}
        self.user = User(**account, **names, status=UserStatus(row["status"]))
        self.role = Role(row["role_name"], RoleType(row["role_type"]), {}, id=row["role_id"])
        self.session_id: int = row["session_id"]
        self._connection = connection
        self._clock = clock
        self._record: dict[str, Any] = {}

    def audit(self, verb: str, entity: str, entity_id: int | None, *, actor: Actor) -> None:
        self._record = audit_record(verb, entity, entity_id, actor=actor, now=self._clock.now())

    async def commit(self, session: Session, *, clear_attempts_of: str) -> None:
        opened = [getattr(session, name) for name in SESSION_COLUMNS]
        record = column_values(self._record).values()
        await self._connection.execute(
            OPEN_SESSION, clear_attempts_of, session.user_id, int(self.user.status), *opened, *record
        )
