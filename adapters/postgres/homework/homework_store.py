"""Writes of homework: its class, submissions in one statement, files (D-79)."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.fast_path.attendance_sheets import lesson_of
from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from adapters.postgres.homework.submission_sql import discarded_files, reached
from application.groups.views import GroupScope
from application.homework.giving.ports import GivingContext
from application.ports import Clock, UnitOfWork
from domain.homework.deadlines import AFTER_REJECTION
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import NotFound

# $1: the lesson, $2: branches of which all groups count, $3: the user of own groups
LESSON = f"""
select l.*, g.name as group_name, array(
    select p.id from topics p join study_months m on m.id = p.study_month_id where m.course_id = g.course_id
) as topics
from lessons l join groups g on g.id = l.group_id
where l.id = $1 and g.school_deleted_at is null and {reached("g", "$2::bigint[]", "$3::bigint")}
for no key update of l
"""  # noqa: S608  names of ours
# $1: the group, $2: the lesson's day, $3: the centre's day. Students who belong to the class on one of the two days
CLASS = f"""
select e.student_id, bool_or({OF_THE_CLASS.format(of="e", day="$2::date")}) as then
from enrolments e join students s on s.id = e.student_id
where e.group_id = $1 and s.school_deleted_at is null and s.merged_into_id is null
    and (({OF_THE_CLASS.format(of="e", day="$2::date")}) or ({OF_THE_CLASS.format(of="e", day="$3::date")}))
group by e.student_id order by e.student_id
"""  # noqa: S608
VISIBLE = f"""
select exists (
    select from homeworks h join groups g on g.id = h.group_id
    where h.id = $1 and g.school_deleted_at is null and {reached("g", "$2::bigint[]", "$3::bigint")}
)
"""  # noqa: S608
ADD = """
insert into submissions (homework_id, group_id, student_id, status, due_at, variant_id)
select $1, $2, s.student_id, s.status, $3, s.variant_id
from unnest($4::bigint[], $5::smallint[], $6::bigint[]) s (student_id, status, variant_id)
"""
# a deadline that a rejection gave a student is later than the homework's was
# and that of a rejected one leaves the time after the rejection, also when an earlier deadline is restored
MOVE = f"""
update submissions set due_at = greatest(
    case when due_at <= $2 then $3 else greatest(due_at, $3) end,
    case when status = {SubmissionStatus.REJECTED:d}
        then date_trunc('second', checked_at + interval '{AFTER_REJECTION.total_seconds():.0f} s') end)
where homework_id = $1
"""  # noqa: S608
HAND_INS = "select id, attempts from submissions where homework_id = $1 order by id for no key update"
# every file and recording of the homework, its hand-ins and the messages about them
DISCARD = discarded_files("homework", "select voice_file_id from homeworks where id = $1 union all")

DISCARD_VARIANTS = """
update files set entity = null, entity_id = null, expires_at = $2
where entity = 'homework_variant' and entity_id in (select id from homework_variants where homework_id = $1)
"""


class PostgresHomeworkStore:
    """See ``application.homework.giving.ports.HomeworkStore``."""

    def __init__(self, clock: Clock, zone: ZoneInfo) -> None:
        self._clock = clock
        self._zone = zone

    async def lesson(self, lesson_id: int, scope: GroupScope, uow: UnitOfWork) -> GivingContext:
        connection = await sql_of(uow).connection()
        row = await connection.fetchrow(LESSON, lesson_id, scope.office_ids, scope.user_id)
        if row is None:
            raise NotFound("Lesson", lesson_id)
        lesson = lesson_of(row)
        members = await connection.fetch(CLASS, lesson.group_id, lesson.day, self._today())
        return GivingContext(
            lesson,
            row["group_name"],
            frozenset(row["topics"]),
            in_class=[one["student_id"] for one in members if one["then"]],
            others=[one["student_id"] for one in members if not one["then"]],
        )

    async def check_visible(self, homework_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        connection = await sql_of(uow).connection()
        if not await connection.fetchval(VISIBLE, homework_id, scope.office_ids, scope.user_id):
            raise NotFound("Homework", homework_id)

    async def add_submissions(self, submissions: Sequence[Submission], uow: UnitOfWork) -> None:
        if not submissions:
            return
        first = submissions[0]
        students = [one.student_id for one in submissions]
        statuses = [int(one.status) for one in submissions]
        connection: Any = await sql_of(uow).connection()
        variants = [one.variant_id for one in submissions]
        await connection.execute(ADD, first.homework_id, first.group_id, first.due_at, students, statuses, variants)

    async def move_due(self, homework_id: int, before: datetime, after: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(MOVE, homework_id, before, after)

    async def submission_ids(self, homework_id: int, uow: UnitOfWork) -> Mapping[int, int]:
        connection = await sql_of(uow).connection()
        return {row["id"]: row["attempts"] for row in await connection.fetch(HAND_INS, homework_id)}

    async def discard_files(self, homework_id: int, now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(DISCARD, homework_id, now)
        await connection.execute(DISCARD_VARIANTS, homework_id, now)

    def _today(self) -> date:
        return self._clock.now().astimezone(self._zone).date()
