"""Exports on the wire, and the caller's own jobs."""

import re
from datetime import datetime
from typing import Annotated

from contracts.jobs import State
from contracts.shared import Form, Limit, Wire
from contracts.texts import catalogue, field_key, translate

MAX_COLUMNS = 40
STUDENTS, STAFF, AUTHORS = "students", "staff", "authors"
ACADEMICS, TEACHERS, ASSISTANTS = "academics", "teachers", "assistants"
GROUPS, OWN_GROUPS = "groups", "my-groups"
GROUP_STATISTICS, TEACHER_STATISTICS = "homework-groups", "homework-teachers"
COURSES, DATABASE_HOMEWORK = "courses", "homework-database"
# of a group: its students, its lessons; of one lesson, of one student
GROUP_STUDENTS, GROUP_LESSONS = "homework-students", "homework-lessons"
LESSON_RESULTS, STUDENT_WORKS = "homework-results", "homework-student"
LISTS = (
    STUDENTS, STAFF, AUTHORS, ACADEMICS, TEACHERS, ASSISTANTS, GROUPS, OWN_GROUPS, GROUP_STATISTICS, TEACHER_STATISTICS,
    COURSES, DATABASE_HOMEWORK, GROUP_STUDENTS, GROUP_LESSONS, LESSON_RESULTS, STUDENT_WORKS,
)  # fmt: skip
# lists of the same kind share the texts of their headers
_HEADER_TEXTS = {
    AUTHORS: "teaching",
    ACADEMICS: "teaching",
    TEACHERS: "teaching",
    ASSISTANTS: "teaching",
    OWN_GROUPS: GROUPS,
    GROUP_STATISTICS: "homework",
    TEACHER_STATISTICS: "homework",
    DATABASE_HOMEWORK: "database",
    GROUP_STUDENTS: "homework",
    GROUP_LESSONS: "homework",
    LESSON_RESULTS: "homework",
    STUDENT_WORKS: "homework",
}


def column_header(name: str, column: str, language: str) -> str:
    """The header of a column; one without a text of its own has the name of its field.

    Raises KeyError for a column without either.
    """
    own = f"export.{_HEADER_TEXTS.get(name, name)}.{column}"
    field = re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", column)
    return translate(own if own in catalogue(language) else field_key(field), language)


class ExportList(Form):
    """The columns to export in their order, all if empty.

    The query selects the rows (D-66).
    """

    columns: Annotated[tuple[str, ...], Limit(max_items=MAX_COLUMNS)] = ()


class ExportMade(Wire):
    """An export: the file (up to 2 000 rows), or the job that makes it.

    ``digest``, ``size``: of the file's bytes.
    """

    rows: int
    job_id: int | None = None
    file_name: str = ""
    digest: str = ""
    size: int = 0


class ExportAccepted(Wire):
    """A larger export: the job that makes it (D-66)."""

    job_id: int
    rows: int


class OwnJobRow(Wire):
    """A job of the caller. ``kind``: export or import; ``rows``: of its list or file.

    ``list``: what is exported; ``importId``: what is imported. ``progress`` in percent.
    """

    id: int
    kind: str
    state: State
    progress: int
    list: str | None
    import_id: int | None
    file_name: str
    rows: int
    created_at: datetime


class OwnJobs(Wire):
    """The caller's jobs of the last day, newest first."""

    jobs: list[OwnJobRow]


class ExportedFile(Wire):
    """An export made by a job.

    ``url``: a link valid for a quarter of an hour, null until the file is ready.
    """

    id: int
    state: State
    progress: int
    rows: int
    file_name: str
    url: str | None
