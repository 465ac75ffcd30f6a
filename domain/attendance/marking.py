"""The marking of a lesson: how much of its class is marked (D-157)."""

from enum import Enum

# days for which an ended lesson is listed while somebody in it is unmarked (D-65)
UNMARKED_DAYS = 7


class Marking(Enum):
    """The marking of a lesson.

    PARTLY: some of the students who belong to it are marked, some are not.
    """

    NONE = "none"
    PARTLY = "partly"
    MARKED = "marked"
    NO_CLASS = "no_class"


def marking(students: int, unmarked: int, marks: int, *, took_place: bool) -> Marking:
    """The marking of a lesson.

    ``students``: those who belong to it, ``unmarked``: those of them without a mark; ``marks``: all its marks. The mark
    of a student who has left since counts only where nobody is left to be marked. Lists compute the same in SQL
    (``adapters/postgres/attendance/marking.py``), held equal by a test.
    """
    if not took_place:
        return Marking.NO_CLASS
    if unmarked == 0:
        return Marking.MARKED if marks else Marking.NONE
    return Marking.PARTLY if unmarked < students else Marking.NONE
