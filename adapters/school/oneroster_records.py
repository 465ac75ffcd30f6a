"""Converts records of OneRoster to ``contracts/sync/school_records.py``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from adapters.school.oneroster_rows import Class, Course, Demographics, Enrollment, Link, Org, Role, Row, User
from contracts.sync.school_records import (
    CourseRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    ScheduleRecord,
    StudentRecord,
    TeacherRecord,
)

# organisations above branches; any other type, also a vendor's own, is a branch
ABOVE_BRANCHES = ("district", "state", "national")

Days = tuple[date | None, date | None]


@dataclass
class RecordContext:
    """The context of a conversion: the school's day and related records by id.

    ``today``: the day at the school; ``classes``: the days of each class; ``teaching``: the teachers' enrolments by
    class.
    """

    today: date
    above: frozenset[str] = frozenset()
    sessions: Mapping[str, Days] = field(default_factory=dict)
    teaching: Mapping[str, list[Enrollment]] = field(default_factory=dict)
    classes: Mapping[str, Days] = field(default_factory=dict)
    demographics: dict[str, Demographics] = field(default_factory=dict)


def office(row: Org, _: RecordContext) -> Record | None:
    """Converts a branch; None for an organisation above branches."""
    if row.type in ABOVE_BRANCHES:
        return None
    if row.gone:
        return _tombstone(row)
    return OfficeRecord(id=row.id, version=row.version, changed_at=row.changed_at, name=row.name or "")


def teacher(row: User, context: RecordContext) -> Record:
    """Converts a teacher, or an assistant if the primary role is aide.

    A disabled account is a teacher who no longer works there.
    """
    if row.gone:
        return _tombstone(row)
    return TeacherRecord(
        id=row.id,
        version=row.version,
        changed_at=row.changed_at,
        first_name=row.given_name or "",
        last_name=row.family_name or "",
        middle_name=row.middle_name or "",
        phone=row.sms or row.phone or "",
        role=_staff_role(row),
        working=not row.inactive and str(row.enabled_user).lower() != "false",
        office_ids=_offices(row, context, "teacher", "aide"),
    )


def student(row: User, context: RecordContext) -> Record:
    """Converts a student.

    Birth date and sex come from the demographics, if permitted.
    """
    if row.gone:
        return _tombstone(row)
    known = context.demographics.get(row.id)
    return StudentRecord(
        id=row.id,
        version=row.version,
        changed_at=row.changed_at,
        first_name=row.given_name or "",
        last_name=row.family_name or "",
        middle_name=row.middle_name or "",
        gender=(known.sex or "").lower() if known and (known.sex or "").lower() in ("male", "female") else "",
        birth_date=day(known.birth_date) if known else None,
        phone=row.sms or row.phone or "",
        status="left" if row.inactive else "active",
        office_ids=_offices(row, context, "student"),
    )


def day(text: str | None) -> date | None:
    """Parses a date, of some vendors followed by a time. Raises ValueError."""
    return date.fromisoformat(text[:10]) if text else None


def last_day(text: str | None) -> date | None:
    """Returns the last day before an exclusive end."""
    after = day(text)
    return after - timedelta(days=1) if after else None


def days(sessions: Mapping[str, Days], row: Class) -> Days:
    """Returns the start of a class's first term and the end of its last."""
    spans = [sessions[str(term.sourced_id)] for term in row.terms or [] if str(term.sourced_id) in sessions]
    begins, ends = [begin for begin, _ in spans if begin], [end for _, end in spans if end]
    return min(begins, default=None), max(ends, default=None)


def _tombstone(row: Row) -> Record:
    return Record(id=row.id, version=row.version, changed_at=row.changed_at, deleted=True, deleted_reason="tobedeleted")


def _roles(row: User) -> list[Role]:
    """Returns the roles, the primary one first."""
    if row.roles is None:
        return [Role(row.role, "primary", org) for org in row.orgs or []] or [Role(row.role, "primary", None)]
    return sorted(row.roles, key=lambda role: (role.role_type or "").lower() != "primary")


def _staff_role(row: User) -> str:
    word = next((role.role or "" for role in _roles(row)), "")
    return "assistant" if word.lower() == "aide" else word.lower() or "teacher"


def _offices(row: User, context: RecordContext, *role_names: str) -> list[str]:
    """Returns the branches of a person's roles; other organisations are omitted."""
    found = [str(role.org.sourced_id) for role in _roles(row) if role.org and (role.role or "").lower() in role_names]
    return [id for id in dict.fromkeys(found) if id and id not in context.above]


def course(row: Course, _: RecordContext) -> Record:
    """Converts a course; its first subject is its category."""
    if row.gone:
        return _tombstone(row)
    name, code = (row.subjects or [""])[0], (row.subject_codes or [""])[0]
    return CourseRecord(
        id=row.id,
        version=row.version,
        changed_at=row.changed_at,
        name=row.title or "",
        category_id=code,
        category_name=name,
    )


def group(row: Class, context: RecordContext) -> Record:
    """Converts a group. Raises ValueError.

    Its days are those of its terms, its schedules hold only teachers and rooms.
    """
    if row.gone:
        return _tombstone(row)
    begins, ends = days(context.sessions, row)
    return GroupRecord(
        id=row.id,
        version=row.version,
        changed_at=row.changed_at,
        name=row.title or "",
        office_id=_id(row.school),
        course_id=_id(row.course),
        status="ended" if row.inactive else _status(begins, ends, context.today),
        start_date=begins,
        end_date=ends,
        schedules=[_teaching(one, row) for one in context.teaching.get(row.id, []) if not one.gone],
    )


def _status(begins: date | None, ends: date | None, today: date) -> str:
    if begins and today < begins:
        return "not_started"
    return "ended" if ends and ends < today else "active"


def _teaching(one: Enrollment, row: Class) -> ScheduleRecord:
    """Builds schedules of teachers and rooms; OneRoster has no times."""
    return ScheduleRecord(
        id=one.id,
        teacher_id=_id(one.user),
        start_date=day(one.begin_date),
        end_date=last_day(one.end_date),
        classroom=row.location or "",
    )


def period(row: Enrollment, context: RecordContext) -> Record | None:
    """Converts a student's period in a group; None for other roles.

    Raises ValueError.
    """
    if row.gone and not row.role:
        return _tombstone(row)
    if (row.role or "").lower() != "student":
        return None
    if row.gone:
        return _tombstone(row)
    begins, ends = day(row.begin_date), last_day(row.end_date)
    if begins and ends and ends < begins:
        ends = begins
    return GroupStudentRecord(
        id=row.id,
        version=row.version,
        changed_at=row.changed_at,
        group_id=_id(row.class_),
        student_id=_id(row.user),
        start_date=begins,
        end_date=ends,
        status=_outcome(row, ends, context),
    )


def _outcome(row: Enrollment, ends: date | None, context: RecordContext) -> str:
    """Returns finished if the period lasts to the end of the class, else left."""
    if row.inactive:
        return "left"
    if ends is None or ends >= context.today:
        return "active"
    class_ends = context.classes.get(_id(row.class_), (None, None))[1]
    return "finished" if class_ends and ends >= class_ends else "left"


def _id(link: Link | None) -> str:
    return str(link.sourced_id) if link else ""
