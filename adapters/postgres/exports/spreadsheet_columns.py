"""Which lists can be had as spreadsheets, and how a cell says what the screen's says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.access.users import STAFF
from adapters.postgres.groups.groups import GROUPS
from adapters.postgres.listing.listing import Listing
from adapters.postgres.people.academics import ACADEMICS, ASSISTANTS, TEACHERS
from adapters.postgres.people.authors import AUTHORS
from adapters.postgres.people.students import STUDENTS
from application.exports import exports
from application.files.spreadsheets import CellValue
from contracts.access.users import StaffQuery
from contracts.groups.groups import GroupsQuery
from contracts.people.academics import AcademicsQuery, TeachersQuery
from contracts.people.authors import AuthorsQuery
from contracts.people.students import StudentsQuery
from contracts.shared import ListQuery
from contracts.texts import translate
from domain.access.roles import RoleNumber

ASSISTANT = RoleNumber.ASSISTANT
KPIS = {"attendanceKpi": "attendance_kpi", "homeworkKpi": "homework_kpi", "examKpi": "exam_kpi", "kpi": "kpi"}
Reader = Callable[[Any, "As"], CellValue]


@dataclass(frozen=True)
class As:
    """Whose words and clock the cells are written in."""

    language: str
    zone: ZoneInfo


@dataclass(frozen=True)
class Sheet:
    """A list as a spreadsheet: column → the field of the list that it shows, and how a cell says it.

    ``fixed``: filters that the screen's list has always; ``own``: of groups one's own, whatever their branch.
    """

    listing: Listing
    query: type[ListQuery]
    columns: Mapping[str, tuple[str, Reader]]
    fixed: Mapping[str, int] = field(default_factory=dict)
    own: bool = False


def _text(value: Any, _: As) -> CellValue:
    """Numbers too: an id is no quantity."""
    return None if value is None else str(value)


def _names(values: list[dict[str, Any]] | None, _: As) -> CellValue:
    return ", ".join(one["name"] for one in values or [])


def _school_names(values: list[dict[str, Any]] | None, _: As) -> CellValue:
    return ", ".join(one["hName"] for one in values or [])


def _name(value: dict[str, Any] | None, _: As) -> CellValue:
    return value["name"] if value else None


def _flag(value: Any, of: As) -> CellValue:
    return translate("export.yes" if value else "export.no", of.language)


def _moment(value: datetime | None, of: As) -> CellValue:
    return value.astimezone(of.zone).date() if value else None


def _plain(value: Any, _: As) -> CellValue:
    """A day, or a number that can be counted with."""
    number: CellValue = value
    return number


def _shown_name(value: dict[str, Any] | None, _: As) -> CellValue:
    return value["displayName"] if value else None


def _who(number: RoleNumber) -> Reader:
    """Who of the schedule's lines stands for this number, each once."""

    def names(lines: list[dict[str, Any]], _: As) -> CellValue:
        staff = [line["staff"] for line in lines if (line["staff"]["roleNumber"] == ASSISTANT) == (number == ASSISTANT)]
        said = (f"{one['lastName']} {one['firstName']}".strip() for one in staff)
        return ", ".join(dict.fromkeys(filter(None, said)))

    return names


def _hours(lines: list[dict[str, Any]], of: As) -> CellValue:
    """When it meets: "Mon, Wed 09:00-10:30; Sat 14:00-16:00"."""
    words = translate("sync.value.weekdays", of.language).split()
    told = []
    for line in lines:
        days = ", ".join(words[day - 1] for day in line["daysOfWeek"])
        hours = "-".join(filter(None, (line["beginTime"], line["endTime"])))
        told.append(" ".join(filter(None, (days, hours))))
    return "; ".join(dict.fromkeys(filter(None, told)))


def _word(kind: str) -> Reader:
    return lambda value, of: None if value is None else translate(f"export.{kind}.{value}", of.language)


_TEACHING: dict[str, tuple[str, Reader]] = {
    "id": ("id", _text),
    "hId": ("h_id", _text),
    "fullName": ("full_name", _text),
    "offices": ("offices", _names),
    "groups": ("groups", _plain),
    "workStatus": ("work_status", _word("work_status")),
    "acStatus": ("ac_status", _word("ac_status")),
    "createdAt": ("created_at", _moment),
}
_WITH_ACCOUNT = _TEACHING | {"login": ("login", _text), "role": ("role", _name)}
_GROUPS: dict[str, tuple[str, Reader]] = {
    "id": ("id", _text),
    "hId": ("h_id", _text),
    "name": ("name", _text),
    "status": ("status", _word("group_status")),
    "teacher": ("schedules", _who(RoleNumber.TEACHER)),
    "hours": ("schedules", _hours),
    "assistants": ("schedules", _who(RoleNumber.ASSISTANT)),
    "students": ("students", _plain),
    "attendanceKpi": ("attendance_kpi", _plain),
    "homeworkKpi": ("homework_kpi", _plain),
    "examKpi": ("exam_kpi", _plain),
    "course": ("course", _name),
    "category": ("category", _shown_name),
    "office": ("office", _name),
    "learningType": ("learning_type", _text),
    "startedDate": ("started_date", _plain),
    "endedDate": ("ended_date", _plain),
    "groupsCount": ("groups_count", _plain),
    "actionsCount": ("actions_count", _plain),
}
SHEETS: dict[str, Sheet] = {
    exports.STUDENTS: Sheet(
        STUDENTS,
        StudentsQuery,
        {
            "id": ("id", _text),
            "hId": ("h_id", _text),
            "fullName": ("full_name", _text),
            "phoneNumber": ("phone_number", _text),
            "login": ("login", _text),
            "offices": ("offices", _names),
            "categories": ("categories", _school_names),
            "photo": ("photo", lambda value, of: _flag(value is not None, of)),
            # whether there are any: a list has no more of papers (D-58)
            "papers": ("has_personal_data", _flag),
            "status": ("status", _name),
            "systemStatus": ("system_status", _word("system_status")),
            "createdAt": ("created_at", _moment),
        },
    ),
    exports.STAFF: Sheet(
        STAFF,
        StaffQuery,
        {
            "id": ("id", _text),
            "fullName": ("full_name", _text),
            "login": ("login", _text),
            "role": ("role", _name),
            "offices": ("offices", _names),
            "workStatus": ("work_status", _word("work_status")),
            "active": ("is_active", _flag),
            "createdAt": ("created_at", _moment),
        },
    ),
    exports.ACADEMICS: Sheet(ACADEMICS, AcademicsQuery, _WITH_ACCOUNT),
    exports.ASSISTANTS: Sheet(ASSISTANTS, TeachersQuery, _WITH_ACCOUNT, {"number": int(ASSISTANT)}),
    exports.TEACHERS: Sheet(
        TEACHERS,
        TeachersQuery,
        _TEACHING | {"students": ("students", _plain)} | {kpi: (field, _plain) for kpi, field in KPIS.items()},
        {"number": int(RoleNumber.TEACHER)},
    ),
    exports.AUTHORS: Sheet(
        AUTHORS,
        AuthorsQuery,
        {
            "id": ("id", _text),
            "fullName": ("full_name", _text),
            "login": ("login", _text),
            "role": ("role", _name),
            "offices": ("offices", _names),
            "courses": ("courses", _names),
            "students": ("students", _plain),
            "acStatus": ("ac_status", _word("ac_status")),
            "createdAt": ("created_at", _moment),
        },
    ),
    exports.GROUPS: Sheet(GROUPS, GroupsQuery, _GROUPS),
    exports.OWN_GROUPS: Sheet(GROUPS, GroupsQuery, _GROUPS, own=True),
}
