"""The SQL of submissions: the filters of the queue, the chat of one and writes.

The queue itself is in ``queue_sql``.
"""

from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import NUMBER
from domain.homework.submission import CLAIM_LIVES, SubmissionStatus

_S = SubmissionStatus
CLAIM_SECONDS = int(CLAIM_LIVES.total_seconds())
# the scope of a row of groups: $1 branches of a caller who may check all groups, null for every branch; $2 the user
# whose own groups count, null for none
SEEN = f"($1::bigint[] is null or g.office_id = any ($1) or {taught_by('g.id', '$2::bigint')})"
# $3: now. A claim that has expired shows what was before it (D-69).
HELD = f"(s.status = {_S.CHECKING:d} and s.claimed_at > $3::timestamptz - interval '{CLAIM_SECONDS} seconds')"
SETTLED = f"""case when s.status = {_S.CHECKING:d} and not {HELD}
    then coalesce(s.status_before, {_S.WAITING:d}) else s.status end"""
FROM = """
from submissions s join homeworks h on h.id = s.homework_id join groups g on g.id = s.group_id
join students p on p.id = s.student_id join lessons l on l.id = h.lesson_id left join topics t on t.id = h.topic_id
"""
_OF_THE_QUEUE = f"""
from submissions s join homeworks h on h.id = s.homework_id join groups g on g.id = s.group_id
join lessons l on l.id = h.lesson_id
where {SEEN} and g.school_deleted_at is null
"""
GROUPS = f"""
select g.id, g.name, count(*) as count {_OF_THE_QUEUE}
    and s.status in ({_S.WAITING:d}, {_S.CHECKING:d}) and ({SETTLED}) in ({_S.WAITING:d}, {_S.CHECKING:d})
group by g.id, g.name, g.sort_key order by g.sort_key, g.id
"""
TEACHERS = f"""
select distinct t.id, t.full_name as name, t.sort_key from (select distinct l.teacher_id {_OF_THE_QUEUE}
    and s.status in ({_S.WAITING:d}, {_S.CHECKING:d}) and $3::timestamptz is not null) q
join teachers t on t.id = q.teacher_id order by t.sort_key, t.id
"""  # noqa: S608
STATUSES = f"select {SETTLED} as status, count(*) as count {_OF_THE_QUEUE} group by 1 order by 1"
# $4: the submission, $5: the caller
CHAT = f"""
select s.id, s.version, s.student_id, p.full_name, p.photo, g.id as group_id, g.name as group_name,
    h.id as homework_id, coalesce(v.description, h.description) as description, h.hours, h.deadline, h.voice_file_id,
    h.voice_seconds, l.id as lesson_id, l.date as lesson_date, {NUMBER} as lesson_number, t.name as topic,
    {SETTLED} as status, s.status as stored_status, s.score, s.due_at, s.check_id,
    case when {HELD} then s.claimed_by end as claimed_by, u.full_name as claimed_by_name,
    s.claimed_at, d.score as draft_score, d.message as draft_message, d.saved_at as draft_saved_at,
    v.id as variant_id, v.number as variant,
    (select c.id from checks c where c.id = s.check_id and c.checked_by = $5 and c.withdrawn_at is null
        and c.status = s.status) as undoable
{FROM} left join users u on u.id = s.claimed_by left join homework_variants v on v.id = s.variant_id
left join check_drafts d on d.submission_id = s.id and d.user_id = $5
where s.id = $4 and {SEEN}
"""  # noqa: S608
ATTEMPTS = """
select id, number, text, voice_file_id, voice_seconds, handed_in_at, is_late from attempts where submission_id = $1
order by number
"""
CHECKS = """
select c.id, a.number as attempt, c.score, c.status, u.full_name as checked_by, c.checked_at
from checks c join users u on u.id = c.checked_by left join attempts a on a.id = c.attempt_id
where c.submission_id = $1 and c.withdrawn_at is null order by c.id
"""
MESSAGES = """
select m.id, coalesce(u.full_name, p.full_name) as author, m.student_id is not null as is_student,
    coalesce(m.author_id = $2, false) as own, m.text, m.voice_file_id, m.voice_seconds, m.check_id, m.sent_at
from submission_messages m left join users u on u.id = m.author_id left join students p on p.id = m.student_id
where m.submission_id = $1 order by m.sent_at, m.id
"""
REMARKS = """
select id, code, text, is_shared, user_id = $1 as own, version from remarks where user_id = $1 or is_shared
order by user_id = $1 desc, code, id
"""
# in the caller's transaction, by name; :offices, :user as $1, $2 above
VISIBLE = f"""
select s.id from submissions s join groups g on g.id = s.group_id
where s.id = any (cast(:ids as bigint[])) and s.homework_id is not null
    and (cast(:offices as bigint[]) is null or g.office_id = any (cast(:offices as bigint[]))
        or {taught_by("g.id", "cast(:user as bigint)")})
"""  # noqa: S608
CONTEXT = f"""
select p.full_name as student_name, g.name as group_name, {NUMBER} as lesson_number, l.date as lesson_date,
    t.name as topic
{FROM} where s.id = :id
"""
NEWEST_ATTEMPT = "select max(id) from attempts where submission_id = :id"
IS_LATE = "select a.is_late from checks c join attempts a on a.id = c.attempt_id where c.id = :id"
CHECKERS = "select id, full_name from users where id = any (cast(:ids as bigint[]))"
# uploads again, which their checker may attach anew
RELEASE_FILES = """
update files f set entity = null, entity_id = null, expires_at = :until from submission_messages m
where m.check_id = :id and ((f.entity = 'message' and f.entity_id = m.id) or f.id = m.voice_file_id)
"""
REMOVE_MESSAGES = "delete from submission_messages where check_id = :id"
SAVE_DRAFT = """
insert into check_drafts (submission_id, user_id, score, message) values (:submission, :user, :score, :message)
on conflict (submission_id, user_id) do update set score = excluded.score, message = excluded.message, saved_at = now()
"""
DELETE_DRAFT = "delete from check_drafts where submission_id = :submission and user_id = :user"
