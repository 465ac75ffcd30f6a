"""Exchanges submissions between merged students: work wins over an untouched row.

Of the same homework or exam the successor may have a row that nothing was handed in to, while the merged student has
worked. The successor's row is set aside before the merge moves the work, and is stored as the merged student's after
it; a revert exchanges them again. One student has one row of a homework at any moment, hence no update exchanges them.
"""

from collections.abc import Collection

import asyncpg

# hand-ins, checks (also undone ones), a chat or an unsaved check: what makes a row more than the one that was given
_TOUCHED = """(
    {of}.attempts > 0 or {of}.check_id is not null or {of}.score is not null
    or exists (select from checks k where k.submission_id = {of}.id)
    or exists (select from submission_messages m where m.submission_id = {of}.id)
    or exists (select from check_drafts d where d.submission_id = {of}.id)
)"""
_UNTOUCHED_BESIDE_WORK = f"""
s.student_id = $2 and not {_TOUCHED.format(of="s")} and exists (
    select from submissions w where w.student_id = $1
        and (w.homework_id = s.homework_id or w.exam_id = s.exam_id) and {_TOUCHED.format(of="w")}
)"""
# before they are deleted: what waits for the row has then written to it
LOCK = f"select from submissions s where {_UNTOUCHED_BESIDE_WORK} order by s.id for update"
SET_ASIDE = f"delete from submissions s where {_UNTOUCHED_BESIDE_WORK} returning s.id, to_jsonb(s)::text as row"  # noqa: S608
LOCK_AGAIN = "select from submissions s where s.student_id = $1 and s.id = any ($2::bigint[]) order by s.id for update"
SET_ASIDE_AGAIN = f"""
delete from submissions s where s.student_id = $1 and s.id = any ($2::bigint[]) and not {_TOUCHED.format(of="s")}
returning s.id, to_jsonb(s)::text as row
"""  # noqa: S608
STORE = """
insert into submissions select (jsonb_populate_record(
    null::submissions, r.fields::jsonb || jsonb_build_object('student_id', $1::bigint)
)).* from unnest($2::text[]) r (fields)
"""


async def set_aside(connection: "asyncpg.Connection", own: int, successor: int) -> dict[int, str]:
    """Removes the successor's untouched rows beside work of the merged student.

    Returns them as JSON by their ids.
    """
    await connection.fetch(LOCK, own, successor)
    return {row["id"]: row["row"] for row in await connection.fetch(SET_ASIDE, own, successor)}


async def set_aside_again(connection: "asyncpg.Connection", own: int, ids: Collection[int]) -> dict[int, str]:
    """Removes these rows from the merged student where they are still untouched."""
    await connection.fetch(LOCK_AGAIN, own, list(ids))
    return {row["id"]: row["row"] for row in await connection.fetch(SET_ASIDE_AGAIN, own, list(ids))}


async def store(connection: "asyncpg.Connection", student_id: int, rows: Collection[str]) -> None:
    """Stores rows that were set aside as those of this student."""
    await connection.execute(STORE, student_id, list(rows))
