"""Exam percentages in SQL: passed of the participants (D-27, D-77).

Of completed exams. That means announced, so that no percentage runs ahead of the announcement (D-86, H6).
"""

from typing import Any

from sqlalchemy import Float, Numeric, cast, func, select

from adapters.postgres.core import tables as t
from domain.exams.exam import ExamResult

_s, _e = t.submissions.c, t.exams.c
_WORKS = t.exams.join(t.submissions, _s.exam_id == _e.id)
_PASSED = func.count().filter(_s.result == ExamResult.PASSED)


def _percentage() -> Any:
    return cast(func.round(cast(100 * _PASSED, Numeric) / func.nullif(func.count(), 0), 1), Float)


# the KPI of a row of groups
EXAM_KPI = (
    select(_percentage())
    .select_from(_WORKS)
    .where(_e.group_id == t.groups.c.id, _e.announced_at.is_not(None))
    .correlate(t.groups)
    .scalar_subquery()
)


def exam_kpi_of_groups(those: Any, correlated: Any) -> Any:
    """The KPI of these groups together, weighted by participants (D-77).

    ``those``: a query of group ids.
    """
    found = select(_percentage()).select_from(_WORKS).where(_e.group_id.in_(those), _e.announced_at.is_not(None))
    return found.correlate(correlated).scalar_subquery()


# a row per group: the participants, and of them those who passed. The few exams that are not announced are left out,
# instead of joining all others to their many works
_UNANNOUNCED = select(_e.id).where(_e.announced_at.is_(None))
EXAM_TOTALS = (
    select(_s.group_id, _PASSED.label("part"), func.count().label("whole"))
    .where(_s.exam_id.is_not(None), _s.exam_id.not_in(_UNANNOUNCED))
    .group_by(_s.group_id)
)
