"""The SQL of the reads of homework."""

from adapters.postgres.groups.study_months import NUMBER, study_month_of, topic_id_of
from adapters.postgres.homework.submission_sql import counts, reached, settled_status, waits
from adapters.postgres.listing.text_search import folded
from contracts.shared import Order
from domain.homework.submission import SubmissionStatus

# to the newest lessons, and to those of the next days
LESSONS_OFFERED = 40
DAYS_AHEAD = 7
_REACHED = reached("g", "$2::bigint[]", "$3::bigint")
GROUP = f"select exists (select from groups g where g.id = $1 and g.school_deleted_at is null and {_REACHED})"  # noqa: S608
_AVERAGE = "round(avg(s.score), 1)::float8 as average_score"
# $1: the homework, $2: branches of which all groups count, $3: the user of own groups
HOMEWORK = f"""
select h.*, g.name as group_name, l.date, to_char(l.begin_time, 'HH24:MI') as begin_time,
    to_char(l.end_time, 'HH24:MI') as end_time, {NUMBER} as number, p.name as topic, u.full_name as author, c.*
from homeworks h join groups g on g.id = h.group_id join lessons l on l.id = h.lesson_id
left join topics p on p.id = h.topic_id left join users u on u.id = h.created_by
cross join lateral (
    select {counts("s.status")}, count(*) filter (where s.attempts > 0) as handed_in, {_AVERAGE}
    from submissions s where s.homework_id = h.id
) c
where h.id = $1 and g.school_deleted_at is null and {_REACHED}
"""  # noqa: S608
# $1: the lesson
NEWEST = f"""
select h.id from homeworks h join groups g on g.id = h.group_id
where h.lesson_id = $1 and g.school_deleted_at is null and {_REACHED} order by h.given_at desc, h.id desc limit 1
"""  # noqa: S608
# $1: the homework
VARIANTS = f"""
select v.id, v.number, v.description, (
    select count(*) from submissions s where s.variant_id = v.id and s.status <> {SubmissionStatus.NOT_GIVEN:d}
) as students
from homework_variants v where v.homework_id = $1 order by v.number
"""  # noqa: S608
# $1: the homework, $2: now
WORKS = f"""
select s.id as submission_id, s.student_id, x.h_id, x.full_name, x.photo, {settled_status("s", "$2::timestamptz")}
    as status, s.score, s.attempts, s.handed_in_at, coalesce((
        select a.is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1
    ), false) as late, s.due_at, k.full_name as checked_by, s.checked_at,
    case when {settled_status("s", "$2::timestamptz")} = {SubmissionStatus.CHECKING:d} then c.full_name end as holder,
    (select v.number from homework_variants v where v.id = s.variant_id) as variant, s.version
from submissions s join students x on x.id = s.student_id
left join users k on k.id = s.checked_by left join users c on c.id = s.claimed_by
where s.homework_id = $1 order by x.sort_key, x.id
"""  # noqa: S608
# $1: the group, $2: now, $3: a study month, null for all, $4: a pattern of topic and text, null for all
_FOUND = f"""
from homeworks h join lessons l on l.id = h.lesson_id left join topics p on p.id = h.topic_id
cross join lateral (
    select {counts("s.status")}, count(*) filter (where s.attempts > 0) as handed_in, {_AVERAGE},
        min(s.handed_in_at) filter (where {waits("s.status")}) as waiting_since
    from (select {settled_status("w", "$2::timestamptz")} as status, w.score, w.attempts, w.handed_in_at
        from submissions w where w.homework_id = h.id) s
) c
where h.group_id = $1 and ($3::bigint is null or {study_month_of("l")} = $3)
    and ($4::text is null or {folded("coalesce(p.name, '')")} like $4 or {folded("h.description")} like $4)
"""  # noqa: S608
_PAGE = f"""
select h.id, h.lesson_id, {NUMBER} as lesson_number, l.date as lesson_date, p.name as topic,
    left(h.description, 300) as description, h.given_at, h.deadline, c.*,
    (select count(*) from homework_variants v where v.homework_id = h.id) as variants, h.version
{_FOUND}
order by c.waiting > 0 desc, h.given_at {{order}}, h.id {{order}} limit $5 offset $6
"""  # noqa: S608
# by the direction of the list; what waits for checking is first in both
PAGE = {order: _PAGE.format(order=order.value) for order in Order}
TOTALS = f"""
select count(*) as total, count(*) filter (where c.waiting > 0) as waiting, coalesce(sum(c.waiting), 0)::bigint as works
{_FOUND}
"""
# $1: the group, $2: a lesson to offer however old it is, $3: the centre's day
CHOICES = f"""
with offered as (
    (select l.* from lessons l where l.group_id = $1 and l.no_class_reason is null
        and l.date <= $3::date + {DAYS_AHEAD} order by l.date desc, l.begin_time desc limit {LESSONS_OFFERED})
    union select l.* from lessons l where l.group_id = $1 and l.id = $2
)
select l.id, {NUMBER}::int as number, l.date, to_char(l.begin_time, 'HH24:MI') as begin_time,
    to_char(l.end_time, 'HH24:MI') as end_time, {topic_id_of("l")} as topic_id,
    array(select h.topic_id from homeworks h where h.lesson_id = l.id order by h.id) as given
from offered l order by l.date desc, l.begin_time desc
"""  # noqa: S608
# an ended topic only where a lesson of the group has had it
TOPICS = """
select p.id, p.name from topics p join study_months m on m.id = p.study_month_id
join groups g on g.course_id = m.course_id where g.id = $1 and (
    p.ended_at is null or exists (select from lessons l where l.group_id = $1 and l.topic_id = p.id))
order by m.number, p.position
"""
# $1: the homework
NOT_SUBMITTED = f"""
select s.id as submission_id, s.student_id, x.h_id, x.full_name, x.photo, x.phone as phone_number, s.due_at, (
    select max(r.reminded_at) from homework_reminders r where r.homework_id = $1 and r.student_id = s.student_id
) as reminded_at
from submissions s join students x on x.id = s.student_id
where s.homework_id = $1 and s.status = {SubmissionStatus.UNCOMPLETED:d} order by x.sort_key, x.id
"""  # noqa: S608
