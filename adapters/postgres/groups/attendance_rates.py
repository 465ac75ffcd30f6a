"""Attendance percentages in SQL; KPIs of groups come from stored totals (D-27)."""

from typing import Any

from sqlalchemy import ColumnElement, Float, Numeric, cast, func, literal_column, select
from sqlalchemy.dialects import postgresql

from adapters.postgres.core import tables as t

_m = t.group_marks.c
_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]


def percentage(attended: Any, late: Any, absent: Any) -> ColumnElement[float]:
    """The percentage of marks that are attended or late; null without marks.

    Rounded half up to one decimal, as ``domain.attendance.tally.Tally.percentage``.
    """
    marked = attended + late + absent
    return cast(func.round(cast(100 * (attended + late), Numeric) / func.nullif(marked, 0), 1), Float)


def percentage_sql(attended: str, late: str, absent: str) -> str:
    """The same percentage of counts that are named in raw SQL."""
    whole = percentage(*(literal_column(name) for name in (attended, late, absent)))
    return str(whole.compile(dialect=_DIALECT, compile_kwargs={"literal_binds": True}))


# the KPI of a row of groups
ATTENDANCE_KPI = (
    select(percentage(_m.attended, _m.late, _m.absent))
    .where(_m.group_id == t.groups.c.id)
    .correlate(t.groups)
    .scalar_subquery()
)


def kpi_of_groups(those: Any, correlated: Any) -> Any:
    """The mean of the KPIs of these groups, weighted by their marks (D-77).

    ``those``: a query of group ids.
    """
    whole = percentage(func.sum(_m.attended), func.sum(_m.late), func.sum(_m.absent))
    return select(whole).where(_m.group_id.in_(those)).correlate(correlated).scalar_subquery()
