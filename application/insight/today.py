"""Today: the first page of staff who work with groups (D-65)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Self, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.own_check_ins import own_check_ins
from application.attendance.ports.staff_attendance import StaffLessons
from application.authorization import permits
from application.jobs.failures import failure_text
from application.ports import Clock
from contracts.insight import TodayAnswer

READ, UPDATE, CREATE = "read", "update", "create"
SYNCHRONISING = ("users:students", "all_groups", "settings:integrations")


@dataclass(frozen=True)
class TodaySections:
    """The parts of the day that the caller may see.

    ``own``: only the caller's own groups; ``decides``: may decide late submissions of their branches; the rest: the
    right to that part.
    """

    own: bool
    attendance: bool
    decides: bool
    jobs: bool
    runs: bool
    photos: bool
    branches: bool
    accounts: bool

    @classmethod
    def of(cls, actor: Actor) -> Self:
        """Derives the sections from the actor's permissions.

        All groups of the actor's branches if permitted, else their own; attendance permissions take precedence.
        """
        for_all, for_own = (actor.may(f"{module}:attendance", READ) for module in ("all_groups", "my_groups"))
        own = not for_all and (for_own or not actor.may("all_groups", READ))
        return cls(
            own=own,
            attendance=for_all or for_own,
            decides=not own and actor.may("all_groups:attendance", UPDATE),
            jobs=actor.may("settings:integrations", READ),
            runs=any(actor.may(permission, UPDATE) for permission in SYNCHRONISING),
            photos=actor.may("users:academic", UPDATE),
            branches=actor.may("staff_control:offices", CREATE),
            accounts=actor.may("users:academic", CREATE),
        )


@runtime_checkable
class TodayViews(Protocol):
    """Reads of the day."""

    async def today(self, now: datetime, zone: ZoneInfo, sight: TodaySections, actor: Actor) -> TodayAnswer:
        """Returns the day at an instant in the zone; sections out of scope are empty."""
        ...


@permits("all_groups", "my_groups")
async def show_today(
    *, actor: Actor, days: TodayViews, staff_lessons: StaffLessons, clock: Clock, zone: ZoneInfo
) -> TodayAnswer:
    """Returns the day's lessons and everything that waits for the caller.

    Sections: current and next lessons, unmarked and partly marked lessons of the last seven days, marks that the
    school rejected, students absent today, and other pending work. Each section requires its permission (D-41, D-54).

    Callers who may read all groups see those of their branches, others their own. Absent students come with their
    phones, as in the class. Each section lists at most twenty items with the total. *Next* are the
    lessons of the nearest day that has any, at most a week ahead. Late submissions come with the effect of confirming
    them: the office decides them, their teacher sees that they are pending (D-70). A teacher's own lessons of now and
    next come with the check-in (D-77).
    """
    now, sections = clock.now(), TodaySections.of(actor)
    answer = await days.today(now, zone, sections, actor)
    if sections.own:
        lessons = [*answer.today.running.lessons, *answer.today.next.lessons]
        ids = [lesson.id for lesson in lessons]
        check_ins = await own_check_ins(ids, actor=actor, staff_lessons=staff_lessons, now=now, zone=zone)
        for lesson in lessons:
            lesson.check_in = check_ins.get(lesson.id)
    for job in answer.today.failed_jobs.jobs if answer.today.failed_jobs else ():
        job.failure = failure_text(job.last_error, actor.language)
    return answer
