"""The SQL of homework statistics."""

from adapters.postgres.groups.study_months import NUMBER, study_month_of
from adapters.postgres.homework.submission_sql import counts, reached, settled_status
from domain.homework.deadlines import REMINDED_DAYS
from domain.homework.submission import SubmissionStatus

# percent of accepted works, without what is not given or not due yet; as ``domain.homework.tally``
_COUNTED = (
    f"s.status <> {SubmissionStatus.NOT_GIVEN:d} and (s.status <> {SubmissionStatus.UNCOMPLETED:d}"
    " or s.due_at + interval '1 s' <= {now})"
)
_FIGURES = f"""{counts("s.status")}, round(avg(s.score), 1)::float8 as average_score,
    round(100.0 * count(*) filter (where s.status = {SubmissionStatus.ACCEPTED:d})
        / nullif(count(*) filter (where {_COUNTED}), 0), 1)::float8 as percentage"""
# column → the expression by which a page is sorted
SORTS = {
    "name": "sort_key",
    "averageScore": "average_score",
    "rejected": "rejected",
    "uncompleted": "uncompleted",
    "accepted": "accepted",
    "waiting": "waiting",
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
        s.due_at, s.attempts, s.handed_in_at
    from homeworks h join lessons l on l.id = h.lesson_id join submissions s on s.homework_id = h.id
    where h.group_id = $1 and case when $4::bigint is null then l.date between $2::date and $3::date
        else {study_month_of("l")} = $4 end
)"""  # noqa: S608
OF_GROUP = f"""
with {_WORKS}
select count(distinct homework_id) as homework, count(distinct lesson_id) as lessons,
    {_FIGURES.format(now="$5::timestamptz")} from works s
"""  # noqa: S608
# $6: the limit, $7: the offset, $8: a pattern of names, null for all
STUDENTS = f"""
with {_WORKS}, of_students as (
    select s.student_id, {_FIGURES.format(now="$5::timestamptz")} from works s group by s.student_id
)
select x.id as student_id, x.h_id, x.full_name, x.photo, f.*, count(*) over () as total
from of_students f join students x on x.id = f.student_id
where $8::text is null or lower(x.full_name) like $8
order by {{sort}} {{order}} nulls last, x.sort_key, x.id limit $6 offset $7
"""  # noqa: S608
# $6: the student
WORKS_OF_STUDENT = f"""
with {_WORKS}
select s.id as submission_id, s.homework_id, s.lesson_id, {NUMBER} as lesson_number, l.date as lesson_date,
    p.name as topic, left(h.description, 300) as description, h.source, s.status, s.score, s.attempts, s.handed_in_at,
    s.due_at, coalesce((
        select a.is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1
    ), false) as late, (
        select max(r.reminded_at) from homework_reminders r
        where r.homework_id = s.homework_id and r.student_id = s.student_id
    ) as reminded_at
from works s join homeworks h on h.id = s.homework_id join lessons l on l.id = s.lesson_id
left join topics p on p.id = h.topic_id
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
# $1: now, $2: branches of which all groups count, $3: the user of own groups, $4, $5: the days, $6: branches, $7: a
# course, $8: a teacher, $9: a pattern of names, $10: the limit, $11: the offset
GROUPS = f"""
with works as (
    select h.group_id, h.id as homework_id, {settled_status("s", "$1::timestamptz")} as status, s.score, s.due_at
    from homeworks h join lessons l on l.id = h.lesson_id join groups g on g.id = h.group_id
    join submissions s on s.homework_id = h.id
    where l.date between $4::date and $5::date and g.school_deleted_at is null and {_REACHED}
        and ($6::bigint[] is null or g.office_id = any ($6)) and ($7::bigint is null or g.course_id = $7)
        and ($8::bigint is null or g.id in (select c.group_id from schedules c where c.teacher_id = $8))
        and ($9::text is null or lower(g.name) like $9)
), of_groups as (
    select s.group_id, count(distinct s.homework_id) as homework, {_FIGURES.format(now="$1::timestamptz")}
    from works s group by s.group_id
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
with seen as (
    select g.* from groups g join homeworks h on h.group_id = g.id
    where g.school_deleted_at is null and {reached("g", "$1::bigint[]", "$2::bigint")}
)
select 'offices' as kind, o.id, o.name from offices o where o.id in (select office_id from seen)
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
REMIND = f"""
with made as (
    insert into homework_reminders (homework_id, student_id, day, reminded_by, reminded_at)
    select s.homework_id, s.student_id, $4::date, $5::bigint, $6::timestamptz {_WANTED}
    on conflict do nothing returning homework_id, student_id
)
select homework_id, array_agg(student_id order by student_id) as students from made group by homework_id order by 1
"""  # noqa: S608
