"""The SQL of the reads of exams."""

from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from adapters.postgres.homework.submission_sql import reached, settled_status, waits
from domain.exams.exam import ExamResult
from domain.homework.submission import SubmissionStatus

_R, _S = ExamResult, SubmissionStatus
# $2, $3: branches and user of the groups that the caller sees; $4, $5: of those in which the caller checks
_SEEN = f"g.school_deleted_at is null and {reached('g', '$2::bigint[]', '$3::bigint')}"
# results are open to everybody who sees the exam after the announcement, to checkers before it (H6)
_OPEN = f"(e.announced_at is not null or {reached('g', '$4::bigint[]', '$5::bigint')})"
_SETTLED = settled_status("s", "$6::timestamptz")
MONTHS = """(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name)
    order by m.number), '[]') from exam_study_months x join study_months m on m.id = x.study_month_id
    where x.exam_id = e.id) as study_months"""
_COUNTS = f"""cross join lateral (
    select count(*) as participants, count(*) filter (where s.attempts > 0) as handed_in,
        case when {_OPEN} then count(*) filter (where {waits(_SETTLED)})
            else count(*) filter (where s.attempts > 0) end as waiting,
        case when {_OPEN} then count(*) filter (where s.result is not null and not {waits(_SETTLED)}) end as checked,
        case when {_OPEN} then count(*) filter (where s.result = {_R.PASSED:d}) end as passed,
        case when {_OPEN} then count(*) filter (where s.result in ({_R.FAILED:d}, {_R.FAILED_EXAM:d})) end as failed,
        case when {_OPEN} then count(*) filter (where s.result = {_R.FAILED_EXAM:d}) end as failed_exam,
        case when e.announced_at is not null then count(*) filter (where s.result = {_R.ABSENT:d}) end as absent
    from submissions s where s.exam_id = e.id
) c"""  # noqa: S608  names of ours
COUNT_NAMES = ("participants", "handed_in", "waiting", "checked", "passed", "failed", "failed_exam", "absent")
GROUP = f"select exists (select from groups g where g.id = $1 and {_SEEN})"  # noqa: S608  names of ours
# $1: the group, $7: a study month
_LISTED = f"""where e.group_id = $1 and {_SEEN} and ($7::bigint is null
    or exists (select from exam_study_months x where x.exam_id = e.id and x.study_month_id = $7))"""
PAGE = f"""
select e.*, {MONTHS}, c.*, count(*) over () as total from exams e join groups g on g.id = e.group_id {_COUNTS}
{_LISTED} order by e.begins_at desc, e.id desc limit $8 offset $9
"""  # noqa: S608
# $1: the exam
ONE = f"""
select e.*, {MONTHS}, c.*, g.name as group_name, k.name as course, a.full_name as author, b.full_name as announcer
from exams e join groups g on g.id = e.group_id left join courses k on k.id = g.course_id
left join users a on a.id = e.created_by left join users b on b.id = e.announced_by {_COUNTS}
where e.id = $1 and {_SEEN}
"""  # noqa: S608
# $1: the student
OF_STUDENT = f"""
select e.id, s.id as result_id, e.group_id, e.begins_at, e.announced_at is not null as announced,
    array(select m.name from exam_study_months x join study_months m on m.id = x.study_month_id
        where x.exam_id = e.id order by m.number) as study_months,
    case when {_OPEN} then s.score end as score, case when {_OPEN} then s.result end as result
from submissions s join exams e on e.id = s.exam_id join groups g on g.id = e.group_id
where s.student_id = $1 and {_SEEN} order by e.begins_at desc, e.id desc
"""  # noqa: S608
_HIDDEN_STATUS = f"case when s.attempts > 0 then {_S.WAITING:d} else {_S.UNCOMPLETED:d} end"
_HELD = f"({_SETTLED} = {_S.CHECKING:d})"
_WORK = f"""
    s.id, s.version, s.student_id, p.h_id, p.full_name, p.photo,
    case when {_OPEN} then {_SETTLED} else {_HIDDEN_STATUS} end as status, s.attempts, s.handed_in_at,
    case when {_OPEN} then s.score end as score, case when {_OPEN} then s.result end as result,
    case when {_OPEN} then s.failing_reason end as failing_reason_id,
    case when {_OPEN} then s.failing_text else '' end as failing_text,
    case when {_HELD} then s.claimed_by end as claimed_by, case when {_HELD} then h.full_name end as claimed_by_name,
    s.claimed_at
"""
_FROM = """
from submissions s join exams e on e.id = s.exam_id join groups g on g.id = s.group_id
join students p on p.id = s.student_id left join users h on h.id = s.claimed_by
"""
# $1: the exam, $6: now, $7: a status, $8: a result, $9: words of a name
_WORKS = f"""from (
    select {_WORK}, p.sort_key, p.search,
        not exists (select from enrolments n where n.group_id = s.group_id and n.student_id = s.student_id
            and {OF_THE_CLASS.format(of="n", day="$6::timestamptz::date")}) as "left",
        coalesce((select a.is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1),
            false) as is_late,
        (select count(*) from submission_messages m
            where m.submission_id = s.id and ({_OPEN} or m.check_id is null)) as messages,
        case when {_OPEN} then k.full_name end as checked_by, case when {_OPEN} then s.checked_at end as checked_at
    {_FROM} left join users k on k.id = s.checked_by
    where s.exam_id = $1 and {_SEEN}
) w
where ($7::smallint is null or w.status = $7 or ($7 = {SubmissionStatus.WAITING:d} and {waits("w.status")}))
    and ($8::smallint is null or w.result = $8)
    and ($9::text is null or w.search @@ nullif($9, '')::tsquery)
"""  # noqa: S608
_OF_LIST = {"participants": "", "chats": " and (w.attempts > 0 or w.messages > 0)"}
_ORDER = {
    "participants": "w.sort_key {order}, w.id",
    "chats": f"not {waits('w.status')}, w.handed_in_at {{order}} nulls last, w.id",
}
_COLUMNS = """w.id, w.version, w.student_id, w.h_id, w.full_name, w.photo, w."left", w.status, w.attempts,
    w.handed_in_at, w.is_late, w.messages, w.score, w.result, w.failing_reason_id, w.failing_text, w.claimed_by,
    w.claimed_by_name, w.checked_by, w.checked_at"""
WORKS_TOTAL = {of: f"select count(*) {_WORKS}{more}" for of, more in _OF_LIST.items()}
WORKS = {
    of: f"select {_COLUMNS} {_WORKS}{more} order by {_ORDER[of]} limit $10 offset $11" for of, more in _OF_LIST.items()
}
# $1: the work, $7: the caller, $8: an exam
CHAT = f"""
select {_WORK}, g.id as group_id, g.name as group_name, e.id as exam_id, e.description, e.begins_at, e.deadline,
    e.announced_at, e.public_id, e.version as exam_version, {MONTHS}, {_OPEN} as open,
    d.score as draft_score, d.failing_reason as draft_reason, d.failing_text as draft_reason_text,
    d.message as draft_message, d.saved_at as draft_saved_at,
    (select c.id from checks c where c.id = s.check_id and c.checked_by = $7 and c.withdrawn_at is null
        and c.status = s.status and e.announced_at is null) as undoable
{_FROM} left join check_drafts d on d.submission_id = s.id and d.user_id = $7
where s.id = $1 and {_SEEN} and ($8::bigint is null or s.exam_id = $8)
"""  # noqa: S608
# $1: the work
CHECKS = """
select c.id, a.number as attempt, c.score, c.result, c.failing_reason as failing_reason_id, c.failing_text, c.reason,
    u.full_name as checked_by, c.checked_at
from checks c join users u on u.id = c.checked_by left join attempts a on a.id = c.attempt_id
where c.submission_id = $1 and c.withdrawn_at is null order by c.id
"""
# $1: the student, $2: the exam
AWARD = """
select coalesce(sum(l.xp), 0)::int as xp, coalesce(sum(l.silver), 0)::int as silver from ledger_entries l
where l.student_id = $1 and l.in_force
    and l.cause_kind = any ($3::text[]) and l.cause_source = $2
"""
# $1: the group, $2: the day, $3: an exam
FORM_STUDENTS = f"""
select distinct on (p.sort_key, p.id) p.id, p.h_id, p.full_name, p.photo,
    exists (select from submissions s where s.exam_id = $3 and s.student_id = p.id) as participates
from enrolments n join students p on p.id = n.student_id
where n.group_id = $1 and p.school_deleted_at is null and p.merged_into_id is null
    and {OF_THE_CLASS.format(of="n", day="$2::date")}
order by p.sort_key, p.id
"""  # noqa: S608
# $1: the public id; only the fields that D-88 names
PUBLIC = f"""
select e.id, g.name as "group", coalesce(k.name, '') as course, e.begins_at, {MONTHS}
from exams e join groups g on g.id = e.group_id left join courses k on k.id = g.course_id
where e.public_id = $1 and e.announced_at is not null and g.school_deleted_at is null
"""  # noqa: S608
PUBLIC_RESULTS = """
select p.h_id, p.first_name, p.last_name, s.result, s.score from submissions s join students p on p.id = s.student_id
where s.exam_id = $1 order by p.sort_key, p.id
"""
