"""Attendance KPIs of groups, read from stored totals and not from marks (D-27)."""

from typing import Any

from sqlalchemy import ColumnElement, Float, Numeric, cast, func, select

from adapters.postgres.core import tables as t

_m = t.group_marks.c


def percentage(attended: Any, late: Any, absent: Any) -> ColumnElement[float]:
    """The percentage of marks that are attended or late; null without marks.

    Rounded half up to one decimal.
    """
    marked = attended + late + absent
    return cast(func.round(cast(100 * (attended + late), Numeric) / func.nullif(marked, 0), 1), Float)


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
