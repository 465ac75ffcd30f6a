"""The SQL of video lessons."""

from adapters.postgres.core import tables as t
from adapters.postgres.groups.study_months import NUMBER, study_month_of, topic_of
from adapters.postgres.homework.submission_sql import reached
from adapters.postgres.listing.text_search import folded
from contracts.job_kinds import VIDEO_DELETE, VIDEO_PROCESS
from contracts.shared import Order
from domain.groups.enrolments import GOING_ON, PRIVILEGE
from domain.groups.taking_part import PRIVILEGE_LASTS
from domain.people.student import SystemStatus
from domain.videos.video import BUILT_IN, SHOWN_PAUSED_AFTER, VideoStatus

_S = VideoStatus
# $2, $3: branches and user of the groups that the caller reaches
_SEEN = f"g.school_deleted_at is null and {reached('g', '$2::bigint[]', '$3::bigint')}"
GROUP = f"select exists (select from groups g where g.id = $1 and {_SEEN})"  # noqa: S608  names of ours
VISIBLE = f"""
select exists (select from videos v join groups g on g.id = v.group_id
where v.id = $1 and v.deleted_at is null and {_SEEN})
"""  # noqa: S608
# $4: the group. Kept while a video is added to it
LESSON = f"""
select l.id, l.group_id, g.name as group_name, l.date, l.begin_time from lessons l join groups g on g.id = l.group_id
where l.id = $1 and l.group_id = $4 and {_SEEN} for key share of l
"""  # noqa: S608
_LESSON = f"""l.date as lesson_date, l.begin_time as lesson_begin, {NUMBER} as lesson_number,
    {topic_of("l")} as lesson_topic"""
_FROM = "from videos v join groups g on g.id = v.group_id join lessons l on l.id = v.lesson_id"
# the reason of an error, in the words of the host or the key of a text
_MESSAGE = f"""(select e.message from video_status_entries e where e.video_id = v.id and e.status = v.status
    and v.status = {_S.ERROR:d} order by e.id desc limit 1) as message"""  # noqa: S608
_ROW = f"""
select v.*, g.name as group_name, {_LESSON}, u.full_name as uploader, {_MESSAGE}
{_FROM} left join users u on u.id = v.created_by
"""
# as ``Video.shown_status``, at $4
_SHOWN = f"""(case when v.status = {_S.UPLOADING:d}
    and $4::timestamptz - v.moved_at >= interval '{SHOWN_PAUSED_AFTER.seconds} s'
    then {_S.PAUSE:d} else v.status end)"""
# $1: the group, $5: a shown status, $6: a part of the names of video, file or topic, $7: a study month
_CHOSEN = f"""
where v.group_id = $1 and {_SEEN} and ($5::int is null or {_SHOWN} = $5)
    and ($6::text is null or {folded("v.name")} like $6 or {folded("v.orig_name")} like $6
        or {folded(topic_of("l"))} like $6)
    and ($7::bigint is null or {study_month_of("l")} = $7)
"""
_PAGE = f"""
{_ROW} {_CHOSEN} order by l.date {{order}}, l.begin_time {{order}}, v.id {{order}} limit $8 offset $9
"""
PAGE = {order: _PAGE.format(order=order.value) for order in Order}
TOTAL = f"select count(*) {_FROM} {_CHOSEN}"
ONE = f"{_ROW} where v.id = $1 and {_SEEN}"
HISTORY = """
select e.video_id, e.id, e.status, e.message, e.at as created_at
from video_status_entries e where e.video_id = any ($1::bigint[]) order by e.id
"""
# transferring, or failed in the transfer
_UNFINISHED = f"""v.deleted_at is null
    and (v.status in ({_S.UPLOADING:d}, {_S.PAUSE:d}) or (v.status = {_S.ERROR:d} and v.received < v.size))"""
# $1: the uploader, $2: ids, empty for the unfinished
UPLOADING = f"""
select x.*, m.name as chapter_name from (
    select v.*, g.name as group_name, {_LESSON}, {_MESSAGE}, {study_month_of("l")} as chapter_id {_FROM}
    where v.created_by = $1 and v.deleted_at is null and case when cardinality($2::bigint[]) > 0
        then v.id = any ($2::bigint[]) else {_UNFINISHED} end
) x left join study_months m on m.id = x.chapter_id order by x.id
"""  # noqa: S608
LOCK_UPLOADS = "select pg_advisory_xact_lock({key}, $1::int)"
OPEN_UPLOADS = f"""
select count(*) as count, coalesce(sum(v.size), 0)::bigint as bytes from videos v
where v.created_by = $1 and v.status in ({_S.UPLOADING:d}, {_S.PAUSE:d}, {_S.ERROR:d}) and {_UNFINISHED}
"""  # noqa: S608
UNFINISHED = f"""
select v.id from videos v where v.created_by = $1
    and v.status in ({_S.UPLOADING:d}, {_S.PAUSE:d}, {_S.ERROR:d}) and {_UNFINISHED} order by v.id
"""  # noqa: S608
# $1, $2: silent since, and now; what is as far ahead was written by a wrong clock
CLAIM_SILENT = f"""
update videos set polled_at = $2 where id in (
    select v.id from videos v where v.deleted_at is null
        and (v.status in ({_S.WAITING:d}, {_S.PROCESSING:d}) or (v.host <> '{BUILT_IN}' and {_UNFINISHED}))
        and (coalesce(v.polled_at, v.moved_at) <= $1
            or coalesce(v.polled_at, v.moved_at) > $2::timestamptz + ($2::timestamptz - $1))
    order by v.moved_at, v.id limit $3 for no key update skip locked
) returning id
"""  # noqa: S608
_OPEN_JOB = "select from jobs j where j.state in ('waiting', 'running')"
QUEUED = f"select exists ({_OPEN_JOB} and j.kind = '{VIDEO_PROCESS}' and j.payload ->> 'hostId' = $1)"
STUCK_DELETIONS = f"""
select v.id from videos v
where (v.deleted_at <= $1 or v.deleted_at > $2::timestamptz + ($2::timestamptz - $1)) and not exists (
    {_OPEN_JOB} and j.kind = '{VIDEO_DELETE}' and (j.payload ->> 'videoId')::bigint = v.id
) order by v.deleted_at, v.id limit $3
"""  # noqa: S608
PERCENT = f"""
update videos set percent = $2, moved_at = $3 where id = $1 and status = {_S.PROCESSING:d} and percent < $2
"""  # noqa: S608
ADD_WEBHOOK = """
insert into video_webhooks (host, host_id, body, received_at) values ($1, $2, $3, $4) returning id
"""
OPEN_WEBHOOK = """
select id, host, host_id from video_webhooks where id = $1 and processed_at is null for no key update
"""
CLOSE_WEBHOOK = "update video_webhooks set outcome = $2, processed_at = $3 where id = $1"
# Done videos of the student's own periods in a group where the student is in an active period, or in the thirty days of
# the privilege after one (D-98). $1: the student, $2: the centre's day
_OWN = f"""
{_FROM} where v.status = {_S.DONE:d} and v.deleted_at is null and g.school_deleted_at is null and exists (
    select from enrolments e where e.group_id = v.group_id and e.student_id = $1 and e.school_deleted_at is null
        and (e.started_date is null or e.started_date <= l.date) and (e.ended_date is null or l.date <= e.ended_date)
) and exists (
    select from enrolments e where e.group_id = v.group_id and e.student_id = $1 and e.school_deleted_at is null
        and ((e.action_id in ({", ".join(map(str, GOING_ON))})
            and (e.started_date is null or e.started_date <= $2::date)
            and (e.ended_date is null or $2::date <= e.ended_date))
        or (e.action_id = {PRIVILEGE} and $2::date <= e.ended_date + {PRIVILEGE_LASTS.days}))
)
"""  # noqa: S608
# $3: a group, null for all, $4: a part of the names of video or topic
_OWN_CHOSEN = f"""
{_OWN} and ($3::bigint is null or v.group_id = $3)
    and ($4::text is null or {folded("v.name")} like $4 or {folded(topic_of("l"))} like $4)
"""
OWN_TOTAL = f"select count(*) {_OWN_CHOSEN}"
_OWN_PAGE = f"""
select v.id, v.public_id, v.name, v.duration, v.created_at, v.lesson_id, v.group_id, g.name as group_name, {_LESSON}
{_OWN_CHOSEN} order by l.date {{order}}, l.begin_time {{order}}, v.id {{order}} limit $5 offset $6
"""
OWN_PAGE = {order: _OWN_PAGE.format(order=order.value) for order in Order}
# also while an address that was signed before is read: a block takes effect at once (D-97)
OWN_ONE = f"""
select v.* {_OWN} and v.id = $3
    and exists (select from students p where p.id = $1 and p.system_status <> {SystemStatus.BLOCKED:d} and {t.LISTED})
"""  # noqa: S608
