"""The topics of a group's course by study month, and the group's progress.

Each lesson that takes place has a topic: see ``study_months``.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from adapters.postgres.groups.study_months import lesson_topics
from contracts.groups.groups import CurriculumAnswer, StudyMonthRow, TopicRow

HELD, NEXT, TO_COME = 1, 2, 3
_OF_MONTH = ("month_id", "number", "month", "lessons", "first", "last")

# $1: the group, $2: the centre's clock. The row with the number of past lessons exists also without topics; an ended
# topic is shown to the groups that have had it
CURRICULUM = f"""
with {lesson_topics("array[$1::bigint]")}, dated as (
    select l.id, l.date, l.begin_time, x.topic_id, x.study_month_id, l.no_class_reason is null as held,
        l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else interval '0' end <= $2
            as over
    from lessons l join lesson_topics x on x.lesson_id = l.id where l.group_id = $1
), spans as (
    select study_month_id, count(*) as lessons, min(date) as first, max(date) as last from dated group by study_month_id
), next_lesson as (
    select topic_id from dated where held and not over order by date, begin_time limit 1
)
select held.n as held, m.id as month_id, m.number, m.name as month, coalesce(b.lessons, 0) as lessons, b.first, b.last,
    p.id, p.position, p.name, p.id is not null and p.ended_at is null as open,
    exists (select from dated d where d.held and d.over and d.topic_id = p.id) as taught,
    (select topic_id from next_lesson) as next_id
from (select count(*) as n from dated where held and over) held
left join groups g on g.id = $1
left join study_months m on m.course_id = g.course_id
left join spans b on b.study_month_id = m.id
left join topics p on p.study_month_id = m.id
order by m.number, p.position
"""  # noqa: S608  names of ours


def months_of(rows: Sequence[Any]) -> CurriculumAnswer:
    """Months with their topics, and the one that is next."""
    topics = [row for row in rows if row["open"] or row["taught"]]
    to_come = [row["id"] for row in topics if not row["taught"]]
    next_id = rows[0]["next_id"] if rows[0]["next_id"] in to_come else next(iter(to_come), None)
    months = []
    for (id, *facts), of_month in groupby(rows, lambda row: tuple(row[name] for name in _OF_MONTH)):
        shown = [
            TopicRow(row["id"], row["position"], row["name"], _state(row, next_id))
            for row in of_month
            if row["open"] or row["taught"]
        ]
        if id is not None:
            month, name, lessons, first, last = facts
            months.append(StudyMonthRow(id, month, name, shown, lessons, first, last))
    return CurriculumAnswer(months=months, lessons_held=rows[0]["held"], topics=sum(row["open"] for row in topics))


def _state(row: Any, next_id: int | None) -> Any:
    if row["taught"]:
        return HELD
    return NEXT if row["id"] == next_id else TO_COME
