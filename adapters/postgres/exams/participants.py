"""Participants of exams compared with their classes, on PostgreSQL."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from application.exams.ports import Moved
from application.ports import UnitOfWork
from domain.exams.exam import Exam
from domain.homework.submission import SubmissionStatus

# $1: the instant after which the exam begins, $2: the zone
_OPEN = "e.begins_at > $1 and e.announced_at is null"
_CLASS = OF_THE_CLASS.format(of="n", day="(e.begins_at at time zone $2)::date")
_JOINING = f"""
select distinct e.id as exam_id, e.group_id, e.deadline, n.student_id
from exams e join groups g on g.id = e.group_id join enrolments n on n.group_id = e.group_id
join students p on p.id = n.student_id
where {_OPEN} and g.school_deleted_at is null and p.school_deleted_at is null and p.merged_into_id is null and {_CLASS}
    and (e.whole_class or n.started_date > (e.created_at at time zone $2)::date)
    and not exists (select from submissions s where s.exam_id = e.id and s.student_id = n.student_id)
"""  # noqa: S608  names of ours
_LEAVING = f"""
select s.id, e.id as exam_id from exams e join submissions s on s.exam_id = e.id
where {_OPEN} and s.attempts = 0 and s.check_id is null and s.score is null
    and not exists (select from submission_messages m where m.submission_id = s.id)
    and not exists (
        select from enrolments n where n.group_id = e.group_id and n.student_id = s.student_id and {_CLASS}
    )
"""  # noqa: S608
OUTDATED = f"select exam_id from ({_JOINING}) j union select exam_id from ({_LEAVING}) l order by 1"  # noqa: S608
# $3: the exam
JOIN = f"""
insert into submissions (exam_id, group_id, student_id, status, due_at)
select exam_id, group_id, student_id, {SubmissionStatus.UNCOMPLETED:d}, deadline from ({_JOINING}) j where exam_id = $3
on conflict (exam_id, student_id) where exam_id is not null do nothing returning id
"""  # noqa: S608
LEAVE = f"""
delete from submissions s using ({_LEAVING}) l where l.exam_id = $3 and s.id = l.id and s.attempts = 0 returning s.id
"""  # noqa: S608
GROUP = "select name from groups where id = $1"


class PostgresExamParticipants:
    """See ``application.exams.ports.ExamParticipants``."""

    async def outdated(self, since: datetime, zone: ZoneInfo, uow: UnitOfWork) -> Sequence[int]:
        connection: Any = await sql_of(uow).connection()
        return [row["exam_id"] for row in await connection.fetch(OUTDATED, since, zone.key)]

    async def align(self, exam: Exam, since: datetime, zone: ZoneInfo, uow: UnitOfWork) -> Moved:
        connection: Any = await sql_of(uow).connection()
        joined = await connection.fetch(JOIN, since, zone.key, exam.id)
        left = await connection.fetch(LEAVE, since, zone.key, exam.id)
        return Moved(await connection.fetchval(GROUP, exam.group_id), len(joined), len(left))
