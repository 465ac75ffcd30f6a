"""KPIs of all teachers at once, by which their list is sorted (D-77).

Of totals by group: the marks and the counters of homework (D-106) are stored, and change in the commit of their change.
The KPIs that a page shows are counted from the submissions themselves; those of every teacher would read millions.
"""

from typing import Any

from sqlalchemy import Float, FromClause, Numeric, Subquery, cast, func, literal_column, select

from adapters.postgres.core import tables as t
from adapters.postgres.core.counters.counters_sql import MONTH_SPAN
from adapters.postgres.core.scopes import within
from adapters.postgres.groups.exam_rates import EXAM_TOTALS
from adapters.postgres.groups.homework_rates import mean
from adapters.postgres.listing.listing import ComputedSort
from domain.homework.submission import SubmissionStatus

_c, _m, _s = t.homework_counters.c, t.group_marks.c, t.submissions.c
_GIVEN = _c.waiting + _c.rejected + _c.accepted + _c.uncompleted


def _taught() -> Subquery:
    """The groups of each teacher, past ones too, in the caller's branches."""
    found = select(t.schedules.c.teacher_id, t.schedules.c.group_id).join(t.groups).distinct()
    return found.where(t.groups.c.school_deleted_at.is_(None), within(t.groups.c.office_id)).subquery("taught")


def _attendance() -> Subquery:
    attended = _m.attended + _m.late
    return select(_m.group_id, attended.label("part"), (attended + _m.absent).label("whole")).subquery("attendance")


def _homework() -> Subquery:
    # not over: as ``homework_rates.COUNTED``, in the form that its index answers
    due = _s.due_at > func.now() - literal_column("interval '1 s'")
    by_homework = (
        select(_s.homework_id, func.count().label("works"))
        .where(_s.status == SubmissionStatus.UNCOMPLETED, _s.homework_id.is_not(None), due)
        .group_by(_s.homework_id)
        .subquery("by_homework")
    )
    h = t.homeworks.c
    undue = (
        select(h.group_id, func.sum(by_homework.c.works).label("works"))
        .join(by_homework, by_homework.c.homework_id == h.id)
        .group_by(h.group_id)
        .subquery("undue")
    )
    counted = (
        select(_c.group_id, func.sum(_c.accepted).label("part"), func.sum(_GIVEN).label("given"))
        .where(_c.span == MONTH_SPAN)
        .group_by(_c.group_id)
        .subquery("counted")
    )
    whole = (counted.c.given - func.coalesce(undue.c.works, 0)).label("whole")
    joined = counted.outerjoin(undue, undue.c.group_id == counted.c.group_id)
    return select(counted.c.group_id, counted.c.part, whole).select_from(joined).subquery("homework")


def _exams() -> Subquery:
    return EXAM_TOTALS.subquery("exams")


TOTALS = {"attendanceKpi": _attendance, "homeworkKpi": _homework, "examKpi": _exams}


def _percentages(*names: str) -> Subquery:
    """These KPIs of each teacher: the mean of the groups by their weight (D-77)."""
    taught = _taught()
    source: FromClause = taught
    columns: list[Any] = []
    for name in names:
        totals = TOTALS[name]()
        source = source.outerjoin(totals, totals.c.group_id == taught.c.group_id)
        parts, whole = func.sum(totals.c.part), func.nullif(func.sum(totals.c.whole), 0)
        columns.append(cast(func.round(cast(100 * parts, Numeric) / whole, 1), Float).label(name))
    return (
        select(taught.c.teacher_id.label("id"), *columns).select_from(source).group_by(taught.c.teacher_id).subquery()
    )


def _mean() -> ComputedSort:
    kpis = _percentages(*TOTALS)
    return ComputedSort(mean(*(kpis.c[name] for name in TOTALS), correlated=kpis), (kpis,))


def _one(name: str) -> ComputedSort:
    kpi = _percentages(name)
    return ComputedSort(kpi.c[name], (kpi,))


# the list's ``sort_by`` → the order
KPI_SORTS = {name: _one(name) for name in TOTALS} | {"kpi": _mean()}
