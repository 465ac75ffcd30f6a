"""Reads of the *today* screen: three statements, and the late submissions.

Each statement leaves out what the caller lacks the right to see.
"""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.attendance.late_submissions import PostgresLateSubmissionStore
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.insight.today_sql import ATTENDANCE, LESSONS, WAITING
from application.actor import Actor
from application.attendance.absences.presenter import absence_sms
from application.attendance.late_submission_presenter import late_row
from application.attendance.ports.absences import StoredSms
from application.attendance.push_messages import push_message
from application.insight.today import TodaySections
from contracts.insight import (
    MAX_ITEMS,
    Absentees,
    FailedJobs,
    FirstStep,
    PhotosToCheck,
    StoppedRun,
    Takes,
    Today,
    TodayAnswer,
    TodayFailedPush,
    TodayFailedPushes,
    TodayLateSubmissions,
    TodayLesson,
    TodayLessons,
)
from contracts.shared import Named
from domain.attendance.lesson import LATE_SUBMISSION_PERIOD, Lesson
from domain.attendance.marking import marking

_STATUSES = ("attended", "late", "absent")


class PostgresTodayViews:
    """See ``application.insight.today.TodayViews``."""

    def __init__(self, pool: ReadPool, late_sheets: PostgresLateSubmissionStore) -> None:
        self._pool = pool
        self._late_sheets = late_sheets

    async def today(self, now: datetime, zone: ZoneInfo, sight: TodaySections, actor: Actor) -> TodayAnswer:
        local_now = now.astimezone(zone)
        branches = None if actor.all_offices else list(actor.office_ids)
        # own groups are visible in any branch (D-13)
        seen = (None, actor.id) if sight.own else (branches, None)
        parts = await self._lessons(seen, now, zone, local_now.date(), sight)
        attendance = await self._attendance(seen, now, zone, sight, actor.language)
        waiting = await self._waiting(branches, sight)
        day = Today(
            audience="academic" if sight.own else "admin",
            date=local_now.date(),
            now=f"{local_now:%H:%M}",
            running=parts["running"],
            next=parts["next"],
            unmarked=parts["unmarked"] if sight.attendance else None,
            partly=parts["partly"] if sight.attendance else None,
            late_sheets=await self._late(seen, now, zone, sight, actor.language),
            **attendance,
            **waiting,
        )
        return TodayAnswer(today=day)

    async def _lessons(
        self, seen: tuple[Any, Any], now: datetime, zone: ZoneInfo, today: date, sight: TodaySections
    ) -> dict[str, TodayLessons]:
        parts = {part: TodayLessons(lessons=[], total=0) for part in ("running", "next", "unmarked", "partly")}
        for row in await self._pool.fetch(LESSONS, *seen, now, zone.key, today, sight.attendance):
            part = parts[row["part"]]
            part.total = row["total"]
            part.lessons.append(_lesson(row, now, zone, sight))
        return parts

    async def _attendance(
        self, seen: tuple[Any, Any], now: datetime, zone: ZoneInfo, sight: TodaySections, language: str
    ) -> dict[str, Any]:
        (row,) = await self._pool.fetch(ATTENDANCE, *seen, now.astimezone(zone).date(), sight.attendance)
        lessons = [_refused(lesson, language) for lesson in row["refused"] or []]
        students: list[Any] = row["absent"] or []
        absent = {"students": students, "total": row["absent_total"] or 0}
        for one in students:
            stored = StoredSms(**one["sms"]) if one["sms"] else None
            one["sms"] = absence_sms(stored, now=now, zone=zone, language=language)
        return {
            "refused": TodayFailedPushes(lessons=lessons, total=row["refused_total"] or 0)
            if sight.attendance
            else None,
            "absentees": msgspec.convert(absent, Absentees) if sight.attendance else None,
        }

    async def _late(
        self, seen: tuple[Any, Any], now: datetime, zone: ZoneInfo, sight: TodaySections, language: str
    ) -> TodayLateSubmissions | None:
        if not (sight.decides or (sight.own and sight.attendance)):
            return None
        waiting, total = await self._late_sheets.first(*seen, MAX_ITEMS)
        sheets = [late_row(one, now=now, zone=zone, language=language) for one in waiting]
        return TodayLateSubmissions(sheets=sheets, total=total, decides=sight.decides)

    async def _waiting(self, branches: list[int] | None, sight: TodaySections) -> dict[str, Any]:
        (row,) = await self._pool.fetch(WAITING, branches, sight.jobs, sight.runs, sight.photos)
        jobs = {"jobs": row["jobs"] or [], "total": row["jobs_total"] or 0}
        photos = {"academics": row["photos"] or [], "total": row["photos_total"] or 0}
        return {
            "failed_jobs": msgspec.convert(jobs, FailedJobs) if sight.jobs else None,
            "photos": msgspec.convert(photos, PhotosToCheck) if sight.photos else None,
            "stopped_run": msgspec.convert(row["stopped"], StoppedRun) if row["stopped"] else None,
            "first_steps": _first_steps(row, sight),
        }


def _lesson(row: Any, now: datetime, zone: ZoneInfo, sight: TodaySections) -> TodayLesson:
    slot = Lesson(row["group_id"], row["teacher_id"], row["date"], row["begin_time"], row["end_time"])
    same = ("id", "schedule_id", "date", "classroom_name", "students", "no_class_reason", "late_sent_at")
    counts: dict[str, Any] = {name: row[name] if sight.attendance else 0 for name in (*_STATUSES, "unmarked")}
    marks = sum(row[name] for name in _STATUSES)
    took_place = row["no_class_reason"] is None
    return TodayLesson(
        **counts,
        marking=marking(row["students"], row["unmarked"], marks, took_place=took_place).value,
        **{name: row[name] for name in same},
        group=Named(id=row["group_id"], name=row["group_name"]),
        staff=Named(id=row["teacher_id"], name=row["teacher_name"]),
        begin_time=f"{slot.begin:%H:%M}",
        end_time=f"{slot.end:%H:%M}",
        takes=_takes(slot, now, zone, own=sight.own),
    )


def _takes(lesson: Lesson, now: datetime, zone: ZoneInfo, *, own: bool) -> Takes:
    """The result that a save would have now: the office is never late (D-25, D-70)."""
    if now < lesson.begins_at(zone):
        return "not_begun"
    closes = lesson.closes_at(zone)
    if not own or now < closes:
        return "open"
    return "late" if now < closes + LATE_SUBMISSION_PERIOD else "over"


def _refused(lesson: dict[str, Any], language: str) -> TodayFailedPush:
    """A lesson's rejected pushes, with known reasons in the caller's language."""
    for one in lesson["students"]:
        state = one.pop("state")
        one["message"] = push_message(state, one["code"], one["message"], language)
        one["code"] = one["code"] or state
    return msgspec.convert(lesson, TodayFailedPush)


def _first_steps(row: Any, sight: TodaySections) -> list[FirstStep]:
    """The first steps that the caller may take, until the last of them is done."""
    permitted = (("synchronise", sight.runs), ("branches", sight.branches), ("accounts", sight.accounts))
    steps = [msgspec.convert({"step": name, "done": row[name]}, FirstStep) for name, may in permitted if may]
    return [] if all(step.done for step in steps) else steps
