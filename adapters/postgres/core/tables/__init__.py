"""The tables of the centre, a module per context.

Columns are the storage form of a field; its meaning and its wire form live in domain and contracts.
"""

from adapters.postgres.core.tables.access import (
    preferences,
    roles,
    saved_views,
    sessions,
    sign_in_tries,
    student_sessions,
    user_offices,
    users,
)
from adapters.postgres.core.tables.attendance import (
    attendance_pushes,
    attendances,
    group_marks,
    holiday_offices,
    holidays,
    late_sheets,
    lessons,
    staff_attendances,
)
from adapters.postgres.core.tables.audit import audit_pending, audit_seals, audits, subject_keys
from adapters.postgres.core.tables.branches import head_offices, offices
from adapters.postgres.core.tables.columns import metadata
from adapters.postgres.core.tables.courses import categories, courses, study_months, topics
from adapters.postgres.core.tables.doors import door_events
from adapters.postgres.core.tables.exams import exam_study_months, exams
from adapters.postgres.core.tables.files import files
from adapters.postgres.core.tables.gamification import (
    action_levels,
    actions,
    balances,
    category_balances,
    group_actions,
    ledger_entries,
    levels,
    recomputation_rows,
    recomputations,
)
from adapters.postgres.core.tables.groups import enrolments, groups, schedules
from adapters.postgres.core.tables.homework import (
    attempts,
    check_drafts,
    checks,
    homework_reminders,
    homeworks,
    remarks,
    submission_messages,
    submissions,
)
from adapters.postgres.core.tables.imports import import_rows, imports
from adapters.postgres.core.tables.jobs import idempotency_keys, jobs, outbox, timers
from adapters.postgres.core.tables.messaging import sms_batches, sms_messages, sms_templates
from adapters.postgres.core.tables.people import (
    LISTED,
    bulk_acts,
    bulk_batches,
    student_counts,
    student_offices,
    student_picks,
    student_words,
    students,
    teacher_offices,
    teachers,
)
from adapters.postgres.core.tables.settings import control_actions, installations, integrations
from adapters.postgres.core.tables.sync import (
    sticky_fields,
    sync_aliases,
    sync_changes,
    sync_cursors,
    sync_parked,
    sync_runs,
    sync_seen,
)

__all__ = [
    "LISTED",
    "action_levels",
    "actions",
    "attempts",
    "attendance_pushes",
    "attendances",
    "audit_pending",
    "audit_seals",
    "audits",
    "balances",
    "bulk_acts",
    "bulk_batches",
    "categories",
    "category_balances",
    "check_drafts",
    "checks",
    "control_actions",
    "courses",
    "door_events",
    "enrolments",
    "exam_study_months",
    "exams",
    "files",
    "group_actions",
    "group_marks",
    "groups",
    "head_offices",
    "holiday_offices",
    "holidays",
    "homework_reminders",
    "homeworks",
    "idempotency_keys",
    "import_rows",
    "imports",
    "installations",
    "integrations",
    "jobs",
    "late_sheets",
    "ledger_entries",
    "lessons",
    "levels",
    "metadata",
    "offices",
    "outbox",
    "preferences",
    "recomputation_rows",
    "recomputations",
    "remarks",
    "roles",
    "saved_views",
    "schedules",
    "sessions",
    "sign_in_tries",
    "sms_batches",
    "sms_messages",
    "sms_templates",
    "staff_attendances",
    "sticky_fields",
    "student_counts",
    "student_offices",
    "student_picks",
    "student_sessions",
    "student_words",
    "students",
    "study_months",
    "subject_keys",
    "submission_messages",
    "submissions",
    "sync_aliases",
    "sync_changes",
    "sync_cursors",
    "sync_parked",
    "sync_runs",
    "sync_seen",
    "teacher_offices",
    "teachers",
    "timers",
    "topics",
    "user_offices",
    "users",
]
