"""Lessons of the builders, with marks and videos: ``a_lesson_of(group, day)``."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from secrets import token_urlsafe
from typing import Self

from domain.videos.video import BUILT_IN, VideoStatus
from tests.support.builders import Account, a_user_with
from tests.support.entities import Columns, Entity, Linked, Student
from tests.support.groups import LESSON, Class
from tests.support.secret_storage import SecretStorage

ATTENDED, ABSENT, LATE = 1, 2, 4
# bytes
VIDEO_SIZE = 1_000_000


@dataclass(eq=False)
class Lesson(Entity):
    """A lesson of a group, two hours long, with status and reason of each mark."""

    table = "lessons"
    group: Class
    day: date
    begins: time = time(14)
    marks: dict[int, tuple[Student, int, int | None]] = field(default_factory=dict)
    more: Columns = field(default_factory=dict)

    def marked(self, status: int, *students: Student, reason: int | None = None) -> Self:
        """Adds marks of these students.

        Late and absent are without a reason by default.
        """
        for student in students:
            self.marks[id(student)] = (student, status, reason if reason or status == ATTENDED else 3)
        return self

    def having(self, **columns: object) -> Self:
        """Sets columns of the table as they are.

        ``no_class_reason``, ``classroom_name``, ``schedule_id`` …
        """
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [self.group]

    @property
    def marked_at(self) -> datetime:
        """The time of marking: the begin of the lesson."""
        return datetime.combine(self.day, self.begins, UTC)

    def columns(self, secrets: SecretStorage) -> Columns:
        if self.group.teacher is None:
            raise ValueError("a lesson has a teacher")
        ends = (datetime.combine(self.day, self.begins) + LESSON).time()
        marked = {"marked_at": self.marked_at, "version": 2} if self.marks else {}
        where = {"group_id": self.group.id, "teacher_id": self.group.teacher.id, "date": self.day}
        return where | {"begin_time": self.begins, "end_time": ends} | marked | self.more

    def linked_rows(self) -> Iterator[Linked]:
        for student, status, reason in self.marks.values():
            mark = {"status": status, "reason": reason, "marked_at": self.marked_at}
            yield "attendances", {"lesson_id": self.id, "student_id": student.id, **mark}


def a_lesson_of(group: Class, day: date, at: str = "14:00") -> Lesson:
    """A lesson of this group, beside those of its schedule."""
    return Lesson(group, day, time.fromisoformat(at))


@dataclass(eq=False)
class LessonVideo(Entity):
    """A video of a lesson, uploaded on its evening."""

    table = "videos"
    lesson: Lesson
    name: str
    uploader: Account
    more: Columns = field(default_factory=dict)

    def having(self, **columns: object) -> Self:
        """Sets columns of the table as they are: ``status``, ``received`` …"""
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [self.lesson, self.uploader]

    def columns(self, secrets: SecretStorage) -> Columns:
        evening = datetime.combine(self.lesson.day, time(18), UTC)
        public_id = token_urlsafe(16)
        return {
            "public_id": public_id,
            "group_id": self.lesson.group.id,
            "lesson_id": self.lesson.id,
            "name": self.name,
            "orig_name": f"{self.name}.mp4",
            "size": VIDEO_SIZE,
            "received": VIDEO_SIZE,
            "created_by": self.uploader.id,
            "created_at": evening,
            "moved_at": evening,
            "host": BUILT_IN,
            "host_id": public_id,
            "status": VideoStatus.DONE.value,
            "duration": 61.5,
        } | self.more


def a_video_of(lesson: Lesson, name: str = "Kasrlar", uploader: Account | None = None) -> LessonVideo:
    """A done video of a lesson."""
    return LessonVideo(lesson, name, uploader or a_user_with({}))


# Absences at the end of the lessons of a group, for the rule and its SQL (D-158): the lessons, the oldest first, as a
# student was marked in them: present, late, absent, - not marked (the class was), x the lesson did not take place,
# although the student was marked absent before that was said
ABSENCE_CASES: dict[str, int] = {
    "": 0,
    "-": 0,
    "p": 0,
    "a": 1,
    "aa": 2,
    "aaa": 3,
    "paaaa": 4,
    "aapa": 1,
    "aala": 1,
    "aap": 0,
    "aal": 0,
    "axaa": 3,
    "aaax": 3,
    "xaa": 2,
    "a-aa": 3,
    "aaa-": 3,
    # joined after the first lessons, of which there are no marks
    "--aa": 2,
    "paxa-a": 3,
    "aaxpxaa": 2,
    "p-x": 0,
}
