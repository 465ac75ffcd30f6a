"""Synchronisation state on PostgreSQL: known records, readings, leases."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Any, Self

import asyncpg
import msgspec

from adapters.postgres.core.engine import CONNECT_TIMEOUT, asyncpg_arguments
from adapters.postgres.sync.feed_specs import SPECS
from adapters.postgres.sync.sync_transaction import PostgresSyncTransaction
from application.people.privacy.retention import pseudonym
from application.ports import Cipher
from application.sync.decisions import Deferred
from application.sync.ports import FeedPosition, Lease, LeaseLost, SyncStoreUnavailable
from application.sync.rows import Known
from application.sync.upsert import REMOVAL
from contracts.sync.school_records import RECORDS, Feed
from domain.access.users import UserStatus
from domain.people.retention import TOMBSTONE
from domain.people.staff_state import WorkStatus
from domain.sync.brakes import CLOSING, ENDING, Stop, read_stop
from domain.sync.run import Part, new_part
from domain.sync.sticky import EXISTENCE

# Polling interval of a worker that waits for the previous one to finish or lose its lease.
LOOK_SECONDS = 0.5
# A merge of one page takes tens of milliseconds; one that takes this long is stuck.
STUCK_SECONDS = 300.0
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
    # raised by asyncpg when the server ended the session between two statements
    asyncpg.InternalClientError,
)

TAKE = """
update sync_runs set status = 'running', started_at = coalesce(started_at, now()), lease_owner = $2,
    lease_until = now() + make_interval(secs => $3)
where id = $1 and (status = 'waiting' or (status = 'running' and (lease_until is null or lease_until < now())))
returning parts::text, "full", approves_id, reverts_id, started_by
"""
KEEP = """
update sync_runs set lease_until = now() + make_interval(secs => $3)
where id = $1 and lease_owner = $2 and status = 'running'
"""
DEPARTED_STAFF = f"""
select u.id from teachers t join users u on u.id = t.user_id
where (t.work_status = {WorkStatus.NOT_WORKING:d} or t.school_deleted_at is not null)
    and u.status <> {UserStatus.BLOCKED:d}
    and not exists (select from sync_changes c where c.run_id = $1 and c.entity = 'teacher' and c.entity_id = t.id)
order by u.id
"""  # noqa: S608  numbers of ours
CLOSING_ACCOUNTS = f"""
select count(*) from sync_parked p join teachers t on t.h_id = p.h_id join users u on u.id = t.user_id
where p.feed = $1 and p.reason = $2 and p.field = any ($3::text[]) and t.school_deleted_at is null
    and u.status <> {UserStatus.BLOCKED:d}
"""  # noqa: S608  numbers of ours
SEEN = "select h_id from sync_seen where feed = $1 and h_id = any ($2::text[])"
WAS_STOPPED = """
select exists (select from sync_runs r left join sync_runs o on o.id = r.reverts_id
    where r.id = $1 and 'aborted' in (r.status, o.status))
"""
STOPPED = "select exists (select from sync_parked where feed = $1 and reason = $2 and shown_in is not null)"
COMPLETED = """
select exists (select from sync_runs r, jsonb_array_elements(r.parts) p
    where r.id <> $2 and p ->> 'feed' = $1 and p ->> 'state' = 'done')
"""


ANY_ANONYMISED = f"select exists (select from students where lower(h_id) like '{TOMBSTONE}%')"  # noqa: S608  our own word
ANONYMISED = """
select h_id, id from students where h_id = any ($1::text[])
union all select h_id, student_id from sync_aliases where h_id = any ($1::text[])
"""
# no version of the school's is newer
NEVER = 2**63 - 1


class PostgresSyncStore:
    """See ``application.sync.ports.SyncStore``. Opens two connections for one run.

    One writes, in transactions; the other reads and renews the lease meanwhile. Temporary tables are dropped with the
    connection.
    """

    def __init__(self, database_url: str, cipher: Cipher) -> None:
        self._arguments = asyncpg_arguments(database_url)
        self._cipher = cipher
        self._work: Any = None
        self._side: Any = None
        self._aside = asyncio.Lock()
        # queried once a run: hardly any centre has anonymised students
        self._any_anonymised: bool | None = None

    async def __aenter__(self) -> Self:
        with _away():
            self._work = await self._connect("markaz-sync")
            self._side = await self._connect("markaz-sync-side")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for connection in (self._work, self._side):
            if connection is not None:
                connection.terminate() if connection.is_closed() else await connection.close(timeout=5)

    async def _connect(self, name: str) -> Any:
        return await asyncpg.connect(
            **self._arguments,
            timeout=CONNECT_TIMEOUT,
            command_timeout=STUCK_SECONDS,
            # A page lost in a crash of the database loses its cursor as well and is read again; the unit of work
            # commits the end of the run, and everything before it is on disk then. Rows are found by key, and lie in
            # memory: the server's default page cost assumes a spinning disk.
            server_settings={"application_name": name, "synchronous_commit": "off", "random_page_cost": "1.1"},
        )

    async def acquire(self, run_id: int, owner: str, seconds: float) -> Lease | None:
        with _away():
            while True:
                row = await self._work.fetchrow(TAKE, run_id, owner, seconds)
                if row is not None:
                    return Lease(run_id, owner, _parts(row[0]), *row[1:])
                status = await self._work.fetchval("select status from sync_runs where id = $1", run_id)
                if status not in ("waiting", "running"):
                    return None
                await asyncio.sleep(LOOK_SECONDS)

    async def renew(self, lease: Lease, seconds: float) -> None:
        with _away():
            async with self._aside:
                renewed = await self._side.execute(KEEP, lease.run_id, lease.owner, seconds)
        if renewed != "UPDATE 1":
            raise LeaseLost

    async def release(self, lease: Lease) -> None:
        with _away():
            async with self._aside:
                await self._side.execute(
                    "update sync_runs set lease_until = now() where id = $1 and lease_owner = $2",
                    lease.run_id,
                    lease.owner,
                )

    async def position(self, feed: Feed) -> FeedPosition:
        with _away():
            row = await self._work.fetchrow('select cursor, "full", compare from sync_cursors where feed = $1', feed)
        if row is None or (row["cursor"] is None and not row["full"]):
            return await self.restart(feed)
        return FeedPosition(row["cursor"], row["full"], row["compare"])

    async def restart(self, feed: Feed) -> FeedPosition:
        compare = await self.count_present(feed) > 0
        with _away():
            async with self._work.transaction():
                await self._work.execute("delete from sync_seen where feed = $1", feed)
                await self._work.execute(
                    """insert into sync_cursors (feed, cursor, "full", compare, read_at)
                    values ($1, null, true, $2, now())
                    on conflict (feed) do update set cursor = null, "full" = true, compare = excluded.compare""",
                    feed,
                    compare,
                )
        return FeedPosition(None, full=True, compare=compare)

    async def count_present(self, feed: Feed) -> int:
        with _away():
            count: int = await self._work.fetchval(
                f"select count(*) from {_table(feed)} where h_id is not null and school_deleted_at is null"  # noqa: S608
            )
        return count

    async def count_known(self, feed: Feed) -> int:
        with _away():
            count: int = await self._work.fetchval(f"select count(*) from {_table(feed)} where h_id is not null")  # noqa: S608
        return count

    async def seen(self, feed: Feed, ids: Collection[str]) -> set[str]:
        with _away():
            async with self._aside:
                found = await self._side.fetch(SEEN, feed, list(ids))
        return {row[0] for row in found}

    async def has_stopped(self, feed: Feed) -> bool:
        with _away():
            return bool(await self._work.fetchval(STOPPED, feed, REMOVAL))

    async def was_completed(self, feed: Feed, but_run: int) -> bool:
        with _away():
            return bool(await self._work.fetchval(COMPLETED, feed, but_run))

    async def was_stopped(self, run_id: int) -> bool:
        with _away():
            return bool(await self._work.fetchval(WAS_STOPPED, run_id))

    async def stop_of(self, run_id: int) -> Stop | None:
        with _away():
            row = await self._work.fetchrow("select reason, detail from sync_runs where id = $1", run_id)
        return read_stop(row["reason"], row["detail"]) if row else None

    async def departed_staff_accounts(self, but_of: int | None = None) -> list[int]:
        with _away():
            return [row[0] for row in await self._work.fetch(DEPARTED_STAFF, but_of)]

    async def known(self, own: Feed, named: Mapping[Feed, Collection[str]]) -> dict[Feed, dict[str, Known]]:
        with _away():
            # no stored text contains a NUL, and a query with one is an error
            sought = {feed: [id for id in ids if "\0" not in id] for feed, ids in named.items()}
            found = {feed: await self._known(feed, ids) if ids else {} for feed, ids in sought.items()}
            if own != Feed.STUDENTS and Feed.STUDENTS in sought:
                await self._add_merged(found[Feed.STUDENTS], sought[Feed.STUDENTS])
            if Feed.STUDENTS in sought:
                await self._add_anonymised(found[Feed.STUDENTS], sought[Feed.STUDENTS])
        return found

    async def _add_anonymised(self, students: dict[str, Known], ids: list[str]) -> None:
        """Adds anonymised students by pseudonym: the school's records of them are ignored."""
        async with self._aside:
            if self._any_anonymised is None:
                self._any_anonymised = await self._side.fetchval(ANY_ANONYMISED)
            if not self._any_anonymised:
                return
            marks = {pseudonym(self._cipher, id): id for id in ids if id not in students}
            for mark, student_id in await self._side.fetch(ANONYMISED, list(marks)):
                students[marks[mark]] = Known(student_id, student_id, NEVER, alive=False, held=True)

    async def _add_merged(self, students: dict[str, Known], ids: list[str]) -> None:
        async with self._aside:
            merged = await self._side.fetch(
                "select h_id, student_id from sync_aliases where h_id = any ($1::text[])", ids
            )
        for h_id, successor in merged:
            students.setdefault(h_id, Known(0, successor, 0, alive=False))

    async def _known(self, feed: Feed, ids: list[str]) -> dict[str, Known]:
        spec = SPECS[feed]
        async with self._aside:
            found = await self._side.fetch(
                f"""select t.h_id, t.id, {spec.place}, t.school_version, t.school_deleted_at is null,
                    exists (select from sticky_fields k
                        where k.entity = '{spec.entity}' and k.entity_id = t.id and k.field = '{EXISTENCE}')
                from {spec.table.name} t where t.h_id = any ($1::text[])""",  # noqa: S608
                ids,
            )
        return {row[0]: Known(row[1], row[2], row[3], row[4], row[5]) for row in found}

    async def is_reverted(self, run_id: int) -> bool:
        with _away():
            at = await self._work.fetchval("select reverted_at from sync_runs where id = $1", run_id)
        return at is not None

    async def new_ids(self, feed: Feed, count: int) -> list[int]:
        if not count:
            return []
        with _away():
            async with self._aside:
                ids: list[int] = await self._side.fetchval(
                    """select array_agg(nextval((select pg_get_serial_sequence($1, 'id')::regclass)))
                    from generate_series(1, $2)""",
                    _table(feed),
                    count,
                )
        return ids

    async def count_guarded(self, feed: Feed, *, alone: bool = False) -> dict[str, int]:
        with _away():
            rows = await self._work.fetch(
                f"""select p.field, count(*) from sync_parked p join {_table(feed)} t on t.h_id = p.h_id
                where p.feed = $1 and p.reason = $2 and t.school_deleted_at is null
                  and ({SPECS[feed].stays if alone else "true"}) group by p.field order by p.field""",  # noqa: S608
                feed,
                REMOVAL,
            )
        return dict(rows)

    async def count_unapproved(self, feed: Feed, run_id: int) -> int:
        with _away():
            count: int = await self._work.fetchval(
                f"""select count(*) from sync_parked p join {_table(feed)} t on t.h_id = p.h_id
                where p.feed = $1 and p.reason = $2 and p.shown_in is distinct from $3
                  and t.school_deleted_at is null and ({SPECS[feed].stays})""",  # noqa: S608
                feed,
                REMOVAL,
                run_id,
            )
        return count

    async def count_closing_accounts(self, feed: Feed) -> int:
        if feed != Feed.TEACHERS:
            return 0
        with _away():
            count: int = await self._work.fetchval(CLOSING_ACCOUNTS, feed, REMOVAL, list(CLOSING))
        return count

    async def all_removals_recorded(self, feed: Feed, run_id: int) -> bool:
        with _away():
            shown: bool = await self._work.fetchval(
                f"""select not exists (select from {_table(feed)} t
                    where t.h_id is not null and t.school_deleted_at is null and not exists (
                        select from sync_parked p where p.feed = $1 and p.h_id = t.h_id and p.shown_in = $2
                          and p.field = any ($3::text[])))""",  # noqa: S608
                feed,
                run_id,
                list(ENDING),
            )
        return shown

    async def deferred(self, feed: Feed, reason: str, after: str, limit: int) -> list[tuple[str, Deferred | None]]:
        with _away():
            rows = await self._work.fetch(
                """select h_id, field, referent, record from sync_parked
                where feed = $1 and reason = $2 and h_id > $3 order by h_id limit $4""",
                feed,
                reason,
                after,
                limit,
            )
        return [(row["h_id"], self._opened(feed, row) if row["record"] else None) for row in rows]

    def _opened(self, feed: Feed, row: Any) -> Deferred:
        record = msgspec.json.decode(self._cipher.decrypt(row["record"]), type=RECORDS[feed])
        return Deferred(record, row["field"], row["referent"])

    async def count_deferred(self, feed: Feed, reason: str) -> int:
        with _away():
            count: int = await self._work.fetchval(
                "select count(*) from sync_parked where feed = $1 and reason = $2", feed, reason
            )
        return count

    @asynccontextmanager
    async def transaction(self, lease: Lease) -> AsyncIterator[PostgresSyncTransaction]:
        with _away():
            async with self._work.transaction():
                yield PostgresSyncTransaction(self._work, lease, self._cipher)


def _parts(text: str) -> list[Part]:
    """Stored parts of a run; counts missing in an older version start at 0."""
    return [new_part(part["feed"]) | part for part in msgspec.json.decode(text)]


def _table(feed: Feed) -> str:
    return SPECS[feed].table.name


@contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except AWAY as problem:
        raise SyncStoreUnavailable(str(problem)) from problem
