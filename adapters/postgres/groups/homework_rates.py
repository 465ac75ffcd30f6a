"""Homework percentages in SQL: accepted of given (D-27, D-77).

Left out is what was not given to a student, and what is uncompleted before the student's deadline: else each new
homework would pull its group down for a day (D-79).
"""

from typing import Any

from sqlalchemy import Float, Numeric, and_, case, cast, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import array

from adapters.postgres.core import tables as t
from domain.homework.submission import SubmissionStatus

_s = t.submissions.c
# an accepted work that is being checked again stays accepted until then
_KEPT = case((_s.status == SubmissionStatus.CHECKING, _s.status_before), else_=_s.status)
# the last second of a deadline is included (D-80)
_OVER = _s.due_at + literal_column("interval '1 s'") <= func.now()
COUNTED = and_(
    _s.homework_id.is_not(None),
    _s.status != SubmissionStatus.NOT_GIVEN,
    or_(_s.status != SubmissionStatus.UNCOMPLETED, _OVER),
)


def _percentage() -> Any:
    accepted = func.count().filter(_KEPT == SubmissionStatus.ACCEPTED)
    return cast(func.round(cast(100 * accepted, Numeric) / func.nullif(func.count(), 0), 1), Float)


# the KPI of a row of groups
HOMEWORK_KPI = (
    select(_percentage())
    .select_from(t.submissions)
    .where(_s.group_id == t.groups.c.id, COUNTED)
    .correlate(t.groups)
    .scalar_subquery()
)


def homework_kpi_of_groups(those: Any, correlated: Any) -> Any:
    """The KPI of these groups together: their mean weighted by their cells (D-77).

    ``those``: a query of group ids.
    """
    found = select(_percentage()).select_from(t.submissions).where(_s.group_id.in_(those), COUNTED)
    return found.correlate(correlated).scalar_subquery()


def mean(*kpis: Any, correlated: Any) -> Any:
    """The mean of those KPIs that have data (D-77); null without any."""
    values = func.unnest(array(list(kpis), type_=Float)).table_valued("kpi").render_derived()
    whole = select(cast(func.round(cast(func.avg(values.c.kpi), Numeric), 1), Float)).select_from(values)
    return whole.correlate(correlated).scalar_subquery()
