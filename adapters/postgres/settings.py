"""The live installation on PostgreSQL, compared with the home's identity."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import OUTBOX_CHANNEL
from application.ports import UnitOfWork
from contracts.job_kinds import OUTWARD_KINDS, SMS_BATCH
from contracts.settings.live_mode import HeldKind, WentLive
from domain.jobs.job import DROPPED
from domain.messaging.message import TOO_LATE

LIVE_PLACE = "select live_place from installations"
LOCK = text("select live_place from installations where id = 1 for update")
GO_LIVE = text("update installations set live_place = :place, live_since = :now where id = 1")
ROW = text("insert into installations (id) values (1) on conflict do nothing")
CLAIM = text("update installations set live_place = :place, live_since = now() where id = 1 and live_place is null")
HELD = """
select kind, count(*) as count, count(*) filter (where created_at < $2) as old from jobs
where state = 'waiting' and kind = any ($1) group by kind order by kind
"""
DROP_JOBS = text("""
update jobs set state = 'failed', last_error = :error, finished_at = :now
where state = 'waiting' and kind = any (:kinds) and created_at < :before
""")
# also those that a dropped batch has made already
DROP_MESSAGES = text("""
update sms_messages set status = 'failed', error = :too_late, sealed_text = null, version = version + 1
where status = 'waiting' and (created_at < :before or batch_id in (
    select (payload ->> 'batchId')::bigint from jobs where kind = :batch and state = 'failed' and last_error = :error))
""")
# every recipient of a dropped batch that no message was made for: none of them stays under way
FAIL_LEFT = text("""
insert into sms_messages
    (student_id, teacher_id, phone, text, parts, status, error, initiator_id, created_at, batch_id, batch_place)
select s.id, p.id, '', b.text, 1, 'failed', :too_late, b.initiator_id, :now, b.id, r.place - 1
from jobs j join sms_batches b on b.id = (j.payload ->> 'batchId')::bigint
cross join unnest(b.student_ids) with ordinality r (person_id, place) left join bulk_acts a on a.id = b.act_id
left join students s on s.id = r.person_id and a.entity is distinct from 'teacher'
left join teachers p on p.id = r.person_id and a.entity = 'teacher'
where j.kind = :batch and j.state = 'failed' and j.last_error = :error on conflict (batch_id, batch_place) do nothing
""")
WAITING = text("select count(*) from jobs where state = 'waiting' and kind = any (:kinds)")
REQUEUE = text("""
insert into outbox (topic, payload, request_id)
select 'job', jsonb_build_object('jobId', j.id, 'kind', j.kind), j.request_id from jobs j
where j.state = 'waiting' and j.kind = any (:kinds) and not exists (
    select 1 from outbox o where o.topic = 'job' and (o.payload ->> 'jobId')::bigint = j.id and o.published_at is null)
order by j.id
""")


def is_live(live_place: str | None, place: str, *, restored: bool) -> bool:
    """True if the database names this place, or none and was not restored."""
    return live_place == place if live_place else not restored


class PostgresLiveMode:
    """See ``application.settings.ports.LiveMode``.

    ``place`` identifies this installation, see ``entrypoints.installation``. A database that no installation has
    claimed is live, unless it was restored (``is_restored``).
    """

    def __init__(
        self, pool: ReadPool, engine: AsyncEngine, place: Callable[[], str], is_restored: Callable[[], bool]
    ) -> None:
        self._pool = pool
        self._engine = engine
        self._place = place
        self._is_restored = is_restored

    async def is_open(self) -> bool:
        return self._is_live(await self._pool.fetchval(LIVE_PLACE))

    async def held(self, old_before: datetime) -> list[HeldKind]:
        if await self.is_open():
            return []
        return [HeldKind(**dict(row)) for row in await self._pool.fetch(HELD, list(OUTWARD_KINDS), old_before)]

    async def go_live(self, now: datetime, drop_before: datetime | None, uow: UnitOfWork) -> WentLive | None:
        session = uow.unwrap(AsyncSession)
        await session.execute(ROW)
        if self._is_live((await session.execute(LOCK)).scalar()):
            return None
        kinds, dropped = list(OUTWARD_KINDS), 0
        await session.execute(GO_LIVE, {"place": self._place(), "now": now})
        if drop_before is not None:
            of_jobs: Any = await session.execute(
                DROP_JOBS, {"error": DROPPED, "now": now, "kinds": kinds, "before": drop_before}
            )
            dropped = int(of_jobs.rowcount)
            named = {"too_late": TOO_LATE, "batch": SMS_BATCH, "error": DROPPED}
            await session.execute(DROP_MESSAGES, named | {"before": drop_before})
            await session.execute(FAIL_LEFT, named | {"now": now})
        resumed = int((await session.execute(WAITING, {"kinds": kinds})).scalar_one())
        await session.execute(REQUEUE, {"kinds": kinds})
        await session.execute(text(f"notify {OUTBOX_CHANNEL}"))
        return WentLive(resumed=resumed, dropped=dropped)

    async def claim(self) -> None:
        """Makes this installation the live one of a database that none has claimed."""
        if not self._is_restored():
            async with self._engine.begin() as connection:
                await connection.execute(ROW)
                await connection.execute(CLAIM, {"place": self._place()})

    def _is_live(self, live_place: str | None) -> bool:
        return is_live(live_place, self._place(), restored=self._is_restored())
