"""Attendance of teachers: check-in at a lesson, photo, rating (D-77, R2-205)."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.staff_attendance import GroupStaff, LockedLesson, Member, StaffLessons
from application.authorization import permits
from application.files.ports import FileLinks, FileStore, PictureEncoder
from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES, load_unclaimed_upload, reencode_upload, store_picture
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import (
    CheckIn,
    MonthQuery,
    StaffAttendance,
    StaffAttendances,
    StaffLesson,
    StaffMark,
    StaffMarkAnswer,
)
from contracts.files import UploadAnswer, Uploaded
from domain.access.permissions import Action
from domain.attendance.lesson import Lesson
from domain.attendance.staff_attendance import StaffCheck, check_in, is_own, is_rated, month_span, opens_at, rating
from domain.files.file import FileKind
from domain.shared.errors import FieldError, NotFound, ValidationError

ALL, OWN = "all_groups:attendance", "my_groups:attendance"


@permits(OWN, do="update")
async def save_academic(
    form: CheckIn,
    *,
    actor: Actor,
    uow: UnitOfWork,
    staff_lessons: StaffLessons,
    links: FileLinks,
    clock: Clock,
    zone: ZoneInfo,
) -> StaffMarkAnswer:
    """Checks the caller in at their lesson.

    On time until ten minutes after its start, late after that (D-77). A repeated check-in changes nothing: the first
    one stays.

    Raises NotFound for another teacher's lesson and for a photo that the caller has not uploaded; DomainError earlier
    than half an hour before the lesson and after its end.
    """
    async with uow:
        locked = await staff_lessons.lock(form.lesson_id, actor, uow)
        if not is_own(locked.lesson, locked.teacher_id, locked.duties):
            raise NotFound("Lesson", form.lesson_id)
        check = await uow.find(StaffCheck, lesson_id=form.lesson_id, teacher_id=locked.teacher_id)
        if check is None:
            check = await _create_check(locked, form.photo_id, clock.now(), zone, actor, uow)
            await uow.commit()
    photo = links.link(check.photo, clock.now()) if check.photo else None
    return StaffMarkAnswer(
        attendance=StaffMark(lesson_id=check.lesson_id, status=1 if check.status == 1 else 4, at=check.at, photo=photo)
    )


async def _create_check(
    locked: LockedLesson, photo_id: str | None, now: datetime, zone: ZoneInfo, actor: Actor, uow: UnitOfWork
) -> StaffCheck:
    lesson = locked.lesson
    status = check_in(lesson, now, zone)
    if photo_id is not None:
        photo = await load_unclaimed_upload(photo_id, FileKind.STAFF_CHECK, actor=actor, uow=uow)
        photo.assign_to("lesson", lesson.id)
    check = StaffCheck(lesson.id, locked.teacher_id, int(status), now, photo_id, actor.id)
    uow.add(check)
    uow.audit(
        "attendance.checked_in", "lesson", lesson.id, actor=actor, permission=OWN,
        after={"status": int(status), "photo": photo_id}, group=locked.group_name, date=f"{lesson.day:%d.%m.%Y}",
    )  # fmt: skip
    return check


@permits(ALL, OWN, do="update")
async def upload_staff_attendance(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    pictures: PictureEncoder,
    links: FileLinks,
    clock: Clock,
) -> UploadAnswer:
    """Stores the photo of a check-in, at most 5 MB.

    An upload without a check-in expires after a day.

    Raises DomainError("files.too_large" or "files.not_a_picture").
    """
    picture = await reencode_upload(content, MAX_ACADEMIC_PICTURE_BYTES, pictures)
    async with uow:
        file = await store_picture(picture, name, FileKind.STAFF_CHECK, actor=actor, uow=uow, files=files, clock=clock)
        await uow.commit()
    return UploadAnswer(file=Uploaded(id=file.public_id, url=links.link(file.public_id, clock.now())))


@permits(ALL, OWN)
async def list_staff_attendances(
    group_id: int, query: MonthQuery, *, actor: Actor, staff_lessons: StaffLessons, clock: Clock, zone: ZoneInfo
) -> StaffAttendances:
    """Lists a group's teachers with their lessons of a month and their rating.

    The range is a month or a study month (R2-352). Scope: all_groups covers the caller's branches, otherwise the
    caller's own groups (D-54). Raises NotFound, ValidationError.
    """
    now = clock.now()
    today = now.astimezone(zone).date()
    month = query.month or f"{today:%Y-%m}"
    span = month_span(month)
    if span is None:
        raise ValidationError({"month": [FieldError("limit.iso_month")]})
    all_groups, own = actor.may(ALL, Action.READ), actor.may(OWN, Action.READ)
    group = await staff_lessons.of_group(
        group_id, span, today, actor, any=all_groups, own=own, study_month_id=query.study_month_id
    )
    staff = [_attendance(member, group, now, zone, actor) for member in group.members]
    return StaffAttendances(month=month, months=list(group.months), staff=staff)


def own_lessons(member: Member, lessons: Sequence[Lesson]) -> list[Lesson]:
    """Returns the lessons a teacher is assigned to or checked in at."""
    return [one for one in lessons if one.id in member.checks or is_own(one, member.staff.id, member.duties)]


def rating_of(member: Member, lessons: Sequence[Lesson], now: datetime, zone: ZoneInfo) -> float | None:
    """Returns the teacher's rating in these lessons."""
    checks = member.checks
    return rating([(one, checks[one.id].status if one.id in checks else None) for one in lessons], now, zone)


def _attendance(member: Member, group: GroupStaff, now: datetime, zone: ZoneInfo, actor: Actor) -> StaffAttendance:
    lessons = own_lessons(member, group.lessons)
    hours = member.duties[0] if member.duties else None
    return StaffAttendance(
        staff=member.staff,
        photo=member.photo,
        own=actor.id is not None and member.user_id == actor.id,
        group_name=group.name,
        role_number=member.role_number,
        begin_time=f"{hours.begin:%H:%M}" if hours and hours.begin else None,
        end_time=f"{hours.end:%H:%M}" if hours and hours.end else None,
        rating=rating_of(member, lessons, now, zone),
        attendances=[_lesson(one, member, now, zone) for one in lessons],
        total=len(lessons),
    )


def _lesson(lesson: Lesson, member: Member, now: datetime, zone: ZoneInfo) -> StaffLesson:
    check = member.checks.get(lesson.id)
    return StaffLesson(
        lesson_id=lesson.id,
        date=lesson.day,
        begin_time=f"{lesson.begin:%H:%M}",
        end_time=f"{lesson.end:%H:%M}",
        status=None if check is None else 1 if check.status == 1 else 4,
        at=check.at if check else None,
        photo=check.photo if check else None,
        rated=is_rated(lesson, now, zone),
        no_class_reason=lesson.no_class_reason,
        opens=opens_at(lesson, zone).astimezone(UTC),
        closes=lesson.ends_at(zone).astimezone(UTC),
        made_afterwards=lesson.made_afterwards,
    )
