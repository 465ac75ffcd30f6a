"""Generates lessons ahead from schedules (D-71).

It runs after a synchronisation, after a change of holidays, and each night.
"""

from datetime import timedelta
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.sheets import LessonStore
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import LESSONS_MAKE
from domain.attendance.marking import UNMARKED_DAYS

AT_ONCE = 500


@permits(SUPERADMIN)
async def make_lessons(*, actor: Actor, lesson_store: LessonStore, clock: Clock, zone: ZoneInfo) -> int:
    """Aligns the lessons of all groups with their schedules.

    Returns the number of lessons created, changed or removed. The job ``lessons.make`` runs it as the system.

    The range is sixty days ahead, and one month back for a group that is new here or a schedule entry that arrived
    after its start date: those lessons appear as not marked. Lessons that have begun, are marked or were cancelled stay
    unchanged; of those marked lately, the students left unmarked are counted anew (D-157). The operation is idempotent.
    """
    now = clock.now().astimezone(zone).replace(tzinfo=None)
    touched = 0
    group_ids = await lesson_store.groups(now.date())
    for first in range(0, len(group_ids), AT_ONCE):
        async with lesson_store.generation(group_ids[first : first + AT_ONCE], now.date()) as generation:
            wanted = [
                lesson
                for one in generation.timetables
                for lesson in one.lessons(generation.holidays.days_of(one.office_id), now)
            ]
            touched += await generation.replace_lessons(wanted, now)
            await generation.recount_unmarked(now.date() - timedelta(days=UNMARKED_DAYS))
    return touched


@permits(SUPERADMIN)
async def enqueue_lesson_generation(*, actor: Actor, uow: UnitOfWork) -> int:
    """Enqueues the nightly generation job."""
    async with uow:
        job_id = await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        await uow.commit()
        return job_id
