"""The marking of a lesson in SQL (D-157).

The rule is ``domain.attendance.marking``.
"""

from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from domain.attendance.marking import Marking


def class_of(lesson: str) -> str:
    """The students who belong to a lesson, each with whether they are marked.

    ``lesson``: the name of its row in the statement.
    """
    belongs = OF_THE_CLASS.format(of="e", day=f"{lesson}.date")
    return f"""select distinct e.student_id,
            exists (select from attendances m where m.lesson_id = {lesson}.id and m.student_id = e.student_id) as marked
        from enrolments e where e.group_id = {lesson}.group_id and {belongs}"""  # noqa: S608  names of ours


def students_of(lesson: str) -> str:
    """The number of students who belong to a lesson."""
    return f"(select count(*) from ({class_of(lesson)}) c)"  # noqa: S608


def unmarked_of(lesson: str) -> str:
    """The number of those of them without a mark."""
    return f"(select count(*) from ({class_of(lesson)}) c where not c.marked)"  # noqa: S608


def marking_of(lesson: str) -> str:
    """The marking of a lesson, as the value of ``Marking``."""
    return f"""case when {lesson}.no_class_reason is not null then '{Marking.NO_CLASS.value}' else (
        select case
            when count(*) filter (where not c.marked) = 0 then case
                when exists (select from attendances m where m.lesson_id = {lesson}.id) then '{Marking.MARKED.value}'
                else '{Marking.NONE.value}' end
            when bool_or(c.marked) then '{Marking.PARTLY.value}' else '{Marking.NONE.value}' end
        from ({class_of(lesson)}) c) end"""  # noqa: S608
