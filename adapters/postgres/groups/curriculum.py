"""The topics of a group's course by study month, and the group's progress.

The n-th lesson that took place has the n-th topic.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from contracts.groups.groups import CurriculumAnswer, StudyMonthRow, TopicRow

HELD, NEXT, TO_COME = 1, 2, 3
_OF_MONTH = ("month_id", "number", "month", "lessons", "first", "last")

# $1: the group, $2: the centre's clock. The row with the number of past lessons exists also without topics
CURRICULUM = """
with placed as (
    select l.date, 1 + count(*) filter (where l.no_class_reason is null) over (
        order by l.date, l.begin_time rows between unbounded preceding and 1 preceding) as place
    from lessons l where l.group_id = $1
), taught as (
    select p.study_month_id, row_number() over (order by m.number, p.position) as place
    from groups g join study_months m on m.course_id = g.course_id join topics p on p.study_month_id = m.id
    where g.id = $1
), spans as (
    select study_month_id, count(*) as lessons, min(date) as first, max(date) as last
    from placed join taught using (place) group by study_month_id
)
select held.n as held, m.id as month_id, m.number, m.name as month, coalesce(b.lessons, 0) as lessons, b.first, b.last,
    p.id, p.position, p.name
from (
    select count(*) as n from lessons l where l.group_id = $1 and l.no_class_reason is null
        and l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else interval '0' end <= $2
) held
left join groups g on g.id = $1
left join study_months m on m.course_id = g.course_id
left join spans b on b.study_month_id = m.id
left join topics p on p.study_month_id = m.id
order by m.number, p.position
"""


def months_of(rows: Sequence[Any]) -> CurriculumAnswer:
    """Months with their topics, which are numbered consecutively."""
    held: int = rows[0]["held"]
    months, number = [], 0
    for (id, *facts), of_month in groupby(rows, lambda row: tuple(row[name] for name in _OF_MONTH)):
        topics = []
        for row in of_month:
            if row["id"] is not None:
                state = HELD if number < held else NEXT if number == held else TO_COME
                topics.append(TopicRow(row["id"], row["position"], row["name"], state))  # type: ignore[arg-type]
                number += 1
        if id is not None:
            month, name, lessons, first, last = facts
            months.append(StudyMonthRow(id, month, name, topics, lessons, first, last))
    return CurriculumAnswer(months=months, lessons_held=held, topics=number)
