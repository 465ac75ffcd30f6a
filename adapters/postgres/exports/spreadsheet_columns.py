"""Declares the spreadsheet columns of each exported list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.access.users import STAFF
from adapters.postgres.courses.course_views import COURSES
from adapters.postgres.groups.groups import GROUPS
from adapters.postgres.listing.listing import Listing
from adapters.postgres.people.academics import ACADEMICS, ASSISTANTS, TEACHERS
from adapters.postgres.people.authors import AUTHORS
from adapters.postgres.people.students import STUDENTS
from application.files.spreadsheets import CellValue
from contracts import exports
from contracts.access.users import StaffQuery
from contracts.courses.courses import CoursesQuery
from contracts.groups.groups import GroupsQuery
from contracts.people.academics import AcademicsQuery, KpiQuery, TeachersQuery
from contracts.people.authors import AuthorsQuery
from contracts.people.students import StudentsQuery
from contracts.shared import ListQuery
from contracts.texts import DEFAULT_LANGUAGE, catalogue, field_key, role_text, translate
from domain.access.roles import RoleNumber

ASSISTANT = RoleNumber.ASSISTANT
KPIS = {"attendanceKpi": "attendance_kpi", "homeworkKpi": "homework_kpi", "examKpi": "exam_kpi", "kpi": "kpi"}
PLAIN = (str, str | None, date, date | None)
Formatter = Callable[[Any, "CellContext"], CellValue]


@dataclass(frozen=True)
class CellContext:
    """The language and time zone of the values."""

    language: str
    zone: ZoneInfo


@dataclass(frozen=True)
class ListExport:
    """The export of a list: column → the field of the list and its formatter.

    A text or a date with a name in ``contracts/texts/fields`` needs no declaration.
    ``fixed``: constant filters of the screen's list. ``own``: the caller's own groups, in any branch.
    """

    listing: Listing
    query: type[ListQuery]
    columns: Mapping[str, tuple[str, Formatter]]
    fixed: Mapping[str, int] = field(default_factory=dict)
    own: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", {**self.columns, **_named_fields(self)})


def _text(value: Any, _: CellContext) -> CellValue:
    """Formats ids as text: they are not quantities."""
    return None if value is None else str(value)


def _names(values: list[dict[str, Any]] | None, _: CellContext) -> CellValue:
    return ", ".join(one["name"] for one in values or [])


def _school_names(values: list[dict[str, Any]] | None, _: CellContext) -> CellValue:
    return ", ".join(one["hName"] for one in values or [])


def _name(value: dict[str, Any] | None, _: CellContext) -> CellValue:
    return value["name"] if value else None


def _flag(value: Any, of: CellContext) -> CellValue:
    return translate("export.yes" if value else "export.no", of.language)


def _date(value: datetime | None, of: CellContext) -> CellValue:
    return value.astimezone(of.zone).date() if value else None


def _plain(value: Any, _: CellContext) -> CellValue:
    """Leaves dates and quantities as they are."""
    number: CellValue = value
    return number


def _named_fields(export: ListExport) -> dict[str, tuple[str, Formatter]]:
    """The undeclared texts and dates of the list that have a name as a field."""
    names, declared = catalogue(DEFAULT_LANGUAGE), {field for field, _ in export.columns.values()}
    return {
        field.encode_name: (field.name, _plain)
        for field in msgspec.structs.fields(export.listing.row)
        if field.type in PLAIN and field.name not in declared and field_key(field.name) in names
    }


def _role(value: dict[str, Any] | None, of: CellContext) -> CellValue:
    return role_text(value["name"], of.language) if value else None


def _shown_name(value: dict[str, Any] | None, _: CellContext) -> CellValue:
    return value["displayName"] if value else None


def _staff(number: RoleNumber) -> Formatter:
    """Formats the distinct staff of the schedule with this role."""

    def names(lines: list[dict[str, Any]], _: CellContext) -> CellValue:
        staff = [line["staff"] for line in lines if (line["staff"]["roleNumber"] == ASSISTANT) == (number == ASSISTANT)]
        names = (f"{one['lastName']} {one['firstName']}".strip() for one in staff)
        return ", ".join(dict.fromkeys(filter(None, names)))

    return names


def _hours(lines: list[dict[str, Any]], of: CellContext) -> CellValue:
    """Formats a schedule: "Mon, Wed 09:00-10:30; Sat 14:00-16:00"."""
    weekdays = translate("sync.value.weekdays", of.language).split()
    parts = []
    for line in lines:
        days = ", ".join(weekdays[day - 1] for day in line["daysOfWeek"])
        hours = "-".join(filter(None, (line["beginTime"], line["endTime"])))
        parts.append(" ".join(filter(None, (days, hours))))
    return "; ".join(dict.fromkeys(filter(None, parts)))


def _text_of(kind: str) -> Formatter:
    return lambda value, of: None if value is None else translate(f"export.{kind}.{value}", of.language)


def _learning_type(word: str, of: CellContext) -> CellValue:
    """Formats the school's word; one without a text as it is."""
    return catalogue(of.language).get(f"export.learning_type.{word}", word)


_TEACHING: dict[str, tuple[str, Formatter]] = {
    "id": ("id", _text),
    "hId": ("h_id", _text),
    "fullName": ("full_name", _text),
    "offices": ("offices", _names),
    "groups": ("groups", _plain),
    "workStatus": ("work_status", _text_of("work_status")),
    "acStatus": ("ac_status", _text_of("ac_status")),
    "createdAt": ("created_at", _date),
}
_WITH_ACCOUNT = _TEACHING | {"login": ("login", _text), "role": ("role", _role)}
_GROUPS: dict[str, tuple[str, Formatter]] = {
    "id": ("id", _text),
    "hId": ("h_id", _text),
    "name": ("name", _text),
    "status": ("status", _text_of("group_status")),
    "teacher": ("schedules", _staff(RoleNumber.TEACHER)),
    "hours": ("schedules", _hours),
    "assistants": ("schedules", _staff(RoleNumber.ASSISTANT)),
    "students": ("students", _plain),
    "attendanceKpi": ("attendance_kpi", _plain),
    "homeworkKpi": ("homework_kpi", _plain),
    "examKpi": ("exam_kpi", _plain),
    "course": ("course", _name),
    "category": ("category", _shown_name),
    "office": ("office", _name),
    "learningType": ("learning_type", _learning_type),
    "startedDate": ("started_date", _plain),
    "endedDate": ("ended_date", _plain),
    "groupsCount": ("groups_count", _plain),
    "actionsCount": ("actions_count", _plain),
}
LIST_EXPORTS: dict[str, ListExport] = {
    exports.STUDENTS: ListExport(
        STUDENTS,
        StudentsQuery,
        {
            "id": ("id", _text),
            "hId": ("h_id", _text),
            "fullName": ("full_name", _text),
            "phoneNumber": ("phone_number", _text),
            "gender": ("gender", _text_of("gender")),
            "currentGroups": ("current_groups", _names),
            "login": ("login", _text),
            "offices": ("offices", _names),
            "categories": ("categories", _school_names),
            "photo": ("photo", lambda value, of: _flag(value is not None, of)),
            # only their presence: a list shows no document (D-58)
            "papers": ("has_personal_data", _flag),
            "status": ("status", _name),
            "systemStatus": ("system_status", _text_of("system_status")),
            "createdAt": ("created_at", _date),
        },
    ),
    exports.STAFF: ListExport(
        STAFF,
        StaffQuery,
        {
            "id": ("id", _text),
            "fullName": ("full_name", _text),
            "login": ("login", _text),
            "role": ("role", _role),
            "offices": ("offices", _names),
            "workStatus": ("work_status", _text_of("work_status")),
            "active": ("is_active", _flag),
            "createdAt": ("created_at", _date),
        },
    ),
    exports.ACADEMICS: ListExport(ACADEMICS, AcademicsQuery, _WITH_ACCOUNT),
    exports.ASSISTANTS: ListExport(ASSISTANTS, TeachersQuery, _WITH_ACCOUNT, {"number": int(ASSISTANT)}),
    exports.TEACHERS: ListExport(
        TEACHERS,
        KpiQuery,
        _TEACHING | {"students": ("students", _plain)} | {kpi: (field, _plain) for kpi, field in KPIS.items()},
        {"number": int(RoleNumber.TEACHER)},
    ),
    exports.AUTHORS: ListExport(
        AUTHORS,
        AuthorsQuery,
        {
            "id": ("id", _text),
            "fullName": ("full_name", _text),
            "login": ("login", _text),
            "role": ("role", _role),
            "offices": ("offices", _names),
            "courses": ("courses", _names),
            "students": ("students", _plain),
            "acStatus": ("ac_status", _text_of("ac_status")),
            "createdAt": ("created_at", _date),
        },
    ),
    exports.GROUPS: ListExport(GROUPS, GroupsQuery, _GROUPS),
    exports.OWN_GROUPS: ListExport(GROUPS, GroupsQuery, _GROUPS, own=True),
    exports.COURSES: ListExport(
        COURSES,
        CoursesQuery,
        {
            "position": ("position", _plain),
            "name": ("name", _text),
            "category": ("category", _name),
            "status": ("status", lambda value, of: translate(f"courses.status.{value}", of.language)),
            "months": ("months", _plain),
            "lessons": ("lessons", _plain),
            "topics": ("topics", _plain),
            "active": ("groups", lambda value, _: value["active"]),
            "groups": ("groups", lambda value, _: value["total"]),
            "endedAt": ("ended_at", _date),
        },
    ),
}
