"""Checking homework: queue, chat, checks, drafts and remarks.

See part 2 §7 and ui.md *Checking homework*.
"""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.homework.files import FileCard, Voice, VoiceCard
from contracts.shared import Form, Limit, ListQuery, Named, Query, Wire
from domain.homework.remark import CODE_PATTERN
from domain.homework.score import MAX_SCORE, MIN_SCORE
from domain.homework.submission import MESSAGE_LENGTH

MAX_SUBMISSIONS = 100

Status = Literal[1, 2, 3, 4, 5, 6]
Score = Annotated[int, Limit(ge=MIN_SCORE, le=MAX_SCORE)]
Message = Annotated[str, Limit(max_length=MESSAGE_LENGTH)]


class SubmissionsQuery(ListQuery):
    """Filters of submissions.

    ``status``: waiting 1, rejected 2, accepted 3, checking 4, uncompleted 5, not given 6; null: what waits for a check,
    waiting and checking. ``value``: a student's name.
    """

    status: Status | None = None
    homework_id: int | None = None


class QueueQuery(SubmissionsQuery):
    """Filters of the queue over all groups."""

    group_id: int | None = None
    teacher_id: int | None = None
    office_ids: list[int] | None = None


class SubmissionRow(Wire):
    """A submission in a list, oldest deadline first.

    ``status`` as in the query; ``claimedBy``: the checker who has it open (D-69); ``isLate``: the newest hand-in came
    after the deadline ``dueAt``; ``score`` of the check in force.
    """

    id: int
    version: int
    student_id: int
    full_name: str
    photo: str | None
    homework_id: int
    group: Named
    lesson_id: int
    lesson_date: date
    lesson_number: int
    topic: str | None
    status: Status
    score: int | None
    attempts: int
    handed_in_at: datetime | None
    is_late: bool
    due_at: datetime
    claimed_by: Named | None


class SubmissionPage(Wire):
    """A page of submissions."""

    submissions: list[SubmissionRow]
    total: int


class StatusCount(Wire):
    """The number of submissions of a status."""

    status: Status
    count: int


class GroupCount(Wire):
    """The number of submissions of a group that wait for a check."""

    id: int
    name: str
    count: int


class QueueFilters(Wire):
    """The filters of the queue, of what the caller may check."""

    groups: list[GroupCount]
    teachers: list[Named]
    statuses: list[StatusCount]


class AttemptCard(Wire):
    """A hand-in."""

    id: int
    number: int
    text: str
    files: list[FileCard]
    voice: VoiceCard | None
    handed_in_at: datetime
    is_late: bool


class CheckCard(Wire):
    """A check: score, result and message. ``attempt``: the number of the hand-in."""

    id: int
    attempt: int | None
    score: int | None
    status: Status
    checked_by: str
    checked_at: datetime


class MessageCard(Wire):
    """A message of the chat.

    ``own``: the caller wrote it; ``checkId``: the check that it came with.
    """

    id: int
    author: str
    is_student: bool
    own: bool
    text: str
    files: list[FileCard]
    voice: VoiceCard | None
    check_id: int | None
    sent_at: datetime


class Claim(Wire):
    """The claim in force: the checker and its end."""

    user: Named
    own: bool
    until: datetime


class Draft(Wire):
    """The caller's unsaved check, as typed."""

    score: str
    message: str
    saved_at: datetime


class TaskCard(Wire):
    """The homework that the submission answers.

    ``variant``: the letter of the variant that the student drew, whose text and files these are; null where all have
    the same (D-85).
    """

    id: int
    description: str
    files: list[FileCard]
    voice: VoiceCard | None
    hours: int
    deadline: datetime
    lesson_id: int
    lesson_date: date
    lesson_number: int
    topic: str | None
    variant: str | None


class Chat(Wire):
    """The work of one student with its history, oldest first.

    ``undoable``: the id of the caller's check that can still be undone (D-69), else null.
    """

    id: int
    version: int
    student: Named
    photo: str | None
    group: Named
    task: TaskCard
    status: Status
    score: int | None
    due_at: datetime
    attempts: list[AttemptCard]
    checks: list[CheckCard]
    messages: list[MessageCard]
    claim: Claim | None
    draft: Draft | None
    undoable: int | None


class ScoreForm(Form, kw_only=True):
    """A score with a message; ``version``: of the submission as the caller sees it."""

    version: int
    score: Score
    message: Message = ""
    file_ids: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class CheckSubmission(ScoreForm, kw_only=True):
    """A check of a submission."""

    submission_id: int


class Earning(Wire):
    """The earning of a score (D-22, D-31, D-82).

    XP and silver, and the level before and after it. ``band``: extra, high, top, satisfactory, awful, or null for a
    score that earns nothing.
    """

    band: Literal["extra", "high", "top", "satisfactory", "awful"] | None
    xp: int
    silver: int
    level_before: int
    level_after: int


class Checked(Wire):
    """A saved check.

    ``checkId`` undoes it; ``status``: accepted 3 or rejected 2 (D-21).
    """

    check_id: int
    version: int
    status: Status
    score: int
    due_at: datetime
    award: Earning


class AwardQuery(Query, kw_only=True):
    """The score to preview; the highest one by default."""

    score: Score = MAX_SCORE


class AwardPreview(Wire):
    """The effect that saving this score would have."""

    status: Status
    award: Earning


class SubmissionVersion(Form):
    """A submission as the caller sees it."""

    id: int
    version: int


class ChangeSubmissions(Form, kw_only=True):
    """Changes submissions without a score (D-83).

    ``result``: 4 claims, 1 releases, 5 gives back as incomplete (with a message), 6 takes the homework from the
    student. ``takeOver``: claims also what another checker has open.
    """

    submissions: list[SubmissionVersion]
    result: Literal[1, 4, 5, 6]
    message: Message = ""
    take_over: bool = False


class ChangedSubmission(Wire):
    """The outcome for one submission.

    ``code``, ``message``: why it was not changed, else null.
    """

    id: int
    version: int | None
    status: Status | None
    code: str | None
    message: str | None
    claimed_by: Named | None


class ChangedSubmissions(Wire):
    """The outcome by submission, in the order of the request."""

    submissions: list[ChangedSubmission]


class SendMessage(Form, kw_only=True):
    """A message without a score; text, files or a recording."""

    text: Message = ""
    file_ids: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class SentMessage(Wire):
    """A sent message; the chat shows it whole."""

    id: int
    text: str
    sent_at: datetime


class MessageAnswer(Wire):
    """A sent message."""

    message: SentMessage


class SaveDraft(Form, kw_only=True):
    """An unsaved check, as typed."""

    score: Annotated[str, Limit(max_length=3)] = ""
    message: Message = ""


class UndoCheck(Form):
    """The check to undo; ``version``: of the submission."""

    check_id: int
    version: int


class Undone(Wire):
    """The submission after undoing."""

    version: int
    status: Status
    score: int | None


class RemarkRow(Wire):
    """A remark. ``own``: the caller's; others are shared ones of colleagues."""

    id: int
    code: str
    text: str
    is_shared: bool
    own: bool
    version: int


class Remarks(Wire):
    """Own remarks, then shared ones, by code."""

    remarks: list[RemarkRow]


class AddRemark(Form, kw_only=True):
    """A new remark."""

    code: Annotated[str, Limit(min_length=1, max_length=8, pattern=CODE_PATTERN, code="limit.remark_code")]
    text: Annotated[str, Limit(min_length=1, max_length=MESSAGE_LENGTH)]
    is_shared: bool = False


class ChangeRemark(AddRemark, kw_only=True):
    """A changed remark."""

    version: int


class RemarkAnswer(Wire):
    """One remark."""

    remark: RemarkRow
