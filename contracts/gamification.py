"""Shapes of the calls of gamification."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.shared import MAX_PAGE, MAX_PER_PAGE, PER_PAGE_DEFAULT, Form, Limit, Named, Query, Wire


class EntryDetails(Wire, omit_defaults=True):
    """The cause of a ledger entry, as it was when the entry was made.

    ``lesson``: its number in the group; ``title``: the topic, the order's item or the event; ``score``: 0…100;
    ``mark``, ``mark_reason``: the attendance status and why; ``version``: that of the mark. ``corrected``: the same of
    the deed as a correction found it.
    """

    group: str | None = None
    lesson: int | None = None
    lesson_date: str | None = None
    title: str | None = None
    score: int | None = None
    late: bool | None = None
    mark: int | None = None
    mark_reason: int | None = None
    version: int | None = None
    corrected: "EntryDetails | None" = None

    def stored(self) -> dict[str, object]:
        """The details as the ledger keeps them: without what is not set."""
        fields: dict[str, object] = msgspec.to_builtins(self)
        return fields


# the entries that a list shows: all, with XP, with silver, corrections
AwardKind = Literal["all", "xp", "silver", "corrections"]
# see ``domain.gamification.ledger.CauseKind``
AwardCause = Literal["lesson", "homework", "exam_participation", "exam_pass", "by_hand", "event", "school", "order"]


class StudentAwardsQuery(Query, kw_only=True):
    """Entries of a student, newest first.

    ``fromDate`` and ``toDate`` are both included."""

    page: Annotated[int, Limit(ge=1, le=MAX_PAGE)] = 1
    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = PER_PAGE_DEFAULT
    kind: AwardKind = "all"
    cause: AwardCause | None = None
    course_id: int | None = None
    from_date: date | None = None
    to_date: date | None = None


class LevelBound(Wire):
    """A level and the XP from which it is reached."""

    number: int
    required_xp: int


class AwardBalance(Wire):
    """XP, silver and level of a student.

    ``silver``: what can be spent; ``owes``: what later awards pay first (D-30). ``next``: null at the highest level.
    """

    xp: int
    silver: int
    owes: int
    level: LevelBound
    next: LevelBound | None


class CategoryXp(Wire):
    """XP in a category of courses, and the place by it: ties share one (D-125)."""

    id: int
    name: str
    xp: int
    place: int


class SilverTotals(Wire):
    """Silver by origin: earned with its corrections, spent, given back."""

    earned: int
    spent: int
    refunded: int


class CauseXp(Wire):
    """XP of one kind of cause."""

    cause: AwardCause
    xp: int


class EntryPart(Wire):
    """A part of a correction: the reversal of the earlier award, or the new award.

    ``at``: the moment of the award that is reversed, or of the correction.
    """

    kind: Literal["reversal", "award"]
    at: datetime
    xp: int
    silver: int
    achievement: str | None
    details: EntryDetails


class AwardEntry(Wire):
    """A row of a student's earnings; a correction has the net of its parts.

    ``madeBy``: the member of staff, null for the system, the school and the student. ``corrected``: a later correction
    has taken this award back. ``reached``: the level that the student reached by it.
    """

    id: int
    at: datetime
    kind: Literal["award", "correction", "purchase", "refund"]
    cause: AwardCause
    source: str
    achievement: str | None
    details: EntryDetails
    reason: str
    made_by: str | None
    xp: int
    silver: int
    silver_after: int
    corrected: bool
    reached: int | None
    parts: list[EntryPart]


class StudentAwards(Wire):
    """The earnings of a student: the balance, its origins, and a page of entries.

    ``xpInPeriod``, ``silverInPeriod``: sums of what the filters select; ``corrections``: their number.
    ``courses``: those with entries.
    """

    balance: AwardBalance
    categories: list[CategoryXp]
    silver: SilverTotals
    causes: list[CauseXp]
    courses: list[Named]
    corrections: int
    xp_in_period: int
    silver_in_period: int
    entries: list[AwardEntry]
    total: int


class PreviewRecomputation(Form):
    """The period, both days included; without groups all of the caller's branches."""

    from_date: date
    to_date: date
    group_ids: list[int] = msgspec.field(default_factory=list)
    category_id: int | None = None


class RecomputationCard(Wire):
    """A recomputation: planned by a job, shown, and committed as it was shown (D-93).

    ``state``: ``refused`` where rules or marks have changed since. ``students``, ``xp`` and ``silver``: of the
    differences. ``percent``: of the job that works on it.
    """

    id: int
    state: Literal["planning", "planned", "committing", "done", "refused"]
    from_date: date
    to_date: date
    groups: int
    percent: int
    failed: bool
    students: int
    awards: int
    xp: int
    silver: int
    created_at: datetime
    version: int


class RecomputationAnswer(Wire):
    """A recomputation, and the job that works on it."""

    recomputation: RecomputationCard
    job_id: int | None


class RecomputationRow(Wire):
    """The difference of one student.

    ``causes``: kind of cause → number of awards that change.
    """

    student_id: int
    name: str
    h_id: str | None
    xp_before: int
    xp: int
    silver_before: int
    silver: int
    causes: dict[str, int]


class RecomputationRowsQuery(Query, kw_only=True):
    """A page of differences, the largest first."""

    page: Annotated[int, Limit(ge=1, le=MAX_PAGE)] = 1
    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = PER_PAGE_DEFAULT


class RecomputationRows(Wire):
    """A page of differences."""

    rows: list[RecomputationRow]
    total: int


class CommitRecomputation(Form):
    """The version of the recomputation that was shown."""

    version: int


class OwnAwardsQuery(Query, kw_only=True):
    """A page of the student's own entries, newest first."""

    page: Annotated[int, Limit(ge=1, le=MAX_PAGE)] = 1
    per_page: Annotated[int, Limit(ge=1, le=MAX_PER_PAGE)] = PER_PAGE_DEFAULT


class OwnAward(Wire):
    """An entry as its student sees it; see ``AwardEntry``.

    Who made it is not said (D-96).
    """

    id: int
    at: datetime
    kind: Literal["award", "correction", "purchase", "refund"]
    cause: AwardCause
    achievement: str | None
    details: EntryDetails
    reason: str
    xp: int
    silver: int
    silver_after: int
    reached: int | None


class OwnAwardPage(Wire):
    """A page of own entries."""

    entries: list[OwnAward]
    total: int
