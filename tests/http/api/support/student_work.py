"""Homework and exams of a group, stored with the work of its students."""

from datetime import UTC, datetime, timedelta

from tests.support.console import Console
from tests.support.groups import Class

TASK = "12-mashqni yeching"


async def a_work_of(group: Class, column: str, console: Console, text: str = TASK) -> int:
    """Stores work of all students of a group and returns its id.

    ``column``: homework_id for homework, exam_id for a running exam.
    """
    sql, now = console.sql, console.clock.now()
    if column == "exam_id":
        work_id: int = await sql.fetchval(
            "insert into exams (public_id, group_id, description, begins_at, deadline)"
            " values (gen_random_uuid()::text, $1, $2, $3, $4) returning id",
            *(group.id, text, now - timedelta(hours=1), now + timedelta(days=1)),
        )
    else:
        work_id = await sql.fetchval(
            "insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)"
            " values ($1, $2, $3, 2, 24, $4, $5) returning id",
            *(group.id, await _lesson_of(group, console), text, now, now + timedelta(hours=24)),
        )
    for student in group.students:
        await sql.execute(
            f"insert into submissions ({column}, group_id, student_id, status, due_at) values ($1, $2, $3, 5, $4)",
            *(work_id, group.id, student.id, now + timedelta(hours=24)),
        )
    return work_id


async def _lesson_of(group: Class, console: Console) -> int:
    """A new lesson of the group, two hours ago, with any teacher."""
    sql, began = console.sql, datetime.now(UTC) - timedelta(hours=2)
    teacher = "insert into teachers (first_name, last_name) values ('Ustoz', 'Ustozov') returning id"
    teacher_id = group.teacher.id if group.teacher else await sql.fetchval(teacher)
    number = await sql.fetchval("select count(*) from lessons where group_id = $1", group.id)
    lesson_id: int = await sql.fetchval(
        "insert into lessons (group_id, teacher_id, date, begin_time, end_time)"
        " values ($1, $2, $3, $4, $5) returning id",
        *(group.id, teacher_id, began.date() - timedelta(days=number), began.time(), began.time()),
    )
    return lesson_id
