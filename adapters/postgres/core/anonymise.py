"""Anonymises a student in every table and shreds the audit key (WISH-20, D-15)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.audit.subject_keys import crypto_shred
from adapters.postgres.core.tables import students

JOINED_STUDENTS = """
with recursive he (id) as (
    select cast(:id as bigint) union select s.id from students s join he on s.merged_into_id = he.id)
select s.id, s.h_id, s.photo from students s join he on he.id = s.id
"""


# The columns of a student that stay, because they say nothing of the person or are replaced here; every other one, also
# a new one, returns to its default.
KEPT_COLUMNS = {
    *("id", "h_id", "school_version", "school_deleted_at", "school_status", "status_id", "system_status"),
    *("has_sms_history", "created_by", "created_at", "merged_into_id", "version", "access_version"),
}
_WIPED = ", ".join(f"{column.name} = default" for column in students.c if column.name not in KEPT_COLUMNS)
WIPE_STATEMENTS = (
    f"""update students set {_WIPED}, school_deleted_at = coalesce(school_deleted_at, :now), version = version + 1
        where id = any (:ids)""",  # noqa: S608  names of ours
    "delete from sticky_fields where entity = 'student' and entity_id = any (:ids)",
    """update sms_messages set phone = '', text = '', sealed_text = null, error = null, provider_id = null
       where student_id = any (:ids)""",
    """update files set expires_at = :now
       where (entity = 'student' and entity_id = any (:ids)) or public_id = any (:photos)
           or created_by_student = any (:ids)""",
    "delete from student_sessions where student_id = any (:ids)",
    """delete from sync_parked where (feed = 'students' and h_id = any (:school_ids))
        or (field = 'studentId' and referent = any (:school_ids))""",
    "delete from import_rows where student_id = any (:ids)",
)


ALIASES = "select h_id from sync_aliases where student_id = any (:ids)"


async def anonymise(session: AsyncSession, student_id: int, tombstone: Callable[[str], str], now: datetime) -> None:
    """Anonymises a student and the records merged into it.

    Pseudonyms keep their school ids from returning.
    """
    people = (await session.execute(text(JOINED_STUDENTS), {"id": student_id})).all()
    ids = [row.id for row in people]
    aliases = list((await session.execute(text(ALIASES), {"ids": ids})).scalars())
    parameters: dict[str, Any] = {
        "ids": ids,
        "now": now,
        "photos": [row.photo for row in people if row.photo],
        "school_ids": [row.h_id for row in people if row.h_id] + aliases,
    }
    for statement in WIPE_STATEMENTS:
        named = {name: value for name, value in parameters.items() if f":{name}" in statement}
        await session.execute(text(statement), named)
    for row in people:
        mark = {"id": row.id, "mark": tombstone(row.h_id or f"here {row.id}")}
        await session.execute(text("update students set h_id = :mark where id = :id"), mark)
        await crypto_shred(session, "student", row.id, now)
    for alias in aliases:
        mark = {"alias": alias, "mark": tombstone(alias)}
        await session.execute(text("update sync_aliases set h_id = :mark where h_id = :alias"), mark)
