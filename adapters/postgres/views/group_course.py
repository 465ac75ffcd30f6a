"""The topics of a group's course, and how far the group is: the n-th lesson that took place was of the n-th topic."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from contracts.groups import CurriculumAnswer, StudyMonthRow, TopicRow

HELD, NEXT, TO_COME = 1, 2, 3

# $1: the group, $2: the centre's clock. A row with the number of lessons held is there also without a topic
CURRICULUM = """
select held.n as held, m.id as month_id, m.number, m.name as month, p.id, p.position, p.name
from (
    select count(*) as n from lessons l where l.group_id = $1 and l.no_class_reason is null
        and l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else interval '0' end <= $2
) held
left join groups g on g.id = $1
left join study_months m on m.course_id = g.course_id
left join topics p on p.study_month_id = m.id
order by m.number, p.position
"""


def months_of(rows: Sequence[Any]) -> CurriculumAnswer:
    """Months with their topics; the topics are numbered through."""
    held: int = rows[0]["held"]
    months, number = [], 0
    for (id, month, name), of_month in groupby(rows, lambda row: (row["month_id"], row["number"], row["month"])):
        topics = []
        for row in of_month:
            if row["id"] is not None:
                state = HELD if number < held else NEXT if number == held else TO_COME
                topics.append(TopicRow(row["id"], row["position"], row["name"], state))  # type: ignore[arg-type]
                number += 1
        if id is not None:
            months.append(StudyMonthRow(id=id, number=month, name=name, topics=topics))
    return CurriculumAnswer(months=months, lessons_held=held, topics=number)
