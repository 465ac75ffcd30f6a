"""Door entries on PostgreSQL (T4)."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from application.doors.ports import ReportedEntry, StoredEntries
from application.ports import UnitOfWork

# a merged student counts as the successor; a teacher's number may equal a student's, and then the entry is the
# student's: it proposes a mark
KEEP = """
insert into door_events (device, serial, person, student_id, teacher_id, device_at, received_at, at, drift_seconds,
    doubt)
select e.device, e.serial, e.person, coalesce(s.merged_into_id, s.id), case when s.id is null then t.id end,
    e.device_at, :now, e.at, e.drift, case when s.id is null and t.id is null then 'person' else e.doubt end
from unnest(cast(:devices as text[]), cast(:serials as bigint[]), cast(:persons as text[]),
    cast(:device_ats as timestamptz[]), cast(:ats as timestamptz[]), cast(:drifts as int[]), cast(:doubts as text[]))
    as e (device, serial, person, device_at, at, drift, doubt)
left join students s on s.h_id = e.person left join teachers t on t.h_id = e.person
on conflict (device, serial) do nothing returning doubt
"""


class PostgresDoorEntryStore:
    """See ``application.doors.ports.DoorEntryStore``."""

    async def store(self, reported: Sequence[ReportedEntry], received_at: datetime, uow: UnitOfWork) -> StoredEntries:
        # a fixed order: concurrent repeats of two devices lock the rows in the same order
        reported = sorted(reported, key=lambda one: (one.device, one.serial))
        values = {
            "now": received_at,
            "devices": [one.device for one in reported],
            "serials": [one.serial for one in reported],
            "persons": [one.person for one in reported],
            "device_ats": [one.device_at for one in reported],
            "ats": [one.dated.at for one in reported],
            "drifts": [one.dated.drift_seconds for one in reported],
            "doubts": [one.dated.doubt and str(one.dated.doubt) for one in reported],
        }
        doubts = (await uow.unwrap(AsyncSession).execute(text(KEEP), values)).scalars().all()
        return StoredEntries(len(doubts), sum(doubt is not None for doubt in doubts))
