"""Changes in a generated school.

Students join, move, leave, return, change their names and are merged.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

import msgspec

from contracts.sync.school_records import (
    Feed,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    Record,
    StudentRecord,
)
from entrypoints.simulators.school.feeds import FeedLog, instant
from entrypoints.simulators.school.generator.awards import award_ids
from entrypoints.simulators.school.generator.plan import Plan
from entrypoints.simulators.school.generator.students import Admissions

R = TypeVar("R", bound=Record)


class Change(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of students per kind of change, applied in order.

    ``forget`` then drops history and tombstones.
    """

    new: int = 0
    moved: int = 0
    left: int = 0
    returned: int = 0
    renamed: int = 0
    merged: int = 0
    removed: int = 0
    rescheduled: int = 0
    forget: bool = False


class Life:
    """Changes a school's records by a seeded random."""

    def __init__(self, plan: Plan, feeds: dict[Feed, FeedLog], admissions: Admissions) -> None:
        self.plan = plan
        self._feeds = feeds
        self._admissions = admissions
        self._chance = plan.chance("changes")
        self._sequence = plan.sequence
        self._periods: dict[str, list[str]] | None = None

    def happen(self, change: Change, sequence: int) -> dict[str, list[str]]:
        """Changes the records at ``sequence``; returns the affected ids by kind."""
        self._sequence = sequence
        kinds: dict[str, Callable[[], str | None]] = {
            "new": self._new,
            "moved": self._moved,
            "left": self._left,
            "returned": self._returned,
            "renamed": self._renamed,
            "merged": self._merged,
            "removed": self._removed,
            "rescheduled": self._rescheduled,
        }
        happened = {kind: [happen() for _ in range(getattr(change, kind))] for kind, happen in kinds.items()}
        return {kind: [id for id in ids if id] for kind, ids in happened.items() if ids}

    # --- the kinds of change ---

    def _new(self) -> str:
        student, periods = self._admissions.admit(self._sequence, instant(self._sequence), "active")
        self._put(Feed.STUDENTS, student)
        for period in periods:
            self._enrol(period)
        return student.id

    def _moved(self) -> str | None:
        """Moves a student to an active group of the next branch.

        The period in the old group ends today.
        """
        student = self._someone("active")
        if student is None:
            return None
        number = int(student.office_ids[0].split("-")[1]) % self.plan.offices + 1
        group = self._admissions.another_group(f"office-{number}")
        if group is None:
            return None
        self._end_periods(student.id)
        self._start_period(student.id, group)
        student.office_ids = [group.office_id]
        self._put(Feed.STUDENTS, student)
        return student.id

    def _left(self) -> str | None:
        student = self._someone("active")
        if student is None:
            return None
        self._end_periods(student.id)
        student.status = "left"
        self._put(Feed.STUDENTS, student)
        return student.id

    def _returned(self) -> str | None:
        student = self._someone("left")
        if student is None:
            return None
        group = self._admissions.another_group(student.office_ids[0])
        if group is None:
            return None
        self._start_period(student.id, group)
        student.status = "active"
        self._put(Feed.STUDENTS, student)
        return student.id

    def _renamed(self) -> str | None:
        """Gives a student a new family name."""
        student, other = self._someone(), self._someone()
        if student is None or other is None:
            return None
        student.last_name = f"{other.last_name}-{student.last_name}"
        self._put(Feed.STUDENTS, student)
        return student.id

    def _merged(self) -> str | None:
        """Merges a duplicate: one record goes, its periods move to the other."""
        survivor, doubled = self._someone("active"), self._someone("active")
        if survivor is None or doubled is None or survivor.id == doubled.id:
            return None
        for period in self._periods_of(doubled.id):
            period.student_id = survivor.id
            self._put(Feed.GROUP_STUDENTS, period)
            self._known_periods()[survivor.id].append(period.id)
        self._known_periods().pop(doubled.id, None)
        for id in self._awards_of(doubled.id):
            award = self._read(Feed.GAMIFICATION_STUDENTS, id, GamificationStudentRecord)
            award.student_id = survivor.id
            self._put(Feed.GAMIFICATION_STUDENTS, award)
        self._feeds[Feed.STUDENTS].remove(doubled.id, self._sequence, "merged", merged_into=survivor.id)
        return doubled.id

    def _removed(self) -> str | None:
        student = self._someone()
        if student is None:
            return None
        for id in self._known_periods().pop(student.id, []):
            self._feeds[Feed.GROUP_STUDENTS].remove(id, self._sequence, "entered by mistake")
        for id in self._awards_of(student.id):
            self._feeds[Feed.GAMIFICATION_STUDENTS].remove(id, self._sequence, "entered by mistake")
        self._feeds[Feed.STUDENTS].remove(student.id, self._sequence, "entered by mistake")
        return student.id

    def _rescheduled(self) -> str | None:
        """A group moves to another room."""
        log = self._feeds[Feed.GROUPS]
        group = self._read(Feed.GROUPS, self._chance.choice(log.living()), GroupRecord)
        group.schedules[0].classroom = str(400 + int(self._chance.random() * 30))
        self._put(Feed.GROUPS, group)
        return group.id

    # --- what they are made of ---

    def _someone(self, status: str = "") -> StudentRecord | None:
        """Returns a random student with this status; None without enough of them."""
        ids = self._feeds[Feed.STUDENTS].living()
        for _ in range(200 if ids else 0):
            student = self._read(Feed.STUDENTS, self._chance.choice(ids), StudentRecord)
            if not status or student.status == status:
                return student
        return None

    def _end_periods(self, student_id: str) -> None:
        for period in self._periods_of(student_id):
            if period.end_date is None:
                period.end_date = max(self.plan.today, period.start_date or self.plan.today)
                period.status = "left"
                self._put(Feed.GROUP_STUDENTS, period)

    def _start_period(self, student_id: str, group: GroupRecord) -> None:
        self._admissions.enrolled += 1
        period = self._admissions.period(student_id, group, self.plan.today, None, "active")
        period.id = f"membership-{self._admissions.enrolled}"
        self._enrol(period)

    def _enrol(self, period: GroupStudentRecord) -> None:
        self._put(Feed.GROUP_STUDENTS, period)
        self._known_periods()[period.student_id].append(period.id)

    def _periods_of(self, student_id: str) -> list[GroupStudentRecord]:
        ids = self._known_periods()[student_id]
        return [self._read(Feed.GROUP_STUDENTS, id, GroupStudentRecord) for id in ids]

    def _awards_of(self, student_id: str) -> list[str]:
        log = self._feeds[Feed.GAMIFICATION_STUDENTS]
        return [id for id in award_ids(student_id) if id in log.rows and id not in log.gone]

    def _known_periods(self) -> dict[str, list[str]]:
        """Returns the ids of each student's periods, cached at the first change."""
        if self._periods is None:
            self._periods = defaultdict(list)
            log = self._feeds[Feed.GROUP_STUDENTS]
            for id in log.living():
                self._periods[self._read(Feed.GROUP_STUDENTS, id, GroupStudentRecord).student_id].append(id)
        return self._periods

    def _put(self, feed: Feed, record: Record) -> None:
        record.version, record.changed_at = self._sequence, instant(self._sequence)
        self._feeds[feed].put(record)

    def _read(self, feed: Feed, id: str, kind: type[R]) -> R:
        return msgspec.json.decode(self._feeds[feed].rows[id], type=kind)
