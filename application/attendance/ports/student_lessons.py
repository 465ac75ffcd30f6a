"""The lessons of a student's own periods."""

from typing import Protocol, runtime_checkable

from contracts.groups.student_view import OwnLessonPage, OwnLessonsQuery


@runtime_checkable
class StudentLessons(Protocol):
    """Reads of the lessons of a student."""

    async def page(self, student_id: int, group_id: int, query: OwnLessonsQuery) -> OwnLessonPage:
        """Returns a page of the lessons of the student's periods in a group.

        Raises NotFound for a group without a period of the student.
        """
        ...
