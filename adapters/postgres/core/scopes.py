"""Row visibility: for every table one path to branches.

Loads, lists, counts and options use the same path.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, bindparam, exists, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger

from adapters.postgres.core import tables as t

# the caller's branches, bound when the statement runs
SCOPE_PARAMETER = "scope_office_ids"
_offices = bindparam(SCOPE_PARAMETER, type_=ARRAY(BigInteger))


def _shared(column: Any) -> ColumnElement[bool]:
    clause: ColumnElement[bool] = column == _offices.any_()
    return clause


def within(column: Any) -> ColumnElement[bool]:
    """The clause that a branch is the caller's, or that the parameter is null (all)."""
    return or_(_offices.is_(None), _shared(column))


@dataclass(frozen=True)
class Scope:
    """The visibility of a table; ``branches`` builds the clause by branch (D-12)."""

    branches: Callable[[], ColumnElement[bool]] | None
    why: str = ""


def _through(link: Table, key: str, parent: Table) -> Callable[[], ColumnElement[bool]]:
    return lambda: exists(select(1).where(link.c[key] == parent.c.id, _shared(link.c.office_id)))


def _group_of(parent: Table) -> Callable[[], ColumnElement[bool]]:
    return lambda: exists(select(1).where(t.groups.c.id == parent.c.group_id, _shared(t.groups.c.office_id)))


def _lesson_of(parent: Table) -> Callable[[], ColumnElement[bool]]:
    taught = t.lessons.join(t.groups, t.groups.c.id == t.lessons.c.group_id)
    return lambda: exists(
        select(1).select_from(taught).where(t.lessons.c.id == parent.c.lesson_id, _shared(t.groups.c.office_id))
    )


def _submission_of(parent: Table) -> Callable[[], ColumnElement[bool]]:
    checked = t.submissions.join(t.groups, t.groups.c.id == t.submissions.c.group_id)
    return lambda: exists(
        select(1)
        .select_from(checked)
        .where(t.submissions.c.id == parent.c.submission_id, _shared(t.groups.c.office_id))
    )


def _student_of(parent: Table) -> Callable[[], ColumnElement[bool]]:
    link = t.student_offices
    return lambda: exists(select(1).where(link.c.student_id == parent.c.student_id, _shared(link.c.office_id)))


def _holidays() -> ColumnElement[bool]:
    """The whole centre's holidays, and those of the caller's branches."""
    return or_(t.holidays.c.whole_centre, _through(t.holiday_offices, "holiday_id", t.holidays)())


def singular(table: str) -> str:
    """The audit log's name for a row of a table: "students" → "student"."""
    return f"{table[:-3]}y" if table.endswith("ies") else table.removesuffix("s")


def _recorded() -> ColumnElement[bool]:
    """The visibility of an audit record: that of its subject.

    A record whose subject branches do not divide is seen with its actor (docs/decisions/audit.md). The lookups have
    one shape, so that each is evaluated once for all records.
    """
    audits = t.audits.c
    about = [
        and_(
            audits.entity == singular(name), audits.entity_id.in_(select(t.metadata.tables[name].c.id).where(clause()))
        )
        for name, scope in SCOPES.items()
        if (clause := scope.branches) and name != "audits" and "id" in t.metadata.tables[name].c
    ]
    common = [singular(name) for name, scope in SCOPES.items() if scope.why in (CENTRE, OWN) or name == "jobs"]
    colleagues = select(t.user_offices.c.user_id).where(_shared(t.user_offices.c.office_id))
    everywhere = select(t.users.c.id).where(or_(t.users.c.all_offices, t.users.c.superadmin))
    by_whom = or_(audits.actor_id.is_(None), audits.actor_id.in_(colleagues), audits.actor_id.in_(everywhere))
    return or_(*about, and_(or_(*(audits.entity == one for one in common)), by_whom))


CENTRE = "the centre's own, the same for every branch"
OWN = "reached only by its own user"
INSIDE = "never shown as rows: read through what it belongs to"

SCOPES: dict[str, Scope] = {
    "students": Scope(_through(t.student_offices, "student_id", t.students)),
    "teachers": Scope(_through(t.teacher_offices, "teacher_id", t.teachers)),
    "users": Scope(_through(t.user_offices, "user_id", t.users)),
    "offices": Scope(lambda: _shared(t.offices.c.id)),
    "groups": Scope(lambda: _shared(t.groups.c.office_id)),
    "schedules": Scope(_group_of(t.schedules)),
    "enrolments": Scope(_group_of(t.enrolments)),
    "school_awards": Scope(_student_of(t.school_awards)),
    "school_connections": Scope(_group_of(t.school_connections)),
    "lessons": Scope(_group_of(t.lessons)),
    "late_sheets": Scope(_lesson_of(t.late_sheets)),
    "homeworks": Scope(_group_of(t.homeworks)),
    "exams": Scope(_group_of(t.exams)),
    "submissions": Scope(_group_of(t.submissions)),
    "videos": Scope(_group_of(t.videos)),
    "checks": Scope(_submission_of(t.checks)),
    "holidays": Scope(_holidays),
    "ledger_entries": Scope(_student_of(t.ledger_entries)),
    "balances": Scope(_student_of(t.balances)),
    "category_balances": Scope(_student_of(t.category_balances)),
    "group_actions": Scope(_group_of(t.group_actions)),
    "levels": Scope(None, CENTRE),
    "actions": Scope(None, CENTRE),
    "action_levels": Scope(None, CENTRE),
    "student_sessions": Scope(_student_of(t.student_sessions)),
    "roles": Scope(None, CENTRE),
    "categories": Scope(None, CENTRE),
    "courses": Scope(None, CENTRE),
    "course_orders": Scope(None, INSIDE),
    "study_months": Scope(None, CENTRE),
    "topics": Scope(None, CENTRE),
    "database_chapters": Scope(None, CENTRE),
    "database_lessons": Scope(None, CENTRE),
    "database_homeworks": Scope(None, CENTRE),
    "control_actions": Scope(None, CENTRE),
    "installations": Scope(None, CENTRE),
    "head_offices": Scope(None, CENTRE),
    "sync_runs": Scope(None, CENTRE),
    "sessions": Scope(None, OWN),
    "preferences": Scope(None, OWN),
    "sign_in_tries": Scope(None, INSIDE),
    "user_offices": Scope(None, INSIDE),
    "holiday_offices": Scope(None, INSIDE),
    "teacher_offices": Scope(None, INSIDE),
    "student_offices": Scope(None, INSIDE),
    "student_counts": Scope(None, INSIDE),
    "student_words": Scope(None, INSIDE),
    "attendances": Scope(None, INSIDE),
    "attendance_pushes": Scope(None, INSIDE),
    "group_marks": Scope(None, INSIDE),
    "attempts": Scope(None, INSIDE),
    "submission_messages": Scope(None, INSIDE),
    "homework_reminders": Scope(None, INSIDE),
    "homework_databases": Scope(None, INSIDE),
    "homework_variants": Scope(None, INSIDE),
    "database_publications": Scope(None, INSIDE),
    "database_editions": Scope(None, INSIDE),
    "published_homeworks": Scope(None, INSIDE),
    "topic_homework": Scope(None, INSIDE),
    "topic_homework_lessons": Scope(None, INSIDE),
    "homework_counters": Scope(None, INSIDE),
    "homework_recounts": Scope(None, INSIDE),
    "exam_study_months": Scope(None, INSIDE),
    "video_status_entries": Scope(None, INSIDE),
    "video_webhooks": Scope(None, INSIDE),
    "check_drafts": Scope(None, OWN),
    "remarks": Scope(None, OWN),
    "door_events": Scope(None, INSIDE),
    "staff_attendances": Scope(None, INSIDE),
    "sync_cursors": Scope(None, INSIDE),
    "sync_parked": Scope(None, INSIDE),
    "sync_seen": Scope(None, INSIDE),
    "sync_aliases": Scope(None, INSIDE),
    "sync_changes": Scope(None, INSIDE),
    "jobs": Scope(None, INSIDE),
    "outbox": Scope(None, INSIDE),
    "audits": Scope(_recorded),
    "audit_pending": Scope(None, INSIDE),
    "audit_seals": Scope(None, INSIDE),
    "subject_keys": Scope(None, INSIDE),
    "idempotency_keys": Scope(None, INSIDE),
    "timers": Scope(None, INSIDE),
    "sticky_fields": Scope(None, INSIDE),
    "files": Scope(None, INSIDE),
    "sms_messages": Scope(None, INSIDE),
    "sms_batches": Scope(None, OWN),
    "import_rows": Scope(None, INSIDE),
    "imports": Scope(None, OWN),
    "recomputations": Scope(None, OWN),
    "recomputation_rows": Scope(None, INSIDE),
    "saved_views": Scope(None, OWN),
    "bulk_acts": Scope(None, OWN),
    "bulk_batches": Scope(None, INSIDE),
    # found by an unguessable key, and then limited to the caller's branches
    "student_picks": Scope(None, INSIDE),
    "sms_templates": Scope(None, CENTRE),
    "integrations": Scope(None, CENTRE),
}


def seen(table: Table) -> ColumnElement[bool] | None:
    """The clause for a caller of some branches, or None for undivided rows."""
    branches = SCOPES[table.name].branches
    return branches() if branches else None
