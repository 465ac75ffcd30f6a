"""The SQL of teachers' homework statistics, from the counters (D-106)."""

from adapters.postgres.core.counters.counters_sql import DAY_SPAN, MONTH_SPAN, in_spans, local_day, summed
from adapters.postgres.homework.submission_sql import reached
from domain.access.roles import RoleNumber
from domain.homework.submission import SubmissionStatus
from domain.people.staff_state import WorkStatus

# the counters of teachers that are numbers to read, not digests
COUNTS = (
    *("lessons", "lessons_with_homework", "homework", "hand_ins", "checked", "checks_rejected", "checks_score_sum"),
    *("checks", "reminders"),
)
_COUNTED = ", ".join(f"sum(c.{name}) as {name}" for name in COUNTS)
# digests are read as text: a number of a thousand digits is converted for longer than it is added up
TOTALS = f"{_COUNTED}, sum(c.digest)::text as digest, max(c.worst_seconds) as worst_seconds"
_IN_SPANS = ", ".join(f"{summed(name, span='s.span', row='s')}::bigint as {name}" for name in COUNTS)
_ANY = "(t.lessons, t.homework, t.hand_ins, t.checks, t.reminders) <> (0, 0, 0, 0, 0)"
ACTIVE = f"(t.work_status = {WorkStatus.WORKING:d} and t.school_deleted_at is null)"
# the number of the account's role, without one the school's; as in the list of KPIs, assistants are left out
_STAFF = "teachers t left join users u on u.id = t.user_id left join roles a on a.id = u.role_id"
_IS_TEACHER = f"(coalesce(a.number, t.role_number) = {RoleNumber.TEACHER:d})"
# Groups that are not counted: of a whole centre none, while a hash of those that are costs more than most sums.
# $1: branches of which all groups count, $2: the user of own groups, $3: branches, $4: a category, $5: a course
_UNSEEN = f"""
unseen as materialized (
    select g.id from groups g join courses k on k.id = g.course_id
    where (g.school_deleted_at is null and {reached("g", "$1::bigint[]", "$2::bigint")}
        and ($3::bigint[] is null or g.office_id = any ($3)) and ($4::bigint is null or k.category_id = $4)
        and ($5::bigint is null or g.course_id = $5)) is not true
)"""  # noqa: S608  names of ours
# Hand-ins of the last day that wait; ``n`` has the newest attempt. Work that is claimed for another check does not.
# $6: now
_FRESH = f"""
select coalesce(n.teacher_id, l.teacher_id) as teacher_id, h.group_id, {local_day("s.handed_in_at")} as day,
    count(*) as works
from submissions s join homeworks h on h.id = s.homework_id join lessons l on l.id = h.lesson_id
join lateral (
    select a.teacher_id from attempts a where a.submission_id = s.id order by a.number desc limit 1
) n on true
where s.status in ({SubmissionStatus.WAITING:d}, {SubmissionStatus.CHECKING:d}) and s.homework_id is not null
    and s.handed_in_at > $6::timestamptz - interval '24 hours' and not s.is_carried_over
    and (s.status = {SubmissionStatus.WAITING:d}
        or coalesce(s.status_before, {SubmissionStatus.WAITING:d}) = {SubmissionStatus.WAITING:d})
    and h.group_id not in (select id from unseen) group by 1, 2, 3
"""  # noqa: S608  names of ours
_WAITING = f"""
select {{by}}, sum(c.hand_ins - c.checked) as waiting from homework_counters c
where c.span = {MONTH_SPAN} and c.hand_ins <> c.checked and c.group_id not in (select id from unseen)
"""  # noqa: S608
# $7, $8, $9: the period in spans, $10: a query of names, $11: teachers who work, or who have left, $12: with
# digests, which cost most. The teachers are
# chosen last (offset 0): with few of them expected, the planner would join them to the sums in loops.
TEACHERS = f"""
with {_UNSEEN}, in_spans as (
    select c.teacher_id, r.span, {_COUNTED}, sum(case when $12::boolean then c.digest end) as digest,
        max(c.worst_seconds) as worst_seconds
    from {in_spans("$7", "$8", "$9")}
    where c.group_id not in (select id from unseen) group by c.teacher_id, r.span
), counted as (
    select s.teacher_id, {_IN_SPANS}, sum(s.digest)::text as digest, max(s.worst_seconds) as worst_seconds
    from in_spans s group by s.teacher_id
), waits as (
    {_WAITING.format(by="c.teacher_id")} group by 1
), fresh as (
    select teacher_id, sum(works) as works from ({_FRESH}) f group by 1
)
select * from (
    select t.id, t.full_name, t.photo, t.sort_key, {ACTIVE} as active, {_IS_TEACHER} as is_teacher,
        ($10::text is null or t.search @@ $10::text::tsquery) as is_sought, c.*,
        coalesce(w.waiting, 0) as works_waiting, coalesce(f.works, 0) as fresh
    from {_STAFF} left join counted c on c.teacher_id = t.id left join waits w on w.teacher_id = t.id
    left join fresh f on f.teacher_id = t.id offset 0
) t
where t.is_teacher and (coalesce({_ANY}, false) or t.works_waiting > 0)
    and t.is_sought and ($11::boolean is null or t.active = $11)
order by t.sort_key, t.id
"""  # noqa: S608
# not in: a hash of the few others, where the planner would join the teachers, of whom it expects few, in loops
_TEACHERS = f"c.teacher_id not in (select t.id from {_STAFF} where not {_IS_TEACHER})"  # noqa: S608  names of ours
_ALL, _CHOSEN = in_spans("$6", "$7", "$8"), in_spans("$6", "$7", "$8", "$9")


def _of_period(counters: str, chosen: str) -> str:
    return f"""
with {_UNSEEN}
select {summed("hand_ins")} as hand_ins, {summed("checked")} as checked, {summed("digest")}::text as digest
from {counters} where c.group_id not in (select id from unseen) and {chosen}
"""  # noqa: S608  names of ours


# $6, $7, $8: the period in spans, $9: teachers
OF_PERIOD, OF_PERIOD_BY_TEACHERS = _of_period(_ALL, _TEACHERS), _of_period(_CHOSEN, "true")


def _step(monthly: str) -> str:
    return f"case when c.span = {MONTH_SPAN} or {monthly} then date_trunc('month', c.day)::date else c.day end"


def _days(counters: str, chosen: str, monthly: str) -> str:
    return f"""
with {_UNSEEN}
select {_step(monthly)} as day, {summed("hand_ins")} as hand_ins, {summed("checks")} as checked
from {counters} where c.group_id not in (select id from unseen) and {chosen} group by 1
"""  # noqa: S608  names of ours


# the last parameter: by month instead of by day
DAYS, DAYS_BY_TEACHERS = _days(_ALL, _TEACHERS, "$9::boolean"), _days(_CHOSEN, "true", "$10::boolean")
TREND = f"""
with {_UNSEEN}
select c.teacher_id, {_step("$10::boolean")} as day, sum(c.digest)::text as digest
from {_CHOSEN} where c.group_id not in (select id from unseen) and c.digest <> 0 group by 1, 2
order by 1, 2
"""  # noqa: S608
PLACES = f"""
with {_UNSEEN}
select c.teacher_id, g.office_id, o.name as office, g.course_id, k.name as course,
    {summed("hand_ins")} + {summed("lessons")} as work
from {_CHOSEN} join groups g on g.id = c.group_id join offices o on o.id = g.office_id
join courses k on k.id = g.course_id
where c.group_id not in (select id from unseen) group by 1, 2, 3, 4, 5
order by 1, 6 desc, 3, 5
"""  # noqa: S608
NEWEST_RECOUNT = """
select recounted_at, from_day, to_day, differences from homework_recounts where is_nightly order by id desc limit 1
"""
# One teacher. $6: the teacher
TEACHER = f"""
with {_UNSEEN}
select t.full_name, t.photo, {ACTIVE} as active from {_STAFF} where t.id = $6 and {_IS_TEACHER} and (
    exists (select from schedules c where c.teacher_id = t.id and c.group_id not in (select id from unseen))
    or exists (select from homework_counters c where c.teacher_id = t.id and c.group_id not in (select id from unseen))
)
"""  # noqa: S608
# $7, $8: the first and the last day
GROUP_WEEKS = f"""
with {_UNSEEN}
select c.group_id, date_trunc('week', c.day)::date as week, {TOTALS}
from homework_counters c
where c.teacher_id = $6 and c.span = {DAY_SPAN} and c.day between $7::date and $8::date
    and c.group_id not in (select id from unseen)
group by 1, 2 order by 2, 1
"""  # noqa: S608
WAITING_OF_GROUPS = f"""
with {_UNSEEN} {_WAITING.format(by="c.group_id")} and c.teacher_id = $6 group by 1
"""
# $6: now, $7: the teacher
FRESH_OF_TEACHER = f"with {_UNSEEN} select * from ({_FRESH}) f where teacher_id = $7"  # noqa: S608
# $1: groups
GROUPS = """
select g.id, g.name, k.name as course, o.name as office from groups g join courses k on k.id = g.course_id
join offices o on o.id = g.office_id where g.id = any ($1::bigint[])
"""
