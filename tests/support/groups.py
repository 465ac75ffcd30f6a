"""Groups of the builders, with students and schedule."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo

from domain.groups.enrolments import ACTIVE, GroupStatus
from domain.people.name_order import sort_key
from tests.support.entities import Branch, Columns, Course, Entity, Linked, Student, Teacher
from tests.support.secret_storage import SecretStorage

ZONE = ZoneInfo("Asia/Tashkent")
LESSON = timedelta(hours=2)


@dataclass(eq=False)
class Class(Entity):
    """A group with its students and its schedule."""

    table = "groups"
    students: list[Student]
    name: str = ""
    branch: Branch | None = None
    course: Course | None = None
    teacher: Teacher | None = None
    days: tuple[int, ...] = (1, 3, 5)
    begins: time = time(14)
    started: date = date(2026, 1, 5)
    ended: date | None = None
    action: int = ACTIVE
    status: GroupStatus = GroupStatus.ACTIVE
    learning_type: str = ""
    more: Columns = field(default_factory=dict)

    def called(self, name: str) -> Self:
        """Sets the name."""
        self.name = name
        return self

    def in_branch(self, branch: Branch) -> Self:
        """Sets the branch of the group and of its students."""
        self.branch = branch
        return self

    def of_course(self, course: Course) -> Self:
        """Sets the course."""
        self.course = course
        return self

    def taught_by(self, teacher: Teacher) -> Self:
        """Sets the teacher."""
        self.teacher = teacher
        return self

    def with_students(self, *students: Student) -> Self:
        """Adds students."""
        self.students.extend(students)
        return self

    def on(self, *days: int, at: str) -> Self:
        """Sets ISO weekdays and the local begin of a lesson."""
        self.days, self.begins = days, time.fromisoformat(at)
        return self

    def today_at(self, at: str) -> Self:
        """Schedules a lesson today, in a group that began a month ago."""
        today = datetime.now(ZONE).date()
        self.started = today - timedelta(days=30)
        return self.on(today.isoweekday(), at=at)

    def having(self, **columns: Any) -> Self:
        """Sets columns of the table as they are: ``h_id``, ``ended_date`` …"""
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        self.branch = self.branch or Branch(f"Filial {self.number}")
        self.course = self.course or Course(f"Kurs {self.number}")
        for person in (*self.students, *([self.teacher] if self.teacher else [])):
            if not person.branches:
                person.in_branch(self.branch)
        return [self.branch, self.course, *self.students, *([self.teacher] if self.teacher else [])]

    def columns(self, secrets: SecretStorage) -> Columns:
        name = self.name or f"Guruh-{self.number}"
        return {
            "name": name,
            "sort_key": sort_key(name),
            "office_id": self.branch and self.branch.id,
            "course_id": self.course and self.course.id,
            "status": self.status,
            "started_date": self.started,
            "learning_type": self.learning_type,
        } | self.more

    def linked_rows(self) -> Iterator[Linked]:
        if self.teacher:
            ends = datetime.combine(self.started, self.begins) + LESSON
            slot = {"days_of_week": list(self.days), "begin_time": self.begins, "end_time": ends.time()}
            yield "schedules", {"group_id": self.id, "teacher_id": self.teacher.id, **slot}
        period = {"started_date": self.started, "ended_date": self.ended, "action_id": self.action}
        for student in self.students:
            yield "enrolments", {"student_id": student.id, "group_id": self.id, **period}
