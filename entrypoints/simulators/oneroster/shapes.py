"""Converts the records of a school to OneRoster.

Fields that OneRoster lacks are omitted.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from contracts.sync.school_records import (
    CourseRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    StudentRecord,
    TeacherRecord,
)

Shape = dict[str, Any]
# The root organisation is a district in the specification; it is no branch itself.
CENTRE = "centre"
ACTIVE, GONE = "active", "tobedeleted"


def head(record: Record, at: datetime) -> Shape:
    """The common fields of every record."""
    return {
        "sourcedId": record.id,
        "status": GONE if record.deleted else ACTIVE,
        "dateLastModified": at,
        "metadata": {},
    }


def link(kind: str, id: str) -> Shape:
    """Builds a reference to another record.

    For a deleted record with an unknown past it refers to an unknown one.
    """
    id = id or "unknown"
    return {"href": f"/{kind}s/{id}", "sourcedId": id, "type": kind}


def centre(at: datetime) -> Shape:
    """The organisation above the branches."""
    named = {"name": "Markaz", "type": "district", "identifier": CENTRE}
    return head(Record(id=CENTRE, version=0, changed_at=at), at) | named


def org(record: OfficeRecord, at: datetime) -> Shape:
    """A branch."""
    named = {"name": record.name, "type": "school", "identifier": record.id, "parent": link("org", CENTRE)}
    return head(record, at) | named


def student(record: StudentRecord, at: datetime) -> Shape:
    """A student; the first branch is the primary one."""
    return _user(record, at, [("student", office) for office in record.office_ids], enabled=True)


def teacher(record: TeacherRecord, at: datetime) -> Shape:
    """Converts a member of staff.

    An assistant has the primary role aide, and teacher beside it.
    """
    roles = [("teacher", office) for office in record.office_ids or [CENTRE]]
    if record.role == "assistant":
        roles = [("aide", office) for _, office in roles] + roles
    return _user(record, at, roles, enabled=record.working)


def _user(record: StudentRecord | TeacherRecord, at: datetime, roles: list[tuple[str, str]], *, enabled: bool) -> Shape:
    return head(record, at) | {
        "userMasterIdentifier": record.id,
        "username": record.id,
        "userIds": [{"type": "school", "identifier": record.id}],
        "enabledUser": "true" if enabled else "false",
        "givenName": record.first_name,
        "familyName": record.last_name,
        "middleName": record.middle_name,
        "roles": [
            {"roleType": "secondary" if number else "primary", "role": role, "org": link("org", office)}
            for number, (role, office) in enumerate(roles)
        ],
        "agents": [],
        "email": f"{record.id}@school.example",
        "sms": record.phone,
        "phone": "",
        "grades": [],
    }


def demographics(record: StudentRecord, at: datetime) -> Shape:
    """Birth date and sex, under the student's own id."""
    return head(record, at) | {"birthDate": record.birth_date, "sex": record.gender or None}


def course(record: CourseRecord, at: datetime) -> Shape:
    """Converts a course; its category is its subject.

    Study months and topics are omitted.
    """
    return head(record, at) | {
        "title": record.name,
        "courseCode": record.id,
        "grades": [],
        "subjects": [record.category_name] if record.category_name else [],
        "subjectCodes": [record.category_id] if record.category_id else [],
        "org": link("org", CENTRE),
    }


def class_(record: GroupRecord, at: datetime) -> Shape:
    """Converts a group.

    Its dates are those of its term, its room that of its first lesson.
    """
    return head(record, at) | {
        "title": record.name,
        "classCode": record.id,
        "classType": "scheduled",
        "location": record.schedules[0].classroom if record.schedules else "",
        "grades": [],
        "subjects": [],
        "course": link("course", record.course_id),
        "school": link("org", record.office_id),
        "terms": [link("academicSession", term_id(record))] if _has_term(record) else [],
        "periods": [],
    }


def _has_term(record: GroupRecord) -> bool:
    return record.start_date is not None and record.end_date is not None


def term_id(record: GroupRecord) -> str:
    """Returns the id of a group's term."""
    return f"term-{record.start_date:%Y%m%d}-{record.end_date:%Y%m%d}"


def sessions(record: GroupRecord, at: datetime) -> Iterator[Shape]:
    """Converts the term of a group and its grading period.

    Groups with the same days share them. Ends are exclusive.
    """
    if record.start_date is None or record.end_date is None:
        return
    span = {
        "startDate": record.start_date,
        "endDate": record.end_date + timedelta(days=1),
        "schoolYear": str(record.end_date.year),
    }
    term = term_id(record)
    plain = Record(id=term, version=0, changed_at=at)
    yield head(plain, at) | span | {"title": f"{record.start_date} – {record.end_date}", "type": "term"}
    plain = Record(id=f"period-{term}", version=0, changed_at=at)
    parent = link("academicSession", term)
    yield head(plain, at) | span | {"title": f"{record.start_date:%m/%Y}", "type": "gradingPeriod", "parent": parent}


def teaching(record: GroupRecord, at: datetime) -> Iterator[Shape]:
    """The teachers of a group, the first one primary."""
    for number, schedule in enumerate(record.schedules):
        yield head(record, at) | {
            "sourcedId": schedule.id,
            **_enrolled(schedule.teacher_id, record.id, record.office_id, "teacher"),
            "primary": "false" if number else "true",
            "beginDate": None,
            "endDate": None,
        }


def enrollment(record: GroupStudentRecord, office_id: str, at: datetime) -> Shape:
    """Converts a period of a student in a group.

    Its end is exclusive; the reason for the end is omitted.
    """
    return head(record, at) | {
        **_enrolled(record.student_id, record.group_id, office_id, "student"),
        "primary": "false",
        "beginDate": record.start_date,
        "endDate": _after(record.end_date),
    }


def _enrolled(user: str, group: str, office: str, role: str) -> Shape:
    return {"user": link("user", user), "class": link("class", group), "school": link("org", office), "role": role}


def _after(day: date | None) -> date | None:
    return day + timedelta(days=1) if day else None
