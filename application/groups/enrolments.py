"""Students come into groups, stop, go on, and change where they stand; nothing of it changes the past (D-48)."""

from datetime import date
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.groups.enrolment_service import join, load_enrolment, open_group, today_of
from application.groups.ports import EnrolmentViews
from application.ports import Clock, UnitOfWork
from contracts.groups.enrolments import (
    AT_ONCE_MAX,
    Added,
    AddedToGroup,
    AddToGroup,
    ChangeEnrolmentStatus,
    ContinueInGroup,
    EnrolmentAnswer,
    EnrolmentOptions,
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

GUARD = "users:students"


@permits(GUARD)
async def list_choices(asked: GroupChoicesQuery, *, actor: Actor, enrolments: EnrolmentViews) -> GroupChoices:
    """Groups of the caller's branches that somebody can be added to."""
    return await enrolments.choices(asked, actor)


@permits(GUARD)
async def list_enrolments(student_id: int, *, actor: Actor, enrolments: EnrolmentViews) -> StudentEnrolments:
    """A student's periods in groups of the caller's branches."""
    return await enrolments.of_student(student_id, actor)


@permits(GUARD)
async def list_prices(group_id: int | None, *, actor: Actor, enrolments: EnrolmentViews) -> Prices:
    """What courses cost, som a month."""
    return await enrolments.prices(group_id, actor)


@permits(GUARD)
async def enrolment_options(
    *, actor: Actor, enrolments: EnrolmentViews, clock: Clock, zone: ZoneInfo
) -> EnrolmentOptions:
    """What the forms choose from, and the centre's day."""
    return EnrolmentOptions(control_actions=await enrolments.actions(actor), today=today_of(clock, zone))


@permits(GUARD, do="update")
async def add_to_group(
    form: AddToGroup, *, actor: Actor, uow: UnitOfWork, clock: Clock, zone: ZoneInfo
) -> AddedToGroup:
    """Adds students to a group; each is added or told why not, and none stands in another's way.

    A student gets the group's branch with it. Raises ValidationError for none or too many, NotFound for a foreign
    group.
    """
    if not 1 <= len(form.student_ids) <= AT_ONCE_MAX:
        raise ValidationError({"studentIds": [FieldError("limit.le", {"limit": AT_ONCE_MAX})]})
    today = today_of(clock, zone)
    async with uow:
        group = await open_group(form.group_id, actor, uow)
        wanted = dict.fromkeys(form.student_ids)
        # locked in one order: two who add the same people to two groups don't wait for each other for ever
        await uow.load_many(Student, list(wanted))
        results = [await _added(id, group, form.start_date, today, actor, uow) for id in wanted]
        if any(result.student_group_id for result in results):
            await uow.commit()
    return AddedToGroup(results=results)


async def _added(
    student_id: int, group: Group, start: date | None, today: date, actor: Actor, uow: UnitOfWork
) -> Added:
    try:
        enrolment = await join(student_id, group, start, today, actor, uow)
    except DomainError as refused:
        words = translate(f"error.{refused.code}", actor.language, **refused.params)
        return Added(student_id=student_id, student_group_id=None, message=words)
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
    """Ends a student's period today. Raises DomainError where it has ended, Conflict, NotFound."""
    check(form)
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        found.enrolment.stop(today)
        said = {"reason": reason} if (reason := form.reason.strip()) else {}
        return await found.settled("groups.student_stopped", today, actor, uow, **said)


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
    """A student goes on from a day, today where none is named; after an end in the past, in a second period.

    Raises DomainError where he is in the group on these days already, or it has ended.
    """
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        await found.follows(found.enrolment.resume(form.start_date or today, found.group, today), uow)
        return await found.settled("groups.student_continued", today, actor, uow)


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
    """Another control action (R1-201…R1-203).

    Raises DomainError for the same, ValidationError for a start that will not do.
    """
    today = today_of(clock, zone)
    async with uow:
        found = await load_enrolment(form.student_group_id, form.version, actor=actor, uow=uow, enrolments=enrolments)
        await found.check_action(form.control_action_id, uow)
        new = found.enrolment.change(form.control_action_id, form.start_date, found.group, today)
        await found.follows(new, uow)
        # said also where uncounted days keep theirs and are only ended
        said = form.control_action_id
        return await found.settled("groups.student_status_changed", today, actor, uow, action_id=said)
