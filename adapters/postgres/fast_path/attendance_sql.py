"""The SQL of attendance sheets."""

from adapters.postgres.core.audit.writer import COLUMNS, JSON_COLUMNS, insert_records
from adapters.postgres.core.counters.counters_sql import counted, held
from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import NUMBER, next_topic, topic_of
from contracts.attendance.attendance_sheets import MAX_UPCOMING
from domain.attendance.marks import AttendanceStatus
from domain.groups.enrolments import GOING_ON

# the lesson of a timetable slot on a day, else the one that begins with the slot, else the day's first
FIND = """
select l.id from lessons l left join schedules s on s.id = $3
where l.group_id = $1 and l.date = $2
order by l.schedule_id = $3 desc nulls last, l.begin_time = s.begin_time desc nulls last, l.begin_time limit 1
"""
# the lessons of the caller's own groups
OWN_BETWEEN = f"""
select l.id from lessons l join groups g on g.id = l.group_id
where g.school_deleted_at is null and {taught_by("l.group_id", "$1::bigint")} and l.date between $2 and $3
order by l.date, l.begin_time, l.id limit {MAX_UPCOMING}
"""  # noqa: S608  names of ours
# time since which a late submission of the lesson waits for the office; null without one
SENT_AT = "(select min(h.sent_at) from late_sheets h where h.lesson_id = {lesson}.id and h.state = 'waiting')"
_LESSON = f"""
select l.id, l.group_id, l.schedule_id, l.teacher_id, l.date, l.begin_time, l.end_time, l.classroom_name, l.marked_at,
    l.marked_by, l.no_class_reason, l.version, g.name as group_name, g.h_id as group_h_id, g.started_date,
    g.ended_date, t.full_name as staff_name, u.full_name as marked_by_name, k.number,
    {SENT_AT.format(lesson="l")} as late_sent_at, {topic_of("l")} as topic
from lessons l join groups g on g.id = l.group_id join teachers t on t.id = l.teacher_id
    left join users u on u.id = l.marked_by,
    lateral (select {NUMBER} as number offset 0) k
where l.id = $1 and ($2::bigint[] is null or g.office_id = any ($2))
    and (not $3::boolean or {taught_by("l.group_id", "$4::bigint")})
"""  # noqa: S608  names of ours
# by whether the lesson is locked
LESSON = {False: _LESSON, True: f"{_LESSON} for no key update of l"}
# the periods by which a student belongs to a class on a day, as conditions of a row of ``enrolments``
OF_THE_CLASS = f"""{{of}}.school_deleted_at is null
        and ({{of}}.started_date is null or {{of}}.started_date <= {{day}})
        and ({{of}}.ended_date is null or {{of}}.ended_date >= {{day}})
        and ({{of}}.action_id in ({", ".join(map(str, GOING_ON))}) or {{of}}.ended_date is not null)"""


def absent_before(group: str, student: str, day: str, begin: str) -> str:
    """The absences in a row just before a lesson of a group, as an expression.

    The index of a group's lessons is read backwards to the last one that the student attended, mostly a step or two.
    The rule is ``domain.attendance.absences_in_a_row``. The arguments are expressions of the statement around it, in
    which no row is called one, been, had, last, missed or absence.
    """
    return f"""(select count(missed.id) from (select 1) one left join lateral (
        select been.date, been.begin_time from lessons been
            join attendances had on had.lesson_id = been.id and had.student_id = {student}
        where been.group_id = {group} and been.no_class_reason is null and had.status <> {AttendanceStatus.ABSENT:d}
            and (been.date, been.begin_time) < ({day}, {begin})
        order by been.date desc, been.begin_time desc limit 1) last on true
    join lessons missed on missed.group_id = {group} and missed.no_class_reason is null
        and (missed.date, missed.begin_time) < ({day}, {begin})
        and (missed.date, missed.begin_time) > (coalesce(last.date, '-infinity'), coalesce(last.begin_time, '00:00'))
    join attendances absence on absence.lesson_id = missed.id and absence.student_id = {student}
        and absence.status = {AttendanceStatus.ABSENT:d})"""  # noqa: S608  names of ours


# A row for each period by which a student belongs to the class, and one for a marked student who no longer does. The
# marks of the six earlier lessons come as two arrays: how many lessons back, and the status there. The mark that waits
# for the office is the one sent last (D-70).
CLASS = f"""
with six as materialized (
    select id, row_number() over (order by date desc, begin_time desc) as back from lessons
    where group_id = $1 and (date, begin_time) < ($3::date, $4::time) and no_class_reason is null
    order by date desc, begin_time desc limit 6
), lately as materialized (
    select b.student_id, array_agg(x.back) as backs, array_agg(b.status) as statuses
    from six x join attendances b on b.lesson_id = x.id group by b.student_id
), waits as materialized (
    select distinct on (student_id) (x.entry ->> 'studentId')::bigint as student_id,
        (x.entry ->> 'mark')::int as waiting_mark, (x.entry ->> 'reason')::int as waiting_reason,
        coalesce((x.entry ->> 'reasonIsDefault')::boolean, false) as waiting_default,
        h.sent_at as waiting_since
    from late_sheets h cross join lateral jsonb_array_elements(h.entries) x (entry)
    where h.lesson_id = $2 and h.state = 'waiting' order by student_id, h.sent_at desc, h.id desc
)
select s.id, s.h_id, s.full_name, s.photo, s.phone, e.started_date, e.ended_date, e.action_id,
    a.status, a.reason, a.reason_is_default, a.counted, a.by_office, a.marked_by, a.marked_at, a.version,
    a.first_status, a.first_reason, a.first_by, a.first_at,
    u.full_name as marked_by_name, f.full_name as first_by_name, p.state as push_state, p.code as push_code,
    p.message as push_message, p.retryable,
    (select min(d.at) from door_events d where d.student_id = s.id and d.at between $5 and $6) as entered,
    (select count(*) from six) as lessons_before, h.backs, h.statuses, w.waiting_mark, w.waiting_reason,
    w.waiting_default, w.waiting_since, m.status as sms_status, m.provider as sms_provider, m.error as sms_error,
    {absent_before("$1", "s.id", "$3::date", "$4::time")} as absent_before
from (
    select e.student_id from enrolments e where e.group_id = $1 and {OF_THE_CLASS.format(of="e", day="$3")}
    union select student_id from attendances where lesson_id = $2
) c join students s on s.id = c.student_id
left join enrolments e on e.group_id = $1 and e.student_id = c.student_id and e.school_deleted_at is null
left join attendances a on a.lesson_id = $2 and a.student_id = c.student_id
left join users u on u.id = a.marked_by
left join users f on f.id = a.first_by
left join attendance_pushes p on p.lesson_id = $2 and p.student_id = c.student_id and p.version = a.version
left join sms_messages m on m.lesson_id = $2 and m.student_id = c.student_id
left join lately h on h.student_id = c.student_id
left join waits w on w.student_id = c.student_id
order by s.sort_key, s.id
"""  # noqa: S608
# what a save needs of a current mark, and the names of the arrays of a class
_MARK = ("student_id", "status", "reason", "reason_is_default", "by_office", "counted")
MARK_COLUMNS = tuple(f"kept_{name}" for name in _MARK)
# The context of saves, a row for each: the lesson, the students of the class on its day, the current marks, and whose
# marks go to the school. Parameters by column: lessons, branches of the caller (null: all), whether it must be the
# caller's own lesson, the caller, whether any marks go to the school.
SAVE_CONTEXT = f"""
select requested.n, l.id, l.group_id, l.schedule_id, l.teacher_id, l.date, l.begin_time, l.end_time, l.classroom_name,
    l.no_class_reason, l.version, g.name as group_name, g.started_date, g.ended_date, c.*, m.*,
    case when requested.to_school and g.h_id is not null then
        array(select s.id from students s where s.id = any (c.enrolled) and s.h_id is not null) end as known
from unnest($1::bigint[], $2::text[], $3::boolean[], $4::bigint[], $5::boolean[])
        with ordinality requested (lesson_id, offices, own, user_id, to_school, n)
    join lessons l on l.id = requested.lesson_id join groups g on g.id = l.group_id, lateral (
    select array_agg(student_id) as enrolled, array_agg(started_date) as starts, array_agg(ended_date) as ends,
        array_agg(action_id) as actions
    from enrolments e where e.group_id = l.group_id and {OF_THE_CLASS.format(of="e", day="l.date")}
) c, lateral (
    select {", ".join(f"array_agg({name}) as kept_{name}" for name in _MARK)}
    from attendances where lesson_id = l.id
) m
where (requested.offices is null or g.office_id = any (requested.offices::bigint[]))
    and (not requested.own or {taught_by("l.group_id", "requested.user_id")})
"""  # noqa: S608
# students who are, or were, of the group
NAMES = """
select s.id, s.full_name from students s where s.id = any ($2)
    and exists (select from enrolments e where e.student_id = s.id and e.group_id = $1)
"""
# first door event of each student near the lesson's beginning
ENTERED = """
select student_id, min(at) as entered from door_events where student_id = any ($1) and at between $2 and $3 group by 1
"""
# A save in one row: its audit record (with lesson, author and time), the version it was decided by, the other written
# values, its event, its marks and the students whose marks go to the school as array literals, the change of the tally,
# and the idempotency key that it claims, null without one
SAVE_COLUMNS = {
    **dict.fromkeys(COLUMNS, "text"),
    **{"at": "timestamptz", "actor_id": "bigint", "entity_id": "bigint"},
    **{"version": "int", "no_class_reason": "text", "unmarked": "int", "by_office": "boolean", "event": "text"},
    **dict.fromkeys(("students", "statuses", "reasons", "defaults", "counted", "pushed"), "text"),
    **{"attended": "bigint", "late": "bigint", "absent": "bigint"},
    **{"key_user": "bigint", "key_route": "text", "key": "text", "body_digest": "text"},
}
_SAVES = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(SAVE_COLUMNS.values(), 6))
_RECORDS = ", ".join(f"{name}::jsonb" if name in JSON_COLUMNS else name for name in COLUMNS)
# the stored mark ``a`` gets another value, and for the first time
_CORRECTS = "((a.status, a.reason) is distinct from (excluded.status, excluded.reason))"
_FIRST = f"a.first_status is null and {_CORRECTS}"
# the first mark of a lesson makes it a lesson held, no class takes it back (D-106)
_HELD_BY_NOW = {
    **{"day": "x.lesson_day", "group_id": "x.group_id", "teacher_id": "x.teacher_id", "lessons": "x.change"},
    "lessons_with_homework": "x.change * exists (select from homeworks w where w.lesson_id = x.entity_id)::int",
}
_OF_LESSON = """from (
    select *, (no_class_reason is null)::int - was_held::int as change from lesson
) x where x.change <> 0"""
# Decided saves in one commit. A save whose sheet has another version by now writes nothing: every part depends on the
# updated row of the lesson. The original of a corrected mark stays in its row without a round trip (D-47); choosing the
# reason that was there as a default corrects nothing, and is no new version for the school (D-24). There is no
# NOTIFY for the outbox, as NOTIFY serialises commits; the relay polls four times a second. Parts are joined by lesson
# only, because the planner cannot know their row counts. The idempotency key is claimed by the same statement, with an
# empty answer: of two bodies under one key at the same moment one is written (D-8). Returns a row for each written
# save: its number and its push.
# The first save of a lesson that takes place keeps its topic (D-102).
# All saves of the statement share one job and one message by which the ledger follows (D-93).
# $1, $2 the push's kind of job and the version of its message; $3 the ledger's; $4, $5 the topic and the version of the
# event of a save; $6… the saves by column
_WRITE = f"""
with locked as materialized (
    select s.*, l.teacher_id, l.date as lesson_day, {held("l")} as was_held
    from unnest({_SAVES}) with ordinality s ({", ".join(SAVE_COLUMNS)}, n)
    join lessons l on l.id = s.entity_id and l.version = s.version
    order by l.id for no key update of l{{waits}}
), chosen as materialized (
    select distinct on (entity_id) * from locked order by entity_id, n
), claimed as (
    insert into idempotency_keys (user_id, route, key, body_digest, answer, secret)
    select key_user, key_route, key, body_digest, '', false from chosen where key is not null
    order by key_user, key_route, key, n
    on conflict do nothing returning user_id, route, key, body_digest
), lesson as (
    update lessons l set version = l.version + 1, marked_at = h.at, marked_by = h.actor_id,
        no_class_reason = h.no_class_reason, unmarked = h.unmarked,
        topic_kept = l.topic_kept or h.no_class_reason is null,
        (topic_id, study_month_id) = (
            select case when t.kept then l.topic_id else f.id end, case when t.kept then l.study_month_id
                else f.study_month_id end
            from (select l.topic_kept or h.no_class_reason is not null as kept) t
            left join lateral {next_topic("l")} f on not t.kept)
    from chosen h left join claimed c on (c.user_id, c.route, c.key, c.body_digest)
        = (h.key_user, h.key_route, h.key, h.body_digest)
    where l.id = h.entity_id and l.version = h.version and (h.key is null or c.key is not null)
    returning l.group_id, h.*, case when h.pushed <> '{{{{}}}}' then nextval('jobs_id_seq') end as push_id
), marks as (
    insert into attendances as a (lesson_id, student_id, status, reason, reason_is_default, counted, by_office,
        marked_by, marked_at)
    select l.entity_id, m.student_id, m.status, m.reason, m.is_default, m.counted, l.by_office, l.actor_id, l.at
    from lesson l, unnest(l.students::bigint[], l.statuses::smallint[], l.reasons::smallint[], l.defaults::boolean[],
        l.counted::boolean[]) m (student_id, status, reason, is_default, counted)
    on conflict (lesson_id, student_id) do update set status = excluded.status, reason = excluded.reason,
        reason_is_default = excluded.reason_is_default,
        counted = excluded.counted, by_office = excluded.by_office, marked_by = excluded.marked_by,
        marked_at = excluded.marked_at,
        version = a.version + {_CORRECTS}::int,
        first_status = case when {_FIRST} then a.status else a.first_status end,
        first_reason = case when {_FIRST} then a.reason else a.first_reason end,
        first_by = case when {_FIRST} then a.marked_by else a.first_by end,
        first_at = case when {_FIRST} then a.marked_at else a.first_at end
    returning lesson_id, student_id, version
), tally as (
    insert into group_marks as m (group_id, attended, late, absent)
    select group_id, sum(attended)::bigint, sum(late)::bigint, sum(absent)::bigint from lesson group by group_id
    having (sum(attended), sum(late), sum(absent)) <> (0, 0, 0) order by group_id
    on conflict (group_id) do update set attended = m.attended + excluded.attended, late = m.late + excluded.late,
        absent = m.absent + excluded.absent
), lessons_held as ({counted(_HELD_BY_NOW, _OF_LESSON)}
), job as (
    insert into jobs (id, kind, payload, created_by, request_id)
    select push_id, $1, jsonb_build_object('lessonId', entity_id), actor_id, request_id from lesson
    where push_id is not null
), promised as (
    insert into outbox (topic, payload, version, request_id)
    select 'job', jsonb_build_object('jobId', push_id, 'kind', $1), $2::smallint, request_id from lesson
    where push_id is not null
    union all select $4::text, event::jsonb, $5::smallint, request_id from lesson
), earning as (
    insert into jobs (kind, payload, request_id)
    select $3, jsonb_build_object('lessonIds', array_agg(entity_id)), min(request_id) from lesson having count(*) > 0
    returning id, request_id
), announced as (
    insert into outbox (topic, payload, version, request_id)
    select 'job', jsonb_build_object('jobId', id, 'kind', $3), $2, request_id from earning
), pushes as (
    insert into attendance_pushes as p (lesson_id, student_id, version, push_id, changed_at)
    select l.entity_id, r.student_id, r.version, l.push_id, l.at
    from lesson l join (
        select lesson_id, array_agg(student_id) as students, array_agg(version) as versions from marks group by 1
    ) k on k.lesson_id = l.entity_id, unnest(k.students, k.versions) r (student_id, version)
    where l.push_id is not null and r.student_id = any (l.pushed::bigint[])
    on conflict (lesson_id, student_id) do update set version = excluded.version, push_id = excluded.push_id,
        state = 'queued', code = '', message = '', retryable = false, changed_at = excluded.changed_at
), {insert_records(f"select {_RECORDS} from lesson")}
select n, push_id from lesson
"""  # noqa: S608  names of ours
# by whether a lesson that is locked elsewhere is waited for, or skipped
WRITE = {True: _WRITE.format(waits=""), False: _WRITE.format(waits=" skip locked")}
# late submissions of a lesson, and the office's decision about them, come one after the other
LOCK = "select id from lessons where id = $1 for no key update"
# A late submission replaces what its sender sent of the same students before, and keeps the rest: the sheet shows what
# waits, and only what is changed is sent again. $6: students marked as is stored already: they matter where another
# mark of them waits. $7, $8, $9: topic, version and payload of the event.
STORE_LATE = """
with same as (
    select id, entries from late_sheets
    where lesson_id = $1 and sent_by = $2 and state = 'waiting' order by id desc limit 1 for update
), known as (
    select k.entry, k.entry ->> 'studentId' as student_id from same cross join jsonb_array_elements(entries) k (entry)
), fresh as (
    select f.entry, f.entry ->> 'studentId' as student_id from jsonb_array_elements($3::text::jsonb) f (entry)
    where (f.entry ->> 'studentId')::bigint <> all ($6::bigint[])
        or f.entry ->> 'studentId' in (select student_id from known)
), whole as (
    select jsonb_agg(entry order by student_id::bigint) as entries from (
        select entry, student_id from known where student_id not in (select student_id from fresh)
        union all select entry, student_id from fresh) e
), changed as (
    update late_sheets t set entries = whole.entries, marked_at = $4, sent_at = $5, version = t.version + 1
    from same, whole where t.id = same.id and whole.entries <> same.entries returning t.id
), made as (
    insert into late_sheets (lesson_id, sent_by, entries, marked_at, sent_at)
    select $1, $2, entries, $4, $5 from whole where entries is not null and not exists (select from same) returning id
), event as (
    insert into outbox (topic, version, payload)
    select $7::text, $8::smallint, $9::text::jsonb where exists (select from changed) or exists (select from made)
)
select coalesce((select id from same), (select id from made)) as id,
    exists (select from changed) or exists (select from made) as new
"""
