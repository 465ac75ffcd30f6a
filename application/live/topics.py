"""The topics of live streams, and the events that belong to them (D-162).

A topic is opened by permissions, each with the reach of what it tells. An event joins with one line in
``LIVE_RULES``; it carries the field that the reach of its topic needs: ``group_id`` for branches and own groups,
``user_id`` for what is the caller's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from application.authorization import SIGNED_IN
from application.courses.ports import READERS
from contracts.events import (
    AccessChanged,
    AttendanceSaved,
    CourseChanged,
    Event,
    ExamAnnounced,
    ExamHandedIn,
    ExamWorkChanged,
    HomeworkChecked,
    HomeworkDatabaseChanged,
    HomeworkHandedIn,
    JobChanged,
    LateSheetChanged,
    SchoolSynchronised,
    SubmissionChanged,
    SynchronisationReverted,
    SyncRunChanged,
    VideoChanged,
)


class Topic(StrEnum):
    """A part of the console that is told of changes.

    ``RIGHTS``: the caller's own rights changed, and are read again.
    """

    JOBS = "jobs"
    SYNC = "sync"
    TODAY = "today"
    CHECKING = "checking"
    VIDEOS = "videos"
    EXAMS = "exams"
    CURRICULUM = "curriculum"
    HOMEWORK_DATABASE = "homework_database"
    RIGHTS = "rights"


class Reach(StrEnum):
    """The part of a topic that a permission opens.

    ``BRANCHES``: groups of the caller's branches; ``OWN_GROUPS``: groups that the caller teaches; ``OWN``: what is the
    caller's own.
    """

    EVERYTHING = "everything"
    BRANCHES = "branches"
    OWN_GROUPS = "own groups"
    OWN = "own"


# the field of an event that decides
FIELDS = {Reach.BRANCHES: "group_id", Reach.OWN_GROUPS: "group_id", Reach.OWN: "user_id"}


# topic → the permissions that open it by the right to read, each with its reach; they add up
TOPICS: dict[Topic, tuple[tuple[str, Reach], ...]] = {
    Topic.JOBS: (("settings:integrations", Reach.EVERYTHING), (SIGNED_IN, Reach.OWN)),
    Topic.SYNC: ((SIGNED_IN, Reach.EVERYTHING),),
    Topic.TODAY: (("all_groups:attendance", Reach.BRANCHES), ("my_groups:attendance", Reach.OWN_GROUPS)),
    Topic.CHECKING: (("all_groups:check_homeworks", Reach.BRANCHES), ("my_groups:check_homeworks", Reach.OWN_GROUPS)),
    Topic.VIDEOS: (("all_groups:video_upload", Reach.BRANCHES), ("my_groups:video_upload", Reach.OWN_GROUPS)),
    Topic.EXAMS: (
        ("all_groups:exam", Reach.BRANCHES),
        ("all_groups:exam_chats", Reach.BRANCHES),
        ("my_groups:exam", Reach.OWN_GROUPS),
        ("my_groups:exam_chats", Reach.OWN_GROUPS),
    ),
    Topic.CURRICULUM: tuple((key, Reach.EVERYTHING) for key in READERS),
    Topic.HOMEWORK_DATABASE: (("study:homework_db", Reach.EVERYTHING),),
    Topic.RIGHTS: ((SIGNED_IN, Reach.OWN),),
}
# opened by the right to change: before the announcement a reader learns of no check, not even that there was one (H6)
FOR_CHECKERS = frozenset({Topic.EXAMS})


@dataclass(frozen=True)
class LiveRule:
    """The declaration of an event that is told under a topic.

    ``entity`` names what changed, ``id`` and ``version`` the fields of the event with its id and version.
    """

    event: type[Event]
    topic: Topic
    entity: str
    id: str
    version: str | None = None

    def __post_init__(self) -> None:
        """Raises TypeError where the event lacks a field that its topic needs."""
        needed = {self.id, self.version or self.id, *(FIELDS.get(reach, self.id) for _, reach in TOPICS[self.topic])}
        if missing := needed - {*self.event.__struct_fields__}:
            raise TypeError(f"{self.event.__name__} is told under {self.topic} without {', '.join(sorted(missing))}")


LIVE_RULES = (
    LiveRule(JobChanged, Topic.JOBS, "job", "job_id"),
    LiveRule(SyncRunChanged, Topic.SYNC, "run", "run_id"),
    LiveRule(AttendanceSaved, Topic.TODAY, "lesson", "lesson_id", "sheet_version"),
    LiveRule(LateSheetChanged, Topic.TODAY, "lesson", "lesson_id"),
    LiveRule(HomeworkHandedIn, Topic.CHECKING, "submission", "submission_id"),
    LiveRule(HomeworkChecked, Topic.CHECKING, "submission", "submission_id"),
    LiveRule(SubmissionChanged, Topic.CHECKING, "submission", "submission_id"),
    LiveRule(VideoChanged, Topic.VIDEOS, "video", "video_id"),
    LiveRule(ExamHandedIn, Topic.EXAMS, "submission", "submission_id"),
    LiveRule(ExamWorkChanged, Topic.EXAMS, "submission", "submission_id"),
    LiveRule(ExamAnnounced, Topic.EXAMS, "exam", "exam_id"),
    LiveRule(CourseChanged, Topic.CURRICULUM, "course", "course_id"),
    LiveRule(HomeworkDatabaseChanged, Topic.HOMEWORK_DATABASE, "course", "course_id"),
)
# groups may have another branch or teacher after these
REGROUPING = (SchoolSynchronised, SynchronisationReverted)
_HEARD: tuple[type[Event], ...] = (*(rule.event for rule in LIVE_RULES), AccessChanged, *REGROUPING)
# topics of all events that live streams need
LIVE_EVENTS = frozenset(kind.topic for kind in _HEARD)
_RULES_OF: dict[type[Event], list[LiveRule]] = {rule.event: [] for rule in LIVE_RULES}
for _one in LIVE_RULES:
    _RULES_OF[_one.event].append(_one)


@dataclass(frozen=True, slots=True)
class Change:
    """The part of an event that is told, with the scope by which it is told or not.

    ``everyone``: to every signed-in account.
    """

    topic: Topic
    entity: str | None = None
    id: int | None = None
    version: int | None = None
    group_id: int | None = None
    user_id: int | None = None
    everyone: bool = False


def changes_of(event: Event) -> Iterator[Change]:
    """The changes that an event tells of; none where no topic names it."""
    if isinstance(event, AccessChanged):
        for user_id in event.users:
            yield Change(Topic.RIGHTS, user_id=user_id)
        if not event.users:
            yield Change(Topic.RIGHTS, everyone=True)
    for rule in _RULES_OF.get(type(event), ()):
        yield Change(
            rule.topic,
            rule.entity,
            getattr(event, rule.id),
            getattr(event, rule.version) if rule.version else None,
            getattr(event, "group_id", None),
            getattr(event, "user_id", None),
        )
