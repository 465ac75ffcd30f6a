"""Lessons of teachers and assistants, and their check-ins (D-77)."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.engine import TODAY
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import study_month_of
from application.actor import Actor
from application.attendance.ports.staff_attendance import (
    GroupStaff,
    LockedLesson,
    Member,
    StaffCheckRecord,
    TaughtLesson,
)
from application.ports import UnitOfWork
from contracts.shared import Named
from domain.attendance.lesson import Lesson
from domain.attendance.staff_attendance import Duty
from domain.groups.enrolments import Period
from domain.shared.errors import NotFound

_LESSON = """l.id, l.group_id, l.teacher_id, l.date, l.begin_time, l.end_time, l.schedule_id, l.classroom_name,
    l.no_class_reason, l.made_afterwards"""
_DUTIES = """
    coalesce((select jsonb_agg(jsonb_build_object('days', s.days_of_week, 'begin', to_char(s.begin_time, 'HH24:MI'),
        'end', to_char(s.end_time, 'HH24:MI'), 'started', s.start_date, 'ended', s.end_date)
        order by coalesce(s.end_date >= {today}, true) desc, s.start_date desc nulls last, s.id)
        from schedules s where s.group_id = {group} and s.teacher_id = p.id), '[]') as duties
"""
# the lesson is locked, so that of two simultaneous check-ins one is rejected
HELD = f"""
select {_LESSON}, p.id as person_id, g.name as group_name,
    {_DUTIES.format(today=TODAY, group="l.group_id")}
from lessons l join groups g on g.id = l.group_id join teachers p on p.user_id = :user_id
where l.id = :lesson_id for no key update of l
"""  # noqa: S608  only names of ours
# $1: lessons, $2: the user, $3: today
TAUGHT = f"""
select {_LESSON}, p.id as person_id, c.status, c.at, c.photo, {_DUTIES.format(today="$3::date", group="l.group_id")}
from lessons l join teachers p on p.user_id = $2
left join staff_attendances c on c.lesson_id = l.id and c.teacher_id = p.id
where l.id = any ($1::bigint[])
"""  # noqa: S608
# $1: the group, $2: the branches in which the caller sees every group, null for all; $3: the user who may teach it,
# null for none
GROUP = f"""
select g.name, array(
    select distinct to_char(l.date, 'YYYY-MM') from lessons l where l.group_id = g.id order by 1
) as months
from groups g
where g.id = $1 and ($2::bigint[] is null or g.office_id = any ($2) or {taught_by("g.id", "$3::bigint")})
"""  # noqa: S608
# $2, $3: the days, unbounded where null; $4: a study month instead of days
LESSONS = f"""
select {_LESSON} from lessons l
where l.group_id = $1 and case when $4::bigint is not null then {study_month_of("l")} = $4
    else l.date >= coalesce($2, '-infinity'::date) and l.date <= coalesce($3, 'infinity'::date) end
order by l.date, l.begin_time
"""  # noqa: S608
# $2: lessons, $3: today. Teachers come before assistants
MEMBERS = f"""
with checks as (
    select c.teacher_id, jsonb_agg(jsonb_build_object(
        'lesson', c.lesson_id, 'status', c.status, 'at', c.at, 'photo', c.photo)) as checks
    from staff_attendances c where c.lesson_id = any ($2::bigint[]) group by c.teacher_id
), named as (
    select s.teacher_id from schedules s where s.group_id = $1
    union select l.teacher_id from lessons l where l.id = any ($2::bigint[]) union select teacher_id from checks
)
select p.id, p.full_name, p.photo, p.user_id, coalesce(r.number, p.role_number) as role_number,
    coalesce(c.checks, '[]') as checks, {_DUTIES.format(today="$3::date", group="$1")}
from named n join teachers p on p.id = n.teacher_id left join checks c on c.teacher_id = p.id
left join users u on u.id = p.user_id left join roles r on r.id = u.role_id
order by coalesce(r.number, p.role_number), p.sort_key, p.id
"""  # noqa: S608


class PostgresStaffLessons:
    """See ``application.attendance.ports.staff_attendance.StaffLessons``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def lock(self, lesson_id: int, actor: Actor, uow: UnitOfWork) -> LockedLesson:
        values = {"lesson_id": lesson_id, "user_id": actor.id}
        row = (await uow.unwrap(AsyncSession).execute(text(HELD), values)).mappings().first()
        if row is None:
            raise NotFound("Lesson", lesson_id)
        return LockedLesson(_lesson(row), row["group_name"], row["person_id"], [_duty(one) for one in row["duties"]])

    async def taught(self, lesson_ids: Sequence[int], today: date, actor: Actor) -> list[TaughtLesson]:
        return [
            TaughtLesson(
                _lesson(row),
                row["person_id"],
                [_duty(one) for one in row["duties"]],
                StaffCheckRecord(row["status"], row["at"], self._photo_links.link(row["photo"])) if row["at"] else None,
            )
            for row in await self._pool.fetch(TAUGHT, lesson_ids, actor.id, today)
        ]

    async def of_group(
        self,
        group_id: int,
        span: Period,
        today: date,
        actor: Actor,
        *,
        own: bool,
        any: bool = True,
        study_month_id: int | None = None,
    ) -> GroupStaff:
        branches = None if any and actor.all_offices else list(actor.office_ids if any else ())
        group = await self._pool.fetchrow(GROUP, group_id, branches, actor.id if own else None)
        if group is None:
            raise NotFound("Group", group_id)
        rows = await self._pool.fetch(LESSONS, group_id, span.started, span.ended, study_month_id)
        lessons = [_lesson(row) for row in rows]
        ids = [one.id for one in lessons]
        members = await self._pool.fetch(MEMBERS, group_id, ids, today)
        return GroupStaff(group["name"], group["months"], lessons, [self._member(row) for row in members])

    def _member(self, row: Any) -> Member:
        checks = {one["lesson"]: self._checked(one) for one in row["checks"]}
        return Member(
            Named(id=row["id"], name=row["full_name"]),
            self._photo_links.link(row["photo"]),
            row["user_id"],
            row["role_number"],
            [_duty(one) for one in row["duties"]],
            checks,
        )

    def _checked(self, one: dict[str, Any]) -> StaffCheckRecord:
        return StaffCheckRecord(one["status"], datetime.fromisoformat(one["at"]), self._photo_links.link(one["photo"]))


def _lesson(row: Any) -> Lesson:
    return Lesson(
        row["group_id"],
        row["teacher_id"],
        row["date"],
        row["begin_time"],
        row["end_time"],
        row["schedule_id"],
        row["classroom_name"],
        row["no_class_reason"],
        row["id"],
        row["made_afterwards"],
    )


def _duty(one: dict[str, Any]) -> Duty:
    return Duty(
        one["days"],
        time.fromisoformat(one["begin"]) if one["begin"] else None,
        time.fromisoformat(one["end"]) if one["end"] else None,
        Period(_day(one["started"]), _day(one["ended"])),
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
