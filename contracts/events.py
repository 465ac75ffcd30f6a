"""The events that the console publishes through its outbox.

Consumers are the console itself and subscribers of its broker.

An event only grows: a new field has a default, and the version increases by one. Rows written by an older version stay
readable (``tests/contracts/kept-events.json`` holds one of every version).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec

from contracts.shared import Wire


class Event(Wire, kw_only=True):
    """An event.

    ``topic`` names it on the wire; ``version`` increases with each added field. ``lasting``: published to subscribers
    of the broker, and again after the broker lost its streams; any other event is for the live stream only.
    """

    topic: ClassVar[str]
    version: ClassVar[int] = 1
    lasting: ClassVar[bool] = True

    def payload(self) -> dict[str, Any]:
        """Returns its fields as stored in the outbox."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields


class JobQueued(Event, kw_only=True):
    """A job was queued: a new one, a retry, or one that staff run again.

    Consumed by the worker.
    """

    topic: ClassVar[str] = "job"

    job_id: int
    kind: str


class RunEnded(Event, kw_only=True):
    """Common fields of ended runs: status and counts of records."""

    run_id: int
    type: str
    status: Literal["done", "done_with_messages", "aborted", "failed"]
    reason: str | None = None
    announced: int = 0
    read: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    deleted: int = 0
    parked: int = 0
    refused: int = 0
    differing: int = 0
    older: int = 0


class SchoolSynchronised(RunEnded, kw_only=True):
    """A run that read the school has ended.

    ``approves``: the stopped run whose changes it carried out.
    """

    topic: ClassVar[str] = "SchoolSynchronised"
    version: ClassVar[int] = 2

    approves: int | None = None


class SynchronisationReverted(RunEnded, kw_only=True):
    """A run that reverted another one has ended; ``reverts`` is the other run."""

    topic: ClassVar[str] = "SynchronisationReverted"
    version: ClassVar[int] = 2

    reverts: int | None = None


class HomeworkEvent(Event, kw_only=True):
    """Common fields of events about homework."""

    homework_id: int
    group_id: int


class HomeworkGiven(HomeworkEvent, kw_only=True):
    """Homework was given to the class of a lesson."""

    topic: ClassVar[str] = "HomeworkGiven"

    lesson_id: int
    deadline: datetime


class HomeworkHandedIn(HomeworkEvent, kw_only=True):
    """A student handed in homework; ``attempt`` is 1, 2, …"""

    topic: ClassVar[str] = "HomeworkHandedIn"

    submission_id: int
    student_id: int
    attempt: int
    is_late: bool


class HomeworkChecked(HomeworkEvent, kw_only=True):
    """Homework was checked.

    It leaves ten seconds later, unless the check is undone (D-69).
    """

    topic: ClassVar[str] = "HomeworkChecked"

    submission_id: int
    student_id: int
    check_id: int
    status: int
    score: int | None = None


class HomeworkReminded(HomeworkEvent, kw_only=True):
    """Students were reminded of homework that they have not handed in (D-89)."""

    topic: ClassVar[str] = "HomeworkReminded"

    student_ids: list[int]


class SubmissionChanged(Event, kw_only=True):
    """A checker changed a submission.

    They claimed, released, checked or gave it back, or undid a check. It leaves at once, for the queues of other
    checkers. ``user_id``: the checker.
    """

    topic: ClassVar[str] = "SubmissionChanged"

    submission_id: int
    group_id: int
    user_id: int | None = None


class ExamEvent(Event, kw_only=True):
    """Common fields of events about exams."""

    exam_id: int
    group_id: int


class ExamGiven(ExamEvent, kw_only=True):
    """An exam was given to a group."""

    topic: ClassVar[str] = "ExamGiven"

    begins_at: datetime
    deadline: datetime


class ExamHandedIn(ExamEvent, kw_only=True):
    """A student handed in work of an exam."""

    topic: ClassVar[str] = "ExamHandedIn"

    submission_id: int
    student_id: int
    attempt: int


class ExamWorkChanged(ExamEvent, kw_only=True):
    """A checker changed the work of a participant.

    They claimed or checked it, wrote to the student, or undid a check. It leaves at once, for other checkers.
    """

    topic: ClassVar[str] = "ExamWorkChanged"
    lasting: ClassVar[bool] = False

    submission_id: int


class ExamAnnounced(ExamEvent, kw_only=True):
    """The results of an exam were announced, or one was corrected afterwards (D-86).

    It carries no result: each student reads the own one.
    """

    topic: ClassVar[str] = "ExamAnnounced"

    student_ids: list[int]


class StudentAward(Wire, kw_only=True):
    """The net change of one student's account, and the levels around it."""

    student_id: int
    xp: int
    silver: int
    level_before: int
    level: int


class AwardGiven(Event, kw_only=True):
    """Awards of one kind were given, corrected or reversed in one commit.

    ``source``: the lesson, submission, exam or event they stem from; empty where they stem from several. A correction
    carries the difference to the award before.
    """

    topic: ClassVar[str] = "AwardGiven"

    cause: str
    source: str
    awards: list[StudentAward]


class AttendanceSaved(Event, kw_only=True):
    """Marks of a class were saved, by its teacher or the office.

    ``students``: those whose marks changed; ``sheet_version``: the version of the sheet since then.
    """

    topic: ClassVar[str] = "AttendanceSaved"

    lesson_id: int
    group_id: int
    sheet_version: int
    students: list[int]


class LateSheetChanged(Event, kw_only=True):
    """Marks sent after the save window wait for the office, or were decided (D-70)."""

    topic: ClassVar[str] = "LateSheetChanged"
    lasting: ClassVar[bool] = False

    lesson_id: int
    group_id: int


class JobChanged(Event, kw_only=True):
    """A job that somebody waits for began, progressed, ended or failed.

    ``user_id``: the person who requested it.
    """

    topic: ClassVar[str] = "JobChanged"
    lasting: ClassVar[bool] = False

    job_id: int
    user_id: int | None


class SyncRunChanged(Event, kw_only=True):
    """A synchronisation run was started, progressed or ended."""

    topic: ClassVar[str] = "SyncRunChanged"
    lasting: ClassVar[bool] = False

    run_id: int


class VideoChanged(Event, kw_only=True):
    """A video of a group was added, moved on, changed or is being deleted."""

    topic: ClassVar[str] = "VideoChanged"
    lasting: ClassVar[bool] = False

    video_id: int
    group_id: int


class CourseChanged(Event, kw_only=True):
    """A study course, its months, its topics or its place in the order changed."""

    topic: ClassVar[str] = "CourseChanged"
    lasting: ClassVar[bool] = False

    course_id: int


class HomeworkDatabaseChanged(Event, kw_only=True):
    """Chapters, lessons or homework of a course's homework database changed."""

    topic: ClassVar[str] = "HomeworkDatabaseChanged"
    lasting: ClassVar[bool] = False

    course_id: int


class AccessChanged(Event, kw_only=True):
    """Rights, branches or sessions of accounts changed.

    ``users``: whose; empty where a role changed, which may be anybody's.
    """

    topic: ClassVar[str] = "AccessChanged"
    lasting: ClassVar[bool] = False

    users: list[int]


EVENTS: dict[str, type[Event]] = {
    kind.topic: kind
    for kind in (
        JobQueued,
        SchoolSynchronised,
        SynchronisationReverted,
        HomeworkGiven,
        HomeworkHandedIn,
        HomeworkChecked,
        HomeworkReminded,
        SubmissionChanged,
        ExamGiven,
        ExamHandedIn,
        ExamWorkChanged,
        ExamAnnounced,
        AwardGiven,
        AttendanceSaved,
        LateSheetChanged,
        JobChanged,
        SyncRunChanged,
        VideoChanged,
        CourseChanged,
        HomeworkDatabaseChanged,
        AccessChanged,
    )
}
LIVE_ONLY = [topic for topic, kind in EVENTS.items() if not kind.lasting]


def read_event(topic: str, payload: Mapping[str, Any]) -> Event:
    """Reads the event of an outbox row of any version.

    Raises KeyError for an unknown topic.
    """
    return msgspec.convert(dict(payload), EVENTS[topic])
