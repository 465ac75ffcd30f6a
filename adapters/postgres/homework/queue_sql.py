"""The SQL of a page of the queue, of only the tables that its filters need.

The order comes from ``ix_submissions_queue``, which also answers the total: a hundred thousand waiting works are
neither sorted nor fetched, and rows before the page are not joined.
"""

from dataclasses import dataclass, field
from datetime import datetime

from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import NUMBER
from adapters.postgres.homework.submissions_sql import CLAIM_SECONDS, FROM
from application.groups.views import GroupScope
from contracts.homework.checking import QueueQuery
from domain.homework.submission import SubmissionStatus

_S = SubmissionStatus
# the index has these; a claim that has expired shows what was before it (D-69)
_QUEUED = f"s.status in ({_S.WAITING:d}, {_S.CHECKING:d})"
# few groups are deleted, so that this costs less than a join with all
_KEPT = "not exists (select from groups x where x.id = s.group_id and x.school_deleted_at is not null)"
_GROUP = " join groups g on g.id = s.group_id"
_LESSON = " join homeworks h on h.id = s.homework_id join lessons l on l.id = h.lesson_id"
_STUDENT = " join students p on p.id = s.student_id"


@dataclass
class QueueStatements:
    """The statements of a page and of its total, for the same values."""

    values: list[object] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    joins: str = ""
    held: str = ""
    settled: str = ""

    def total(self) -> str:
        """The number of submissions."""
        return f"select count(*) from submissions s{self.joins} where {self._where}"  # noqa: S608  names of ours

    def page(self, order: str) -> str:
        """A page; its length and its offset follow the values."""
        count = len(self.values)
        return f"""
with page as materialized (
    select s.id from submissions s{self.joins} where {self._where}
    order by s.due_at {order}, s.id {order} limit ${count + 1} offset ${count + 2}
)
select s.id, s.version, s.student_id, p.full_name, p.photo, s.homework_id, g.id as group_id, g.name as group_name,
    l.id as lesson_id, l.date as lesson_date, {NUMBER} as lesson_number, t.name as topic, {self.settled} as status,
    s.score, s.attempts, s.handed_in_at, s.due_at,
    coalesce((select a.is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1), false)
        as is_late,
    case when {self.held} then s.claimed_by end as claimed_by, case when {self.held} then u.full_name end
        as claimed_by_name
{FROM} left join users u on u.id = s.claimed_by
where s.id in (select id from page) order by s.due_at {order}, s.id {order}
"""  # noqa: S608  names of ours

    @property
    def _where(self) -> str:
        return " and ".join(self.conditions)

    def bind(self, value: object) -> str:
        """The parameter of a value."""
        self.values.append(value)
        return f"${len(self.values)}"

    def add(self, condition: str, value: object) -> None:
        """Adds a condition on a value, unless it is None."""
        if value is not None:
            self.conditions.append(condition.format(self.bind(value)))


def queue_statements(
    query: QueueQuery, scope: GroupScope, offices: list[int] | None, sought: str | None, now: datetime
) -> QueueStatements:
    """Returns the statements for these filters; ``sought``: words of a student's name."""
    made = QueueStatements()
    moment = made.bind(now)
    made.held = (
        f"(s.status = {_S.CHECKING:d} and s.claimed_at > {moment}::timestamptz - interval '{CLAIM_SECONDS} seconds')"
    )
    made.settled = f"""case when s.status = {_S.CHECKING:d} and not {made.held}
    then coalesce(s.status_before, {_S.WAITING:d}) else s.status end"""
    made.conditions += ["s.homework_id is not null", _KEPT]
    if query.status in (None, _S.WAITING, _S.CHECKING):
        made.conditions.append(_QUEUED)
    if query.status is None:
        before = f"coalesce(s.status_before, {_S.WAITING:d}) = {_S.WAITING:d}"
        made.conditions.append(f"(s.status = {_S.WAITING:d} or {made.held} or {before})")
    made.add(f"({made.settled}) = {{}}::smallint", query.status)
    if offices is not None or scope.office_ids:
        made.joins += _GROUP
    _add_scope(made, scope)
    made.add("s.group_id = {}::bigint", query.group_id)
    made.add("s.homework_id = {}::bigint", query.homework_id)
    made.add("g.office_id = any ({}::bigint[])", offices)
    if query.teacher_id is not None:
        made.joins += _LESSON
        made.add("l.teacher_id = {}::bigint", query.teacher_id)
    if sought is not None:
        made.joins += _STUDENT
        made.add("p.search @@ nullif({}, '')::tsquery", sought)
    return made


def _add_scope(made: QueueStatements, scope: GroupScope) -> None:
    """Groups of the branches, or the caller's own."""
    if scope.office_ids is None:
        return
    seen = []
    if scope.office_ids:
        seen.append(f"g.office_id = any ({made.bind(scope.office_ids)}::bigint[])")
    if scope.user_id is not None:
        seen.append(taught_by("s.group_id", f"{made.bind(scope.user_id)}::bigint"))
    made.conditions.append(f"({' or '.join(seen)})" if seen else "false")
