"""Results of a student's enrolments."""

from datetime import date
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.groups.enrolment_service import today_of
from application.groups.ports import EnrolmentViews
from application.ports import Clock
from contracts.groups.enrolments import EnrolmentRow, StudentResult, StudentResults
from domain.groups.enrolments import NOT_COUNTED, Period, outcome

GUARD = "users:students"


@permits(GUARD)
async def list_results(
    student_id: int, *, actor: Actor, enrolments: EnrolmentViews, clock: Clock, zone: ZoneInfo
) -> StudentResults:
    """Lists the student's enrolments with course, length and outcome.

    Limited to groups of the caller's branches. Raises NotFound.
    """
    today = today_of(clock, zone)
    rows = (await enrolments.of_student(student_id, actor)).student_groups
    return StudentResults(results=[_result(row, today) for row in rows])


def _result(row: EnrolmentRow, today: date) -> StudentResult:
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
    )


def _days(period: Period, today: date) -> int | None:
    if period.started is None:
        return None
    return max(0, (min(period.ended or today, today) - period.started).days + 1)
