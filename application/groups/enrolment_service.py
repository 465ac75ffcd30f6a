"""Shared steps of use cases that change enrolments."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.groups.ports import EnrolmentViews
from application.ports import Clock, UnitOfWork
from contracts.groups.enrolments import EnrolmentAnswer
from domain.groups.enrolments import GOING_ON, Enrolment, Group, joined, standing
from domain.people.student import StickyField, Student, StudentBranch
from domain.settings.control_action import ControlAction
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound, ValidationError

GUARD = "users:students"
FIELDS = ("action_id", "started_date", "ended_date")


def today_of(clock: Clock, zone: ZoneInfo) -> date:
    """Returns the current day in the centre's time zone."""
    return clock.now().astimezone(zone).date()


@dataclass
class EnrolmentChange:
    """An enrolment to change, with its student and its previous state."""

    enrolment: Enrolment
    student: Student
    group: Group
    before: dict[str, Any]
    new: Enrolment | None = None

    async def add_period(self, new: Enrolment | None, uow: UnitOfWork) -> None:
        """Creates a second period after a past one.

        Raises DomainError if a third one overlaps these days.
        """
        of_group = await periods(uow, student_id=self.enrolment.student_id, group_id=self.enrolment.group_id)
        open_one = new or self.enrolment
        if open_one.action_id in GOING_ON and open_one.collides(of_group):
            raise DomainError("groups.joined_already")
        self.new = new
        if new is not None:
            uow.add(new)

    async def check_action(self, action: int, uow: UnitOfWork) -> None:
        """Raises ValidationError for an unknown control action."""
        if await uow.find(ControlAction, id=action) is None:
            raise ValidationError({"controlActionId": [FieldError("limit.unknown_choice")]})

    async def complete(self, verb: str, today: date, actor: Actor, uow: UnitOfWork, **details: Any) -> EnrolmentAnswer:
        """Completes a change: sticky fields, student status, audit record, commit."""
        await uow.flush()
        if self.enrolment.h_id is not None:
            for field in FIELDS:
                if _plain(getattr(self.enrolment, field)) != self.before[field]:
                    await _mark_sticky(self.enrolment.id or 0, field, self.before[field], actor, uow)
        await derive_status(self.student, today, uow)
        after = self._changed() | details
        before = {field: value for field, value in self.before.items() if field in after}
        record(verb, self.student.id or 0, self.group, actor, uow, before=before, after=after)
        await uow.commit()
        return EnrolmentAnswer(student_group_id=int((self.new or self.enrolment).id or 0))

    def _changed(self) -> dict[str, Any]:
        """Returns the changed fields of the student's current state in the group."""
        now = {field: _plain(getattr(self.new or self.enrolment, field)) for field in FIELDS}
        return {field: value for field, value in now.items() if value != self.before[field]}


async def load_enrolment(
    id: int, version: int, *, actor: Actor, uow: UnitOfWork, enrolments: EnrolmentViews
) -> EnrolmentChange:
    """Loads an enrolment for a change.

    Raises NotFound beyond the actor's branches, Conflict on a version mismatch.
    """
    enrolment = await uow.load(Enrolment, id, seen_by=actor, lock=True)
    student = await uow.find(Student, lock=True, id=enrolment.student_id)
    group = await uow.find(Group, id=enrolment.group_id)
    if student is None or group is None or enrolment.school_deleted_at is not None:
        raise NotFound("Enrolment", id)
    if enrolment.version != version:
        raise Conflict(await enrolments.of_student(enrolment.student_id, actor))
    return EnrolmentChange(enrolment, student, group, {field: _plain(getattr(enrolment, field)) for field in FIELDS})


async def lock_group(group_id: int, actor: Actor, uow: UnitOfWork) -> Group:
    """Locks a group of the actor's branches until the end of the transaction.

    Raises NotFound, also for a group that the school removed.
    """
    group = await uow.load(Group, group_id, seen_by=actor, lock=True)
    if group.school_deleted_at is not None:
        raise NotFound("Group", group_id)
    return group


async def enrol(
    student_id: int, group: Group, start: date | None, today: date, actor: Actor, uow: UnitOfWork
) -> Enrolment:
    """Adds an enrolment with the group's branch and its audit record.

    Raises DomainError, NotFound.
    """
    student = await uow.load(Student, student_id, seen_by=actor, lock=True)
    enrolment = joined(group, student_id, await periods(uow, student_id=student_id, group_id=group.id), start, today)
    uow.add(enrolment)
    links = await uow.find_all(StudentBranch, student_id=student_id)
    if group.office_id not in {link.office_id for link in links}:
        uow.add(StudentBranch(student_id, group.office_id))
    await uow.flush()
    await derive_status(student, today, uow)
    after = {"group": group.name, "started_date": str(enrolment.started_date)}
    record("groups.student_added", student_id, group, actor, uow, after=after)
    return enrolment


async def periods(uow: UnitOfWork, **of: Any) -> list[Enrolment]:
    """Returns the enrolments that count: without those the school removed."""
    return [one for one in await uow.find_all(Enrolment, **of) if one.school_deleted_at is None]


async def derive_status(student: Student, today: date, uow: UnitOfWork) -> None:
    """Derives the status of a local student from their enrolments.

    For other students the school's value stands.
    """
    if student.h_id is None:
        student.status_id = standing(await periods(uow, student_id=student.id), today)


def record(
    verb: str,
    student_id: int,
    group: Group,
    actor: Actor,
    uow: UnitOfWork,
    *,
    after: Mapping[str, Any],
    before: Mapping[str, Any] | None = None,
) -> None:
    """Writes an audit record of the student that names the group."""
    uow.audit(
        verb, "student", student_id, actor=actor, permission=GUARD, before=before, after=dict(after), group=group.name
    )


async def _mark_sticky(id: int, field: str, school_value: Any, actor: Actor, uow: UnitOfWork) -> None:
    sticky = await uow.find(StickyField, lock=True, entity="enrolment", entity_id=id, field=field)
    if sticky is None:
        uow.add(StickyField("enrolment", id, field, school_value, marked_by=actor.id))
    else:
        sticky.run_id, sticky.marked_by = None, actor.id


def _plain(value: object) -> Any:
    return value.isoformat() if isinstance(value, date) else value
