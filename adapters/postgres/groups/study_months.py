"""SQL of a lesson's study month: each lesson that took place takes a topic (D-71)."""

# the lesson's number in its group: earlier lessons that took place, plus one
NUMBER = """(select count(*) + 1 from lessons n where n.group_id = l.group_id and n.no_class_reason is null
    and (n.date, n.begin_time) < (l.date, l.begin_time))"""


def study_month_of(lesson: str) -> str:
    """The study month of a row of ``lessons`` with this alias.

    That of the topic which the lesson takes or, where it did not take place, would have taken; null after the last
    topic. The alias is a name in the code, never input.
    """
    return f"""(select p.study_month_id from groups x join study_months m on m.course_id = x.course_id
        join topics p on p.study_month_id = m.id where x.id = {lesson}.group_id
        order by m.number, p.position offset {NUMBER.replace("l.", f"{lesson}.")} - 1 limit 1)"""  # noqa: S608


def topic_of(lesson: str) -> str:
    """The name of the topic that a row of ``lessons`` with this alias takes.

    Null where it did not take place, and after the last topic. The alias is a name in the code, never input.
    """
    return f"""(select p.name from groups x join study_months m on m.course_id = x.course_id
        join topics p on p.study_month_id = m.id where x.id = {lesson}.group_id and {lesson}.no_class_reason is null
        order by m.number, p.position offset {NUMBER.replace("l.", f"{lesson}.")} - 1 limit 1)"""  # noqa: S608
