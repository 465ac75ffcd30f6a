"""Work of participants: chats, checks, results, announcement (D-69, D-86)."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from contracts.exams.exams import Progress, Result, StudyMonth
from contracts.homework.checking import AttemptCard, Claim, Message, MessageCard, Score
from contracts.homework.files import FileCard, Voice
from contracts.shared import Form, Limit, ListQuery, Named, Query, Wire
from domain.homework.score import MAX_SCORE

# waiting 1, rejected 2, accepted 3, checking 4, uncompleted 5 (R2-197, D-23)
WorkStatus = Literal[1, 2, 3, 4, 5, 6]
ReasonId = Literal[1, 2, 3, 4, 5]
FAILING_TEXT_LENGTH = 500
FailingText = Annotated[str, Limit(max_length=FAILING_TEXT_LENGTH)]


class WorksQuery(ListQuery, kw_only=True):
    """Filters of participants, chats and results.

    Ordered by name; chats by what waits longest.

    ``result``: see D-29; known before the announcement to checkers alone.
    """

    status: WorkStatus | None = None
    result: Result | None = None


class ExamWorkRow(Wire):
    """A participant with the state of the work.

    ``id``: of the result and of the chat.

    Before the announcement score, result and failing reason are null for everybody but checkers, and ``status`` only
    says whether something was handed in. ``left``: the student is no longer in the group.
    """

    id: int
    version: int
    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    left: bool
    status: WorkStatus
    attempts: int
    handed_in_at: datetime | None
    is_late: bool
    messages: int
    score: int | None
    result: Result | None
    failing_reason_id: ReasonId | None
    failing_text: str
    claimed_by: Named | None
    checked_by: str | None
    checked_at: datetime | None


class ExamWorkPage(Wire):
    """A page of participants."""

    works: list[ExamWorkRow]
    total: int


class ExamTask(Wire):
    """The exam that the work answers."""

    id: int
    description: str
    files: list[FileCard]
    study_months: list[StudyMonth]
    begins_at: datetime
    deadline: datetime
    progress: Progress
    version: int


class ExamCheckCard(Wire):
    """A check. ``reason``: why an announced result was corrected."""

    id: int
    attempt: int | None
    score: int | None
    result: Result | None
    failing_reason_id: ReasonId | None
    failing_text: str
    reason: str
    checked_by: str
    checked_at: datetime


class ExamDraft(Wire):
    """The caller's unsaved check, as typed."""

    score: str
    failing_reason_id: ReasonId | None
    failing_text: str
    message: str
    saved_at: datetime


class ExamAward(Wire):
    """The awards of a result: for participating and for passing, in sum.

    ``band``: top, good, satisfactory, awful, or null for a result that earns nothing by its score.
    """

    band: Literal["top", "good", "satisfactory", "awful"] | None
    xp: int
    silver: int
    level_before: int
    level_after: int


class ExamEarned(Wire):
    """The awards in force of an announced result, in sum."""

    xp: int
    silver: int


class ExamChat(Wire):
    """The work of one participant with its history, oldest first.

    What a check says is hidden from everybody but checkers before the announcement. ``undoable``: the id of the
    caller's check that can still be undone (D-69). ``award``: what the announcement earned. ``publicId``: of the
    public result, once announced.
    """

    id: int
    version: int
    student: Named
    h_id: str | None
    photo: str | None
    group: Named
    exam: ExamTask
    status: WorkStatus
    score: int | None
    result: Result | None
    failing_reason_id: ReasonId | None
    failing_text: str
    attempts: list[AttemptCard]
    checks: list[ExamCheckCard]
    messages: list[MessageCard]
    claim: Claim | None
    draft: ExamDraft | None
    undoable: int | None
    award: ExamEarned | None
    public_id: str | None


class ExamScore(Form, kw_only=True):
    """A score or a failing reason; ``version``: of the work as the caller sees it.

    ``result``: the result as the screen shows it, compared if given. ``failingText``: required with reason 5.
    """

    version: int
    score: Score | None = None
    result: Result | None = None
    failing_reason_id: ReasonId | None = None
    failing_text: FailingText = ""
    message: Message = ""
    file_ids: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class CheckExam(ExamScore, kw_only=True):
    """A check of one participant's work."""

    result_id: int


class CorrectExam(ExamScore, kw_only=True):
    """A corrected check; after the announcement with a reason."""

    reason: Annotated[str, Limit(max_length=FAILING_TEXT_LENGTH)] = ""


class ExamChecked(Wire):
    """A saved check.

    ``award``: what the result will earn at the announcement, or has earned after it."""

    check_id: int
    version: int
    status: WorkStatus
    score: int | None
    result: Result
    award: ExamAward


class ExamUndone(Wire):
    """The work after undoing a check."""

    version: int
    status: WorkStatus
    score: int | None
    result: Result | None


class ExamAwardQuery(Query, kw_only=True):
    """The score to preview; the highest one by default."""

    score: Score = MAX_SCORE


class ExamAwardPreview(Wire):
    """The effect that this score would have at the announcement."""

    result: Result
    award: ExamAward


class SaveExamDraft(Form, kw_only=True):
    """An unsaved check, as typed.

    It claims handed-in work that nobody else has open; ``takeOver``: also what another checker has (D-69).
    """

    score: Annotated[str, Limit(max_length=3)] = ""
    failing_reason_id: ReasonId | None = None
    failing_text: FailingText = ""
    message: Message = ""
    take_over: bool = False


class ExamDraftSaved(Wire):
    """The work after saving a draft; ``claimedBy``: the checker who has it open."""

    version: int
    claimed_by: Named | None


class AnnouncedStudent(Wire):
    """A participant in the announcement; ``id``: of the result."""

    id: int
    student_id: int
    full_name: str
    score: int | None
    failing_reason_id: ReasonId | None
    failing_text: str


class GroupExamKpi(Wire):
    """The KPI of a group's exams: passed of the participants, in percent (D-27)."""

    passed: int
    participants: int
    percentage: float | None


class AnnouncePreview(Wire):
    """The effect of announcing: outcomes by name, and what stands in the way (D-86).

    ``may``: nothing does; ``code``, ``message``: what does, else null. ``deadlineOver`` false: students may still
    hand in. ``notified``: the number of students who hear of it, each once. ``xp``, ``silver``: the sums of the awards
    to be posted, to ``awarded`` students. ``groupKpi``: with this exam. ``publicId``: of the public result, which is
    not found before the announcement (D-88).
    """

    may: bool
    code: str | None
    message: str | None
    version: int
    deadline_over: bool
    passed: list[AnnouncedStudent]
    failed: list[AnnouncedStudent]
    failed_exam: list[AnnouncedStudent]
    absent: list[AnnouncedStudent]
    unchecked: list[AnnouncedStudent]
    notified: int
    xp: int
    silver: int
    awarded: int
    group_kpi: GroupExamKpi
    announced_at: datetime | None
    public_id: str


class AnnounceExam(Form):
    """The exam as the caller sees it."""

    version: int


class ExamAnnouncedAnswer(Wire):
    """The announced exam: numbers by result, and the address of the public result."""

    version: int
    announced_at: datetime
    passed: int
    failed: int
    failed_exam: int
    absent: int
    public_id: str
