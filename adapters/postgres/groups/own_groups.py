"""The caller's own groups: their schedules name the caller's teacher (D-13, D-54)."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, bindparam, select

from adapters.postgres.core import tables as t

# the caller's user id, bound when the statement runs
OWN_USER = "own_user_id"


def taught_by_user(group_id: Any) -> ColumnElement[bool]:
    """The clause that this column is a group of the user bound as ``own_user_id``."""
    links = t.schedules.join(t.teachers, t.teachers.c.id == t.schedules.c.teacher_id)
    of_user = t.teachers.c.user_id == bindparam(OWN_USER, type_=BigInteger)
    clause: ColumnElement[bool] = group_id.in_(select(t.schedules.c.group_id).select_from(links).where(of_user))
    return clause


def taught_by(group_id: str, user_id: str) -> str:
    """The same for a statement in plain SQL: ``taught_by("g.id", "$2")``.

    Both arguments are names in the code, never input.
    """
    return (
        f"{group_id} in (select own_s.group_id from schedules own_s join teachers own_t on own_t.id = own_s.teacher_id"  # noqa: S608
        f" where own_t.user_id = {user_id})"
    )
