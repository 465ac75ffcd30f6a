"""Groups for staff and teachers: lists, details and the class spreadsheet."""

import re
from dataclasses import dataclass

from application.actor import Actor
from application.authorization import Audience, permits
from application.files.spreadsheets import (
    FormattedSpreadsheet,
    FormattedValue,
    Percentage,
    SpreadsheetColumn,
    SpreadsheetWriter,
)
from application.groups.views import ALL_GROUPS, MY_GROUPS, GroupViews, WholeClass
from contracts.groups.groups import (
    CurriculumAnswer,
    GroupAnswer,
    GroupInfo,
    GroupPage,
    GroupsQuery,
    GroupStudent,
    GroupStudentPage,
    GroupStudentsQuery,
    SchedulesAnswer,
)
from contracts.texts import translate
from domain.shared.calendar import format_date

# widths in characters
CLASS_COLUMNS = {"fullName": 32, "hId": 12, "phoneNumber": 16, "status": 18, "startedDate": 12, "attendance": 11}
_NOT_ASCII = re.compile(r"[^A-Za-z0-9._-]+")


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def list_groups(query: GroupsQuery, *, audience: Audience, actor: Actor, groups: GroupViews) -> GroupPage:
    """Lists groups of the caller's branches, or the caller's own, with KPIs.

    Sorted by name (R1-164, D-13, D-27).
    """
    return await groups.page(query, actor, audience)


@permits(ALL_GROUPS, MY_GROUPS)
async def show_group(group_id: int, *, actor: Actor, groups: GroupViews) -> GroupAnswer:
    """Returns one group of the caller's branches, or the caller's own."""
    return GroupAnswer(group=await groups.one(group_id, actor))


@permits(ALL_GROUPS, MY_GROUPS)
async def list_schedules(group_id: int, *, actor: Actor, groups: GroupViews) -> SchedulesAnswer:
    """Returns a group's schedule with clashes of teachers and rooms."""
    return SchedulesAnswer(schedules=await groups.schedules(group_id, actor))


@permits(ALL_GROUPS, MY_GROUPS)
async def show_curriculum(group_id: int, *, actor: Actor, groups: GroupViews) -> CurriculumAnswer:
    """Returns the topics of the group's course and its progress.

    The n-th lesson that took place covered the n-th topic.
    """
    return await groups.curriculum(group_id, actor)


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def show_info(group_id: int, *, audience: Audience, actor: Actor, groups: GroupViews) -> GroupInfo:
    """Returns the group with its teachers and assistants."""
    return await groups.info(group_id, actor, audience)


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def list_group_students(
    group_id: int, query: GroupStudentsQuery, *, audience: Audience, actor: Actor, groups: GroupViews
) -> GroupStudentPage:
    """Lists the students of a group, or those with a control action, by name (D-62)."""
    return await groups.students(group_id, query, actor, audience)


@dataclass(frozen=True)
class ClassSpreadsheet:
    """The spreadsheet of a class under an ASCII file name."""

    name: str
    content: bytes


@permits(ALL_GROUPS, MY_GROUPS)
async def download_class(
    group_id: int, *, actor: Actor, groups: GroupViews, spreadsheet_writer: SpreadsheetWriter
) -> ClassSpreadsheet:
    """Exports the present students of a group as a spreadsheet.

    Columns: phones, status, attendance.
    """
    group = await groups.whole_class(group_id, actor)
    content = await spreadsheet_writer.render(class_spreadsheet(group, actor.language))
    return ClassSpreadsheet(f"{_NOT_ASCII.sub('-', group.name).strip('-.') or f'group-{group_id}'}.xlsx", content)


def class_spreadsheet(group: WholeClass, language: str) -> FormattedSpreadsheet:
    """Builds one row per student, titled with the group's name and the day."""
    return FormattedSpreadsheet(
        name=group.name,
        titles=(group.name, format_date(group.day)),
        columns=[
            SpreadsheetColumn(translate(f"export.class.{column}", language), width)
            for column, width in CLASS_COLUMNS.items()
        ],
        rows=[_values(student) for student in group.students],
    )


def _values(student: GroupStudent) -> list[FormattedValue]:
    percent = student.attendance_percentage
    attendance = None if percent is None else Percentage(percent)
    return [
        student.full_name, student.h_id, student.phone_number, student.action_name, student.started_date, attendance,
    ]  # fmt: skip
