"""Jobs: their list, heartbeats, progress and requeueing."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import TextClause, case, func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.clock import SharedClock
from adapters.postgres.access.colleagues import visible_names
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import OUTBOX_CHANNEL
from adapters.postgres.listing.listing import Listing, is_, page_of
from application.actor import Actor
from contracts.events import LIVE_ONLY, JobChanged
from contracts.exports import OwnJobRow
from contracts.job_kinds import SMS_BATCH
from contracts.jobs import JobPage, JobRow, JobsQuery
from domain.jobs.job import HEARTBEAT_TIMEOUT
from domain.shared.errors import NotFound

_j, _u = t.jobs.c, t.users.c
_CREATED_BY = (
    select(func.jsonb_build_object("id", _u.id, "name", _u.full_name)).where(_u.id == _j.created_by).scalar_subquery()
)
_NEXT_TRY_AT = (
    select(func.min(t.outbox.c.available_at))
    .where(t.outbox.c.published_at.is_(None), t.outbox.c.topic == "job")
    .where(t.outbox.c.payload["jobId"].as_integer() == _j.id)
    .scalar_subquery()
)
JOBS = Listing(
    table=t.jobs,
    row=JobRow,
    columns={
        "created_by": _CREATED_BY,
        "next_try_at": _NEXT_TRY_AT,
        "sms_batch_id": case((_j.kind == SMS_BATCH, _j.payload["batchId"].as_integer())),
    },
    elsewhere=("failure",),
    order=(),
    filters={"state": lambda: is_(_j.state, "state"), "id": lambda: is_(_j.id, "id")},
    contains=(_j.kind,),
)
_LOST_AFTER = timedelta(minutes=1)
# a message may be lost with a wiped broker: jobs untouched for that long are sent again, the oldest first and in
# limited batches, so that a long queue is not doubled
RESCUE = text("""
with lost as (
    select j.id, j.kind, j.request_id from jobs j
    where (j.state = 'running' or j.state = 'waiting' and not j.kind = any (:held))
    and greatest(j.created_at, j.started_at, j.beat_at) < now() - :lost_after
    and not exists (
        select 1 from outbox o where o.topic = 'job' and (o.payload ->> 'jobId')::bigint = j.id
        and (o.published_at is null or o.published_at > now() - :lost_after))
    order by j.id limit 1000 for update skip locked)
insert into outbox (topic, payload, request_id)
select 'job', jsonb_build_object('jobId', id, 'kind', kind), request_id from lost returning id
""")
# the same for everything that the broker may have lost; unpublished and delayed jobs are sent anyway
ALL_AGAIN = (
    text("""
insert into outbox (topic, payload, request_id)
select 'job', jsonb_build_object('jobId', j.id, 'kind', j.kind), j.request_id from jobs j
where j.state in ('waiting', 'running') and not exists (
    select 1 from outbox o where o.topic = 'job' and (o.payload ->> 'jobId')::bigint = j.id and o.published_at is null)
"""),
    text("""
update outbox set published_at = null
where topic <> 'job' and topic <> all(:live_only) and published_at > now() - interval '7 days'
""").bindparams(live_only=LIVE_ONLY),
)
# one statement: the progress and its event (D-162)
PROGRESS = text("""
with job as (
    update jobs set progress = :percent where id = :id and state = 'running' and progress <> :percent
    returning id, created_by)
insert into outbox (topic, version, payload)
select :topic, :version, jsonb_build_object('jobId', id, 'userId', created_by) from job
""").bindparams(topic=JobChanged.topic, version=JobChanged.version)

# the oldest job of some kinds that may begin: it waits and no delay of a next try is left, or its worker is gone
NEXT = """
select j.id from jobs j
where j.kind = any($1) and (j.state = 'waiting' or j.state = 'running' and j.beat_at < clock_timestamp() - $2::interval)
    and not exists (
        select 1 from outbox o where o.topic = 'job' and (o.payload ->> 'jobId')::bigint = j.id
        and o.published_at is null and o.available_at > clock_timestamp())
order by j.id limit 1
"""

# kinds that a person has requested and waits for
OWN = """
select id, kind, state, progress, payload ->> 'list' as list, (payload ->> 'importId')::bigint as import_id,
    coalesce(payload ->> 'fileName', '') as file_name, coalesce((payload ->> 'rows')::int, 0) as rows, created_at
from jobs where created_by = $1 and kind in ('export', 'import', 'import.revert')
    and created_at > now() - interval '1 day'
order by id desc limit 20
"""


class PostgresJobs:
    """See ``application.jobs.ports``: views and store."""

    def __init__(self, pool: ReadPool, engine: AsyncEngine) -> None:
        self._pool = pool
        self._engine = engine

    async def page(self, query: JobsQuery, actor: Actor) -> JobPage:
        rows, total = await page_of(JOBS, query, self._pool)
        return JobPage(jobs=await self._shown(rows, actor), total=total)

    async def one(self, job_id: int, actor: Actor) -> JobRow:
        rows, _ = await page_of(JOBS, JobsQuery(), self._pool, fixed={"id": job_id})
        if not rows:
            raise NotFound("Job", job_id)
        return (await self._shown(rows, actor))[0]

    async def _shown(self, jobs: list[JobRow], actor: Actor) -> list[JobRow]:
        shown = await visible_names(actor, [job.created_by for job in jobs], self._pool)
        return [msgspec.structs.replace(job, created_by=shown(job.created_by)) for job in jobs]

    async def clock(self) -> SharedClock:
        """The database's clock: liveness is judged by it on every machine."""
        database_time: datetime = await self._pool.fetchval("select clock_timestamp()")
        return SharedClock(database_time - datetime.now(UTC))

    async def next_of(self, kinds: Sequence[str]) -> int | None:
        """The job to run next of kinds that no message announces; None for none."""
        found: int | None = await self._pool.fetchval(NEXT, list(kinds), HEARTBEAT_TIMEOUT)
        return found

    async def heartbeat(self, job_id: int) -> None:
        async with self._engine.begin() as connection:
            alive = text("update jobs set beat_at = now() where id = :id and state = 'running'")
            await connection.execute(alive, {"id": job_id})

    async def mine(self, actor: Actor) -> list[OwnJobRow]:
        return [OwnJobRow(**dict(row)) for row in await self._pool.fetch(OWN, actor.id)]

    async def progress(self, job_id: int, percent: int) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(PROGRESS, {"id": job_id, "percent": percent})

    async def requeue_lost(self, held: Sequence[str] = ()) -> int:
        return await self._send(RESCUE.bindparams(held=list(held), lost_after=_LOST_AFTER))

    async def requeue_all(self) -> int:
        return await self._send(*ALL_AGAIN)

    async def _send(self, *statements: TextClause) -> int:
        async with self._engine.begin() as connection:
            sent = sum([(await connection.execute(statement)).rowcount for statement in statements])
            if sent:
                await connection.execute(text(f"notify {OUTBOX_CHANNEL}"))
        return sent
