"""Enrolments: periods of students in groups (D-48).

One rule covers stopping and continuing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum

from domain.shared.errors import DomainError, FieldError, ValidationError


class GroupStatus(IntEnum):
    """The state of a group."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


GROUP_STATUSES = {"not_started": GroupStatus.NOT_STARTED, "active": GroupStatus.ACTIVE, "ended": GroupStatus.ENDED}


class Outcome(IntEnum):
    """The outcome of an enrolment."""

    STUDYING = 1
    COMPLETED = 2
    NOT_COMPLETED = 3


# control actions (D-62)
ACTIVE, FINISHED, WITHOUT_COURSE, PRIVILEGE, LEFT, NOT_COUNTED = 1, 2, 3, 4, 5, 6
# status of an enrolment in the school system → control action
ENROLMENT_ACTIONS = {"active": ACTIVE, "finished": FINISHED, "left": LEFT}
# actions of a student who is in the group; every other one ends the period
GOING_ON = (ACTIVE, NOT_COUNTED)


@dataclass(frozen=True)
class Period:
    """The days from ``started`` to ``ended``, both included.

    None is an open end or an unknown begin.
    """

    started: date | None
    ended: date | None

    def covers(self, day: date) -> bool:
        """True if the day is in the period."""
        return (self.started is None or self.started <= day) and (self.ended is None or day <= self.ended)

    def overlap(self, other: "Period") -> "Period | None":
        """The days in both periods.

        Rules about lessons use the overlap of an enrolment and its group (D-48).
        """
        started = max((day for day in (self.started, other.started) if day), default=None)
        ended = min((day for day in (self.ended, other.ended) if day), default=None)
        return None if started and ended and ended < started else Period(started, ended)


def period(started: date | None, ended: date | None) -> Period:
    """A valid period; it may begin before its group (D-48).

    Raises DomainError if it ends before it begins.
    """
    if started and ended and ended < started:
        raise DomainError("groups.ended_before_begun", field="endDate")
    return Period(started, ended)


def action_of(word: str, ended: date | None) -> int:
    """The control action of an enrolment's status.

    An unknown status is active, or left once it has an end.
    """
    return ENROLMENT_ACTIONS.get(word, LEFT if ended else ACTIVE)


@dataclass
class Group:
    """A group, as far as enrolling needs it."""

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
        """The days of the group."""
        return Period(self.started_date, self.ended_date)

    def over_on(self, day: date) -> bool:
        """True if nobody can join the group from that day on."""
        return self.status == GroupStatus.ENDED or (self.ended_date is not None and self.ended_date < day)


@dataclass
class Enrolment:
    """One period of a student in a group, both days included.

    ``h_id``: the school's id of the enrolment, if the school owns it.
    """

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
        """The days on which the student is in the group."""
        return Period(self.started_date, self.ended_date)

    def going_on(self, today: date) -> bool:
        """True if the enrolment lasts today or later."""
        return self.ended_date is None or self.ended_date >= today

    def stop(self, today: date, action: int = FINISHED) -> None:
        """Ends the enrolment today; the past stays as it was.

        Raises DomainError if it has ended. Uncounted days stay uncounted (D-62): they keep their action, and yesterday
        is the last of them.
        """
        if not self.going_on(today) or self.action_id not in GOING_ON:
            raise DomainError("groups.stopped_already")
        if self.action_id == NOT_COUNTED and self._began_before(today):
            self.ended_date = today - timedelta(days=1)
            return
        self.action_id = action
        self.ended_date = max(today, self.started_date or today)

    def change(self, action: int, start: date | None, group: Group, today: date) -> "Enrolment | None":
        """Changes the control action (R1-201).

        Returns the new period if the old one stays as the past (D-48). An ending action ends counted days; uncounted
        days are stopped instead, and the history records the action.

        Raises DomainError for the same action (R1-203) and for uncounted days that have ended, ValidationError if the
        start that "not counted" needs is missing or outside the group's days (R1-222, R1-223).
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
        """Continues from a day: in this period if it is not over, else in a second one.

        Raises DomainError if the student is in the group, or the group has ended.
        """
        if self.going_on(today) and self.action_id in GOING_ON:
            raise DomainError("groups.going_on_already")
        if group.over_on(start):
            raise DomainError("groups.ended")
        return self._counted_again(start) if self.action_id == NOT_COUNTED else self._resumed(start, today, ACTIVE)

    def collides(self, others: "Iterable[Enrolment]") -> bool:
        """True if another active period of the student in this group overlaps."""
        return any(one is not self and one.period.overlap(self.period) and one.action_id in GOING_ON for one in others)

    def _resumed(self, start: date, today: date, action: int) -> "Enrolment | None":
        if self.going_on(today) or (self.ended_date and start <= self.ended_date):
            self.action_id, self.ended_date = action, None
            return None
        return Enrolment(self.student_id, self.group_id, action, start)

    def _counted_again(self, start: date) -> "Enrolment | None":
        """Counts the student from that day on; earlier days stay uncounted."""
        if not self._began_before(start):
            self.action_id, self.ended_date = ACTIVE, None
            return None
        if self.ended_date is None or self.ended_date >= start:
            self.ended_date = start - timedelta(days=1)
        return Enrolment(self.student_id, self.group_id, ACTIVE, start)

    def _uncounted(self, start: date, today: date) -> "Enrolment | None":
        """Stops counting the student from that day on.

        Earlier days become a period that counts as before.
        """
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
    """A student's new period, by default from today or the group's later begin.

    Raises DomainError if the group has ended, or the student is in it on any of these days.
    """
    begins = start or max(today, group.started_date or today)
    if group.over_on(begins):
        raise DomainError("groups.ended")
    enrolment = Enrolment(student_id, group.id or 0, ACTIVE, begins)
    if enrolment.collides(present):
        raise DomainError("groups.joined_already")
    return enrolment


def outcome(action: int, period: Period, group_status: int, today: date) -> Outcome:
    """The outcome of a period.

    Completed if it lasted until the group's end or was finished. Ended uncounted days are not completed, whatever ended
    them.
    """
    ended = period.ended is not None and period.ended < today
    if ended and action == NOT_COUNTED:
        return Outcome.NOT_COMPLETED
    over = group_status == GroupStatus.ENDED or ended
    if action in GOING_ON:
        return Outcome.COMPLETED if over else Outcome.STUDYING
    return Outcome.COMPLETED if action == FINISHED else Outcome.NOT_COMPLETED


def standing(enrolments: Iterable[Enrolment], today: date) -> int:
    """The status of a student unknown to the school.

    Active in any group, else as the last period ended.
    """
    known = sorted(enrolments, key=lambda one: (one.ended_date or date.max, one.id or 0))
    going_on = [one.action_id for one in known if one.going_on(today) and one.action_id in GOING_ON]
    if going_on:
        return min(going_on)
    return known[-1].action_id if known else WITHOUT_COURSE
