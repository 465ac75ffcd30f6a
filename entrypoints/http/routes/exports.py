"""Exports of lists, and the caller's own jobs."""

from typing import Any

from litestar import Response
from litestar.openapi import ResponseSpec
from litestar.response import Stream

from application.exports import exports as use_cases
from application.files.ports import FileStore
from contracts.access.users import StaffQuery
from contracts.courses.courses import CoursesQuery
from contracts.exports import ExportAccepted, ExportMade
from contracts.groups.groups import GroupsQuery
from contracts.homework.statistics import (
    GroupStatisticsQuery,
    LessonHomeworkQuery,
    LessonStatisticsQuery,
    PeriodQuery,
    StatisticsQuery,
)
from contracts.homework.teacher_statistics import TeacherStatisticsQuery
from contracts.homework_database.homework import DatabaseQuery
from contracts.people.academics import AcademicsQuery, KpiQuery, TeachersQuery
from contracts.people.authors import AuthorsQuery
from contracts.people.students import StudentsQuery
from contracts.shared import Query
from domain.files.file import XLSX
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.responses import Answer

AS_A_FILE = {200: ResponseSpec(bytes, description="The spreadsheet", media_type=XLSX, generate_examples=False)}
LARGE = {
    202: ResponseSpec(
        Answer[ExportAccepted], description="More than 2 000 rows: a job makes the file", generate_examples=False
    )
}


def _made(made: ExportMade, files: FileStore) -> Response[Any]:
    """Returns the file to be saved, or the job that makes it."""
    if made.job_id is not None:
        accepted = Answer(data=ExportAccepted(job_id=made.job_id, rows=made.rows))
        return Response[Any](accepted, status_code=202)
    return Stream(files.open(made.digest), media_type=XLSX, headers=saved_as(made.file_name, made.size))


def saved_as(name: str, size: int) -> dict[str, str]:
    """Headers of a file that is saved, never shown. ``name`` is ASCII."""
    return {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Length": str(size),
        "Cache-Control": "no-store",
    }


def as_spreadsheet(made: tuple[str, bytes]) -> Response[Any]:
    """Returns a rendered spreadsheet: its name and content."""
    name, content = made
    return Response(content, media_type=XLSX, headers=saved_as(name, len(content)))


def _export(path: str, query: type[Query], export: UseCase, operation_id: str) -> Endpoint:
    return endpoint(
        "POST",
        path,
        export,
        operation_id=operation_id,
        status=200,
        parameters={"query": query},
        answer=_made,
        responses=AS_A_FILE | LARGE,
        marks=[TAKES_ITS_TIME],
    )


EXPORTS = [
    _export("/students/export", StudentsQuery, use_cases.export_students, "exportStudents"),
    _export("/users/staff/export", StaffQuery, use_cases.export_staff, "exportStaff"),
    _export("/authors/export", AuthorsQuery, use_cases.export_authors, "exportAuthors"),
    _export("/academic/export", AcademicsQuery, use_cases.export_academics, "exportAcademics"),
    _export("/kpi/export", KpiQuery, use_cases.export_teachers, "exportKpi"),
    _export("/assistant/export", TeachersQuery, use_cases.export_assistants, "exportAssistants"),
    _export("/groups/export", GroupsQuery, use_cases.export_groups, "exportGroups"),
    _export("/groups/for-academic/export", GroupsQuery, use_cases.export_own_groups, "exportOwnGroups"),
    _export(
        "/homework-statistics/groups/export",
        GroupStatisticsQuery,
        use_cases.export_group_statistics,
        "exportHomeworkStatistics",
    ),
    _export(
        "/homework-statistics/teachers/export",
        TeacherStatisticsQuery,
        use_cases.export_teacher_statistics,
        "exportTeacherStatistics",
    ),
    _export(
        "/homework-statistics/groups/{id:int}/students/export",
        StatisticsQuery,
        use_cases.export_group_students,
        "exportStudentHomeworkStatistics",
    ),
    _export(
        "/homework-statistics/groups/{id:int}/lessons/export",
        LessonStatisticsQuery,
        use_cases.export_group_lessons,
        "exportLessonHomeworkStatistics",
    ),
    _export(
        "/homework-statistics/groups/{id:int}/lessons/{lesson_id:int}/homework/{homework_id:int}/export",
        LessonHomeworkQuery,
        use_cases.export_lesson_results,
        "exportLessonHomework",
    ),
    _export(
        "/homework-statistics/groups/{id:int}/students/{student_id:int}/export",
        PeriodQuery,
        use_cases.export_student_works,
        "exportStudentHomework",
    ),
    _export("/courses/export", CoursesQuery, use_cases.export_courses, "exportCourses"),
    _export("/homework-db/export", DatabaseQuery, use_cases.export_database_homework, "exportDatabaseHomework"),
]
ROUTES = [
    *EXPORTS,
    endpoint("GET", "/exports/{job_id:int}", use_cases.show_export, operation_id="showExport"),
    endpoint("GET", "/jobs/mine", use_cases.list_own_jobs, operation_id="listOwnJobs"),
]
