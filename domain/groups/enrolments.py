"""Periods of students in groups (D-48): the one rule that synchronisation, stop and continue go through."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum

from domain.shared.errors import DomainError, FieldError, ValidationError


class GroupStatus(IntEnum):
    """Where a group is."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


GROUP_STATUSES = {"not_started": GroupStatus.NOT_STARTED, "active": GroupStatus.ACTIVE, "ended": GroupStatus.ENDED}


class Outcome(IntEnum):
    """What came of a period in a group."""

    STUDYING = 1
    COMPLETED = 2
    NOT_COMPLETED = 3


# control actions (D-62)
ACTIVE, FINISHED, WITHOUT_COURSE, PRIVILEGE, LEFT, NOT_COUNTED = 1, 2, 3, 4, 5, 6
# How an enrolment stands → control action.
ENROLMENT_ACTIONS = {"active": ACTIVE, "finished": FINISHED, "left": LEFT}
# with these he is in the group; every other one ends his period
GOING_ON = (ACTIVE, NOT_COUNTED)


@dataclass(frozen=True)
class Period:
    """From ``started`` to ``ended``, both days included; an open end is None, and so is a beginning nobody knows."""

    started: date | None
    ended: date | None

    def covers(self, day: date) -> bool:
        """Whether the day is in it."""
        return (self.started is None or self.started <= day) and (self.ended is None or day <= self.ended)

    def overlap(self, other: "Period") -> "Period | None":
        """What both have in common: rules about lessons ask the overlap of an enrolment and its group (D-48)."""
        started = max((day for day in (self.started, other.started) if day), default=None)
        ended = min((day for day in (self.ended, other.ended) if day), default=None)
        return None if started and ended and ended < started else Period(started, ended)


def period(started: date | None, ended: date | None) -> Period:
    """A period that may be kept.

    It may begin before its group (D-48); raises DomainError if it ends before it begins.
    """
    if started and ended and ended < started:
        raise DomainError("groups.ended_before_begun", field="endDate")
    return Period(started, ended)


def action_of(word: str, ended: date | None) -> int:
    """The control action of an enrolment's status; an unknown word is active until it has an end, then left."""
    return ENROLMENT_ACTIONS.get(word, LEFT if ended else ACTIVE)


@dataclass
class Group:
    """A group, as far as joining it asks."""

    name: str
    office_id: int
    course_id: int
    status: int
    started_date: date | None = None
    ended_date: date | None = None
    school_deleted_at: object = None
    id: int | None = None

    @property
    def period(self) -> Period:
        """The days on which it has lessons."""
        return Period(self.started_date, self.ended_date)

    def over_on(self, day: date) -> bool:
        """It takes nobody from that day on."""
        return self.status == GroupStatus.ENDED or (self.ended_date is not None and self.ended_date < day)


@dataclass
class Enrolment:
    """One period of a student in a group, both days included. ``h_id``: the school's id of it, if it is its own."""

    student_id: int
    group_id: int
    action_id: int
    started_date: date | None
    ended_date: date | None = None
    h_id: str | None = None
    school_deleted_at: object = None
    id: int | None = None
    version: int = 1

    @property
    def period(self) -> Period:
        """The days on which he is in the group."""
        return Period(self.started_date, self.ended_date)

    def going_on(self, today: date) -> bool:
        """He is in the group, today or from a day ahead."""
        return self.ended_date is None or self.ended_date >= today

    def stop(self, today: date, action: int = FINISHED) -> None:
        """Ends today. Raises DomainError where it has ended; what was until now stays as it was.

        Days that do not count go on not counting (D-62): they keep their action, and yesterday was the last of them.
        """
        if not self.going_on(today) or self.action_id not in GOING_ON:
            raise DomainError("groups.stopped_already")
        if self.action_id == NOT_COUNTED and self._began_before(today):
            self.ended_date = today - timedelta(days=1)
            return
        self.action_id = action
        self.ended_date = max(today, self.started_date or today)

    def change(self, action: int, start: date | None, group: Group, today: date) -> "Enrolment | None":
        """Another control action (R1-201); gives the new period where the old one is kept as the past (D-48).

        An action that ends says how days ended that counted; those that do not are stopped instead, and which action
        it was stands in the history. Raises DomainError for the same action (R1-203) and for uncounted days that have
        ended, ValidationError where the start that "not counted" asks for is missing or outside of the group's days
        (R1-222, R1-223).
        """
        if action == self.action_id:
            raise DomainError("groups.same_action")
        if action == NOT_COUNTED:
            return self._uncounted(_start_of(start, group), today)
        if action in GOING_ON:
            return self._counted_again(today) if self.action_id == NOT_COUNTED else self._resumed(today, today, action)
        if self.action_id == NOT_COUNTED:
            self.stop(today, action)
            return None
        self.action_id = action
        if self.going_on(today):
            self.ended_date = max(today, self.started_date or today)
        return None

    def resume(self, start: date, group: Group, today: date) -> "Enrolment | None":
        """Goes on from a day: in this period if that is not over, else in a second one.

        Raises DomainError if he is in, or the group has ended.
        """
        if self.going_on(today) and self.action_id in GOING_ON:
            raise DomainError("groups.going_on_already")
        if group.over_on(start):
            raise DomainError("groups.ended")
        return self._counted_again(start) if self.action_id == NOT_COUNTED else self._resumed(start, today, ACTIVE)

    def collides(self, others: "Iterable[Enrolment]") -> bool:
        """Another period of his in this group has a day in common with it, and he is in it there."""
        return any(one is not self and one.period.overlap(self.period) and one.action_id in GOING_ON for one in others)

    def _resumed(self, start: date, today: date, action: int) -> "Enrolment | None":
        if self.going_on(today) or (self.ended_date and start <= self.ended_date):
            self.action_id, self.ended_date = action, None
            return None
        return Enrolment(self.student_id, self.group_id, action, start)

    def _counted_again(self, start: date) -> "Enrolment | None":
        """He counts from that day on; the days before it stay uncounted."""
        if not self._began_before(start):
            self.action_id, self.ended_date = ACTIVE, None
            return None
        if self.ended_date is None or self.ended_date >= start:
            self.ended_date = start - timedelta(days=1)
        return Enrolment(self.student_id, self.group_id, ACTIVE, start)

    def _uncounted(self, start: date, today: date) -> "Enrolment | None":
        """From that day he does not count: what came before is a period of its own, and counts as it did."""
        if not self._began_before(start):
            self.action_id, self.started_date = NOT_COUNTED, start
            self.ended_date = self.ended_date if self.going_on(today) else None
            return None
        if self.ended_date is None or self.ended_date >= start:
            self.ended_date = start - timedelta(days=1)
        return Enrolment(self.student_id, self.group_id, NOT_COUNTED, start)

    def _began_before(self, day: date) -> bool:
        return self.started_date is None or self.started_date < day


def _start_of(start: date | None, group: Group) -> date:
    if start is None:
        raise ValidationError({"startDate": [FieldError("limit.group_start_required")]})
    if not group.period.covers(start):
        raise ValidationError({"startDate": [FieldError("limit.group_start_outside")]})
    return start


def joined(group: Group, student_id: int, present: Iterable[Enrolment], start: date | None, today: date) -> Enrolment:
    """A student's new period in a group, from a day on; none: today, or the group's beginning where that is later.

    Raises DomainError where the group has ended, or the student is in it already on any of these days.
    """
    begins = start or max(today, group.started_date or today)
    if group.over_on(begins):
        raise DomainError("groups.ended")
    enrolment = Enrolment(student_id, group.id or 0, ACTIVE, begins)
    if enrolment.collides(present):
        raise DomainError("groups.joined_already")
    return enrolment


def outcome(action: int, period: Period, group_status: int, today: date) -> Outcome:
    """What came of a period: who was in it until the group ended, or finished it, has completed it.

    Uncounted days that were ended led to nothing, whatever ended them.
    """
    ended = period.ended is not None and period.ended < today
    if ended and action == NOT_COUNTED:
        return Outcome.NOT_COMPLETED
    over = group_status == GroupStatus.ENDED or ended
    if action in GOING_ON:
        return Outcome.COMPLETED if over else Outcome.STUDYING
    return Outcome.COMPLETED if action == FINISHED else Outcome.NOT_COMPLETED


def standing(enrolments: Iterable[Enrolment], today: date) -> int:
    """The status of a student whom only this centre knows: active in any group, else as his last period ended."""
    known = sorted(enrolments, key=lambda one: (one.ended_date or date.max, one.id or 0))
    going_on = [one.action_id for one in known if one.going_on(today) and one.action_id in GOING_ON]
    if going_on:
        return min(going_on)
    return known[-1].action_id if known else WITHOUT_COURSE
