"""The API of attendance: sheets, saves, pushes, late submissions, doors."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.attendance.absences import AbsenceSms
from contracts.groups.groups import Marking
from contracts.shared import Form, Limit, Named, Query, Wire

MAX_PER_CALL = 200
MAX_UPCOMING = 20
MAX_REASON_LENGTH = 500
MAX_DOOR_EVENTS = 500

Cell = Literal[1, 2, 3, 4, 5]
Mark = Literal[1, 2, 3, 4]
Reason = Literal[1, 2, 3]


class AttendanceSheetLesson(Wire):
    """The lesson of a sheet.

    ``begins``, ``closes``: the save window of a teacher; ``takes``: whether the caller can save now: open, late (stored
    as a late submission, D-70), not_begun, over, outside_group, foreign (no right); ``lateSentAt``: time since which a
    late submission waits for the office.
    """

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str
    classroom_name: str
    group: Named
    staff: Named
    schedule_id: int | None
    status: int
    topic: str | None
    begins: datetime
    closes: datetime
    takes: Literal["open", "late", "not_begun", "over", "outside_group", "foreign"]
    no_class_reason: str | None
    marked_at: datetime | None
    marked_by: str | None
    version: int
    late_sent_at: datetime | None


class Push(Wire):
    """The push state of a student's mark (D-26): queued, saved, failed, unknown."""

    state: Literal["queued", "saved", "failed", "unknown"]
    code: str
    message: str
    retryable: bool


class FirstMark(Wire):
    """The original mark before a correction (D-47)."""

    status: Cell
    reason: Reason | None
    by: str | None
    at: datetime


class WaitingMark(Wire):
    """The mark that a teacher sent late; it waits for the office (D-70)."""

    status: Cell
    reason: Reason | None
    reason_is_default: bool


class AttendanceSheetRow(Wire):
    """A student of the class.

    ``status``: the cell, null if unmarked (D-46); ``reasonIsDefault``: nobody chose the reason (D-24); ``entered``:
    time of the door entry, ``proposed``: the mark proposed from it, attended 1 or late 4; ``last``: the six previous
    lessons, newest last (null: not marked); ``outside``: at which of these the student was not in the group yet (D-46);
    ``own``: the mark is the caller's; ``waiting``: what the teacher sent late of this student, for the teacher alone;
    ``absentBefore``: absences in a row just before this lesson; ``sms``: the message about the absence (D-158).
    """

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone_number: str | None
    status: Cell | None
    reason: Reason | None
    reason_is_default: bool
    by_office: bool
    marked_by: str | None
    own: bool
    marked_at: datetime | None
    first: FirstMark | None
    entered: datetime | None
    proposed: Cell | None
    last: list[Cell | None]
    outside: list[bool]
    push: Push | None
    waiting: WaitingMark | None
    absent_before: int
    sms: AbsenceSms | None


class AttendanceSheetCard(Wire):
    """A lesson with its class, by name."""

    lesson: AttendanceSheetLesson
    students: list[AttendanceSheetRow]


class AttendanceSheetQuery(Query, kw_only=True):
    """Identifies a sheet by a lesson, or by a day and schedule entry of a group.

    Sent in the query string.
    """

    lesson_id: int | None = None
    group_id: int | None = None
    schedule_id: int | None = None
    day: date | None = msgspec.field(default=None, name="date")


class OwnCheckIn(Wire):
    """The caller's check-in at a lesson of their own (D-77).

    ``opens``, ``closes``: the time in which it is possible; ``at``, ``status`` (attended 1, late 4): null until then.
    """

    opens: datetime
    closes: datetime
    status: Literal[1, 4] | None
    at: datetime | None


class AttendanceSheetAnswer(Wire):
    """The attendance sheet of a lesson.

    ``checkIn``: null unless the lesson is the caller's own and takes place.
    """

    sheet: AttendanceSheetCard
    check_in: OwnCheckIn | None = None


class UpcomingSheets(Wire):
    """The sheets of the caller's own groups, today and tomorrow, by time."""

    sheets: list[AttendanceSheetAnswer]


class MarkEntry(Form):
    """The mark of a student.

    Attended 1, did not participate 2, came 3 (as proposed by the door), late 4. ``reasonIsDefault``: nobody chose the
    reason, it is the usual one (D-24); it replaces no chosen one.
    """

    student_id: int
    mark: Mark
    reason: Reason | None = None
    reason_is_default: bool | None = None


class SaveAttendance(Form, kw_only=True):
    """The marks of a class.

    ``version``: of the sheet shown; ``confirmed``: students whose office mark is replaced knowingly (D-47);
    ``noClassReason``: the lesson did not take place, an empty text reverts that, null leaves it; ``markedAt``: time of
    marking if the request was delayed (D-70).
    """

    lesson_id: int
    version: int
    entries: list[MarkEntry] = msgspec.field(default_factory=list)
    confirmed: list[int] = msgspec.field(default_factory=list)
    no_class_reason: Annotated[str, Limit(max_length=MAX_REASON_LENGTH)] | None = None
    marked_at: datetime | None = None


class RejectedEntry(Wire):
    """A student who was not marked, with the reason; the others are saved (A1)."""

    student_id: int
    full_name: str
    code: str
    message: str


class ChangedMark(Wire):
    """A student's new cell and its push state."""

    student_id: int
    status: Cell
    reason: Reason | None
    reason_is_default: bool
    push: Push | None


class ChangedMarks(Wire):
    """The effect of a save on the sheet of the previous version.

    All marks have the same author and time.
    """

    version: int
    marked_at: datetime
    marked_by: str | None
    marks: list[ChangedMark]


class SavedAttendance(Wire):
    """The result of a save.

    ``saved``: number of changed marks; ``pushId``: the push to the school, null without one; ``lateSheetId``: the late
    submission that waits for the office (D-70).

    ``changed``: the effect if everything was saved as sent; otherwise ``sheet`` holds the current state.
    """

    saved: int
    refused: list[RejectedEntry]
    push_id: int | None
    late_sheet_id: int | None
    changed: ChangedMarks | None = None
    sheet: AttendanceSheetCard | None = None


class FailedPush(Wire):
    """A student whose mark the school rejected."""

    student_id: int
    full_name: str
    code: str
    message: str
    retryable: bool


class PushAnswer(Wire):
    """The state of a push.

    ``state``: queued while any mark waits, done once all are answered.
    """

    push_id: int
    lesson_id: int
    state: Literal["queued", "done"]
    saved: int
    refused: list[FailedPush]


class RetryPush(Form):
    """Retries marks rejected by the school; only retryable ones are sent (D-26)."""

    lesson_id: int
    student_ids: list[int]


class PushStarted(Wire):
    """The new push; null if no mark is retryable."""

    push_id: int | None


class MonthQuery(Query, kw_only=True):
    """A month of a group: ``2026-11``; null: the current month.

    ``studyMonthId``: the lessons of a study month of its course instead (R2-352).
    """

    month: str | None = None
    study_month_id: int | None = None


class GridLesson(Wire):
    """A column of the month grid.

    ``marking``: none, partly (some of its students), marked, no_class (D-157); ``students``: those who belong to it,
    ``unmarked``: those of them without a mark; ``lateSentAt``: time since which a late submission of it waits for the
    office (D-70).
    """

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str
    staff_id: int
    schedule_id: int | None
    status: int
    marking: Marking
    students: int
    unmarked: int
    no_class_reason: str | None
    late_sent_at: datetime | None


class GridStudent(Wire):
    """A row of the month grid.

    ``cells``: one for each lesson, in order; ``defaultReasons``: those whose reason nobody chose (D-24); ``outside``:
    the lessons at which the student was not in the group yet (D-46).
    """

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    cells: list[Cell | None]
    reasons: list[Reason | None]
    default_reasons: list[bool]
    outside: list[bool]
    attendance_percentage: float | None


class GridHoliday(Wire):
    """A day of the month without lessons in the group's branch."""

    date: date
    name: str


class MonthGrid(Wire):
    """The attendance of a group in a month.

    For a study month, ``month`` is the calendar month in which it begins. ``months``: those that have lessons, as
    ``YYYY-MM``.
    """

    month: str
    months: list[str]
    lessons: list[GridLesson]
    students: list[GridStudent]
    holidays: list[GridHoliday]


class AddHoliday(Form):
    """Adds a day without lessons.

    ``officeIds``: the branches without lessons, of the caller's; empty for the whole centre, which needs all branches.
    """

    date: date
    name: Annotated[str, Limit(min_length=1, max_length=100)]
    office_ids: list[int] = msgspec.field(default_factory=list)


class HolidayRow(Wire):
    """A day without lessons, in the whole centre or in some branches.

    ``offices``: those of the branches that the caller may see; ``elsewhere``: the number of the others. Only callers
    of all its branches may remove it.
    """

    id: int
    date: date
    name: str
    whole_centre: bool
    offices: list[Named]
    elsewhere: int


class Holidays(Wire):
    """Days without lessons, newest first."""

    holidays: list[HolidayRow]


class HolidayAnswer(Wire):
    """A day without lessons."""

    holiday: HolidayRow


class LateChange(Wire):
    """A student whose mark would change.

    ``was``: the current cell, null if unmarked (D-46).
    """

    student_id: int
    full_name: str
    was: Cell | None
    was_reason: Reason | None
    status: Cell
    reason: Reason | None


class LateSubmissionRow(Wire):
    """A late submission of a teacher (D-70).

    ``attended``, ``late``, ``absent``: its counts; ``changes``: the effect of confirming it now; ``refused``: students
    who would be rejected, with the reason.
    """

    id: int
    lesson_id: int
    group: Named
    staff_id: int
    schedule_id: int | None
    date: date
    begin_time: str
    sent_by: str
    marked_at: datetime
    sent_at: datetime
    attended: int
    late: int
    absent: int
    changes: list[LateChange]
    refused: list[RejectedEntry]


class LateSubmissions(Wire):
    """Late submissions that wait for the office."""

    sheets: list[LateSubmissionRow]


class DecideLateSubmissions(Form):
    """Confirms or rejects the given ones; without any, all that the caller sees."""

    ids: list[int]
    confirm: bool


class DecidedLateSubmission(Wire):
    """The result of one decision."""

    id: int
    saved: int
    refused: list[RejectedEntry]


class DecidedLateSubmissions(Wire):
    """The result of each decision."""

    decided: list[DecidedLateSubmission]


class CheckIn(Form):
    """Checks a teacher in at a lesson.

    ``photoId``: the public id of the photo taken there.
    """

    lesson_id: int
    photo_id: str | None = None


class StaffMark(Wire):
    """A teacher's own check-in: attended 1, late 4."""

    lesson_id: int
    status: Literal[1, 4]
    at: datetime
    photo: str | None


class StaffMarkAnswer(Wire):
    """The check-in as stored."""

    attendance: StaffMark


class StaffLesson(Wire):
    """A lesson of a teacher.

    ``status``: null without a check-in; ``rated``: it took place and has ended; ``opens``, ``closes``: the time in
    which check-in is possible; ``madeAfterwards``: check-in was never possible, as the lesson had ended when its
    schedule arrived.
    """

    lesson_id: int
    date: date
    begin_time: str
    end_time: str
    status: Literal[1, 4] | None
    at: datetime | None
    photo: str | None
    rated: bool
    no_class_reason: str | None
    opens: datetime
    closes: datetime
    made_afterwards: bool


class StaffAttendance(Wire):
    """A teacher in a group (R2-205, R1-150).

    ``rating``: lessons attended on time of those that took place and have ended, percent with one decimal (D-77);
    ``attendances``: the teacher's lessons of the month, ``total``: their number; ``own``: the teacher is the caller.
    """

    staff: Named
    photo: str | None
    own: bool
    group_name: str
    role_number: int
    begin_time: str | None
    end_time: str | None
    rating: float | None
    attendances: list[StaffLesson]
    total: int


class StaffAttendances(Wire):
    """The teachers of the group in a month."""

    month: str
    months: list[str]
    staff: list[StaffAttendance]


class DoorEvent(Form, kw_only=True):
    """A passage through a door.

    ``serial``: unique per device; ``at``: by the device's clock, RFC 3339; ``stored``: it was buffered while the device
    was offline.
    """

    device: Annotated[str, Limit(min_length=1, max_length=100)]
    serial: Annotated[int, Limit(ge=0)]
    person: Annotated[str, Limit(min_length=1, max_length=100)]
    at: Annotated[str, Limit(max_length=100)]
    stored: bool = False


class DoorEvents(Form):
    """A batch of entries of a device."""

    events: list[DoorEvent]


class AcceptedDoorEvents(Wire):
    """``taken``: new entries; ``known``: repeats; ``doubtful``: need review."""

    taken: int
    known: int
    doubtful: int
