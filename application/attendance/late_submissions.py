"""Late submissions of teachers and the office's decision on them (D-70)."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import msgspec

from application.actor import Actor
from application.attendance.late_submission_presenter import late_row
from application.attendance.ports.late_submissions import LateSubmissionStore, WaitingSubmission
from application.attendance.ports.pushes import SchoolAttendance
from application.attendance.ports.sheets import AttendanceSheetStore, SheetView
from application.attendance.save_attendance import decide, refused_marks
from application.authorization import permits
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import (
    MAX_PER_CALL,
    DecidedLateSubmission,
    DecidedLateSubmissions,
    DecideLateSubmissions,
    LateSubmissions,
    MarkEntry,
    SaveAttendance,
)
from contracts.events import LateSheetChanged
from contracts.shared import check
from domain.attendance.attendance_sheet import MarkedBy, RejectedMark
from domain.attendance.late_submission import corrected_since
from domain.shared.errors import DomainError, FieldError

GUARD = "all_groups:attendance"


@permits(GUARD)
async def list_late_sheets(
    *, actor: Actor, late_sheets: LateSubmissionStore, clock: Clock, zone: ZoneInfo
) -> LateSubmissions:
    """Lists pending late submissions with the effect of confirming them.

    Limited to the caller's branches, oldest first.
    """
    now, waiting = clock.now(), await late_sheets.waiting(actor)
    return LateSubmissions(sheets=[late_row(one, now=now, zone=zone, language=actor.language) for one in waiting])


@permits(GUARD, do="update")
async def decide_late_sheets(
    form: DecideLateSubmissions,
    *,
    actor: Actor,
    uow: UnitOfWork,
    late_sheets: LateSubmissionStore,
    sheets: AttendanceSheetStore,
    schools: SchoolAttendance,
    clock: Clock,
    zone: ZoneInfo,
) -> DecidedLateSubmissions:
    """Confirms or rejects the given late submissions, or all pending ones.

    A confirmed submission is saved as the office's marks (D-47). Students who can no longer be marked are listed, the
    others are saved (A1).

    Each submission is decided once, also under concurrent decisions: the answer contains those that this call decided.
    A submission of which nothing can be saved any more, because its lesson no longer belongs to the group, stays
    pending. Raises NotFound if a given submission does not exist.
    """
    too_many = len(form.ids) > MAX_PER_CALL
    check(form, ids=[FieldError("limit.le", {"limit": MAX_PER_CALL})] if too_many else [])
    decider = _LateSubmissionDecider(
        actor, uow, late_sheets, sheets, clock, zone, to_school=await schools.takes_attendance()
    )
    async with uow:
        lessons = await late_sheets.lessons(form.ids, actor, uow)
    decided = [await decider.decide(id, lesson_id, confirm=form.confirm) for id, lesson_id in lessons.items()]
    return DecidedLateSubmissions(decided=[one for one in decided if one is not None])


class _LateSubmissionDecider:
    """Decides late submissions for one caller."""

    def __init__(
        self,
        actor: Actor,
        uow: UnitOfWork,
        late_sheets: LateSubmissionStore,
        sheets: AttendanceSheetStore,
        clock: Clock,
        zone: ZoneInfo,
        *,
        to_school: bool,
    ) -> None:
        self._actor, self._uow, self._late, self._sheets = actor, uow, late_sheets, sheets
        self._clock, self._zone, self._to_school = clock, zone, to_school

    async def decide(self, sheet_id: int, lesson_id: int, *, confirm: bool) -> DecidedLateSubmission | None:
        """Decides one submission in its own transaction; None if decided elsewhere."""
        async with self._uow as uow:
            # locks the lesson first, in the order of a save: a teacher may resubmit this sheet concurrently
            loaded = await self._sheets.load(lesson_id, actor=self._actor, audience="admin", uow=uow)
            waiting = await self._late.lock(sheet_id, uow)
            if waiting is None:
                return None
            if not confirm:
                result = await self._reject(waiting, loaded)
            else:
                result = await self._confirm(waiting, loaded)
            uow.emit(LateSheetChanged(lesson_id=lesson_id, group_id=loaded.sheet.lesson.group_id))
            await uow.commit()
            return result

    async def _reject(self, waiting: WaitingSubmission, loaded: SheetView) -> DecidedLateSubmission:
        await self._store_decision(waiting, confirm=False)
        self._record("attendance.late_refused", waiting, loaded)
        return DecidedLateSubmission(id=waiting.id, saved=0, refused=[])

    async def _confirm(self, waiting: WaitingSubmission, loaded: SheetView) -> DecidedLateSubmission:
        entries = [msgspec.convert(one, MarkEntry) for one in waiting.entries]
        try:
            loaded.sheet.save_window(MarkedBy.OFFICE, self._clock.now(), self._zone)
        except DomainError as refused:
            all_rejected = [RejectedMark(one.student_id, refused.code) for one in entries]
            return await self._result(waiting, loaded, 0, all_rejected)
        corrected = corrected_since(loaded.sheet, waiting.sent_at)
        remaining = [one for one in entries if one.student_id not in corrected]
        decision = decide(
            loaded.save_context(to_school=self._to_school),
            SaveAttendance(lesson_id=loaded.sheet.lesson.id, version=loaded.about.version, entries=remaining),
            audience="admin",
            actor=self._actor,
            now=self._clock.now(),
            zone=self._zone,
        )
        if decision.saving is None:
            self._record("attendance.late_confirmed", waiting, loaded)
        else:
            saving = replace(
                decision.saving,
                verb="attendance.late_confirmed",
                params={**decision.saving.params, "sentBy": waiting.sent_by},
            )
            await self._sheets.save(saving, actor=self._actor, uow=self._uow)
        await self._store_decision(waiting, confirm=True)
        overtaken = [
            RejectedMark(one.student_id, "attendance.office_mark") for one in entries if one.student_id in corrected
        ]
        return await self._result(
            waiting, loaded, len(decision.outcome.changes), [*overtaken, *decision.outcome.refusals]
        )

    async def _result(
        self, waiting: WaitingSubmission, loaded: SheetView, saved: int, refusals: list[RejectedMark]
    ) -> DecidedLateSubmission:
        refused = await refused_marks(refusals, loaded, self._sheets, self._actor.language)
        return DecidedLateSubmission(id=waiting.id, saved=saved, refused=refused)

    async def _store_decision(self, waiting: WaitingSubmission, *, confirm: bool) -> None:
        await self._late.decide(waiting.id, confirm=confirm, now=self._clock.now(), actor=self._actor, uow=self._uow)

    def _record(self, verb: str, waiting: WaitingSubmission, loaded: SheetView) -> None:
        lesson = loaded.sheet.lesson
        self._uow.audit(
            verb, "lesson", lesson.id, actor=self._actor, permission=GUARD,
            group=loaded.about.group_name, date=lesson.day.isoformat(), count=len(waiting.entries),
            sentBy=waiting.sent_by,
        )  # fmt: skip
