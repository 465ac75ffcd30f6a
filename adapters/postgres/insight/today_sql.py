"""The statements of the *today* screen.

A parameter of each leaves out what the caller lacks the right to see.
"""

from adapters.postgres.attendance.marking import class_of
from adapters.postgres.fast_path.attendance_sql import SENT_AT, absent_before
from adapters.postgres.groups.own_groups import taught_by
from contracts.insight import MAX_ITEMS
from domain.attendance.lesson import LATE_SUBMISSION_PERIOD
from domain.attendance.marking import UNMARKED_DAYS
from domain.attendance.marks import AttendanceStatus
from domain.sync.run import SUCCESSFUL
from domain.sync.types import RunType, covers

NEAR_DAYS = 7
ABSENTEES = 500
JOBS = 5

# $1: the caller's branches, null for all of them; $2: the user whose own groups are meant, null for those of the
# branches
_SEEN = (
    "g.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any ($1))"
    f" and ($2::bigint is null or {taught_by('g.id', '$2')})"
)
_TAUGHT = f"from lessons l join groups g on g.id = l.group_id where {_SEEN}"
# a lesson ends on the next day where its end is before its begin
_BEGINS = "(l.date + l.begin_time) at time zone $4"
_ENDS = (
    "(l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else '0' end) at time zone $4"
)
# a teacher can send marks until then (D-25, D-70); what has expired is the office's to mark
_EXPIRES = (
    "(l.date + case when l.end_time <= l.begin_time then 2 else 1 end)::timestamp at time zone $4"
    f" + interval '{LATE_SUBMISSION_PERIOD.total_seconds():.0f} seconds'"
)
# the number of students who belong to a lesson, and of those of them without a mark. The count of the last save
# (lessons.unmarked) says where to look: the marks of a week are many, and most lessons are marked to the last student
_CLASS = f"select count(*) as students, count(*) filter (where not marked) as unmarked from ({class_of('l')}) m"  # noqa: S608
# $3: now, $4: the time zone, $5: today there, $6: whether the caller reads attendance
LESSONS = f"""
with near as (
    select l.date {_TAUGHT} and l.date between $5::date and $5::date + {NEAR_DAYS} and {_BEGINS} > $3
    order by l.date, l.begin_time limit 1),
parts as (
    select 'running' as part, l.id, l.date + l.begin_time as place {_TAUGHT}
        and l.date between $5::date - 1 and $5::date and {_BEGINS} <= $3 and {_ENDS} > $3
    union all
    select 'next', l.id, l.date + l.begin_time {_TAUGHT} and l.date = (select date from near) and {_BEGINS} > $3
    union all
    select case when c.unmarked = c.students then 'unmarked' else 'partly' end, l.id, l.date + l.begin_time
    from lessons l join groups g on g.id = l.group_id cross join lateral ({_CLASS}) c
    where {_SEEN} and $6 and l.date between $5::date - {UNMARKED_DAYS} and $5::date
        and l.no_class_reason is null and (l.marked_at is null or l.unmarked > 0) and {_ENDS} <= $3 and c.unmarked > 0
        and ($2::bigint is null or {_EXPIRES} > $3)),
numbered as (
    select part, id, count(*) over (partition by part) as total, row_number() over (
        partition by part order by case when part in ('unmarked', 'partly') then place end desc, place, id) as n
    from parts)
select n.part, n.total, l.id, g.id as group_id, g.name as group_name, t.id as teacher_id, t.full_name as teacher_name,
    l.schedule_id, l.date, l.begin_time, l.end_time, l.classroom_name,
    l.no_class_reason, a.attended, a.late, a.absent, case when $6 then {SENT_AT.format(lesson="l")} end as late_sent_at,
    c.students, c.unmarked
from numbered n join lessons l on l.id = n.id join groups g on g.id = l.group_id join teachers t on t.id = l.teacher_id
cross join lateral (
    select count(*) filter (where x.status = {AttendanceStatus.ATTENDED}) as attended,
        count(*) filter (where x.status = {AttendanceStatus.LATE}) as late,
        count(*) filter (where x.status = {AttendanceStatus.ABSENT}) as absent
    from attendances x where x.lesson_id = l.id) a
cross join lateral ({_CLASS}) c
where n.n <= {MAX_ITEMS} order by n.part, n.n
"""  # noqa: S608 (numbers of ours)
_GROUP = "'group', jsonb_build_object('id', g.id, 'name', g.name)"
_BEGIN = "to_char(l.begin_time, 'HH24:MI')"
# $3: today there, $4: whether the caller reads attendance
ATTENDANCE = f"""
with refused as (
    select p.lesson_id, max(p.changed_at) as at, jsonb_agg(jsonb_build_object('studentId', s.id,
        'fullName', s.full_name, 'state', p.state, 'code', p.code, 'message', p.message,
        'retryable', p.retryable)
        order by s.sort_key, s.id) as students, count(*) over () as total
    from attendance_pushes p join students s on s.id = p.student_id
    where $4 and p.state in ('failed', 'unknown')
        and exists (select 1 {_TAUGHT} and l.id = p.lesson_id)
    group by p.lesson_id order by at desc, p.lesson_id desc limit {MAX_ITEMS}),
absent_first as (
    select jsonb_build_object('studentId', s.id, 'fullName', s.full_name, 'phone', s.phone,
        'lessonId', l.id, {_GROUP}, 'beginTime', {_BEGIN}, 'status', a.status, 'reason', a.reason,
        'reasonIsDefault', a.reason_is_default, 'sms', case when m.id is not null then jsonb_build_object(
            'status', m.status, 'provider', m.provider, 'error', m.error) end) as row,
        l.begin_time, l.id, l.group_id, l.date, s.id as student_id, s.sort_key, count(*) over () as total
    from attendances a join lessons l on l.id = a.lesson_id join groups g on g.id = l.group_id
        join students s on s.id = a.student_id
        left join sms_messages m on m.lesson_id = a.lesson_id and m.student_id = a.student_id
    where $4 and l.date = $3 and a.status = {AttendanceStatus.ABSENT} and l.no_class_reason is null and {_SEEN}
    order by l.begin_time, l.id, s.sort_key, s.id limit {ABSENTEES}),
absent as (
    select f.row || jsonb_build_object('absences',
        1 + {absent_before("f.group_id", "f.student_id", "f.date", "f.begin_time")}) as row,
        f.begin_time, f.id, f.sort_key, f.total
    from absent_first f)
select
    (select jsonb_agg(jsonb_build_object('lessonId', l.id, {_GROUP}, 'staffId', l.teacher_id,
        'scheduleId', l.schedule_id, 'date', l.date, 'beginTime', {_BEGIN}, 'students', r.students)
        order by r.at desc, l.id desc)
     from refused r join lessons l on l.id = r.lesson_id join groups g on g.id = l.group_id) as refused,
    (select max(total) from refused) as refused_total,
    (select jsonb_agg(row order by begin_time, id, sort_key) from absent) as absent,
    (select max(total) from absent) as absent_total
"""  # noqa: S608 (numbers of ours)
_WENT_THROUGH = ", ".join(f"'{status}'" for status in SUCCESSFUL)
# pairs of a stopped run's type and a type whose later run replaces it
_COVERED = ", ".join(f"('{stopped}', '{kind}')" for stopped in RunType for kind in RunType if covers(kind, stopped))
# $1: the caller's branches, null for all of them; $2: sees jobs, $3: synchronises, $4: reviews photos
WAITING = f"""
with failed as (
    select id, kind, last_error, finished_at, count(*) over () as total from jobs j
    where $2 and state = 'failed' and not (kind like 'sync.%' and exists (
        select 1 from sync_runs r where r.status in ({_WENT_THROUGH}) and r.created_at > j.created_at))
    order by id desc limit {JOBS}),
photos as (
    select t.id, t.full_name, t.sort_key, count(*) over () as total from teachers t
    where $4 and t.photo_check = 1 and t.photo is not null and t.school_deleted_at is null
        and ($1::bigint[] is null or exists (
            select 1 from teacher_offices o where o.teacher_id = t.id and o.office_id = any ($1)))
    order by t.sort_key, t.id limit {JOBS}),
stopped as (
    select r.id, r.type, r.finished_at from sync_runs r where $3 and r.status = 'aborted'
        and not exists (select 1 from sync_runs x where x.approves_id = r.id and x.status <> 'failed')
        and not exists (select 1 from sync_runs x where x.id > r.id and x.reverts_id is null
            and x.status in ({_WENT_THROUGH}) and (r.type, x.type) in ({_COVERED}))
    order by r.id desc limit 1)
select
    (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'lastError', last_error, 'finishedAt', finished_at)
        order by id desc) from failed) as jobs,
    (select max(total) from failed) as jobs_total,
    (select jsonb_agg(jsonb_build_object('id', id, 'name', full_name) order by sort_key, id) from photos) as photos,
    (select max(total) from photos) as photos_total,
    (select jsonb_build_object('id', id, 'type', type, 'finishedAt', finished_at) from stopped) as stopped,
    exists (select 1 from sync_runs r where r.status in ({_WENT_THROUGH})) as synchronise,
    exists (select 1 from offices) as branches,
    exists (select 1 from teachers t where t.user_id is not null) as accounts
"""  # noqa: S608 (numbers of ours)
