"""Operating figures for /metrics and ``markaz doctor``."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.core.pool import ReadPool
from domain.jobs.job import DROPPED

NUMBERS = f"""
select (select count(*) from outbox where published_at is null) as outbox_waiting,
       (select coalesce(extract(epoch from now() - min(available_at)), 0)::float from outbox
        where published_at is null and available_at <= now()) as outbox_age,
       (select count(*) from jobs where state in ('waiting', 'running')) as jobs_waiting,
       (select count(*) from jobs j where state = 'failed' and last_error is distinct from '{DROPPED}'
        and not (kind like 'sync.%' and exists (
           select 1 from sync_runs r where r.status in ('done', 'done_with_messages') and r.created_at > j.created_at
       ))) as jobs_failed,
       (select coalesce(extract(epoch from now() - max(finished_at)), -1)::float from sync_runs
        where status in ('done', 'done_with_messages')) as sync_age,
       (select count(*) from audit_pending) as audit_unsealed,
       coalesce((select differences from homework_recounts where is_nightly order by id desc limit 1), 0)
           as homework_differences
"""  # noqa: S608  only words of ours


# ages in seconds: of a worker's last heartbeat, and of the oldest job that was sent but is not claimed; the same for
# kinds with a program of their own ($2). $1: the kinds whose jobs wait because this installation is a copy
_SILENT = "coalesce(extract(epoch from now() - max(greatest(started_at, beat_at, finished_at))), 1e9)::float"
_WAITS = "coalesce(extract(epoch from now() - min(created_at)), 0)::float"
_UNCLAIMED = """
state = 'waiting' and not kind = any ($1) and not exists (
    select 1 from outbox o where o.published_at is null and o.topic = 'job' and (o.payload ->> 'jobId')::bigint = j.id)
"""
LIVING = f"""
select (select {_SILENT} from jobs where not kind = any ($2)) as worker_silent,
       (select {_WAITS} from jobs j where not kind = any ($2) and {_UNCLAIMED}) as job_waits,
       (select {_SILENT} from jobs where kind = any ($2)) as videos_silent,
       (select {_WAITS} from jobs j where kind = any ($2) and {_UNCLAIMED}) as video_waits,
       (select coalesce(extract(epoch from now() - min(a.at)), 0)::float
        from audit_pending p join audits a on a.id = p.audit_id) as unsealed_age
"""  # noqa: S608  only words of ours
LAST_RUN = """
select id, status, reason, extract(epoch from now() - created_at)::float as age from sync_runs order by id desc limit 1
"""


@dataclass(frozen=True)
class Health:
    """Counts, and ages in seconds (-1 where there is none).

    A failed synchronisation counts until one succeeds.
    """

    outbox_waiting: int
    outbox_age: float
    jobs_waiting: int
    jobs_failed: int
    sync_age: float
    audit_unsealed: int
    homework_differences: int
    pool_busy: int


async def health(pool: ReadPool, engine: AsyncEngine) -> Health:
    """The present figures."""
    row = await pool.fetchrow(NUMBERS)
    busy: int = engine.pool.checkedout()  # type: ignore[attr-defined]
    return Health(**dict(row or {}), pool_busy=busy)
