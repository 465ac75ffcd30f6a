"""Attendance on the wire: the sheet of a lesson, what saves it, what the school said, late sheets, doors."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.shared import Form, Limit, Named, Query, Wire

AT_ONCE_MAX = 200
REASON_MAX = 500
DOOR_EVENTS_MAX = 500

Cell = Literal[1, 2, 3, 4, 5]
Mark = Literal[1, 2, 3, 4]
Reason = Literal[1, 2, 3]


class SheetLesson(Wire):
    """The lesson of a sheet. ``begins``, ``closes``: when a teacher can save it, from and until; ``takes``: whether the
    caller can now: open, late (kept as a proposal, D-70), not_begun, over, outside_group, foreign (no right);
    ``lateSentAt``: since when a sheet that came too late waits for the office."""

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
    """What the school said of a student's mark (D-26): queued, saved, failed, unknown."""

    state: Literal["queued", "saved", "failed", "unknown"]
    code: str
    message: str
    retryable: bool


class FirstMark(Wire):
    """What stood there before it was corrected (D-47)."""

    status: Cell
    reason: Reason | None
    by: str | None
    at: datetime


class SheetRow(Wire):
    """A student of the class. ``status``: the cell, none where nothing is marked (D-46); ``entered``: when he came
    through a door, ``proposed``: what that proposes, attended 1 or late 4; ``last``: his six lessons before, the newest
    last (null: not marked); ``outside``: at which of these he was not in the group yet (D-46)."""

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone_number: str | None
    status: Cell | None
    reason: Reason | None
    by_office: bool
    marked_by: str | None
    marked_at: datetime | None
    first: FirstMark | None
    entered: datetime | None
    proposed: Cell | None
    last: list[Cell | None]
    outside: list[bool]
    push: Push | None


class Sheet(Wire):
    """A lesson with its class, by name."""

    lesson: SheetLesson
    students: list[SheetRow]


class SheetQuery(Query, kw_only=True):
    """Which sheet: of a lesson; or of a group's day, and there of a line of its schedule. Asked in the address."""

    lesson_id: int | None = None
    group_id: int | None = None
    schedule_id: int | None = None
    day: date | None = msgspec.field(default=None, name="date")


class SheetAnswer(Wire):
    """The sheet of a lesson."""

    sheet: Sheet


class MarkEntry(Form):
    """What is said of a student: attended 1, did not participate 2, come 3 (as the door says), late 4."""

    student_id: int
    mark: Mark
    reason: Reason | None = None


class SaveAttendance(Form, kw_only=True):
    """A class at once. ``version``: of the sheet that was shown; ``confirmed``: students whose office mark is replaced
    knowingly (D-47); ``noClassReason``: the lesson did not take place, an empty text takes that back, none leaves it;
    ``markedAt``: when it was marked, where it could not be sent at once (D-70)."""

    lesson_id: int
    version: int
    entries: list[MarkEntry] = msgspec.field(default_factory=list)
    confirmed: list[int] = msgspec.field(default_factory=list)
    no_class_reason: Annotated[str, Limit(max_length=REASON_MAX)] | None = None
    marked_at: datetime | None = None


class RefusedMark(Wire):
    """A student who was not marked, and why; the others are (A1)."""

    student_id: int
    full_name: str
    code: str
    message: str


class ChangedMark(Wire):
    """A student's cell as it is from now on, and whether it is on its way to the school."""

    student_id: int
    status: Cell
    reason: Reason | None
    push: Push | None


class ChangedMarks(Wire):
    """What a save has made of the sheet whose version is one less; all marks are by the same, at the same time."""

    version: int
    marked_at: datetime
    marked_by: str | None
    marks: list[ChangedMark]


class SavedAttendance(Wire):
    """``saved``: how many marks changed; ``pushId``: names the push to the school, none where nothing goes there;
    ``lateSheetId``: it came too late and waits for the office (D-70).

    ``changed``: everything went through as it was sent, and this is what it changed; otherwise ``sheet`` tells how
    things stand now."""

    saved: int
    refused: list[RefusedMark]
    push_id: int | None
    late_sheet_id: int | None
    changed: ChangedMarks | None = None
    sheet: Sheet | None = None


class RefusedPush(Wire):
    """A student whose mark the school did not take."""

    student_id: int
    full_name: str
    code: str
    message: str
    retryable: bool


class PushAnswer(Wire):
    """Where a push is. ``state``: queued while any mark waits, done when every one is answered."""

    push_id: int
    lesson_id: int
    state: Literal["queued", "done"]
    saved: int
    refused: list[RefusedPush]


class RetryPush(Form):
    """Sends again what the school refused; only marks that may be sent again are (D-26)."""

    lesson_id: int
    student_ids: list[int]


class Pushed(Wire):
    """What was sent again; none where nothing could be."""

    push_id: int | None


class MonthQuery(Query, kw_only=True):
    """A month of a group: ``2026-11``; none: this one. ``studyMonthId``: the lessons of a study month of its course in
    the place of a calendar's (R2-352)."""

    month: str | None = None
    study_month_id: int | None = None


class GridLesson(Wire):
    """A column of the month grid. ``lateSentAt``: since when a late sheet of it waits for the office (D-70)."""

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str
    staff_id: int
    schedule_id: int | None
    status: int
    marked: bool
    no_class_reason: str | None
    late_sent_at: datetime | None


class GridStudent(Wire):
    """A row of the month grid. ``cells``: one for each lesson, in their order; ``outside``: the lessons at which he was
    not in the group yet (D-46)."""

    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    cells: list[Cell | None]
    reasons: list[Reason | None]
    outside: list[bool]
    attendance_percentage: float | None


class MonthGrid(Wire):
    """The attendance of a group in a month; of a study month, ``month`` is the one it begins in. ``months``: those that
    have lessons, as ``YYYY-MM``."""

    month: str
    months: list[str]
    lessons: list[GridLesson]
    students: list[GridStudent]


class AddHoliday(Form):
    """A day without lessons, in every branch."""

    date: date
    name: Annotated[str, Limit(min_length=1, max_length=100)]


class HolidayRow(Wire):
    """A day without lessons."""

    id: int
    date: date
    name: str


class Holidays(Wire):
    """Days without lessons, the newest first."""

    holidays: list[HolidayRow]


class HolidayAnswer(Wire):
    """A day without lessons."""

    holiday: HolidayRow


class LateChange(Wire):
    """A student whose mark would become another. ``was``: his cell now, none where nothing is marked (D-46)."""

    student_id: int
    full_name: str
    was: Cell | None
    was_reason: Reason | None
    status: Cell
    reason: Reason | None


class LateSheetRow(Wire):
    """What a teacher sent after his time (D-70). ``attended``, ``late``, ``absent``: what it says; ``changes``: what
    confirming it would change now; ``refused``: who would not be marked, and why."""

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
    refused: list[RefusedMark]


class LateSheets(Wire):
    """What waits for the office."""

    sheets: list[LateSheetRow]


class DecideLateSheets(Form):
    """Confirms or refuses some of them; none named: all that the caller sees."""

    ids: list[int]
    confirm: bool


class DecidedLateSheet(Wire):
    """What came of one."""

    id: int
    saved: int
    refused: list[RefusedMark]


class DecidedLateSheets(Wire):
    """What came of each."""

    decided: list[DecidedLateSheet]


class CheckIn(Form):
    """A teacher is at his lesson. ``photoId``: the public id of the photo that shows it."""

    lesson_id: int
    photo_id: str | None = None


class StaffMark(Wire):
    """A teacher's own check: attended 1, late 4."""

    lesson_id: int
    status: Literal[1, 4]
    at: datetime
    photo: str | None


class StaffMarkAnswer(Wire):
    """The check as it is kept."""

    attendance: StaffMark


class StaffLesson(Wire):
    """A lesson that somebody is to be at. ``status`` none where he did not check in; ``rated``: it took place and has
    ended; ``opens``, ``closes``: from when and until when he can check in; ``madeAfterwards``: never, as the lesson had
    ended when its schedule came."""

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
    """A teacher in a group (R2-205, R1-150). ``rating``: lessons attended on time of those that took place and have
    ended, percent with one decimal (D-77); ``attendances``: his lessons of the month, ``total``: how many; ``own``: he
    is the caller."""

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
    """Who teaches the group, in a month."""

    month: str
    months: list[str]
    staff: list[StaffAttendance]


class DoorEvent(Form, kw_only=True):
    """Somebody came through a door. ``serial`` names it at its device; ``at``: by the device's clock, RFC 3339;
    ``stored``: it was kept while the device was cut off."""

    device: Annotated[str, Limit(min_length=1, max_length=100)]
    serial: Annotated[int, Limit(ge=0)]
    person: Annotated[str, Limit(min_length=1, max_length=100)]
    at: Annotated[str, Limit(max_length=100)]
    stored: bool = False


class DoorEvents(Form):
    """What a device tells at once."""

    events: list[DoorEvent]


class TakenDoorEvents(Wire):
    """``taken``: new ones; ``known``: told before; ``doubtful``: to be looked at."""

    taken: int
    known: int
    doubtful: int
