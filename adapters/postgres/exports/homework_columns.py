"""Columns of the exports of homework statistics.

They are those of the screens (R2-057, R2-058, R2-059, R2-060, R2-066): counts and results, nothing that somebody wrote
or uploaded (D-90).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from adapters.postgres.exports.spreadsheet_columns import CellContext
from application.files.spreadsheets import CellValue
from contracts.homework.statistics import GroupFigures, LessonFigures, LessonHomeworkWork, StudentFigures, StudentWork
from contracts.homework.teacher_statistics import TeacherFiguresRow
from contracts.shared import Named
from contracts.texts import translate

SECONDS_PER_HOUR = 3600
Cell = Callable[[Any, CellContext], CellValue]


def _names(those: Sequence[Named]) -> str:
    return ", ".join(one.name for one in those)


def _hours(seconds: int | None) -> float | None:
    return None if seconds is None else round(seconds / SECONDS_PER_HOUR, 1)


def _moment(value: datetime | None, of: CellContext) -> CellValue:
    return f"{value.astimezone(of.zone):%d.%m.%Y %H:%M}" if value else None


def _status(row: StudentWork | LessonHomeworkWork, of: CellContext) -> CellValue:
    """The status as the tag of the screen shows it (D-79)."""
    return translate(f"export.homework.status.{'not_due' if row.not_due else row.status}", of.language)


def _late(row: StudentWork | LessonHomeworkWork, of: CellContext) -> CellValue:
    return translate("export.yes" if row.late else "export.no", of.language) if row.handed_in_at else None


FIGURES: Mapping[str, Cell] = {
    "given": lambda row, _: row.figures.counts.given,
    "accepted": lambda row, _: row.figures.counts.accepted,
    "rejected": lambda row, _: row.figures.counts.rejected,
    "waiting": lambda row, _: row.figures.counts.waiting,
    "uncompleted": lambda row, _: row.figures.counts.uncompleted,
    "notDue": lambda row, _: row.figures.counts.not_due,
    "notGiven": lambda row, _: row.figures.counts.not_given,
    "averageScore": lambda row, _: row.figures.average_score,
    "percentage": lambda row, _: row.figures.percentage,
}
_GROUP: Mapping[str, Callable[[GroupFigures, CellContext], CellValue]] = {
    "name": lambda row, _: row.name,
    "course": lambda row, _: row.course,
    "office": lambda row, _: row.office,
    "teacher": lambda row, _: row.teacher,
    "homework": lambda row, _: row.homework,
}
_STUDENT: Mapping[str, Callable[[StudentFigures | LessonHomeworkWork, CellContext], CellValue]] = {
    "student": lambda row, _: row.full_name,
    "hId": lambda row, _: row.h_id,
}
_LESSON: Mapping[str, Callable[[LessonFigures, CellContext], CellValue]] = {
    "number": lambda row, _: row.lesson.number,
    "date": lambda row, _: row.lesson.date,
    "topic": lambda row, _: row.topic,
    "deadline": lambda row, of: _moment(row.deadline, of),
}
GROUP_COLUMNS: Mapping[str, Cell] = {**_GROUP, **FIGURES}
STUDENT_COLUMNS: Mapping[str, Cell] = {**_STUDENT, **FIGURES}
LESSON_COLUMNS: Mapping[str, Cell] = {**_LESSON, **FIGURES, "reminders": lambda row, _: row.reminders}
_WORK: Mapping[str, Callable[[StudentWork | LessonHomeworkWork, CellContext], CellValue]] = {
    "status": _status,
    "late": _late,
    "score": lambda row, _: row.score,
    "attempts": lambda row, _: row.attempts,
    "handedInAt": lambda row, of: _moment(row.handed_in_at, of),
    "dueAt": lambda row, of: _moment(row.due_at, of),
}
_REMINDED: Mapping[str, Callable[[StudentWork | LessonHomeworkWork, CellContext], CellValue]] = {
    "remindedAt": lambda row, of: _moment(row.reminded_at, of),
}
_CHECKED: Mapping[str, Callable[[LessonHomeworkWork, CellContext], CellValue]] = {
    "checkedAt": lambda row, of: _moment(row.checked_at, of),
    "checkedBy": lambda row, _: row.checked_by,
}
RESULT_COLUMNS: Mapping[str, Cell] = {**_STUDENT, **_WORK, **_CHECKED, **_REMINDED}
_LESSON_OF_WORK: Mapping[str, Callable[[StudentWork, CellContext], CellValue]] = {
    "number": lambda row, _: row.lesson_number,
    "date": lambda row, _: row.lesson_date,
    # the description is empty for who reads no texts (D-90)
    "topic": lambda row, _: row.topic or row.description or None,
}
WORK_COLUMNS: Mapping[str, Cell] = {**_LESSON_OF_WORK, **_WORK, **_REMINDED}
TEACHER_COLUMNS: Mapping[str, Callable[[TeacherFiguresRow, CellContext], CellValue]] = {
    "fullName": lambda row, _: row.full_name,
    "offices": lambda row, _: _names(row.offices),
    "courses": lambda row, _: _names(row.courses),
    "lessons": lambda row, _: row.figures.lessons,
    "lessonsWithHomework": lambda row, _: row.figures.lessons_with_homework,
    "givenShare": lambda row, _: row.figures.given_share,
    "homeworkGiven": lambda row, _: row.figures.homework_given,
    "handIns": lambda row, _: row.figures.hand_ins,
    "checked": lambda row, _: row.figures.checked,
    "checkedShare": lambda row, _: row.figures.checked_share,
    "medianHours": lambda row, _: _hours(row.figures.median_seconds),
    "worstHours": lambda row, _: _hours(row.figures.worst_seconds),
    "waitingNow": lambda row, _: row.figures.waiting,
    "waitingOver24h": lambda row, _: row.figures.waiting_over_24h,
    "averageScore": lambda row, _: row.figures.average_score,
    "rejected": lambda row, _: row.figures.rejected,
    "rejectedShare": lambda row, _: row.figures.rejected_share,
    "reminders": lambda row, _: row.figures.reminders,
}
