"""A generated school: determined by the number of students and the seed."""

from collections.abc import Callable
from datetime import date

from contracts.sync.school_records import Feed
from entrypoints.simulators.school.changes import Change, Life
from entrypoints.simulators.school.feeds import FeedLog
from entrypoints.simulators.school.generator.awards import awards, connections
from entrypoints.simulators.school.generator.clubs import Members, clubs, host
from entrypoints.simulators.school.generator.curriculum import courses
from entrypoints.simulators.school.generator.plan import Plan
from entrypoints.simulators.school.generator.students import Admissions
from entrypoints.simulators.school.generator.timetable import groups, offices, staff

# Changes are one minute apart in the school's history.
MINUTE = 60_000


class GeneratedSchool:
    """The school of ``students`` students by ``seed``, as of ``today``."""

    def __init__(self, students: int, seed: int = 1, today: date | None = None) -> None:
        self.plan = plan = Plan(students, seed, today or date.today())  # noqa: DTZ011 (a simulator's default)
        # Called with each change, so that the history can be stored.
        self.lived: Callable[[Change], None] = lambda _: None
        self._sequence = plan.sequence
        self._feeds = {feed: FeedLog(plan.sequence) for feed in Feed}
        of_course = list(courses(plan.sequence))
        taught = list(groups(plan, of_course))
        self._feeds[Feed.OFFICES].fill(offices(plan))
        self._feeds[Feed.TEACHERS].fill([host(plan), *staff(plan)])
        self._feeds[Feed.COURSES].fill(of_course)
        meeting = list(clubs(plan, of_course[0]))
        self._feeds[Feed.GROUPS].fill([*taught, *meeting])
        admissions, members = Admissions(plan, taught, plan.chance("students")), Members(plan, taught)
        # the last student admitted to the first group, a member of every club: their attendance is always rejected
        self.unwelcome: frozenset[str] = frozenset()
        everywhere = None
        for _ in range(students):
            student, periods = admissions.admit(plan.sequence, plan.began)
            if any(period.group_id == taught[0].id and period.status == "active" for period in periods):
                self.unwelcome, everywhere = frozenset({student.id}), student
            members.hear_of(student, periods)
            self._feeds[Feed.STUDENTS].fill([student])
            self._feeds[Feed.GROUP_STUDENTS].fill(periods)
        self._feeds[Feed.GROUP_STUDENTS].fill(members.join(meeting, everywhere))
        self._feeds[Feed.GAMIFICATION_STUDENTS].fill(awards(plan, self._feeds[Feed.STUDENTS].living()))
        self._feeds[Feed.GAMIFICATION_CONNECTIONS].fill(connections(plan, [group.id for group in meeting]))
        self._life = Life(plan, self._feeds, admissions)

    @property
    def epoch(self) -> str:
        """Identifies this school's history."""
        return self.plan.epoch

    @property
    def sequence(self) -> int:
        """The number of the latest change."""
        return self._sequence

    @property
    def feeds(self) -> dict[Feed, FeedLog]:
        """The records of each feed."""
        return self._feeds

    def refresh(self) -> None:
        """Does nothing: there is no outside source."""

    def change(self, change: Change) -> dict[str, list[str]]:
        """Applies changes; returns the affected ids by kind.

        They are ids of students, of groups where rescheduled.
        """
        self._sequence += MINUTE
        happened = self._life.happen(change, self._sequence)
        if change.forget:
            self._sequence += MINUTE
            for feed in self._feeds.values():
                feed.forget(self._sequence)
        self.lived(change)
        return happened

    def forget(self) -> None:
        """Drops history and tombstones: every cursor issued so far is lost."""
        self.change(Change(forget=True))
