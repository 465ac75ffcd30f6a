"""The SQL of the lists of the homework database."""

from adapters.postgres.groups.study_months import NUMBER, TOPIC_NUMBER
from adapters.postgres.homework_database.states import DIFFERS, EDITION
from adapters.postgres.listing.text_search import folded
from contracts.shared import Order
from domain.homework.homework import Source
from domain.homework.submission import SubmissionStatus

# texts in lists are shown by their beginning
SHORT = 300
# a found word is shown with so much of the text before it, and in all
BEFORE, EXCERPT = 40, 160
_TREE = """
join database_chapters c on c.id = l.chapter_id join courses k on k.id = c.course_id
"""
# $1: the course, $2: the chapter, $3: a pattern of the name; null for all
_LESSONS = f"""
from database_lessons l {_TREE}
where l.position is not null and ($1::bigint is null or c.course_id = $1) and ($2::bigint is null or c.id = $2)
    and ($3::text is null or {folded("l.name")} like $3)
"""
LESSONS_TOTAL = f"select count(*) {_LESSONS}"
LESSONS = {
    order: f"""
    select l.id, l.name, c.id as chapter_id, c.name as chapter, k.id as course_id, k.name as course {_LESSONS}
    order by k.name {order.value}, k.id {order.value}, c.position {order.value}, l.position {order.value}
    limit $4 offset $5
    """
    for order in Order
}
TOPICS_OF_LESSONS = """
select x.lesson_id, p.id, p.name from topic_homework_lessons x join topics p on p.id = x.topic_id
join study_months m on m.id = p.study_month_id where x.lesson_id = any ($1::bigint[])
order by m.number, p.position, p.id
"""
# $1…$6: course, study month, topic, chapter, lesson, author, $7: state, $8: a pattern; null for all; $9: in texts alone
_OF_TOPICS = """exists (
    select from topic_homework_lessons x join topics p on p.id = x.topic_id
    where x.lesson_id = l.id and ($2::bigint is null or p.study_month_id = $2) and ($3::bigint is null or p.id = $3)
)"""
_ARCHIVED = "(cur.place is null and (h.position is null or l.position is null))"
_FOUND = f"""
from database_homeworks h join database_lessons l on l.id = h.lesson_id {_TREE} {EDITION}
where ($1::bigint is null or c.course_id = $1) and (($2::bigint is null and $3::bigint is null) or {_OF_TOPICS})
    and ($4::bigint is null or c.id = $4) and ($5::bigint is null or l.id = $5)
    and ($6::bigint is null or h.created_by = $6)
    and case $7::text when 'archived' then {_ARCHIVED} when 'published' then cur.place is not null
        when 'draft' then not {_ARCHIVED} and {DIFFERS} else not {_ARCHIVED} end
    and ($8::text is null or {folded("h.description")} like $8
        or not $9::boolean and ({folded("l.name")} like $8 or {folded("c.name")} like $8))
"""
TOTAL = f"select count(*) {_FOUND}"
# homework given as a copy of an edition, or with a variant that is one
_GIVEN = """(
    select w.id as homework_id, w.group_id, w.edition_id, null::bigint as variant_id, null::smallint as variant
    from homeworks w where w.edition_id is not null
    union all
    select w.id, w.group_id, v.edition_id, v.id, v.number
    from homework_variants v join homeworks w on w.id = v.homework_id
)"""
# the text around the word $12, ``spot`` its place; null where it isn't in the text
_EXCERPT = f"""case when spot > 0 then case when spot > {BEFORE + 1} then '…' else '' end
    || substr(h.description, greatest(1, spot - {BEFORE}), {EXCERPT})
    || case when greatest(1, spot - {BEFORE}) + {EXCERPT} <= char_length(h.description) then '…' else '' end end"""
PAGE = {
    order: f"""
    select h.id, h.position, h.is_archived, left(h.description, {SHORT}) as description, h.created_by, h.saved_at,
        u.full_name as author, l.id as lesson_id, l.name as lesson, c.id as chapter_id, c.name as chapter,
        k.id as course_id, k.name as course, e.number as edition, e.published_at,
        {_EXCERPT} as excerpt,
        (select count(*) from files f where f.entity = 'database_homework' and f.entity_id = h.id) as files, (
            select count(distinct g.group_id) from database_editions x join {_GIVEN} g on g.edition_id = x.id
            where x.homework_id = h.id
        ) as groups
    from (select h.id {_FOUND} order by h.saved_at {order.value}, h.id {order.value} limit $10 offset $11) found
    join database_homeworks h on h.id = found.id join database_lessons l on l.id = h.lesson_id {_TREE} {EDITION}
    left join users u on u.id = h.created_by, strpos({folded("h.description")}, $12::text) as spot
    order by h.saved_at {order.value}, h.id {order.value}
    """  # noqa: S608
    for order in Order
}
TOPIC = """
select p.id, p.name, m.course_id, k.name as course, coalesce(t.version, 0) as version
from topics p join study_months m on m.id = p.study_month_id join courses k on k.id = m.course_id
left join topic_homework t on t.topic_id = p.id where p.id = $1
"""
LESSONS_OF_TOPIC = """
select l.id, l.name, c.id as chapter_id, c.name as chapter from topic_homework_lessons x
join database_lessons l on l.id = x.lesson_id join database_chapters c on c.id = l.chapter_id
where x.topic_id = $1 order by x.position
"""
# of the draft, without the archive
HOMEWORK_OF_LESSONS = f"""
select h.id, h.lesson_id, left(h.description, {SHORT}) as description, left(e.description, {SHORT}) as published,
    e.number as edition,
    (select count(*) from files f where f.entity = 'database_homework' and f.entity_id = h.id) as files
from database_homeworks h {EDITION} where h.lesson_id = any ($1::bigint[]) and h.position is not null
order by h.position
"""  # noqa: S608
EXISTS = "select exists (select from database_homeworks where id = $1)"
SWITCHED = f"""
select h.position, h.description, h.version, l.id as lesson_id, l.name as lesson, c.id as chapter_id,
    c.name as chapter, k.id as course_id, k.name as course, (
        select count(*) from database_homeworks o where o.lesson_id = l.id and o.id <> h.id and not o.is_archived
    ) as remaining
from database_homeworks h join database_lessons l on l.id = h.lesson_id {_TREE} where h.id = $1
"""  # noqa: S608
# $1: the course, $2: the lesson of the homework
SWITCH_TOPICS = f"""
select p.id, p.name, m.id as month_id, m.name as month, f.id as lesson_id, f.name as lesson, h.id as main_id,
    left(h.description, {SHORT}) as main,
    {TOPIC_NUMBER} as number,
    (select count(*) from database_homeworks v where v.lesson_id = f.id and v.position > 0 and not v.is_archived)
        as variants,
    exists (select from topic_homework_lessons y where y.topic_id = p.id and y.lesson_id = $2) as is_here
from topics p join study_months m on m.id = p.study_month_id
left join lateral (
    select l.id, l.name from topic_homework_lessons x join database_lessons l on l.id = x.lesson_id
    where x.topic_id = p.id order by x.position limit 1
) f on true
left join database_homeworks h on h.lesson_id = f.id and h.position = 0
where m.course_id = $1 and p.ended_at is null order by m.number, p.position
"""  # noqa: S608
# $1: the homework, $2: branches of the groups, null for every one
_USES = f"""
from database_editions x join {_GIVEN} g on g.edition_id = x.id join homeworks w on w.id = g.homework_id
join groups r on r.id = w.group_id
where x.homework_id = $1 and ($2::bigint[] is null or r.office_id = any ($2))
"""
USES_TOTAL = f"select count(*) as total, count(distinct w.group_id) as groups {_USES}"
USES = {
    order: f"""
    select w.id as homework_id, w.group_id, r.name as group_name, l.id as lesson_id, l.date as lesson_date,
        {NUMBER}::int as lesson_number, p.name as topic, x.edition, x.variant, w.given_at, w.created_by,
        u.full_name as author, w.source = {Source.TEACHER:d} as is_edited, (
            select count(*) from submissions s where s.homework_id = w.id
                and s.status <> {SubmissionStatus.NOT_GIVEN:d}
                and (x.variant_id is null or s.variant_id = x.variant_id)
        ) as students
    from (select g.homework_id, g.variant_id, g.variant, x.number as edition {_USES}
        order by w.given_at {order.value}, w.id {order.value}, g.variant limit $3 offset $4) x
    join homeworks w on w.id = x.homework_id join groups r on r.id = w.group_id join lessons l on l.id = w.lesson_id
    left join topics p on p.id = w.topic_id left join users u on u.id = w.created_by
    order by w.given_at {order.value}, w.id {order.value}, x.variant
    """  # noqa: S608
    for order in Order
}
# a course that has ended is offered for what its database has
COURSES = """
select k.id, k.name from courses k, lateral (
    select exists (select from database_chapters c where c.course_id = k.id and c.position is not null) as filled
) d
where k.school_deleted_at is null and (k.ended_at is null or d.filled) order by not d.filled, k.name, k.id
"""
MONTHS = "select id, name, course_id from study_months where course_id = $1 order by number"
TOPICS = f"""
select p.id, p.name, p.study_month_id, {TOPIC_NUMBER} as number
from topics p join study_months m on m.id = p.study_month_id where m.course_id = $1 order by m.number, p.position
"""  # noqa: S608
CHAPTERS = """
select id, name, course_id from database_chapters where course_id = $1 and position is not null order by position
"""
# $1: the course, null for all
AUTHORS = """
select u.id, u.full_name as name from users u where exists (
    select from database_homeworks h join database_lessons l on l.id = h.lesson_id
    join database_chapters c on c.id = l.chapter_id
    where h.created_by = u.id and ($1::bigint is null or c.course_id = $1)
) order by u.full_name, u.id
"""
