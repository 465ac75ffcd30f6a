"""Saves the attendance of a class.

One rule for the teacher and the office, one transaction, safe to repeat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.attendance_sheet import MARKED_BY, RIGHTS, present_sheet
from application.attendance.ports.pushes import SchoolAttendance
from application.attendance.ports.sheets import (
    AttendanceSheetStore,
    LateSubmission,
    SaveCommand,
    SaveContext,
    SheetView,
    VersionConflict,
)
from application.authorization import Audience, permits
from application.ports import Clock, Transaction
from contracts.attendance.attendance_sheets import (
    MAX_PER_CALL,
    ChangedMark,
    ChangedMarks,
    MarkEntry,
    Push,
    RejectedEntry,
    SaveAttendance,
    SavedAttendance,
)
from contracts.attendance.attendance_sheets import AttendanceSheetCard as Shown
from contracts.errors import wire_code
from contracts.shared import check
from contracts.texts import translate
from domain.attendance.attendance_sheet import Entry, MarkChange, MarkedBy, RejectedMark, SaveOutcome, SaveWindow, mark
from domain.attendance.lesson import Lesson
from domain.attendance.marks import Mark, Reason
from domain.attendance.tally import of_lesson
from domain.shared.errors import Conflict, DomainError, FieldError
from domain.shared.text import clean_text

QUEUED = Push(state="queued", code="", message="", retryable=False)
MARKS = {one.value: one for one in Mark}
REASONS = {one.value: one for one in Reason}


@dataclass(frozen=True)
class SaveDecision:
    """The outcome of a save and the command to write, None if nothing changes."""

    outcome: SaveOutcome
    saving: SaveCommand | None


@permits(admin=RIGHTS["admin"], academic=RIGHTS["academic"], do="update")
async def save_attendance(
    form: SaveAttendance,
    *,
    audience: Audience,
    actor: Actor,
    uow: Transaction,
    sheets: AttendanceSheetStore,
    schools: SchoolAttendance,
    clock: Clock,
    zone: ZoneInfo,
) -> SavedAttendance:
    """Saves the marks of a class (D-24).

    Each student is decided separately: rejected students are listed, the others are saved (A1). A mark equal to the
    stored one changes nothing and never conflicts (A3, A4, A10).

    The teacher saves from the start of the lesson until the end of its day, the office also later (D-25). A submission
    by the teacher within one day after that waits for the office (D-70). A teacher replaces the office's mark only by
    confirming it (D-47). The save is independent of the school; a school that accepts attendance receives it through a
    job (D-26).

    The answer holds the changes; it holds the whole sheet only if the result differs from the request.

    Raises NotFound for a lesson outside the caller's scope, Conflict with the current sheet after a concurrent save,
    DomainError ("attendance.not_begun", "attendance.outside_group", "attendance.over").
    """
    _check(form)
    save = _Save(form, audience, actor, uow, sheets, clock.now(), zone, to_school=await schools.takes_attendance())
    async with uow:
        return await save.run()


class _Save:
    """One save: the caller, the form, the time and the ports."""

    def __init__(
        self,
        form: SaveAttendance,
        audience: Audience,
        actor: Actor,
        uow: Transaction,
        sheets: AttendanceSheetStore,
        now: datetime,
        zone: ZoneInfo,
        *,
        to_school: bool,
    ) -> None:
        self._form, self._audience, self._actor = form, audience, actor
        self._uow, self._sheets, self._now, self._zone = uow, sheets, now, zone
        self._to_school = to_school

    async def run(self, *, second: bool = False) -> SavedAttendance:
        """Performs the save; everything is written when it returns."""
        form = self._form
        context = await self._sheets.save_context(
            form.lesson_id,
            doors=any(one.mark == Mark.COME.value for one in form.entries),
            to_school=self._to_school,
            actor=self._actor,
            audience=self._audience,
        )
        time = context.sheet.save_window(MARKED_BY[self._audience], self._now, self._zone)
        decided = decide(context, form, audience=self._audience, actor=self._actor, now=self._now, zone=self._zone)
        if time is SaveWindow.LATE:
            late_id = await self._store_late_submission(context, decided)
            return await self._with_sheet(decided, late_sheet_id=late_id)
        if decided.saving is None:
            return await self._with_sheet(decided)
        if second or form.version != context.version:
            raise Conflict(self._present(await self._load_view()))
        try:
            push_id = await self._sheets.save(decided.saving, actor=self._actor, uow=self._uow)
        except VersionConflict:
            # an identical repeat changes nothing and anything else is stale: there is no third round
            return await self.run(second=True)
        await self._uow.commit()
        if decided.outcome.refusals or form.no_class_reason is not None:
            return await self._with_sheet(decided, saved=len(decided.saving.changes), push_id=push_id)
        return _complete(decided.saving, push_id, self._actor)

    async def _with_sheet(
        self, decided: SaveDecision, *, saved: int = 0, push_id: int | None = None, late_sheet_id: int | None = None
    ) -> SavedAttendance:
        loaded = await self._load_view()
        return SavedAttendance(
            saved=saved,
            refused=await refused_marks(decided.outcome.refusals, loaded, self._sheets, self._actor.language),
            push_id=push_id,
            late_sheet_id=late_sheet_id,
            sheet=self._present(loaded),
        )

    async def _load_view(self) -> SheetView:
        return await self._sheets.load(
            self._form.lesson_id, actor=self._actor, audience=self._audience, uow=self._uow, lock=False
        )

    def _present(self, loaded: SheetView) -> Shown:
        return present_sheet(loaded, actor=self._actor, audience=self._audience, now=self._now, zone=self._zone)

    async def _store_late_submission(self, context: SaveContext, decided: SaveDecision) -> int | None:
        """Stores marks after the save window for the office to decide (D-70).

        Only the office may declare a lesson cancelled.
        """
        form, lesson, now = self._form, context.sheet.lesson, self._now
        if decided.saving is not None and decided.saving.lesson != lesson:
            raise DomainError("attendance.over")
        rejected = {one.student_id for one in decided.outcome.refusals}
        entries = [
            {"studentId": one.student_id, "mark": one.mark, "reason": one.reason}
            | ({"reasonIsDefault": True} if one.reason_is_default else {})
            for one in form.entries
            if one.student_id not in rejected
        ]
        if not entries:
            return None
        changed = {one.student_id for one in decided.outcome.changes}
        unchanged = {one.student_id for one in form.entries} - rejected - changed
        sent_at = form.marked_at
        believed = sent_at if sent_at and sent_at.tzinfo and lesson.begins_at(self._zone) <= sent_at <= now else now
        late = LateSubmission(
            lesson.id,
            entries,
            marked_at=believed,
            sent_at=now,
            group_id=lesson.group_id,
            unchanged=unchanged,
        )
        late_id, new = await self._sheets.store_late_submission(late, actor=self._actor, uow=self._uow)
        if new:
            facts: dict[str, Any] = {
                "group": context.group_name,
                "date": lesson.day.isoformat(),
                "count": len(entries),
            }
            self._uow.audit(
                "attendance.sent_late", "lesson", lesson.id, actor=self._actor, permission=RIGHTS["academic"], **facts
            )
            await self._uow.commit()
        return late_id


def decide(
    context: SaveContext, form: SaveAttendance, *, audience: Audience, actor: Actor, now: datetime, zone: ZoneInfo
) -> SaveDecision:
    """Computes the outcome of saving the form, without writing."""
    before, marked_by = context.sheet, MARKED_BY[audience]
    lesson = _with_reason(before.lesson, form.no_class_reason)
    sheet = before if lesson is before.lesson else replace(before, lesson=lesson)
    entries = [_entry(one) for one in form.entries]
    outcome = mark(sheet, entries, marked_by, zone, confirmed=frozenset(form.confirmed))
    changes = outcome.changes
    if not changes and lesson == before.lesson:
        return SaveDecision(outcome, None)
    marks_after = {**before.marks, **{one.student_id: one.after for one in changes}}
    saving = SaveCommand(
        lesson=lesson,
        version=context.version,
        changes=changes,
        tally=of_lesson(lesson, marks_after.values()) + -of_lesson(before.lesson, before.marks.values()),
        unmarked=len(sheet.belonging - marks_after.keys()),
        by_office=marked_by is MarkedBy.OFFICE,
        # the school knows no difference between a default and a chosen reason
        pushed=frozenset(one.student_id for one in changes if one.student_id in context.known and not one.only_chooses),
        now=now,
        permission=RIGHTS[audience],
        verb="attendance.saved" if marked_by is MarkedBy.TEACHER else "attendance.corrected",
        params={"group": context.group_name, "date": lesson.day.isoformat(), "count": len(changes)},
        **_audit_sides(before.lesson, lesson, changes),
    )
    return SaveDecision(outcome, saving)


def _complete(saving: SaveCommand, push_id: int | None, actor: Actor) -> SavedAttendance:
    marks = []
    for one in saving.changes:
        sent_at, push = one.after.value, QUEUED if one.student_id in saving.pushed else None
        why, usual = sent_at.reason, sent_at.reason_is_default
        marks.append(ChangedMark(one.student_id, sent_at.status.value, why.value if why else None, usual, push))
    changed = ChangedMarks(saving.version + 1, saving.now, actor.name, marks)
    return SavedAttendance(len(marks), [], push_id, None, changed)


async def refused_marks(
    refusals: Sequence[RejectedMark], loaded: SheetView, sheets: AttendanceSheetStore, language: str
) -> list[RejectedEntry]:
    """Describes rejected students in the caller's language.

    Names are included for present and former students of the group only.
    """
    names = {student.id: student.full_name for student in loaded.students}
    if gone := [one.student_id for one in refusals if one.student_id not in names]:
        names |= await sheets.names_of(loaded.sheet.lesson.group_id, gone)
    return [
        RejectedEntry(
            student_id=one.student_id,
            full_name=names.get(one.student_id, ""),
            code=wire_code(one.code),
            message=translate(f"error.{one.code}", language),
        )
        for one in refusals
    ]


def _check(form: SaveAttendance) -> None:
    broken = []
    if len(form.entries) > MAX_PER_CALL:
        broken.append(FieldError("limit.le", {"limit": MAX_PER_CALL}))
    if len({one.student_id for one in form.entries}) < len(form.entries):
        broken.append(FieldError("limit.named_twice"))
    check(form, entries=broken)


def _with_reason(lesson: Lesson, reason: str | None) -> Lesson:
    return lesson if reason is None else replace(lesson, no_class_reason=clean_text(reason) or None)


def _entry(one: MarkEntry) -> Entry:
    return Entry(
        one.student_id, MARKS[one.mark], REASONS[one.reason] if one.reason else None, bool(one.reason_is_default)
    )


def _audit_sides(before: Lesson, after: Lesson, changes: Sequence[MarkChange]) -> Mapping[str, Mapping[str, object]]:
    """Returns both sides of the audit record.

    They hold the marks that differ, by student, and the reason for a cancelled lesson.
    """
    sides: list[dict[str, object]] = [{}, {}]
    if changes:
        sides[0]["marks"] = {str(one.student_id): one.before and one.before.value.word for one in changes}
        sides[1]["marks"] = {str(one.student_id): one.after.value.word for one in changes}
    if before.no_class_reason != after.no_class_reason:
        sides[0]["no_class_reason"] = before.no_class_reason
        sides[1]["no_class_reason"] = after.no_class_reason
    return {"before": sides[0], "after": sides[1]}
