"""Maps records of the school to rows of the centre.

Pure functions: everything a row depends on is in the record and in ``Referents``. A note reports an error without
rejecting the row; ``UnresolvedReference`` defers a record until its referent is known; ``DomainError`` rejects it.
"""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from application.people.privacy.document_digests import document_digests
from application.sync.rows import (
    CourseRow,
    EnrolmentRow,
    GroupRow,
    OfficeRow,
    Referents,
    SchoolAwardRow,
    SchoolConnectionRow,
    StudentRow,
    TeacherRow,
)
from contracts.sync.school_records import (
    CourseRecord,
    Documents,
    Feed,
    GamificationConnectionRecord,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    ScheduleRecord,
    StudentRecord,
    TeacherRecord,
    stored_fields,
)
from domain.groups import enrolments
from domain.people import identity_documents as papers
from domain.people.name_order import sort_key
from domain.people.names import UNKNOWN, tidy_name
from domain.people.phones import E164, normalise_phone
from domain.people.search_vector import search_vector
from domain.shared.errors import DomainError
from domain.sync import vocabulary as words

# names and words repeat often
_tidy = lru_cache(maxsize=16384)(tidy_name)
# no course costs more; a larger number is an error
MAX_PRICE = 10**12
# points; no single award is larger
MAX_AMOUNT = 10**9
_series = lru_cache(maxsize=1024)(papers.normalise_passport_series)


_json = msgspec.json.Encoder().encode
# columns from which others are derived
NAME_FIELDS = ("first_name", "last_name", "middle_name", "name")
MIN_MONTH_NUMBER, MAX_MONTH_NUMBER = 1, 32_767


def office_row(id: int, fresh: bool, record: OfficeRecord, referents: Referents) -> OfficeRow:
    """Maps a branch of the school; an empty name is replaced by its id."""
    return OfficeRow(id, fresh, record.id, record.version, _tidy(record.name) or record.id, _stored(record))


def teacher_row(id: int, fresh: bool, record: TeacherRecord, referents: Referents) -> TeacherRow:
    """Maps a teacher.

    An unknown role counts as teacher, and its word is stored.
    """
    last, first, middle = _names(record)
    return TeacherRow(
        id,
        fresh,
        record.id,
        record.version,
        *_derived(last, first, middle),
        _gender(record, referents),
        _phone(record, referents),
        words.role_number(record.role),
        _tidy(record.role),
        words.WORKING if record.working else words.NOT_WORKING,
        _offices(record.office_ids, referents),
        _stored(record),
    )


def student_row(id: int, fresh: bool, record: StudentRecord, referents: Referents) -> StudentRow:
    """Maps a student, also one without a name.

    An invalid phone or birth date is omitted and noted.
    """
    last, first, middle = _names(record)
    status = words.student_status(record.status)
    if status is None:
        referents.note(record, "status", "unknown_word")
    sealed, digest, keys = _identity_documents(record.documents, referents)
    return StudentRow(
        id,
        fresh,
        record.id,
        record.version,
        *_derived(last, first, middle),
        _gender(record, referents),
        _phone(record, referents),
        _birth_date(record, referents),
        status,
        _tidy(record.status),
        sealed is not None,
        sealed,
        digest,
        keys,
        record.created_at or referents.now,
        _offices(record.office_ids, referents),
        _stored(record),
    )


def course_row(id: int, fresh: bool, record: CourseRecord, referents: Referents) -> CourseRow:
    """Maps a course and its curriculum.

    Of two months with the same number the later one wins.
    """
    months = {}
    for month in record.months:
        if not MIN_MONTH_NUMBER <= month.number <= MAX_MONTH_NUMBER:
            raise DomainError("bad_number", field="months")
        months[month.number] = {
            "number": month.number,
            "name": _tidy(month.name),
            "topics": [_tidy(topic) for topic in month.topics],
        }
    category = _tidy(record.category_id) or _tidy(record.category_name) or None
    return CourseRow(
        id,
        fresh,
        record.id,
        record.version,
        _tidy(record.name) or record.id,
        category,
        _tidy(record.category_name) or category or "",
        record.price if record.price is None or 0 <= record.price < MAX_PRICE else None,
        _json(list(months.values())).decode(),
        _stored(record),
    )


def group_row(id: int, fresh: bool, record: GroupRecord, referents: Referents) -> GroupRow:
    """Maps a group and its schedules.

    Raises DomainError if it ends before it begins.
    """
    name = _tidy(record.name) or record.id
    status = enrolments.GROUP_STATUSES.get(words.normalise(record.status))
    if status is None:
        referents.note(record, "status", "unknown_word")
    days = enrolments.period(record.start_date, record.end_date)
    schedules = {
        schedule.id or f"{record.id}:{position}": schedule for position, schedule in enumerate(record.schedules, 1)
    }
    return GroupRow(
        id,
        fresh,
        record.id,
        record.version,
        name,
        sort_key(name),
        referents.find(Feed.OFFICES, record.office_id, "officeId"),
        referents.find(Feed.COURSES, record.course_id, "courseId"),
        status or enrolments.GroupStatus.ACTIVE,
        _tidy(record.status),
        days.started,
        days.ended,
        _json([_schedule(h_id, schedule, record, referents) for h_id, schedule in schedules.items()]).decode(),
        _stored(record),
    )


def enrolment_row(id: int, fresh: bool, record: GroupStudentRecord, referents: Referents) -> EnrolmentRow:
    """Maps an enrolment. Raises DomainError if it ends before it begins (D-48)."""
    days = enrolments.period(record.start_date, record.end_date)
    word = words.normalise(record.status)
    if word not in enrolments.ENROLMENT_ACTIONS:
        referents.note(record, "status", "unknown_word")
    return EnrolmentRow(
        id,
        fresh,
        record.id,
        record.version,
        referents.find(Feed.STUDENTS, record.student_id, "studentId"),
        referents.find(Feed.GROUPS, record.group_id, "groupId"),
        enrolments.action_of(word, days.ended),
        _tidy(record.status),
        days.started,
        days.ended,
        _stored(record),
    )


def school_award_row(id: int, fresh: bool, record: GamificationStudentRecord, referents: Referents) -> SchoolAwardRow:
    """Maps XP or silver that the school gave.

    Raises DomainError for another kind and for an amount that no account can hold.
    """
    kind = words.normalise(record.kind)
    if kind not in words.AWARD_KINDS:
        raise DomainError("unknown_word", field="kind")
    if abs(record.amount) > MAX_AMOUNT:
        raise DomainError("bad_number", field="amount")
    return SchoolAwardRow(
        id,
        fresh,
        record.id,
        record.version,
        referents.find(Feed.STUDENTS, record.student_id, "studentId"),
        kind,
        record.amount,
        _tidy(record.category_id or "") or None,
        record.at,
        _stored(record),
    )


def school_connection_row(
    id: int, fresh: bool, record: GamificationConnectionRecord, referents: Referents
) -> SchoolConnectionRow:
    """Maps whether a group earns by an action. Raises DomainError for an unknown one."""
    action = words.action_kind(record.action)
    if action is None:
        raise DomainError("unknown_word", field="action")
    return SchoolConnectionRow(
        id,
        fresh,
        record.id,
        record.version,
        referents.find(Feed.GROUPS, record.group_id, "groupId"),
        action,
        record.enabled,
        _stored(record),
    )


def _stored(record: Record) -> tuple[object, ...]:
    """Returns the fields that are stored under their own names, texts normalised."""
    values = [getattr(record, name) for name in stored_fields(type(record))]
    return tuple([_tidy(value) if isinstance(value, str) else value for value in values])


def _names(record: StudentRecord | TeacherRecord) -> tuple[str, str, str]:
    return _tidy(record.last_name), _tidy(record.first_name), _tidy(record.middle_name)


def derived(feed: Feed, row: Mapping[str, Any]) -> dict[str, str]:
    """Returns the columns derived from the names of a row of this feed, if any."""
    if feed == Feed.GROUPS:
        return {"sort_key": sort_key(row["name"])}
    if feed not in (Feed.STUDENTS, Feed.TEACHERS):
        return {}
    found = _derived(row["last_name"], row["first_name"], row["middle_name"])
    return dict(zip(("full_name", "search", "sort_key"), found, strict=True))


def _derived(last: str, first: str, middle: str) -> tuple[str, str, str]:
    """Returns the full name, the search vector and the sort key (D-50, D-63).

    The parts of the name are normalised already.
    """
    whole = " ".join(filter(None, (last, first, middle))) or UNKNOWN
    return whole, search_vector(first=first, last=last, middle=middle), sort_key(last, first, middle)


def _gender(record: StudentRecord | TeacherRecord, referents: Referents) -> int | None:
    found = words.gender(record.gender)
    if found is None and record.gender:
        referents.note(record, "gender", "unknown_word")
    return found


def _phone(record: StudentRecord | TeacherRecord, referents: Referents) -> str | None:
    if E164.fullmatch(record.phone):
        return record.phone
    phone = normalise_phone(record.phone)
    if phone is None and record.phone.strip():
        referents.note(record, "phone", "phone_format")
    return phone


def _birth_date(record: StudentRecord, referents: Referents) -> date | None:
    if record.birth_date is None:
        return None
    problems = papers.birth_date_problems(record.birth_date, today=referents.now.date())
    if problems:
        referents.note(record, "birthDate", str(problems[0]))
    return None if problems else record.birth_date


def _offices(ids: list[str], referents: Referents) -> list[int]:
    return sorted({referents.find(Feed.OFFICES, id, "officeIds") for id in ids})


def _identity_documents(
    documents: Documents | None, referents: Referents
) -> tuple[bytes | None, str | None, list[str]]:
    """Returns the encrypted identity documents, their digest and their keys.

    Unchanged documents are recognised by the digest without decryption (D-19).
    """
    if documents is None:
        return None, None, []
    cleaned = Documents(
        passport_series=_series(documents.passport_series),
        passport_number=_number(documents.passport_number),
        personal_id=papers.normalise_personal_id(documents.personal_id),
        birth_certificate=_tidy(documents.birth_certificate),
    )
    if cleaned == NO_PAPERS:
        return None, None, []
    plain = _json(cleaned)
    return referents.cipher.encrypt(plain), referents.cipher.digest(plain), document_digests(cleaned, referents.cipher)


def _number(text: str) -> str:
    return text if text.isascii() and text.isdigit() else papers.normalise_passport_number(text)


def _schedule(h_id: str, schedule: ScheduleRecord, group: GroupRecord, referents: Referents) -> dict[str, Any]:
    days = sorted({day for day in schedule.days_of_week if 1 <= day <= 7})
    if len(days) != len(schedule.days_of_week):
        referents.note(group, "daysOfWeek", "bad_days")
    return {
        "h_id": h_id,
        "teacher_id": referents.find(Feed.TEACHERS, schedule.teacher_id, "teacherId"),
        "days": days,
        "begin_time": schedule.begin_time,
        "end_time": schedule.end_time,
        "start_date": schedule.start_date,
        "end_date": schedule.end_date,
        "classroom": _tidy(schedule.classroom),
    }


NO_PAPERS = Documents()
