"""The fields of audit records by kind of record, and how they are presented.

A field that is not declared here has no label and no text for its values.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from contracts.exports import LISTS
from contracts.settings.integrations import ADAPTERS, KINDS
from domain.access.permissions import PERMISSIONS, Action
from domain.access.roles import RoleNumber, RoleType
from domain.attendance.marks import AttendanceStatus, Reason
from domain.people.staff_state import Gender, PhotoCheck, WorkStatus
from domain.people.student import SystemStatus
from domain.videos.video import VideoStatus


@dataclass(frozen=True)
class Recorded:
    """A recorded field.

    ``codes``: values that have a text each. ``refers_to``: the kind of the records whose ids the value holds.
    ``inner``: fields of a nested value; ``inner_refers_to``: its keys are ids of this kind. ``flag``: any value means
    yes.
    """

    codes: tuple[str, ...] = ()
    refers_to: str = ""
    inner: tuple[str, ...] = ()
    inner_refers_to: str = ""
    flag: bool = False


def _codes(values: Iterable[object]) -> Recorded:
    return Recorded(codes=tuple(str(value) for value in values))


def _numbers(values: Iterable[int]) -> Recorded:
    return _codes(int(value) for value in values)


def _refers(kind: str) -> Recorded:
    return Recorded(refers_to=kind)


PLAIN = Recorded()
FLAG = Recorded(flag=True)
MARK_WORDS = ("attended", *(f"{kind}:{reason.name.lower()}" for kind in ("absent", "late") for reason in Reason))
DECISIONS = ("skip", "merge", "create", "change")
_PERSON: dict[str, Recorded] = {
    "first_name": PLAIN,
    "last_name": PLAIN,
    "middle_name": PLAIN,
    "full_name": PLAIN,
    "gender": _numbers(Gender),
    "phone": PLAIN,
    "birth_date": PLAIN,
    "photo": FLAG,
    "photo_check": _numbers(PhotoCheck),
    "login": PLAIN,
    "reason": PLAIN,
    "block_reason": PLAIN,
    "office_ids": _refers("office"),
    "work_status": _numbers(WorkStatus),
}
_ACCOUNT = _PERSON | {
    "role_id": _refers("role"),
    "all_offices": FLAG,
    "author": FLAG,
    "course_ids": _refers("course"),
}
# kind of record → its fields; kinds of which no field is recorded have none
RECORDED: Mapping[str, Mapping[str, Recorded]] = {
    "student": _PERSON
    | {
        "status_id": _refers("control_action"),
        "system_status": _numbers(SystemStatus),
        "papers": FLAG,
        "left_on": PLAIN,
        "group": PLAIN,
        "action_id": _refers("control_action"),
        "started_date": PLAIN,
        "ended_date": PLAIN,
        "merged_into_id": _refers("student"),
    },
    "teacher": _ACCOUNT,
    "user": _ACCOUNT,
    "role": {
        "name": PLAIN,
        "names": PLAIN,
        "type": _numbers(RoleType),
        "number": _numbers(RoleNumber),
        "permissions": Recorded(codes=tuple(str(action) for action in Action), inner=tuple(PERMISSIONS)),
    },
    "office": {"name": PLAIN, "head_office_id": _refers("head_office")},
    "control_action": {
        "display_name": Recorded(inner=("uz", "ru", "en")),
        "counts_in_statistics": FLAG,
    },
    "lesson": {
        "marks": Recorded(codes=MARK_WORDS, inner_refers_to="student"),
        "no_class_reason": PLAIN,
        "students": _refers("student"),
        # of the teacher's own presence
        "status": _numbers((AttendanceStatus.ATTENDED, AttendanceStatus.LATE)),
        "photo": FLAG,
    },
    "homework": {
        "description": PLAIN,
        "topic_id": _refers("topic"),
        "deadline": PLAIN,
        "hours": PLAIN,
        "attachments": PLAIN,
        "voice": FLAG,
    },
    "database_chapter": {"name": PLAIN, "position": PLAIN},
    "database_lesson": {
        "name": PLAIN,
        "database_chapter_id": _refers("database_chapter"),
        "position": PLAIN,
        "is_archived": FLAG,
    },
    "database_homework": {
        "description": PLAIN,
        "attachments": PLAIN,
        "kind": _codes(("main", "variant")),
        "database_lesson_id": _refers("database_lesson"),
        "position": PLAIN,
        "is_archived": FLAG,
    },
    "exam": {
        "description": PLAIN,
        "begins_at": PLAIN,
        "deadline": PLAIN,
        "study_month_ids": _refers("study_month"),
        "attachments": PLAIN,
        "passed": PLAIN,
        "announced_at": PLAIN,
    },
    "course": {
        "name": PLAIN,
        "category_id": _refers("category"),
        "ended_at": PLAIN,
        "months": PLAIN,
        "position": PLAIN,
    },
    "topic": {
        "name": PLAIN,
        "study_month_id": _refers("study_month"),
        "position": PLAIN,
        "ended": FLAG,
        "database_lesson_ids": _refers("database_lesson"),
    },
    "video": {
        "name": PLAIN,
        "lesson_id": _refers("lesson"),
        "orig_name": PLAIN,
        "size": PLAIN,
        "status": _numbers(VideoStatus),
    },
    "holiday": {"date": PLAIN, "name": PLAIN, "office_ids": _refers("office")},
    "export": {"list": _codes(LISTS), "rows": PLAIN, "columns": PLAIN},
    "import": {
        "office_id": _refers("office"),
        "rows": PLAIN,
        "branches": PLAIN,
        "warnings": Recorded(inner=("rows", *DECISIONS)),
        "add": PLAIN,
        "change": PLAIN,
        "same": PLAIN,
        "skip": PLAIN,
        "refuse": PLAIN,
        "jobId": PLAIN,
        "removed": PLAIN,
        "restored": PLAIN,
        "left": PLAIN,
    },
    "submission": {"score": PLAIN},
    "remark": {},
    "sms_template": {"name": PLAIN, "text": PLAIN},
    "sms_batch": {"text": PLAIN, "count": PLAIN},
    "integration": {
        "adapter": _codes(dict.fromkeys(name for kind in KINDS for name in ADAPTERS[kind])),
        "renewed": _codes(
            dict.fromkeys(it.name for kind in KINDS for fields in ADAPTERS[kind].values() for it in fields if it.secret)
        ),
    }
    | {it.name: PLAIN for kind in KINDS for fields in ADAPTERS[kind].values() for it in fields if not it.secret},
    "sync_run": {},
    "session": {},
    "student_session": {},
    "job": {},
    "installation": {},
}


def recorded(entity: str, field: str) -> Recorded | None:
    """Returns the declaration of a field, if it has one."""
    return RECORDED.get(entity, {}).get(field)


def undeclared(entity: str, names: Iterable[str]) -> list[str]:
    """Returns those of the recorded names that no declaration covers."""
    return [name for name in names if not _is_declared(entity, *name.partition(".")[::2])]


def _is_declared(entity: str, name: str, inner: str) -> bool:
    field = recorded(entity, name)
    return field is not None and (not inner or inner in field.inner)


def references() -> Iterator[tuple[str, str]]:
    """Yields each field that refers to records, with their kind."""
    for fields in RECORDED.values():
        yield from ((name, field.refers_to) for name, field in fields.items() if field.refers_to)


def instant_value(at: datetime) -> str:
    """Returns an instant as records hold it: in UTC, so that equal ones look equal."""
    return at.astimezone(UTC).isoformat()
