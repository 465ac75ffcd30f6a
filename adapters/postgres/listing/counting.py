"""Totals without counting: the database maintains the counts of students.

A kind is a status, block, picture, papers and set of branches (triggers of migration 0006). Every change adds rows to
``student_counts`` in its commit; their sums are exact at any moment, for any caller, as a set of branches counts its
students once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import ARRAY, BigInteger, Column, ColumnElement, Select, bindparam, cast, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.scopes import SCOPE_PARAMETER

KIND = "status_id, system_status, has_photo, has_personal_data, office_ids"
# only with many more rows than kinds; two concurrent runs fold different rows
TO_FOLD = text(
    f"select count(*) > 100 + 2 * (select count(*) from (select distinct {KIND} from student_counts) k)"  # noqa: S608
    " from student_counts"
)
FOLD = f"""
with folded as (delete from student_counts returning *)
insert into student_counts ({KIND}, n) select {KIND}, sum(n) from folded group by {KIND} having sum(n) <> 0
"""  # noqa: S608
# kinds whose stored count is wrong
INCORRECT_COUNTS = """
select count(*) from (
    select status_id, system_status, has_photo, has_personal_data, office_ids, sum(n) from (
        select * from student_counts
        union all select status_id, system_status, photo is not null, has_personal_data,
            array(select l.office_id from student_offices l where l.student_id = s.id order by 1), -1
        from students s where school_deleted_at is null and merged_into_id is null
    ) both_ways group by 1, 2, 3, 4, 5 having sum(n) <> 0
) wrong
"""
RECOUNT = "select recount_students()"


@dataclass(frozen=True, eq=False)
class StoredTotals:
    """The stored totals of a list.

    ``filters``: the filters that the totals support, as clauses over the stored kinds.
    """

    n: Column[int]
    filters: Mapping[str, Callable[[], ColumnElement[bool]]]
    branches: Column[Any]

    def total(self, filters: tuple[str, ...], *, scoped: bool) -> Select[Any] | None:
        """The statement of the total, or None where it is not stored."""
        if not self.filters.keys() >= set(filters):
            return None
        clauses = [self.filters[name]() for name in filters]
        if scoped:
            clauses.append(shares(self.branches, SCOPE_PARAMETER))
        return select(cast(func.coalesce(func.sum(self.n), 0), BigInteger)).where(*clauses)


def shares(column: Column[Any], name: str) -> ColumnElement[bool]:
    """The clause that the set of branches includes one of those bound by this name."""
    clause: ColumnElement[bool] = column.op("&&")(bindparam(name, type_=ARRAY(BigInteger)))
    return clause


async def fold_counts(connection: AsyncConnection) -> None:
    """Folds the counts to one row per kind, if there are many.

    Concurrent readers and writers do not wait.
    """
    if await connection.scalar(TO_FOLD):
        await connection.execute(text(FOLD))


async def recount_students(database_url: str) -> None:
    """Recounts all students; concurrent changes of students wait."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        await connection.execute(RECOUNT)
    finally:
        await connection.close()
