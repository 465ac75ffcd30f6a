"""Writes of exams on PostgreSQL, in the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from adapters.postgres.homework.submission_sql import discarded_files, reached
from application.exams.ports import ExamGroup, WorkContext
from application.groups.views import GroupScope
from application.ports import UnitOfWork
from contracts.exams.exams import StudyMonth
from contracts.exams.results import AnnouncedStudent
from contracts.shared import Named
from domain.exams.exam import Exam, ExamResult
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import NotFound

_SEEN = f"g.school_deleted_at is null and {reached('g', '$2::bigint[]', '$3::bigint')}"
# $1: the group, $2: branches of which all groups count, $3: the user of own groups
GROUP = f"select g.id, g.name, g.course_id from groups g where g.id = $1 and {_SEEN}"  # noqa: S608  names of ours
MONTHS = "select m.id, m.number, m.name from study_months m where m.course_id = $1 order by m.number"
VISIBLE = f"select exists (select from exams e join groups g on g.id = e.group_id where e.id = $1 and {_SEEN})"  # noqa: S608
WORK_VISIBLE = f"""
select exists (select from submissions s join groups g on g.id = s.group_id
where s.id = $1 and s.exam_id is not null and {_SEEN})
"""  # noqa: S608
# $1: the group, $2: the day
CLASS = f"""
select distinct n.student_id from enrolments n join students p on p.id = n.student_id
where n.group_id = $1 and p.school_deleted_at is null and p.merged_into_id is null
    and {OF_THE_CLASS.format(of="n", day="$2::date")} order by n.student_id
"""  # noqa: S608
ADD = f"""
insert into submissions (exam_id, group_id, student_id, status, due_at)
select $1, $2, s, {SubmissionStatus.UNCOMPLETED:d}, $3 from unnest($4::bigint[]) s
on conflict (exam_id, student_id) where exam_id is not null do nothing returning id
"""  # noqa: S608
MONTHS_OF = "select study_month_id from exam_study_months where exam_id = $1 order by study_month_id"
LEAVE_MONTHS = "delete from exam_study_months where exam_id = $1 and study_month_id <> all ($2::bigint[])"
ADD_MONTHS = """
insert into exam_study_months (exam_id, study_month_id) select $1, m from unnest($2::bigint[]) m on conflict do nothing
"""
MOVE = "update submissions set due_at = $2 where exam_id = $1 and due_at <> $2"
LOCK = "select id, attempts from submissions where exam_id = $1 order by id for no key update"
STUDENTS = """
select s.id, s.student_id, p.full_name, s.score, s.failing_reason as failing_reason_id, s.failing_text
from submissions s join students p on p.id = s.student_id where s.exam_id = $1 order by p.sort_key, p.id
"""
# $1: the group, $2: the exam that does not count
PASSED = f"""
select count(*) filter (where s.result = {ExamResult.PASSED:d}) as passed, count(*) as participants
from exams e join submissions s on s.exam_id = e.id
where e.group_id = $1 and e.announced_at is not null and e.id <> $2
"""  # noqa: S608
# $1: the work
CONTEXT = """
select p.full_name as student_name, g.name as group_name, coalesce((select string_agg(m.name, ', ' order by m.number)
    from exam_study_months x join study_months m on m.id = x.study_month_id where x.exam_id = s.exam_id), '') as title,
    (select max(a.id) from attempts a where a.submission_id = s.id) as attempt_id
from submissions s join students p on p.id = s.student_id join groups g on g.id = s.group_id where s.id = $1
"""
# a claim of checked work ends with the announcement
RESULTS = """
update submissions s set result = r.result, status = r.status, claimed_by = null, claimed_at = null,
    status_before = null, version = s.version + 1
from unnest($1::bigint[], $2::smallint[], $3::smallint[]) r (id, result, status) where s.id = r.id
"""
SAVE_DRAFT = """
insert into check_drafts (submission_id, user_id, score, failing_reason, failing_text, message)
values ($1, $2, $3, $4, $5, $6) on conflict (submission_id, user_id) do update set score = excluded.score,
    failing_reason = excluded.failing_reason, failing_text = excluded.failing_text, message = excluded.message,
    saved_at = now()
"""
DISCARD = discarded_files("exam")


class PostgresExamStore:
    """See ``application.exams.ports.ExamStore``."""

    async def group(self, group_id: int, scope: GroupScope, uow: UnitOfWork) -> ExamGroup:
        connection: Any = await sql_of(uow).connection()
        row = await connection.fetchrow(GROUP, group_id, scope.office_ids, scope.user_id)
        if row is None:
            raise NotFound("Group", group_id)
        months = await connection.fetch(MONTHS, row["course_id"])
        return ExamGroup(Named(row["id"], row["name"]), [StudyMonth(**month) for month in months])

    async def check_visible(self, exam_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        if not await connection.fetchval(VISIBLE, exam_id, scope.office_ids, scope.user_id):
            raise NotFound("Exam", exam_id)

    async def check_work_visible(self, submission_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        if not await connection.fetchval(WORK_VISIBLE, submission_id, scope.office_ids, scope.user_id):
            raise NotFound("Submission", submission_id)

    async def class_on(self, group_id: int, day: date, uow: UnitOfWork) -> Sequence[int]:
        connection: Any = await sql_of(uow).connection()
        return [row["student_id"] for row in await connection.fetch(CLASS, group_id, day)]

    async def add_participants(self, exam: Exam, student_ids: Collection[int], uow: UnitOfWork) -> int:
        connection: Any = await sql_of(uow).connection()
        added = await connection.fetch(ADD, exam.id, exam.group_id, exam.deadline, sorted(set(student_ids)))
        return len(added)

    async def study_month_ids(self, exam_id: int, uow: UnitOfWork) -> Sequence[int]:
        connection: Any = await sql_of(uow).connection()
        return [row["study_month_id"] for row in await connection.fetch(MONTHS_OF, exam_id)]

    async def set_study_months(self, exam_id: int, ids: Collection[int], uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(LEAVE_MONTHS, exam_id, list(ids))
        await connection.execute(ADD_MONTHS, exam_id, sorted(set(ids)))

    async def move_due(self, exam_id: int, deadline: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(MOVE, exam_id, deadline)

    async def lock_works(self, exam_id: int, uow: UnitOfWork) -> Mapping[int, int]:
        connection: Any = await sql_of(uow).connection()
        return {row["id"]: row["attempts"] for row in await connection.fetch(LOCK, exam_id)}

    async def students(self, exam_id: int, uow: UnitOfWork) -> Mapping[int, AnnouncedStudent]:
        connection: Any = await sql_of(uow).connection()
        return {row["id"]: AnnouncedStudent(**row) for row in await connection.fetch(STUDENTS, exam_id)}

    async def passed_before(self, exam: Exam, uow: UnitOfWork) -> tuple[int, int]:
        connection: Any = await sql_of(uow).connection()
        row = await connection.fetchrow(PASSED, exam.group_id, exam.id)
        return row["passed"], row["participants"]

    async def context(self, submission_id: int, uow: UnitOfWork) -> WorkContext:
        connection: Any = await sql_of(uow).connection()
        return WorkContext(**await connection.fetchrow(CONTEXT, submission_id))

    async def write_results(self, results: Sequence[tuple[Submission, ExamResult]], uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        ids = [work.id for work, _ in results]
        found = [int(result) for _, result in results]
        statuses = [int(_settled(work)) for work, _ in results]
        await connection.execute(RESULTS, ids, found, statuses)

    async def save_draft(
        self, submission_id: int, user_id: int, score: str, reason: int | None, texts: tuple[str, str], uow: UnitOfWork
    ) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(SAVE_DRAFT, submission_id, user_id, score, reason, *texts)

    async def discard_files(self, exam_id: int, now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(DISCARD, exam_id, now)


def _settled(work: Submission) -> SubmissionStatus:
    """The status without a claim that has expired."""
    checking = work.status == SubmissionStatus.CHECKING
    return SubmissionStatus(work.status_before or work.status) if checking else SubmissionStatus(work.status)
