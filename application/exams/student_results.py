"""Results of a student: enrolments, and the exams in each group."""

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.exams.ports import ExamViews
from application.exams.sight import sight_of
from application.groups.enrolment_service import today_of
from application.groups.ports import EnrolmentViews
from application.ports import Clock
from contracts.groups.enrolments import EnrolmentRow, ResultExam, StudentResult, StudentResults
from domain.groups.enrolments import NOT_COUNTED, Period, outcome

GUARD = "users:students"


@permits(GUARD)
async def list_results(
    student_id: int, *, actor: Actor, enrolments: EnrolmentViews, exam_views: ExamViews, clock: Clock, zone: ZoneInfo
) -> StudentResults:
    """Lists the student's enrolments with course, length, outcome and exams.

    Limited to groups of the caller's branches; exams are shown to holders of the option *exam* of their groups, scores
    and results of one that is not announced to its checkers alone (H6). Raises NotFound.
    """
    today = today_of(clock, zone)
    rows = (await enrolments.of_student(student_id, actor)).student_groups
    exams = list(await exam_views.of_student(student_id, sight_of(actor)))
    results = []
    for row in rows:
        own = [one for one in exams if _is_of(row, one, rows, zone)]
        results.append(_result(row, own, today))
    return StudentResults(results=results)


def _is_of(row: EnrolmentRow, exam: ResultExam, rows: Sequence[EnrolmentRow], zone: ZoneInfo) -> bool:
    """True if the exam belongs to this period: that of its day, else the newest."""
    periods = [one for one in rows if one.group_id == exam.group_id]
    day = exam.begins_at.astimezone(zone).date()
    covering = [one for one in periods if (one.started_date or day) <= day <= (one.ended_date or day)]
    return row is next(iter([*covering, *periods]), None)


def _result(row: EnrolmentRow, exams: list[ResultExam], today: date) -> StudentResult:
    period = Period(row.started_date, row.ended_date)
    return StudentResult(
        student_group_id=row.student_group_id,
        group_id=row.group_id,
        group_name=row.group_name,
        course_name=row.course_name,
        office_name=row.office_name,
        started_date=row.started_date,
        ended_date=row.ended_date,
        action_name=row.action_name,
        counts_in_statistics=row.action_id != NOT_COUNTED,
        days=_days(period, today),
        outcome=outcome(row.action_id, period, row.group_status, today),
        exams=exams,
    )


def _days(period: Period, today: date) -> int | None:
    if period.started is None:
        return None
    return max(0, (min(period.ended or today, today) - period.started).days + 1)
