"""Enrols, stops and continues students in groups without changing the past.

See D-48.
"""

from datetime import date
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.groups.enrolment_service import enrol, load_enrolment, lock_group, today_of
from application.groups.ports import EnrolmentViews
from application.ports import Clock, UnitOfWork
from contracts.groups.enrolments import (
    MAX_PER_CALL,
    Added,
    AddedToGroup,
    AddToGroup,
    ChangeEnrolmentStatus,
    ContinueInGroup,
    EnrolmentAnswer,
    EnrolmentOptions,
    GroupCandidates,
    GroupCandidatesQuery,
    GroupChoices,
    GroupChoicesQuery,
    Prices,
    StopInGroup,
    StudentEnrolments,
)
from contracts.shared import check
from contracts.texts import translate
from domain.groups.enrolments import Group
from domain.people.student import Student
from domain.shared.errors import DomainError, FieldError, ValidationError
from domain.shared.text import clean_text

GUARD = "users:students"


@permits(GUARD)
async def list_choices(query: GroupChoicesQuery, *, actor: Actor, enrolments: EnrolmentViews) -> GroupChoices:
    """Lists the groups of the caller's branches that accept students."""
    return await enrolments.choices(query, actor)


@permits(GUARD)
async def list_candidates(
    group_id: int, query: GroupCandidatesQuery, *, actor: Actor, enrolments: EnrolmentViews
) -> GroupCandidates:
    """Lists students of the caller's branches who may be added to a group.

    Somebody who is in it is marked, as is a clash of times. Where nobody has the name, similar names are found.
    """
    check(query)
    return await enrolments.candidates(group_id, query, actor)


@permits(GUARD)
async def list_enrolments(student_id: int, *, actor: Actor, enrolments: EnrolmentViews) -> StudentEnrolments:
    """Lists a student's enrolments in groups of the caller's branches."""
    return await enrolments.of_student(student_id, actor)


@permits(GUARD)
async def list_prices(group_id: int | None, *, actor: Actor, enrolments: EnrolmentViews) -> Prices:
    """Lists the prices of courses, som a month."""
    return await enrolments.prices(group_id, actor)


@permits(GUARD)
async def enrolment_options(
    *, actor: Actor, enrolments: EnrolmentViews, clock: Clock, zone: ZoneInfo
) -> EnrolmentOptions:
    """Returns the choices of the forms and the centre's current day."""
    return EnrolmentOptions(control_actions=await enrolments.actions(actor), today=today_of(clock, zone))


@permits(GUARD, do="update")
async def add_to_group(
    form: AddToGroup, *, actor: Actor, uow: UnitOfWork, clock: Clock, zone: ZoneInfo
) -> AddedToGroup:
    """Adds students to a group; each succeeds or fails separately.

    A student also gets the group's branch. Raises ValidationError for none or too many, NotFound for a group outside
    the caller's scope.
    """
    if not 1 <= len(form.student_ids) <= MAX_PER_CALL:
        raise ValidationError({"studentIds": [FieldError("limit.le", {"limit": MAX_PER_CALL})]})
    today = today_of(clock, zone)
    async with uow:
        group = await lock_group(form.group_id, actor, uow)
        wanted = dict.fromkeys(form.student_ids)
        # a fixed lock order prevents a deadlock between two calls that add the same students to two groups
        await uow.load_many(Student, list(wanted))
        results = [await _add_one(id, group, form.start_date, today, actor, uow) for id in wanted]
        if any(result.student_group_id for result in results):
            await uow.commit()
    return AddedToGroup(results=results)


async def _add_one(
    student_id: int, group: Group, start: date | None, today: date, actor: Actor, uow: UnitOfWork
) -> Added:
    try:
        enrolment = await enrol(student_id, group, start, today, actor, uow)
    except DomainError as error:
        message = translate(f"error.{error.code}", actor.language, **error.params)
        return Added(student_id=student_id, student_group_id=None, message=message)
    return Added(student_id=student_id, student_group_id=enrolment.id, message=None)


@permits(GUARD, do="update")
async def stop_in_group(
    form: StopInGroup,
    *,
    actor: Actor,
    uow: UnitOfWork,
    enrolments: EnrolmentViews,
    clock: Clock,
    zone: ZoneInfo,
) -> EnrolmentAnswer:
    """Ends an enrolment today.

    Raises DomainError if it has ended, Conflict, NotFound.
    """
    check(form)
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        found.enrolment.stop(today)
        details = {"reason": reason} if (reason := clean_text(form.reason)) else {}
        return await found.complete("groups.student_stopped", today, actor, uow, **details)


@permits(GUARD, do="update")
async def continue_in_group(
    form: ContinueInGroup,
    *,
    actor: Actor,
    uow: UnitOfWork,
    enrolments: EnrolmentViews,
    clock: Clock,
    zone: ZoneInfo,
) -> EnrolmentAnswer:
    """Continues an enrolment from a day, by default today.

    After an end in the past this creates a second period.

    Raises DomainError if the student is in the group on these days already, or the group has ended.
    """
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        await found.add_period(found.enrolment.resume(form.start_date or today, found.group, today), uow)
        return await found.complete("groups.student_continued", today, actor, uow)


@permits(GUARD, do="update")
async def change_enrolment_status(
    form: ChangeEnrolmentStatus,
    *,
    actor: Actor,
    uow: UnitOfWork,
    enrolments: EnrolmentViews,
    clock: Clock,
    zone: ZoneInfo,
) -> EnrolmentAnswer:
    """Changes the control action of an enrolment (R1-201, R1-202, R1-203).

    Raises DomainError for the same action, ValidationError for an invalid start.
    """
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        await found.check_action(form.control_action_id, uow)
        new = found.enrolment.change(form.control_action_id, form.start_date, found.group, today)
        await found.add_period(new, uow)
        # recorded also where uncounted days retain their action and the period only ends
        action_id = form.control_action_id
        return await found.complete("groups.student_status_changed", today, actor, uow, action_id=action_id)
