"""Saving the attendance of a class: one rule for the teacher and the office, one transaction, safe to repeat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports import AttendanceSheets, LateSheet, Loaded, Saving, Work
from application.attendance.ports_push import AttendanceSchools
from application.attendance.sheet import HANDS, RIGHTS, shown
from application.permits import Audience, permits
from application.ports import Clock
from contracts.attendance import AT_ONCE_MAX, MarkEntry, Push, RefusedMark, SaveAttendance, SavedAttendance
from contracts.errors import wire_code
from contracts.shared import check
from contracts.texts import say
from domain.attendance.lesson import Lesson
from domain.attendance.marks import Kept, Mark, Reason
from domain.attendance.sheet import Change, Entry, Hand, Outcome, Refusal, Sheet, Time, mark
from domain.attendance.tally import of_lesson
from domain.shared.refusal import Broken, Refused, Stale

QUEUED = Push(state="queued", code="", message="", retryable=False)


@dataclass(frozen=True)
class Decided:
    """What a save comes to: how things stand with it, what has changed, and who was not marked."""

    after: Loaded
    outcome: Outcome
    saving: Saving | None


@permits(admin=RIGHTS["admin"], academic=RIGHTS["academic"], do="update")
async def save_attendance(
    form: SaveAttendance,
    *,
    audience: Audience,
    actor: Actor,
    uow: Work,
    sheets: AttendanceSheets,
    schools: AttendanceSchools,
    clock: Clock,
    zone: ZoneInfo,
) -> SavedAttendance:
    """Saves the marks of a class (D-24). Each student is decided by himself: who is refused is named, the others are
    saved (A1). What is marked as it stands already changes nothing and is never stale (A3, A4, A10).

    The teacher saves from the lesson's begin until the end of its day, the office later too (D-25). What a teacher
    sends within a day after that waits for the office (D-70). The office's mark is replaced by a teacher only where he
    confirms it (D-47). The save stands on its own; a school that takes attendance is told by a job (D-26).

    Raises NotFound for a foreign lesson, Stale with the present sheet where somebody was faster, Refused
    ("attendance.not_begun", "attendance.outside_group", "attendance.over").
    """
    _check(form)
    now, to_school = clock.now(), await schools.takes_attendance()
    async with uow:
        loaded = await sheets.take(form.lesson_id, actor=actor, audience=audience, uow=uow)
        time = loaded.sheet.takes(HANDS[audience], now, zone)
        decided = decide(loaded, form, audience=audience, actor=actor, now=now, zone=zone, to_school=to_school)
        push_id = late_id = None
        if time is Time.LATE:
            late_id = await _put_aside(form, loaded, decided, now, zone, actor, uow, sheets)
            decided = replace(decided, after=loaded)
        elif decided.saving is not None:
            if form.version != loaded.about.version:
                raise Stale(shown(loaded, actor=actor, audience=audience, now=now, zone=zone))
            push_id = await sheets.write(decided.saving, actor=actor, uow=uow)
            await uow.commit()
        return SavedAttendance(
            saved=0 if time is Time.LATE else len(decided.outcome.changes),
            refused=refused_marks(decided.outcome.refusals, loaded, actor.language),
            push_id=push_id,
            late_sheet_id=late_id,
            sheet=shown(decided.after, actor=actor, audience=audience, now=now, zone=zone),
        )


def decide(
    loaded: Loaded,
    form: SaveAttendance,
    *,
    audience: Audience,
    actor: Actor,
    now: datetime,
    zone: ZoneInfo,
    to_school: bool,
) -> Decided:
    """What saving the form would come to; ``saving`` is None where nothing changes. ``to_school``: it takes marks."""
    before, hand = loaded.sheet, HANDS[audience]
    lesson = _with_reason(before.lesson, form.no_class_reason)
    entries = [_entry(one) for one in form.entries]
    sheet = replace(before, lesson=lesson)
    outcome = mark(sheet, entries, hand, actor.id, now, zone, confirmed=frozenset(form.confirmed))
    if not outcome.changes and lesson == before.lesson:
        return Decided(loaded, outcome, None)
    kept = {**before.kept, **{one.student_id: one.kept for one in outcome.changes}}
    after = replace(sheet, kept=kept)
    saving = Saving(
        lesson=lesson,
        changes=outcome.changes,
        tally=of_lesson(lesson, kept.values()) + -of_lesson(before.lesson, before.kept.values()),
        pushed=_pushed(loaded, outcome.changes) if to_school else frozenset(),
        now=now,
        permission=RIGHTS[audience],
        verb="attendance.saved" if hand is Hand.TEACHER else "attendance.corrected",
        params={"group": loaded.about.group_name, "date": lesson.day.isoformat(), "count": len(outcome.changes)},
        **_sides(before, after, outcome.changes),
    )
    return Decided(_as_saved(loaded, after, saving, actor), outcome, saving)


async def _put_aside(
    form: SaveAttendance,
    loaded: Loaded,
    decided: Decided,
    now: datetime,
    zone: ZoneInfo,
    actor: Actor,
    uow: Work,
    sheets: AttendanceSheets,
) -> int | None:
    """Keeps what came too late, for the office to decide (D-70); that there was no class is the office's to say."""
    lesson = loaded.sheet.lesson
    if decided.after.sheet.lesson != lesson:
        raise Refused("attendance.over")
    would = {one.student_id for one in decided.outcome.changes}
    if not would:
        return None
    entries = [
        {"studentId": one.student_id, "mark": one.mark, "reason": one.reason}
        for one in form.entries
        if one.student_id in would
    ]
    said = form.marked_at
    believed = said if said and said.tzinfo and lesson.begins_at(zone) <= said <= now else now
    late = LateSheet(lesson.id, entries, marked_at=believed, sent_at=now)
    late_id, new = await sheets.put_aside(late, actor=actor, uow=uow)
    if new:
        facts: dict[str, Any] = {
            "group": loaded.about.group_name,
            "date": lesson.day.isoformat(),
            "count": len(entries),
        }
        uow.audit("attendance.sent_late", "lesson", lesson.id, actor=actor, permission=RIGHTS["academic"], **facts)
        await uow.commit()
    return late_id


def refused_marks(refusals: Sequence[Refusal], loaded: Loaded, language: str) -> list[RefusedMark]:
    """Who was not marked, by name, and why in the caller's language."""
    names = {pupil.id: pupil.full_name for pupil in loaded.pupils}
    return [
        RefusedMark(
            student_id=one.student_id,
            full_name=names.get(one.student_id, ""),
            code=wire_code(one.code),
            message=say(f"error.{one.code}", language),
        )
        for one in refusals
    ]


def _check(form: SaveAttendance) -> None:
    broken = []
    if len(form.entries) > AT_ONCE_MAX:
        broken.append(Broken("limit.le", {"limit": AT_ONCE_MAX}))
    if len({one.student_id for one in form.entries}) < len(form.entries):
        broken.append(Broken("limit.named_twice"))
    check(form, entries=broken)


def _with_reason(lesson: Lesson, reason: str | None) -> Lesson:
    return lesson if reason is None else replace(lesson, no_class_reason=reason.strip() or None)


def _entry(one: MarkEntry) -> Entry:
    return Entry(one.student_id, Mark(one.mark), Reason(one.reason) if one.reason else None)


def _pushed(loaded: Loaded, changes: Sequence[Change]) -> frozenset[int]:
    """Whose mark goes to the school: those whom it knows, of a group that it knows (D-26)."""
    if not loaded.about.group_h_id:
        return frozenset()
    known = {pupil.id for pupil in loaded.pupils if pupil.h_id}
    return frozenset(one.student_id for one in changes if one.student_id in known)


def _sides(before: Sheet, after: Sheet, changes: Sequence[Change]) -> Mapping[str, Mapping[str, object]]:
    """What the audit record says: the marks that differ, by student, and why there was no class."""
    sides: list[dict[str, object]] = [{}, {}]
    if changes:
        sides[0]["marks"] = {str(one.student_id): _words(one.before) for one in changes}
        sides[1]["marks"] = {str(one.student_id): _words(one.kept) for one in changes}
    if before.lesson.no_class_reason != after.lesson.no_class_reason:
        sides[0]["no_class_reason"] = before.lesson.no_class_reason
        sides[1]["no_class_reason"] = after.lesson.no_class_reason
    return {"before": sides[0], "after": sides[1]}


def _words(kept: Kept | None) -> str | None:
    if kept is None:
        return None
    word = kept.said.status.name.lower()
    return f"{word}:{kept.said.reason.name.lower()}" if kept.said.reason else word


def _as_saved(loaded: Loaded, sheet: Sheet, saving: Saving, actor: Actor) -> Loaded:
    topic = None if sheet.lesson.no_class_reason is not None else loaded.about.topic
    about = replace(
        loaded.about, topic=topic, version=loaded.about.version + 1, marked_at=saving.now, marked_by=actor.id
    )
    names = {**loaded.names, **({actor.id: actor.name} if actor.id is not None else {})}
    queued = {one.student_id for one in saving.changes if one.student_id in saving.pushed}
    pupils = [replace(one, push=QUEUED) if one.id in queued else one for one in loaded.pupils]
    return Loaded(sheet, about, pupils, names)
