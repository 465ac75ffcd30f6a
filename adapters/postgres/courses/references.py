"""The records that refer to study courses, their months and topics.

A table that refers to topics has its line in ``OF_TOPIC``, and is seen by deleting, ending and synchronising alike.
"""

from typing import Any

from adapters.postgres.homework_database.states import DIFFERS, EDITION

# kind of record → its rows that refer to the topic {id}
OF_TOPIC = {
    "lessons": "select from lessons x where x.topic_id = {id}",
    "homework": "select from homeworks x where x.topic_id = {id}",
    "database": "select from topic_homework_lessons x where x.topic_id = {id}",
}
# kind of record → its rows that refer to the study month {id}
OF_MONTH = {
    "lessons": "select from lessons x where x.study_month_id = {id}",
    "exams": "select from exam_study_months x where x.study_month_id = {id}",
}
_OF_COURSE = {
    "groups": "select from groups x where x.course_id = $1",
    "lessons": """select from lessons x join study_months m on m.id = x.study_month_id where m.course_id = $1
        union all select from lessons x join topics p on p.id = x.topic_id
            join study_months m on m.id = p.study_month_id where m.course_id = $1 and x.study_month_id is null""",
    "homework": """select from homeworks x join topics p on p.id = x.topic_id
        join study_months m on m.id = p.study_month_id where m.course_id = $1""",
    "exams": """select from exam_study_months x join study_months m on m.id = x.study_month_id
        where m.course_id = $1""",
    "database": """select from database_lessons x join database_chapters b on b.id = x.chapter_id
        where b.course_id = $1""",
}


def referred(rows: dict[str, str], id: str) -> str:
    """The condition that something refers to the row of this id.

    ``id``: an expression of ours, never input.
    """
    return "(" + " or ".join(f"exists ({one.format(id=id)})" for one in rows.values()) + ")"


def _counts(rows: dict[str, str]) -> str:
    counts = (
        f"(select count(*) from ({one.format(id='$1')}) r) as {kind}"  # noqa: S608  names of ours
        for kind, one in rows.items()
    )
    return f"select {', '.join(counts)}"


USES_OF_TOPIC, USES_OF_COURSE = _counts(OF_TOPIC), _counts(_OF_COURSE)
# the published homework of the lessons of the database that belong to the topic {id}
HOMEWORK_OF_TOPIC = """(
    select count(*) from topic_homework_lessons x
    join database_publications b on b.lesson_id = x.lesson_id and b.replaced_at is null
    join published_homeworks h on h.publication_id = b.id where x.topic_id = {id}
)"""
# their homework that differs from what is published
DRAFTS_OF_TOPIC = f"""(
    select count(*) from topic_homework_lessons x
    join database_homeworks h on h.lesson_id = x.lesson_id and h.position is not null {EDITION}
    where x.topic_id = {{id}} and {DIFFERS}
)"""  # noqa: S608  names of ours
LESSONS_OF_TOPIC = """
select l.id, l.name from topic_homework_lessons x
join database_lessons l on l.id = x.lesson_id and l.position is not null where x.topic_id = $1 order by x.position
"""


async def uses(connection: Any, statement: str, id: int) -> dict[str, int]:
    """The numbers of records by kind; kinds without records are left out."""
    row = await connection.fetchrow(statement, id)
    return {kind: count for kind, count in row.items() if count}
