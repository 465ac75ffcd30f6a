"""Maps domain classes to tables imperatively, by name.

Tables that are written concurrently have a version column.
"""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.orm import registry, relationship

from adapters.postgres.core import tables
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role
from domain.access.saved_view import SavedView
from domain.access.sessions import Session
from domain.access.student_sessions import StudentSession
from domain.access.users import User
from domain.attendance.holiday import Holiday, HolidayOffice
from domain.attendance.staff_attendance import StaffCheck
from domain.branches.office import HeadOffice, Office, Workplace
from domain.courses.course import Course
from domain.exams.exam import Exam
from domain.files.file import StoredFile
from domain.gamification.recomputation import Recomputation
from domain.groups.enrolments import Enrolment, Group
from domain.homework.attempt import Attempt, SubmissionMessage
from domain.homework.check import Check
from domain.homework.homework import Homework
from domain.homework.remark import Remark
from domain.homework.submission import Submission
from domain.homework_database.chapter import Chapter, DatabaseHomework, DatabaseLesson
from domain.imports.student_import import StudentImport
from domain.jobs.job import Job
from domain.messaging.message import SmsBatch, SmsMessage
from domain.messaging.templates import SmsTemplate
from domain.people.bulk_operation import BulkBatch, BulkOperation
from domain.people.student import StickyField, Student, StudentBranch
from domain.people.teacher import Teacher, TeacherBranch
from domain.settings.control_action import ControlAction
from domain.settings.integration import Integration
from domain.sync.run import SyncRun
from domain.videos.video import StatusEntry, Video

_registry = registry(metadata=tables.metadata)

MAPPED: dict[type, Table] = {
    Role: tables.roles,
    User: tables.users,
    Session: tables.sessions,
    StudentSession: tables.student_sessions,
    LoginAttempts: tables.sign_in_tries,
    Job: tables.jobs,
    Office: tables.offices,
    HeadOffice: tables.head_offices,
    ControlAction: tables.control_actions,
    Workplace: tables.user_offices,
    SyncRun: tables.sync_runs,
    Student: tables.students,
    StickyField: tables.sticky_fields,
    Group: tables.groups,
    Enrolment: tables.enrolments,
    StudentBranch: tables.student_offices,
    Teacher: tables.teachers,
    TeacherBranch: tables.teacher_offices,
    Course: tables.courses,
    StoredFile: tables.files,
    StudentImport: tables.imports,
    Recomputation: tables.recomputations,
    SavedView: tables.saved_views,
    BulkOperation: tables.bulk_acts,
    BulkBatch: tables.bulk_batches,
    SmsMessage: tables.sms_messages,
    SmsBatch: tables.sms_batches,
    SmsTemplate: tables.sms_templates,
    Integration: tables.integrations,
    StaffCheck: tables.staff_attendances,
    Holiday: tables.holidays,
    HolidayOffice: tables.holiday_offices,
    Homework: tables.homeworks,
    Submission: tables.submissions,
    Attempt: tables.attempts,
    Check: tables.checks,
    SubmissionMessage: tables.submission_messages,
    Remark: tables.remarks,
    Exam: tables.exams,
    Video: tables.videos,
    StatusEntry: tables.video_status_entries,
    Chapter: tables.database_chapters,
    DatabaseLesson: tables.database_lessons,
    DatabaseHomework: tables.database_homeworks,
}
# lists inside an aggregate, loaded with it; what the aggregate appends is inserted
LISTS: dict[type, dict[str, Any]] = {
    Video: {
        "history": relationship(
            StatusEntry,
            order_by=tables.video_status_entries.c.id,
            lazy="selectin",
            cascade="all, delete-orphan",
            passive_deletes=True,
        )
    }
}


def map_domain() -> None:
    """Maps every class once; enumerations are stored as their values."""
    for kind, table in MAPPED.items():
        if not hasattr(kind, "__mapper__"):
            version = table.c.get("version")
            _registry.map_imperatively(kind, table, version_id_col=version, properties=LISTS.get(kind, {}))


map_domain()
