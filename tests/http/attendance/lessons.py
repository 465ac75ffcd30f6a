"""Inserts lessons, marks and periods as rows, without saving a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from tests.support.builders import Class, Student, Teacher
from tests.support.console import Console

ATTENDED, ABSENT, LATE = 1, 2, 4
ON_THE_ROAD, WITHOUT_REASON = 1, 3


@dataclass(frozen=True)
class LessonWriter:
    """Inserts the lessons of a group."""

    console: Console
    group: Class

    async def lesson(
        self,
        day: date,
        begin: str = "14:00",
        end: str = "16:00",
        *,
        marks: Mapping[Student, int] | None = None,
        no_class: str | None = None,
        of: Teacher | None = None,
        counted: bool = True,
    ) -> int:
        """Inserts a lesson with its marks; its id."""
        teacher = of or self.group.teacher
        assert teacher is not None
        sql, hours = self.console.sql, (time.fromisoformat(begin), time.fromisoformat(end))
        marked_at = datetime.combine(day, hours[0], UTC) if marks else None
        id: int = await sql.fetchval(
            "insert into lessons (group_id, teacher_id, date, begin_time, end_time, no_class_reason, marked_at)"
            " values ($1, $2, $3, $4, $5, $6, $7) returning id",
            *(self.group.id, teacher.id, day, *hours, no_class, marked_at),
        )
        for student, status in (marks or {}).items():
            reason = {ATTENDED: None, ABSENT: WITHOUT_REASON, LATE: ON_THE_ROAD}[status]
            await sql.execute(
                "insert into attendances (lesson_id, student_id, status, reason, counted, marked_at)"
                " values ($1, $2, $3, $4, $5, $6)",
                *(id, student.id, status, reason, counted, marked_at),
            )
        return id

    async def period(self, student: Student, **columns: Any) -> None:
        """Changes columns of the student's enrolment in the group.

        ``ended_date``, ``action_id``, ``school_deleted_at``.
        """
        names = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, start=3))
        await self.console.sql.execute(
            f"update enrolments set {names} where student_id = $1 and group_id = $2",
            *(student.id, self.group.id, *columns.values()),
        )
