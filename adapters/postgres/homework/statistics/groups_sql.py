"""The SQL of homework statistics."""

from adapters.postgres.core.counters.counters_sql import counted, in_spans, summed, unclaimed_status
from adapters.postgres.groups.search import spelled_name
from adapters.postgres.groups.study_months import NUMBER, study_month_of
from adapters.postgres.homework.submission_sql import counts, reached, settled_status
from adapters.postgres.listing.text_search import folded
from contracts.homework.statistics import NOT_DUE
from domain.homework.deadlines import REMINDED_DAYS
from domain.homework.submission import SHOWN, SubmissionStatus

# Figures count claimed work as it was before the claim, as KPI and counters do.
_NOT_DUE = "s.due_at + interval '1 s' > {now}"
# percent of accepted works, without what is not given or not due yet; as ``domain.homework.tally``
_COUNTED = (
    f"s.kept <> {SubmissionStatus.NOT_GIVEN:d} and (s.kept <> {SubmissionStatus.UNCOMPLETED:d} or not ({_NOT_DUE}))"
)
_FIGURES = f"""{counts("s.kept", _NOT_DUE)}, round(avg(s.score), 1)::float8 as average_score,
    round(100.0 * count(*) filter (where s.kept = {SubmissionStatus.ACCEPTED:d})
        / nullif(count(*) filter (where {_COUNTED}), 0), 1)::float8 as percentage"""
# column → the expression by which a page is sorted; any other is the list's own
SORTS = {
    "averageScore": "f.average_score",
    "rejected": "f.rejected",
    "uncompleted": "f.uncompleted",
    "accepted": "f.accepted",
    "waiting": "f.waiting",
}
_REACHED = reached("g", "$2::bigint[]", "$3::bigint")
# $1: the group, $2: branches of which all groups count, $3: the user of own groups
GROUP = f"""
select g.name, coalesce((
    select jsonb_agg(jsonb_build_object('id', m.id, 'name', coalesce(nullif(m.name, ''), m.number::text))
        order by m.number)
    from study_months m where m.course_id = g.course_id
), '[]') as study_months
from groups g where g.id = $1 and g.school_deleted_at is null and {_REACHED}
"""  # noqa: S608  names of ours
# $1: the group, $2, $3: the days, $4: a study month instead of them, $5: now
_WORKS = f"""
works as (
    select s.homework_id, h.lesson_id, s.id, s.student_id, {settled_status("s", "$5::timestamptz")} as status, s.score,
        {unclaimed_status("s")} as kept, s.due_at, s.attempts, s.handed_in_at, s.variant_id, l.date as day
    from homeworks h join lessons l on l.id = h.lesson_id join submissions s on s.homework_id = h.id
    where h.group_id = $1 and case when $4::bigint is null then l.date between $2::date and $3::date
        else {study_month_of("l")} = $4 end
)"""  # noqa: S608
OF_GROUP = f"""
with {_WORKS}
select count(distinct homework_id) as homework, count(distinct lesson_id) as lessons, min(day) as first_day,
    max(day) as last_day,
    {_FIGURES.format(now="$5::timestamptz")} from works s
"""  # noqa: S608
# $6: the limit, $7: the offset, $8: a query of names, null for all
STUDENTS = f"""
with {_WORKS}, of_students as (
    select s.student_id, {_FIGURES.format(now="$5::timestamptz")} from works s group by s.student_id
)
select x.id as student_id, x.h_id, x.full_name, x.photo, f.*, count(*) over () as total
from of_students f join students x on x.id = f.student_id
where $8::text is null or x.search @@ $8::text::tsquery
order by {{sort}} {{order}} nulls last, x.sort_key, x.id limit $6 offset $7
"""  # noqa: S608
# $6: the limit, $7: the offset, $8: a pattern of topics, null for all
LESSONS = f"""
with {_WORKS}, of_lessons as (
    select s.homework_id, {_FIGURES.format(now="$5::timestamptz")} from works s group by s.homework_id
)
select l.id as lesson_id, {NUMBER} as lesson_number, l.date, to_char(l.begin_time, 'HH24:MI') as begin_time,
    to_char(l.end_time, 'HH24:MI') as end_time, p.name as topic, h.deadline, f.*, (
        select count(*) from homework_reminders r where r.homework_id = h.id
    ) as reminders, count(*) over () as total
from of_lessons f join homeworks h on h.id = f.homework_id join lessons l on l.id = h.lesson_id
left join topics p on p.id = h.topic_id
where $8::text is null or {folded("p.name")} like $8
order by {{sort}} {{order}} nulls last, l.date desc, l.begin_time desc, h.id desc limit $6 offset $7
"""  # noqa: S608
# $6: the student
WORKS_OF_STUDENT = f"""
with {_WORKS}
select s.id as submission_id, s.homework_id, s.lesson_id, {NUMBER} as lesson_number, l.date as lesson_date,
    p.name as topic, left(coalesce(v.description, h.description), 300) as description, h.source, s.status, s.score,
    s.attempts, s.handed_in_at, s.due_at,
    s.status = {SubmissionStatus.UNCOMPLETED:d} and {_NOT_DUE.format(now="$5::timestamptz")} as not_due, coalesce((
        select a.is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1
    ), false) as late, (
        select max(r.reminded_at) from homework_reminders r
        where r.homework_id = s.homework_id and r.student_id = s.student_id
    ) as reminded_at
from works s join homeworks h on h.id = s.homework_id join lessons l on l.id = s.lesson_id
left join topics p on p.id = h.topic_id left join homework_variants v on v.id = s.variant_id
where s.student_id = $6 order by l.date desc, l.begin_time desc, h.id desc
"""  # noqa: S608
FIGURES_OF_STUDENT = f"""
with {_WORKS} select {_FIGURES.format(now="$5::timestamptz")} from works s where s.student_id = $6
"""  # noqa: S608
# $1: the student, $2: the group
STUDENT = """
select x.full_name, x.photo from students x where x.id = $1
    and exists (select from submissions s where s.student_id = x.id and s.group_id = $2 and s.homework_id is not null)
"""
_COUNTERS = ("homework", "waiting", "rejected", "accepted", "uncompleted", "not_given", "scored", "score_sum")
_SUMS = ", ".join(f"{summed(name)} as {name}" for name in _COUNTERS)
# $1: now, $2: branches of which all groups count, $3: the user of own groups, $4, $5: the days, $6: branches, $7: a
# course, $8: a teacher, $9: patterns of names, $10: the limit, $11: the offset, $12, $13, $14: the days in spans of
# the counters
GROUPS = f"""
with unseen as materialized (
    select g.id from groups g
    where (g.school_deleted_at is null and {_REACHED}
        and ($6::bigint[] is null or g.office_id = any ($6)) and ($7::bigint is null or g.course_id = $7)
        and ($8::bigint is null or g.id in (select c.group_id from schedules c where c.teacher_id = $8))
        and ($9::text[] is null or {spelled_name("g.sort_key")} like all ($9))) is not true
), summed as (
    select c.group_id, {_SUMS}
    from {in_spans("$12", "$13", "$14")} where c.group_id not in (select id from unseen) group by c.group_id
), undue as (
    select h.group_id, sum(s.works) as works from (
        select w.homework_id, count(*) as works from submissions w
        where w.status = {SubmissionStatus.UNCOMPLETED:d} and w.homework_id is not null
            and w.due_at > $1::timestamptz - interval '1 s'
        group by w.homework_id
    ) s join homeworks h on h.id = s.homework_id join lessons l on l.id = h.lesson_id
    where l.date between $4::date and $5::date
    group by h.group_id
), of_groups as (
    select s.group_id, s.homework, s.waiting, s.rejected, s.accepted, s.not_given,
        s.uncompleted - coalesce(u.works, 0)::int as uncompleted, coalesce(u.works, 0)::int as not_due,
        s.waiting + s.rejected + s.accepted + s.uncompleted as given,
        round(s.score_sum::numeric / nullif(s.scored, 0), 1)::float8 as average_score,
        round(100.0 * s.accepted / nullif(
            s.waiting + s.rejected + s.accepted + s.uncompleted - coalesce(u.works, 0), 0), 1)::float8 as percentage
    from summed s left join undue u on u.group_id = s.group_id
    where s.waiting + s.rejected + s.accepted + s.uncompleted + s.not_given > 0
)
select g.id, g.name, k.name as course, o.name as office, (
    select t.full_name from schedules c join teachers t on t.id = c.teacher_id where c.group_id = g.id
    order by t.role_number = 3, c.id limit 1
) as teacher, f.*, count(*) over () as total
from of_groups f join groups g on g.id = f.group_id join courses k on k.id = g.course_id
join offices o on o.id = g.office_id
order by {{sort}} {{order}} nulls last, g.sort_key, g.id limit $10 offset $11
"""  # noqa: S608
# $1: branches of which all groups count, $2: the user of own groups
FILTERS = f"""
with seen as materialized (
    select g.id, g.office_id, g.course_id from groups g
    where g.school_deleted_at is null and {reached("g", "$1::bigint[]", "$2::bigint")}
        and exists (select from homeworks h where h.group_id = g.id)
)
select 'offices' as kind, o.id, o.name from offices o where o.id in (select office_id from seen)
union all select 'categories', x.id, x.name from categories x where x.id in (
    select k.category_id from courses k where k.id in (select course_id from seen)
)
union all select 'courses', k.id, k.name from courses k where k.id in (select course_id from seen)
union all select 'teachers', t.id, t.full_name from teachers t
    where t.id in (select c.teacher_id from schedules c where c.group_id in (select id from seen))
order by 1, 3, 2
"""  # noqa: S608
# $1: the group, $2: the centre's day
REMINDABLE = f"""
select h.id as homework_id, h.topic_id, coalesce(p.name, left(h.description, 80)) as topic, l.date as lesson_date,
    h.deadline, coalesce(jsonb_agg(jsonb_build_object('studentId', x.id, 'fullName', x.full_name,
        'remindedAt', r.at, 'today', coalesce(r.today, false)) order by x.sort_key, x.id)
        filter (where x.id is not null), '[]') as students
from homeworks h join lessons l on l.id = h.lesson_id left join topics p on p.id = h.topic_id
left join submissions s on s.homework_id = h.id and s.status = {SubmissionStatus.UNCOMPLETED:d}
left join students x on x.id = s.student_id
left join lateral (
    select max(m.reminded_at) as at, bool_or(m.day = $2::date) as today from homework_reminders m
    where m.homework_id = h.id and m.student_id = s.student_id
) r on true
where h.group_id = $1 and l.date between $2::date - {REMINDED_DAYS} and $2::date
group by h.id, p.name, l.date, l.begin_time order by l.date desc, l.begin_time desc, h.id desc
"""  # noqa: S608
# $1: the group, $2: homework, $3: students, empty for all
_WANTED = f"""
from submissions s where s.group_id = $1 and s.homework_id = any ($2::bigint[])
    and s.status = {SubmissionStatus.UNCOMPLETED:d} and (cardinality($3::bigint[]) = 0 or s.student_id = any ($3))
"""
WANTED = f"select count(*) {_WANTED}"
# $4: the day, $5: the caller, $6: now
_REMINDED = {"day": "m.day", "group_id": "h.group_id", "teacher_id": "l.teacher_id", "reminders": "1"}
_OF_MADE = "from made m join homeworks h on h.id = m.homework_id join lessons l on l.id = h.lesson_id"
REMIND = f"""
with made as (
    insert into homework_reminders (homework_id, student_id, day, reminded_by, reminded_at)
    select s.homework_id, s.student_id, $4::date, $5::bigint, $6::timestamptz {_WANTED}
    on conflict do nothing returning homework_id, student_id, day
), counted as ({counted(_REMINDED, _OF_MADE)})
select homework_id, array_agg(student_id order by student_id) as students from made group by homework_id order by 1
"""  # noqa: S608

# $1: the group, $2: the lesson, $3: the homework, $4: now
LESSON_HOMEWORK = f"""
select h.id, h.source, h.hours, h.given_at, h.deadline, h.topic_id, p.name as topic, h.created_by,
    u.full_name as author, l.id as lesson_id, {NUMBER} as lesson_number, l.date,
    to_char(l.begin_time, 'HH24:MI') as begin_time, to_char(l.end_time, 'HH24:MI') as end_time, c.*,
    (select count(*) from homework_reminders r where r.homework_id = h.id) as reminders
from homeworks h join lessons l on l.id = h.lesson_id left join topics p on p.id = h.topic_id
left join users u on u.id = h.created_by
cross join lateral (
    select {_FIGURES.format(now="$4::timestamptz")}, count(*) filter (where s.attempts > 0) as handed_in
    from (select w.*, {unclaimed_status("w")} as kept from submissions w where w.homework_id = h.id) s
) c
where h.id = $3 and h.group_id = $1 and h.lesson_id = $2
"""  # noqa: S608
_SHOWN_STATUS = "case {status} " + " ".join(f"when {of:d} then {shown:d}" for of, shown in SHOWN.items()) + " end"
_NOT_DUE_OF_LESSON = f"s.settled = {SubmissionStatus.UNCOMPLETED:d} and {_NOT_DUE.format(now='$2::timestamptz')}"
# $1: the homework, $2: now, $3: a status as it is shown, or not due yet, $4: a query of names, $5: the limit, $6: the
# offset
LESSON_WORKS = f"""
with works as (
    select s.*, {settled_status("s", "$2::timestamptz")} as settled from submissions s where s.homework_id = $1
)
select s.id as submission_id, s.student_id, x.h_id, x.full_name, x.photo, s.settled as status,
    {_SHOWN_STATUS.format(status="s.settled")} as shown_status, s.score, s.attempts, s.handed_in_at, s.due_at,
    {_NOT_DUE_OF_LESSON} as not_due,
    coalesce(a.is_late, false) as late, k.full_name as checked_by, s.checked_at, (
        select greatest(0, floor(extract(epoch from c.checked_at - a.handed_in_at)))::int from checks c
        where c.submission_id = s.id and c.attempt_id = a.id and c.withdrawn_at is null order by c.id limit 1
    ) as checked_after, (
        select max(r.reminded_at) from homework_reminders r
        where r.homework_id = s.homework_id and r.student_id = s.student_id
    ) as reminded_at, count(*) over () as total
from works s join students x on x.id = s.student_id left join users k on k.id = s.checked_by
left join lateral (
    select n.id, n.handed_in_at, n.is_late from attempts n where n.submission_id = s.id order by n.number desc limit 1
) a on true
where ($3::int is null or $3 = case when {_NOT_DUE_OF_LESSON} then {NOT_DUE}
        else {_SHOWN_STATUS.format(status="s.settled")} end)
    and ($4::text is null or x.search @@ $4::text::tsquery)
order by x.sort_key {{order}}, x.id {{order}} limit $5 offset $6
"""  # noqa: S608
# $1: the lesson, $2: the homework
OTHERS = """
select h.id, coalesce(p.name, '') as name from homeworks h left join topics p on p.id = h.topic_id
where h.lesson_id = $1 and h.id <> $2 order by h.id
"""
