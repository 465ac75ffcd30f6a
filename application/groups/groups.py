"""Groups as staff and teachers look at them: in lists, one with its parts, as a spreadsheet of the class."""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from application.actor import Actor
from application.exports.ports import Cell, SpreadsheetWriter
from application.groups.views import ALL_GROUPS, MY_GROUPS, GroupViews
from application.permits import Audience, permits
from contracts.groups import (
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
from contracts.texts import say

CLASS_COLUMNS = ("fullName", "hId", "phoneNumber", "status", "startedDate", "attendance")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def list_groups(asked: GroupsQuery, *, audience: Audience, actor: Actor, groups: GroupViews) -> GroupPage:
    """Groups of the caller's branches, or his own ones, by name, with KPIs (R1-164, D-13, D-27)."""
    return await groups.page(asked, actor, audience)


@permits(ALL_GROUPS, MY_GROUPS)
async def show_group(group_id: int, *, actor: Actor, groups: GroupViews) -> GroupAnswer:
    """One group of the caller's branches, or of his own."""
    return GroupAnswer(group=await groups.one(group_id, actor))


@permits(ALL_GROUPS, MY_GROUPS)
async def list_schedules(group_id: int, *, actor: Actor, groups: GroupViews) -> SchedulesAnswer:
    """The schedule of a group, and where its teachers or rooms are in two places at once."""
    return SchedulesAnswer(schedules=await groups.schedules(group_id, actor))


@permits(ALL_GROUPS, MY_GROUPS)
async def show_curriculum(group_id: int, *, actor: Actor, groups: GroupViews) -> CurriculumAnswer:
    """The topics of the group's course and where it stands: the n-th lesson that took place was of the n-th topic."""
    return await groups.curriculum(group_id, actor)


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def show_info(group_id: int, *, audience: Audience, actor: Actor, groups: GroupViews) -> GroupInfo:
    """The group with its teachers and assistants."""
    return await groups.info(group_id, actor, audience)


@permits(admin=ALL_GROUPS, academic=MY_GROUPS)
async def list_group_students(
    group_id: int, asked: GroupStudentsQuery, *, audience: Audience, actor: Actor, groups: GroupViews
) -> GroupStudentPage:
    """Who is in the group, or who has this control action in it, by name (D-62)."""
    return await groups.students(group_id, asked, actor, audience)


@dataclass(frozen=True)
class ClassSheet:
    """The spreadsheet of a class; ``name``: plain letters."""

    name: str
    content: bytes


@permits(ALL_GROUPS, MY_GROUPS)
async def download_class(
    group_id: int, *, actor: Actor, groups: GroupViews, spreadsheet_writer: SpreadsheetWriter
) -> ClassSheet:
    """Who is in the group now, with phones, status and attendance, as a spreadsheet."""
    name, students = await groups.whole_class(group_id, actor)
    heads = [say(f"export.class.{column}", actor.language) for column in CLASS_COLUMNS]
    content = b"".join(
        [piece async for piece in spreadsheet_writer.write(heads, _at_once([_cells(one) for one in students]))]
    )
    return ClassSheet(f"{_NOT_PLAIN.sub('-', name).strip('-.') or f'group-{group_id}'}.xlsx", content)


async def _at_once(rows: Sequence[Sequence[Cell]]) -> AsyncIterator[Sequence[Sequence[Cell]]]:
    if rows:
        yield rows


def _cells(student: GroupStudent) -> list[Cell]:
    percentage = student.attendance_percentage
    attendance = None if percentage is None else f"{percentage:.1f} %"
    return [
        student.full_name, student.h_id, student.phone_number, student.action_name, student.started_date, attendance,
    ]  # fmt: skip
