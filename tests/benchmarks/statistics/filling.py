"""Fills a centre with a year of homework and exams in SQL."""

from typing import Any

# an eighth of the groups change their teacher half way
HOMEWORK_OF_GROUP, STUDENTS_OF_GROUP = 42, 10
GROUPS_OF_TEACHER = 7
TEACHERS = """
insert into teachers (first_name, last_name, full_name, sort_key, role_number)
select 'Ustoz', 'Statistika ' || n, 'Statistika ' || n || ' Ustoz', 'statistika ' || lpad(n::text, 6, '0'), 2
from generate_series(1, $1::int) n
"""
GROUPS = """
with places as (select array_agg(id order by id) as ids from offices),
courses_of as (select array_agg(id order by id) as ids from courses)
insert into groups (name, sort_key, office_id, course_id, status)
select 'Statistika ' || n, 'statistika ' || lpad(n::text, 6, '0'), p.ids[1 + n % cardinality(p.ids)],
    c.ids[1 + n % cardinality(c.ids)], 2
from generate_series(1, $1::int) n, places p, courses_of c
"""
NUMBERED = """
create temp table numbered as
select g.id as group_id, g.n, t.id as teacher_id, o.id as other_id, current_date - 366 + (g.n * 37 % 280)::int as begins
from (select id, row_number() over (order by id) as n from groups where name like 'Statistika %') g
join (select id, row_number() over (order by id) as n from teachers where last_name like 'Statistika %') t
    on t.n = 1 + g.n % $1
join (select id, row_number() over (order by id) as n from teachers where last_name like 'Statistika %') o
    on o.n = 1 + (g.n + 1) % $1
"""
SCHEDULES = """
insert into schedules (group_id, teacher_id, days_of_week, begin_time, end_time)
select group_id, teacher_id, '{1,3,5}', '10:00', '12:00' from numbered
"""
LESSONS = f"""
insert into lessons (group_id, teacher_id, date, begin_time, end_time, marked_at, no_class_reason)
select x.group_id, case when x.n % 8 = 0 and l > {HOMEWORK_OF_GROUP // 2} then x.other_id else x.teacher_id end,
    x.begins + l * 3, '10:00', '12:00', (x.begins + l * 3)::timestamp at time zone $1,
    case when (x.n + l) % 50 = 0 then 'bayram' end
from numbered x, generate_series(0, {HOMEWORK_OF_GROUP - 1}) l where x.begins + l * 3 <= current_date
"""
HOMEWORKS = """
insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
select l.group_id, l.id, 'Vazifa', 2, 24, (l.date + time '12:00') at time zone $1,
    (l.date + time '12:00') at time zone $1 + interval '24 hours'
from lessons l join numbered x on x.group_id = l.group_id where l.no_class_reason is null
"""
# for two months each
EXAMS_OF_GROUP = 6
EXAMS = f"""
insert into exams (public_id, group_id, description, begins_at, deadline, announced_at)
select 'statistika-' || x.group_id || '-' || e, x.group_id, 'Imtihon', o.at, o.at + interval '2 hours',
    o.at + interval '1 day'
from numbered x, generate_series(1, {EXAMS_OF_GROUP}) e,
    lateral (select now() - interval '60 days' * e as at) o
"""
EXAM_WORKS = f"""
insert into submissions (exam_id, group_id, student_id, status, due_at, result)
select e.id, e.group_id, s.id, 3, e.deadline, 1 + (abs(hashint8(e.id * 100 + k.n)) % 4 > 0)::int
from exams e join numbered x on x.group_id = e.group_id, generate_series(1, {STUDENTS_OF_GROUP}) k (n),
    (select id, row_number() over (order by id) as place from students) s
where s.place = 1 + (x.n * 10 + k.n) % $1
"""
# the works as they ended: by a number of each that looks random. Hours to hand in 0 … 30, to be checked some minutes to
# four days; what came lately often waits
WORKS = f"""
create temp table works as
select w.*, case
        when came > now() or r % 100 < 4 then 5
        when checked > now() or r % 100 < 9 and came > now() - interval '20 days' or r % 100 < 5 then 1
        when r % 100 < 17 then 2 else 3 end as status
from (
    select q.*, q.came + interval '1 minute' * (5 + power(q.r % 7500 / 1000.0, 4.3))::int as checked
    from (
        select h.id as homework_id, h.group_id, h.deadline, h.lesson_id, k.n,
            h.given_at + interval '1 second' * (v.r % 108000) as came, v.r
        from homeworks h join numbered x on x.group_id = h.group_id, generate_series(1, {STUDENTS_OF_GROUP}) k (n),
            lateral (select abs(hashint8(h.id * 100 + k.n)::bigint) as r) v
    ) q
) w
"""
SUBMISSIONS = """
insert into submissions (homework_id, group_id, student_id, status, due_at, attempts, handed_in_at, score, checked_by,
    checked_at)
select w.homework_id, w.group_id, s.id, w.status, w.deadline, (w.status <> 5)::int,
    case when w.status <> 5 then w.came end, case w.status when 3 then 60 + w.r % 41 when 2 then w.r % 60 end,
    case when w.status in (2, 3) then u.id end, case when w.status in (2, 3) then w.checked end
from works w join numbered x on x.group_id = w.group_id
join (select id, row_number() over (order by id) as place from students) s
    on s.place = 1 + (x.n * 10 + w.n) % $1, (select min(id) as id from users) u
"""
# a former teacher has no lesson of the group after the 21st: what comes later is for the next one
ATTEMPTS = f"""
insert into attempts (submission_id, number, text, handed_in_at, is_late, teacher_id)
select s.id, 1, 'Javob', s.handed_in_at, s.handed_in_at >= s.due_at + interval '1 s',
    case when x.n % 8 = 0 and l.teacher_id = x.teacher_id
        and (s.handed_in_at at time zone $1)::date > x.begins + 3 * {HOMEWORK_OF_GROUP // 2} then x.other_id end
from submissions s join numbered x on x.group_id = s.group_id join homeworks h on h.id = s.homework_id
join lessons l on l.id = h.lesson_id
where s.attempts > 0
"""
CHECKS = """
insert into checks (submission_id, attempt_id, score, status, checked_by, checked_at, previous_status)
select s.id, a.id, s.score, s.status, s.checked_by, s.checked_at, 1
from submissions s join attempts a on a.submission_id = s.id join numbered x on x.group_id = s.group_id
where s.checked_at is not null
"""
LINKED = "update submissions s set check_id = c.id from checks c where c.submission_id = s.id and s.check_id is null"
REMINDERS = """
insert into homework_reminders (homework_id, student_id, day, reminded_by, reminded_at)
select s.homework_id, s.student_id, (s.due_at at time zone $1)::date, u.id, s.due_at
from submissions s join numbered x on x.group_id = s.group_id, (select min(id) as id from users) u
where s.status = 5 and s.id % 3 = 0
"""


async def fill_homework(sql: Any, groups: int, time_zone: str) -> list[int]:
    """Adds the work of so many groups, some 400 submissions each; the groups' ids.

    The centre needs branches, courses, an account, and a thousand students or as many as it has.
    """
    teachers = max(2, groups // GROUPS_OF_TEACHER)
    students = await sql.fetchval("select count(*) from students")
    await sql.execute(TEACHERS, teachers)
    await sql.execute(GROUPS, groups)
    await sql.execute(NUMBERED, teachers)
    await sql.execute(SCHEDULES)
    for statement in (LESSONS, HOMEWORKS):
        await sql.execute(statement, time_zone)
    await sql.execute(WORKS)
    await sql.execute(SUBMISSIONS, students)
    await sql.execute(ATTEMPTS, time_zone)
    for statement in (CHECKS, LINKED):
        await sql.execute(statement)
    await sql.execute(REMINDERS, time_zone)
    await sql.execute(EXAMS)
    await sql.execute(EXAM_WORKS, students)
    ids = [row["group_id"] for row in await sql.fetch("select group_id from numbered order by n")]
    await sql.execute("drop table works, numbered")
    return ids
