"""SQL of a lesson's topic and study month (D-71, D-102).

A lesson keeps the topic that it had when it was first marked, and its study month. The others of a group take the
topics that it has not had yet, in the order of the course: each lesson that takes place takes one.
"""

# the lesson's number in its group: earlier lessons that took place, plus one
NUMBER = """(select count(*) + 1 from lessons n where n.group_id = l.group_id and n.no_class_reason is null
    and (n.date, n.begin_time) < (l.date, l.begin_time))"""


def next_topic(lesson: str) -> str:
    """A query of the topic that a row of ``lessons`` takes while it keeps none.

    Its id and study month; no row after the last topic. A kept topic uses up a topic of the course; a lesson that keeps
    none, or one of a former course, takes a place among those that are left, as the n-th lesson takes the n-th topic.
    The alias is a name in the code, never input.
    """
    return f"""(select p.id, p.study_month_id from groups x join study_months m on m.course_id = x.course_id
        join topics p on p.study_month_id = m.id
        where x.id = {lesson}.group_id and p.ended_at is null and not exists (
            select from lessons k where k.group_id = {lesson}.group_id and k.topic_kept and k.topic_id = p.id
                and k.no_class_reason is null)
        order by m.number, p.position offset (
            select count(*) from lessons n where n.group_id = {lesson}.group_id and n.no_class_reason is null
                and (n.date, n.begin_time) < ({lesson}.date, {lesson}.begin_time)
                and not (n.topic_kept and exists (
                    select from topics q join study_months y on y.id = q.study_month_id
                    join groups z on z.course_id = y.course_id where z.id = n.group_id and q.id = n.topic_id))
        ) limit 1)"""  # noqa: S608


def topic_id_of(lesson: str) -> str:
    """The id of the topic of a row of ``lessons`` with this alias.

    Null where it did not take place, and after the last topic. The alias is a name in the code, never input.
    """
    return f"""(case when {lesson}.no_class_reason is null then case when {lesson}.topic_kept then {lesson}.topic_id
        else (select t.id from {next_topic(lesson)} t) end end)"""  # noqa: S608


def topic_of(lesson: str) -> str:
    """The name of the topic of a row of ``lessons``; see ``topic_id_of``."""
    return f"(select o.name from topics o where o.id = {topic_id_of(lesson)})"  # noqa: S608


def study_month_of(lesson: str) -> str:
    """The study month of a row of ``lessons`` with this alias.

    That of its topic or, where it did not take place, of the lesson after it; null after the last topic. The alias is a
    name in the code, never input.
    """
    return f"""(select case when k.kept then k.study_month_id
        else (select t.study_month_id from {next_topic(lesson)} t) end from (
            (select {lesson}.topic_kept as kept, {lesson}.study_month_id where {lesson}.no_class_reason is null)
            union all (
                select n.topic_kept, n.study_month_id from lessons n
                where {lesson}.no_class_reason is not null and n.group_id = {lesson}.group_id
                    and n.no_class_reason is null
                    and (n.date, n.begin_time) > ({lesson}.date, {lesson}.begin_time)
                order by n.date, n.begin_time limit 1)
            union all (select false, null) limit 1
        ) k)"""  # noqa: S608


# the consecutive number of topic ``p`` of month ``m`` in their course, over all its topics; null for an ended one
TOPIC_NUMBER = """case when p.ended_at is null then (
    count(*) filter (where p.ended_at is null) over (partition by m.course_id order by m.number, p.position)
)::int end"""


def lesson_topics(groups: str) -> str:
    """Common table expressions: the topics of all lessons of some groups.

    The last one is ``lesson_topics``, with a row for each lesson. ``topic_id``, ``study_month_id``: of its topic, or of
    the next lesson's where it did not take place; null after the last topic. The same as ``topic_id_of`` and
    ``study_month_of``, for all lessons at once. ``groups``: an expression of their ids, never input.
    """
    return f"""course_topics as (
    select g.id as group_id, p.id, p.study_month_id, m.number, p.position, p.ended_at is null as open
    from groups g join study_months m on m.course_id = g.course_id join topics p on p.study_month_id = m.id
    where g.id = any ({groups})
), free_topics as (
    select c.group_id, c.id, c.study_month_id,
        row_number() over (partition by c.group_id order by c.number, c.position) as place
    from course_topics c where c.open and not exists (
        select from lessons k where k.group_id = c.group_id and k.topic_kept and k.topic_id = c.id
            and k.no_class_reason is null)
), placed_lessons as (
    select l.id, l.group_id, l.no_class_reason is null as held, l.topic_kept, l.topic_id, l.study_month_id,
        count(*) filter (where l.no_class_reason is null) over in_order as number,
        count(*) filter (where l.no_class_reason is null and not (l.topic_kept and c.id is not null)) over in_order
            as place
    from lessons l left join course_topics c on c.group_id = l.group_id and c.id = l.topic_id
    where l.group_id = any ({groups})
    window in_order as (partition by l.group_id order by l.date, l.begin_time)
), lesson_topics as (
    select l.id as lesson_id, l.group_id,
        case when n.topic_kept then n.topic_id when l.held and l.topic_kept then l.topic_id else f.id end as topic_id,
        case when n.topic_kept then n.study_month_id when l.held and l.topic_kept then l.study_month_id
            else f.study_month_id end as study_month_id
    from placed_lessons l
    left join placed_lessons n on not l.held and n.group_id = l.group_id and n.held and n.number = l.number + 1
    left join free_topics f on f.group_id = l.group_id and f.place = l.place + case when l.held then 0 else 1 end
)"""  # noqa: S608
