"""Reads the attendance sheet of a lesson (D-24, D-25, D-47)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from application.actor import Actor
from application.attendance.absences.presenter import absence_sms
from application.attendance.own_check_ins import own_check_ins
from application.attendance.ports.sheets import (
    AttendanceSheetStore,
    SheetLookup,
    SheetStudent,
    SheetView,
)
from application.attendance.ports.staff_attendance import StaffLessons
from application.attendance.push_messages import push_message
from application.authorization import Audience, permits
from application.ports import Clock
from contracts.attendance import attendance_sheets as wire
from contracts.attendance.attendance_sheets import (
    AttendanceSheetAnswer,
    AttendanceSheetLesson,
    AttendanceSheetQuery,
    AttendanceSheetRow,
    FirstMark,
    Push,
    WaitingMark,
)
from contracts.attendance.attendance_sheets import AttendanceSheetCard as Shown
from contracts.shared import Named
from domain.attendance.attendance_sheet import AttendanceSheet, MarkedBy, SaveWindow
from domain.attendance.late_submission import corrected_since, entry_value
from domain.attendance.marks import AttendanceStatus, OriginalMark, StoredMark
from domain.shared.errors import BadRequest, DomainError, FieldError

RIGHTS = {"admin": "all_groups:attendance", "academic": "my_groups:attendance"}
MARKED_BY = {"admin": MarkedBy.OFFICE, "academic": MarkedBy.TEACHER}
SaveState = Literal["open", "late", "not_begun", "over", "outside_group", "foreign"]
# reason for a closed sheet, by the error code
CLOSED: dict[str, SaveState] = {
    "attendance.not_begun": "not_begun",
    "attendance.over": "over",
    "attendance.outside_group": "outside_group",
}


@permits(admin=RIGHTS["admin"], academic=RIGHTS["academic"])
async def read_sheet(
    query: AttendanceSheetQuery,
    *,
    audience: Audience,
    actor: Actor,
    sheets: AttendanceSheetStore,
    staff_lessons: StaffLessons,
    clock: Clock,
    zone: ZoneInfo,
) -> AttendanceSheetAnswer:
    """Returns the attendance sheet of a lesson.

    It holds the class, its marks, the proposals of the doors, the last six lessons of each student and the push results
    of the school; for its teacher, their own check-in at it (D-77).

    Raises NotFound, also for a lesson outside the caller's scope (D-54); BadRequest if neither a lesson nor a day is
    given.
    """
    if query.lesson_id is None and (query.group_id is None or query.day is None):
        raise BadRequest({"lessonId": [FieldError("limit.required")]})
    wanted = SheetLookup(query.lesson_id, query.group_id, query.schedule_id, query.day)
    loaded = await sheets.find(wanted, actor=actor, audience=audience)
    now, lesson_id = clock.now(), loaded.sheet.lesson.id
    own = [lesson_id] if audience == "academic" else []
    check_ins = await own_check_ins(own, actor=actor, staff_lessons=staff_lessons, now=now, zone=zone)
    return AttendanceSheetAnswer(
        sheet=present_sheet(loaded, actor=actor, audience=audience, now=now, zone=zone),
        check_in=check_ins.get(lesson_id),
    )


def present_sheet(loaded: SheetView, *, actor: Actor, audience: Audience, now: datetime, zone: ZoneInfo) -> Shown:
    """Builds the API representation of an attendance sheet."""
    lesson, about = loaded.sheet.lesson, loaded.about
    head = AttendanceSheetLesson(
        id=lesson.id,
        number=about.number,
        date=lesson.day,
        begin_time=f"{lesson.begin:%H:%M}",
        end_time=f"{lesson.end:%H:%M}",
        classroom_name=lesson.classroom_name,
        group=Named(lesson.group_id, about.group_name),
        staff=Named(lesson.teacher_id, about.staff_name),
        schedule_id=lesson.schedule_id,
        status=lesson.status(now, zone).value,
        topic=about.topic,
        begins=lesson.begins_at(zone).astimezone(UTC),
        closes=lesson.closes_at(zone).astimezone(UTC),
        takes=_save_state(loaded, actor, audience, now, zone),
        no_class_reason=lesson.no_class_reason,
        marked_at=about.marked_at,
        marked_by=loaded.names.get(about.marked_by or 0),
        version=about.version,
        late_sent_at=about.late_sent_at,
    )
    before = [loaded.sheet.on(day) for day in loaded.before]
    rows = [_row(loaded, student, before, now, zone, actor, audience) for student in loaded.students]
    return Shown(lesson=head, students=rows)


def _save_state(loaded: SheetView, actor: Actor, audience: Audience, now: datetime, zone: ZoneInfo) -> SaveState:
    if not actor.may(RIGHTS[audience], "update"):
        return "foreign"
    try:
        time = loaded.sheet.save_window(MARKED_BY[audience], now, zone)
    except DomainError as refused:
        return CLOSED[refused.code]
    return "late" if time is SaveWindow.LATE else "open"


def _first_mark(first: OriginalMark, loaded: SheetView) -> FirstMark:
    return FirstMark(
        status=first.value.status.value,
        reason=first.value.reason.value if first.value.reason else None,
        by=loaded.names.get(first.marked_by or 0),
        at=first.marked_at,
    )


def _waiting(loaded: SheetView, student: SheetStudent, zone: ZoneInfo) -> WaitingMark | None:
    """The mark that waits for the office, unless the office marked since (D-70)."""
    one = student.waiting
    if one is None or student.id in corrected_since(loaded.sheet, one.sent_at):
        return None
    value = entry_value(loaded.sheet, one.entry, zone)
    if value is None:
        return None
    return WaitingMark(
        status=value.status.value,
        reason=value.reason.value if value.reason else None,
        reason_is_default=value.reason_is_default,
    )


def _push(push: Push | None, language: str) -> Push | None:
    """Adds the message in the caller's language."""
    return push and msgspec.structs.replace(push, message=push_message(push.state, push.code, push.message, language))


def _earlier_status(status: int | None, day: AttendanceSheet[StoredMark], student_id: int) -> wire.Cell | None:
    cell = day.cell(student_id) if status is None else AttendanceStatus(status)
    return cell.value if cell else None


def _row(
    loaded: SheetView,
    student: SheetStudent,
    before: Sequence[AttendanceSheet[StoredMark]],
    now: datetime,
    zone: ZoneInfo,
    actor: Actor,
    audience: Audience,
) -> AttendanceSheetRow:
    sheet = loaded.sheet
    stored, cell = sheet.marks.get(student.id), sheet.cell(student.id)
    proposed = sheet.proposal(student.id, zone)
    first = stored.first if stored else None
    return AttendanceSheetRow(
        student_id=student.id,
        h_id=student.h_id,
        full_name=student.full_name,
        photo=student.photo,
        phone_number=student.phone,
        status=cell.value if cell else None,
        reason=stored.value.reason.value if stored and stored.value.reason else None,
        reason_is_default=stored.value.reason_is_default if stored else False,
        by_office=stored.by_office if stored else False,
        marked_by=loaded.names.get(stored.marked_by or 0) if stored else None,
        own=stored is not None and stored.marked_by == actor.id,
        marked_at=stored.marked_at if stored else None,
        first=_first_mark(first, loaded) if first else None,
        entered=sheet.entered.get(student.id),
        proposed=proposed.value if proposed else None,
        last=[_earlier_status(status, day, student.id) for status, day in zip(student.last, before, strict=True)],
        outside=[status is None and day.outside(student.id) for status, day in zip(student.last, before, strict=True)],
        push=_push(student.push, actor.language),
        waiting=_waiting(loaded, student, zone) if audience == "academic" else None,
        absent_before=student.absent_before,
        sms=absence_sms(student.sms, now=now, zone=zone, language=actor.language),
    )
