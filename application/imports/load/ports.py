"""Port of loading scored work."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.imports.load.rows import ExamRow, HomeworkRow, Known
from application.ports import UnitOfWork
from domain.exams.exam import Exam
from domain.homework.homework import Homework
from domain.imports.scored_work import Played


@dataclass(frozen=True)
class PlaceOfHomework:
    """The lesson of a homework as it is stored; None where there is none yet.

    ``lesson_number``: its number in the group. ``loaded``: this very homework is there already; ``taken``: another one
    is.
    """

    lesson_id: int | None
    lesson_number: int
    loaded: bool
    taken: bool


@runtime_checkable
class LoadStore(Protocol):
    """Reads and writes of a load, each of one statement however many rows there are."""

    async def known(self, groups: Collection[str], students: Collection[str], teachers: Collection[str]) -> Known:
        """Returns what is known of these identifiers of the school system."""
        ...

    async def lock_group(self, group_id: int, uow: UnitOfWork) -> None:
        """Makes other loads into the group wait until the transaction ends."""
        ...

    async def class_of(self, group_id: int, day: date, uow: UnitOfWork) -> Sequence[int]:
        """Returns the students who are in the class on a day, ascending."""
        ...

    async def ever_of(self, group_id: int, uow: UnitOfWork) -> frozenset[int]:
        """Returns every student with a period in the group."""
        ...

    async def place(self, row: HomeworkRow, uow: UnitOfWork) -> PlaceOfHomework:
        """Returns the lesson of a homework."""
        ...

    async def add_lesson(self, row: HomeworkRow, uow: UnitOfWork) -> int:
        """Inserts the lesson of a homework as made afterwards; returns its id (D-77)."""
        ...

    async def exam_is_there(self, row: ExamRow, uow: UnitOfWork) -> bool:
        """Returns True if this very exam is there already."""
        ...

    async def add_works(self, work: Homework | Exam, played: Sequence[Played], uow: UnitOfWork) -> None:
        """Inserts submissions with hand-ins and checks; the submissions get their ids."""
        ...
