"""Builders of school records, and a small school that most tests begin with."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time
from typing import Any

from adapters.memory.school import SchoolInMemory
from application.ports import SchoolUnavailable
from contracts.sync.school_records import (
    Capabilities,
    CourseRecord,
    Feed,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Page,
    ScheduleRecord,
    StudentRecord,
    StudyMonth,
    TeacherRecord,
)

AT = datetime(2026, 1, 1, tzinfo=UTC)


def office(id: str, name: str = "") -> OfficeRecord:
    return OfficeRecord(id=id, version=1, changed_at=AT, name=name or f"Office {id}")


def teacher(id: str, **more: Any) -> TeacherRecord:
    more = {"first_name": "Olim", "last_name": f"Olimov {id}", "office_ids": ["o1"]} | more
    return TeacherRecord(id=id, version=1, changed_at=AT, **more)


def student(id: str, **more: Any) -> StudentRecord:
    more = {
        "first_name": "Shahzoda",
        "last_name": f"Karimova {id}",
        "office_ids": ["o1"],
        "phone": "+998901234567",
    } | more
    return StudentRecord(id=id, version=1, changed_at=AT, **more)


def course(id: str, **more: Any) -> CourseRecord:
    months = [StudyMonth(number=1, name="One", topics=["a", "b"]), StudyMonth(number=2, name="Two", topics=["c"])]
    more = {"name": f"Course {id}", "category_id": "k1", "category_name": "English", "months": months} | more
    return CourseRecord(id=id, version=1, changed_at=AT, **more)


def schedule(id: str, teacher_id: str = "t1", **more: Any) -> ScheduleRecord:
    more = {"days_of_week": [1, 3, 5], "begin_time": time(14), "end_time": time(16), "classroom": "204"} | more
    return ScheduleRecord(id=id, teacher_id=teacher_id, **more)


def group(id: str, **more: Any) -> GroupRecord:
    more = {"name": f"Group {id}", "office_id": "o1", "course_id": "c1", "schedules": [schedule(f"{id}-s1")]} | more
    more.setdefault("start_date", date(2026, 1, 10))
    return GroupRecord(id=id, version=1, changed_at=AT, **more)


def enrolment(id: str, student_id: str = "s1", group_id: str = "g1", **more: Any) -> GroupStudentRecord:
    more.setdefault("start_date", date(2026, 1, 10))
    return GroupStudentRecord(id=id, version=1, changed_at=AT, student_id=student_id, group_id=group_id, **more)


def a_school(students: int = 8, page_size: int = 3) -> SchoolInMemory:
    """Two branches, a teacher, a course, two groups, and students s1 … in g1."""
    school = SchoolInMemory(page_size)
    school.put(Feed.OFFICES, office("o1"), office("o2"))
    school.put(Feed.TEACHERS, teacher("t1"))
    school.put(Feed.COURSES, course("c1"))
    school.put(Feed.GROUPS, group("g1"), group("g2", office_id="o2"))
    ids = [f"s{number}" for number in range(1, students + 1)]
    school.put(Feed.STUDENTS, *(student(id) for id in ids))
    school.put(Feed.GROUP_STUDENTS, *(enrolment(f"e-{id}", id) for id in ids))
    return school


class FailingRegister:
    """A school whose reading of one feed breaks off; ``mend`` makes it whole."""

    def __init__(self, school: SchoolInMemory, feed: Feed, after: int, problem: Exception | None = None) -> None:
        self.school = school
        self.feed: Feed | None = feed
        self.after = after
        self.problem = problem or SchoolUnavailable("failing", "503")
        self.read_from: list[tuple[Feed, str | None]] = []

    def mend(self) -> None:
        self.feed = None

    async def capabilities(self) -> Capabilities:
        return await self.school.capabilities()

    async def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        self.read_from.append((feed, cursor))
        pages = 0
        async for page in self.school.read(feed, cursor):
            if feed == self.feed and pages == self.after:
                raise self.problem
            pages += 1
            yield page

    async def close(self) -> None:
        await self.school.close()
