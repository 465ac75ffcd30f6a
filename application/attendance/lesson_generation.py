"""Lessons are made ahead of schedules (D-71): after a synchronisation, after a holiday, and each night."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.sheets import LessonStore
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import LESSONS_MAKE

AT_ONCE = 500


@permits(SUPERADMIN)
async def make_lessons(*, actor: Actor, book: LessonStore, clock: Clock, zone: ZoneInfo) -> int:
    """Brings the lessons of all groups in line with their schedules, and gives how many were made, changed or removed;
    the job ``lessons.make`` calls it, as the system.

    Sixty days ahead; a month back of a group that is seen for the first time, and of a line of its schedule that came
    later than it began: these lessons are there as not marked. What has begun, is marked or did not take place stays
    as it is. A repeated run changes nothing.
    """
    now = clock.now().astimezone(zone).replace(tzinfo=None)
    touched = 0
    group_ids = await book.groups(now.date())
    for first in range(0, len(group_ids), AT_ONCE):
        async with book.making(group_ids[first : first + AT_ONCE], now.date()) as making:
            wanted = [lesson for one in making.timetables for lesson in one.lessons(making.holidays, now)]
            touched += await making.bring(wanted, now)
    return touched


@permits(SUPERADMIN)
async def ask_for_lessons(*, actor: Actor, uow: UnitOfWork) -> int:
    """Promises the job; for the night."""
    async with uow:
        job_id = await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        return job_id
